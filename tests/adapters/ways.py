"""Ways to play in which the adapters are tested: each game as usual, and with much of what it has."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pytest


class Way(NamedTuple):
    """A game with seats and options."""

    key: str
    seats: int
    options: dict[str, Any]


WAYS: Final = (
    Way("sturt", 2, {}),
    Way("sturt", 2, {"announce": "by hand", "no_draws": True, "first": 1}),
    Way("down_under", 2, {}),
    Way("down_under", 3, {"size": "6x6", "animals": True, "single_start": True}),
    Way("great_divide", 2, {}),
    Way(
        "great_divide",
        2,
        {
            "great_basin": True,
            "two_ocean_pass": True,
            "earthquake": True,
            "events": 2,
            "limited_selection": True,
        },
    ),
    Way("great_split", 2, {}),
    Way("great_split", 4, {}),
    Way("ghawar", 2, {}),
    Way("ghawar", 3, {"trucks": 2, "roads": "ring", "dice_choice": True, "derricks": "instead of the roll"}),
)
EACH_WAY: Final = pytest.mark.parametrize(
    "way", [pytest.param(way, id=f"{way.key}-{way.seats}-{len(way.options)}") for way in WAYS]
)
