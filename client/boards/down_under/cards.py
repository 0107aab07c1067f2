"""Cards, billabongs and animals of Down Under, painted; shared by the table and by the pictures of the rules.

Everything is kept as a picture once for a size, wherever it lies. A cell is the whole square; of an end only
the half that it covers is drawn, as far as the road behind its stub. Colours come from the theme; animals
are pictures (`tools/art/down_under.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import numpy as np
import pygame

from client.boards.down_under.billabong import paint_pool
from client.boards.down_under.earth import Mark, draw_cell, draw_earth
from client.boards.down_under.ribbon_sprites import lay_roads
from client.boards.down_under.road_geometry import KERB, MIDDLES, Part, Way, axes
from client.boards.kit.paper import Field, Sheet, Size, grain, plain, rgb, size_of, stamp
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from core.games.down_under.state import (
    ENDS,
    MIDDLE,
    NEUTRAL,
    NOBODY,
    OWN,
    SIDES,
    STRAIGHTS,
    Animal,
    Card,
    End,
    Shape,
)

Cut = End | Literal["whole"]
"""The shape of a card's paper: that of an end, or all of a cell."""
Road = tuple[Way, Part, int]
"""A road printed on a card: where it runs, which part of the card it is, and its style."""

__all__ = [
    "FIGURE",
    "Mark",
    "animal_rect",
    "draw_animal",
    "draw_billabong",
    "draw_card",
    "draw_cell",
    "draw_earth",
]

USUAL: Final[dict[Shape, Card]] = {"straight": "EW", "curve": "SE", "end": "endN"}
"""How a card lies where no path says how."""
FIGURE: Final = 0.34
"""How large the animal of a card is, in sides of a cell."""
_GAP, _ROUND = 0.012, 0.05
"""How far a card stays off its cell's edge and how round its corners are, in sides of a cell."""
_PAD: Final = 0.06
"""How far its shadow reaches."""
_TEETH, _TOOTH = 17, 0.012
"""How many teeth the cut edge of an end has, and half their height in sides of a cell."""
_ALONG: Final = 0.178
"""How far from its side an animal has its middle on the neutral part of a straight."""
_OUT: Final = 0.45
"""How far from the corner on that of a curve."""


def draw_card(
    canvas: Canvas,
    rect: Rect,
    card: Card,
    style: int,
    *,
    animal: Animal | None = None,
    lift: float = 0.0,
    turn: float = 0.0,
    ghost: bool = False,
) -> None:
    """A card on a cell in the style of its path.

    `lift` is how many units it lies above the ground, `turn` by how many quarters it is still turned
    clockwise from how it will lie. A `ghost` is only being thought of.
    """
    if lift > 0 and not turn % 4:
        canvas.shadow(_half(rect, card).inset(rect.w * _GAP), rect.w * _ROUND, round(lift))
    with canvas.faded(0.62 if ghost else 1.0):
        if turn % 4:
            _turned(canvas, rect, card, style, turn, lift)
        else:
            _stamp_card(canvas, rect, card, style)
    if animal is not None:
        with canvas.faded(0.75 if ghost else 1.0):
            draw_animal(canvas, animal_rect(rect, card, turn), animal)


def draw_billabong(
    canvas: Canvas, rect: Rect, through: Sequence[Card] = (), *, lift: float = 0.0, ghost: bool = False
) -> None:
    """A billabong; `through` are the ways that lead along its pool or across it."""
    ways = tuple(sorted(through))
    if lift > 0:
        canvas.shadow(rect.inset(rect.w * _GAP), rect.w * _ROUND, lift)
    with canvas.faded(0.62 if ghost else 1.0):
        stamp(
            canvas,
            ("down_under.billabong", ways),
            rect,
            rect.w * _PAD,
            lambda c, r: _paint_billabong(c, r, ways),
        )


def draw_animal(canvas: Canvas, rect: Rect, animal: Animal) -> None:
    """An animal on its disc of bone-white paper, in the largest circle inside the rectangle."""
    box = rect.fit(1.0)
    stamp(canvas, ("down_under.animal", animal), box, box.w * 0.06, lambda c, r: _paint_animal(c, r, animal))


def animal_rect(rect: Rect, card: Card, turn: float = 0.0) -> Rect:
    """Where on a cell the animal of a card stands: on its neutral part, beside its own one."""
    x, y = _animal_at(card)
    if turn % 4:
        angle = turn * math.pi / 2
        dx, dy = x - 0.5, y - 0.5
        x = 0.5 + dx * math.cos(angle) - dy * math.sin(angle)
        y = 0.5 + dx * math.sin(angle) + dy * math.cos(angle)
    return Rect.around(rect.x + x * rect.w, rect.y + y * rect.h, FIGURE * rect.w, FIGURE * rect.h)


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


def _stamp_card(canvas: Canvas, rect: Rect, card: Card, style: int) -> None:
    stamp(
        canvas,
        ("down_under.card", card, style),
        rect,
        rect.w * _PAD,
        lambda c, r: _paint_card(c, r, card, style),
    )


def _turned(canvas: Canvas, rect: Rect, card: Card, style: int, turn: float, lift: float) -> None:
    """A card in the middle of a turn, cheap enough for every frame."""
    pad, theme = math.ceil(rect.w * _PAD * canvas.scale), canvas.theme.name
    area = pygame.Rect(canvas.pixel(rect.x, rect.y), size_of(rect, canvas.scale))
    key = ("down_under.turning", card, style, area.size, theme)
    sprite = canvas.cache.get(key, lambda: _premultiplied(canvas, area.size, pad, card, style))
    if lift > 0:
        shade = canvas.cache.get(
            ("down_under.shade", _cut(card), area.size, theme), lambda: _shade(canvas, sprite)
        )
        _spin(canvas, shade, area.move(0, canvas.px(lift * 0.6)), turn)
    _spin(canvas, sprite, area, turn)


def _spin(canvas: Canvas, sprite: pygame.Surface, area: pygame.Rect, turn: float) -> None:
    turned = pygame.transform.rotozoom(sprite, -90 * turn, 1.0)
    place = turned.get_rect(center=area.center)
    canvas.touch(canvas.surface.blit(turned, place, special_flags=pygame.BLEND_PREMULTIPLIED))


def _shade(canvas: Canvas, card: pygame.Surface) -> pygame.Surface:
    """The soft shadow of a card on its way, premultiplied: the card itself, blurred and dark."""
    found = pygame.Surface(card.get_size(), pygame.SRCALPHA)
    alpha = pygame.surfarray.array_alpha(card).astype(np.float32) / 255
    pygame.surfarray.pixels3d(found)[:] = (alpha[:, :, None] * rgb(canvas, "down_under.dark") * 0.45).astype(
        np.uint8
    )
    pygame.surfarray.pixels_alpha(found)[:] = (alpha * 255 * 0.45).astype(np.uint8)
    return pygame.transform.box_blur(found, max(1, card.get_width() // 24))


def _premultiplied(canvas: Canvas, size: tuple[int, int], pad: int, card: Card, style: int) -> pygame.Surface:
    surface = pygame.Surface((size[0] + 2 * pad, size[1] + 2 * pad), pygame.SRCALPHA)
    inner = Canvas(surface, canvas.theme, canvas.cache)
    inner.scale, inner.width, inner.area = canvas.scale, canvas.width, canvas.area
    here = Rect(pad / canvas.scale, pad / canvas.scale, size[0] / canvas.scale, size[1] / canvas.scale)
    _paint_card(inner, here, card, style)
    return surface.premul_alpha()


def _cut(card: Card | Literal["billabong"]) -> Cut:
    """The shape of a card's paper."""
    return card if card in ENDS else "whole"


@lru_cache(maxsize=32)
def _edge(size: Size, pad: int, cut: Cut, shift: Point = (0, 0)) -> Field:
    """How far each pixel is outside a paper of this shape, negative inside; in sides of a cell.

    The edge across the middle of the cell, along which an end is cut, is pinked.
    """
    x, y = axes(size, pad)
    x, y = x - np.float32(shift[0]), y - np.float32(shift[1])
    here = Rect(0, 0, 1, 1) if cut == "whole" else _half(Rect(0, 0, 1, 1), cut)
    here = here.inset(_GAP)
    px = np.abs(x - np.float32(here.cx)) - np.float32(here.w / 2 - _ROUND)
    py = np.abs(y - np.float32(here.cy)) - np.float32(here.h / 2 - _ROUND)
    out = np.hypot(np.maximum(px, 0), np.maximum(py, 0)) + np.minimum(np.maximum(px, py), 0) - _ROUND
    if cut != "whole":
        side = OWN[cut][0]
        across, deep = (x, y) if side in (0, 2) else (y, x)
        off = deep - 0.5 - KERB if side in (0, 3) else 0.5 - KERB - deep
        teeth = np.abs((across * _TEETH) % 1 - 0.5) * 2 - 0.5
        out = np.maximum(out, off + _TOOTH * (1 + teeth))
    return np.asarray(out, dtype=np.float32)


def _paint_paper(canvas: Canvas, rect: Rect, card: Card | Literal["billabong"]) -> _Print:
    """A thin piece of bone-white paper with its short shadow; kept for all cards of its shape."""
    size, cut = canvas.surface.get_size(), _cut(card)
    pad = (size[0] - size_of(rect, canvas.scale)[0]) // 2
    key = ("down_under.paper", size, pad, cut, canvas.theme.name)
    canvas.surface.blit(canvas.cache.get(key, lambda: _paper(canvas, size, pad, cut)), (0, 0))
    return _Print(canvas, pad, _edge(size, pad, cut))


def _paper(canvas: Canvas, size: Size, pad: int, cut: Cut) -> pygame.Surface:
    sheet = Sheet(size, size[0] - 2 * pad)
    away, shade = _edge(size, pad, cut), _edge(size, pad, cut, (0.006, 0.014))
    bone, deep, dark = (
        rgb(canvas, "down_under.bone"),
        rgb(canvas, "down_under.bone_deep"),
        rgb(canvas, "down_under.dark"),
    )
    sheet.lay(dark, 0.55 * np.clip(0.5 - shade / 0.06, 0, 1) ** 1.5)
    if plain(canvas):
        sheet.lay(dark, sheet.inside(away))
        sheet.lay(bone, sheet.inside(away + max(0.014, 1.2 / sheet.pixels)))
    else:
        sheet.lay(deep, sheet.inside(away))
        x, y = axes(size, pad)
        light = (1 - x - y)[:, :, None] * np.float32(7)
        sheet.lay(np.asarray(bone, dtype=np.float32) + light + grain(size, 2.6), sheet.inside(away + 0.012))
    found = pygame.Surface(size, pygame.SRCALPHA)
    sheet.paint(found)
    return found


class _Print(NamedTuple):
    """The surface of a card that lies on a canvas, with `pad` pixels around it: what is printed on it."""

    canvas: Canvas
    pad: int
    away: Field

    def seen(self) -> Field:
        """1 on the card, 0 beside it."""
        sheet = Sheet(self.canvas.surface.get_size(), len(self.away) - 2 * self.pad)
        return sheet.inside(self.away + 0.004)

    def roads(self, roads: Sequence[Road]) -> None:
        """Roads across the card, one over the other."""
        wide, high = (n - 2 * self.pad for n in self.away.shape)
        edge = self.seen()[self.pad : self.pad + wide, self.pad : self.pad + high]
        lay_roads(self.canvas, (wide, high), roads, edge, (self.pad, self.pad))


def _paint_card(canvas: Canvas, rect: Rect, card: Card, style: int) -> None:
    paper = _paint_paper(canvas, rect, card)
    grey, mine = NEUTRAL[card], OWN[card]
    part: Part = "under" if card in STRAIGHTS else "neutral"
    stub = (mine[0], mine[1] if len(mine) == 2 else MIDDLE)
    paper.roads((((grey[0], grey[1]), part, NOBODY), (stub, "own", style)))


def _paint_billabong(canvas: Canvas, rect: Rect, through: Sequence[Card]) -> None:
    paper = _paint_paper(canvas, rect, "billabong")
    pool = pygame.Surface(size_of(rect, canvas.scale), pygame.SRCALPHA)
    paint_pool(canvas, pool)
    canvas.surface.blit(pool, (paper.pad, paper.pad))
    canvas.picture("tiles/down_under/reeds.svg", rect)
    used = {side for card in through for side in OWN[card]}
    arms: list[Road] = [((side, MIDDLE), "pool", NOBODY) for side in SIDES if side not in used]
    ways: list[Road] = [((OWN[card][0], OWN[card][1]), "pool", NOBODY) for card in through]
    paper.roads((*arms, *ways))


def _paint_animal(canvas: Canvas, rect: Rect, animal: Animal) -> None:
    canvas.circle(
        (rect.cx + rect.w * 0.01, rect.cy + rect.w * 0.03), rect.w / 2, (*rgb(canvas, "down_under.dark"), 110)
    )
    paper = rgb(canvas, "down_under.bone")
    canvas.circle(rect.centre, rect.w / 2, paper, "down_under.animal", max(rect.w * 0.035, 1 / canvas.scale))
    canvas.picture(f"tiles/down_under/{animal}.svg", rect.scaled(0.76))
