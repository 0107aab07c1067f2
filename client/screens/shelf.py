"""The shelf: five boxes on a plank under lamplight, and what is known of each of them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Final

from client.ui.anim import Motion, Tween, breath, ease_out, mix, overshoot
from client.ui.canvas import Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent, Press, Release
from client.ui.symbols import icon
from client.ui.theme import Role
from client.ui.widgets import focus_ring
from core.game import GameInfo
from core.games import GAMES

SHELF: Final = tuple(game.info.key for game in GAMES)
"""The boxes from left to right."""

BOX_RATIO: Final = 320 / 460
STANDING: Final = 250.0
"""Height of a box on the shelf in units."""
CHOSEN: Final = 330.0
"""Height of the box that has come forward."""
FLOOR: Final = 966.0
"""Where the boxes stand."""
PLANK: Final = 944.0
FRONT: Final = 980.0
FOOT: Final = 1028.0
STEP_FORWARD: Final = 0.30
"""Seconds a box takes to come forward."""


def box_of(key: str) -> str:
    """The game whose box and land are shown; of one we do not know the first."""
    return key if key in SHELF else SHELF[0]


def seat_range(info: GameInfo) -> str:
    """For how many a game is, as in "2" or "2–4"."""
    low, high = min(info.seats), max(info.seats)
    return str(low) if low == high else f"{low}–{high}"


class BoxWidget(Widget):
    """A box: clicked or accepted it calls `pick`. Which one is chosen is the screen's business."""

    def __init__(self, box: GameInfo, pick: Callable[[], None]) -> None:
        super().__init__()
        self.box = box
        self.pick = pick
        self.chosen = False
        self.slot = Rect(0, 0, 0, 0)
        self._tween = Tween(-10.0, 0.0)
        self._pressed = False

    def choose(self, chosen: bool, motion: Motion, now: float) -> None:
        """Comes forward or steps back."""
        if chosen != self.chosen:
            self.chosen = chosen
            self._tween = motion.tween(now, STEP_FORWARD, overshoot if chosen else ease_out)
        self._place()

    def layout(self, rect: Rect) -> None:
        """Takes its slot: a column of the shelf."""
        self.slot = rect
        self._place()

    def _place(self) -> None:
        high = CHOSEN if self.chosen else STANDING
        lift = 8.0 if self.chosen else 0.0
        self.rect = Rect(self.slot.cx - high * BOX_RATIO / 2, FLOOR - lift - high, high * BOX_RATIO, high)

    def moving(self, now: float) -> bool:
        """Whether it is still on its way."""
        return not self._tween.done(now)

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Press):
            self._pressed = True
            return True
        hit = isinstance(intent, Release) and self._pressed and self.rect.contains(intent.x, intent.y)
        if isinstance(intent, Release):
            self._pressed = False
        if hit or isinstance(intent, Accept):
            self.pick()
            return True
        return False

    def forward(self, now: float) -> float:
        """0 on the shelf … 1 in front of it."""
        t = self._tween.at(now)
        return t if self.chosen else 1 - t

    def draw(self, canvas: Canvas, now: float) -> None:
        forward, heat = self.forward(now), ease_out(self.heat(now))
        high = mix(STANDING, CHOSEN, forward)
        wide = high * BOX_RATIO
        lift = 8 * forward + 4 * heat * (1 - forward)
        x, bottom = self.slot.cx, FLOOR - lift
        self._draw_shadow(canvas, x, wide, forward)
        full = Rect(0, 0, CHOSEN * BOX_RATIO, CHOSEN)
        at = Rect.around(x, bottom - high / 2, full.w, full.h)
        canvas.picture(f"shelf/{self.box.key}.svg", at, zoom=high / CHOSEN)
        here = Rect(x - wide / 2, bottom - high, wide, high)
        draw_seats(canvas, self.box, here)
        focus_ring(canvas, here, heat, 10)

    def _draw_shadow(self, canvas: Canvas, x: float, wide: float, forward: float) -> None:
        ground = Rect.around(x + 4, FLOOR + 3, wide * 0.94, 12)
        with canvas.faded(0.9 - 0.3 * forward):
            canvas.shadow(ground, 6, 16)


def draw_seats(canvas: Canvas, box: GameInfo, place: Rect) -> None:
    """How many can play, on the plate that is part of the picture of a box that lies at `place`."""
    scale = place.h / 460
    plate = Rect(place.x + 24 * scale, place.y + 387 * scale, 252 * scale, 50 * scale)
    words = seat_range(box)
    wide = canvas.measure(words, "small", face="display", tabular=True)[0]
    sign = plate.h * 0.72
    left = plate.cx - (sign + 8 + wide) / 2
    name = "people" if max(box.seats) > 1 else "person"
    icon(canvas, name, Rect(left, plate.cy - sign / 2, sign, sign), "paper_ink")
    room = Rect(left + sign + 8, plate.y, wide + 2, plate.h)
    canvas.text(words, room, "small", "paper_ink", face="display", tabular=True, fit="free")


def draw_plank(canvas: Canvas) -> None:
    """The plank the boxes stand on, and the dark below it."""
    strip = Rect(0, PLANK - 8, canvas.area.w, 1080 - PLANK + 8)
    canvas.layer(("plank",), strip, _paint_plank)


def _paint_plank(canvas: Canvas) -> None:
    area = canvas.area
    wood, light = _mixed(canvas, "accent", "night", 0.66), _mixed(canvas, "lamp", "night", 0.42)
    canvas.rect(Rect(0, PLANK, area.w, FRONT - PLANK), _mixed(canvas, "accent", "night", 0.72))
    for index in range(4):
        canvas.rect(Rect(0, PLANK + index * 9, area.w, 9), (*light, 10 + index * 16))
    canvas.rect(Rect(0, FRONT, area.w, FOOT - FRONT), wood)
    rng = random.Random(5)
    for _ in range(round(area.w / 34)):
        x, y = rng.uniform(-60, area.w), rng.uniform(FRONT + 7, FOOT - 5)
        length, bend = rng.uniform(60, 240), rng.uniform(-2.5, 2.5)
        points = [(x + length * i / 8, y + bend * math.sin(math.pi * i / 8)) for i in range(9)]
        canvas.polyline(points, 1.4, _mixed(canvas, "accent", "night", rng.choice((0.58, 0.72, 0.78))))
    canvas.rect(Rect(0, FRONT, area.w, 3), light)
    canvas.rect(Rect(0, FOOT - 4, area.w, 4), _mixed(canvas, "accent", "night", 0.85))
    canvas.rect(Rect(0, FOOT, area.w, 1080 - FOOT), "night")
    for index in range(6):
        canvas.rect(Rect(0, FOOT, area.w, 5 * (index + 1)), (*canvas.colour("shadow")[:3], 50))


def draw_lamplight(canvas: Canvas, x: float, forward: float, now: float, still: bool) -> None:
    """Warm light over the chosen box, breathing a little."""
    life = 0.5 if still else breath(now, period=5.2)
    strength = (0.34 + 0.07 * life) * forward
    canvas.glow(Rect.around(x, FLOOR - CHOSEN * 0.5, 620, 560), "lamp", strength * 0.62)
    canvas.glow(Rect.around(x, FLOOR + 4, 520, 90), "lamp", strength)


def draw_dust(canvas: Canvas, now: float) -> None:
    """Motes that drift through the lamplight; each a function of time."""
    for index in range(16):
        drift = (now * (9 + index % 5 * 3) + index * 137) % (canvas.area.w + 80) - 40
        sway = math.sin(now * 0.31 + index * 1.7)
        y = 930 - ((now * (5 + index % 4 * 2.5) + index * 211) % 880) + 18 * sway
        alpha = 0.10 + 0.16 * (0.5 + 0.5 * math.sin(now * 0.8 + index * 2.1))
        with canvas.faded(round(alpha * 20) / 20):
            canvas.circle((drift, y), 1.6 + index % 3 * 0.9, "lamp")


def draw_name(canvas: Canvas, box: BoxWidget) -> None:
    """The label on the plank's front edge below a box."""
    room = Rect(box.slot.x + 6, FRONT + 2, box.slot.w - 12, FOOT - FRONT - 4)
    ink = "lamp" if box.chosen else _mixed(canvas, "ink", "night", 0.18)
    role: Role = "body" if box.chosen else "small"
    canvas.text(box.box.title, room, role, ink, align="centre", face="display")


def _mixed(canvas: Canvas, a: str, b: str, share: float) -> tuple[int, int, int]:
    """`share` of the second colour in the first."""
    one, two = canvas.colour(a), canvas.colour(b)
    r, g, b_ = (round(mix(one[i], two[i], share)) for i in range(3))
    return (r, g, b_)
