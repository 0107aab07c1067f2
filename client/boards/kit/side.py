"""Side: the things beside the board, each declared once with its place, picture, hit area and tip."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, Final, TypeVarTuple

import msgspec

from client.boards.kit.pieces import Art, HitArea, PaintContext, Piece, Target
from client.boards.kit.tips import Tip
from client.ui.canvas import Align, Fit
from client.ui.geometry import Rect
from client.ui.theme import Ink, Role

Given = TypeVarTuple("Given")


class SideItem(msgspec.Struct, frozen=True, eq=False):
    """Thing beside the board.

    Its `art` is painted into `rect` with the opacity `alpha`, and does not move; on it lie `pieces`, which
    do. With a `target` it can be pointed at, in its rectangle or in `area`, and has the `tip`. If it `acts`,
    a press on it is a decision, which the target names; on any other one can only ask.
    """

    rect: Rect
    art: Art | None = None
    target: Target | None = None
    tip: Tip | None = None
    acts: bool = False
    area: Rect | None = None
    round: bool = False
    alpha: float = 1.0
    pieces: tuple[Piece, ...] = ()


def hit_areas(side: Sequence[SideItem], *, acts: bool) -> list[HitArea]:
    """Hit areas of the things that can be chosen, or of those that one can only ask about."""
    return [
        HitArea(item.target, item.area or item.rect, item.round)
        for item in side
        if item.target is not None and item.acts == acts
    ]


def side_key(side: Sequence[SideItem]) -> Hashable:
    """Everything that `paint_side` depends on."""
    return tuple((item.rect, item.art, item.alpha) for item in side if item.art is not None)


def paint_side(ctx: PaintContext, side: Sequence[SideItem]) -> None:
    """Paint all things without the pieces on them."""
    for item in side:
        if item.art is not None:
            with ctx.canvas.faded(item.alpha):
                item.art.paint(ctx, item.rect)


class Painted(Art, frozen=True):
    """Picture by the function that draws it and what this is given, all of it values."""

    draw: Callable[..., None]
    given: tuple[Any, ...] = ()

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        self.draw(ctx, rect, *self.given)


def painted(painter: Callable[[PaintContext, Rect, *Given], None], *given: *Given) -> Painted:
    """Art that `painter` draws into its rectangle from the values `given`."""
    return Painted(painter, given)


def draw_sheet(ctx: PaintContext, rect: Rect) -> None:
    """Draw a sheet of paper that floats over the land."""
    ctx.canvas.panel(rect, "float")


SHEET: Final = painted(draw_sheet)


class Words(Art, frozen=True):
    """Text by its key, with `count` in its gap of that name; without a key the count alone."""

    key: str = ""
    count: int | None = None
    role: Role = "small"
    ink: Ink = "ink"
    align: Align = "centre"
    fit: Fit = "shrink"
    size: float | None = None
    tabular: bool = False

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        counted = {} if self.count is None else {"count": self.count}
        words = ctx.translate(self.key, **counted) if self.key else str(self.count)
        draw = partial(ctx.canvas.text, words, rect, self.role, self.ink, align=self.align, fit=self.fit)
        draw(size=self.size, tabular=self.tabular)
