"""What the pieces of Down Under look like: cards, billabongs, animals, marks of the field, ribbons, tags."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from msgspec.structs import replace

from client.boards.down_under import cards
from client.boards.down_under.camera import Box, Sight
from client.boards.down_under.earth import Mark, draw_cell
from client.boards.down_under.ribbon_sprites import CellRect
from client.boards.down_under.ribbons import draw_length, draw_ribbon, point_at
from client.boards.down_under.road_geometry import Part
from client.boards.down_under.signs import draw_barrier, draw_gain
from client.boards.kit.pieces import Art, Look
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.down_under import state as game
from core.games.down_under.state import BILLABONG, Laid, Stretch, Tip

DISC: Final = 0.27
"""Diameter of a number along a path, in sides of a cell."""
FENCE: Final = 5.0
"""Units wide: the border of the field where it is certain."""


class Card(Art, frozen=True):
    """A card in the style of its path, without its animal.

    It lies `lift` units above the ground; a `ghost` cannot lie there.
    """

    casts: ClassVar[bool] = False

    card: game.Card
    style: int
    ghost: bool = False
    lift: float = 0.0

    def paint(self, look: Look, rect: Rect) -> None:
        cards.draw_card(look.canvas, rect, self.card, self.style, ghost=self.ghost, lift=self.lift)


class Billabong(Art, frozen=True):
    """A billabong with the ways that lead over it."""

    casts: ClassVar[bool] = False

    through: tuple[game.Card, ...] = ()
    ghost: bool = False
    lift: float = 0.0

    def paint(self, look: Look, rect: Rect) -> None:
        cards.draw_billabong(look.canvas, rect, self.through, ghost=self.ghost, lift=self.lift)


class Animal(Art, frozen=True):
    """An animal on its disc."""

    casts: ClassVar[bool] = False

    animal: game.Animal

    def paint(self, look: Look, rect: Rect) -> None:
        cards.draw_animal(look.canvas, rect, self.animal)


class CellMark(Art, frozen=True):
    """A cell of the field, or one over which it may still grow, as far as it lies in the room."""

    mark: Mark
    room: Rect

    def paint(self, look: Look, rect: Rect) -> None:
        if rect.overlaps(self.room):
            with look.canvas.clip(self.room):
                draw_cell(look.canvas, rect, self.mark)


class Fence(Art, frozen=True):
    """A side at which the field certainly ends, along the middle of a narrow rectangle."""

    def paint(self, look: Look, rect: Rect) -> None:
        across = rect.w > rect.h
        start = (rect.x, rect.cy) if across else (rect.cx, rect.y)
        end = (rect.right, rect.cy) if across else (rect.cx, rect.bottom)
        look.canvas.line(start, end, FENCE, (*look.canvas.colour("down_under.bone")[:3], 200))


class Barrier(Art, frozen=True):
    """Here a path leads on, but nobody will build; its rectangle is as large as a cell."""

    style: int

    def paint(self, look: Look, rect: Rect) -> None:
        draw_barrier(look.canvas, rect.centre, rect.w, self.style)


class Block(NamedTuple):
    """A rectangle of cells: its first cell, and how many columns and rows there are."""

    x: int
    y: int
    columns: int
    rows: int

    @classmethod
    def around(cls, run: Sequence[Stretch]) -> Block:
        """The smallest one around all stretches of a run."""
        xs, ys = [stretch.x for stretch in run], [stretch.y for stretch in run]
        return cls(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)

    def seen(self, sight: Sight) -> Rect:
        """Where it lies."""
        return sight.box(Box(self.x, self.y, self.x + self.columns, self.y + self.rows))

    def cells_in(self, rect: Rect) -> CellRect:
        """Where cells lie if it lies in this rectangle."""
        size = rect.w / self.columns
        return lambda x, y: Rect(rect.x + (x - self.x) * size, rect.y + (y - self.y) * size, size, size)


class Ribbon(Art, frozen=True):
    """The ribbon of a path, one band along all its stretches. Its rectangle is that of its `block` of cells.

    `parts` says of which part of its card each stretch is; it is drawn from stretch `first` to `last`, with
    this much light around it.
    """

    run: tuple[Stretch, ...]
    tips: tuple[Tip, Tip]
    parts: tuple[Part, ...]
    style: int
    block: Block
    alpha: float = 1.0
    glow: float = 0.0

    def paint(self, look: Look, rect: Rect) -> None:
        self.paint_between(look, rect, 0.0, float(len(self.run)))

    def paint_between(self, look: Look, rect: Rect, first: float, last: float) -> None:
        """From one stretch to another; 2.5 is the middle of the third one."""
        draw_ribbon(
            look.canvas,
            self.run,
            self.tips,
            self.style,
            self.block.cells_in(rect),
            parts=self.parts,
            frm=first,
            upto=last,
            glow=self.glow,
            alpha=self.alpha,
        )

    def lit(self, glow: float, alpha: float = 1.0) -> Ribbon:
        """The same with light around it."""
        return replace(self, glow=glow, alpha=alpha)


class Length(Art, frozen=True):
    """How long a path is, on a tag in the middle of its rectangle."""

    whole: ClassVar[bool] = True

    style: int
    length: int

    def paint(self, look: Look, rect: Rect) -> None:
        draw_length(look.canvas, rect, self.style, self.length)


class Gain(Art, frozen=True):
    """The pill with what a path would gain."""

    whole: ClassVar[bool] = True

    style: int
    gain: int

    def paint(self, look: Look, rect: Rect) -> None:
        draw_gain(look.canvas, rect, self.style, signed(self.gain))


class Count(Art, frozen=True):
    """Numbers along a path, a stretch after the other; beside the bridge where it runs over or under one."""

    run: tuple[Stretch, ...]
    parts: tuple[Part, ...]
    block: Block

    def paint(self, look: Look, rect: Rect) -> None:
        self.grow(look, rect, 1.0)

    def grow(self, look: Look, rect: Rect, share: float) -> None:
        cell = self.block.cells_in(rect)
        for index in range(math.ceil(len(self.run) * share)):
            bridge = self.parts[index] == "under" or len(_visits(self.run, index)) > 1
            here = point_at(self.run, index + (0.25 if bridge else 0.5), cell, self.parts)
            disc = Rect.around(here.x, here.y, DISC * cell(0, 0).w)
            look.canvas.circle(disc.centre, disc.w / 2, "down_under.bone", "down_under.dark", 1.5)
            look.canvas.text(
                str(index + 1),
                disc,
                "small",
                "down_under.dark",
                align="centre",
                fit="free",
                size=disc.w * 0.68,
                face="display",
                tabular=True,
            )


def _visits(run: Sequence[Stretch], index: int) -> list[Stretch]:
    """The stretches of a run in the same cell as one of them."""
    return [stretch for stretch in run if stretch[:2] == run[index][:2]]


def signed(count: int) -> str:
    """A change of length as text: +2, −1, ±0."""
    return f"{'+' if count > 0 else '−' if count < 0 else '±'}{abs(count)}"


def art_of(laid: Laid, style: int) -> Card | Billabong:
    """What a card that lies looks like, without its animal."""
    return Billabong(laid.through) if laid.card == BILLABONG else Card(laid.card, style)


def draw_laid(
    canvas: Canvas, rect: Rect, laid: Laid, style: int, *, lift: float = 0.0, turn: float = 0.0
) -> None:
    """A card or a billabong without its animal, `lift` units above the ground, still turned by quarters."""
    if laid.card == BILLABONG:
        cards.draw_billabong(canvas, rect, laid.through, lift=lift)
    else:
        cards.draw_card(canvas, rect, laid.card, style, lift=lift, turn=turn)


def draw_animals(canvas: Canvas, sight: Sight, laid: Sequence[Laid]) -> None:
    """The animals on these cards."""
    for card in laid:
        if card.animal is not None and card.card != BILLABONG:
            rect = cards.animal_rect(sight.cell(card.x, card.y), card.card)
            cards.draw_animal(canvas, rect, card.animal)
