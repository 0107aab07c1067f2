"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.game import CHANCE
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Action, Options, State
from tests.core.ghawar.diagrams import building, built, position, start

DATA = Path(__file__).parents[2] / "data" / "ghawar" / "perft.toml"
CASES: dict[str, dict[str, Any]] = tomllib.loads(DATA.read_text(encoding="utf-8"))


def actions(s: State) -> list[Action]:
    """Everything that can happen next, chance included."""
    acting = GHAWAR.to_act(s)
    if acting == (CHANCE,):
        return [action for action, _ in GHAWAR.chances(s)]
    return GHAWAR.legal(s, acting[0]) if acting else []


def after(s: State) -> list[tuple[str, State]]:
    """The same, and what comes of it."""
    return [(GHAWAR.notation(a), GHAWAR.apply(s, GHAWAR.to_act(s)[0], a)) for a in actions(s)]


def ways(s: State, depth: int) -> int:
    """How many sequences of `depth` steps there are."""
    if depth == 1:
        return len(actions(s))
    return sum(ways(then, depth - 1) for _, then in after(s))


def breakdown(s: State, depth: int) -> str:
    """The ways after each first step, to find where two counts part."""
    if depth == 1:
        return "\n".join(text for text, _ in after(s))
    return "\n".join(f"{text}: {ways(then, depth - 1)}" for text, then in after(s))


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
    s = case(CASES[name])
    for depth, expected in enumerate(CASES[name]["counts"], start=1):
        counted = ways(s, depth)
        assert counted == expected, f"{name}, depth {depth}\n{breakdown(s, depth)}"


def test_every_case_counts_something() -> None:
    assert len(CASES) >= 12 and all(len(data["counts"]) >= 2 for data in CASES.values())
