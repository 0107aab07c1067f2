"""Looks of The Great Divide's pieces: tiles, water, cards, signs, as values that paint themselves.

Tiles and cards are paper in the colours of the theme (`paper`) with SVGs on it
(`tools/art/great_divide.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import ClassVar, Final

from client.boards.great_divide import water_light
from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.overlay import draw_tint
from client.boards.great_divide.paper import (
    PICTURE_MARGIN,
    area_colour,
    contrast_colour,
    dark,
    draw_paper,
    draw_symbol,
    landscape,
    lighten,
)
from client.boards.great_divide.rivers import Rivers, rivers_of
from client.boards.great_divide.water import BAND_COUNT, bands, draw_head
from client.boards.kit.gestures import rotation
from client.boards.kit.paper import mix_colours, rgb, stamp, wants_clear_shapes
from client.boards.kit.pieces import Art, PaintContext, draw_shadow
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import icon, seat_badge, seat_swatch, seat_symbol
from core.game import Seat
from core.games.great_divide.drainage import BASIN_CODE, PASS_CODE, arrows
from core.games.great_divide.land import WAYS, Land
from core.games.great_divide.state import ACTIVE, HIDDEN_SIDE, INLAND_SEA, PASSIVE, opponent

TILE_LAYER, TINT_LAYER, WATER_LAYER, CURRENT_LAYER, THING_LAYER, GLOW_LAYER = range(6)
"""Layers of the pieces, from the lowest to the highest."""
TILE_PICTURES: Final = "tiles/great_divide/"
SPECIAL_PAPERS: Final = {
    "five": "special",
    "basin": "special",
    "pass": "special",
    "quake": "omen",
    "event": "omen",
}
"""Areas whose paper is used for tiles of no area: that of the eighth card, or of what strikes all."""
SYMBOL_OFFSET: Final = 0.59
"""Distance of a tile's two symbols from its middle, one on each side of its river, in radii."""
LARGE_SYMBOL_SIZE, SMALL_SYMBOL_SIZE = 0.54, 0.42
"""Sizes of these two symbols, in radii."""
DRAWN_TILE_LIFT: Final = 0.4
"""Height of the drawn tile above the table, as a share of a flight's."""
BAND_HEIGHT: Final = 0.34
"""Height of the band with the badge of the laying seat, in heights of the card."""
LYING_BAND_WIDTH: Final = 0.42
"""Width of that band on a card that lies on its side, in widths of the card."""
OUTLINE_WIDTH: Final = 2.0
"""Width in units of the dark line around a bright card, which has to stand out from a bright sea."""
EVENT_RATIO: Final = 200 / 290
"""Ratio of width to height of an event card."""


# --- tiles --------------------------------------------------------------------------------------


class TileArt(Art, frozen=True):
    """Hex of paper; its rectangle is the square around its space."""

    casts: ClassVar[bool] = False

    def stamp(self, ctx: PaintContext, rect: Rect, paint: Callable[[Canvas, Rect], None]) -> None:
        """Draw what `paint` paints; its picture is cached and used at all places of the same size."""
        key = ("great_divide", self, round(rect.w, 3))
        stamp(ctx.canvas, key, rect, PICTURE_MARGIN * rect.w / 2, paint)


def rotation_between(before: int, after: int) -> int:
    """Degrees clockwise from a tile's old direction to its new one, the shorter way round: -120 … 180.

    Both are numbers of a river tile, or both of the Pass, which looks the same after half a turn.
    """
    return 60 * rotation(arrows(before)[0], arrows(after)[0], len(WAYS) // len(arrows(before)))


class TileFace(TileArt, frozen=True):
    """Tile on the land by its code (see `drainage.TileCodes`), with its area.

    Its water and arrow heads are drawn by `Waters`; with `arrowed`, for a tile by itself, it has heads too.
    """

    area: str
    code: int
    arrowed: bool = False

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        self.stamp(ctx, rect, self._paint)

    def _paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.code >= PASS_CODE:
            kind = "basin" if self.code == BASIN_CODE else "pass"
            _paint_special(
                canvas, rect, kind, kind if self.code == BASIN_CODE else f"pass-{self.code - PASS_CODE}"
            )
        else:
            _paint_land(canvas, rect, self.area)
            for spot, size in _beside_the_river(self.code, rect):
                _paint_symbol(canvas, Rect.around(*spot, size * rect.w / 2), self.area)
            canvas.picture(f"{TILE_PICTURES}bed-{self.code}.svg", rect.scaled(0.89))
        for way in arrows(self.code) if self.arrowed else ():
            draw_head(canvas, rect.centre, rect.w / 2, way)


class DrawnTileArt(TileArt, frozen=True):
    """Tile as drawn from the bag, by its kind: an area's letter, or one of `OTHER_KINDS`.

    A river tile does not yet have a direction.
    """

    kind: str
    lifted: bool = False

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        if self.lifted:
            draw_shadow(ctx, rect.scaled(0.8), DRAWN_TILE_LIFT)
        DrawnTileArt(self.kind).stamp(ctx, rect, self._paint)

    def _paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.kind in SPECIAL_PAPERS:
            _paint_special(canvas, rect, self.kind, "pass-1" if self.kind == "pass" else self.kind)
        else:
            _paint_land(canvas, rect, self.kind)
            _paint_symbol(canvas, rect.scaled(0.53), self.kind)


def _paint_special(canvas: Canvas, rect: Rect, kind: str, picture: str) -> None:
    draw_paper(canvas, rect, f"great_divide.{SPECIAL_PAPERS[kind]}")
    canvas.picture(f"{TILE_PICTURES}{picture}.svg", rect)


def _paint_land(canvas: Canvas, rect: Rect, area_name: str) -> None:
    """Paint the paper of a river tile with what grows on it."""
    draw_paper(canvas, rect, area_colour(area_name))
    if not wants_clear_shapes(canvas):
        canvas.picture(f"{TILE_PICTURES}paper-{landscape(area_name)}.svg", rect)


def _paint_symbol(canvas: Canvas, rect: Rect, area_name: str) -> None:
    """Paint the symbol of an area on its own paper: a small landscape, or a clear sign if the theme asks."""
    if wants_clear_shapes(canvas):
        draw_symbol(canvas, rect, area_name, contrast_colour(canvas, area_colour(area_name)))
    else:
        canvas.picture(f"{TILE_PICTURES}{landscape(area_name)}.svg", rect)


def _beside_the_river(way: int, rect: Rect) -> tuple[tuple[Point, float], tuple[Point, float]]:
    """Places (units) and sizes (radii) of a tile's two symbols, one on each side of its arrow."""
    turns = sorted((60 * way - 180, 60 * way), key=lambda turn: round(math.sin(math.radians(turn)), 3))
    reach = SYMBOL_OFFSET * rect.w / 2
    back, front = (
        (rect.cx + reach * math.cos(math.radians(t)), rect.cy + reach * math.sin(math.radians(t)))
        for t in turns
    )
    return (back, SMALL_SYMBOL_SIZE), (front, LARGE_SYMBOL_SIZE)


# --- water --------------------------------------------------------------------------------------


CACHED_WATER_REACH: Final = 1.5
"""Greatest height of water, in heights of the window, that is cached as a whole; at a table it is about 1."""


class WaterArt(Art, frozen=True):
    """Art that shows the water of a position: `tiles` are the bytes of `State.tiles`."""

    land: Land
    tiles: bytes
    inland: bool

    @property
    def rivers(self) -> Rivers:
        """Rivers of the position."""
        return rivers_of(self.land, self.tiles, self.inland)


class Waters(WaterArt, frozen=True):
    """Rivers with their mouths, the arrows over them, and the watershed."""

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        """Paint the water, cached unless much larger than the window: then a picture of the rules caches the
        visible part.
        """
        if rect.h <= CACHED_WATER_REACH * ctx.canvas.area.h:
            for index in range(BAND_COUNT):
                self._lay(ctx.canvas, rect, index)
            return
        spaces = Spaces.within(self.land, rect)
        for band in bands(self.land, self.tiles, self.inland):
            band.paint(ctx.canvas, spaces)

    def prepare(self, ctx: PaintContext, rect: Rect, step: int) -> None:
        """Paint a strip into the cache without drawing it, as a whole or (even `step`) only its stretches.

        Steps 2 n and 2 n + 1 prepare strip n.
        """
        index, together = divmod(step, 2)
        if together:
            self._lay(ctx.canvas, rect, index, kept_only=True)
        else:
            band = bands(self.land, self.tiles, self.inland)[index]
            band.prepare(ctx.canvas, Spaces.within(self.land, rect))

    def _lay(self, canvas: Canvas, rect: Rect, index: int, *, kept_only: bool = False) -> None:
        slot, band = ("great_divide.waters", index), bands(self.land, self.tiles, self.inland)[index]
        top, bottom = (
            round(rect.h * canvas.scale * row / BAND_COUNT) / canvas.scale for row in (index, index + 1)
        )
        strip = Rect(rect.x, rect.y + top, rect.w, bottom - top)

        def paint(inner: Canvas) -> None:
            band.paint(inner, Spaces.within(self.land, rect))

        canvas.layer((slot, band, rect), strip, paint, slot=slot, kept_only=kept_only)


class CurrentArt(WaterArt, frozen=True):
    """Light that moves with the water towards the seas."""

    live: ClassVar[bool] = True

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        if not ctx.reduced:
            self.prepare(ctx, rect).draw(ctx.canvas, ctx.now)

    def prepare(self, ctx: PaintContext, rect: Rect) -> water_light.WaterLights:
        """Lights of the water without those parts that depend on the time; it takes longer than a frame."""
        return water_light.current_lights(ctx.canvas, Spaces.within(self.land, rect), self.rivers)


class Tint(Art, frozen=True):
    """Tint of a tile by the ocean into which it drains."""

    seats: tuple[Seat, ...]

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        draw_tint(ctx.canvas, rect, self.seats)


# --- cards --------------------------------------------------------------------------------------


class SelectionCard(Art, frozen=True):
    """Selection card of a seat: its area (or `S`, the eighth card), and the side that lies up.

    `side` is `ACTIVE`, `PASSIVE`, `NOT_CHOSEN` or `HIDDEN_SIDE`. The badge names the seat that lays tiles
    of that area.
    """

    casts: ClassVar[bool] = False

    letter: str
    side: int
    seat: Seat

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        sides = {ACTIVE: _paint_active, PASSIVE: _paint_passive, HIDDEN_SIDE: _paint_hidden}
        painter = sides.get(self.side, _paint_not_chosen)

        def paint(canvas: Canvas) -> None:
            painter(canvas, rect, self.letter, self.seat)

        ctx.canvas.layer(("great_divide.card", self), rect.grown(rect.h * 0.1), paint)


def card_halves(rect: Rect) -> tuple[Rect, Rect]:
    """Picture of a card, and below or beside it the band that names the laying seat."""
    lies = rect.w > 1.25 * rect.h
    band, picture = (
        rect.cut_right(LYING_BAND_WIDTH * rect.w) if lies else rect.cut_bottom(BAND_HEIGHT * rect.h)
    )
    return picture, band


def _paint_active(canvas: Canvas, rect: Rect, letter: str, seat: Seat) -> None:
    """Paint the active side: bright, raised, the landscape in its colours; the seat itself lays."""
    radius, edge = rect.h * 0.1, rect.h * 0.04
    canvas.shadow(rect, radius, rect.h * 0.055)
    canvas.rounded(rect.grown(OUTLINE_WIDTH), radius + OUTLINE_WIDTH, "great_divide.ink")
    canvas.rounded(rect, radius, "great_divide.paper")
    face = rect.inset(edge)
    canvas.rounded(face, radius - edge, area_colour(letter))
    picture, band = card_halves(face)
    seat_swatch(canvas, seat, band, radius - edge)
    between = Rect(band.x - edge * 0.4, band.y - edge * 0.4, band.w, edge)
    canvas.rect(between if band.y > face.y else Rect(between.x, face.y, edge, face.h), "great_divide.paper")
    canvas.picture(f"{TILE_PICTURES}{landscape(letter)}.svg", picture.fit(1.0).scaled(0.94))
    seat_badge(canvas, seat, Rect.around(*band.centre, min(band.h * 0.92, band.w * 0.7)))


def _paint_passive(canvas: Canvas, rect: Rect, letter: str, seat: Seat) -> None:
    """Paint the passive side: dull, flat, only the sign; an arrow in the colours of the laying opponent."""
    band = _paint_dull(canvas, rect, letter, 0.85 if wants_clear_shapes(canvas) else 0.62)
    foe, way = opponent(seat), 1 if seat == 0 else -1
    y, half = band.cy, min(band.h * 0.38, band.w * 0.2)
    tail, tip = band.cx - way * band.w * 0.43, band.cx + way * band.w * 0.5
    neck = tip - way * half * 1.5
    arrow = [
        *((tail, y - half), (neck, y - half), (neck, y - half * 1.75), (tip, y)),
        *((neck, y + half * 1.75), (neck, y + half), (tail, y + half)),
    ]
    canvas.polygon([(px + half * 0.1, py + half * 0.2) for px, py in arrow], (*dark(canvas), 110))
    canvas.polygon(arrow, f"seat.{foe}")
    seat_symbol(canvas, foe, Rect.around((tail + neck) / 2, y, half * 1.75), f"seat.{foe}.ink")


def _paint_not_chosen(canvas: Canvas, rect: Rect, letter: str, seat: Seat) -> None:
    """Paint a card not yet chosen: blank with its sign."""
    band = _paint_dull(canvas, rect, letter, 0.8)
    icon(canvas, "help", Rect.around(*band.centre, min(band.h, band.w) * 0.75), "quiet")


def _paint_dull(canvas: Canvas, rect: Rect, letter: str, strength: float) -> Rect:
    """Paint the dull side of a card with its sign; returns the room for the badge of the laying seat."""
    small = rect.inset(rect.h * 0.05)
    slate, colour = rgb(canvas, "great_divide.slate"), rgb(canvas, area_colour(letter))
    ground = mix_colours(mix_colours(slate, dark(canvas), 0.35), colour, 0.16)
    border = mix_colours(ground, lighten(canvas, colour, 0.0), 0.75)
    canvas.shadow(small, small.h * 0.1, rect.h * 0.02)
    canvas.rounded(small, small.h * 0.1, ground, border, max(1.5, small.h * 0.035))
    picture, band = card_halves(small)
    sign = picture.fit(1.0).scaled(0.78)
    draw_symbol(canvas, sign, letter, mix_colours(ground, lighten(canvas, colour, 0.2), strength))
    return band


def _paint_hidden(canvas: Canvas, rect: Rect, letter: str, seat: Seat) -> None:
    """Paint a card chosen face down: the seat's back over it."""
    small = rect.scaled(0.96)
    canvas.shadow(small, small.h * 0.1, rect.h * 0.04)
    canvas.rounded(small, small.h * 0.1, "great_divide.paper")
    seat_swatch(canvas, seat, small.inset(small.h * 0.045), small.h * 0.07)
    label = Rect.around(rect.cx, rect.cy, rect.h * 0.46)
    canvas.circle(label.centre, label.w / 2, "great_divide.paper")
    draw_symbol(canvas, label.scaled(0.68), letter, "great_divide.ink")


class EventCardArt(Art, frozen=True):
    """Event card; its back for an event of ""."""

    casts: ClassVar[bool] = False

    event: str

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        box = rect.fit(EVENT_RATIO)
        ctx.canvas.shadow(box.scaled(0.96), box.w * 0.06, box.w * 0.05)
        ctx.canvas.picture(f"{TILE_PICTURES}event-{self.event or 'back'}.svg", box)


class EventSign(Art, frozen=True):
    """Sign of an event that has been turned up; that of the inland sea, which stays in force, is lit."""

    event: str

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        if self.event == INLAND_SEA:
            ctx.canvas.ring(rect.grown(5), rect.w, "great_divide.glow", width=3, soft=6)
        ctx.canvas.picture(f"{TILE_PICTURES}event-{self.event}-sign.svg", rect)


class GoverningLight(Art, frozen=True):
    """Light around the card that decides who lays the drawn tile."""

    live: ClassVar[bool] = True

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        with ctx.canvas.faded(0.55 + 0.25 * math.sin(ctx.now * 2.4)):
            ctx.canvas.ring(rect, 12, "great_divide.glow", width=4, soft=10)
