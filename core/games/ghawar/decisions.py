"""What the source of Ghawar leaves open, and which options it describes itself."""

from __future__ import annotations

from typing import Final

from core.game import Decision, DecisionGroup

DECISIONS: Final = (
    DecisionGroup(
        "setup",
        (
            Decision("trucks", option="trucks"),
            Decision("cubes"),
            Decision("values"),
            Decision("money"),
            Decision("seats"),
            Decision("roads", option="roads"),
        ),
    ),
    DecisionGroup(
        "derricks",
        (
            Decision("dice", option="dice_choice"),
            Decision("last_round"),
            Decision("endless"),
            Decision("before", option="derricks"),
            Decision("free"),
        ),
    ),
    DecisionGroup(
        "driving",
        (
            Decision("turning"),
            Decision("foreign"),
            Decision("own"),
            Decision("leaving"),
            Decision("return"),
        ),
    ),
    DecisionGroup(
        "oil",
        (
            Decision("loading"),
            Decision("crossing", option="crossing_loads"),
            Decision("cargo", option="end"),
            Decision("stalemate", option="stalemate"),
            Decision("passing"),
            Decision("ties"),
        ),
    ),
)
