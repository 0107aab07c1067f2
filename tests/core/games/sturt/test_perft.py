"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.game import Seat
from core.games.sturt.rules import STURT
from core.games.sturt.state import Options, State
from tests.core.games import perft
from tests.core.games.sturt.diagrams import state_of

CASES = perft.kept("sturt")


def position(case: dict[str, Any]) -> State:
    """The position that a case of the data file begins with."""
    options = msgspec.convert(case["options"], Options)
    if not case["diagram"]:
        return STURT.start(options, 2)
    return state_of(case["diagram"], Seat(case["turn"]), options)


@pytest.mark.parametrize("name", CASES)
def test_perft(name: str) -> None:
    perft.check(STURT, position(CASES[name]), CASES[name]["counts"])


def test_enough_is_counted() -> None:
    assert len(CASES) >= 8
