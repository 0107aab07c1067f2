"""Counters: rows of piles with their names and counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from client.boards.kit.action_picker import ThingKind, thing_target
from client.boards.kit.pieces import Art, PaintContext
from client.boards.kit.side import SHEET, SideItem, Words, painted
from client.ui.boxes import Box, Boxes, column, lay_out, row
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


@lru_cache(maxsize=4)
def pile_boxes(side: Rect, count: int) -> Boxes:
    """Rectangles of piles (`pile 0` …), their names and counts (`label 0` …).

    The piles lie one below the other, with the words below each; in a low room side by side, with the words
    beside each.
    """
    if _is_low(side):
        cells = (
            row(
                Box(f"pile {index}", ratio=1.0, size=max(0.0, side.h - 2 * PAPER_PADDING)),
                column(Box(f"label {index}"), pad=(0.0, 12.0)),
                gap=PAPER_PADDING,
            )
            for index in range(count)
        )
        return lay_out(row(*cells, gap=PILE_GAP, pad=PAPER_PADDING), side)
    size = min(side.w * 0.62, LARGEST_PILE)
    cells = (
        column(
            Box(f"pile {index}", size=size, ratio=1.0),
            Box(f"label {index}", size=LABEL_HEIGHT - 6),
            size=size + LABEL_HEIGHT,
            gap=12.0,
        )
        for index in range(count)
    )
    return lay_out(column(*cells, gap=PILE_GAP, pad=(0.0, PAPER_PADDING)), side)


def _is_low(side: Rect) -> bool:
    return side.w > 2 * side.h


def pile_items(side: Rect, piles: Sequence[Pile]) -> Iterator[SideItem]:
    """Piles on one paper, with names and counts."""
    boxes = pile_boxes(side, len(piles))
    if piles:
        around = boxes["pile 0"].union(boxes[f"pile {len(piles) - 1}"])
        high = around.h + LABEL_HEIGHT + 2 * PAPER_PADDING
        paper = Rect(side.x, around.y - PAPER_PADDING, side.w, high)
        yield SideItem(side if _is_low(side) else paper, SHEET)
    for index, pile in enumerate(piles):
        rect, label = boxes[f"pile {index}"], boxes[f"label {index}"]
        art, target = painted(_draw_pile, pile), thing_target(pile.kind)
        yield SideItem(rect, art, target, acts=True, area=rect.grown(12))
        name, count = label.rows(2 if label.h > LABEL_HEIGHT else 1, 1)
        yield SideItem(name, Words(pile.name, fit="wrap"))
        yield SideItem(count, Words(pile.count_text, pile.count, ink="quiet", tabular=False))


def _draw_pile(ctx: PaintContext, rect: Rect, pile: Pile) -> None:
    """Draw a pile: the larger its count, the thicker."""
    if not pile.count:
        ctx.canvas.rounded(rect, 12, "well", "line", 2)
        return
    for level in range(min(VISIBLE_CARDS, pile.count // 5), 0, -1):
        ctx.canvas.rounded(rect.moved(2.5 * level, 4.0 * level), 10, pile.edges[level % 2])
    pile.art.paint(ctx, rect)
