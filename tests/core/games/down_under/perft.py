"""Positions that counts of all ways to go on begin with, as the data file has them."""

from __future__ import annotations

from typing import Any

import msgspec

from core.game import AnyGame
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Options, State
from tests.core.games.down_under.diagrams import position


def case(data: dict[str, Any]) -> tuple[AnyGame, State]:
    """The game of a case of the data file, and the position that it begins with."""
    told = {key: value for key, value in data.items() if key != "counts"}
    options = msgspec.convert(told.pop("options", {}), Options)
    if "diagram" not in told:
        return DOWN_UNDER, DOWN_UNDER.start(options, told["seats"])
    return DOWN_UNDER, position(told.pop("diagram"), options=options, **told).state
