"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.game import Seat
from core.games.sturt.rules import STURT
from core.games.sturt.state import Options, State
from tests.core.sturt.diagrams import state_of

DATA = Path(__file__).parents[2] / "data" / "sturt" / "perft.toml"
CASES: dict[str, dict[str, Any]] = tomllib.loads(DATA.read_text(encoding="utf-8"))


def ways(s: State, depth: int) -> int:
    """How many sequences of `depth` actions there are."""
    acting = STURT.to_act(s)
    if not acting:
        return 0
    legal = STURT.legal(s, acting[0])
    if depth == 1:
        return len(legal)
    return sum(ways(STURT.apply(s, acting[0], a), depth - 1) for a in legal)


def breakdown(s: State, depth: int) -> str:
    """The ways after each first action, to find where two counts part."""
    lines = []
    for a in STURT.legal(s, s.turn):
        after = STURT.apply(s, s.turn, a)
        lines.append(f"{STURT.notation(a)}: {ways(after, depth - 1) if depth > 1 else 1}")
    return "\n".join(lines)


def position(case: dict[str, Any]) -> State:
    """The position that a case of the data file begins with."""
    options = msgspec.convert(case["options"], Options)
    if not case["diagram"]:
        return STURT.start(options, 2)
    return state_of(case["diagram"], Seat(case["turn"]), options)


@pytest.mark.parametrize("name", CASES)
def test_perft(name: str) -> None:
    s = position(CASES[name])
    for depth, expected in enumerate(CASES[name]["counts"], start=1):
        counted = ways(s, depth)
        assert counted == expected, f"{name}, depth {depth}\n{breakdown(s, depth)}"


def test_every_case_counts_something() -> None:
    assert len(CASES) >= 8 and all(len(case["counts"]) >= 2 for case in CASES.values())
