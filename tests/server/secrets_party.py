"""Twin games of any game at a table of the real lobby, and all that some of the guests are told there.

At the table are the host, a guest at every other seat, Eve, who watches, and Ned and Ted, who do so too and
make trouble; Bea looks at the lobby's list. What is compared is all that the viewer, Eve and Bea hear, byte
by byte. The twins differ in the seed, in the tokens, names of programs and passwords of everybody else, in
what others hide and seal, in how often and when they change their minds about it, in who is muted, and in
what strangers try in vain. Time stands still but for the beats, which are the same in both, and for what
happens unheard in between.

Nothing is left out of the comparison but the commitment, the hash of a seed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from unittest.mock import patch as patched

import msgspec
import numpy as np

from core import chance, codec
from core.chance import commitment
from core.game import Refused, Seat
from core.match import Match, Step
from core.protocol import messages as m
from server.bots import pool
from server.bots.pool import DirectThinker
from server.net.limits import Limits
from server.storage.journal import Store
from server.tables import lobby
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.server.helpers import ONE_PROOF_KEY, settle
from tests.server.secrets_guests import Kept, Listener, Still
from tests.server.secrets_scripts import Course, Phase, any_of

replace = msgspec.structs.replace
BEAT: Final = 1.37
"""Seconds between two things that everybody may hear."""
AWAY: Final = 17.1
"""And while somebody is away: after so long all are reminded of them."""
COMMITMENT: Final = b"the commitment".center(64, b"-")
CLOCK: Final = m.Clock(36_000.0, 2.5)


class GameOver(Exception):
    """There is nothing left to hide."""


class Party:
    """Everybody at the table and in the lobby, following a course."""

    def __init__(self, course: Course, loop: Still, store: Callable[[], Store]) -> None:
        self.course, self.loop = course, loop
        self.game, self.seats = course.script.game, course.script.seats
        self._store = store
        self.lobby = self._server()
        self.unrest = np.random.default_rng(course.wild)
        self.password = secrets.token_hex(8) if course.locked else ""
        self.turn_seen: int | None = None
        self._heard_at = loop.now
        alike = np.random.default_rng(77)
        names = ["host", *(f"seat {seat}" for seat in range(1, self.seats)), "eve", "bea", "ned", "ted"]
        mine = {"host" if seat in course.couch else f"seat {seat}" for seat in course.mine}
        self.compared = (*sorted(mine), "eve", "bea")
        self.guests = {
            name: Listener(self.lobby, name, alike if name in self.compared else self.unrest, name == "host")
            for name in names
            if name[-1:] not in map(str, course.couch)
        }

    def _server(self) -> Lobby:
        lobby = Lobby("Test", self._store(), DirectThinker(), Limits())
        lobby.services.changed = lobby.tell_list  # at once: how often is heard, too
        return lobby

    def ear(self, seat: int) -> Listener:
        return self.guests["host" if seat in self.course.couch else f"seat {seat}"]

    @property
    def eve(self) -> Listener:
        return self.guests["eve"]

    @property
    def bea(self) -> Listener:
        return self.guests["bea"]

    @property
    def viewer(self) -> Listener:
        """The guest who tries everything."""
        return self.ear(self.course.mine[0]) if self.course.mine else self.eve

    @property
    def strangers(self) -> tuple[Listener, ...]:
        """Those who have a seat but are not compared, and Ned."""
        seated = dict.fromkeys(self.ear(seat) for seat in range(self.seats))
        return (*(ear for ear in seated if ear.name not in self.compared), self.guests["ned"])

    @property
    def table(self) -> Table:
        return self.lobby.tables[1]

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def turn(self) -> int:
        """The turn, as the viewer knows it."""
        return self.match.turn if self.turn_seen is None else self.turn_seen

    # --- time -------------------------------------------------------------------------------------------

    def beat(self, seconds: float = BEAT) -> None:
        """The next thing may be heard by everybody: it happens at the same time in the twins."""
        self._heard_at += seconds
        self.loop.now = self._heard_at

    def drift(self) -> None:
        """Something happens unheard, in between."""
        self.loop.now += float(self.unrest.random()) * BEAT / 1000

    # --- the table --------------------------------------------------------------------------------------

    async def gather(self) -> None:
        """All sit down and the game begins. AIs wait, should a seat be handed to one."""
        await self.bea.do(m.Browse)
        host, couch = self.guests["host"], self.course.couch
        plans = tuple(
            m.SeatPlan("me", f"Ada {seat}", token=host.token()) if seat in couch else m.SeatPlan("open")
            for seat in range(self.seats)
        )
        await host.do(
            m.Open,
            game=self.game.info.key,
            options=codec.plain(self.course.script.options),
            plans=plans,
            clock=CLOCK if self.course.clock else None,
            password=self.password,
            delay=self.course.delay,
        )
        for seat in range(self.seats):
            if seat not in couch:
                await self._sit(seat)
        for name in ("eve", "ned", "ted"):
            await self.guests[name].do(m.Watch, table=1, password=self.password)
        await host.do(m.SetPace, pause=0, paused=True)
        if self.table.phase == "gathering":
            await host.do(m.Start)

    async def _sit(self, seat: int) -> None:
        ear = self.ear(seat)
        if self.course.locked:
            await ear.refused(m.Sit, table=1, seat=seat, name="x", password="a wrong one")
        await ear.do(m.Sit, table=1, seat=seat, name=f"Seat {seat}", password=self.password)

    async def act(self, seat: Seat, action: Any) -> None:
        """A decision of a seat. In the twin a stranger says it twice, and with other words."""
        ear, text = self.ear(seat), self.game.notation(action)
        where = {"turn": self.match.turn, "ply": self.match.ply(seat)}
        await ear.do(m.Act, seat=seat, action=text, **where)
        if self.course.restless and ear.name not in self.compared:
            said = m.Act(id=ear.last_id, seat=seat, action=text, **where)
            assert isinstance(await ear.send(said), m.Done)
            assert isinstance(await ear.send(replace(said, action="?")), m.Failed)

    async def take_back(self, seat: Seat) -> None:
        """The last sealed decision of a seat."""
        await self.ear(seat).do(m.Undo, turn=self.match.turn, seat=seat)

    # --- the course -------------------------------------------------------------------------------------

    async def play(self) -> None:
        """The whole course."""
        await self.gather()
        for number, phase in enumerate(self.course.script.phases[:-1]):
            if number == 0:
                await self.look()
            await self.phase(phase)
        if self.course.delay:
            await self.unseen()
        else:
            await self.wild(self.course.script.phases[-1])

    async def phase(self, phase: Phase) -> None:
        """All decide, and are ready in the order of the script."""
        await self.fidget({seat: line[:-1] for seat, line in phase.lines.items()})
        for place, seat in enumerate(phase.order):
            if place == len(phase.order) // 2:
                await self.hesitate(seat, phase.lines[seat])
            await self.finish(seat, phase.lines[seat])

    async def finish(self, seat: Seat, line: tuple[Any, ...]) -> None:
        """What a seat has not decided yet. Only its last decision is heard, but for the viewer's own."""
        rest = line[len(self.match.own(seat)) :]
        for number, action in enumerate(rest, start=1):
            heard = number == len(rest) or seat in self.course.mine or not self.match.branches
            self.beat() if heard else self.drift()
            await self.act(seat, action)

    async def fidget(self, lines: dict[Seat, tuple[Any, ...]]) -> None:
        """In the twin others begin early: with some of `lines`, and some that they take back."""
        if not self.course.restless:
            return
        await self.try_in_vain()
        if not self.match.branches:
            return  # who decides alone is seen doing so
        for seat in map(Seat, self.unrest.permutation(sorted(lines)).tolist()):
            if seat in self.course.mine or seat not in self.match.to_act():
                continue
            for action in lines[seat]:
                if self.unrest.random() < 0.3:
                    break
                await self.second_thoughts(seat)
                self.drift()
                await self.act(seat, action)

    async def second_thoughts(self, seat: Seat) -> None:
        """A decision that does not make the seat ready, and back again."""
        going_on = self.going_on(seat)
        if going_on:
            self.drift()
            await self.act(seat, any_of(going_on, self.unrest))
            self.drift()
            await self.take_back(seat)

    def going_on(self, seat: Seat) -> list[Any]:
        """The decisions of a seat that do not make it ready."""
        tip, game = self.match.tip(seat), self.game
        if seat not in self.match.to_act():
            return []
        return [a for a in game.legal(tip, seat) if seat in game.to_act(game.apply(tip, seat, a))]

    async def hesitate(self, seat: Seat, line: tuple[Any, ...]) -> None:
        """In both twins a seat is ready, and then not: everybody hears of that, but not what it was."""
        if seat not in self.course.mine and len(line) == 1 and len(self.match.to_act()) > 1:
            self.beat()
            await self.act(seat, any_of(self.game.legal(self.match.tip(seat), seat), self.unrest))
            self.beat()
            await self.take_back(seat)

    async def wild(self, phase: Phase) -> None:
        """All decide as they like but the last, who does not finish. The viewer does the same in twins."""
        many = len(phase.order) > 1
        await self.fidget_wildly(phase)
        await self.look()
        order = [seat for seat in phase.order if seat != self.course.last] if many else []
        for place, seat in enumerate(order):
            if place == len(order) // 2:
                await self.look()
            if seat in self.course.mine:
                await self.finish(seat, phase.lines[seat])
            else:
                await self.decide_wildly(seat)
        if self.course.restart:
            await self.restart()
        await self.mute()
        await self.fidget_wildly(phase)
        await self.look()

    async def decide_wildly(self, seat: Seat) -> None:
        """Until the seat is ready, of which alone the others hear."""
        while (going_on := self.going_on(seat)) and self.unrest.random() < 0.7:
            self.drift()
            await self.act(seat, any_of(going_on, self.unrest))
        while seat in self.match.to_act() and self.match.branches:
            tip = self.match.tip(seat)
            action = any_of(self.game.legal(tip, seat), self.unrest)
            ready = seat not in self.game.to_act(self.game.apply(tip, seat, action))
            self.beat() if ready else self.drift()
            await self.act(seat, action)

    async def unseen(self) -> None:
        """What is shown late has come to those who watch; of what happens now they are shown nothing."""
        self.beat(self.course.delay + 1)
        await settle()
        self.turn_seen = self.match.turn
        for _ in range(int(self.unrest.integers(1, 6))):
            seat = any_of(self.match.to_act(), self.unrest)
            self.drift()
            await self.act(seat, any_of(self.game.legal(self.match.tip(seat), seat), self.unrest))
            if self.table.phase == "over":
                raise GameOver
        self.beat()
        await snoop(self, self.viewer)

    async def fidget_wildly(self, phase: Phase) -> None:
        """In the twin others begin, and take some of it back."""
        if self.course.restless and self.match.branches:
            for seat in (seat for seat in phase.order if seat not in self.course.mine):
                for _ in range(int(self.unrest.integers(3))):
                    await self.second_thoughts(seat)
                if going_on := self.going_on(seat):
                    self.drift()
                    await self.act(seat, any_of(going_on, self.unrest))

    async def try_in_vain(self) -> None:
        """Strangers try what is refused, say things twice, and look things up: nobody else hears of it."""
        for ear in self.strangers:
            self.drift()
            turn = self.match.turn
            await ear.refused(m.Act, seat=0, action="?", turn=turn + 5)
            for seat in ear.tokens:
                await ear.refused(m.Act, seat=seat, action="?", turn=turn, ply=self.match.ply(Seat(seat)))
            await ear.refused(m.Say, text="")
            await ear.refused(m.Return, table=1, token=ear.token())
            await ear.do(m.SearchArchive, text=ear.name)
            again = m.SetPace(id=ear.last_id + 500, pause=0, paused=True)
            if ear is not self.guests["host"]:
                assert isinstance(await ear.send(again), m.Failed)

    async def mute(self) -> None:
        """The host mutes Ned or Ted, who go on talking; of their own it is told to the host alone."""
        host = self.guests["host"]
        other = not self.course.restless or "host" in self.compared
        whom = self.guests["ned" if other else "ted"]
        self.beat()
        await host.do(m.Mute, guest=whom.number)
        await whom.refused(m.Say, text="Seat 1 bluffs.")

    # --- looking around ---------------------------------------------------------------------------------

    async def look(self) -> None:
        """The viewer tries everything; Eve some of it."""
        self.beat()
        await self.go_away()
        await snoop(self, self.viewer)
        if self.viewer is not self.eve:
            await self.eve.refused(m.Act, seat=0, action=self.course.pool[0], turn=self.match.turn)
            await self.eve.do(m.SearchArchive)
        self.beat()
        for ear in (self.eve, self.viewer):
            await ear.do(m.Watch, table=1)
        for seat in self.course.mine:
            asked = pool.question(self.match, seat, "hard", (1, 2), by_count=True)
            self.viewer.words.append(codec.encode(asked))

    async def go_away(self) -> None:
        """Somebody else wants a decision back, or not, and is away: all are told who is waited for."""
        for seat in self.match.to_act():
            ear = self.ear(seat)
            if ear.name not in self.compared and ear.name != "host":
                await ear.ask(m.Undo, turn=self.match.turn)
                await ear.ask(m.AnswerUndo, yes=False)
                await ear.do(m.Leave)
                self.beat(AWAY)
                await settle()
                await ear.do(m.Return, table=1, token=ear.tokens[seat])
                return

    async def restart(self) -> None:
        """The server is started again, and all come back: each sees what they saw before, byte by byte.

        In the twin something has been stored before, which nobody has heard of but its seat.
        """
        await self.fidget_wildly(self.course.script.phases[-1])
        self.beat()
        await self.guests["host"].do(m.Say, text="One moment.")
        there = self._in_order()
        before = {name: await self._scene(ear) for name, ear in there}
        await self.lobby.close()
        self.lobby = self._server()
        self.lobby.recover()
        for ear in self.guests.values():
            ear.reconnect(self.lobby)
        await self.bea.do(m.Browse)
        for _, ear in there:
            for seat in sorted(ear.tokens):
                await ear.do(m.Return, table=1, token=ear.tokens[seat])
            if not ear.tokens:
                await ear.do(m.Watch, table=1, password=self.password)
        for name, ear in there:
            assert await self._scene(ear) == before[name], f"another scene for {name}"

    def _in_order(self) -> list[tuple[str, Listener]]:
        """All at the table, in the order in which they came."""
        came = [*self.table.guests]
        return sorted(
            ((name, ear) for name, ear in self.guests.items() if ear.number in came),
            key=lambda guest: came.index(guest[1].number),
        )

    async def _scene(self, ear: Listener) -> bytes:
        await ear.do(m.Watch, table=1)
        sent = codec.unpack(codec.encode(ear.last(m.TableView)))
        return codec.encode(codec.typed(sent, m.TableView))  # a disk keeps some whole numbers as 0.0


class Heard(msgspec.Struct, frozen=True):
    """What each of the compared guests was told, and what was really so: the steps made and sealed."""

    words: dict[str, tuple[bytes, ...]]
    steps: tuple[Step, ...]
    seed: bytes


@contextmanager
def drawn_as_in(course: Course) -> Any:
    """Chance does what it does in this course, and what nobody compared can know is made up otherwise."""
    real, draws = chance.draw, course.script.draws

    def draw(seed: bytes, number: int, chances: Any) -> Any:
        if number not in draws:
            return real(seed, number, chances)
        assert draws[number] in [action for action, _ in chances]
        return draws[number]

    random = np.random.default_rng(1000 + course.wild)
    with (
        patched.object(chance, "draw", draw),
        patched.object(secrets, "token_bytes", random.bytes),
        patched.object(lobby, "proof_key", lambda secret, ticket: ONE_PROOF_KEY),
    ):
        yield


def told(course: Course, store: Callable[[], Store] | None = None) -> Heard:
    """Play a course; all that the compared guests are told. `store` opens the same one at each start."""
    kept = Kept()
    with ExitStack() as stack:
        stack.callback(kept.put_away)
        stack.enter_context(drawn_as_in(course))
        runner = stack.enter_context(asyncio.Runner(loop_factory=Still))
        loop = runner.get_loop()
        assert isinstance(loop, Still)
        return runner.run(_told(course, loop, store or (lambda: kept)))


async def _told(course: Course, loop: Still, store: Callable[[], Store]) -> Heard:
    party = Party(course, loop, store)
    try:
        await party.play()
        match = party.match
        seed = match.seed_at_end()
        hidden = commitment(seed).hex().encode()
        words = {
            name: tuple(word.replace(hidden, COMMITMENT) for word in party.guests[name].words)
            for name in party.compared
        }
        return Heard(words, tuple(match.all_steps()), seed)
    finally:
        await party.lobby.close()


# --- what a curious guest can think of to hear what others keep to themselves ---


NUMBERS: Final = range(1, 40, 4)
"""These of each other guest's numbers are used for commands."""


async def snoop(party: Party, ear: Listener) -> None:
    """Ask everything; come back by every way there is."""
    await _as_others(party, ear)
    for seat in party.course.mine:
        await _wrongly(party, ear, seat)
    await _with_numbers_of_others(party, ear)
    await _at_large(party, ear)
    await _in_the_archive(party, ear)
    await _from_the_lobby(party, party.bea)
    await _come_and_go(party, ear)


async def _as_others(party: Party, ear: Listener) -> None:
    """Decide for the other seats, take back for them, sit on them, give them away."""
    turn = party.turn
    for seat in (seat for seat in range(party.seats) if seat not in party.course.mine):
        for number, action in enumerate(party.course.pool):
            await ear.refused(m.Act, seat=seat, action=action, turn=turn, ply=number % 3)
        await ear.refused(m.Act, seat=seat, action=party.course.pool[0], turn=turn + 1)
        await ear.refused(m.Undo, turn=turn, seat=seat)
        await ear.refused(m.Sit, table=1, seat=seat, name="Eve")
        await ear.refused(m.TakeBack, seat=seat, name="Eve")
        await ear.refused(m.HandOver, seat=seat, level="easy")
        await ear.refused(m.FreeSeat, seat=seat)
        await ear.refused(m.ListLegal, seat=seat)


async def _wrongly(party: Party, ear: Listener, seat: Seat) -> None:
    """For the own seat, in another position; and what may not be done there."""
    match, game = party.match, party.game
    turn, ply = match.turn, match.ply(seat)
    for wrong in ((turn, ply + 1), (turn + 1, ply), (max(0, turn - 1), ply + 1), (turn + 99, 99)):
        await ear.refused(m.Act, seat=seat, action=party.course.pool[0], turn=wrong[0], ply=wrong[1])
    await ear.refused(m.Undo, turn=turn + 1, seat=seat)
    if seat in match.to_act():
        await ear.do(m.ListLegal, seat=seat)
    for action in party.course.pool:
        if seat not in match.to_act() or not _may(game, match.tip(seat), seat, action):
            await ear.refused(m.Act, seat=seat, action=action, turn=turn, ply=ply)


def _may(game: Any, state: Any, seat: Seat, action: str) -> bool:
    try:
        return game.why_not(state, seat, game.parse(action)) is None
    except Refused:
        return False


async def _with_numbers_of_others(party: Party, ear: Listener) -> None:
    """Whatever others have done with the numbers of their commands is no answer to anybody else."""
    for other in party.guests.values():
        if other is not ear:
            for number in NUMBERS:
                await ear.send(m.AnswerUndo(id=other.first + number, yes=True))


async def _at_large(party: Party, ear: Listener) -> None:
    """What is said to the table and to the server; once more with the same number, and with other words."""
    turn, is_host = party.turn, ear is party.guests["host"]
    for at in (0, turn, turn + 1):
        if party.table.persons() - {ear.number}:
            await ear.ask(m.Undo, turn=at)
            await ear.ask(m.AnswerUndo, yes=False)
    for kind in (m.Start, m.Rematch, m.Publish):
        await ear.refused(kind)
    await ear.refused(m.AnswerUndo, yes=True)
    for other in (0, ear.number, 99) if is_host else (0, party.guests["host"].number):
        await ear.refused(m.Kick, guest=other)
        await ear.refused(m.Mute, guest=other)
    if not is_host:
        await ear.refused(m.SetPace, pause=1.0)
        await ear.refused(m.StepOnce)
    await ear.refused(m.Say, text=" ")
    await ear.do(m.Say, text="What have you got?")
    said = m.Say(id=ear.last_id, text="What have you got?")
    assert isinstance(await ear.send(said), m.Done)
    assert isinstance(await ear.send(m.Say(id=ear.last_id, text="Have you?")), m.Failed)
    await ear.refused(m.Open, game=party.game.info.key, options={}, plans=(m.SeatPlan("open"),) * party.seats)


async def _in_the_archive(party: Party, ear: Listener) -> None:
    """A game that goes on is not found there, whatever is asked for."""
    for text in ("", "Seat 1", "Ada", "o"):
        await ear.do(m.SearchArchive, text=text)
        assert ear.last(m.ArchivePage).total <= 1, "a game that goes on is found"
        await ear.do(m.FetchStatistics, text=text, game=party.game.info.key)
    await ear.ask(m.FetchRecord, number=1)
    for number in (0, 2, 3):
        await ear.refused(m.FetchRecord, number=number)


async def _from_the_lobby(party: Party, bea: Listener) -> None:
    """Who is at no table sees the list, and is refused everything else."""
    await bea.do(m.Browse)
    await bea.do(m.ListGames)
    await bea.refused(m.Sit, table=1, seat=0, name="Bea", password=party.password)
    for kind, more in (
        (m.Act, {"seat": 0, "action": party.course.pool[0], "turn": party.turn}),
        (m.Undo, {"turn": party.turn}),
        (m.Say, {"text": "Hello"}),
        (m.Watch, {"table": 2}),
        (m.Return, {"table": 1, "token": bea.token()}),
        (m.Open, {"game": "?", "options": {}, "plans": (m.SeatPlan("open"),)}),
        (m.Leave, {}),
        (m.FetchRecord, {"number": 2}),
    ):
        await bea.refused(kind, **more)
    if party.course.locked:
        await bea.refused(m.Watch, table=1)


async def _come_and_go(party: Party, ear: Listener) -> None:
    """Leave and return, with wrong tokens and old ones; hand over and take back."""
    for token in (b"x" * m.CLIENT_BYTES, bytes(64)):
        await ear.refused(m.Return, table=1, token=token)
    await ear.refused(m.Return, table=2, token=bytes(64))
    for seat in party.course.mine:
        await ear.do(m.HandOver, seat=seat, level="easy")
        await ear.refused(m.Act, seat=seat, action=party.course.pool[0], turn=party.turn)
        await ear.do(m.TakeBack, seat=seat)
    tokens = dict(ear.tokens)
    await ear.do(m.Leave)
    for place, token in tokens.items():
        await ear.do(m.Return, table=1, token=token)
        await ear.refused(m.Return, table=1, token=token)
        await _take_over(ear, place)
    if not tokens:
        await ear.do(m.Watch, table=1, password=party.password)


async def _take_over(ear: Listener, seat: int) -> None:
    """The return is said again, as if its answer had been lost: it is answered, and brings nothing new."""
    said = m.Return(id=ear.last_id + 1, table=1, token=ear.tokens[seat], fresh=ear.token())
    ear.last_id += 1
    assert isinstance(await ear.send(said), m.Done)
    assert isinstance(await ear.send(said), m.Done)
