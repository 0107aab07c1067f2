"""Counts of all ways to go on from set positions, as chess programs have them (see the data file)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from core.game import CHANCE
from tests.core.great_split.diagrams import FILE, Position, estate, position

CASES: dict[str, dict[str, Any]] = tomllib.loads(FILE.with_name("perft.toml").read_text(encoding="utf-8"))


def after(s: Position) -> list[tuple[str, Position]]:
    """Everything that can happen next, and what comes of it; of several seats the first goes on."""
    acting = s.game.to_act(s.state)
    if not acting:
        return []
    return [
        (s.game.notation(a), s.play(s.game.notation(a)))
        for a in s.actions(acting[0])
        if acting[0] == CHANCE or s.game.why_not(s.state, acting[0], a) is None
    ]


def ways(s: Position, depth: int) -> int:
    """How many sequences of `depth` steps there are; the last ones are only listed."""
    if depth == 1:
        acting = s.game.to_act(s.state)
        return len(s.actions(acting[0])) if acting else 0
    return sum(ways(then, depth - 1) for _, then in after(s))


def breakdown(s: Position, depth: int) -> str:
    """The ways after each first step, to find where two counts part."""
    return "\n".join(f"{text}: {ways(then, depth - 1) if depth > 1 else 1}" for text, then in after(s))


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
    s = case(CASES[name])
    for depth, expected in enumerate(CASES[name]["counts"], start=1):
        counted = ways(s, depth)
        assert counted == expected, f"{name}, depth {depth}\n{breakdown(s, depth)}"


def test_every_case_counts_something() -> None:
    assert len(CASES) >= 12 and all(len(data["counts"]) >= 2 for data in CASES.values())
