"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.games import perft
from tests.core.games.great_split.diagrams import Position, estate, position

CASES = perft.kept("great_split")


def case(data: dict[str, Any]) -> Position:
    """The position that a case of the data file begins with."""
    dealt = data["stage"] not in ("deal", "characters")
    seats = [
        estate(seat.get("tracks", ""), **{name: seat[name] for name in seat if name != "tracks"})
        for seat in data["seats"]
    ]
    more: dict[str, Any] = {} if dealt else {"tokens": ()}
    estates = [e if dealt else estate(character=None) for e in seats]
    ready = None
    if data["stage"] == "discard":
        ready = tuple(len(e.hand) <= 5 for e in estates)
    return position(data["stage"], *estates, round=data.get("round", 1), ready=ready, **more)


@pytest.mark.parametrize("name", CASES)
def test_perft(name: str) -> None:
    began = case(CASES[name])
    perft.check(began.game, began.state, CASES[name]["counts"])


def test_enough_is_counted() -> None:
    assert len(CASES) >= 12
