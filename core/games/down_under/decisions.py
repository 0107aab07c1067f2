"""What the source of Down Under leaves open, and which options it describes itself."""

from __future__ import annotations

from typing import Final

from core.game import Decision, DecisionGroup

DECISIONS: Final = (
    DecisionGroup(
        "start",
        (
            Decision("first_cards"),
            Decision("size", option="size"),
            Decision("ends"),
            Decision("animals"),
            Decision("frames"),
            Decision("partial"),
            Decision("pairs"),
        ),
    ),
    DecisionGroup(
        "paths",
        (
            Decision("stuck"),
            Decision("opening"),
            Decision("cutting"),
            Decision("counting"),
            Decision("ties"),
        ),
    ),
    DecisionGroup(
        "billabongs",
        (
            Decision("appears"),
            Decision("mover"),
            Decision("exit"),
            Decision("order"),
            Decision("third_case"),
            Decision("late"),
        ),
    ),
    DecisionGroup(
        "variants",
        (
            Decision("dingo", option="dingo"),
            Decision("longest", option="paths_scored"),
            Decision("own_paths"),
            Decision("one_card"),
            Decision("path_cases"),
        ),
    ),
)
VARIANTS: Final = (
    "animals",
    "frame",
    "single_start",
    "two_paths",
)
