"""The pieces of Down Under, shared by the table and by the pictures of the rules.

Everything is kept as a picture once for a size, wherever it lies. A cell is the whole square; of an end only
the half that it covers is drawn, as far as the road behind its stub. Colours come from the theme; animals
are pictures (`tools/art/down_under.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

import numpy as np
import pygame

from client.boards.down_under.earth import Mark, draw_cell, draw_earth
from client.boards.down_under.looks import neutral, own, paint_road, seat_of
from client.boards.down_under.paper import Field, Sheet, axes, grain, mixed, plain, rgb, stamp
from client.boards.down_under.ways import KERB, MIDDLES, POOL, STUB, offs
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_symbol
from core.games.down_under.state import ENDS, MIDDLE, NEUTRAL, OWN, SIDES, STRAIGHTS, Animal, Card

__all__ = [
    "FIGURE",
    "Mark",
    "animal_rect",
    "draw_animal",
    "draw_billabong",
    "draw_card",
    "draw_cell",
    "draw_earth",
    "draw_stone",
]

FIGURE: Final = 0.36
"""How large the animal of a card is, in sides of a cell."""
_GAP, _ROUND = 0.012, 0.05
"""How far a card stays off its cell's edge and how round its corners are, in sides of a cell."""
_PAD: Final = 0.06
"""How far its shadow reaches."""
_ALONG: Final = 0.195
"""How far from its side an animal has its middle on the neutral part of a straight."""
_OUT: Final = 0.44
"""How far from the corner on that of a curve."""


def draw_card(
    canvas: Canvas,
    rect: Rect,
    card: Card,
    look: int,
    *,
    animal: Animal | None = None,
    lift: float = 0.0,
    turn: float = 0.0,
    dim: bool = False,
    ghost: bool = False,
) -> None:
    """A card on a cell in the look of its path.

    `lift` is how many units it lies above the ground, `turn` by how many quarters it is still turned
    clockwise from how it will lie. A `dim` one is not meant now; a `ghost` is only being thought of.
    """
    if lift > 0:
        _lifted(canvas, rect, card, lift)
    with canvas.faded(0.62 if ghost else 1.0):
        if turn % 4:
            _turned(canvas, rect, card, look, dim, turn)
        else:
            _stamp_card(canvas, rect, card, look, dim)
    if animal is not None:
        with canvas.faded(0.75 if ghost else 1.0):
            draw_animal(canvas, animal_rect(rect, card, turn), animal, dim=dim)


def draw_billabong(
    canvas: Canvas, rect: Rect, through: Sequence[Card] = (), *, lift: float = 0.0, ghost: bool = False
) -> None:
    """A billabong; `through` are the ways that lead along its pool or across it."""
    ways = tuple(sorted(through))
    if lift > 0:
        canvas.shadow(rect.inset(rect.w * _GAP), rect.w * _ROUND, lift)
    with canvas.faded(0.62 if ghost else 1.0):
        stamp(canvas, ("billabong", ways), rect, rect.w * _PAD, lambda c, r: _paint_billabong(c, r, ways))


def draw_animal(canvas: Canvas, rect: Rect, animal: Animal, *, dim: bool = False) -> None:
    """An animal on its disc of bone-white paper, in the largest circle inside the rectangle."""
    box = rect.fit(1.0)
    stamp(canvas, ("animal", animal, dim), box, box.w * 0.06, lambda c, r: _paint_animal(c, r, animal, dim))


def animal_rect(rect: Rect, card: Card, turn: float = 0.0) -> Rect:
    """Where on a cell the animal of a card stands: on its neutral part, beside its own one."""
    x, y = _animal_at(card)
    if turn % 4:
        angle = turn * math.pi / 2
        dx, dy = x - 0.5, y - 0.5
        x = 0.5 + dx * math.cos(angle) - dy * math.sin(angle)
        y = 0.5 + dx * math.sin(angle) + dy * math.cos(angle)
    return Rect.around(rect.x + x * rect.w, rect.y + y * rect.h, FIGURE * rect.w, FIGURE * rect.h)


def draw_stone(canvas: Canvas, rect: Rect) -> None:
    """The stone of neutral roads as a small sign: for words about them."""
    box = rect.fit(1.0)
    canvas.circle(box.centre, box.w / 2, "down_under.stone", "down_under.stone_deep", box.w * 0.12)


# --- inside -------------------------------------------------------------------------------------


def _animal_at(card: Card) -> Point:
    """The middle of a card's animal in a cell of 0 … 1."""
    if card in STRAIGHTS:
        return (1 - _ALONG, 0.5) if card == "NS" else (0.5, 1 - _ALONG)
    if card in ENDS:
        return (0.5, 0.5)
    (ax, ay), (bx, by) = (MIDDLES[side] for side in NEUTRAL[card])
    x, y = ax + bx - 0.5, ay + by - 0.5
    far = _OUT / math.sqrt(2)
    return (x + (far if x < 0.5 else -far), y + (far if y < 0.5 else -far))


def _half(rect: Rect, card: Card) -> Rect:
    """What of its cell a card covers."""
    if card not in ENDS:
        return rect
    side, deep = OWN[card][0], 0.5 + KERB
    across = side in (1, 3)
    wide, high = (rect.w * deep, rect.h) if across else (rect.w, rect.h * deep)
    x = rect.right - wide if side == 1 else rect.x
    y = rect.bottom - high if side == 2 else rect.y
    return Rect(x, y, wide, high)


def _lifted(canvas: Canvas, rect: Rect, card: Card, lift: float) -> None:
    canvas.shadow(_half(rect, card).inset(rect.w * _GAP), rect.w * _ROUND, round(lift))


def _stamp_card(canvas: Canvas, rect: Rect, card: Card, look: int, dim: bool) -> None:
    stamp(
        canvas,
        ("card", card, look, dim),
        rect,
        rect.w * _PAD,
        lambda c, r: _paint_card(c, r, card, look, dim),
    )


def _turned(canvas: Canvas, rect: Rect, card: Card, look: int, dim: bool, turn: float) -> None:
    """A card in the middle of a turn, cheap enough for every frame."""
    pad = math.ceil(rect.w * _PAD * canvas.scale)
    area = canvas.pixels(rect)
    key = ("down_under.turning", card, look, dim, area.size, canvas.theme.name)
    sprite = canvas.cache.get(key, lambda: _premultiplied(canvas, area.size, pad, card, look, dim))
    turned = pygame.transform.rotozoom(sprite, -90 * turn, 1.0)
    place = turned.get_rect(center=area.center)
    canvas.touch(canvas.surface.blit(turned, place, special_flags=pygame.BLEND_PREMULTIPLIED))


def _premultiplied(
    canvas: Canvas, size: tuple[int, int], pad: int, card: Card, look: int, dim: bool
) -> pygame.Surface:
    surface = pygame.Surface((size[0] + 2 * pad, size[1] + 2 * pad), pygame.SRCALPHA)
    inner = Canvas(surface, canvas.theme, canvas.cache)
    inner.scale, inner.width, inner.area = canvas.scale, canvas.width, canvas.area
    here = Rect(pad / canvas.scale, pad / canvas.scale, size[0] / canvas.scale, size[1] / canvas.scale)
    _paint_card(inner, here, card, look, dim)
    return surface.premul_alpha()


def _sheet(canvas: Canvas, rect: Rect) -> tuple[Sheet, int]:
    """An empty sheet of the canvas's size, and how many pixels of it lie around the cell."""
    size = canvas.surface.get_size()
    pad = (size[0] - canvas.pixels(rect).w) // 2
    return Sheet(size, size[0] - 2 * pad), pad


def _edge(size: tuple[int, int], pad: int, card: Card | Literal["billabong"], shift: Point = (0, 0)) -> Field:
    """How far a pixel is outside the paper of a card, negative inside."""
    x, y = axes(size, pad)
    here = _half(Rect(0, 0, 1, 1), card) if card != "billabong" else Rect(0, 0, 1, 1)
    here = here.inset(_GAP).moved(*shift)
    px = np.abs(x - np.float32(here.cx)) - np.float32(here.w / 2 - _ROUND)
    py = np.abs(y - np.float32(here.cy)) - np.float32(here.h / 2 - _ROUND)
    out = np.hypot(np.maximum(px, 0), np.maximum(py, 0)) + np.minimum(np.maximum(px, py), 0) - _ROUND
    return np.asarray(out, dtype=np.float32)


def _paint_paper(canvas: Canvas, sheet: Sheet, pad: int, card: Card | Literal["billabong"]) -> Field:
    """A thin piece of bone-white paper with its short shadow; how far each pixel is outside it."""
    size = canvas.surface.get_size()
    away, shade = _edge(size, pad, card), _edge(size, pad, card, (0.006, 0.014))
    bone, deep, dark = rgb(canvas, "bone"), rgb(canvas, "bone_deep"), rgb(canvas, "dark")
    sheet.lay(dark, 0.55 * np.clip(0.5 - shade / 0.06, 0, 1) ** 1.5)
    if plain(canvas):
        sheet.lay(dark, sheet.inside(away))
        sheet.lay(bone, sheet.inside(away + max(0.014, 1.2 / sheet.pixels)))
        return away
    sheet.lay(deep, sheet.inside(away))
    x, y = axes(size, pad)
    light = (1 - x - y)[:, :, None] * np.float32(7)
    sheet.lay(np.asarray(bone, dtype=np.float32) + light + grain(size, 2.6), sheet.inside(away + 0.012))
    return away


def _paint_card(canvas: Canvas, rect: Rect, card: Card, look: int, dim: bool) -> None:
    sheet, pad = _sheet(canvas, rect)
    away = _paint_paper(canvas, sheet, pad, card)
    size, seen = canvas.surface.get_size(), sheet.inside(away + 0.004)
    grey, colour = neutral(canvas), own(canvas, look)
    way = NEUTRAL[card]
    across = (way[0], way[1])
    paint_road(sheet, across, "neutral", offs(size, across, pad=pad), grey, canvas, seen)
    mine = (OWN[card][0], OWN[card][1] if len(OWN[card]) == 2 else MIDDLE)
    there = offs(size, mine, pad=pad)
    if card in STRAIGHTS and not plain(canvas):
        sheet.lay(rgb(canvas, "dark"), 0.4 * np.clip(1 - (there.away - KERB) / 0.07, 0, 1) ** 2 * seen)
    paint_road(sheet, mine, "own", there, colour, canvas, seen)
    if dim:
        sheet.lay(mixed(rgb(canvas, "earth_deep"), rgb(canvas, "dark"), 0.4), 0.5 * seen)
    sheet.paint(canvas.surface)
    if card in ENDS:
        paint_cap(canvas, rect, OWN[card][0], look)


def paint_cap(canvas: Canvas, rect: Rect, side: int, look: int) -> None:
    """The closed end of a stub: a disc of bone with the symbol of its seat."""
    (x, y), wide = MIDDLES[side], rect.w
    (ux, uy) = (1 - 2 * x) * STUB, (1 - 2 * y) * STUB
    spot = (rect.x + (x + ux) * rect.w, rect.y + (y + uy) * rect.h)
    canvas.circle(spot, wide * 0.1, "down_under.bone")
    seat = seat_of(look)
    if seat is not None:
        seat_symbol(canvas, seat, Rect.around(*spot, wide * 0.125), own(canvas, look).kerb)
    else:
        canvas.circle(spot, wide * 0.045, own(canvas, look).kerb)


def _paint_billabong(canvas: Canvas, rect: Rect, through: Sequence[Card]) -> None:
    sheet, pad = _sheet(canvas, rect)
    away = _paint_paper(canvas, sheet, pad, "billabong")
    size, seen, grey = canvas.surface.get_size(), sheet.inside(away + 0.004), neutral(canvas)
    used = {side for card in through for side in OWN[card]}
    for side in SIDES:
        if side not in used:
            way = (side, MIDDLE)
            paint_road(sheet, way, "pool", offs(size, way, "pool", pad), grey, canvas, seen)
    x, y = axes(size, pad)
    far = np.hypot(x - 0.5, y - 0.5).astype(np.float32)
    sheet.lay(mixed(rgb(canvas, "earth_light"), rgb(canvas, "bone"), 0.45), sheet.inside(far - POOL - 0.03))
    for tone, radius in (("water_deep", POOL), ("water", POOL - 0.03), ("water_light", POOL * 0.4)):
        sheet.lay(rgb(canvas, tone), (1.0 if tone != "water_light" else 0.4) * sheet.inside(far - radius))
    for card in through:
        over = (OWN[card][0], OWN[card][1])
        paint_road(sheet, over, "pool", offs(size, over, "pool", pad), grey, canvas, seen)
    sheet.paint(canvas.surface)


def _paint_animal(canvas: Canvas, rect: Rect, animal: Animal, dim: bool) -> None:
    canvas.circle((rect.cx + rect.w * 0.01, rect.cy + rect.w * 0.03), rect.w / 2, (*rgb(canvas, "dark"), 110))
    paper = mixed(rgb(canvas, "bone"), rgb(canvas, "earth_deep"), 0.45 if dim else 0.0)
    canvas.circle(rect.centre, rect.w / 2, paper, "down_under.animal", max(rect.w * 0.035, 1 / canvas.scale))
    canvas.picture(f"tiles/down_under/{animal}.svg", rect.scaled(0.76))
