"""A host whose program was killed in the middle of a game with a guest, and what comes then."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from client import returns
from client.screens.table import TableScreen
from client.screens.title import TitleScreen
from client.settings import Settings
from core import messages as m
from tests.client.couch import Couch, couch
from tests.client.hosting import hosting
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


@pytest.fixture
def bo(port: int, tmp_path: Path) -> Iterator[Caller]:
    """A guest who has played with Ada when her program was killed."""
    words = ("host", "sturt", "--name", "Ada", "--port", str(port))
    with hosting(words) as ada:
        ada.until(lambda said: said.get("port") == port)
        guest = Caller(port, returns.keys_for(f"127.0.0.1:{port}", tmp_path / "elsewhere"))
        guest.do(m.Sit, table=1, seat=1, name="Bo")
        ada.until(lambda said: said["steps"] == 1)
        guest.played(1)
        guest.act()
        guest.played(3)
    guest.lose()
    yield guest
    guest.session.close()


def at_the_table(hands: Couch) -> TableScreen:
    hands.until(lambda: isinstance(hands.app.top, TableScreen) and hands.table.mirror.port > 0)
    return hands.table


def go_on(hands: Couch) -> TableScreen:
    """Press *Continue* on the title screen."""
    hands.program.title()
    hands.rest(0.5)
    assert isinstance(hands.app.top, TitleScreen)
    hands.press(hands.app.top.resume_)
    return at_the_table(hands)


def together(hands: Couch, guest: Caller) -> None:
    """Both sides go on until the guest is back."""
    if guest.session.status == "lost":
        assert guest.session.call_again(), guest.session.trouble

    def back() -> bool:
        guest.turn()
        if guest.session.status == "lost":
            assert guest.session.call_again(), guest.session.trouble
        return guest.session.returned

    hands.until(back)
    hands.until(lambda: hands.table.mirror.holders[1].kind == "person")


def notices(hands: Couch) -> list[str]:
    return [notice.text for notice in hands.app.notices.shown]


def test_continue_opens_the_table_where_it_was(bo: Caller, port: int) -> None:
    with couch(ADA, drawn=False) as hands:
        table = go_on(hands)
        assert table.mirror.port == port and notices(hands) == []
        together(hands, bo)
        assert len(table.mirror.log) == 3


def test_continue_says_where_the_table_is_if_its_port_is_taken(bo: Caller, port: int) -> None:
    with socket.create_server(("", port)), couch(ADA, drawn=False) as hands:
        table = go_on(hands)
        assert table.mirror.port not in (0, port) and len(table.mirror.log) == 3
        assert hands.app.say("couch.moved", port=port, now=table.mirror.port) in notices(hands)
