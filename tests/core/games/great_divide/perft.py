"""Positions that counts of all ways to go on begin with, as the data file has them."""

from __future__ import annotations

from typing import Any

import msgspec

from core.game import AnyGame, Seat
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Aside, Options, State
from tests.core.games.great_divide.diagrams import position


def case(data: dict[str, Any]) -> tuple[AnyGame, State]:
    """The game of a case of the data file, on its own map, and the position that it begins with."""
    told = {key: value for key, value in data.items() if key != "counts"}
    options = msgspec.convert(told.pop("options", {}), Options)
    if "diagram" not in told:
        return GREAT_DIVIDE, GREAT_DIVIDE.start(options, 2)
    if "cards" in told:
        told["cards"] = tuple(told["cards"])
    told["turn"] = Seat(told.get("turn", options.first))
    told["aside"] = tuple(msgspec.convert(tile, Aside) for tile in told.get("aside", []))
    began = position(told.pop("diagram"), told.pop("drawn", ""), options=options, **told)
    return began.game, began.state
