"""Notation of actions.

Cells are `x,y`. `EW@1,0` lays a straight, `SE@1,0` a curve, `endN@1,0` an end; with animals `NE@1,0=emu`,
with two paths a seat `a:NE@1,0`. `billabong@1,0` lays a billabong instead of a curve; after `turn SE@1,0`
the own curve there joins S and E.
"""

from __future__ import annotations

import re
from typing import Final

from core.game import Refused
from core.games.down_under.state import (
    ANIMALS,
    CARDS,
    CURVES,
    SET_ANIMALS,
    SHAPES,
    Action,
    Animal,
    Card,
    Curve,
    Lay,
    LayBillabong,
    PathLetter,
    Turn,
)

_LONGEST_SHOWN: Final = 40
_CARD: Final[dict[str, Card]] = {card: card for card in CARDS}
_CURVE: Final[dict[str, Curve]] = {card: card for card in CURVES}
_ANIMAL: Final[dict[str | None, Animal | None]] = {None: None, **{animal: animal for animal in ANIMALS}}
_COLOUR: Final[dict[str | None, PathLetter | None]] = {None: None, "a": "a", "b": "b"}

_CELL: Final = r"@(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)"
_LAY: Final = re.compile(rf"(?:([ab]):)?({'|'.join(CARDS)}){_CELL}(?:=({'|'.join(ANIMALS)}))?")
_BILLABONG: Final = re.compile(rf"billabong{_CELL}")
_TURN: Final = re.compile(rf"turn ({'|'.join(CURVES)}){_CELL}")


def notation(a: Action) -> str:
    """An action as text."""
    cell = f"@{a.x},{a.y}"
    if isinstance(a, LayBillabong):
        return f"billabong{cell}"
    if isinstance(a, Turn):
        return f"turn {a.card}{cell}"
    colour = f"{a.colour}:" if a.colour else ""
    animal = f"={a.animal}" if a.animal else ""
    return f"{colour}{a.card}{cell}{animal}"


def parse(text: str) -> Action:
    """An action from its text, spelled exactly so. Raises `Refused("notation.refusal.malformed")`.

    Of a card with an animal that none of its shape shows it is `down_under.refusal.no_such_animal`.
    """
    if found := _BILLABONG.fullmatch(text):
        return LayBillabong(int(found[1]), int(found[2]))
    if found := _TURN.fullmatch(text):
        return Turn(_CURVE[found[1]], int(found[2]), int(found[3]))
    if found := _LAY.fullmatch(text):
        card, animal = _CARD[found[2]], _ANIMAL[found[5]]
        if animal is not None and animal not in SET_ANIMALS.get(SHAPES[card], ()):
            raise Refused("down_under.refusal.no_such_animal")
        return Lay(card, int(found[3]), int(found[4]), animal, _COLOUR[found[1]])
    shown = text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
    raise Refused("notation.refusal.malformed", text=shown)
