"""What the source of The Great Split leaves open, and which options it describes itself."""

from __future__ import annotations

from typing import Final

from core.game import Decision, DecisionGroup

DECISIONS: Final = (
    DecisionGroup(
        "numbers",
        (
            Decision("numbers"),
            Decision("art"),
            Decision("tracks"),
            Decision("books"),
            Decision("ties"),
        ),
    ),
    DecisionGroup(
        "cards",
        (
            Decision("groups"),
            Decision("limit"),
            Decision("splitter"),
            Decision("sold"),
            Decision("market"),
        ),
    ),
    DecisionGroup(
        "steps",
        (
            Decision("full"),
            Decision("arrows"),
            Decision("when"),
            Decision("gems"),
            Decision("characters"),
        ),
    ),
)
