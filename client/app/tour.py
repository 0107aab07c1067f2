"""Tour of the screens without a window, with a picture of each: what `--headless --shots DIR` does.

The tour has a clock of its own, sixty frames to its second, so animations end at the same frame on any
machine; only what runs beside the window (the server, AIs) takes real time.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from client.app.navigation import Program
from client.screens.gather.screen import GatherScreen
from client.screens.lesson.screen import LessonScreen
from client.screens.lobby.screen import LobbyScreen
from client.screens.replay.screen import ReplayScreen
from client.screens.result.screen import ResultScreen
from client.screens.rules.screen import RulesScreen
from client.screens.setup.screen import SetupScreen
from client.screens.table.screen import TableScreen
from client.session.connection import ServerConnection
from client.session.session import Session
from client.stage.settings import load
from client.stage.window import App
from client.ui.intents import Back, Menu, Skip
from core.bots import Bot, Budget, bot
from core.game import Goal, Refused
from core.games import GAMES
from core.protocol import messages as m

if TYPE_CHECKING:
    from client.app.launch import Launch

FRAME_SECONDS: Final = 1 / 60
IDLE_TIMEOUT: Final = 60.0
"""Seconds of real time to wait for what runs beside the window, while nothing happens."""
PLAYER_NAMES: Final = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gil")
PICTURE_STEPS: Final = (12, 120)
"""Counts of steps after which a picture of the table is taken."""
RESULT_SECONDS: Final = 4.0
"""Seconds until a page of a result no longer moves."""
BOT_POSITIONS: Final = 400
"""Positions that the bots in the pictures look at."""


def tour(launch: Launch) -> int:
    """Write the pictures that a command asks for; the exit code. Raises `Refused`.

    SIGTERM ends it as SIGINT does: SDL would make an event of it, and nobody reads events here.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    guide = _Guide(launch)
    try:
        visit = {
            "demo": guide.demo,
            "rules": guide.rules,
            "replay": guide.replay,
            "couch": guide.setup,
            "challenge": guide.challenge,
            "learn": guide.lesson,
        }
        visit.get(launch.command, guide.everything)()
    finally:
        guide.close()
    return 0


class _Guide:
    """Guide through the program on a clock of its own."""

    def __init__(self, launch: Launch) -> None:
        self.launch = launch
        self.clock = 0.0
        settings = msgspec.structs.replace(load()[0], names=PLAYER_NAMES)
        if launch.lang:
            settings = msgspec.structs.replace(settings, language=launch.lang)
        size = launch.size or (settings.width, settings.height)
        self.app = App(
            settings,
            size=size,
            headless=True,
            seed=launch.seed or 0,
            shots=launch.shots,
            clock=self._clock_time,
        )
        self.program = Program(self.app, launch.seed if launch.seed is not None else 7)
        self.game = launch.game or GAMES[0].info.key

    def close(self) -> None:
        self.program.close()
        self.app.close()

    def _clock_time(self) -> float:
        return self.clock

    # --- time -----------------------------------------------------------------------------------

    def frame(self) -> None:
        self.clock += FRAME_SECONDS
        self.app.frame(events=[])

    def rest(self, seconds: float = 0.8) -> None:
        """Run frames until what was begun has come to rest."""
        end = self.clock + seconds
        while self.clock < end:
            self.frame()

    def until(self, true: Callable[[], bool]) -> None:
        """Run frames until a condition is true. Raises `Refused` if nothing happens for long."""
        last, end = self._at(), time.monotonic() + IDLE_TIMEOUT
        while not true():
            self.frame()
            if self._at() != last:
                last, end = self._at(), time.monotonic() + IDLE_TIMEOUT
            elif time.monotonic() > end:
                raise Refused("cli.refusal.tour_stuck")

    def _at(self) -> tuple[object, int, int]:
        """Progress so far: the screen, the turn of a table, and the turn it shows."""
        top = self.app.top
        if not isinstance(top, TableScreen):
            return top, 0, 0
        return top, top.client_table.latest.turn, top.client_table.position_view.turn

    def shot(self, name: str) -> None:
        self.rest()
        self.app.draw()
        self.app.shot(name)

    # --- what is visited ------------------------------------------------------------------------

    def everything(self) -> None:
        """Visit every screen."""
        self.program.title()
        self.shot("title")
        self.program.settings()
        self.shot("settings")
        self.app.pop()
        self.setup()
        self.app.pop()
        self.lesson()
        self.rules()
        self.app.pop()
        self.lan()
        self.table()

    def setup(self) -> None:
        self._title()
        self.program.setup(self.game, lan=False)
        self.until(lambda: isinstance(self.app.top, SetupScreen))
        self.shot("setup")

    def lesson(self) -> None:
        """Visit the first step of the guided first game."""
        self._title()
        self.program.learn(self.game)
        self.until(self._teaches)
        self.shot("lesson")
        screen = self.app.top
        assert isinstance(screen, LessonScreen)
        screen.actions.leave()

    def _teaches(self) -> bool:
        """Whether a step of a lesson is shown; how chance began the game is passed over."""
        screen = self.app.top
        if not isinstance(screen, LessonScreen):
            return False
        screen.model.skip()
        return screen.bubble is not None

    def rules(self) -> None:
        """Visit every page of the rules."""
        self._title()
        self.program.rules(self.game)
        screen = self.app.top
        assert isinstance(screen, RulesScreen)
        for page in range(len(screen.pages)):
            screen.go(page)
            self.shot(f"rules {page + 1}")

    def challenge(self) -> None:
        self._title()
        self.program.challenge(self.launch.day)
        self.shot("challenge")

    def replay(self) -> None:
        """Visit every step of a recorded game."""
        self._title()
        self.program.replay(self.launch.record)
        screen = self.app.top
        assert isinstance(screen, ReplayScreen)
        for number in range(len(screen.saved.steps) + 1):
            screen.jump(number)
            self.shot("replay")

    def demo(self) -> None:
        """Let AIs play; visit every step, and the result."""
        self._title()
        for _ in range(max(1, self.launch.games)):
            self.program.demo(
                self.game, self.launch.plain_options, self.launch.levels, seats=self.launch.seats
            )
            self._demo()

    def _demo(self) -> None:
        self._result().actions.leave()
        self.rest()

    def table(self) -> None:
        """Visit a table at the start, in the middle and at the end; its menu; the result; the replay."""
        plans = tuple(m.SeatPlan("me", name=name) for name in PLAYER_NAMES[:2])
        self.program.open(self.game, {}, plans, Goal(games=1))
        self.until(lambda: isinstance(self.app.top, TableScreen))
        table = self.app.top
        assert isinstance(table, TableScreen)
        rng = np.random.default_rng(self.launch.seed or 7)
        player = bot(table.client_table.game, "easy")
        moments = list(PICTURE_STEPS)
        while table.client_table.latest.outcome is None:
            self._decide(table, player, rng)
            if moments and len(table.client_table.log) >= moments[0]:
                del moments[0]
                self.shot("table")
        self.until(lambda: not table.model.playback.busy)
        table.handle(Menu())
        self.shot("menu")
        table.handle(Back())
        self._result()
        self.program.look_back(table.client_table)
        screen = self.app.top
        assert isinstance(screen, ReplayScreen)
        screen.jump(len(screen.saved.steps) // 2)
        self.shot("replay")

    def _result(self) -> ResultScreen:
        """Visit all pages of the result, without its ceremony."""
        self.until(lambda: isinstance(self.app.top, ResultScreen))
        result = self.app.top
        assert isinstance(result, ResultScreen)
        result.handle(Skip())
        for page in result.pages:
            self.rest(RESULT_SECONDS)
            self.shot(page)
            result.turn_over()
        return result

    def lan(self) -> None:
        """Visit the search for servers, a server's tables, a table where people gather."""
        from server.embedded import Embedded

        server = Embedded(PLAYER_NAMES[2], port=0, host="127.0.0.1")
        host = Session(ServerConnection(server.connect()))
        try:
            self._lan(host)
        finally:
            host.close()
            server.close()

    def _lan(self, session: Session) -> None:
        plans = (m.SeatPlan("me", name=PLAYER_NAMES[2]), m.SeatPlan("open"))
        session.ask(m.Open, game=self.game, options={}, plans=plans)
        asked = session.ask(m.Publish, name=PLAYER_NAMES[2])
        port = self._port(session, asked)
        self.program.lan(self.game)
        self.rest(3.0)
        self.shot("lan")
        self.program.call("127.0.0.1", port)
        self.until(lambda: isinstance(self.app.top, LobbyScreen))
        self.shot("lobby")
        lobby = self.app.top
        assert isinstance(lobby, LobbyScreen) and lobby.session.tables
        lobby.session.ask(m.Sit, table=lobby.session.tables[0].table, seat=1, name=PLAYER_NAMES[0])
        self.until(lambda: isinstance(self.app.top, GatherScreen))
        self.shot("gather")
        lobby.session.close()
        self.app.home()

    def _port(self, session: Session, port: int) -> int:
        ports: list[int] = []

        def told() -> bool:
            news = session.poll(self.clock)
            ports.extend(done.port for done in news if isinstance(done, m.Done) and done.id == port)
            return bool(ports)

        self.until(told)
        return ports[0]

    def _title(self) -> None:
        if self.app.top is None:
            self.program.title()
            self.rest(0.4)

    def _decide(self, screen: TableScreen, player: Bot, rng: np.random.Generator) -> None:
        client_table = screen.client_table

        def shown() -> bool:
            screen.model.skip()
            return screen.model.asked is not None or client_table.latest.outcome is not None

        self.until(shown)
        if screen.model.curtain.closed:
            self.shot("curtain")
            screen.model.curtain.lift()
            self.until(shown)
        seat = screen.model.chooser
        if seat is None:
            return
        view = client_table.latest.view(seat)
        screen.model.decide(player.choose(client_table.game, view, seat, rng, Budget(BOT_POSITIONS)))
        self.until(lambda: not screen.model.state.pending)
