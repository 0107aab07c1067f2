"""Shelf: the boxes on a plank under lamplight, with facts about each of them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Final

import msgspec

from client.ui.animation import Motion, Tween, breath, ease_out, mix, overshoot
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas
from client.ui.focus import Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Intent, Press, Release
from client.ui.symbols import icon
from client.ui.theme import Role
from client.ui.widgets import focus_ring
from core.game import GameInfo
from core.games import GAMES

SHELF_GAMES: Final = tuple(game.info.key for game in GAMES)
"""Keys of the boxes from left to right."""

BOX_RATIO: Final = 320 / 460
CHOSEN_BOX_HEIGHT: Final = 330.0
"""Units high: the chosen box, in a window that is broader than high."""
BOX_HEIGHT_SHARE: Final = 250 / 330
"""Height of the other boxes, as a share of that."""
BOX_LIFT: Final = 8.0
"""Units that the chosen box is lifted above the plank."""
LEAST_SIGN_HEIGHT: Final = 19.0
"""Units high: the smallest icon on a box; smaller boxes show only the number."""
STEP_FORWARD_SECONDS: Final = 0.30
"""Seconds in which a box comes forward."""


class ShelfLayout(msgspec.Struct, frozen=True):
    """Places of the shelf in a window: `floor` is the foot of its boxes, `chosen` the chosen one's height.

    `named`: the plank is broad enough for the names of the boxes.
    """

    area: Rect
    floor: float
    chosen: float
    named: bool

    @property
    def plank(self) -> Rect:
        """Top of the plank, seen from above."""
        return Rect(0, self.floor - 22, self.area.w, 36)

    @property
    def front(self) -> Rect:
        """Front edge of the plank."""
        return Rect(0, self.floor + 14, self.area.w, 48 if self.named else 22)

    def slots(self, widest: float) -> list[Rect]:
        """Column for each box; where they are narrow the boxes are lower, so that they do not overlap."""
        wide = min(widest, (self.area.w - 24) / len(SHELF_GAMES))
        high = min(self.chosen, 2 * wide / (BOX_RATIO * (1 + BOX_HEIGHT_SHARE))) + BOX_LIFT
        row = Rect.around(self.area.cx, self.floor - high / 2, wide * len(SHELF_GAMES), high)
        return row.columns(*[1] * len(SHELF_GAMES))


def box_of(key: str) -> str:
    """Game whose box and land are shown; the first for an unknown one."""
    return key if key in SHELF_GAMES else SHELF_GAMES[0]


def seat_range(info: GameInfo) -> str:
    """Numbers of players of a game, as in "2" or "2–4"."""
    low, high = min(info.seats), max(info.seats)
    return str(low) if low == high else f"{low}–{high}"


class BoxWidget(Widget):
    """Box: clicked or accepted it calls `pick`. The screen decides which one is chosen."""

    def __init__(self, box: GameInfo, pick: Callable[[], None]) -> None:
        super().__init__()
        self.box = box
        self.pick = pick
        self.chosen = False
        self.slot = Rect(0, 0, 0, 0)
        self._tween = Tween(-10.0, 0.0)
        self._pressed = False

    def choose(self, chosen: bool, motion: Motion, now: float) -> None:
        """Come forward or step back."""
        if chosen != self.chosen:
            self.chosen = chosen
            self._tween = motion.tween(now, STEP_FORWARD_SECONDS, overshoot if chosen else ease_out)
        self._place()

    def layout(self, rect: Rect) -> None:
        """Take a column of the shelf."""
        self.slot = rect
        self._place()

    def _place(self) -> None:
        high = self._high if self.chosen else self._high * BOX_HEIGHT_SHARE
        foot = self.slot.bottom - (BOX_LIFT if self.chosen else 0.0)
        self.rect = Rect(self.slot.cx - high * BOX_RATIO / 2, foot - high, high * BOX_RATIO, high)

    @property
    def picture(self) -> str:
        """Name of the box's picture."""
        return f"shelf/{self.box.key}.svg"

    @property
    def place(self) -> Rect:
        """Rectangle of its picture at rest, as large as in front of the shelf."""
        return Rect.around(self.rect.cx, self.rect.cy, self._high * BOX_RATIO, self._high)

    @property
    def _high(self) -> float:
        """Units high: the box in front of the shelf."""
        return self.slot.h - BOX_LIFT

    def moving(self, now: float) -> bool:
        """Whether the box is coming forward or stepping back."""
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
        """Share of its way forward: 0 on the shelf … 1 in front of it."""
        t = self._tween.value_at(now)
        return t if self.chosen else 1 - t

    def draw(self, canvas: Canvas, now: float) -> None:
        forward, heat = self.forward(now), ease_out(self.heat(now))
        high = self._high * mix(BOX_HEIGHT_SHARE, 1.0, forward)
        wide = high * BOX_RATIO
        lift = BOX_LIFT * forward + BOX_LIFT / 2 * heat * (1 - forward)
        x, bottom = self.slot.cx, self.slot.bottom - lift
        self._draw_shadow(canvas, x, wide, forward)
        at = Rect.around(x, bottom - high / 2, self._high * BOX_RATIO, self._high)
        canvas.picture(self.picture, at, zoom=high / self._high)
        here = Rect(x - wide / 2, bottom - high, wide, high)
        draw_seats(canvas, self.box, here)
        focus_ring(canvas, here, heat, 10)

    def _draw_shadow(self, canvas: Canvas, x: float, wide: float, forward: float) -> None:
        ground = Rect.around(x + 4, self.slot.bottom + 3, wide * 0.94, 12)
        with canvas.faded(0.9 - 0.3 * forward):
            canvas.shadow(ground, 6, 16)


def draw_seats(canvas: Canvas, box: GameInfo, rect: Rect) -> None:
    """Draw the number of players on the plate in the picture of a box that lies at `rect`."""
    scale = rect.h / 460
    plate = Rect(rect.x + 24 * scale, rect.y + 387 * scale, 252 * scale, 50 * scale)
    words = seat_range(box)
    wide = canvas.measure(words, "small", face="display", tabular=True)[0]
    sign = plate.h * 0.72 if plate.h * 0.72 > LEAST_SIGN_HEIGHT else 0.0
    gap = 8.0 if sign else 0.0
    left = plate.cx - (sign + gap + wide) / 2
    if sign:
        name = "people" if max(box.seats) > 1 else "person"
        icon(canvas, name, Rect(left, plate.cy - sign / 2, sign, sign), "paper_ink")
    room = Rect(left + sign + gap, plate.y, wide + 2, plate.h)
    canvas.text(words, room, "small", "paper_ink", face="display", tabular=True, fit="free")


def draw_plank(canvas: Canvas, shelf: ShelfLayout) -> None:
    """Draw the plank below the boxes, and the dark below it."""
    top = shelf.plank.y - 8
    strip = Rect(0, top, shelf.area.w, shelf.area.h - top)
    canvas.layer(("plank", shelf), strip, lambda c: _paint_plank(c, shelf))


def _paint_plank(canvas: Canvas, shelf: ShelfLayout) -> None:
    plank, front = shelf.plank, shelf.front
    wood, light = _mixed(canvas, "accent", "night", 0.66), _mixed(canvas, "lamp", "night", 0.42)
    canvas.rect(plank, _mixed(canvas, "accent", "night", 0.72))
    for index in range(4):
        canvas.rect(Rect(0, plank.y + index * 9, plank.w, 9), (*light, 10 + index * 16))
    canvas.rect(front, wood)
    rng = random.Random(5)
    for _ in range(round(front.w * front.h / 1632)):
        x, y = rng.uniform(-60, front.w), rng.uniform(front.y + 7, front.bottom - 5)
        length, bend = rng.uniform(60, 240), rng.uniform(-2.5, 2.5)
        points = [(x + length * i / 8, y + bend * math.sin(math.pi * i / 8)) for i in range(9)]
        canvas.polyline(points, 1.4, _mixed(canvas, "accent", "night", rng.choice((0.58, 0.72, 0.78))))
    canvas.rect(Rect(0, front.y, front.w, 3), light)
    canvas.rect(Rect(0, front.bottom - 4, front.w, 4), _mixed(canvas, "accent", "night", 0.85))
    canvas.rect(Rect(0, front.bottom, front.w, shelf.area.h - front.bottom), "night")
    for index in range(6):
        canvas.rect(Rect(0, front.bottom, front.w, 5 * (index + 1)), (*canvas.colour("shadow")[:3], 50))


def draw_lamplight(canvas: Canvas, widget: BoxWidget, now: float, still: bool) -> None:
    """Draw warm light over the chosen box, breathing a little."""
    life = 0.5 if still else breath(now, period=5.2)
    strength, slot = (0.34 + 0.07 * life) * min(1.0, widget.forward(now)), widget.slot
    canvas.glow(Rect.around(slot.cx, slot.cy, slot.h * 1.83, slot.h * 1.66), "lamp", strength * 0.62)
    canvas.glow(Rect.around(slot.cx, slot.bottom + 4, slot.h * 1.54, 90), "lamp", strength)


def draw_dust(canvas: Canvas, floor: float, now: float) -> None:
    """Draw motes of dust in the lamplight; each is a function of time."""
    for index in range(16):
        drift = (now * (9 + index % 5 * 3) + index * 137) % (canvas.area.w + 80) - 40
        sway = math.sin(now * 0.31 + index * 1.7)
        y = floor - 36 - ((now * (5 + index % 4 * 2.5) + index * 211) % (floor - 86)) + 18 * sway
        alpha = 0.10 + 0.16 * (0.5 + 0.5 * math.sin(now * 0.8 + index * 2.1))
        with canvas.faded(round(alpha * 20) / 20):
            canvas.circle((drift, y), 1.6 + index % 3 * 0.9, "lamp")


def draw_name(canvas: Canvas, widget: BoxWidget, shelf: ShelfLayout) -> None:
    """Draw the label of a box on the plank's front edge, if there is room for it."""
    room = Rect(widget.slot.x + 6, shelf.front.y + 2, widget.slot.w - 12, shelf.front.h - 4)
    ink = "lamp" if widget.chosen else _mixed(canvas, "ink", "night", 0.18)
    role: Role = "body" if widget.chosen else "small"
    if canvas.measure(widget.box.title, role, face="display", size=LEAST_TEXT_SIZE)[0] <= room.w:
        canvas.text(widget.box.title, room, role, ink, align="centre", face="display")


def _mixed(canvas: Canvas, first_ink: str, second_ink: str, share: float) -> tuple[int, int, int]:
    """`share` of the second colour in the first."""
    one, two = canvas.colour(first_ink), canvas.colour(second_ink)
    r, g, b_ = (round(mix(one[i], two[i], share)) for i in range(3))
    return (r, g, b_)
