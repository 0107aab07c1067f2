"""What the source of Sturt's Stony Desert leaves open, and which options it describes itself."""

from __future__ import annotations

from typing import Final

from core.game import Decision, DecisionGroup

DECISIONS: Final = (
    DecisionGroup(
        "winning",
        (
            Decision("both_growing"),
            Decision("last_card"),
            Decision("both_covering"),
            Decision("edges"),
        ),
    ),
    DecisionGroup(
        "draws",
        (
            Decision("route"),
            Decision("announcing", option="announce"),
            Decision("by_hand"),
            Decision("first", option="first"),
            Decision("draw"),
            Decision("declaring"),
            Decision("alone"),
        ),
    ),
)
VARIANTS: Final = ("no_draws",)
