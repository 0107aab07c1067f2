"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options, State
from tests.core.games import perft
from tests.core.games.ghawar.diagrams import building, built, position, start

CASES = perft.kept("ghawar")


def case(data: dict[str, Any]) -> State:
    """The position that a case of the data file begins with."""
    told = {key: value for key, value in data.items() if key != "counts"}
    options = msgspec.convert(told.pop("options", {}), Options)
    if "diagram" in told:
        at = tuple(told.pop("at", (0, 0)))
        return position(told.pop("diagram"), at=at, options=options, **told).state
    begin = {"start": start, "building": building, "built": built}[told.get("from", "start")]
    return begin(told["seats"], options).state


@pytest.mark.parametrize("name", CASES)
def test_perft(name: str) -> None:
    perft.check(GHAWAR, case(CASES[name]), CASES[name]["counts"])


def test_enough_is_counted() -> None:
    assert len(CASES) >= 12
