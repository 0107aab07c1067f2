"""Timeline of Ghawar's steps: times in seconds, and effects that only this game has.

Setup:     0 ── a cube drops ·  a value appears in the table
Derricks:  0 ── dice roll ── their column and row light up ── a derrick rises (or there is one already)
Trucks:    0 ── somebody takes the die ·  die rolls
           0 ── the truck sets off, drives, stops ── its cube is lifted onto it, barrels fly to the owner
           0 ── the truck drives home into its bay ── its cube is stored
           0 ── a derrick sinks ── it is carried over ── it rises
The last:  … ── every stored cube pays, one value after the other, then the majorities; the winner is lit
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from client.boards.contract import Cue
from client.boards.ghawar import payout
from client.boards.ghawar.art import DICE_LAYER, DIE_PICTURE_SIZE, Barrel, CubeArt, Truck
from client.boards.ghawar.art import DieArt as LyingDie
from client.boards.ghawar.cubes import cube_rect, draw_cube
from client.boards.ghawar.derricks import draw_base, draw_beam, draw_rising_derrick, phase_at
from client.boards.ghawar.dice import DieStyle, draw_die, held_in, pose_at
from client.boards.ghawar.ground import draw_number
from client.boards.ghawar.lattice import TRUCK_LENGTH, space_centre
from client.boards.ghawar.layout import Layout
from client.boards.ghawar.lights import draw_glow
from client.boards.ghawar.reach import load_of, platform_of
from client.boards.ghawar.truck_motion import START_DELAY, DriveMotion, TruckPose, drive_of, resting_heading
from client.boards.ghawar.trucks import LOAD_OFFSET, LOAD_SIZE, draw_dust, draw_headlight, point_ahead
from client.boards.kit.pieces import Badge, PaintContext, Piece, draw_one
from client.boards.kit.timeline import Effect, Span, Timeline, chain_cues, flight_change, retimed
from client.ui.animation import CHAIN_INTERVAL, ease_in_out, ease_out, mix, overshoot, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from core.game import Seat
from core.games.ghawar.roads import Load
from core.games.ghawar.rules import route_of
from core.games.ghawar.state import (
    COLOURS,
    DEPOT,
    FIELD_SIZE,
    NOTHING,
    Action,
    Build,
    Cube,
    Dice,
    Die,
    Leave,
    Roll,
    Shift,
    State,
    Value,
    platform_at,
    truck_index,
    truck_number,
)
from core.games.ghawar.state import Drive as DriveTo

replace = msgspec.structs.replace

CUBE_DROP_SECONDS: Final = 0.055
"""Seconds in which a cube comes down when the field is laid out."""
CUBE_DROP_HEIGHT: Final = 70.0
"""Height from which it comes down, in units of the lattice."""
VALUE_SECONDS: Final = 0.2
"""Seconds in which a colour's cube comes down on its row of the table."""
VALUE_REST_SECONDS: Final = 0.06
"""Seconds of rest before the next colour."""
SWEEP_SECONDS: Final = 0.1
"""Seconds in which the dice at rest are taken up."""
ROLL_SECONDS: Final = 0.7
"""Seconds until rolled dice are at rest, the taking up included."""
NAMED_DELAY: Final = 0.08
"""Seconds from the dice's rest until a derrick begins to rise on the named platform."""
DICE_RISE_SECONDS: Final = 0.22
"""Seconds in which a derrick rises on the platform that the dice have named."""
REFUSED_SECONDS: Final = 0.22
"""Seconds in which a derrick that already stands on the named platform is highlighted."""
BUILD_SECONDS: Final = 0.42
"""Seconds in which a derrick rises that a player has placed."""
SINK_SECONDS: Final = 0.34
"""Seconds in which a derrick that is moved sinks."""
CARRY_SECONDS: Final = 0.42
"""Seconds in which its badge flies to the new platform."""
CARRIED_BADGE_SIZE: Final = 52.0
"""Units of the lattice across the badge that stands for a moved derrick."""
TURN_SECONDS: Final = 0.2
"""Seconds in which a truck turns on the spot after its stop, if it has to."""
LOAD_SECONDS: Final = 0.40
"""Seconds that a cube flies from platform to truck, or from truck to depot."""
BARREL_SECONDS: Final = 0.52
"""Seconds that a barrel flies from the buyer to the platform of the cube."""
BARREL_INTERVAL: Final = CHAIN_INTERVAL
"""Seconds from one barrel to the next."""
LOAD_DELAY: Final = 0.06
"""Seconds between stopping and loading."""
SETTLE_SECONDS: Final = 0.18
"""Seconds in which the result is shown beside the field."""
PASS_SECONDS: Final = 0.3
"""Seconds of a step in which nothing moves."""
TAKE_UP_SECONDS: Final = 0.12
"""Seconds from the decision to drive until the roll."""
LULL_SECONDS: Final = 0.2
"""Seconds of rest before the payout."""
DOT_FADE_DISTANCE: Final = 12.0
"""Distance before a space at which its dot vanishes, in units of the lattice."""
DUST_INTERVAL, DUST_SECONDS = 0.045, 0.55
"""Seconds from one puff of dust to the next, and until one has gone."""
_DUST_AGES: Final = 12
"""Number of steps in which dust ages, since their pictures are cached."""
_STRENGTHS: Final = 8
"""Number of strengths in which a column and a row are lit."""
_HIGHEST: Final = 12
"""Most semitones that a series of sounds rises."""


class StepContext(NamedTuple):
    """Step to animate: the action, the views before and after it, and the layout."""

    before: State
    action: Action
    after: State
    layout: Layout

    @property
    def seat(self) -> Seat:
        """Seat in turn before the step."""
        return self.before.turn


def timeline_of(context: StepContext, plain: Timeline) -> Timeline:
    """Timeline of a step, made from that of the kit; after the last step with the payout."""
    shown = _timeline(context, plain)
    return _with_payout(context, shown) if context.after.stage == "over" else shown


def _timeline(context: StepContext, plain: Timeline) -> Timeline:
    match context.action:
        case Cube():
            return _drop(context, plain, context.action)
        case Value():
            return _value(context, plain, context.action)
        case Dice():
            return _dice(context, plain, context.action)
        case Roll():
            return _at(plain, TAKE_UP_SECONDS, Cue(0.0, "shake"))
        case Die():
            shown = _at(plain, ROLL_SECONDS, *_rattle("die"), gone=0.0)
            return replace(shown, effects=_rolls(context))
        case Build():
            return _build(context, plain, context.action)
        case DriveTo() | Leave():
            return _drive(context, plain, context.action)
        case Shift():
            return _shift(context, plain, context.action)
        case _:
            return _at(plain, PASS_SECONDS, Cue(0.0, "brush"))


# --- when pieces change ------------------------------------------------------------------------------------


def _at(plain: Timeline, at: float, *cues: Cue, gone: float | None = None, **spans: Span) -> Timeline:
    """Timeline in which all pieces change at second `at`, its end, or in the spans of their kinds.

    Old ones go at second `gone`, by default then, too. Effects show what happens before.
    """
    return replace(retimed(plain, spans, Span(at, gone=gone), at), cues=cues)


def _with_payout(context: StepContext, timeline: Timeline) -> Timeline:
    """Timeline of the last step with the payout after it."""
    start = timeline.seconds + LULL_SECONDS
    return replace(
        timeline,
        effects=(*timeline.effects, *payout.payout(context.after, context.layout, start)),
        cues=(*timeline.cues, *payout.coin_cues(start)),
        seconds=start + payout.PAYOUT_SECONDS,
    )


# --- setup -------------------------------------------------------------------------------------------------


def _drop(context: StepContext, plain: Timeline, action: Cube) -> Timeline:
    """Timeline of a cube that comes down on the next platform."""
    count = int((context.before.cubes != NOTHING).sum())
    rect, fall = cube_rect(context.layout.platform(count)), CUBE_DROP_HEIGHT * context.layout.scale

    def draw(ctx: PaintContext, share: float) -> None:
        fallen = 1.0 if ctx.reduced else share * share
        with ctx.canvas.faded(share if ctx.reduced else min(1.0, 0.25 + share)):
            draw_cube(ctx.canvas, rect.moved(0, -fall * (1 - fallen)), action.colour)

    shown = _at(plain, CUBE_DROP_SECONDS, Cue(0.0, "tick", min(_HIGHEST, count // 3)))
    return replace(shown, effects=(Effect(0.0, CUBE_DROP_SECONDS, draw),))


def _value(context: StepContext, plain: Timeline, action: Value) -> Timeline:
    """Timeline of a colour that gets its value: its cube comes down on its row of the table."""
    value = int(context.after.values.max())
    there = context.layout.boxes[f"cube {value}"]

    def draw(ctx: PaintContext, share: float) -> None:
        size = 1.0 if ctx.reduced else mix(1.7, 1.0, overshoot(share))
        rise = 0.0 if ctx.reduced else 26 * (1 - ease_out(share))
        with ctx.canvas.faded(min(1.0, 2 * share)):
            draw_cube(ctx.canvas, there.moved(0, -rise).scaled(round(size * 20) / 20), action.colour)

    shown = _at(plain, VALUE_SECONDS, Cue(0.02, "chime", 2 * value - 2))
    return replace(
        shown, effects=(Effect(0.0, VALUE_SECONDS, draw),), seconds=VALUE_SECONDS + VALUE_REST_SECONDS
    )


# --- dice --------------------------------------------------------------------------------------------------


def dice_of(view: State, layout: Layout) -> list[Piece]:
    """Pieces of the dice in the tray; of two, the red one names the column and lies on the left."""
    rests = layout.dice(len(view.dice))
    return [_die(view, layout, index, rest) for index, rest in enumerate(rests)] if view.dice else []


def _die(view: State, layout: Layout, index: int, point: Point) -> Piece:
    style: DieStyle = "red" if len(view.dice) == 2 and index == 0 else "white"
    x, y = layout.thrown_from(index)
    art = LyingDie(style, view.dice[index], seed_of(view) + index, (x - point[0], y - point[1]))
    return Piece(("die", index), art, Rect.around(*point, DIE_PICTURE_SIZE * layout.die_side), DICE_LAYER)


def seed_of(view: State) -> int:
    """Seed that changes with every roll but not between, so that dice lie as their roll ended."""
    return int(view.rolled.sum()) * 1024 + int(view.hoped.sum())


def _rattle(sound: str) -> tuple[Cue, ...]:
    """Sounds of one die that comes down and rolls, or of two."""
    hits = ((0.27, 0), (0.5, 2), (0.64, 3), (0.86, 5))
    return tuple(Cue(SWEEP_SECONDS + (ROLL_SECONDS - SWEEP_SECONDS) * at, sound, pitch) for at, pitch in hits)


def _rolls(context: StepContext) -> tuple[Effect, ...]:
    """Effects of a roll: the dice at rest are taken up, and thrown again into the tray."""
    layout = context.layout
    old, new = dice_of(context.before, layout), dice_of(context.after, layout)

    def take_up(ctx: PaintContext, share: float) -> None:
        for piece in old:
            draw_one(ctx, replace(piece, alpha=1 - share))

    def throw(ctx: PaintContext, share: float) -> None:
        with ctx.canvas.clip(layout.boxes["tray"]):
            for piece in new:
                if ctx.reduced:
                    draw_one(ctx, replace(piece, alpha=share))
                else:
                    _throw(ctx.canvas, layout, piece, share)

    return Effect(0.0, SWEEP_SECONDS, take_up), Effect(SWEEP_SECONDS, ROLL_SECONDS - SWEEP_SECONDS, throw)


def _throw(canvas: Canvas, layout: Layout, piece: Piece, share: float) -> None:
    """Draw a die after a share (0 … 1) of its throw, which stays in the tray."""
    art, (x, y), side = piece.art, piece.rect.centre, layout.die_side
    assert isinstance(art, LyingDie)
    start = x + art.start[0], y + art.start[1]
    pose = pose_at(share, art.seed, art.face, (x, y), start=start, edge_length=side)
    draw_die(canvas, held_in(layout.dice_room, pose, side), art.style, edge_length=side)


def _dice(context: StepContext, plain: Timeline, action: Dice) -> Timeline:
    """Timeline of two dice that roll; then a derrick rises, or nothing happens, or a seat has to decide."""
    start = ROLL_SECONDS + NAMED_DELAY
    rising = bool((context.before.derricks != context.after.derricks).any())
    choice = context.after.stage == "build"
    end = start if choice else start + (DICE_RISE_SECONDS if rising else REFUSED_SECONDS)
    named = Effect(
        ROLL_SECONDS,
        end - ROLL_SECONDS,
        _light_up_named(context, action, is_taken=not rising and not choice),
        below=True,
    )
    effects, cues = (*_rolls(context), named), _rattle("dice")
    if rising:
        there = int((context.before.derricks != context.after.derricks).ravel().argmax())
        effects = (*effects, _rise(context, there, start, DICE_RISE_SECONDS))
        cues = (*cues, Cue(end - 0.08, "derrick"))
    elif not choice:
        cues = (*cues, Cue(start, "clank"))
    return replace(_at(plain, end, *cues, die=Span(ROLL_SECONDS, gone=0.0)), effects=effects)


def _light_up_named(
    context: StepContext, action: Dice, *, is_taken: bool
) -> Callable[[PaintContext, float], None]:
    """Function that lights the column and row named by dice, and if `is_taken` the derrick that stands
    there.
    """
    layout, core = context.layout, context.layout.core
    names = {"column": action.column, "row": action.row}
    platform = layout.platform((action.row - 1) * FIELD_SIZE + action.column - 1)

    def draw(ctx: PaintContext, share: float) -> None:
        strength = math.sin(math.pi * min(1.0, 0.15 + 0.85 * share)) ** 0.6
        part = round(strength * _STRENGTHS)
        light = (*ctx.canvas.colour("ghawar.bone")[:3], 70 * part // _STRENGTHS)
        if part:
            ctx.canvas.rect(Rect(platform.x, core.y, platform.w, core.h), light)
            ctx.canvas.rect(Rect(core.x, platform.y, core.w, platform.h), light)
        for number in layout.numbers():
            if number.number == names[number.across]:
                shown = number.rect, number.number, number.across
                draw_number(ctx.canvas, *shown, lit=part / _STRENGTHS, least=layout.least)
        if is_taken:
            with ctx.canvas.faded(strength):
                draw_glow(ctx.canvas, platform, 1.0, ink="flame_deep", strong=True)

    return draw


# --- derricks ----------------------------------------------------------------------------------------------


def _build(context: StepContext, plain: Timeline, action: Build) -> Timeline:
    """Timeline of a derrick that rises where a seat has placed it."""
    there = platform_at(action.x, action.y)
    assert there is not None, "derricks stand on platforms"
    shown = _at(plain, BUILD_SECONDS, Cue(0.0, "wood"), Cue(BUILD_SECONDS - 0.06, "derrick"))
    return replace(shown, effects=(_rise(context, there, 0.0, BUILD_SECONDS),))


def _shift(context: StepContext, plain: Timeline, action: Shift) -> Timeline:
    """Timeline of a derrick that sinks, is carried over and rises."""
    over, up = SINK_SECONDS + CARRY_SECONDS, SINK_SECONDS + CARRY_SECONDS + BUILD_SECONDS
    here, there = platform_of(action)
    cues = (Cue(0.0, "unbolt"), Cue(SINK_SECONDS, "hoist"), Cue(up - 0.08, "derrick"))
    shown = _at(plain, up, *cues, gone=0.0)
    effects = (
        Effect(0.0, SINK_SECONDS, _derrick(context, here, lambda share: 1 - ease_in_out(share)), below=True),
        flight_change(
            Badge(context.seat), _badge(context, here), _badge(context, there), SINK_SECONDS, CARRY_SECONDS
        ),
        _rise(context, there, over, BUILD_SECONDS),
    )
    return replace(shown, effects=effects, seconds=up + 0.02)


def _badge(context: StepContext, platform: int) -> Rect:
    """Rectangle over a platform of the seat's badge, which stands for a derrick while it is moved."""
    return Rect.around(*context.layout.platform(platform).centre, CARRIED_BADGE_SIZE * context.layout.scale)


def _rise(context: StepContext, platform: int, start: float, seconds: float) -> Effect:
    draw = _derrick(context, platform, lambda share: ease_out(min(1.0, share / 0.9)))
    return Effect(start, seconds, draw, below=True)


def _derrick(
    context: StepContext, platform: int, up_at: Callable[[float], float]
) -> Callable[[PaintContext, float], None]:
    """Function that draws a partly built derrick with its platform's cube; `up_at` gives the part built."""
    rect, colour = context.layout.platform(platform), context.before.cubes.item(platform)
    seat = context.seat

    def draw(ctx: PaintContext, share: float) -> None:
        canvas, up = ctx.canvas, up_at(share)
        whole = ctx.reduced or up >= 1
        pumps = colour != NOTHING and not ctx.reduced
        phase = phase_at(ctx.now, platform) if pumps else None
        if whole:
            with canvas.faded(up):
                draw_base(canvas, rect, seat)
        else:
            draw_rising_derrick(canvas, rect, seat, up, phase)
            _draw_dust_around(canvas, rect, up)
        if colour != NOTHING:
            draw_cube(canvas, cube_rect(rect), COLOURS[colour])
        if whole:
            with canvas.faded(up):
                draw_beam(canvas, rect, seat, phase)

    return draw


def _draw_dust_around(canvas: Canvas, rect: Rect, up: float) -> None:
    """Draw dust at the foot of a derrick that is built up to a share `up` (0 … 1)."""
    age = math.floor(up * _DUST_AGES) / _DUST_AGES
    for share in (0.1, 0.4, 0.7, 0.95):
        draw_dust(canvas, (rect.x + share * rect.w, rect.bottom - 0.06 * rect.h), age, rect.w * 0.34)


# --- trucks ------------------------------------------------------------------------------------------------


def drive_in(view: State, action: DriveTo | Leave) -> DriveMotion:
    """Motion of the truck that an action drives at a position."""
    truck = truck_index(action.truck)
    start, route = view.trucks.item(view.turn, truck), route_of(view, action)
    stood = heading_in(view, view.turn, truck)
    return drive_of(view.options.roads, view.turn, truck, start, route.spaces, stood)


def heading_in(view: State, seat: Seat, truck: int) -> float:
    """Heading of a truck (an index) at rest, in degrees clockwise from the east."""
    loaded = view.loads.item(seat, truck) != NOTHING
    return resting_heading(seat, view.trucks.item(seat, truck), loaded)


class _DriveTrip(NamedTuple):
    """Drive in units of the window, with the load that is taken or stored at its end."""

    step: StepContext
    action: DriveTo | Leave
    drive: DriveMotion

    @property
    def truck(self) -> int:
        """Index of the driving truck."""
        return truck_index(self.action.truck)

    @property
    def load(self) -> int:
        """Colour of the load on the way, or `NOTHING`."""
        colour: int = self.step.before.loads.item(self.step.seat, self.truck)
        return colour

    @property
    def load_after(self) -> int:
        """Colour of the load after the stop, or `NOTHING`."""
        colour: int = self.step.after.loads.item(self.step.seat, self.truck)
        return colour

    @property
    def turn(self) -> float:
        """Degrees by which the truck turns on the spot after its stop, to its heading at rest."""
        rests = heading_in(self.step.after, self.step.seat, self.truck)
        return (rests - self.drive.heading + 180) % 360 - 180

    @property
    def turning(self) -> float:
        """Seconds of that turn."""
        return TURN_SECONDS if abs(self.turn) > 1 else 0.0

    def pose(self, t: float, turned: float = 0.0) -> TruckPose:
        """Pose of the truck at `t` seconds, with a share `turned` (0 … 1) of its last turn."""
        pose = self.drive.pose(t)
        degrees = pose.degrees + turned * self.turn if turned else pose.degrees
        return TruckPose(self.step.layout.lattice_point(pose.at), degrees % 360, pose.driven)

    @property
    def bed(self) -> Rect:
        """Rectangle of a cube on the truck after the stop."""
        pose, length = self.pose(self.drive.seconds), TRUCK_LENGTH * self.step.layout.scale
        return Rect.around(*point_ahead(pose.at, pose.degrees, LOAD_OFFSET * length), LOAD_SIZE * length)

    def draw_truck(self, ctx: PaintContext, pose: TruckPose, load: int) -> None:
        number = truck_number(self.step.before.options, self.truck)
        place = Rect.around(*pose.at, TRUCK_LENGTH * self.step.layout.scale)
        Truck(self.step.seat, pose.degrees, load, number).paint(ctx, place)


def _drive(context: StepContext, plain: Timeline, action: DriveTo | Leave) -> Timeline:
    """Timeline of a drive, after which the truck loads, stores, or neither."""
    trip = _DriveTrip(context, action, drive_in(context.before, action))
    stop = trip.drive.seconds
    load = load_of(context.before, action) if isinstance(action, DriveTo) else None
    if load is not None:
        return _loading(trip, plain, load, stop + LOAD_DELAY)
    if isinstance(action, Leave) and trip.load != NOTHING:
        return _storing(trip, plain, stop + LOAD_DELAY)
    home = (Cue(stop, "brake"),) if isinstance(action, Leave) else ()
    shown = _at(plain, stop + trip.turning, Cue(0.0, "engine"), *home, gone=0.0)
    return replace(shown, effects=_drives(trip, stop + trip.turning, stop))


def _storing(trip: _DriveTrip, plain: Timeline, start: float) -> Timeline:
    """Timeline of a cube that goes from the truck into the depot."""
    step, end = trip.step, start + LOAD_SECONDS
    home = step.layout.stored(step.seat, trip.load, step.before.stored.item(step.seat, trip.load))
    cues = (Cue(0.0, "engine"), Cue(start - LOAD_DELAY, "brake"), Cue(start, "hoist"), Cue(end, "depot"))
    shown = _at(plain, end, *cues, gone=0.0)
    effects = (
        *_drives(trip, end, start),
        flight_change(CubeArt(trip.load), trip.bed, home, start, LOAD_SECONDS),
    )
    return replace(shown, effects=effects, landed=end + SETTLE_SECONDS, seconds=end + SETTLE_SECONDS)


def _loading(trip: _DriveTrip, plain: Timeline, load: Load, start: float) -> Timeline:
    """Timeline of a cube that goes onto the truck; another seat's is paid for, barrel by barrel."""
    step, lifted = trip.step, start + LOAD_SECONDS
    end = lifted + trip.turning
    arrives = [start + BARREL_INTERVAL * barrel + BARREL_SECONDS for barrel in range(load.price)]
    done = max([end, *arrives])
    cues = (Cue(0.0, "engine"), Cue(start, "hoist"), Cue(lifted, "cube"), *chain_cues("coin", arrives))
    shown = _at(
        plain,
        end,
        *cues,
        gone=start,
        truck=Span(end, gone=0.0),
        beam=Span(start),
        money=Span(start + BARREL_SECONDS - BARREL_INTERVAL / 2, BARREL_INTERVAL * load.price),
    )
    there = cube_rect(step.layout.platform(load.platform))
    effects = [
        *_drives(trip, end, lifted),
        flight_change(CubeArt(load.colour), there, trip.bed, start, LOAD_SECONDS),
    ]
    purse = step.layout.money_origin_rect(step.seat)
    till = Rect.around(*step.layout.platform(load.platform).centre, purse.w)
    effects += [
        flight_change(Barrel(), purse, till, at - BARREL_SECONDS, BARREL_SECONDS, turns=1.0) for at in arrives
    ]
    return replace(
        shown,
        effects=tuple(effects),
        landing=done,
        landed=done + SETTLE_SECONDS,
        seconds=done + SETTLE_SECONDS,
    )


def _drives(trip: _DriveTrip, until: float, loaded: float) -> tuple[Effect, ...]:
    """Effects of the truck, its dust, the spaces before it; at second `loaded` its load changes."""
    stop = trip.drive.seconds

    def way(ctx: PaintContext, share: float) -> None:
        if not ctx.reduced:
            _draw_way(ctx.canvas, trip, share * stop)

    def truck(ctx: PaintContext, share: float) -> None:
        t = share * until
        turned = ease_in_out(progress(t, until - trip.turning, trip.turning)) if trip.turning else 0.0
        _draw_driver(ctx, trip, t, turned, trip.load if t < loaded else trip.load_after)

    def dust(ctx: PaintContext, share: float) -> None:
        if not ctx.reduced:
            _draw_dust(ctx.canvas, trip, share * until, until)

    return Effect(0.0, stop, way, below=True), Effect(0.0, until, dust, below=True), Effect(0.0, until, truck)


def _draw_way(canvas: Canvas, trip: _DriveTrip, t: float) -> None:
    """Draw the spaces that still lie before the truck."""
    spaces = route_of(trip.step.before, trip.action).spaces
    driven = trip.pose(t).driven
    left = tuple(
        space for space, at in zip(spaces, trip.drive.passes, strict=False) if at > driven + DOT_FADE_DISTANCE
    )
    with canvas.faded(min(1.0, t / START_DELAY)):
        draw_spaces(canvas, trip.step.layout, trip.step.seat, left)


def _draw_driver(ctx: PaintContext, trip: _DriveTrip, t: float, turned: float, load: int) -> None:
    """Draw the driving truck, with light before it."""
    stop = trip.drive.seconds
    if ctx.reduced:
        share = ease_in_out(min(1.0, t / stop))
        for pose, alpha in ((trip.pose(0.0), 1 - share), (trip.pose(stop, 1.0), share)):
            with ctx.canvas.faded(alpha):
                trip.draw_truck(ctx, pose, load)
        return
    pose = trip.pose(t, turned)
    beam = min(1.0, t / START_DELAY, max(0.0, (stop - t) / 0.3))
    if beam > 0.05:
        length = TRUCK_LENGTH * trip.step.layout.scale
        draw_headlight(ctx.canvas, pose.at, pose.degrees, length, round(beam * 8) / 8)
    trip.draw_truck(ctx, pose, load)


def _draw_dust(canvas: Canvas, trip: _DriveTrip, t: float, end: float) -> None:
    """Draw puffs of dust behind the wheels, which drift and fade; at second `end` all are gone."""
    scale, stop = trip.step.layout.scale, trip.drive.seconds
    first = max(0, math.ceil((t - DUST_SECONDS) / DUST_INTERVAL))
    fade = min(1.0, (end - t) / 0.3)
    with canvas.faded(round(max(0.0, fade) * 8) / 8):
        for number in range(first, int(min(t, stop) / DUST_INTERVAL) + 1):
            raised = number * DUST_INTERVAL
            pose, before = trip.pose(raised), trip.pose(raised - DUST_INTERVAL)
            if pose.driven - before.driven < 4:
                continue
            behind = point_ahead(pose.at, pose.degrees, -24 * scale)
            spot = point_ahead(behind, pose.degrees + 90, 7 * scale * (1 if number % 2 else -1))
            draw_dust(
                canvas, spot, math.floor((t - raised) / DUST_SECONDS * _DUST_AGES) / _DUST_AGES, 24 * scale
            )


def draw_spaces(canvas: Canvas, layout: Layout, seat: Seat, spaces: tuple[int, ...]) -> None:
    """Draw a large dot on every space that a truck only passes."""
    for space in spaces:
        if space != DEPOT:
            spot = layout.lattice_point(space_centre(layout.options.roads, space))
            canvas.circle(spot, 7 * layout.scale, f"seat.{seat}", "ghawar.bone", 2.2)
