"""The golden games of every game are still played as they were written."""

from __future__ import annotations

import pytest

from tests.core.floors import GROWN
from tests.core.golden import golden_games, happens, steps_in, told

GOLDEN = golden_games()
EACH = [(key, name) for key, golden in GOLDEN.items() for name in golden.games]


def text_of(key: str, name: str) -> str:
    return GOLDEN[key].file_of(name).read_text(encoding="utf-8")


@pytest.mark.parametrize(("key", "name"), EACH)
def test_golden(key: str, name: str) -> None:
    text = text_of(key, name)
    assert told(GOLDEN[key], name, steps_in(text)) == text


@pytest.mark.parametrize(("key", "name"), EACH)
def test_what_a_game_is_there_for_happens_in_it(key: str, name: str) -> None:
    assert GOLDEN[key].games[name].wanted(happens(text_of(key, name)))


@pytest.mark.parametrize("key", [game.info.key for game in GROWN])
def test_every_file_belongs_to_a_game(key: str) -> None:
    golden = GOLDEN[key]
    assert set(golden.folder.glob("game-*.txt")) == {golden.file_of(name) for name in golden.games}
