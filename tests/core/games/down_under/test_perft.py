"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Options, State
from tests.core.games import perft
from tests.core.games.down_under.diagrams import position

CASES = perft.kept("down_under")


def case(data: dict[str, Any]) -> State:
    """The position that a case of the data file begins with."""
    told = {key: value for key, value in data.items() if key != "counts"}
    options = msgspec.convert(told.pop("options", {}), Options)
    if "diagram" not in told:
        return DOWN_UNDER.start(options, told["seats"])
    return position(told.pop("diagram"), options=options, **told).state


@pytest.mark.parametrize("name", CASES)
def test_perft(name: str) -> None:
    perft.check(DOWN_UNDER, case(CASES[name]), CASES[name]["counts"])


def test_enough_is_counted() -> None:
    assert len(CASES) >= 12
