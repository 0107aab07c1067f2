"""The actions of The Great Divide as text: `SE@3,4`, `flip 3`, `cards W125`, `tile five` …"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from core.game import Refused
from core.games.great_divide.land import Heading
from core.games.great_divide.state import (
    EVENTS,
    OTHER_KINDS,
    Action,
    Cards,
    Decline,
    Draw,
    EventCard,
    Flip,
    Flood,
    Give,
    Keep,
    Lay,
    LayBasin,
    LayPass,
    Remove,
    Tile,
    Turn,
    TurnPass,
)

LONGEST_NOTATION: Final = 60

_AXES: Final = ("N-S", "NE-SW", "SE-NW")
_WORDS: Final[dict[str, Action]] = {"draw": Draw(), "keep": Keep(), "give": Give(), "pass": Decline()}
_NUMBER: Final = r"(0|-?[1-9][0-9]{0,3})"
_PLACE: Final = rf"@{_NUMBER},{_NUMBER}"
_WAY: Final = "(N|NE|SE|S|SW|NW)"
_LAY: Final = re.compile(_WAY + _PLACE, re.ASCII)
_AXIS: Final = f"({'|'.join(_AXES)})"
_LAY_PASS: Final = re.compile(_AXIS + _PLACE, re.ASCII)
_AT: Final = re.compile("(basin|remove|flood)" + _PLACE, re.ASCII)
_TOWARDS: Final = re.compile("(flood|turn)" + _PLACE + ":" + _WAY, re.ASCII)
_TURN_PASS: Final = re.compile("turn" + _PLACE + ":" + _AXIS, re.ASCII)
_CARDS: Final = re.compile(r"cards ([0-9A-Za-z]+|-|\?)", re.ASCII)
_FLIP: Final = re.compile("flip ([0-9A-Za-z])", re.ASCII)
_TILE: Final = re.compile(f"tile ([0-9A-Za-z]|{'|'.join(OTHER_KINDS)})", re.ASCII)
_EVENT: Final = re.compile(f"event ({'|'.join(EVENTS)})", re.ASCII)


def notation(a: Action) -> str:
    """An action as text."""
    match a:
        case Cards():
            return f"cards {a.active or '-'}"
        case Flip():
            return f"flip {a.card}"
        case Lay():
            return f"{Heading(a.way).name}@{a.x},{a.y}"
        case LayPass():
            return f"{_AXES[a.axis]}@{a.x},{a.y}"
        case LayBasin():
            return f"basin@{a.x},{a.y}"
        case Tile():
            return f"tile {a.kind}"
        case EventCard():
            return f"event {a.event}"
        case Draw() | Keep() | Give() | Decline():
            return next(word for word, action in _WORDS.items() if action == a)
        case _:
            return _change(a)


def _change(a: Remove | Flood | Turn | TurnPass) -> str:
    """Action on a tile that lies already."""
    match a:
        case Remove():
            return f"remove@{a.x},{a.y}"
        case Flood():
            return f"flood@{a.x},{a.y}" + ("" if a.way is None else f":{Heading(a.way).name}")
        case Turn():
            return f"turn@{a.x},{a.y}:{Heading(a.way).name}"
        case TurnPass():
            return f"turn@{a.x},{a.y}:{_AXES[a.axis]}"


def parse(text: str) -> Action:
    """An action from its text, spelled exactly so. Raises `Refused("notation.refusal.malformed")`."""
    if text in _WORDS:
        return _WORDS[text]
    for form, read in _FORMS.items():
        found = form.fullmatch(text) if len(text) <= LONGEST_NOTATION else None
        if found and "-0" not in found.groups():
            return read(*found.groups())
    raise Refused("notation.refusal.malformed", text=text[:LONGEST_NOTATION])


def _at(word: str, x: str, y: str) -> Action:
    if word == "basin":
        return LayBasin(int(x), int(y))
    return Remove(int(x), int(y)) if word == "remove" else Flood(int(x), int(y))


def _towards(word: str, x: str, y: str, way: str) -> Action:
    kind = Flood if word == "flood" else Turn
    return kind(int(x), int(y), Heading[way].value)


_FORMS: Final[dict[re.Pattern[str], Callable[..., Action]]] = {
    _LAY: lambda way, x, y: Lay(int(x), int(y), Heading[way].value),
    _LAY_PASS: lambda axis, x, y: LayPass(int(x), int(y), _AXES.index(axis)),
    _AT: _at,
    _TOWARDS: _towards,
    _TURN_PASS: lambda x, y, axis: TurnPass(int(x), int(y), _AXES.index(axis)),
    _CARDS: lambda active: Cards("" if active == "-" else active),
    _FLIP: Flip,
    _TILE: Tile,
    _EVENT: EventCard,
}
