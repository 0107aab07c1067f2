"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.game import CHANCE, Seat
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Aside, Options
from tests.core.great_divide.diagrams import Position, position

DATA = Path(__file__).parents[2] / "data" / "great_divide" / "perft.toml"
CASES: dict[str, dict[str, Any]] = tomllib.loads(DATA.read_text(encoding="utf-8"))


def after(s: Position) -> list[tuple[str, Position]]:
    """Everything that can happen next, and what comes of it."""
    acting = s.game.to_act(s.state)
    if not acting:
        return []
    seat = acting[0]
    actions = [a for a, _ in s.game.chances(s.state)] if seat == CHANCE else list(s.game.legal(s.state, seat))
    return [(s.game.notation(a), Position(s.game, s.game.apply(s.state, seat, a))) for a in actions]


def ways(s: Position, depth: int) -> int:
    """How many sequences of `depth` steps there are."""
    return 1 if depth == 0 else sum(ways(then, depth - 1) for _, then in after(s))


def breakdown(s: Position, depth: int) -> str:
    """The ways after each first step, to find where two counts part."""
    return "\n".join(f"{text}: {ways(then, depth - 1)}" for text, then in after(s))


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
    s = case(CASES[name])
    for depth, expected in enumerate(CASES[name]["counts"], start=1):
        counted = ways(s, depth)
        assert counted == expected, f"{name}, depth {depth}\n{breakdown(s, depth)}"


def test_every_case_counts_something() -> None:
    assert len(CASES) >= 12 and all(len(data["counts"]) >= 2 for data in CASES.values())
