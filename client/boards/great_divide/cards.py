"""The cards of The Great Divide and its bag: selection cards of the seats, event cards with their signs."""

from __future__ import annotations

import math
from typing import Final

import pygame

from client.boards.great_divide.paper import area_colour, dark, draw_symbol, landscape, lightened
from client.boards.kit.paper import mixed, plain, rgb
from client.ui import pictures
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge, seat_swatch, seat_symbol
from core.game import Seat
from core.games.great_divide.state import ACTIVE, HIDDEN, NOT_CHOSEN, PASSIVE, other

STEPS: Final = 16
"""In so many poses a card turns over."""
BAND: Final = 0.3
"""How high the band is that says who lays, as a share of a card."""
EVENT_RATIO: Final = 200 / 290
"""Width to height of an event card."""


def draw_card(canvas: Canvas, rect: Rect, letter: str, side: int, seat: Seat, *, turn: float = 1.0) -> None:
    """A selection card of a seat: its area (or `S`, the eighth card) and which side lies up.

    `side` is `ACTIVE`, `PASSIVE`, `NOT_CHOSEN` or `HIDDEN`; `turn` 0 … 1 is its flip in progress, at 0 the
    other side still lies up. The badge tells who lays the tiles of that area.
    """
    if turn < 0.5 and side in (ACTIVE, PASSIVE):
        side = ACTIVE + PASSIVE - side
    step = round(abs(math.cos(math.pi * turn)) * STEPS)
    pad = rect.h * 0.1
    key = ("great_divide.card", letter, side, int(seat), step)

    def paint(c: Canvas) -> None:
        _paint_card(c, rect, letter, side, seat)
        if step < STEPS:
            _narrow(c.surface, max(0.05, step / STEPS))

    canvas.layer(key, rect.grown(pad), paint)


def _narrow(surface: pygame.Surface, share: float) -> None:
    """What is on a surface, turned about its upright middle line so far that only a share is seen."""
    width, height = surface.get_size()
    seen = pictures.smaller(surface.copy(), (max(1, round(width * share)), height))
    surface.fill((0, 0, 0, 0))
    surface.blit(seen, ((width - seen.get_width()) // 2, 0))


def _paint_card(canvas: Canvas, rect: Rect, letter: str, side: int, seat: Seat) -> None:
    painter = {ACTIVE: _active, PASSIVE: _passive, NOT_CHOSEN: _not_chosen, HIDDEN: _hidden}[side]
    painter(canvas, rect, letter, seat)


def _active(canvas: Canvas, rect: Rect, letter: str, seat: Seat) -> None:
    """Bright, raised, the landscape in its colours; below in its own band the seat itself, which lays."""
    radius, edge = rect.h * 0.1, rect.h * 0.04
    canvas.shadow(rect, radius, rect.h * 0.055)
    canvas.rounded(rect, radius, "great_divide.paper")
    face = rect.inset(edge)
    canvas.rounded(face, radius - edge, area_colour(letter))
    band = face.cut_bottom(rect.h * BAND)[0]
    seat_swatch(canvas, seat, band, radius - edge)
    canvas.rect(Rect(band.x, band.y - edge * 0.4, band.w, edge), "great_divide.paper")
    picture = Rect.around(rect.cx, (face.y + band.y) / 2, min(rect.w * 0.78, rect.h * 0.57))
    canvas.picture(f"tiles/great_divide/{landscape(letter)}.svg", picture)
    seat_badge(canvas, seat, Rect.around(rect.cx, band.cy, band.h * 0.92))


def _passive(canvas: Canvas, rect: Rect, letter: str, seat: Seat) -> None:
    """Turned away: dull, flat, only the sign; below an arrow in the colours of the opponent, who lays."""
    small = _back(canvas, rect, letter, 0.85 if plain(canvas) else 0.62)
    foe, way = other(seat), 1 if seat == 0 else -1
    y, half = rect.bottom - rect.h * 0.22, rect.h * 0.105
    tail, tip = rect.cx - way * small.w * 0.43, rect.cx + way * small.w * 0.52
    neck = tip - way * half * 1.5
    arrow = [
        *((tail, y - half), (neck, y - half), (neck, y - half * 1.75), (tip, y)),
        *((neck, y + half * 1.75), (neck, y + half), (tail, y + half)),
    ]
    canvas.polygon([(px + half * 0.1, py + half * 0.2) for px, py in arrow], (*dark(canvas), 110))
    canvas.polygon(arrow, f"seat.{foe}")
    seat_symbol(canvas, foe, Rect.around((tail + neck) / 2, y, half * 1.6), f"seat.{foe}.ink")


def _not_chosen(canvas: Canvas, rect: Rect, letter: str, seat: Seat) -> None:
    """Nobody knows yet: a blank card with its sign."""
    _back(canvas, rect, letter, 0.8)
    icon(canvas, "help", Rect.around(rect.cx, rect.bottom - rect.h * 0.22, rect.h * 0.22), "quiet")


def _back(canvas: Canvas, rect: Rect, letter: str, strength: float) -> Rect:
    """The dull side of a card with its sign; returns where it lies."""
    small = rect.scaled(0.9)
    slate, colour = rgb(canvas, "great_divide.slate"), rgb(canvas, area_colour(letter))
    ground = mixed(mixed(slate, dark(canvas), 0.35), colour, 0.16)
    canvas.shadow(small, small.h * 0.1, rect.h * 0.02)
    canvas.rounded(
        small,
        small.h * 0.1,
        ground,
        mixed(ground, lightened(canvas, colour, 0.0), 0.75),
        max(1.5, small.h * 0.035),
    )
    sign = Rect.around(rect.cx, rect.y + rect.h * 0.35, min(rect.w * 0.54, rect.h * 0.46))
    draw_symbol(canvas, sign, letter, mixed(ground, lightened(canvas, colour, 0.2), strength))
    return small


def _hidden(canvas: Canvas, rect: Rect, letter: str, seat: Seat) -> None:
    """Chosen, but not to be seen: the seat's back over it."""
    small = rect.scaled(0.96)
    canvas.shadow(small, small.h * 0.1, rect.h * 0.04)
    canvas.rounded(small, small.h * 0.1, "great_divide.paper")
    seat_swatch(canvas, seat, small.inset(small.h * 0.045), small.h * 0.07)
    label = Rect.around(rect.cx, rect.cy, rect.h * 0.46)
    canvas.circle(label.centre, label.w / 2, "great_divide.paper")
    draw_symbol(canvas, label.scaled(0.68), letter, "great_divide.ink")


# --- events and the bag -------------------------------------------------------------------------


def draw_event_card(canvas: Canvas, rect: Rect, event: str, *, turn: float = 1.0) -> None:
    """An event card (one of `EVENTS`); its back while `turn` is below a half, or for an `event` of ""."""
    share = max(0.04, abs(math.cos(math.pi * turn)))
    name = f"event-{event}" if event and turn >= 0.5 else "event-back"
    box = rect.fit(EVENT_RATIO)
    shade = Rect.around(box.cx, box.cy, box.w * share, box.h)
    canvas.shadow(shade.scaled(0.96), box.w * 0.06, box.w * 0.05)
    canvas.picture(f"tiles/great_divide/{name}.svg", box, zoom=(share, 1.0))


def draw_event_sign(canvas: Canvas, rect: Rect, event: str) -> None:
    """What an event is, as a round sign: for the strip, the captions and the journal."""
    canvas.picture(f"tiles/great_divide/event-{event}-sign.svg", rect.fit(1.0))


def draw_bag(canvas: Canvas, rect: Rect) -> None:
    """The bag with the tiles."""
    canvas.picture("tiles/great_divide/bag.svg", rect.fit(1.0))
