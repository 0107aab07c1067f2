"""Counters: rows of things with how many there are of them, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from client.boards.kit.hand import Kind, thing
from client.boards.kit.pieces import Art, Look, Spot
from client.ui.geometry import Rect
from client.ui.theme import Ink

GAP: Final = 46.0
LABEL: Final = 84.0
"""Units high: name and count below a pile."""
LARGEST: Final = 190.0
"""Units across a pile at most."""
LEVELS: Final = 4
"""Cards one sees under the first of a thick pile."""


class Pile(msgspec.Struct, frozen=True):
    """Things of one kind that are left: the art of the uppermost, and how many there are.

    `name` and `count_text` are keys of texts (`count` fills a gap of the second); `edges` are the colours of
    the things that lie below.
    """

    kind: Kind
    art: Art
    count: int
    name: str
    count_text: str
    edges: tuple[Ink, Ink]


def pile_rects(side: Rect, count: int) -> list[Rect]:
    """Where so many piles lie, one below the other."""
    size = min(side.w * 0.62, LARGEST)
    rows = side.stack(count, size + LABEL, GAP)
    return [row.cut_top(size)[0].place(size, size, "top") for row in rows]


def pile_spots(side: Rect, piles: Sequence[Pile]) -> list[Spot]:
    """Where piles can be pressed."""
    rects = pile_rects(side, len(piles))
    return [Spot(thing(pile.kind), rect.grown(12)) for pile, rect in zip(piles, rects, strict=True)]


def draw_piles(look: Look, side: Rect, piles: Sequence[Pile]) -> None:
    """The piles with their names and counts, the thicker the more there are."""
    for pile, rect in zip(piles, pile_rects(side, len(piles)), strict=True):
        _draw_pile(look, pile, rect)
        label = Rect(side.x, rect.bottom + 18, side.w, 34)
        look.canvas.text(look.say(pile.name), label, "small", "ink", align="centre")
        count = look.say(pile.count_text, count=pile.count)
        look.canvas.text(count, label.moved(0, 32), "small", "quiet", align="centre", tabular=True)


def _draw_pile(look: Look, pile: Pile, rect: Rect) -> None:
    if not pile.count:
        look.canvas.rounded(rect, 12, "well", "line", 2)
        return
    for level in range(min(LEVELS, pile.count // 5), 0, -1):
        look.canvas.rounded(rect.moved(2.5 * level, 4.0 * level), 10, pile.edges[level % 2])
    pile.art.paint(look, rect)
