"""Positions that counts of all ways to go on begin with, as the data file has them."""

from __future__ import annotations

from typing import Any

from core.game import AnyGame
from core.games.great_split.state import State
from tests.core.games.great_split.diagrams import GAME, estate, position


def case(data: dict[str, Any]) -> tuple[AnyGame, State]:
    """The game of a case of the data file, and the position that it begins with."""
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
    return GAME, position(data["stage"], *estates, round=data.get("round", 1), ready=ready, **more).state
