"""Positions that counts of all ways to go on begin with, as the data file has them."""

from __future__ import annotations

from typing import Any

import msgspec

from core.game import AnyGame, Seat
from core.games.sturt.rules import STURT
from core.games.sturt.state import Options, State
from tests.core.games.sturt.diagrams import state_of


def case(data: dict[str, Any]) -> tuple[AnyGame, State]:
    """The game of a case of the data file, and the position that it begins with."""
    options = msgspec.convert(data["options"], Options)
    if not data["diagram"]:
        return STURT, STURT.start(options, 2)
    return STURT, state_of(data["diagram"], Seat(data["turn"]), options)
