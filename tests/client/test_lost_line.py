"""A line that breaks between a question and its answer: who comes back can ask again."""

from __future__ import annotations

from client.screens.gather.screen import GatherActions, GatherScreen
from client.screens.lobby.screen import LobbyActions, LobbyScreen
from client.screens.table.screen import TableScreen
from client.session.session import Session
from client.session.states import SessionState
from core.game import Refusal, Seat
from core.games.sturt.state import Lay
from core.protocol import messages as m
from tests.client.screens_kit import Stage, opened, play_out, server, stage, table
from tests.client.test_bad_server import WELCOME, Server, connected, scene
from tests.client.test_screen_result import ended

LINE = m.TableSummary(1, "Attic", "sturt", 2, (m.Holder("person", "Bo"), m.Holder("open")), "playing", 0)


def at(on: Stage, far: Server, session: Session, *told: m.Message) -> Session:
    """The session once it has heard this."""
    far.say(WELCOME, *told)
    session.poll(on.clock.now)
    return session


def break_and_mend(on: Stage, session: Session) -> None:
    """The line is gone for a frame; whatever was asked is never answered."""
    session._lose(Refusal("net.refusal.lost"))
    on.frames()
    session._asked.clear()
    session._state = SessionState.OPEN


def test_a_decision_whose_answer_never_came_can_be_made_again() -> None:
    with connected() as (far, link), stage() as on:
        session = at(on, far, Session(link), scene(yours=(0, 1)))
        screen = table(session)
        on.app.push(screen)
        screen.decide(Lay(3, 1, 0))
        assert screen.chooser is None
        break_and_mend(on, session)
        assert screen.chooser == Seat(1)


def test_a_start_whose_answer_never_came_can_be_pressed_again() -> None:
    with connected() as (far, link), stage() as on:
        session = at(on, far, Session(link), scene(phase="gathering"))
        actions = GatherActions(begun=lambda: None, leave=lambda: None, lost=lambda lost: None)
        screen = GatherScreen(session, actions, lambda: ())
        on.app.push(screen)
        screen.start.press()
        break_and_mend(on, session)
        screen.start.press()
        assert [type(asked.command) for asked in session._asked.values()] == [m.Start]


def test_a_lobby_goes_on_to_the_table_though_an_answer_never_came() -> None:
    with connected() as (far, link), stage() as on:
        session = at(on, far, Session(link), m.Tables((LINE,)))
        entered: list[str] = []
        actions = LobbyActions(
            lambda: entered.append("yes"), leave=lambda: None, archive=lambda: None, lost=lambda lost: None
        )
        screen = LobbyScreen(session, actions)
        on.app.push(screen)
        screen.watch.press()
        break_and_mend(on, session)
        with connected() as (again, line):
            session._line, session._state = line, SessionState.CALLING
            again.say(WELCOME, scene())
            on.frames()
        assert entered


def test_whoever_looks_at_the_result_learns_that_the_line_is_gone() -> None:
    """The table below tells; a result from which no rematch can be asked for would not."""
    with server() as house, stage() as on:
        session = opened(on, house, "Ada", "Kenji")
        play_out(on, session)
        screen, _ = ended(on, session)
        on.frames()
        session._lose(Refusal("net.refusal.lost"))
        on.frames()
        assert isinstance(on.app.top, TableScreen) and on.app.top.model is screen.table


def test_a_notice_with_other_gaps_than_its_sentence_is_still_only_a_notice() -> None:
    with connected() as (far, link), stage() as on:
        session = at(on, far, Session(link), scene(phase="gathering"))
        actions = GatherActions(begun=lambda: None, leave=lambda: None, lost=lambda lost: None)
        on.app.push(GatherScreen(session, actions, lambda: ()))
        far.say(m.Notice("net.notice.undo_refused", {"nobody": 1}))
        on.frames()
        assert on.app.say("net.refusal.unknown") in [said.text for said in on.app.notices.alive(on.clock.now)]
