"""`couch --bot "command line"`: a program from outside holds a seat at a table of this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.app.launch import Launch
from client.app.start import first_screen
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.stage.settings import Settings
from tests.client.couch import Couch, couch
from tests.server.outside_programs import WRONG, command


@pytest.fixture
def hands(home: Path) -> Iterator[Couch]:
    with couch(Settings(speed=4.0), size=(640, 360), drawn=False) as made:
        yield made


def open_table(hands: Couch, *bots: str) -> None:
    first_screen(hands.program, Launch("couch", game="sturt", bots=bots, name="Ada"))


def test_a_program_plays_on_the_couch_and_an_ai_for_it_once_we_left(hands: Couch, tmp_path: Path) -> None:
    open_table(hands, command(tmp_path, WRONG["illegal"][0]))
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    table = hands.table.client_table
    assert [(holder.kind, holder.name, holder.program) for holder in table.holders] == [
        ("person", "Ada", False),
        ("person", "Tester", True),
    ]
    for turn in (0, 2):
        hands.until(lambda turn=turn: table.latest.turn >= turn and 0 in table.latest.to_act)  # type: ignore[misc]
        hands.table.session.act(0, table.game.legal(table.latest.view(table.yours[0]), table.yours[0])[0])
    hands.until(lambda: table.latest.turn == 4)
    server = hands.program.home.server
    assert server is not None
    number = table.table
    hands.table.actions.leave()
    assert isinstance(hands.app.top, TitleScreen)
    hands.program.go_on()
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    back = hands.table.client_table
    assert (back.table, back.holders[1].kind, back.port) == (number, "bot", 0)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("", "outside.refusal.ended"),
        ('{"version": 1, "games": ["ghawar"]}', "outside.refusal.other_game"),
        ('{"version": 1, "games": {"sturt": {"first": [1]}}}', "outside.refusal.other_options"),
    ],
)
def test_a_program_that_does_not_play_is_a_sentence(
    answer: str, code: str, hands: Couch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[str] = []
    monkeypatch.setattr(hands.app, "refuse", lambda why: refused.append(why.code))
    file = tmp_path / "bot.py"
    file.write_text(
        f"input()\nprint({answer!r}, end='\\n' if {answer!r} else '')\ninput() if {answer!r} else 0"
    )
    open_table(hands, f"{sys.executable} {file}")
    hands.until(lambda: isinstance(hands.app.top, TitleScreen) and hands.program.home.session is None)
    assert refused == [code]
