"""Looks of Down Under's pieces: cards, billabongs, animals, marks of the field, ribbons, tags.

Billabongs, animals, and cards apart from their own parts are pictures (`tools/art/down_under.py`). What
fills a cell is cached as one picture for its size, wherever it lies.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from typing import ClassVar, Final, Literal

from client.boards.down_under.ribbons import block_of, cell_rects, point_at
from client.boards.down_under.roads import (
    KERB_HALF_WIDTH,
    SIDE_MIDDLES,
    Road,
    RoadPart,
    draw_road,
    own_style,
    seat_of,
)
from client.boards.kit.paper import stamp
from client.boards.kit.pieces import Art, PaintContext
from client.boards.kit.points import signed_text
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from core.games.down_under import state as game
from core.games.down_under.board import own_stretch
from core.games.down_under.state import (
    BILLABONG,
    ENDS,
    NEUTRAL_SIDES,
    NOBODY,
    OWN_SIDES,
    STRAIGHTS,
    Laid,
    Shape,
    Stretch,
)

FreeCellMark = Literal["field", "grow"]
"""Kind of a free cell: certainly in the field, or one over which the field may still grow."""

DEFAULT_CARDS: Final[dict[Shape, game.Card]] = {"straight": "EW", "curve": "SE", "end": "endN"}
"""Card of each shape where no path gives its direction."""
CARD_GAP, CORNER_RADIUS = 0.012, 0.05
"""Distances in sides of a cell: card to cell edge, and radius of card corners."""
SHADOW_MARGIN: Final = 0.06
"""Margin of a card's picture for its shadow, in sides of a cell."""
GHOST_OPACITY: Final = 0.62
"""Opacity, 0 … 1, of a card that cannot lie there, and of the ribbon that a path would gain."""
ANIMAL_SIZE: Final = 0.34
"""Diameter of the animal on a card, in sides of a cell."""
LEAST_ANIMAL_SIZE: Final = 25.0
"""Least units across an animal: it extends over its neutral part where cells are small."""
BARRIER_SIGN_SIZE: Final = 22.0
"""Least units across the sign of a path at which nobody will build (`Barrier`)."""
ANIMAL_DISC_SHARE: Final = 0.78
"""Share of its disc that an animal fills."""
STRAIGHT_ANIMAL_OFFSET, CURVE_ANIMAL_OFFSET = 0.178, 0.45
"""Distance of an animal's middle from the side (straight) or corner (curve) of its neutral part, in cells."""
NUMBER_DISC_SIZE: Final = 0.27
"""Diameter of a number along a path, in sides of a cell."""
FENCE_WIDTH: Final = 5.0
"""Width in units of the border of the field, where it is certain."""
TAG_FIGURE_SHARE: Final = 0.67
"""Size of the figures on a tag, as a share of its height."""


class CardArt(Art, frozen=True):
    """Card in the style of its path, without its animal.

    It lies `lift` units above the ground; a `ghost` is translucent, because it cannot lie there.
    """

    casts: ClassVar[bool] = False

    card: game.Card
    style: int
    ghost: bool = False
    lift: float = 0.0

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        if self.lift > 0:
            ctx.canvas.shadow(
                covered_rect(rect, self.card).inset(rect.w * CARD_GAP), rect.w * CORNER_RADIUS, self.lift
            )
        key = ("down_under.card", self.card, self.style)
        with ctx.canvas.faded(GHOST_OPACITY) if self.ghost else nullcontext():
            stamp(ctx.canvas, key, rect, rect.w * SHADOW_MARGIN, self._paint)

    def _paint(self, canvas: Canvas, rect: Rect) -> None:
        canvas.picture(f"tiles/down_under/card-{self.card}.svg", rect.grown(rect.w * SHADOW_MARGIN))
        stretch = own_stretch(Laid(self.card, 0, 0, NOBODY))
        draw_road(canvas, rect, Road.of((stretch.enters, stretch.leaves), "own", self.style))


class Billabong(Art, frozen=True):
    """Billabong with the ways that lead over it, `lift` units above the ground."""

    casts: ClassVar[bool] = False

    through: tuple[game.Card, ...] = ()
    lift: float = 0.0

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        if self.lift > 0:
            ctx.canvas.shadow(rect.inset(rect.w * CARD_GAP), rect.w * CORNER_RADIUS, self.lift)
        stamp(ctx.canvas, ("down_under.billabong", self.through), rect, rect.w * SHADOW_MARGIN, self._paint)

    def _paint(self, canvas: Canvas, rect: Rect) -> None:
        for name in ("billabong", *(f"way-{way}" for way in self.through)):
            canvas.picture(f"tiles/down_under/{name}.svg", rect.grown(rect.w * SHADOW_MARGIN))


class Animal(Art, frozen=True):
    """Animal on a disc in its own colour; that of the rabbit, which costs points, has a light rim."""

    casts: ClassVar[bool] = False

    animal: game.Animal

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        stamp(ctx.canvas, ("down_under.animal", self.animal), rect, rect.w * SHADOW_MARGIN, self._paint)

    def _paint(self, canvas: Canvas, rect: Rect) -> None:
        shade = (*canvas.colour("down_under.dark")[:3], 110)
        canvas.circle((rect.cx + rect.w * 0.01, rect.cy + rect.w * 0.03), rect.w / 2, shade)
        edge = max(rect.w * 0.035, 1 / canvas.scale)
        rim = "down_under.bone" if self.animal == "rabbit" else "down_under.animal"
        canvas.circle(rect.centre, rect.w / 2, f"down_under.{self.animal}", rim, edge)
        canvas.picture(f"tiles/down_under/{self.animal}.svg", rect.scaled(ANIMAL_DISC_SHARE))


def art_of(laid: Laid, style: int) -> CardArt | Billabong:
    """Art of a laid card, without its animal."""
    return Billabong(laid.through) if laid.card == BILLABONG else CardArt(laid.card, style)


def covered_rect(rect: Rect, card: game.Card) -> Rect:
    """Part of its cell that a card covers: all of it, or the half of an end."""
    return along_side(rect, OWN_SIDES[card][0], 0.5 + KERB_HALF_WIDTH) if card in ENDS else rect


def along_side(rect: Rect, side: int, share: float) -> Rect:
    """Strip along a side of a cell (0 … 3: N, E, S, W), a share of the cell wide."""
    cuts = (rect.cut_top, rect.cut_right, rect.cut_bottom, rect.cut_left)
    return cuts[side](rect.w * share)[0]


def animal_rect(rect: Rect, card: game.Card) -> Rect:
    """Rectangle of the animal on a card that lies in `rect`: on its neutral part, beside its own one."""
    x, y = _animal_at(card)
    size = min(rect.w, max(ANIMAL_SIZE * rect.w, LEAST_ANIMAL_SIZE))
    room = rect.inset(size / 2)
    x, y = rect.x + x * rect.w, rect.y + y * rect.h
    return Rect.around(min(max(x, room.x), room.right), min(max(y, room.y), room.bottom), size)


def _animal_at(card: game.Card) -> Point:
    """Middle of a card's animal, in sides of the cell from its upper left corner."""
    if card in STRAIGHTS:
        return (1 - STRAIGHT_ANIMAL_OFFSET, 0.5) if card == "NS" else (0.5, 1 - STRAIGHT_ANIMAL_OFFSET)
    (ax, ay), (bx, by) = (SIDE_MIDDLES[side] for side in NEUTRAL_SIDES[card])
    x, y, far = ax + bx - 0.5, ay + by - 0.5, CURVE_ANIMAL_OFFSET / math.sqrt(2)
    return x + (far if x < 0.5 else -far), y + (far if y < 0.5 else -far)


# --- the field ------------------------------------------------------------------------------------------


class CellMark(Art, frozen=True):
    """Mark on a free cell of the field, or on one over which the field may still grow."""

    mark: FreeCellMark

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        stamp(ctx.canvas, ("down_under.mark", self.mark), rect, 0.0, self._paint)

    def _paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.mark == "grow":
            canvas.picture("tiles/down_under/grow.svg", rect, alpha=0.35)
            return
        dark, light = (canvas.colour(f"down_under.{name}")[:3] for name in ("dark", "bone"))
        canvas.rounded(
            rect.inset(rect.w * 0.02), rect.w * CORNER_RADIUS, (*dark, 52), (*light, 62), rect.w * CARD_GAP
        )


class Fence(Art, frozen=True):
    """Side at which the field certainly ends, as a line along the middle of a narrow rectangle."""

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        across = rect.w > rect.h
        start = (rect.x, rect.cy) if across else (rect.cx, rect.y)
        end = (rect.right, rect.cy) if across else (rect.cx, rect.bottom)
        ctx.canvas.line(start, end, FENCE_WIDTH, (*ctx.canvas.colour("down_under.bone")[:3], 200))


def draw_legal(canvas: Canvas, rect: Rect, strength: float) -> None:
    """Draw a cell, or half of one, where a card may be laid; `strength` 0 … 1 is its highlight."""
    glow = canvas.colour("down_under.glow")[:3]
    inner = rect.inset(rect.w * 0.035, rect.h * 0.035)
    with canvas.faded(strength):
        canvas.rounded(inner, rect.w * CORNER_RADIUS, (*glow, 70), glow, max(2.0, rect.w * 0.022))
        canvas.ring(inner, rect.w * CORNER_RADIUS, glow, rect.w * 0.03, soft=rect.w * 0.07)


# --- paths ----------------------------------------------------------------------------------------------


class Barrier(Art, frozen=True):
    """Sign where a path leads on, but nobody will build; its rectangle is as large as a cell."""

    style: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        kerb, radius = own_style(ctx.canvas, self.style).kerb, max(rect.w * 0.17, BARRIER_SIGN_SIZE / 2)
        ctx.canvas.circle(rect.centre, radius, "down_under.bone", kerb, radius * 0.2)
        ctx.canvas.rounded(Rect.around(*rect.centre, radius * 1.15, radius * 0.4), radius * 0.1, kerb)


class PathCount(Art, frozen=True):
    """Numbers along a path, one for each stretch; beside the bridge where it crosses itself."""

    run: tuple[Stretch, ...]
    parts: tuple[RoadPart, ...]

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        self.grow(ctx, rect, 1.0)

    def grow(self, ctx: PaintContext, rect: Rect, share: float) -> None:
        cell, cells = cell_rects(rect, block_of(self.run)), [stretch[:2] for stretch in self.run]
        for index in range(math.ceil(len(self.run) * share)):
            twice = cells.count(cells[index]) > 1
            here = point_at(self.run, index + (0.25 if twice else 0.5), cell, self.parts)
            disc = Rect.around(here.x, here.y, NUMBER_DISC_SIZE * cell(0, 0).w)
            ctx.canvas.circle(disc.centre, disc.w / 2, "down_under.bone", "down_under.dark", 1.5)
            _draw_figures(ctx.canvas, disc, str(index + 1), "down_under.dark")


class Length(Art, frozen=True):
    """Length of a path on a tag in the middle of its rectangle, as high as that and as wide as needed."""

    whole: ClassVar[bool] = True

    style: int
    length: int

    def edge(self, rect: Rect) -> float:
        """Units around the rectangle, since a long number makes the tag wider."""
        return rect.w / 2

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        canvas, road, seat, high = (
            ctx.canvas,
            own_style(ctx.canvas, self.style),
            seat_of(self.style),
            rect.h,
        )
        wide = canvas.measure(str(self.length), size=high * TAG_FIGURE_SHARE, face="display", tabular=True)[0]
        box = Rect.around(*rect.centre, wide + high * 1.4, high)
        canvas.shadow(box, high / 2, high * 0.12)
        canvas.rounded(box, high / 2, "down_under.bone", road.kerb, high * 0.07)
        badge, figures = box.cut_left(high)
        canvas.circle(badge.centre, high * 0.37, road.ground, road.kerb, 2)
        if seat is not None:
            seat_symbol(canvas, seat, badge.scaled(0.41), road.symbol)
        _draw_figures(canvas, figures.cut_right(high * 0.2)[1], str(self.length), "down_under.dark")


class Gain(Art, frozen=True):
    """Label in the colour of a path with the length (with animals, the points) that it would gain."""

    whole: ClassVar[bool] = True

    style: int
    gain: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        canvas, road, seat, high = (
            ctx.canvas,
            own_style(ctx.canvas, self.style),
            seat_of(self.style),
            rect.h,
        )
        canvas.shadow(rect, high / 2, high * 0.17)
        canvas.rounded(rect, high / 2, road.ground, "down_under.bone", high * 0.065)
        badge, figures = rect.cut_left(high)
        if seat is not None:
            seat_symbol(canvas, seat, badge.scaled(0.5), road.symbol)
        _draw_figures(canvas, figures.cut_right(high * 0.26)[1], signed_text(self.gain), road.symbol)


def _draw_figures(canvas: Canvas, rect: Rect, text: str, tint: str | tuple[int, int, int]) -> None:
    """Draw figures in the middle of a rectangle, as large as fits its height."""
    size = rect.h * TAG_FIGURE_SHARE
    canvas.text(text, rect, "body", tint, align="centre", fit="free", size=size, face="display", tabular=True)
