"""From set positions of every game there are as many ways to go on as were counted once."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.core import perft
from tests.core.floors import GROWN

KEPT = {game.info.key: perft.kept(game.info.key) for game in GROWN}


@pytest.mark.parametrize(("key", "name"), [(key, name) for key, cases in KEPT.items() for name in cases])
def test_perft(key: str, name: str) -> None:
    case = KEPT[key][name]
    game, state = import_module(f"tests.core.games.{key}.perft").case(case)
    perft.check(game, state, case["counts"])


@pytest.mark.parametrize("key", KEPT)
def test_enough_is_counted(key: str) -> None:
    assert len(KEPT[key]) >= (8 if key == "sturt" else 12)
