"""Positions that counts of all ways to go on begin with, as the data file has them."""

from __future__ import annotations

from typing import Any

import msgspec

from core.game import AnyGame
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options, State
from tests.core.games.ghawar.diagrams import building, built, position, start


def case(data: dict[str, Any]) -> tuple[AnyGame, State]:
    """The game of a case of the data file, and the position that it begins with."""
    told = {key: value for key, value in data.items() if key != "counts"}
    options = msgspec.convert(told.pop("options", {}), Options)
    if "diagram" in told:
        at = tuple(told.pop("at", (0, 0)))
        return GHAWAR, position(told.pop("diagram"), at=at, options=options, **told).state
    begin = {"start": start, "building": building, "built": built}[told.get("from", "start")]
    return GHAWAR, begin(told["seats"], options).state
