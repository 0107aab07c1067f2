"""The window at a remote server that goes and comes again: it calls, and then shows the same screen."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pygame
import pytest

from assets.texts import Texts
from client.app import bot_seats
from client.app.launch import Launch
from client.screens.gather.screen import GatherScreen
from client.screens.lobby.screen import LobbyScreen
from client.screens.result.screen import ResultScreen
from client.screens.shared.waiting import WaitingScreen
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.session import seat_keys
from client.session.connection import ServerConnection
from client.session.session import Session
from client.stage.settings import Settings
from client.stage.window import Screen
from core.game import Refusal
from core.protocol import messages as m
from core.protocol.wire import Connection, ConnectionSide
from server.storage.identity import SECRET_FILE
from tests.client.couch import Couch, couch
from tests.client.couch_killed import decide
from tests.client.serving import Caller, Serving

ENGLISH = Settings(language="en", names=("Ada", "Bo"), speed=4.0)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "server") as running:
        yield running


@pytest.fixture
def hands(home: Path) -> Iterator[Couch]:
    with couch(ENGLISH, (960, 540), drawn=False) as made:
        made.program.title()
        yield made


def on_top(hands: Couch, kind: type[Screen]) -> Screen:
    hands.until(lambda: type(hands.app.top) is kind)
    top = hands.app.top
    assert top is not None
    return top


def at_a_table(hands: Couch, serving: Serving, *plans: m.SeatPlan) -> None:
    """A table that the window opens at the server."""
    hands.program.call("127.0.0.1", serving.port)
    lobby = on_top(hands, LobbyScreen)
    assert isinstance(lobby, LobbyScreen)
    lobby.session.ask(m.Open, game="sturt", options={}, plans=plans)


def at_the_end(hands: Couch, serving: Serving) -> TableScreen:
    """A table that the window has opened at the server and played at; its result is shown."""
    at_a_table(hands, serving, m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"))
    table = on_top(hands, TableScreen)
    assert isinstance(table, TableScreen)
    while table.client_table.latest.outcome is None:
        decide(hands)
    on_top(hands, ResultScreen)
    return table


def again(
    hands: Couch,
    serving: Serving,
    screen: Screen,
    meanwhile: Callable[[], None] | None = None,
    place: str = "seat",
) -> None:
    """The server is killed and started; the screen gives way to the waiting one, and is back.

    The waiting screen says the `place` one comes back to.
    """
    serving.kill()
    waiting = on_top(hands, WaitingScreen)
    assert isinstance(waiting, WaitingScreen)
    assert waiting.text == hands.app.translate(f"table.waiting.back.{place}")
    hands.until(lambda: waiting.why is not None and waiting.why.code == "net.refusal.unreachable")
    if meanwhile is not None:
        meanwhile()
    serving.start()
    hands.until(lambda: hands.app.top is screen)


def test_a_couch_of_two_at_the_table(hands: Couch, serving: Serving) -> None:
    at_a_table(hands, serving, m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"))
    table = on_top(hands, TableScreen)
    assert isinstance(table, TableScreen)
    hands.settle()
    decide(hands)
    again(hands, serving, table)
    assert table.client_table.yours == (0, 1) and len(table.client_table.log) == 1
    hands.settle()
    decide(hands)
    assert len(table.client_table.log) == 2


@pytest.mark.long
def test_before_the_start_and_in_the_lobby(hands: Couch, serving: Serving) -> None:
    hands.program.call("127.0.0.1", serving.port)
    lobby = on_top(hands, LobbyScreen)
    assert isinstance(lobby, LobbyScreen)
    again(hands, serving, lobby, place="tables")
    lobby.session.ask(m.Open, game="sturt", options={}, plans=(m.SeatPlan("me", "Ada"), m.SeatPlan("open")))
    gather = on_top(hands, GatherScreen)
    assert isinstance(gather, GatherScreen)
    again(hands, serving, gather)
    assert gather.host and gather.client_table.yours == (0,)
    gather.start.press()
    on_top(hands, TableScreen)


FULL = Refusal("net.refusal.full")


@contextmanager
def full_server(port: int = 0) -> Iterator[tuple[int, Callable[[], None]]]:
    """A server that sends everybody away: its port, and what answers whoever has called by now."""
    with ExitStack() as open_, socket.create_server(("127.0.0.1", port)) as door:
        door.setblocking(False)

        def answer() -> None:
            with suppress(BlockingIOError):
                caller = open_.enter_context(door.accept()[0])
                wire = Connection(ConnectionSide.SERVER)
                caller.sendall(wire.opening() + wire.send(m.Bye(FULL)))

        yield door.getsockname()[1], answer


@pytest.mark.long
def test_whoever_comes_back_to_a_full_server_waits_for_a_place(hands: Couch, serving: Serving) -> None:
    at_a_table(hands, serving, m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"))
    table = on_top(hands, TableScreen)

    def is_full() -> None:
        with full_server(serving.port) as (_, answer):
            waiting = hands.app.top
            assert isinstance(waiting, WaitingScreen)

            def told() -> bool:
                answer()
                return waiting.why == FULL

            hands.until(told)
        assert hands.app.top is waiting

    again(hands, serving, table, is_full)


def test_whoever_calls_a_full_server_first_is_told_at_once(hands: Couch) -> None:
    with full_server() as (port, answer):
        hands.program.call("127.0.0.1", port)

        def told() -> bool:
            answer()
            return isinstance(hands.app.top, TitleScreen)

        hands.until(told)
    notices = [notice.text for notice in hands.app.notices.shown]
    assert notices == [hands.app.translate("net.refusal.full")]


@pytest.mark.long
def test_at_a_table_that_one_watches(hands: Couch, serving: Serving) -> None:
    ada = serving.call()
    ada.do(m.Open, game="sturt", options={}, plans=(m.SeatPlan("me", "Ada"), m.SeatPlan("open")))
    assert ada.session.client_table is not None
    hands.program.call("127.0.0.1", serving.port)
    lobby = on_top(hands, LobbyScreen)
    assert isinstance(lobby, LobbyScreen)
    lobby.session.ask(m.Watch, table=ada.session.client_table.table)
    gather = on_top(hands, GatherScreen)
    again(hands, serving, gather, place="watching")


@pytest.mark.long
def test_at_the_result(hands: Couch, serving: Serving) -> None:
    table = at_the_end(hands, serving)
    again(hands, serving, table)
    assert table.client_table.latest.outcome is not None and table.client_table.yours == (0, 1)
    on_top(hands, ResultScreen)


@pytest.mark.long
def test_at_the_final_board(hands: Couch, serving: Serving) -> None:
    """Who had left the result for the board stays there; the result is a press away, as before."""
    table = at_the_end(hands, serving)
    hands.honour()
    hands.key(pygame.K_ESCAPE)
    on_top(hands, TableScreen)
    again(hands, serving, table)
    hands.rest(3.0)
    assert hands.app.top is table
    table.offers[0].press()
    on_top(hands, ResultScreen)


@pytest.mark.long
def test_a_new_window_at_the_result(hands: Couch, serving: Serving) -> None:
    """The program has ended since, and is started again with the keys to the seats.

    They lead back from the list of tables; under *Continue* there is nothing that goes on.
    """
    table = at_the_end(hands, serving)
    table.actions.leave()
    assert seat_keys.remembered_seats() == ()
    hands.program.call("127.0.0.1", serving.port)
    lobby = on_top(hands, LobbyScreen)
    assert isinstance(lobby, LobbyScreen)
    hands.until(lambda: lobby.again in lobby.focus.widgets)
    lobby.again.press()
    on_top(hands, TableScreen)
    on_top(hands, ResultScreen)


def test_another_server_at_the_address_is_told_nothing_until_ours_is_back(
    hands: Couch, serving: Serving, tmp_path: Path
) -> None:
    at_a_table(hands, serving, m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"))
    table = on_top(hands, TableScreen)
    serving.kill()
    waiting = on_top(hands, WaitingScreen)
    assert isinstance(waiting, WaitingScreen)
    home, serving.data = serving.data, tmp_path / "another"
    serving.start()
    hands.until(lambda: waiting.why is not None and waiting.why.code == "net.refusal.not_proven")
    serving.kill()
    serving.data = home
    serving.start()
    hands.until(lambda: hands.app.top is table)


def test_a_server_that_has_forgotten_the_table_is_left(
    hands: Couch, serving: Serving, tmp_path: Path
) -> None:
    """The same one, going by its secret, without its tables."""
    at_a_table(hands, serving, m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"))
    on_top(hands, TableScreen)
    serving.kill()
    on_top(hands, WaitingScreen)
    another = tmp_path / "another"
    another.mkdir()
    shutil.copy(serving.data / SECRET_FILE, another)
    serving.data = another
    serving.start()
    on_top(hands, TitleScreen)
    said = hands.app.translate("net.refusal.no_such_table", table=1)
    assert said in [notice.text for notice in hands.app.notices.shown]


@pytest.mark.long
def test_whoever_has_enough_of_waiting_leaves(hands: Couch, serving: Serving) -> None:
    at_a_table(hands, serving, m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"))
    on_top(hands, TableScreen)
    serving.stop()
    on_top(hands, WaitingScreen)
    hands.key(pygame.K_ESCAPE)
    on_top(hands, TitleScreen)


def called(hands: Couch, serving: Serving) -> Session:
    """The window calls the server: another session, whatever there was before."""
    hands.program.call("127.0.0.1", serving.port)
    lobby = on_top(hands, LobbyScreen)
    assert isinstance(lobby, LobbyScreen)
    return lobby.session


def seated(hands: Couch, serving: Serving, table: int) -> Session:
    session = called(hands, serving)
    session.ask(m.Sit, table=table, seat=1, name="Bo")
    on_top(hands, GatherScreen)
    return session


def test_whoever_calls_again_from_the_same_window_is_the_same_guest(hands: Couch, serving: Serving) -> None:
    """Still muted after having left, and still sent away; from this machine itself nothing else tells."""
    ada = serving.call()
    ada.do(m.Open, game="sturt", options={}, plans=(m.SeatPlan("me", "Ada"), m.SeatPlan("open")))
    ada.until(lambda: ada.session.client_table is not None)
    assert ada.session.client_table is not None
    table = ada.session.client_table.table
    ada.do(m.Mute, guest=seated(hands, serving, table).guest)
    hands.app.top.actions.leave()  # type: ignore[union-attr]  # where people gather
    on_top(hands, TitleScreen)
    bo = seated(hands, serving, table)
    assert bo.client_table is not None and bo.client_table.holders[1].muted
    ada.do(m.Kick, guest=bo.guest)
    on_top(hands, TitleScreen)
    called(hands, serving).ask(m.Sit, table=table, seat=1, name="Bo")
    hands.until(
        lambda: hands.app.translate("net.refusal.banned") in [n.text for n in hands.app.notices.shown]
    )


def test_no_session_of_a_window_says_the_number_of_another(
    hands: Couch, serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What each does is done, and nothing is answered with what another has heard.

    A window has one mark for a server, and another one for another. Its numbers grow over all of them, for
    one address may lead to the server of another.
    """
    marks, numbers = list[bytes](), list[int]()
    greet, send = ServerConnection.greet, ServerConnection.send

    def greeting(line: ServerConnection, client: bytes, person: bytes | None = None) -> None:
        marks.append(client)
        greet(line, client, person)

    def sending(line: ServerConnection, message: m.Message) -> None:
        if isinstance(message, m.Command):
            numbers.append(message.id)
        send(line, message)

    monkeypatch.setattr(ServerConnection, "greet", greeting)
    monkeypatch.setattr(ServerConnection, "send", sending)
    plans = (m.SeatPlan("me", "Ada"), m.SeatPlan("me", "Bo"))
    for _ in range(2):
        at_a_table(hands, serving, *plans)
        table = on_top(hands, TableScreen)
        assert isinstance(table, TableScreen)
        hands.settle()
        decide(hands)
        assert len(table.client_table.log) == 1
        table.actions.leave()
        on_top(hands, TitleScreen)
    session = called(hands, serving)
    hands.until(lambda: session.tables is not None and len(session.tables) == 2)
    with Serving(tmp_path / "another") as another:
        session = called(hands, another)
        hands.until(lambda: session.tables is not None)
    assert len(marks) == 4 and marks[0] == marks[1] == marks[2] != marks[3]
    assert len(numbers) > 4 and numbers == sorted({*numbers})


@pytest.mark.long
def test_an_ai_that_joined_comes_back_by_itself(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And leaves when the server stays away for longer than it waits."""
    monkeypatch.setattr(bot_seats, "REDIAL_DELAY", 0.05)
    ada = serving.call()
    ada.do(m.Open, game="sturt", options={}, plans=(m.SeatPlan("me", "Ada"), m.SeatPlan("open")))
    launch = Launch("join", host="127.0.0.1", port=serving.port, bots=("easy",), seed=1)
    codes: list[int] = []
    joining = threading.Thread(target=lambda: codes.append(bot_seats.hold_seats(launch, Texts("en"))))
    joining.start()
    until_all_sit(ada)
    ada.do(m.Start)
    ada.act()
    ada.played(2)
    serving.kill()
    ada.lose()
    serving.start()
    ada.return_()
    until_all_sit(ada)
    ada.act()
    ada.played(4)
    monkeypatch.setattr(bot_seats, "GIVE_UP_DELAY", 0.2)
    serving.kill()
    joining.join(30)
    assert codes == [1] and Texts("en").translate("net.refusal.lost") in capsys.readouterr().err


def until_all_sit(caller: Caller) -> None:
    def all_sit() -> bool:
        client_table = caller.session.client_table
        return client_table is not None and all(holder.kind == "person" for holder in client_table.holders)

    caller.until(all_sit)
