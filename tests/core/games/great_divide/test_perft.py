"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.game import Seat
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Aside, Options
from tests.core.games import perft
from tests.core.games.great_divide.diagrams import Position, position

CASES = perft.kept("great_divide")


def case(data: dict[str, Any]) -> Position:
    """The position that a case of the data file begins with."""
    told = {key: value for key, value in data.items() if key != "counts"}
    options = msgspec.convert(told.pop("options", {}), Options)
    if "diagram" not in told:
        return Position(GREAT_DIVIDE, GREAT_DIVIDE.start(options, 2))
    if "cards" in told:
        told["cards"] = tuple(told["cards"])
    told["turn"] = Seat(told.get("turn", options.first))
    told["aside"] = tuple(msgspec.convert(tile, Aside) for tile in told.get("aside", []))
    return position(told.pop("diagram"), told.pop("drawn", ""), options=options, **told)


@pytest.mark.parametrize("name", CASES)
def test_perft(name: str) -> None:
    began = case(CASES[name])
    perft.check(began.game, began.state, CASES[name]["counts"])


def test_enough_is_counted() -> None:
    assert len(CASES) >= 12
