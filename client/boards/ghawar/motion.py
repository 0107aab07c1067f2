"""How a happening of Ghawar moves: its timeline in seconds, worked out from before, step and after.

Setup:     0 ── a cube drops ·  a value appears in the table
Derricks:  0 ── dice roll ── their column and row light up ── a derrick rises (or there is one already)
Trucks:    0 ── somebody takes the die ·  die rolls
           0 ── the truck sets off, drives, stops ── its cube is lifted onto it, barrels fly to the owner
           0 ── the truck drives home, backs into its bay ── its cube is stored
           0 ── a derrick sinks ── it is carried over ── it rises
The last:  … ── every stored cube pays, one value after the other, then the majorities; the winner is lit
"""

from __future__ import annotations

import math
from bisect import bisect_right
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec

from client.boards.base import Animation, Cue
from client.boards.ghawar.drives import Drive, drive_of
from client.boards.ghawar.headings import Headings
from client.mirror import Happening
from client.ui.anim import GESTURE, Motion
from core.game import Outcome, Seat, sealed
from core.games.ghawar.loading import Load
from core.games.ghawar.rules import route_of
from core.games.ghawar.state import (
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
)
from core.games.ghawar.state import Drive as DriveTo

replace = msgspec.structs.replace

DROPS: Final = 0.055
"""Seconds a cube takes to come down when the field is laid out."""
VALUED: Final = 0.2
"""Seconds a colour takes to its place in the table of values."""
SEEN: Final = 0.06
"""Seconds in which it is seen there before the next one comes."""
SWEPT: Final = 0.1
"""Seconds in which the dice that lie are taken up."""
ROLL: Final = 0.7
"""Seconds until dice lie that roll."""
NAMED: Final = 0.08
"""Seconds from then to when a derrick begins to rise on the platform they name."""
RISES: Final = 0.22
"""Seconds a derrick takes to rise when the dice have named its platform."""
REFUSED: Final = 0.22
"""Seconds it is shown that one stands there already."""
BUILT: Final = 0.42
"""Seconds it takes to rise when it was decided on."""
SINKS: Final = 0.34
CARRIED: Final = 0.42
"""Seconds a derrick that is moved is on its way."""
LIFTED: Final = 0.40
"""Seconds a cube takes from platform to truck, or from truck to depot."""
PAID: Final = 0.52
"""Seconds a barrel flies."""
APART: Final = 0.09
"""Seconds from one barrel to the next."""
PAUSE: Final = 0.06
"""Seconds between stopping and loading."""
SETTLES: Final = 0.18
"""Seconds in which it is pointed out beside the field what has come of it."""
TOLD_BESIDE: Final = 0.04
"""Seconds later than on the field things change beside it: not all is painted in one frame."""
PASSED: Final = 0.3
TAKEN_UP: Final = 0.12
"""Seconds from saying that one drives to the roll."""
LULL: Final = 0.2
"""Seconds of quiet before the end."""
_HIGHEST: Final = 12
"""Semitones a series of sounds rises at most."""

Change = Literal["sunk", "lifted", "all"]


class Span(NamedTuple):
    """From when to when something moves."""

    start: float
    end: float

    def share(self, t: float) -> float:
        """How far it has come, 0 … 1."""
        return min(1.0, max(0.0, (t - self.start) / (self.end - self.start)))

    def holds(self, t: float) -> bool:
        """Whether it moves now."""
        return self.start <= t < self.end


class Plan(msgspec.Struct, frozen=True):
    """When what happens, in seconds; None for what does not.

    `changes` are the moments at which something that stands still is another than before. `drive` is how
    long the truck drives, `pays` one span for each barrel, `stopped` is when nothing moves on the field any
    more. At `over` the gesture of the end begins.
    """

    changes: tuple[tuple[float, Change], ...]
    cues: tuple[Cue, ...]
    seconds: float
    stopped: float
    rolls: Span | None = None
    named: Span | None = None
    drops: Span | None = None
    values: Span | None = None
    sinks: Span | None = None
    carried: Span | None = None
    rises: Span | None = None
    drive: Span | None = None
    lifts: Span | None = None
    stores: Span | None = None
    pays: tuple[Span, ...] = ()
    load: Load | None = None
    over: float = math.inf


def animation(happening: Happening, motion: Motion, viewer: int) -> Animation:
    """Length and sounds of a happening; everybody sees the same."""
    plan = plan_of(happening, viewer)
    return Animation(plan.seconds, plan.cues, math.inf if plan.over < math.inf else plan.stopped)


def plan_of(happening: Happening, viewer: int) -> Plan:
    """The timeline of a happening."""
    return _plan(
        happening.before.view(viewer),
        happening.action(viewer),
        happening.after.view(viewer),
        happening.after.outcome,
    )


def shown(happening: Happening, viewer: int, t: float) -> State:
    """The position as it stands still so many seconds into a happening; trucks aside, which always move."""
    plan = plan_of(happening, viewer)
    passed = bisect_right(plan.changes, t, key=lambda change: change[0])
    before, after = happening.before.view(viewer), happening.after.view(viewer)
    return _shown(before, happening.action(viewer), after, plan, passed)


def money_at(happening: Happening, viewer: int, t: float) -> tuple[int, ...]:
    """The barrels of each seat so many seconds into a happening."""
    plan, before = plan_of(happening, viewer), happening.before.view(viewer)
    money: list[int] = before.money.tolist()
    if plan.load is not None:
        landed = sum(pay.end <= t for pay in plan.pays)
        money[before.turn] -= landed
        money[plan.load.owner] += landed
    return tuple(money)


def drive_in(view: State, action: DriveTo | Leave, headings: Headings) -> Drive:
    """The drive that an action is at a position."""
    seat, truck = view.turn, truck_index(action.truck)
    start = view.trucks.item(seat, truck)
    route = route_of(view, action)
    return drive_of(view.options.roads, seat, truck, start, route.spaces, headings.of(seat, truck, start))


# --- planning --------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _plan(before: State, action: Action, after: State, outcome: Outcome | None) -> Plan:
    plan = _first(before, action, after)
    if outcome is None:
        return plan
    over = plan.stopped + LULL
    paid = [Cue(over + 0.2 * step, "coin", 2 * step) for step in range(6)]
    cues = (*plan.cues, *paid, Cue(over + 1.3, "brass"))
    return replace(plan, cues=cues, seconds=over + GESTURE, over=over)


def _first(before: State, action: Action, after: State) -> Plan:
    """The timeline of the step alone."""
    match action:
        case Cube():
            pitch = min(_HIGHEST, int((before.cubes != NOTHING).sum()) // 3)
            return replace(_alone(DROPS, Cue(0.0, "tick", pitch)), drops=Span(0.0, DROPS))
        case Value():
            pitch = 2 * int(before.values.max())
            end = VALUED + SEEN
            plan = Plan(((VALUED, "all"),), (Cue(0.02, "chime", pitch),), end, end)
            return replace(plan, values=Span(0.0, VALUED))
        case Dice():
            return _dice(before, after)
        case Roll():
            return _alone(TAKEN_UP, Cue(0.0, "wood"))
        case Die():
            return replace(_alone(ROLL, *_rattle()), rolls=Span(0.0, ROLL))
        case Build():
            cues = (Cue(0.0, "wood"), Cue(BUILT - 0.06, "derrick"))
            return replace(_alone(BUILT, *cues), rises=Span(0.0, BUILT))
        case DriveTo() | Leave():
            return _drive(before, action)
        case Shift():
            return _shift()
        case _:
            return _alone(PASSED, Cue(0.0, "back"))


def _alone(seconds: float, *cues: Cue) -> Plan:
    """One movement, after which everything is as it will be."""
    return Plan(((seconds, "all"),), cues, seconds, seconds)


def _rattle() -> tuple[Cue, ...]:
    """Dice that come down and roll."""
    return tuple(
        Cue(SWEPT + (ROLL - SWEPT) * at, "die", pitch)
        for at, pitch in ((0.27, 0), (0.5, 2), (0.64, 3), (0.86, 5))
    )


def _dice(before: State, after: State) -> Plan:
    """Two dice roll; then a derrick rises, or nothing comes of them, or somebody has to decide."""
    rolls, cues = Span(0.0, ROLL), _rattle()
    if after.stage == "build":
        end = ROLL + NAMED
        return Plan(((end, "all"),), cues, end, end, rolls, Span(ROLL, end))
    start = ROLL + NAMED
    if (before.derricks == after.derricks).all():
        end = start + REFUSED
        told = (*cues, Cue(start, "refuse"))
        return Plan(((end, "all"),), told, end, end, rolls, Span(ROLL, end))
    end = start + RISES
    told = (*cues, Cue(end - 0.08, "derrick"))
    changes: tuple[tuple[float, Change], ...] = ((end, "all"),)
    return Plan(changes, told, end, end, rolls, Span(ROLL, end), rises=Span(start, end))


def _shift() -> Plan:
    over, up = SINKS + CARRIED, SINKS + CARRIED + BUILT
    cues = (Cue(0.0, "wood", -3), Cue(SINKS, "paper_slide"), Cue(over, "wood"), Cue(up - 0.08, "derrick"))
    return Plan(
        ((0.0, "sunk"), (up, "all")),
        cues,
        up + 0.02,
        up,
        sinks=Span(0.0, SINKS),
        carried=Span(SINKS, over),
        rises=Span(over, up),
    )


def _drive(before: State, action: DriveTo | Leave) -> Plan:
    stop = drive_in(before, action, Headings()).seconds
    cues = [Cue(0.0, "engine")]
    plan = Plan((), (), stop, stop, drive=Span(0.0, stop))
    if isinstance(action, Leave):
        colour = before.loads.item(before.turn, truck_index(action.truck))
        if colour == NOTHING:
            return replace(plan, cues=tuple(cues), changes=((stop, "all"),))
        stores = Span(stop + PAUSE, stop + PAUSE + LIFTED)
        cues += [Cue(stores.start, "hoist"), Cue(stores.end, "cube")]
        end = stores.end + SETTLES
        return replace(
            plan,
            cues=tuple(cues),
            changes=((stores.end, "all"),),
            stores=stores,
            stopped=end,
            seconds=end,
        )
    load = load_of(before, action)
    if load is None:
        return replace(plan, cues=tuple(cues), changes=((stop, "all"),))
    return _loading(plan, cues, load, stop + PAUSE)


def _loading(plan: Plan, cues: list[Cue], load: Load, start: float) -> Plan:
    """The cube goes onto the truck; for another seat's it is paid, barrel by barrel."""
    lifts = Span(start, start + LIFTED)
    flights = [start + APART * barrel for barrel in range(load.price)]
    pays = tuple(Span(begin, begin + PAID) for begin in flights)
    cues += [Cue(lifts.start, "hoist"), Cue(lifts.end, "cube")]
    cues += [Cue(pay.end, "coin", min(_HIGHEST, 2 * index)) for index, pay in enumerate(pays)]
    done = max(span.end for span in (lifts, *pays))
    end = done + SETTLES
    return replace(
        plan,
        changes=((lifts.start, "lifted"), (done, "all")),
        cues=tuple(cues),
        lifts=lifts,
        pays=pays,
        load=load,
        stopped=end,
        seconds=end,
    )


def load_of(view: State, action: DriveTo) -> Load | None:
    """What a drive loads at a position, and at what price."""
    platform = None if action.load is None else platform_at(*action.load)
    if platform is None:
        return None
    colour, owner = view.cubes.item(platform), Seat(view.derricks.item(platform))
    return Load(platform, colour, owner, 0 if owner == view.turn else view.values.item(colour))


# --- what stands still meanwhile -------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _shown(before: State, action: Action, after: State, plan: Plan, passed: int) -> State:
    """The position once so many of the changes have come about."""
    view = before
    for _, change in plan.changes[:passed]:
        view = _changed(view, change, action, after, plan)
    return view


def _changed(view: State, change: Change, action: Action, after: State, plan: Plan) -> State:
    match change:
        case "sunk":
            assert isinstance(action, Shift)
            derricks = view.derricks.copy()
            derricks[action.y // 2, action.x // 2] = NOTHING
            return replace(view, derricks=sealed(derricks))
        case "lifted":
            return replace(view, cubes=after.cubes)
        case _:
            return after
