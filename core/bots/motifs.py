"""Motifs: facts of a position that speak for an action, for people who ask why it is good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from core.bots.parts import has_part, part_of
from core.game import AnyGame, Seat
from core.refusal import Place

MOST_MOTIFS: Final = 3


class Motif(msgspec.Struct, frozen=True, gc=False):
    """Fact of a position that speaks for an action.

    `code` is the key of a sentence in the texts (`sturt.motif.connects`), `values` fill its gaps: a number as
    it is, `seat` by the seat's name, a string as the text with this key (`ghawar.colour.red`). `places` light
    up on the board. `weight`: what the fact is worth, in the game's own measure, for comparison with the
    other motifs of the same game.
    """

    code: str
    weight: float
    places: tuple[Place, ...] = ()
    values: dict[str, str | int] = {}


def motifs(game: AnyGame, view: Any, seat: Seat, action: Any) -> tuple[Motif, ...]:
    """Facts that speak for a legal action of a seat, by what the seat knows: the weightiest, at most three.

    Empty for a game that names none. A game's own are the function `motifs(view, seat, action)` in its
    `bot/motifs.py`, which may read them from the readable rules only.
    """
    if not has_part(game.info.key, "motifs"):
        return ()
    found: Sequence[Motif] = part_of(game.info.key, "motifs").motifs(view, seat, action)
    return tuple(sorted(found, key=lambda motif: -motif.weight)[:MOST_MOTIFS])
