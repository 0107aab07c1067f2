"""Notation of actions.

`drive 4,7`, `drive 4,7 load 3,7`, `drive depot`, with several trucks `2: drive 4,7`; `derrick 3,5>7,1`,
`roll`, `pass`; `place 3,5`. Chance: `cube red`, `value red`, `dice 3 5`, `die 4`. Places are those of the
lattice, `x,y` from 0 to 12.
"""

from __future__ import annotations

import re
from typing import Final

from core.game import Refused
from core.games.ghawar.state import (
    COLOURS,
    Action,
    Build,
    Colour,
    Cube,
    Dice,
    Die,
    Drive,
    Leave,
    Pass,
    Roll,
    Shift,
    Value,
)

_LONGEST_SHOWN: Final = 40
_COLOUR: Final[dict[str, Colour]] = {colour: colour for colour in COLOURS}

_PLACE: Final = r"([0-9]|1[0-2]),([0-9]|1[0-2])"
_CUBE: Final = re.compile(rf"(cube|value) ({'|'.join(COLOURS)})")
_ROLL: Final = re.compile(r"die ([1-6])|dice ([1-6]) ([1-6])")
_BUILD: Final = re.compile(rf"place {_PLACE}")
_DRIVE: Final = re.compile(rf"(?:([1-3]): )?drive (?:depot|{_PLACE}(?: load {_PLACE})?)")
_SHIFT: Final = re.compile(rf"derrick {_PLACE}>{_PLACE}")


def notation(a: Action) -> str:
    """An action as text."""
    match a:
        case Cube():
            return f"cube {a.colour}"
        case Value():
            return f"value {a.colour}"
        case Dice():
            return f"dice {a.column} {a.row}"
        case Die():
            return f"die {a.pips}"
        case Roll():
            return "roll"
        case Build():
            return f"place {a.x},{a.y}"
        case Drive():
            load = "" if a.load is None else f" load {a.load[0]},{a.load[1]}"
            return f"{_numbered(a.truck)}drive {a.x},{a.y}{load}"
        case Leave():
            return f"{_numbered(a.truck)}drive depot"
        case Shift():
            return f"derrick {a.x},{a.y}>{a.to[0]},{a.to[1]}"
        case Pass():
            return "pass"


def _numbered(truck: int) -> str:
    return f"{truck}: " if truck else ""


def parse(text: str) -> Action:
    """An action from its text, spelled exactly so. Raises `Refused("notation.refusal.malformed")`."""
    if text == "pass":
        return Pass()
    if text == "roll":
        return Roll()
    if found := _CUBE.fullmatch(text):
        return (Cube if found[1] == "cube" else Value)(_COLOUR[found[2]])
    if found := _ROLL.fullmatch(text):
        return Die(int(found[1])) if found[1] else Dice(int(found[2]), int(found[3]))
    if found := _BUILD.fullmatch(text):
        return Build(int(found[1]), int(found[2]))
    if found := _SHIFT.fullmatch(text):
        return Shift(int(found[1]), int(found[2]), (int(found[3]), int(found[4])))
    if found := _DRIVE.fullmatch(text):
        truck = int(found[1] or 0)
        if found[2] is None:
            return Leave(truck)
        load = (int(found[4]), int(found[5])) if found[4] else None
        return Drive(int(found[2]), int(found[3]), load, truck)
    shown = text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
    raise Refused("notation.refusal.malformed", text=shown)
