"""What moves on Ghawar's table while a happening is shown: dice, derricks, trucks, cubes, barrels, the end.

With reduced motion everything fades where it would otherwise travel.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

from client.boards.base import Frame
from client.boards.ghawar import motion as motion_of
from client.boards.ghawar.derricks import phase_at
from client.boards.ghawar.dice import pose_at
from client.boards.ghawar.die import draw_die
from client.boards.ghawar.drives import SETS_OFF, Drive, Pose
from client.boards.ghawar.ground import draw_number
from client.boards.ghawar.looks import TRUCK
from client.boards.ghawar.lying import Lying, Truck, barrel_of, draw_one, trucks_of
from client.boards.ghawar.meant import draw_framed, draw_spaces
from client.boards.ghawar.pieces import (
    cube_rect,
    draw_barrel,
    draw_cube,
    draw_derrick,
    draw_dust,
    draw_headlight,
)
from client.boards.ghawar.places import Places
from client.boards.ghawar.side import cube_of_row, dice_in, dice_of, draw_dice, seed_of, side_of_die, start_of
from client.boards.ghawar.trucks import ahead
from client.mirror import Happening
from client.ui.anim import arc, ease_in_out, ease_out, mix, overshoot
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge
from core.games.ghawar.rules import route_of
from core.games.ghawar.state import (
    COLOURS,
    NOTHING,
    Build,
    Cube,
    Dice,
    Shift,
    State,
    Value,
    platform_at,
    truck_index,
)

FALL: Final = 70.0
"""Units a cube falls when the field is laid out."""
HOISTED: Final = 46.0
"""Units a cube rises on its way from platform to truck."""
THROWN: Final = 130.0
"""Units a barrel rises on its way."""
DUST_APART, DUST_LIVES = 0.045, 0.55
"""Seconds from one puff of dust to the next, and how long one lives."""
ROCKS: Final = 0.9
"""The share of a roll from which on dice only rock."""
_AGES: Final = 12
"""In so many steps dust ages: its pictures are kept."""
_BED: Final = -0.19
"""Where on its length a truck carries its load, from its middle."""
_BANDS: Final = 8
"""In so many strengths a column and a row are lit."""


class Moves:
    """What moves in one frame of a happening; `lying` stands still."""

    def __init__(
        self, canvas: Canvas, frame: Frame, happening: Happening, places: Places, lying: Lying
    ) -> None:
        self.canvas = canvas
        self.frame = frame
        self.places = places
        self.lying = lying
        self.t = frame.t
        self.still = frame.motion.reduced
        self.before: State = happening.before.view(frame.viewer)
        self.after: State = happening.after.view(frame.viewer)
        self.action = happening.action(frame.viewer)
        self.outcome = happening.after.outcome
        self.plan = motion_of.plan_of(happening, frame.viewer)

    def draw_below(self) -> None:
        """What is under the trucks: what dice name, derricks that rise and sink, the way of a truck."""
        plan, t = self.plan, self.t
        if plan.named is not None and plan.named.start <= t:
            self._named(plan.named)
        if plan.drops is not None:
            self._drop(plan.drops.share(t))
        if plan.sinks is not None and t < plan.sinks.end:
            self._derrick(self._platform_left, 1 - ease_in_out(plan.sinks.share(t)))
        if plan.rises is not None and plan.rises.holds(t):
            self._derrick(self._platform_built, ease_out(min(1.0, plan.rises.share(t) / 0.9)))
        if plan.drive is not None and plan.drive.holds(t) and not self.still:
            self._way()

    def draw_trucks(self) -> None:
        """All trucks; one of them may be on its way."""
        driver = (self.before.turn, truck_index(self.action.truck)) if self.plan.drive is not None else None
        for truck in trucks_of(self.before, self.places, self.places.headings):
            if (truck.seat, truck.index) == driver:
                self._driver(truck)
            else:
                draw_one(self.canvas, self.places, truck)

    def draw_above(self) -> None:
        """What is over them: cubes and barrels on their way, dice, what is paid in the end."""
        plan, t = self.plan, self.t
        if plan.carried is not None and plan.carried.holds(t):
            self._carry(plan.carried.share(t))
        if plan.lifts is not None and plan.lifts.holds(t):
            self._hoist(plan.lifts.share(t), self._cube_there, self._bed, self._loaded)
        if plan.stores is not None and plan.stores.holds(t):
            self._hoist(plan.stores.share(t), self._bed, self._cube_home, self._carried)
        for pay in plan.pays:
            if pay.holds(t):
                self._pay(pay.share(t))
        if plan.rolls is not None and plan.rolls.holds(t):
            self._roll()
        else:
            draw_dice(self.canvas, self.places, dice_in(self.before if plan.rolls is None else self.after))
        if plan.values is not None and t < plan.values.end + motion_of.TOLD_BESIDE:
            self._value(plan.values.share(t))

    # --- setup --------------------------------------------------------------------------------

    def _drop(self, share: float) -> None:
        """A cube comes down onto the next platform."""
        assert isinstance(self.action, Cube)
        platform = int((self.before.cubes != NOTHING).sum())
        rect = cube_rect(self.places.platform(platform))
        fallen = 1.0 if self.still else share * share
        with self.canvas.faded(share if self.still else min(1.0, 0.25 + share)):
            draw_cube(self.canvas, rect, self.action.colour, lift=FALL * self.places.scale * (1 - fallen))

    def _value(self, share: float) -> None:
        """A cube of the colour comes to its row of the table."""
        assert isinstance(self.action, Value)
        there = cube_of_row(self.places, int(self.before.values.max()) + 1)
        size = 1.0 if self.still else mix(1.7, 1.0, overshoot(share))
        rise = 0.0 if self.still else 26 * (1 - ease_out(share))
        with self.canvas.faded(min(1.0, 2 * share)):
            draw_cube(self.canvas, there.moved(0, -rise).scaled(round(size * 20) / 20), self.action.colour)

    # --- dice ---------------------------------------------------------------------------------

    def _roll(self) -> None:
        """The dice that lay there are taken up, and thrown again."""
        share = (self.t - motion_of.SWEPT) / (motion_of.ROLL - motion_of.SWEPT)
        if self.still:
            for view, alpha in ((self.before, -9 * share), (self.after, min(1.0, 2 * share))):
                with self.canvas.faded(alpha):
                    draw_dice(self.canvas, self.places, dice_in(view))
        elif share < 0:
            self._take_up(self.t / motion_of.SWEPT)
        else:
            self._throw(share)

    def _take_up(self, share: float) -> None:
        """They leave over the right rim of the tray."""
        tray = self.places.tray
        with self.canvas.clip(tray.inset(8)), self.canvas.shifted(tray.w * share * share, 0):
            draw_dice(self.canvas, self.places, dice_in(self.before))

    def _throw(self, share: float) -> None:
        """They roll; how they will lie is made while they still rock."""
        canvas, places = self.canvas, self.places
        tray, side, seed = places.tray, side_of_die(places), seed_of(self.after)
        with canvas.clip(Rect(tray.x - 40, tray.y - 60, tray.w + 120, tray.h + 120)):
            for index, (style, face, rest) in enumerate(dice_of(places, self.after.dice)):
                start = start_of(places, index)
                pose = pose_at(share, seed + index, face, rest, start=start, side=side)
                draw_die(canvas, pose, style, side=side)
        if share > ROCKS:
            with canvas.faded(0.0):
                draw_dice(canvas, places, dice_in(self.after))

    def _named(self, span: motion_of.Span) -> None:
        """Column and row that the dice name light up; a derrick that stands there already is pointed out."""
        assert isinstance(self.action, Dice)
        share = span.share(self.t)
        strength = math.sin(math.pi * min(1.0, 0.15 + 0.85 * share)) ** 0.6
        core = self.places.core
        names = {"column": self.action.column, "row": self.action.row}
        platform = self.places.platform((self.action.row - 1) * 6 + self.action.column - 1)
        step = round(strength * _BANDS)
        light = (*self.canvas.colour("ghawar.flare")[:3], 70 * step // _BANDS)
        if step:
            self.canvas.rect(Rect(platform.x, core.y, platform.w, core.h), light)
            self.canvas.rect(Rect(core.x, platform.y, core.w, platform.h), light)
        for number in self.places.numbers():
            if number.number == names[number.across]:
                draw_number(self.canvas, number.rect, number.number, number.across, lit=step / _BANDS)
        if self.plan.rises is None and self.after.stage != "build":
            with self.canvas.faded(strength):
                draw_framed(self.canvas, platform, 1.0, ink="flame_deep", strong=True)

    # --- derricks -----------------------------------------------------------------------------

    @property
    def _platform_left(self) -> int:
        assert isinstance(self.action, Shift)
        return _platform(self.action.x, self.action.y)

    @property
    def _platform_built(self) -> int:
        """Where a derrick rises."""
        match self.action:
            case Shift():
                return _platform(*self.action.to)
            case Build():
                return _platform(self.action.x, self.action.y)
            case _:
                return int((self.before.derricks != self.after.derricks).ravel().argmax())

    def _derrick(self, platform: int, up: float) -> None:
        """A derrick that has been put up so far, under the cube of its platform."""
        rect, colour = self.places.platform(platform), self.before.cubes.item(platform)
        pumps = colour != NOTHING and not self.still
        phase = phase_at(self.frame.now, platform) if pumps else None
        seat = self.before.turn
        if self.still or up >= 1:
            with self.canvas.faded(up):
                draw_derrick(self.canvas, rect, seat, part="base")
        else:
            draw_derrick(self.canvas, rect, seat, phase=phase, rise=up)
            draw_dust_around(self.canvas, rect, up)
        if colour != NOTHING:
            draw_cube(self.canvas, cube_rect(rect), COLOURS[colour])
        if self.still or up >= 1:
            with self.canvas.faded(up):
                draw_derrick(self.canvas, rect, seat, phase=phase, part="beam")

    def _carry(self, share: float) -> None:
        """What a derrick is made of goes from platform to platform."""
        a = self.places.platform(self._platform_left).centre
        b = self.places.platform(self._platform_built).centre
        if self.still:
            return
        x, y = arc(a, b, ease_in_out(share), 60)
        size = 52 * self.places.scale
        self.canvas.shadow(Rect.around(x, y + 18, size), size / 2, 9)
        seat_badge(self.canvas, self.before.turn, Rect.around(x, y, size))

    # --- trucks -------------------------------------------------------------------------------

    @cached_property
    def drive(self) -> Drive:
        """The drive that is shown."""
        return motion_of.drive_in(self.before, self.action, self.places.headings)

    def _pose(self, t: float) -> Pose:
        pose = self.drive.pose(t)
        return Pose(self.places.at(pose.at), pose.degrees, pose.driven)

    def _way(self) -> None:
        """The spaces that still lie before the truck."""
        spaces = route_of(self.before, self.action).spaces
        ahead_of = tuple(
            space for space, at in zip(spaces, self.drive.passes, strict=True) if at > self.t + 0.06
        )
        with self.canvas.faded(min(1.0, self.t / SETS_OFF)):
            draw_spaces(self.canvas, self.places, self.before.turn, ahead_of)

    def _driver(self, truck: Truck) -> None:
        """The truck that drives: dust behind it, light before it."""
        load = self._load_now()
        if self.still:
            share = ease_in_out(min(1.0, self.t / self.drive.seconds))
            end = self._pose(self.drive.seconds)
            for at, degrees, alpha in ((truck.at, truck.degrees, 1 - share), (end.at, end.degrees, share)):
                if alpha > 0:
                    with self.canvas.faded(alpha):
                        self._truck(truck, at, degrees, load)
            return
        pose = self._pose(self.t)
        self._dust()
        beam = min(1.0, self.t / SETS_OFF, max(0.0, (self.drive.seconds - self.t) / 0.3))
        if beam > 0.05:
            length = TRUCK * self.places.scale
            draw_headlight(self.canvas, pose.at, pose.degrees, length, round(beam * 8) / 8)
        self._truck(truck, pose.at, pose.degrees, load)

    def _truck(self, truck: Truck, at: Point, degrees: float, load: int) -> None:
        draw_one(self.canvas, self.places, Truck(truck.seat, truck.index, at, degrees, load))

    def _load_now(self) -> int:
        """What lies on it just now."""
        plan, index = self.plan, truck_index(self.action.truck)
        if plan.stores is not None and self.t >= plan.stores.start:
            return NOTHING
        if plan.lifts is not None and self.t >= plan.lifts.end:
            return self._loaded
        return int(self.before.loads.item(self.before.turn, index))

    def _dust(self) -> None:
        """Puffs behind the wheels, which drift and fade; gone when all is over."""
        until = min(self.t, self.drive.seconds)
        first = max(0, math.ceil((self.t - DUST_LIVES) / DUST_APART))
        fade = min(1.0, (self.plan.stopped - self.t) / 0.3)
        with self.canvas.faded(round(max(0.0, fade) * 8) / 8):
            for number in range(first, int(until / DUST_APART) + 1):
                raised = number * DUST_APART
                pose, before = self._pose(raised), self._pose(raised - DUST_APART)
                if pose.driven - before.driven < 4:
                    continue
                x, y = ahead(pose.at, pose.degrees, -24 * self.places.scale)
                side = 7 * self.places.scale * (1 if number % 2 else -1)
                spot = ahead((x, y), pose.degrees + 90, side)
                age = math.floor((self.t - raised) / DUST_LIVES * _AGES) / _AGES
                draw_dust(self.canvas, spot, age, 24 * self.places.scale)

    # --- cubes --------------------------------------------------------------------------------

    @property
    def _loaded(self) -> int:
        """The colour that is loaded."""
        assert self.plan.load is not None
        return self.plan.load.colour

    @property
    def _carried(self) -> int:
        """The colour that is brought home."""
        return int(self.before.loads.item(self.before.turn, truck_index(self.action.truck)))

    @property
    def _cube_there(self) -> Rect:
        """Where the cube lies that is loaded."""
        assert self.plan.load is not None
        return cube_rect(self.places.platform(self.plan.load.platform))

    @property
    def _cube_home(self) -> Rect:
        """Where the cube comes to lie that is stored."""
        seat = self.before.turn
        return self.places.stored(seat, self._carried, self.before.stored.item(seat, self._carried))

    @property
    def _bed(self) -> Rect:
        """Where a cube lies on the truck."""
        pose, length = self._pose(self.drive.seconds), TRUCK * self.places.scale
        return Rect.around(*ahead(pose.at, pose.degrees, _BED * length), 0.46 * length)

    def _hoist(self, share: float, start: Rect, end: Rect, colour: int) -> None:
        """A cube goes from here to there."""
        if self.still:
            for rect, alpha in ((start, 1 - share), (end, share)):
                with self.canvas.faded(alpha):
                    draw_cube(self.canvas, rect, COLOURS[colour])
            return
        way = ease_in_out(share)
        lift = HOISTED * self.places.scale * math.sin(math.pi * way)
        x, y = mix(start.cx, end.cx, way), mix(start.cy, end.cy, way)
        size = mix(start.w, end.w, way)
        rect = Rect.around(x, y, start.w)
        draw_cube(self.canvas, rect, COLOURS[colour], lift=lift, zoom=size / start.w * 1.0001)

    # --- money --------------------------------------------------------------------------------

    def _pay(self, share: float) -> None:
        """A barrel goes from one seat to another."""
        assert self.plan.load is not None
        start = barrel_of(self.places, self.before.turn)
        end = barrel_of(self.places, self.plan.load.owner)
        if self.still:
            with self.canvas.faded(math.sin(math.pi * share)):
                draw_barrel(self.canvas, end)
            return
        x, y = arc(start.centre, end.centre, ease_in_out(share), THROWN * self.places.scale)
        turn = 360 * ease_in_out(share)
        draw_barrel(self.canvas, Rect.around(x, y, start.w), angle=turn, zoom=1.0001)


def _platform(x: int, y: int) -> int:
    found = platform_at(x, y)
    assert found is not None, "derricks stand on platforms"
    return found


def draw_dust_around(canvas: Canvas, rect: Rect, up: float) -> None:
    """Dust at the foot of a derrick while it goes up or down."""
    age = math.floor(up * _AGES) / _AGES
    for share in (0.1, 0.4, 0.7, 0.95):
        draw_dust(canvas, (rect.x + share * rect.w, rect.bottom - 0.06 * rect.h), age, rect.w * 0.34)
