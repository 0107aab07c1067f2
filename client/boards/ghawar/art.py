"""Looks of Ghawar's pieces: derricks, cubes, trucks, flames, dice.

A derrick is two pieces, because the cube of its platform lies between them: its base below, and above the
cube its beam, which nods as long as there is oil.
"""

from __future__ import annotations

from typing import ClassVar, Final

from client.boards.ghawar.cubes import draw_barrel, draw_cube
from client.boards.ghawar.derricks import draw_base, draw_beam, phase_at
from client.boards.ghawar.dice import DieStyle, draw_die, resting_pose
from client.boards.ghawar.lattice import PLATFORM_SIZE
from client.boards.ghawar.lights import draw_flame
from client.boards.ghawar.trucks import draw_truck
from client.boards.kit.pieces import Art, PaintContext
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.pictures import unpremultiply
from client.ui.symbols import seat_badge
from core.games.ghawar.state import COLOURS, NOTHING

BASE_LAYER, CUBE_LAYER, BEAM_LAYER, FLAME_LAYER, TRUCK_LAYER, MONEY_LAYER, DICE_LAYER = range(7)
"""Layers of the pieces, from the lowest to the highest."""
PRICE_HEIGHT: Final = 27.0
"""Height of a price's figures, in units of the lattice."""
DIE_PICTURE_SIZE: Final = 2.3
"""Width of the picture of a resting die, in sides of the die."""


class Base(Art, frozen=True):
    """Part of a derrick that does not move."""

    seat: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        draw_base(ctx.canvas, rect, self.seat)


class Beam(Art, frozen=True):
    """Beam at rest, of a derrick on a platform without oil."""

    seat: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        draw_beam(ctx.canvas, rect, self.seat)


class PumpingBeam(Art, frozen=True):
    """Moving beam of a derrick that pumps; neighbours are not in step."""

    live: ClassVar[bool] = True

    seat: int
    platform: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        phase = None if ctx.reduced else phase_at(ctx.now, self.platform)
        draw_beam(ctx.canvas, rect, self.seat, phase)


class CubeArt(Art, frozen=True):
    """Cube on a platform or in a depot, by the number of its colour."""

    colour: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        draw_cube(ctx.canvas, rect, COLOURS[self.colour])


class Barrel(Art, frozen=True):
    """Barrel of oil, which is money."""

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        draw_barrel(ctx.canvas, rect)


class Truck(Art, frozen=True):
    """Truck of a seat with its load; its heading `degrees` is clockwise from the east.

    `number` tells a seat's trucks apart; it is 0 where every seat has only one.
    """

    seat: int
    degrees: float
    load: int = NOTHING
    number: int = 0

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        load = None if self.load == NOTHING else COLOURS[self.load]
        draw_truck(ctx.canvas, rect.centre, self.seat, self.degrees, load, length=rect.w, number=self.number)


class PriceTag(Art, frozen=True):
    """Price of another seat's cube, at the top of its platform; in red if it cannot be paid.

    `least` is the least height of the figure in units.
    """

    price: int
    payable: bool = True
    least: float = 0.0

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        canvas, unit = ctx.canvas, max(rect.w / PLATFORM_SIZE, self.least / PRICE_HEIGHT)
        ink, edge = ("ghawar.bone", "ghawar.bone") if self.payable else ("bad", "bad")
        tag = Rect(rect.x + 3 * unit, rect.y + 3 * unit, 52 * unit, 28 * unit)
        canvas.rounded(tag, tag.h / 2, "ghawar.dark", edge, 2)
        barrel, figure = tag.inset(4 * unit, 0).columns(1, 1)
        draw_barrel(canvas, barrel.fit(1.0).scaled(0.95))
        text = str(self.price)
        canvas.text(text, figure, ink=ink, align="centre", size=PRICE_HEIGHT * unit, fit="free", tabular=True)


class SlipArt(Art, frozen=True):
    """Slip of paper with what a seat has rolled, or with its number of barrels."""

    seat: int
    dice: tuple[int, ...] = ()
    barrels: int | None = None

    @property
    def ratio(self) -> float:
        """Ratio of width to height."""
        return 1.25 + 0.85 * max(len(self.dice), 2 * (self.barrels is not None))

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        canvas, high = ctx.canvas, rect.h
        canvas.shadow(rect, high / 2, 4)
        canvas.rounded(rect, high / 2, "paper", f"seat.{self.seat}", 0.06 * high)
        badge, rest = rect.inset(0.1 * high).cut_left(0.8 * high)
        seat_badge(canvas, self.seat, badge)
        styles: tuple[DieStyle, ...] = ("red", "white") if len(self.dice) > 1 else ("white",)
        parts = rest.inset(0.08 * high, 0).columns(*[1] * (len(self.dice) or 2))
        for part, style, face in zip(parts, styles, self.dice, strict=False):
            draw_die(
                canvas,
                resting_pose(face, part.centre, edge_length=0.56 * high),
                style,
                edge_length=0.56 * high,
            )
        if self.barrels is not None:
            draw_barrel(canvas, parts[0].fit(1.0))
            canvas.text(
                str(self.barrels), parts[1], ink="paper_ink", align="centre", size=0.7 * high, fit="free"
            )


class Flame(Art, frozen=True):
    """Flame of a flare; no two flicker in step."""

    live: ClassVar[bool] = True

    number: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        draw_flame(ctx.canvas, rect, None if ctx.reduced else ctx.now, seed=self.number)


class DieArt(Art, frozen=True):
    """Die at rest after a throw, in the direction in which it came to lie.

    `start` is the offset, in units, of the point it was thrown from. Dice are live, since they roll so often
    that what lies beside the board would be painted anew for them all the time.
    """

    live: ClassVar[bool] = True

    style: DieStyle
    face: int
    seed: int
    start: Point

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        side, start = rect.w / DIE_PICTURE_SIZE, (rect.cx + self.start[0], rect.cy + self.start[1])

        def paint(canvas: Canvas) -> None:
            pose = resting_pose(self.face, rect.centre, self.seed, start=start, edge_length=side)
            draw_die(canvas, pose, self.style, edge_length=side)
            unpremultiply(canvas.surface)

        ctx.canvas.layer(("ghawar.die", self), rect, paint, slot=("ghawar.die", self.style))
