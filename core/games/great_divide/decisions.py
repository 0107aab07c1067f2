"""What the source of The Great Divide leaves open, and which options it describes itself."""

from __future__ import annotations

from typing import Final

from core.game import Decision, DecisionGroup

DECISIONS: Final = (
    DecisionGroup(
        "land",
        (
            Decision("board"),
            Decision("first", option="first"),
            Decision("turning", option="turning"),
            Decision("once"),
        ),
    ),
    DecisionGroup(
        "tiles",
        (
            Decision("aside"),
            Decision("returns"),
            Decision("last_tile"),
            Decision("draws"),
            Decision("oceans"),
            Decision("nothing"),
        ),
    ),
    DecisionGroup(
        "events",
        (
            Decision("fourth", option="fourth_event"),
            Decision("flood"),
            Decision("declining"),
            Decision("pass_river"),
            Decision("inland", option="inland_pass"),
        ),
    ),
)
VARIANTS: Final = (
    "great_basin",
    "two_ocean_pass",
    "earthquake",
    "events",
    "limited_selection",
)
