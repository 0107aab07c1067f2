"""A host whose program was killed in the middle of a game with a guest, and what comes then."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assets.texts import Texts
from client.app import command_line
from client.screens.gather.screen import GatherScreen
from client.screens.shared.question import QuestionScreen
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.session import seat_keys
from client.stage.settings import Settings
from core.protocol import messages as m
from tests.client.couch import Couch, couch
from tests.client.hosting import begin, hosting
from tests.client.serving import Caller

ADA = Settings(language="en", names=("Ada",))


@pytest.fixture(autouse=True)
def _home(home: Path) -> Path:
    """All files of the host's machine."""
    return home


@pytest.fixture
def port() -> int:
    """One that nobody uses."""
    with socket.socket() as free:
        free.bind(("", 0))
        return int(free.getsockname()[1])


def words(port: int) -> tuple[str, ...]:
    """What Ada types."""
    return ("host", "sturt", "--name", "Ada", "--port", str(port))


@pytest.fixture
def bo(port: int, home: Path, tmp_path: Path) -> Iterator[Caller]:
    """A guest who has played with Ada when her program was killed."""
    with hosting(words(port), home) as ada:
        ada.until(lambda said: said.get("port") == port)
        guest = Caller(port, seat_keys.keys_for(f"127.0.0.1:{port}", tmp_path / "elsewhere"))
        guest.do(m.Sit, table=1, seat=1, name="Bo")
        ada.until(lambda said: said.get("steps") == 1)
        guest.played(1)
        guest.act()
        guest.played(3)
    guest.lose()
    yield guest
    guest.session.close()


def at_the_table(hands: Couch) -> TableScreen:
    hands.until(lambda: isinstance(hands.app.top, TableScreen) and hands.table.client_table.port > 0)
    return hands.table


def go_on(hands: Couch) -> TableScreen:
    """Press *Continue* on the title screen."""
    hands.program.title()
    hands.rest(0.5)
    assert isinstance(hands.app.top, TitleScreen)
    hands.press(hands.app.top.resume_)
    return at_the_table(hands)


def both_until(hands: Couch, guest: Caller, true: Callable[[], bool]) -> None:
    """The window and its guest go on until something is true."""

    def turned() -> bool:
        guest.turn()
        return true()

    hands.until(turned)


def together(hands: Couch, guest: Caller) -> None:
    """Both sides go on until the guest is back."""
    if guest.session.status == "lost":
        assert guest.session.call_again(), guest.session.trouble

    def back() -> bool:
        if guest.session.status == "lost":
            assert guest.session.call_again(), guest.session.trouble
        return guest.session.returned

    both_until(hands, guest, back)
    hands.until(lambda: hands.table.client_table.holders[1].kind == "person")


def notices(hands: Couch) -> list[str]:
    return [notice.text for notice in hands.app.notices.shown]


def test_continue_opens_the_table_where_it_was(bo: Caller, port: int) -> None:
    with couch(ADA, drawn=False) as hands:
        table = go_on(hands)
        assert table.client_table.port == port and notices(hands) == []
        together(hands, bo)
        assert len(table.client_table.log) == 3


@pytest.mark.long
def test_continue_says_where_the_table_is_if_its_port_is_taken(bo: Caller, port: int) -> None:
    with socket.create_server(("", port)), couch(ADA, drawn=False) as hands:
        table = go_on(hands)
        assert table.client_table.port not in (0, port) and len(table.client_table.log) == 3
        assert hands.app.translate("couch.moved", port=port, now=table.client_table.port) in notices(hands)


def asked(hands: Couch, *more: str, port: int) -> QuestionScreen:
    """The same command again: the question."""
    begin(hands, *words(port), *more)
    hands.until(lambda: isinstance(hands.app.top, QuestionScreen))
    hands.rest(0.5)
    assert isinstance(hands.app.top, QuestionScreen)
    return hands.app.top


@pytest.mark.long
def test_the_same_command_asks_and_goes_on_with_the_game_of_the_same_people(bo: Caller, port: int) -> None:
    with couch(ADA, drawn=False) as hands:
        question = asked(hands, port=port)
        assert "Bo" in question.text and bo.session.call_again()
        hands.press(question.buttons[0])
        assert at_the_table(hands).client_table.port == port
        together(hands, bo)
        assert len(hands.table.client_table.log) == 3
        bo.act()
        both_until(hands, bo, lambda: len(hands.table.client_table.log) == 4)


@pytest.mark.long
def test_a_guest_comes_back_after_the_host_has_begun_anew_and_then_gone_on(
    bo: Caller, port: int, tmp_path: Path
) -> None:
    """With the new table the guest is at no table; with the old one again it is at its seat."""
    with couch(ADA, drawn=False) as hands:
        hands.press(asked(hands, port=port).buttons[1])
        hands.until(
            lambda: isinstance(hands.app.top, GatherScreen) and hands.app.top.client_table.port == port
        )
        assert bo.session.call_again()
        both_until(hands, bo, lambda: bo.session.status == "lost")
        assert bo.session.trouble is not None and bo.session.trouble.code == "net.refusal.no_such_table"
    with couch(ADA, drawn=False) as hands:
        begin(hands, *words(port), "--continue")
        at_the_table(hands)
        again = Caller(port, seat_keys.keys_for(f"127.0.0.1:{port}", tmp_path / "elsewhere"))
        again.session.come_back(1)
        both_until(hands, again, lambda: again.session.answered)
        assert again.session.client_table is not None and again.session.client_table.yours == (1,)
        again.session.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("changed", "to"), [("--name", "Cy"), ("sturt", "ghawar")], ids=["somebody else", "another game"]
)
def test_another_game_or_somebody_else_is_not_asked(bo: Caller, port: int, changed: str, to: str) -> None:
    said = [*words(port)]
    said[said.index(changed) + (changed == "--name")] = to
    with couch(ADA, drawn=False) as hands:
        begin(hands, *said)
        hands.until(lambda: isinstance(hands.app.top, GatherScreen))


def test_new_begins_anew_without_a_question(bo: Caller, port: int) -> None:
    with couch(ADA, drawn=False) as hands:
        begin(hands, *words(port), "--new")
        hands.until(
            lambda: isinstance(hands.app.top, GatherScreen) and hands.app.top.client_table.port == port
        )


def test_continue_without_such_a_game_says_so(port: int) -> None:
    with couch(ADA, drawn=False) as hands:
        begin(hands, *words(port), "--continue")
        hands.until(lambda: isinstance(hands.app.top, TitleScreen))
        said = hands.app.translate("couch.none", name="Ada", game="Sturt's Stony Desert")
        assert said in notices(hands)


def test_both_continue_and_new_make_no_sense(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        command_line.main(("--lang", "en", "host", "sturt", "--continue", "--new")) == command_line.USAGE_EXIT
    )
    assert capsys.readouterr().err.strip() == Texts("en").translate("cli.refusal.continue_and_new")
