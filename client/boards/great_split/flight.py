"""Things on their way over the table: cards, splitters, wallets, at any size and angle."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Final, Literal

import msgspec
import pygame

from client.boards.great_split.pieces import (
    CARD_RATIO,
    SPLITTER_RATIO,
    WALLET_RATIO,
    draw_card,
    draw_splitter,
    draw_wallet,
)
from client.ui.anim import arc, ease_in_out, mix
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.pictures import smaller
from core.games.great_split.state import UNKNOWN

ARC: Final = 46.0
"""Units a travelling thing rises above the straight way."""
FAR: Final = 300.0
"""On shorter ways it rises less."""
_STEP: Final = 4
"""Sizes of kept pictures in so many pixels; between them they are scaled."""


class Thing(msgspec.Struct, frozen=True):
    """What can be on its way: a card (`UNKNOWN` face down), the splitter, a seat's wallet.

    `number` is the card or the seat; `level` a wallet's opening in tenths; `sold` marks a card.
    """

    kind: Literal["card", "splitter", "wallet"]
    number: int = 0
    level: int = 0
    sold: bool = False


SPLITTER: Final = Thing("splitter")
RATIOS: Final = {"card": CARD_RATIO, "splitter": SPLITTER_RATIO, "wallet": WALLET_RATIO}
SHRUNK: Final = 1.5
"""A picture is made for the size at the end of the way, unless it is so many times smaller."""


def draw_thing(canvas: Canvas, rect: Rect, thing: Thing, lift: float = 0.0, turn: float = 1.0) -> None:
    """A thing where it lies."""
    match thing.kind:
        case "card":
            draw_card(canvas, rect, thing.number, lift=lift, turn=turn, sold=thing.sold)
        case "splitter":
            draw_splitter(canvas, rect, lift=lift)
        case "wallet":
            draw_wallet(canvas, rect, thing.number, opened=thing.level / 10)


def draw_small(canvas: Canvas, rect: Rect, card: int, size: tuple[float, float], sold: bool = False) -> None:
    """A card in the head of an estate: scaled from its picture of the `size` that own cards have."""
    if card == UNKNOWN:
        draw_card(canvas, rect, card, sold=sold)
        return
    box = rect.fit(CARD_RATIO)
    canvas.shadow(box, 3, 2)
    canvas.layer(("great_split.small", card, sold, size), box, lambda c: _scaled(c, card, size, sold))


def _scaled(canvas: Canvas, card: int, size: tuple[float, float], sold: bool) -> None:
    wide, high = (max(2, round(length * canvas.scale)) for length in size)
    large = pygame.Surface((wide, high), pygame.SRCALPHA)
    inner = Canvas(large, canvas.theme, canvas.cache)
    inner.scale, inner.width, inner.area = canvas.scale, canvas.width, canvas.area
    draw_card(inner, Rect(0, 0, wide / canvas.scale, high / canvas.scale), card, sold=sold)
    canvas.surface.blit(smaller(large, canvas.surface.get_size()), (0, 0))


def fly(canvas: Canvas, thing: Thing, start: Rect, end: Rect, t: float, *, turn: float = 0.0) -> None:
    """A thing between two places, `t` 0 … 1 of its way, on a slight arc; it leans by `turn` degrees."""
    share = ease_in_out(t)
    ratio = RATIOS[thing.kind]
    start, end = start.fit(ratio), end.fit(ratio)
    larger = start if start.h > SHRUNK * end.h else end
    far = min(1.0, math.dist(start.centre, end.centre) / FAR)
    height = mix(start.h, end.h, share) * (1 + 0.06 * far * math.sin(math.pi * share))
    centre = arc(start.centre, end.centre, share, ARC * far)
    lean = turn * math.sin(math.pi * share)
    loose(
        canvas,
        thing,
        (larger.w, larger.h),
        centre,
        height / max(1.0, larger.h),
        lean,
        lambda c, rect: draw_thing(c, rect, thing),
    )


def loose(
    canvas: Canvas,
    key: Hashable,
    size: tuple[float, float],
    centre: Point,
    zoom: float,
    angle: float,
    paint: Callable[[Canvas, Rect], None],
) -> None:
    """What `paint` draws in a rectangle of this size, turned clockwise and of any size about a point."""
    wide, high = (max(_STEP, round(length * canvas.scale / _STEP) * _STEP) for length in size)
    pad = max(2, round(high * 0.1))
    full = ("great_split.loose", key, wide, high, canvas.scale, canvas.theme.name)
    sprite = canvas.cache.get(full, lambda: _premultiplied(canvas, wide, high, pad, paint))
    if abs(zoom - 1) > 0.01 or abs(angle) > 0.5:
        sprite = pygame.transform.rotozoom(sprite, -angle, zoom)
    place = sprite.get_rect(center=canvas.pixel(*centre))
    canvas.touch(canvas.surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED))


def _premultiplied(
    canvas: Canvas, wide: int, high: int, pad: int, paint: Callable[[Canvas, Rect], None]
) -> pygame.Surface:
    surface = pygame.Surface((wide + 2 * pad, high + 2 * pad), pygame.SRCALPHA)
    inner = Canvas(surface, canvas.theme, canvas.cache)
    inner.scale, inner.width, inner.area = canvas.scale, canvas.width, canvas.area
    paint(inner, Rect(pad / canvas.scale, pad / canvas.scale, wide / canvas.scale, high / canvas.scale))
    return surface.premul_alpha()
