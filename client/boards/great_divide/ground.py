"""The ground of The Great Divide: two oceans, and the land between them with its empty spaces.

Both are painted pixel by pixel: sheets of paper for every depth of the sea, and on the land the lines of
equal height of a printed map. It takes a good tenth of a second, so let a layer keep it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final, Literal

import numpy as np
import pygame
from numpy.typing import NDArray

from client.boards.great_divide.hexes import HALF
from client.boards.great_divide.paper import (
    Field,
    Rgb,
    Sheet,
    area_colour,
    away,
    dark,
    draw_symbol,
    grain,
    inside,
    lightened,
    middle,
    mixed,
    paint_space,
    plain,
    rgb,
    stamp,
    warm,
)
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from client.ui.theme import Ink
from core.game import Seat
from core.games.great_divide.land import ATLANTIC, PACIFIC

Ocean = Literal["pacific", "atlantic"]

DEPTHS: Final = (13.0, 40.0, 76.0, 122.0, 180.0)
"""How far from the coast the sea gets deeper, in units."""
SWELL: Final[dict[Ocean, float]] = {"pacific": 190.0, "atlantic": 62.0}
"""From wave to wave along the coast in units: long swell in the west, short seas in the east."""
FRAME: Final = 7.0
"""Units of the frame around the map; its marks are `TICK` units long."""
TICK: Final = 48.0
ROUND: Final = 12.0
MARKS: Final = 5200.0
"""On so many square units of sea there is one mark."""
SEAL: Final = 54.0
"""Units across: the sign on the sea of the seat whose it is."""
OFF: Final = 70.0
"""So far off the coast it stands."""

STEP: Final = 0.17
"""How wide the steps are in which the mountains rise, in radii."""

Count = NDArray[np.integer]
Spaces = Sequence[tuple[Point, str]]


# --- the sea ------------------------------------------------------------------------------------


def draw_ground(canvas: Canvas, rect: Rect, land: Rect | None = None) -> None:
    """The two oceans: the Pacific in the west, the Atlantic in the east; `land` lies between them."""
    between = rect.place(rect.h * 11 / 18, rect.h) if land is None else land
    area = canvas.pixels(rect)
    if area.w < 2 or area.h < 2:
        return
    sheet, half = Sheet.blank(area.size), round((between.cx - rect.x) * canvas.scale)
    sheet.cover[:] = 1
    x, y = axis(area.w, canvas.scale), axis(area.h, canvas.scale)
    west, east = between.x + between.w * 0.06 - rect.x, between.right - between.w * 0.06 - rect.x
    _lay_sea(canvas, sheet.part(slice(0, half), slice(None)), "pacific", west - x[:half], y)
    _lay_sea(canvas, sheet.part(slice(half, None), slice(None)), "atlantic", x[half:] - east, y)
    if not plain(canvas):
        sheet.rgb += grain(area.size, 2.2)
    _frame(canvas, sheet, rect)
    paste(canvas, sheet, area.topleft)
    _draw_marks(canvas, rect, between)


def axis(count: int, scale: float) -> Field:
    """The middles of so many pixels, in units from the first one's edge."""
    return np.asarray((np.arange(count) + 0.5) / scale, dtype=np.float32)


def paste(canvas: Canvas, sheet: Sheet, at: tuple[int, int]) -> None:
    """Lays a sheet on the canvas at once; for what a layer keeps."""
    surface = pygame.Surface(sheet.cover.shape, pygame.SRCALPHA)
    sheet.paint(surface)
    canvas.touch(canvas.surface.blit(surface, at))


def _lay_sea(canvas: Canvas, sheet: Sheet, ocean: Ocean, depth: Field, y: Field) -> None:
    """One sheet of paper for every depth, from the deepest to the beach.

    `depth` is how far each column of pixels is off the coast, in units. The paper's edges face the lamp in
    the west and throw shadows in the east.
    """
    colours, lit = _depths(canvas, ocean), ocean == "pacific"
    sheet.rgb[:] = colours[-1]
    for index in range(len(DEPTHS) - 1, -1, -1):
        swing = _waves(ocean, y, index)
        sheet.rgb[depth < DEPTHS[index] - np.abs(swing).max() - 2] = colours[index]
        near = np.flatnonzero(np.abs(depth - DEPTHS[index]) < np.abs(swing).max() + 12)
        if not near.size:
            continue
        columns = slice(int(near[0]), int(near[-1]) + 1)
        out, part = depth[columns, None] - DEPTHS[index] - swing[None, :], sheet.part(columns, slice(None))
        if not plain(canvas):
            fall = np.clip(1 - out / (4.0 if lit else 9.0), 0, 1) * (out > -1)
            part.lay(dark(canvas), (0.13 if lit else 0.26) * fall)
        part.lay(colours[index], inside(out * canvas.scale))
        rim = np.clip(1 - np.abs(out + 0.9) / 1.1, 0, 1)
        part.lay(lightened(canvas, colours[index], 0.5), (0.6 if lit else 0.3) * rim)


def _depths(canvas: Canvas, ocean: Ocean) -> list[Rgb]:
    """The colours of the sea from the beach to the deep."""
    light, body, deep = (rgb(canvas, f"great_divide.{ocean}{name}") for name in ("_light", "", "_deep"))
    shallow = (mixed(light, body, share) for share in (0.45, 0.8))
    return [*shallow, *(mixed(body, deep, share) for share in (0.2, 0.5, 0.78, 1.0))]


def _waves(ocean: Ocean, y: Field, index: int) -> Field:
    """How far the edge of a sheet swings out at a height, in units."""
    turn = 2 * math.pi / (SWELL[ocean] * (1 + 0.11 * index))
    start = 1.7 * index
    if ocean == "pacific":
        swing = 9 * np.sin(y * turn + start) + 4 * np.sin(y * turn * 1.83 - start)
    else:
        swing = 11 * np.abs(np.sin(y * turn / 2 + start)) - 6 + 4 * np.sin(y * turn * 0.37 + start)
    return np.asarray(swing * (0.45 + 0.2 * index), dtype=np.float32)


def _frame(canvas: Canvas, sheet: Sheet, rect: Rect) -> None:
    """The frame of a printed map with its marks, strip by strip, and round corners."""
    wide, high = sheet.cover.shape
    deep = min(wide, high, math.ceil((ROUND + 1) * canvas.scale))
    ends = (slice(0, deep), slice(-deep, None))
    for down in ends:
        _lay_frame(canvas, sheet.part(slice(None), down), rect, np.arange(wide), np.arange(high)[down], 0)
    for across in ends:
        rows = slice(deep, high - deep)
        _lay_frame(canvas, sheet.part(across, rows), rect, np.arange(wide)[across], np.arange(high)[rows], 1)


def _lay_frame(canvas: Canvas, sheet: Sheet, rect: Rect, columns: Count, rows: Count, along: int) -> None:
    """The frame on the pixels of these columns and rows; `along` is the axis it runs along."""
    scale = canvas.scale
    x, y = ((columns + 0.5) / scale)[:, None], ((rows + 0.5) / scale)[None, :]
    inner = tuple(np.minimum(v, long - v) * scale for v, long in ((x, rect.w), (y, rect.h)))
    near, wide = np.minimum(*inner), FRAME * scale
    paper, ink = rgb(canvas, "great_divide.paper"), rgb(canvas, "great_divide.slate")
    sheet.lay(ink, inside(near - wide))
    sheet.lay(paper, inside(near - wide + max(1.0, 0.9 * scale)))
    mark = np.floor(((x - rect.w / 2), (y - rect.h / 2))[along] / TICK) % 2
    sheet.lay(ink, mark * inside(np.abs(near - wide * 0.55) - wide * 0.2))
    soft = ROUND * scale
    sheet.cover *= inside(np.hypot(*(np.minimum(v - soft, 0) for v in inner)) - soft)


def _draw_marks(canvas: Canvas, rect: Rect, land: Rect) -> None:
    """Waves here and there on the open sea, and the symbol of the seat whose ocean it is."""
    rng = Random(1805)
    for seat, ocean, area in (
        (PACIFIC, "pacific", Rect(rect.x, rect.y, land.x - rect.x, rect.h)),
        (ATLANTIC, "atlantic", Rect(land.right, rect.y, rect.right - land.right, rect.h)),
    ):
        free = area.inset(FRAME + 18, FRAME + 14)
        seals = _seals(area, area.right - OFF if ocean == "pacific" else area.x + OFF)
        spots = list(seals)
        for _ in range(round(free.w * free.h / MARKS) * 6):
            spot = (rng.uniform(free.x, free.right), rng.uniform(free.y, free.bottom))
            if all(math.dist(spot, other) > 62 for other in spots):
                spots.append(spot)
        for x, y in spots[len(seals) :]:
            canvas.picture(f"tiles/great_divide/wave-{ocean}.svg", Rect.around(x, y, 34, 17), alpha=0.5)
        for spot in seals:
            _draw_seal(canvas, seat, Rect.around(*spot, SEAL), f"great_divide.{ocean}_light")


def _seals(area: Rect, x: float) -> list[Point]:
    """Where the signs of its seat stand on a sea that has room for them."""
    return [(x, area.y + area.h * share / 6) for share in (1, 3, 5)] if area.w > 2 * OFF else []


def _draw_seal(canvas: Canvas, seat: Seat, rect: Rect, ink: Ink) -> None:
    """The symbol of a seat in a ring, as on its badge."""
    with canvas.faded(0.45):
        canvas.ring(rect, rect.w / 2, ink, 2.5)
        seat_symbol(canvas, seat, rect.scaled(0.52), ink)


# --- the land -----------------------------------------------------------------------------------


def draw_land(canvas: Canvas, field: Rect, spaces: Spaces, radius: float) -> None:
    """All of the land without its tiles: `spaces` are their centres and areas. Includes `draw_space`.

    Beyond the northernmost and southernmost spaces mountains reach to the edges of the `field`: no water
    leaves there.
    """
    if not spaces:
        return
    box = Rect.bounding([centre for centre, _ in spaces]).grown(radius * 2)
    reach = Rect(box.x, field.y + FRAME, box.w, field.h - 2 * FRAME)
    area = canvas.pixels(reach).clip(canvas.surface.get_rect())
    if area.w < 2 or area.h < 2:
        return
    lay = _Lay(canvas, area, spaces, radius)
    paste(canvas, lay.coast(), area.topleft)
    for centre, letter in spaces:
        draw_space(canvas, centre, radius, letter)
    paste(canvas, lay.relief(), area.topleft)


def draw_space(canvas: Canvas, centre: Point, radius: float, area: str) -> None:
    """An empty space: sunk into the land, dim, with the symbol of its area."""

    def paint(c: Canvas) -> None:
        paint_space(c, radius, area_colour(area))
        tone = lightened(c, rgb(c, area_colour(area)), 0.22)
        with c.faded(0.95 if plain(c) else 0.62):
            draw_symbol(c, Rect.around(*middle(c), radius * 0.9), area, tone)

    stamp(canvas, ("space", area, round(radius, 3)), centre, radius * 1.02, paint)


class _Lay:
    """How the spaces lie in a rectangle of pixels."""

    def __init__(self, canvas: Canvas, area: pygame.Rect, spaces: Spaces, radius: float) -> None:
        self.canvas, self.size = canvas, area.size
        self.r = radius * canvas.scale
        self.areas = [letter for _, letter in spaces]
        self.middles = [self._inside(area, centre) for centre, _ in spaces]
        self.x = (np.arange(area.w) + 0.5).astype(np.float32)[:, None]
        self.y = (np.arange(area.h) + 0.5).astype(np.float32)[None, :]
        self._find_nearest()

    def _inside(self, area: pygame.Rect, centre: Point) -> Point:
        x, y = self.canvas.pixel(*centre)
        return (x - area.x, y - area.y)

    def _find_nearest(self) -> None:
        """For each pixel the nearest space, how far outside of the land it is, and how far from a border.

        `out` is negative on the land; `edge` is the distance to the next space of another area, in pixels.
        """
        far = np.float32(9 * self.r)
        self.out = np.full(self.size, far, dtype=np.float32)
        first, second = (np.full(self.size, far**2, dtype=np.float32) for _ in range(2))
        nearest, next_ = (np.full(self.size, -1, dtype=np.int16) for _ in range(2))
        for index, (cx, cy) in enumerate(self.middles):
            part = self._window(cx, cy)
            dx, dy = self.x[part[0]] - cx, self.y[:, part[1]] - cy
            self.out[part] = np.minimum(self.out[part], away(dx, dy, self.r))
            near = dx**2 + dy**2
            closer = near < first[part]
            between = ~closer & (near < second[part])
            second[part] = np.where(closer, first[part], np.where(between, near, second[part]))
            next_[part] = np.where(closer, nearest[part], np.where(between, index, next_[part]))
            first[part] = np.where(closer, near, first[part])
            nearest[part] = np.where(closer, index, nearest[part])
        letters = np.array([ord(letter) for letter in self.areas] + [0])
        border = (letters[nearest] != letters[next_]) & (next_ >= 0)
        self.edge = np.where(border, (second - first) / (4 * HALF * self.r), far).astype(np.float32)

    def _window(self, cx: float, cy: float) -> tuple[slice, slice]:
        reach = 1.6 * self.r
        across, down = (
            slice(max(0, int(at - reach)), max(0, min(size, int(at + reach))))
            for at, size in zip((cx, cy), self.size, strict=True)
        )
        return across, down

    def coast(self) -> Sheet:
        """The shadow of the land on the sea, surf, beach, and the mountains north and south of it."""
        sheet, r = Sheet.blank(self.size), self.r
        beyond = self._beyond()
        whole = np.minimum(self.out, beyond)
        if not plain(self.canvas):
            fall = np.roll(whole, (round(0.1 * r), round(0.16 * r)), (0, 1))
            sheet.lay(dark(self.canvas), 0.42 * np.clip(0.5 - fall / (0.34 * r), 0, 1))
        surf = 0.3 * inside(np.abs(whole - 0.31 * r) - 0.022 * r)
        surf = np.maximum(surf, 0.22 * inside(whole - 0.2 * r))
        sheet.lay(rgb(self.canvas, "great_divide.paper"), np.maximum(surf, inside(whole - 0.085 * r)))
        north, south = (round(end([y for _, y in self.middles])) for end in (min, max))
        for rows in (slice(0, max(0, north)), slice(max(0, south), None)):
            self._lay_stone(sheet.part(slice(None), rows), self.out[:, rows], beyond[:, rows])
        return sheet

    def _beyond(self) -> Field:
        """Signed distance to the land north and south of the spaces, negative on it, in pixels."""
        xs, ys = [x for x, _ in self.middles], [y for _, y in self.middles]
        r, y = self.r, self.y
        top, bottom = min(ys) - HALF * r, max(ys) + HALF * r
        off = np.maximum(np.maximum(top - y, y - bottom), 0) / r
        swing = 0.13 * np.sin(off * 7) * np.clip(off * 3, 0, 1) + 0.08 * off
        west, east = min(xs) - 0.5 * r - swing * r, max(xs) + 0.5 * r + swing * r
        return np.asarray(np.maximum(west - self.x, self.x - east), dtype=np.float32)

    def _lay_stone(self, sheet: Sheet, out: Field, beyond: Field) -> None:
        """Slate that rises away from the spaces, step by step."""
        colour = mixed(rgb(self.canvas, "great_divide.slate"), dark(self.canvas), 0.25)
        if plain(self.canvas):
            sheet.lay(colour, inside(beyond))
            return
        height = (out / self.r - 0.05) / STEP
        steps = np.clip(np.floor(height), -1, 6)
        edge = np.clip(1 - np.abs(height - np.round(height)) * STEP * self.r / 1.2, 0, 1) * (steps >= 0)
        tone = np.asarray(colour) + (5.0 * steps + 16.0 * edge)[:, :, None] + grain(out.shape, 2.4)
        sheet.lay(np.asarray(tone, dtype=np.float32), inside(beyond))

    def relief(self) -> Sheet:
        """Over the empty spaces: light and lines of equal height, and the borders of the areas."""
        sheet, land = Sheet.blank(self.size), inside(self.out + 1)
        if not plain(self.canvas):
            height = self._height()
            dx, dy = np.gradient(height)
            slope = (dx * 0.55 + dy * 0.84) * self.r * 0.11
            sheet.lay(dark(self.canvas), np.clip(slope, 0, 0.2) * land)
            steep = np.maximum(np.hypot(dx, dy), 1e-6)
            away_from = np.abs(height - np.round(height)) / steep / max(0.8, 0.016 * self.r)
            light = 0.2 * np.clip(1.0 - away_from, 0, 1)
            sheet.lay(warm(self.canvas), np.maximum(light, np.clip(-slope, 0, 0.13)) * land)
        ink, paper = rgb(self.canvas, "great_divide.ink"), rgb(self.canvas, "great_divide.paper")
        sheet.lay(ink, 0.75 * inside(self.edge - 0.055 * self.r) * land)
        sheet.lay(paper, 0.8 * inside(self.edge - 0.02 * self.r) * land)
        return sheet

    def _height(self) -> Field:
        """A land that rises from both coasts to a winding ridge; in lines of equal height."""
        xs, ys = [x for x, _ in self.middles], [y for _, y in self.middles]
        half = (max(xs) - min(xs)) / 2 + self.r
        u, v = (self.x - (max(xs) + min(xs)) / 2) / half, (self.y - min(ys)) / self.r
        ridge = 0.16 * np.sin(0.45 * v + 0.6) + 0.07 * np.sin(1.1 * v)
        rise = 7.5 * np.clip(1.05 - np.hypot(u - ridge, 0.12), 0, 1)
        hills = np.sin(4.1 * u + 0.9 * np.sin(0.6 * v)) * np.sin(0.83 * v + 1.4 * u)
        return np.asarray(rise + 1.1 * hills + 0.5 * np.sin(7.3 * u + 1.9 * v), dtype=np.float32)
