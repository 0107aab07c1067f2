"""Program: which screen leads to which, and which server the games played here use."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from client.screens.shared.panes import list_names
from client.screens.shared.waiting import WaitingScreen
from client.screens.table.pace import AI_PAUSE, DEMO_PAUSE
from client.session import saved_games, seat_keys
from client.session.challenges import (
    FIRST_DATE,
    Begun,
    ChallengeResults,
    Result,
    challenge_on,
    local_date,
    score_words,
    stars_for_outcome,
    stars_for_tries,
)
from client.session.connection import ConnectionAttempt, address_text
from client.session.gate_process import GateProcess
from client.session.identity import ProgramIdentity, person_secret
from client.session.local_server import LocalServer, may_resume
from client.session.puzzles import challenge_puzzles, known_actions
from client.session.seat_keys import SeatKey
from client.session.session import Session
from client.session.table import ClientTable
from client.session.table_policy import TablePolicy
from client.stage.window import App
from core.challenge import Challenge
from core.chance import commitment, seed_from
from core.game import Goal, Refusal, Refused
from core.games import GAMES
from core.games import game as game_of
from core.protocol import messages as m

if TYPE_CHECKING:
    from client.app.couch_programs import CouchPrograms
    from client.screens.lesson.lesson import Lesson
    from client.screens.rules.screen import RulesScreen
    from client.screens.setup.screen import Setup
    from client.screens.table.model import TableModel
    from client.screens.table.screen import TableActions
    from client.session.adviser_client import AdviserClient
    from client.session.puzzles import Puzzle
    from server.embedded import Embedded

CHALLENGE_LEVEL: Final[m.Level] = "hard"
"""Level of the AIs at the table of a challenge."""
MOST_KEPT_SEATS: Final = 4
"""Remembered seats at other servers that are offered: the ones taken last."""


class Program:
    """Program that leads from screen to screen.

    `seed` makes demos and AIs of this start repeatable. `port` is where a table of this machine is opened to
    the LAN: None for the usual one or any that is free, 0 for any. Without an `adviser` there is no coach and
    no review.
    """

    def __init__(
        self, app: App, seed: int | None = None, port: int | None = None, adviser: AdviserClient | None = None
    ) -> None:
        self.app = app
        self.adviser = adviser
        self.seed = seed
        self.port = port
        self.today: Callable[[], date] = local_date
        self._challenge_ended: date | None = None
        self._shown_games = 0
        self._left_off: dict[str, RulesScreen] = {}
        self._run = ProgramIdentity(person_secret())
        self.home = LocalServer(self._serve, self._run.identity_at(""))
        self.gate = GateProcess()
        self._away: list[Session] = []
        self._programs: CouchPrograms | None = None

    # --- servers ------------------------------------------------------------------------------

    def close(self) -> None:
        """End everything that runs beside the window."""
        for session in self._away:
            session.close()
        if self.adviser is not None:
            self.adviser.close()
        self.gate.close()
        self._end_programs()
        self.home.close()

    def _end_programs(self) -> None:
        """End the programs at the table here."""
        if self._programs is not None:
            self._programs.close()
            self._programs = None

    def _serve(self) -> Embedded:
        """The server inside this process."""
        from server.embedded import Embedded
        from server.net.listener import DEFAULT_PORT
        from server.storage import folders

        port = DEFAULT_PORT if self.port is None else self.port
        name = self.app.settings.name(0) or "Tilewright"
        return Embedded(name, port, data=folders.data(folders.COUCH_FOLDER), insist=port != DEFAULT_PORT)

    def _local_session(self) -> Session:
        """New session with the server inside this process, for games of people."""
        session = self.home.enter()
        self._tell_trouble()
        return session

    def _tell_trouble(self) -> None:
        if self.home.trouble is not None:
            self.app.refuse(self.home.trouble)

    def _remote_session(self, host: str, port: int, proof: m.ProofKey | None = None) -> Session:
        """New session with another server; one at a time. `proof` checks that it is the one we mean."""
        for session in self._away:
            session.close()
        address = _key_address(host, port)
        keys, known = seat_keys.keys_for(address), self._run.identity_at(address)
        if proof is not None:
            keys.expect(proof)
        self._away = [Session.to(host, port, keys, known)]
        return self._away[0]

    # --- the title and what it leads to -------------------------------------------------------

    def title(self) -> None:
        """Show the title with all games."""
        from client.screens.title.screen import TitleActions, TitleScreen

        actions = TitleActions(
            play_here=lambda key: self.setup(key, lan=False),
            play_lan=self.lan,
            watch=self.demo,
            resume=self.go_on,
            settings=self.settings,
            archive=self.archive,
            rules=self.rules,
            quit=self.app.quit,
            idle=self.attract,
            challenge=self.challenge,
            has_challenge=lambda: self.today() >= FIRST_DATE,
        )
        self.app.push(TitleScreen(self.app, actions))

    def settings(self) -> None:
        """Show all settings."""
        from client.screens.settings.screen import SettingsScreen

        self.app.push(SettingsScreen(self.app, self.app.pop))

    def rules(self, key: str, page: int = 0) -> None:
        """Show the rules of a game at a page; 0: where the reader left off."""
        from client.screens.rules.screen import RulesScreen

        self._left_off[key] = RulesScreen(key, page or self._left_off_at(key))
        self.app.push(self._left_off[key])

    def _left_off_at(self, key: str) -> int:
        screen = self._left_off.get(key)
        return 1 if screen is None else screen.page + 1

    # --- the daily challenge ------------------------------------------------------------------

    def challenge(self, day: date | None = None) -> None:
        """Show the calendar of challenges; `day` is chosen, None for today."""
        from client.screens.challenge.screen import ChallengeActions, ChallengeScreen

        results = ChallengeResults()
        actions = ChallengeActions(
            play=partial(self._play_challenge, results),
            rules=self.rules,
            back=self.app.pop,
        )
        self.app.push(ChallengeScreen(results, self.today, actions, day))

    def _play_challenge(
        self, results: ChallengeResults, day: date, today: date, challenge: Challenge
    ) -> None:
        """Begin the challenge of a day, or go on with it; the day on which it was begun counts."""
        name = self.app.settings.name(0)
        begun = results.begun(day, name) or Begun(day, name, late=day != today)
        if challenge.is_puzzle:
            self._show_puzzle(results, begun, challenge)
        elif begun.table is None:
            self._open_challenge(results, begun, challenge)
        else:
            session = self.home.enter()
            keys = self.home.waiting_at(begun.table)
            if self.home.occupied is not None:
                self.app.refuse(self.home.occupied)
                self._end(session)
            elif keys:
                self._come_back(session, keys[0])
            else:
                self._end(session)
                self._open_challenge(results, begun, challenge)

    def _show_puzzle(self, results: ChallengeResults, begun_challenge: Begun, challenge: Challenge) -> None:
        from client.screens.puzzle.screen import PuzzleActions, PuzzleResult, PuzzleScreen

        game, known = challenge.game, begun_challenge

        def tried(action: Any) -> None:
            nonlocal known
            known = msgspec.structs.replace(known, tried=(*known.tried, game.notation(action)))
            self._tell_kept(results.begin(known))

        def ended(result: PuzzleResult) -> None:
            stars = stars_for_tries(result.tries, result.solved)
            self._tell_kept(
                results.keep(
                    Result(
                        begun_challenge.date,
                        begun_challenge.name,
                        stars,
                        result.tries,
                        late=begun_challenge.late,
                    )
                )
            )

        self._tell_kept(results.begin(begun_challenge))
        puzzles = challenge_puzzles(game)
        title = self.app.translate(
            "challenge.about", game=game.info.title, date=begun_challenge.date.isoformat()
        )
        actions = PuzzleActions(ended, self.app.pop, self.app.pop, self.rules, tried=tried)
        puzzle = puzzles[challenge.puzzle(len(puzzles))]
        self.app.push(PuzzleScreen(puzzle, title, actions, known_actions(game, begun_challenge.tried)))

    def _open_challenge(
        self, results: ChallengeResults, begun_challenge: Begun, challenge: Challenge
    ) -> None:
        """Open the table of a challenge: the person against strong AIs."""
        name = begun_challenge.name or self.app.translate("table.guest_name", number=1)
        me = m.SeatPlan("me", name, portrait=self.app.settings.portrait(0))
        plans = tuple(
            me if seat == challenge.seat else m.SeatPlan("bot", level=CHALLENGE_LEVEL)
            for seat in range(challenge.seats)
        )

        def opened(client_table: ClientTable) -> None:
            self._tell_kept(results.begin(msgspec.structs.replace(begun_challenge, table=client_table.table)))
            title, day = challenge.game.info.title, begun_challenge.date.isoformat()
            self.app.notice(self.app.translate("challenge.about", game=title, date=day))

        key = challenge.game.info.key
        self.open(key, {}, plans, Goal(games=1), seed=challenge.seed, on_begun=opened)

    def note_challenge(self, client_table: ClientTable) -> None:
        """Keep the result if the game that is over was a challenge: the one with that day's draws."""
        results, outcome = ChallengeResults(), client_table.latest.outcome
        begun = results.begun_at(client_table.table)
        if begun is None or outcome is None:
            return
        challenge = challenge_on(begun.date, begun.date)
        drawn = commitment(seed_from(challenge.seed)).hex()
        if (challenge.game, drawn) != (client_table.game, client_table.commitment):
            return
        stars, score = stars_for_outcome(outcome, challenge.seat), score_words(outcome, challenge.seat)
        self._tell_kept(results.keep(Result(begun.date, begun.name, stars, 0, score, begun.late)))
        self._challenge_ended = begun.date

    def _tell_kept(self, is_kept: bool) -> None:
        if not is_kept:
            self.app.notice(self.app.translate("challenge.not_kept"), "bad")

    def archive(self, session: Session | None = None) -> None:
        """Show the finished games of a session's server, or those on this machine."""
        from client.screens.archive.visit import show_archive

        shown = session or self._local_session()

        def back() -> None:
            self.app.pop()
            if shown is self.home.session:
                self._end(shown)  # a demo has no right to keep other programs from their games

        show_archive(self.app, shown, self.replay, back)

    def setup(self, key: str, lan: bool) -> None:
        """Ask who plays, and by which rules."""
        from client.screens.lesson.lesson import has_lesson
        from client.screens.setup.screen import SetupScreen

        teaches = not lan and has_lesson(key)

        def done(setup: Setup | None) -> None:
            if setup is None:
                self.app.pop()
                return
            begin = partial(
                self.open,
                setup.game,
                setup.options,
                setup.plans,
                setup.goal,
                lan=setup.lan,
                policy=setup.policy,
            )
            newcomer = self._newcomer(setup) if teaches else ""
            if newcomer:
                self._offer_lesson(key, newcomer, begin)
            else:
                begin()

        learn = partial(self.learn, key) if teaches else None
        self.app.push(SetupScreen(self.app, key, lan, done, learn=learn))

    def _newcomer(self, setup: Setup) -> str:
        """The name of whoever plays without other people, if it is new to the game; else "".

        A guided game has one person, and would send all others away. From now on all of them are known.
        """
        settings = self.app.settings
        names = [plan.name for plan in setup.plans if plan.kind == "me" and plan.name]
        new = [name for name in names if not settings.has_met(name, setup.game)]
        if new:
            self.app.change(settings.with_met(new, setup.game))
        return new[0] if new and len(names) == 1 else ""

    def _offer_lesson(self, key: str, name: str, on_begin: Callable[[], None]) -> None:
        """Offer somebody the guided first game of a game instead of the one that they `on_begin`."""
        from client.screens.shared.question import QuestionScreen

        translate, title = self.app.translate, game_of(key).info.title
        answers = (
            (translate("lesson.offer.yes"), partial(self.learn, key, name)),
            (translate("lesson.offer.no"), on_begin),
        )
        text = translate("lesson.offer.text", name=name)
        self.app.push(
            QuestionScreen(translate("lesson.offer.title", game=title), text, answers, self.app.pop)
        )

    def learn(self, key: str, name: str = "") -> None:
        """Open the guided first game of a game for somebody; without a `name` for the first person here."""
        from client.screens.lesson import lesson as lessons

        settings = self.app.settings
        try:
            lesson = lessons.load(game_of(key))
            record = lesson.record
        except Refused as refused:
            self.app.refuse(refused.refusal)
            return
        who = name or settings.name(0) or self.app.translate("table.guest_name", number=1)
        session = self._local_session()
        session.ask(
            m.Open,
            game=key,
            options=lesson.options,
            plans=lesson.plans(who, settings.portrait(0)),
            pause=AI_PAUSE,
            record=record,
            seed=lesson.seed,
            script=lesson.script,
        )
        self._wait(session, "table.waiting.opening", partial(self._show_lesson, session, lesson))

    def _show_lesson(self, session: Session, lesson: Lesson) -> None:
        from client.screens.lesson.screen import LessonScreen

        self.app.replace(LessonScreen(session, self._table_actions(session), lesson))

    # --- tables -------------------------------------------------------------------------------

    def open(
        self,
        key: str,
        options: dict[str, Any],
        plans: tuple[m.SeatPlan, ...],
        goal: Goal,
        *,
        lan: bool = False,
        policy: TablePolicy = TablePolicy(),  # noqa: B008  # a value that nobody can change
        record: str = "",
        imported: bool = False,
        seed: int | None = None,
        on_begun: Callable[[ClientTable], None] = lambda client_table: None,
        devices: bool = False,
        programs: tuple[str, ...] = (),
        program_seconds: float = 0.0,
    ) -> None:
        """Open a table on this machine; `imported`: `record` is a couch game left by an older version.

        `seed` None: that of this start; `on_begun` is told of the table; `devices` are invited to it at once.
        `programs` are commands for the open seats, with at most `program_seconds` for a move.
        """
        session = self._local_session()
        session.ask(
            m.Open,
            game=key,
            options=options,
            plans=plans,
            goal=goal,
            pause=AI_PAUSE,
            record=record,
            seed=self.seed if seed is None else seed,
            **policy.asked,
        )
        if lan:
            session.ask(m.Publish, name=self.app.settings.name(0))

        def opened() -> None:
            kept = self.home.server is not None and self.home.server.keeps_data
            if imported and kept and session.keys.all():
                saved_games.forget_couch()
            assert session.client_table is not None
            on_begun(session.client_table)
            if programs:
                self._seat_programs(session, programs, program_seconds)
            else:
                self.enter(session)
            if devices:
                self.invite(session)

        self._wait(session, "table.waiting.opening", opened)

    def _seat_programs(self, session: Session, commands: tuple[str, ...], seconds: float) -> None:
        """Let programs from outside take the open seats of a table, then begin."""
        from client.app.couch_programs import CouchPrograms
        from server.bots.outside import TimeLimits

        client_table, server = session.client_table, self.home.server
        assert client_table is not None and server is not None
        limits = TimeLimits(move=seconds or TimeLimits().move)
        programs = self._programs = CouchPrograms(server, client_table, commands, limits, self.app.texts)

        def is_full() -> bool:
            full = all(holder.kind != "open" for holder in client_table.holders)
            return full or programs.trouble is not None

        def begin() -> None:
            if programs.trouble is not None:
                self.app.refuse(programs.trouble)
                self._leave(session)
                return
            session.ask(m.Start)
            wait(
                "table.waiting.opening",
                lambda: client_table.phase != "gathering",
                lambda: self.enter(session),
            )

        def wait(key: str, ready: Callable[[], bool], go_on: Callable[[], None]) -> None:
            self.app.replace(
                WaitingScreen(
                    session, self.app.translate(key), lambda _: ready(), go_on, lambda _: self._leave(session)
                )
            )

        wait("table.waiting.programs", is_full, begin)

    def demo(
        self,
        key: str = "",
        options: dict[str, Any] | None = None,
        levels: tuple[m.Level, ...] = (),
        games: int = 0,
        seats: int = 0,
    ) -> None:
        """Let AIs play in this number of seats (0: the fewest), while people watch.

        After `games` games (0: never) the program ends.
        """
        game = game_of(key) if key else random.Random(self.seed).choice(GAMES)
        bots = tuple(
            m.SeatPlan("bot", level=levels[i % len(levels)] if levels else "normal")
            for i in range(seats or game.info.seats[0])
        )
        self._watch(game.info.key, options or {}, bots, partial(self.enter, demo=True, games=games))

    def attract(self, key: str, over: Callable[[], None]) -> None:
        """Let AIs play in a show that ends on any input; `over` is called if it ends by itself."""
        from client.screens.title.attract import AttractScreen

        def begin(session: Session) -> None:
            def end() -> None:
                self._leave(session)
                over()

            self.app.replace(AttractScreen(session, self._table_actions(session), end))

        bots = (m.SeatPlan("bot", level="normal"),) * game_of(key).info.seats[0]
        self._watch(key, {}, bots, begin)

    def _watch(
        self,
        key: str,
        options: dict[str, Any],
        bots: tuple[m.SeatPlan, ...],
        on_begin: Callable[[Session], None],
    ) -> None:
        """Show a table of AIs on this machine; `on_begin` shows it."""
        session = self.home.enter()
        session.ask(m.Open, game=key, options=options, plans=bots, pause=DEMO_PAUSE, seed=self.seed)
        self._wait(session, "table.waiting.opening", partial(on_begin, session))

    def go_on(self) -> None:
        """Go on with the newest unfinished game here, or at a kept seat elsewhere; people are asked which."""
        from client.screens.shared.question import QuestionScreen

        translate, places = self.app.translate, seat_keys.remembered_seats()[:MOST_KEPT_SEATS]
        choices = [(_named(place, translate), partial(self._return, place)) for place in places]
        if may_resume() or not choices:
            choices.insert(0, (translate("couch.here"), partial(self._go_on_here)))
        if len(choices) == 1:
            choices[0][1]()
        else:
            self.app.push(
                QuestionScreen(
                    translate("screen.title.resume"), translate("couch.which"), choices, self.app.pop
                )
            )

    def _return(self, remembered: seat_keys.RememberedSeat) -> None:
        """Go to the seats that are kept for us at a server."""
        session = self._remote_session(remembered.host, remembered.port, remembered.proof)
        session.come_back(remembered.table)
        follow = partial(self._follow, session, remembered.server)
        self._wait(session, "table.waiting.calling", lambda: self.enter(session), _is_back, follow)

    def _follow(self, session: Session, server: str, attempt: ConnectionAttempt) -> None:
        """Go on with a server at another address, where it has proven itself."""
        session.follow(attempt, _key_address(attempt.host, attempt.port))
        self.app.notice(
            self.app.translate("back.moved", server=server, address=f"{attempt.host}:{attempt.port}")
        )

    def _go_on_here(self) -> None:
        """Go on with the newest unfinished game on this machine."""
        session = self.home.enter()
        keys = self.home.unfinished()
        if self.home.occupied is not None:
            self.app.refuse(self.home.occupied)
            self._leave(session)
            return
        self._tell_trouble()
        if keys:
            self._come_back(session, keys[0])
        elif saved_games.couch_file().is_file():
            self._import()
        else:
            self.app.notice(self.app.translate("screen.title.no_resume"))
            self._leave(session)

    def host(self, key: str, name: str, on_begin: Callable[[], None], go_on: bool | None) -> None:
        """Open a table to the LAN: the unfinished game of the same people, else `on_begin` a new one.

        `go_on` None asks; True begins no new one.
        """
        people = () if go_on is False else self._people_waiting(key, name)
        title = game_of(key).info.title
        if people and go_on is None:
            self._ask_to_go_on(title, people, lambda: self._host_again(key, name), on_begin)
        elif people:
            self._host_again(key, name)
        elif go_on:
            self.app.refuse(self.home.occupied or Refusal("couch.none", (), {"name": name, "game": title}))
        else:
            on_begin()

    def _people_waiting(self, key: str, name: str) -> tuple[str, ...]:
        """The people of the unfinished game that `name` has opened to the LAN; empty if there is none."""
        session = self.home.enter()
        keys, server = self.home.hosted(name, key), self.home.server
        people = server.people(keys[0].table) if keys and server is not None else ()
        self._end(session)
        return people

    def _ask_to_go_on(
        self, title: str, names: tuple[str, ...], on_old: Callable[[], None], on_new: Callable[[], None]
    ) -> None:
        from client.screens.shared.question import QuestionScreen

        translate = self.app.translate
        text = translate("couch.found", game=title, names=list_names(names, translate))
        answers = ((translate("couch.go_on"), on_old), (translate("couch.anew"), on_new))
        self.app.push(QuestionScreen(translate("couch.found_title"), text, answers, self.app.pop))

    def _host_again(self, key: str, name: str) -> None:
        """Go to the unfinished game, opened at the port that was asked for, if it is not the usual one."""
        from server.net.listener import DEFAULT_PORT

        session = self._local_session()
        keys = self.home.hosted(name, key)
        if keys:
            self._come_back(session, keys[0], 0 if self.port == DEFAULT_PORT else self.port or 0)
        else:
            self._leave(session)

    def _come_back(self, session: Session, key: SeatKey, port: int = 0) -> None:
        """Go to our seats at a table that was left here."""
        session.come_back(key.table)
        there = "table.waiting.opening"
        gone_on = partial(self._resumed, session, port or key.port)
        self._wait(session, there, gone_on, ready=lambda s: s.answered)

    def _resumed(self, session: Session, port: int) -> None:
        """Show the table again. Where people from elsewhere play, too, open it to them where it was."""
        assert session.client_table is not None
        if any(holder.kind == "away" for holder in session.client_table.holders):
            self._open_again(session, port)
        else:
            self.enter(session)

    def _open_again(self, session: Session, port: int) -> None:
        """Open the table to the LAN at a port; if that is taken, at another one, and tell people.

        `port` is 0 where it is not known.
        """
        client_table, server = session.client_table, self.home.server
        assert client_table is not None and server is not None
        if port:
            server.prefer(port)
        session.ask(m.Publish, name=self.app.settings.name(0))

        def opened() -> None:
            self.enter(session)
            if port and client_table.port != port:
                self.app.notice(self.app.translate("couch.moved", port=port, now=client_table.port), "bad")

        def failed(why: Refusal | None) -> None:
            if why is not None:
                self.app.refuse(why)
            self.enter(session)

        words = self.app.translate("table.waiting.opening")
        self.app.replace(WaitingScreen(session, words, lambda s: client_table.port > 0, opened, failed))

    def _import(self) -> None:
        """Go on with the unfinished couch game that an older version has left."""
        try:
            saved = saved_games.read(saved_games.couch_file())
            text = saved_games.couch_file().read_text(encoding="utf-8")
        except (OSError, Refused) as error:
            unreadable = Refusal("replay.refusal.unreadable")
            self.app.refuse(error.refusal if isinstance(error, Refused) else unreadable)
            saved_games.forget_couch()
            if self.home.session is not None:
                self._leave(self.home.session)
            return
        self._play_on(text, saved.header.names, imported=True)

    def enter(self, session: Session, *, demo: bool = False, games: int = 0) -> None:
        """Show the table of a session: before the start where people gather, else where it is played."""
        client_table = session.client_table
        assert client_table is not None
        if client_table.phase == "gathering":
            self._show_gathering(session)
            return
        from client.screens.table.screen import TableScreen

        self.app.replace(TableScreen(session, self._table_actions(session, games), demo))

    def _table_actions(self, session: Session, games: int = 0) -> TableActions:
        from client.screens.table.screen import TableActions

        return TableActions(
            rules=self.rules,
            settings=self.settings,
            result=lambda table: self._result(table, games),
            leave=lambda: self._leave(session),
            lost=self._lost,
            can_publish=not session.remote,
            waits=lambda: self._waits(session),
            adviser=self.adviser,
            invite=None if session.remote else partial(self.invite, session),
        )

    def invite(self, session: Session) -> None:
        """Open the gate to a table of this machine, and show how devices come to it."""
        from client.screens.invite.screen import InviteScreen
        from server.storage import folders

        kept = self.home.server is not None and self.home.server.keeps_data
        self.gate.folder = folders.data(folders.COUCH_FOLDER) if kept else None
        self.app.push(InviteScreen(session, self.gate, self.app.pop))

    def _leave(self, session: Session) -> None:
        waits = self._waits(session)
        self._end(session)
        self.app.home()
        ended, self._challenge_ended = self._challenge_ended, None
        if ended is not None:
            self.challenge(ended)
        if waits:
            self.app.notice(self.app.translate("table.notice.waits"), "good")

    def _waits(self, session: Session) -> bool:
        """Whether a game that is left now can be gone on with: it is not over, and somebody keeps it."""
        client_table, server = session.client_table, self.home.server
        kept = session.remote or (server is not None and server.keeps_data)
        return client_table is not None and client_table.waits_for_us() and kept

    def _end(self, session: Session) -> None:
        """Close a session: nobody here uses it any more."""
        session.close()
        if session is self.home.session:
            self.gate.close()
            self._end_programs()
            self.home.leave()

    def _result(self, model: TableModel, games: int) -> None:
        from client.screens.result.screen import ResultActions, ResultScreen

        session = model.session
        self.note_challenge(model.client_table)
        actions = ResultActions(
            rematch=lambda: self._rematch(model, games),
            look_back=lambda: self.look_back(model.client_table),
            keep=lambda: self._keep(model.client_table),
            picture=lambda picture: self._keep_picture(model.client_table.game.info.key, picture),
            back=self.app.pop,
            leave=lambda: self._leave(session),
        )
        self.app.push(ResultScreen(model, actions))

    def _rematch(self, model: TableModel, games: int) -> None:
        """Begin the next game. A demo of a number of games ends after the last."""
        self._shown_games += model.demo
        if games and self._shown_games == games:
            self.app.quit()
        else:
            model.session.ask(m.Rematch)

    def _keep(self, client_table: ClientTable) -> None:
        try:
            file = saved_games.keep_game(client_table)
        except OSError:
            self.app.notice(self.app.translate("table.notice.not_saved"), "bad")
            return
        self.app.notice(self.app.translate("table.notice.saved", file=str(file)), "good")

    def _keep_picture(self, key: str, picture: bytes) -> None:
        try:
            file = saved_games.keep_picture(key, picture)
        except OSError:
            self.app.notice(self.app.translate("result.picture_lost"), "bad")
            return
        self.app.notice(self.app.translate("result.picture_kept", file=str(file)), "good")

    # --- replays ------------------------------------------------------------------------------

    def look_back(self, client_table: ClientTable) -> None:
        """Show a game again that has just been played, and review it."""
        from core import record

        try:
            played = record.read(saved_games.text_of(client_table))
        except Refused as refused:  # names and seeds from a server need not make a valid record
            self.app.refuse(refused.refusal)
        else:
            self.replay(played, reviewed=self.adviser is not None)

    def replay(self, saved: Any, reviewed: bool = False) -> None:
        """Show a recorded game; `reviewed`: with its review open."""
        from client.screens.replay.screen import ReplayActions, ReplayScreen

        actions = ReplayActions(
            play_on=self._play_on,
            rules=self.rules,
            settings=self.settings,
            leave=self.app.pop,
            learn=self._learn_from,
            adviser=self.adviser,
        )
        self.app.push(ReplayScreen(saved, actions, reviewed))

    def _learn_from(self, puzzles: Sequence[Puzzle]) -> None:
        """Show puzzles, one after the other."""
        from client.screens.puzzle.screen import PuzzleActions, PuzzleScreen

        first, *others = puzzles

        def go_on() -> None:
            self.app.pop()
            if others:
                self._learn_from(others)

        words = "puzzle.next" if others else "puzzle.done"
        actions = PuzzleActions(lambda result: None, go_on, self.app.pop, self.rules, words)
        self.app.push(PuzzleScreen(first, self.app.translate("review.learn"), actions))

    def _play_on(self, text: str, names: tuple[str, ...], imported: bool = False) -> None:
        """Open a couch game from the last position of a record."""
        from core import record

        header = record.read(text).header
        names = (*names, *[""] * header.seats)[: header.seats]
        levels = (*header.levels, *[""] * header.seats)
        portraits = (*header.portraits, *[""] * header.seats)
        seats = zip(range(len(names)), names, levels, portraits, strict=False)
        plans = tuple(self._plan(*seat) for seat in seats)
        self.open(header.game, header.options, plans, Goal(games=1), record=text, imported=imported)

    def _plan(self, seat: int, name: str, level: str, portrait: str) -> m.SeatPlan:
        """Seat plan for a seat of a saved game: the AI that held it, else a person."""
        if level in m.LEVELS:
            return m.SeatPlan("bot", level=level)
        person = name[: m.NAME_LENGTH] or self.app.translate("table.guest_name", number=seat + 1)
        return m.SeatPlan("me", person, portrait=portrait)

    # --- the LAN ------------------------------------------------------------------------------

    def lan(self, key: str | None = None, name: str = "") -> None:
        """Show servers near by, an address to type, a table to open. `name` is kept as the first person's."""
        from client.screens.lan.screen import LanActions, LanScreen

        self.call_me(name)
        actions = LanActions(host=lambda game: self.setup(game, lan=True), call=self.call, back=self.app.pop)
        self.app.push(LanScreen(key, actions))

    def call(self, host: str, port: int, name: str = "", seat: int | None = None, password: str = "") -> None:
        """Call a server by its address; shows its tables, or takes the first free seat of this number.

        `password` is tried at tables that have one.
        """
        self.call_me(name)
        session = self._remote_session(host, port)
        session.ask(m.Browse)

        def answered() -> None:
            self._lobby(session, host, port, seat, password)

        self._wait(session, "table.waiting.calling", answered, ready=lambda s: s.tables is not None)

    def call_me(self, name: str) -> None:
        """Keep the name of the first person here, unless it is empty."""
        if name:
            self.app.change(self.app.settings.with_name(0, name))

    def _lobby(self, session: Session, host: str, port: int, seat: int | None, password: str) -> None:
        from client.screens.lobby.screen import LobbyActions, LobbyScreen

        self.app.change(self.app.settings.with_address(address_text(host, port)))
        actions = LobbyActions(
            entered=lambda: self.enter(session),
            leave=lambda: self._leave(session),
            archive=lambda: self.archive(session),
            lost=self._lost,
        )
        screen = LobbyScreen(session, actions, password)
        self.app.replace(screen)
        if seat is not None:
            screen.sit_at(seat)

    def _show_gathering(self, session: Session) -> None:
        from client.screens.gather.screen import GatherActions, GatherScreen

        actions = GatherActions(
            begun=lambda: self.enter(session),
            leave=lambda: self._leave(session),
            lost=self._lost,
            invite=None if session.remote else partial(self.invite, session),
        )
        self.app.replace(GatherScreen(session, actions, gate=self.gate))

    def _lost(self, session: Session) -> None:
        """After a lost connection: try again where that makes sense, and come back to the same place."""
        why = session.trouble or Refusal("net.refusal.lost")
        if not session.call_again():
            self.app.refuse(why)
            self._leave(session)
            return

        from client.session.relocation import Relocation

        def give_up(why: Refusal | None) -> None:
            if why is not None:
                self.app.refuse(why)
            self._leave(session)

        self.app.push(
            WaitingScreen(
                session,
                self.app.translate(f"table.waiting.back.{session.place}"),
                lambda s: s.returned,
                self.app.pop,
                give_up,
                again=session.call_again,
                why=why,
                search=Relocation,
                follow=partial(self._follow, session, session.server),
            )
        )

    # --- small things -------------------------------------------------------------------------

    def _wait(
        self,
        session: Session,
        key: str,
        go_on: Callable[[], None],
        ready: Callable[[Session], bool] = lambda s: s.client_table is not None,
        follow: Callable[[ConnectionAttempt], None] | None = None,
    ) -> None:
        """Show that a session is waited for. `follow`: its server is looked for at other addresses, too."""
        from client.session.relocation import Relocation

        def give_up(why: Refusal | None) -> None:
            if why is not None:
                self.app.refuse(why)
            self._end(session)
            self.app.pop()

        text, search = self.app.translate(key), None if follow is None else Relocation
        self.app.push(WaitingScreen(session, text, ready, go_on, give_up, search=search, follow=follow))


def _key_address(host: str, port: int) -> str:
    """The address under which keys to seats at a server are kept, with its port."""
    from client.session.nearby_servers import key_address

    return f"{key_address(host)}:{port}"


def _is_back(session: Session) -> bool:
    return session.client_table is not None and session.answered


def _named(remembered: seat_keys.RememberedSeat, translate: Callable[..., str]) -> str:
    return translate(
        "couch.there", server=remembered.server, address=address_text(remembered.host, remembered.port)
    )
