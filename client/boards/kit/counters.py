"""Counters: rows of piles with their names and counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from client.boards.kit.hand import ThingKind, thing_target
from client.boards.kit.pieces import Art, HitArea, PaintContext
from client.ui.geometry import Rect
from client.ui.theme import Ink

PILE_GAP: Final = 34.0
"""Units between piles with their names and counts."""
PAPER_PADDING: Final = 18.0
"""Units between the rim of the paper and the piles."""
LABEL_HEIGHT: Final = 70.0
"""Height in units of the name and count below a pile."""
LARGEST_PILE: Final = 190.0
"""Most units across one of several piles that lie one below the other."""
VISIBLE_CARDS: Final = 4
"""Most cards drawn below the uppermost of a thick pile."""


class Pile(msgspec.Struct, frozen=True):
    """Pile of the things of one kind that are left: the art of the uppermost, and their number.

    `name` and `count_text` are keys of texts (`count` fills a gap of the second); `edges` are the two
    alternating colours of the things below the uppermost.
    """

    kind: ThingKind
    art: Art
    count: int
    name: str
    count_text: str
    edges: tuple[Ink, Ink]


def pile_rects(side: Rect, count: int) -> list[Rect]:
    """Rectangles of piles: one below the other, or in a low room side by side."""
    if not _is_low(side):
        size = min(side.w * 0.62, LARGEST_PILE)
        rows = side.inset(0, PAPER_PADDING).stack(count, size + LABEL_HEIGHT, PILE_GAP)
        return [row.cut_top(size)[0].place(size, size, "top") for row in rows]
    cells = side.inset(PAPER_PADDING).columns(*[1] * count, gap=PILE_GAP)
    return [cell.place(cell.h, cell.h, "left") for cell in cells]


def label_rects(side: Rect, count: int) -> list[Rect]:
    """Rectangles of names and counts: below the piles, or in a low room beside them."""
    rects = pile_rects(side, count)
    if not _is_low(side):
        return [Rect(side.x, rect.bottom + 12, side.w, LABEL_HEIGHT - 6) for rect in rects]
    cells = side.inset(PAPER_PADDING).columns(*[1] * count, gap=PILE_GAP)
    return [
        cell.cut_left(rect.w, PAPER_PADDING)[1].inset(0, 12) for cell, rect in zip(cells, rects, strict=True)
    ]


def _is_low(side: Rect) -> bool:
    return side.w > 2 * side.h


def piles_paper(side: Rect, count: int) -> Rect:
    """Rectangle of the paper under all piles: in a low room the whole of it."""
    if _is_low(side):
        return side
    rects = pile_rects(side, count)
    around = rects[0].union(rects[-1])
    return Rect(side.x, around.y - PAPER_PADDING, side.w, around.h + LABEL_HEIGHT + 2 * PAPER_PADDING)


def pile_spots(side: Rect, piles: Sequence[Pile]) -> list[HitArea]:
    """Hit areas of piles."""
    rects = pile_rects(side, len(piles))
    return [HitArea(thing_target(pile.kind), rect.grown(12)) for pile, rect in zip(piles, rects, strict=True)]


def draw_piles(look: PaintContext, side: Rect, piles: Sequence[Pile]) -> None:
    """Draw the piles on one paper, with names and counts; the larger a count, the thicker its pile."""
    if piles:
        look.canvas.panel(piles_paper(side, len(piles)), "float")
    rects, labels = pile_rects(side, len(piles)), label_rects(side, len(piles))
    for pile, rect, label in zip(piles, rects, labels, strict=True):
        _draw_pile(look, pile, rect)
        name, left = label.rows(2 if label.h > LABEL_HEIGHT else 1, 1)
        look.canvas.text(look.say(pile.name), name, "small", "ink", align="centre", fit="wrap")
        count = look.say(pile.count_text, count=pile.count)
        look.canvas.text(count, left, "small", "quiet", align="centre")


def _draw_pile(look: PaintContext, pile: Pile, rect: Rect) -> None:
    if not pile.count:
        look.canvas.rounded(rect, 12, "well", "line", 2)
        return
    for level in range(min(VISIBLE_CARDS, pile.count // 5), 0, -1):
        look.canvas.rounded(rect.moved(2.5 * level, 4.0 * level), 10, pile.edges[level % 2])
    pile.art.paint(look, rect)
