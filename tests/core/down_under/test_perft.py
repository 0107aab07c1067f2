"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Options, State
from tests.core.down_under.diagrams import position

DATA = Path(__file__).parents[2] / "data" / "down_under" / "perft.toml"
CASES: dict[str, dict[str, Any]] = tomllib.loads(DATA.read_text(encoding="utf-8"))


def after(s: State) -> list[tuple[str, State]]:
    """Everything that can happen next, and what comes of it."""
    actions = DOWN_UNDER.legal(s, s.turn)
    return [(DOWN_UNDER.notation(a), DOWN_UNDER.apply(s, s.turn, a)) for a in actions]


def ways(s: State, depth: int) -> int:
    """How many sequences of `depth` steps there are."""
    if depth <= 1:
        return len(DOWN_UNDER.legal(s, s.turn)) if depth else 1
    return sum(ways(then, depth - 1) for _, then in after(s))


def breakdown(s: State, depth: int) -> str:
    """The ways after each first step, to find where two counts part."""
    return "\n".join(f"{text}: {ways(then, depth - 1)}" for text, then in after(s))


def case(data: dict[str, Any]) -> State:
    """The position that a case of the data file begins with."""
    told = {key: value for key, value in data.items() if key != "counts"}
    options = msgspec.convert(told.pop("options", {}), Options)
    if "diagram" not in told:
        return DOWN_UNDER.start(options, told["seats"])
    return position(told.pop("diagram"), options=options, **told).state


@pytest.mark.parametrize("name", CASES)
def test_perft(name: str) -> None:
    s = case(CASES[name])
    for depth, expected in enumerate(CASES[name]["counts"], start=1):
        counted = ways(s, depth)
        assert counted == expected, f"{name}, depth {depth}\n{breakdown(s, depth)}"


def test_every_case_counts_something() -> None:
    assert len(CASES) >= 12 and all(len(data["counts"]) >= 2 for data in CASES.values())
