"""A line that breaks between a question and its answer: who comes back can ask again."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from client.screens.gather.screen import GatherActions, GatherScreen
from client.screens.lobby.screen import LobbyActions, LobbyScreen
from client.screens.table.screen import TableScreen
from client.session.session import Session
from core.game import Seat
from core.games.sturt.state import Lay
from core.protocol import messages as m
from tests.client.screens_kit import Stage, opened, play_out, server, stage, table
from tests.client.test_bad_server import WELCOME, Server, scene
from tests.client.test_screen_result import ended

LINE = m.TableSummary(1, "Attic", "sturt", 2, (m.Holder("person", "Bo"), m.Holder("open")), "playing", 0)


class Called:
    """A server that says what a test wants, and a session with it that calls again when its line breaks."""

    def __init__(self, on: Stage) -> None:
        self.on = on
        self._door = socket.create_server(("127.0.0.1", 0))
        host, port = self._door.getsockname()
        self.session = Session.to(host, port)
        self.far = self._welcoming()

    def _welcoming(self) -> Server:
        """The other end of a new line."""
        far = Server(self._door.accept()[0])
        far.send(WELCOME)
        self.on.until(lambda: self.session.status == "open", self.session)
        return far

    def hears(self, kind: type[m.Command], count: int = 1) -> list[m.Command]:
        """Commands of a kind on this line, as soon as there are so many."""

        def found() -> list[m.Command]:
            self.far.hear()
            return [command for command in self.far.heard if isinstance(command, kind)]

        self.on.until(lambda: len(found()) >= count, self.session)
        return found()

    def break_and_mend(self, way_back: type[m.Command], asked: type[m.Command]) -> None:
        """The line is gone and comes again: the way back is answered, what was asked before never is."""
        self.hears(asked)
        self.session.line.close()
        self.on.frames()
        assert self.session.status == "lost" and self.session.call_again()
        self.far.socket.close()
        self.far = self._welcoming()
        (command,) = self.hears(way_back)
        self.far.send(m.Done(command.id))
        self.hears(asked)

    def close(self) -> None:
        self.session.close()
        self.far.socket.close()
        self._door.close()


@contextmanager
def called(on: Stage, *told: m.Message) -> Iterator[Called]:
    """Such a session, once it has heard this."""
    made = Called(on)
    try:
        made.far.send(*told)
        on.until(lambda: made.session.client_table or made.session.tables, made.session)
        yield made
    finally:
        made.close()


def test_a_decision_whose_answer_never_came_can_be_made_again() -> None:
    with stage() as on, called(on, scene(yours=(0, 1))) as line:
        screen = table(line.session)
        on.app.push(screen)
        screen.model.decide(Lay(3, 1, 0))
        assert screen.model.chooser is None
        line.break_and_mend(m.Watch, m.Act)
        assert screen.model.chooser == Seat(1)


def test_a_start_whose_answer_never_came_can_be_pressed_again() -> None:
    with stage() as on, called(on, scene(phase="gathering")) as line:
        screen = gathering(on, line.session)
        screen.start.press()
        line.break_and_mend(m.Watch, m.Start)
        screen.start.press()
        line.hears(m.Start, 2)


def test_a_lobby_goes_on_to_the_table_though_an_answer_never_came() -> None:
    with stage() as on, called(on, m.Tables((LINE,))) as line:
        entered: list[str] = []
        actions = LobbyActions(
            lambda: entered.append("yes"), leave=lambda: None, archive=lambda: None, lost=lambda lost: None
        )
        screen = LobbyScreen(line.session, actions)
        on.app.push(screen)
        line.session.ask(m.Browse)
        screen.watch.press()
        line.break_and_mend(m.Browse, m.Watch)
        assert not entered
        line.far.send(scene())
        on.until(lambda: entered, line.session)


def gathering(on: Stage, session: Session) -> GatherScreen:
    actions = GatherActions(begun=lambda: None, leave=lambda: None, lost=lambda lost: None)
    screen = GatherScreen(session, actions, lambda: ())
    on.app.push(screen)
    return screen


def test_whoever_looks_at_the_result_learns_that_the_line_is_gone() -> None:
    """The table below tells; a result from which no rematch can be asked for would not."""
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Kenji")
        play_out(on, session)
        screen, _ = ended(on, session)
        on.frames()
        session.line.close()
        on.frames()
        assert isinstance(on.app.top, TableScreen) and on.app.top.model is screen.table


def test_a_notice_with_other_gaps_than_its_sentence_is_still_only_a_notice() -> None:
    with stage() as on, called(on, scene(phase="gathering")) as line:
        gathering(on, line.session)
        line.far.send(m.Notice("net.notice.undo_refused", {"nobody": 1}))
        on.until(
            lambda: (
                on.app.translate("net.refusal.unknown")
                in [said.text for said in on.app.notices.alive(on.clock.now)]
            ),
            line.session,
        )
