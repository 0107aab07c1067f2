"""A guest whose program was killed in the middle of a game finds its seat again."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from client.screens.lan.screen import LanScreen
from client.screens.shared.question import QuestionScreen
from client.screens.shared.waiting import WaitingScreen
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.session import seat_keys
from client.stage.settings import Settings
from client.ui.focus import label_words
from tests.client.couch import Couch, couch
from tests.client.couch_killed import at_the_table, decide
from tests.client.hosting import Hosting, begin, hosting

BO = Settings(language="en", names=("Bo",))
COUCH = {"game": "sturt", "options": {}, "seats": 2, "goal": 1, "clock": 0, "decisions": 1}


@pytest.fixture
def port() -> int:
    """One that nobody uses."""
    with socket.socket() as free:
        free.bind(("", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def ada(port: int, home: Path, tmp_path: Path) -> Iterator[Hosting]:
    """The host of a game that goes on; Bo's program, with its files in `home`, was killed."""
    words = ("host", "sturt", "--name", "Ada", "--port", str(port))
    with hosting(words, tmp_path / "ada") as host:
        host.until(lambda at: at.get("port") == port)
        with hosting(("join", f"localhost:{port}", "--name", "Bo", "--seat", "2"), home):
            host.until(lambda at: at.get("steps") == 3)
        host.until(lambda at: at.get("holders") == ["person", "away"])
        yield host


def title(hands: Couch) -> TitleScreen:
    hands.program.title()
    hands.rest(0.5)
    assert isinstance(hands.app.top, TitleScreen)
    return hands.app.top


def is_at_the_table(hands: Couch, ada: Hosting) -> None:
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    assert hands.table.client_table.yours == (1,) and len(hands.table.client_table.log) == 3
    ada.until(lambda at: at.get("holders") == ["person", "person"])


@pytest.mark.long
def test_continue_leads_back_to_the_seat_and_names_its_server(ada: Hosting) -> None:
    with couch(BO, drawn=False) as hands:
        button = title(hands).resume_
        assert button.enabled and "“Ada”" in label_words(button.tip)
        hands.press(button)
        is_at_the_table(hands, ada)


@pytest.mark.long
def test_with_a_game_on_the_couch_continue_asks_which(ada: Hosting, port: int) -> None:
    with couch(BO, drawn=False) as hands:
        at_the_table(hands, COUCH)
        hands.table.actions.leave()
        hands.until(lambda: isinstance(hands.app.top, TitleScreen))
        hands.press(title(hands).resume_)
        hands.until(lambda: isinstance(hands.app.top, QuestionScreen))
        hands.rest(0.5)
        question = hands.app.top
        assert isinstance(question, QuestionScreen)
        assert [label_words(button.label) for button in question.buttons] == [
            hands.app.translate("couch.here"),
            hands.app.translate("couch.there", server="Ada", address=f"127.0.0.1:{port}"),
        ]
        hands.press(question.buttons[1])
        is_at_the_table(hands, ada)


@pytest.mark.long
def test_the_list_of_servers_says_that_the_seat_is_kept(ada: Hosting, port: int) -> None:
    with couch(BO) as hands:
        hands.program.title()
        hands.program.lan()
        screen = hands.app.top
        assert isinstance(screen, LanScreen)
        hands.until(lambda: any(seen.found.port == port for seen in screen.sightings))
        found = next(seen.found for seen in screen.sightings if seen.found.port == port)
        assert screen.seats_words(found) == "your seat is kept"


@pytest.mark.long
def test_a_guest_who_calls_the_old_place_is_led_to_where_the_table_is_now(port: int, tmp_path: Path) -> None:
    """The host's program was killed, and somebody else has its port when it goes on."""
    words = ("host", "sturt", "--name", "Ada of old", "--port", str(port))
    with couch(BO, drawn=False) as hands, ExitStack() as stack:
        with hosting(words, tmp_path / "ada") as host:
            host.until(lambda at: at.get("port") == port)
            begin(hands, "join", f"127.0.0.1:{port}", "--name", "Bo", "--seat", "2")
            hands.until(
                lambda: isinstance(hands.app.top, TableScreen) and len(hands.table.client_table.log) == 1
            )
            table = hands.table
            decide(hands)
            hands.until(lambda: len(table.client_table.log) == 3)
        stack.enter_context(socket.create_server(("", port)))
        with hosting((*words, "--continue"), tmp_path / "ada") as host:
            now = host.until(lambda at: at.get("port", 0) > 0)["port"]
            assert now != port
            hands.until(lambda: isinstance(hands.app.top, WaitingScreen) and hands.app.top.searching)
            hands.until(lambda: hands.app.top is table)
            assert table.client_table.yours == (1,)
            host.until(lambda at: at.get("holders") == ["person", "person"])
        assert {place.port for place in seat_keys.remembered_seats()} >= {now}
