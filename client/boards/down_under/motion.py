"""How a happening of Down Under moves: its timeline in seconds, worked out from before, step and after.

A card:      0 ── flies ── lands ── its path grows ── others' paths grow
Billabongs:  … ── one drops in with a splash ── paths grow ── the next one …
Then:        … ── a ring rings, a closed path flourishes, a seat is stuck ── the camera follows
The last:    … ── the path that has won runs once more from end to end
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import msgspec

from client.boards.base import Animation, Cue
from client.boards.down_under.growth import Beat, Growth, beats
from client.boards.down_under.preview import compare
from client.boards.down_under.ribbons import FLOURISH
from client.mirror import Happening
from client.ui.anim import CHAIN, GESTURE, LANDING, TRAVEL, Motion, ease_in_out, progress
from core.game import Outcome
from core.games.down_under.rules import DownUnder
from core.games.down_under.state import Action, State

TURNING: Final = 0.42
"""Seconds a curve takes to turn."""
DROP: Final = 0.40
"""Seconds a billabong takes to come down."""
SPLASH: Final = 0.55
DUST: Final = 0.45
SETTLES: Final = LANDING + 0.03
"""Seconds from the landing of something to when paths begin to grow over it."""
LONGEST: Final = 0.9
"""Seconds a path grows at most, however far."""
BETWEEN: Final = 0.16
"""Seconds between the last growth and the next billabong."""
RINGS: Final = 1.0
"""Seconds the light of a ring that closes is seen."""
STUCK: Final = 1.0
"""Seconds it is pointed out who is stuck."""
PAN: Final = 0.36
"""Seconds the camera takes to follow."""
READY: Final = 0.2
"""Seconds into its flight when it is made ready what lies still once something has landed."""
TOLD_BESIDE: Final = 0.04
"""Seconds later than on the ground things change beside it: not all is painted in one frame."""
HIGHEST: Final = 12
"""Semitones a drone rises at most."""
LULL: Final = PAN
"""Seconds of quiet before the gesture of the end: until then the camera has followed."""


class Grows(msgspec.Struct, frozen=True):
    """A path that grows from `at` on, for so many seconds."""

    growth: Growth
    at: float
    seconds: float

    def reach(self, t: float) -> tuple[float, float]:
        """From where to where on its run it is seen, in stretches."""
        share = progress(t, self.at, self.seconds)
        growth, far = self.growth, share * self.growth.steps
        return max(0.0, growth.start - far), min(len(growth.run), growth.end + far)

    def count(self, t: float) -> int:
        """How long it is as far as it is seen."""
        first, last = self.reach(t)
        growth = self.growth
        seen = math.floor(last + 1e-6) - math.ceil(first - 1e-6)
        whole = len(growth.run)
        return growth.long if seen == whole else min(growth.long, max(growth.short, seen))


class Phase(msgspec.Struct, frozen=True):
    """Something moves from `start` on, lies at `landed`, and paths have run on by `end`."""

    beat: Beat
    start: float
    landed: float
    grows: tuple[Grows, ...]
    end: float


class Plan(msgspec.Struct, frozen=True):
    """When what happens.

    By `grown` all paths have run on: from then on what stands still is what there is afterwards, and the
    camera follows. At `over` the gesture of the end begins.
    """

    phases: tuple[Phase, ...]
    grown: float
    seconds: float
    cues: tuple[Cue, ...]
    over: float = math.inf

    def phase(self, t: float) -> Phase | None:
        """The one that was the last to begin."""
        return next((phase for phase in reversed(self.phases) if phase.start <= t), None)


def animation(happening: Happening, viewer: int, game: DownUnder, motion: Motion) -> Animation:
    """Length and sounds of a happening; everybody sees the same."""
    plan = plan_of(happening, viewer)
    ends = happening.after.outcome is not None
    return Animation(plan.seconds, plan.cues, math.inf if ends else plan.grown)


def plan_of(happening: Happening, viewer: int) -> Plan:
    """The timeline of a happening."""
    return _plan(
        happening.before.view(viewer),
        happening.action(viewer),
        happening.after.view(viewer),
        happening.after.outcome,
    )


@lru_cache(maxsize=8)
def _plan(before: State, action: Action, after: State, outcome: Outcome | None) -> Plan:
    phases: list[Phase] = []
    cues: list[Cue] = []
    clock = 0.0
    for beat in beats(before, action, after):
        phase = _phase(beat, clock)
        phases.append(phase)
        cues += _sounds(phase, len(phases) - 1)
        clock = phase.end + BETWEEN
    grown = phases[-1].end
    if outcome is not None:
        return _ending(tuple(phases), cues, grown, outcome)
    told, more = _told(before, after, grown)
    return Plan(tuple(phases), grown, max(told, grown + PAN), (*cues, *more))


def _phase(beat: Beat, start: float) -> Phase:
    landed = start + {"card": TRAVEL, "turn": TURNING, "billabong": DROP}[beat.kind]
    grows: list[Grows] = []
    begin = end = landed + SETTLES
    for growth in beat.growths:
        seconds = min(LONGEST, CHAIN * max(1, growth.steps))
        grows.append(Grows(growth, begin, seconds))
        end = max(end, begin + seconds)
        begin += CHAIN
    return Phase(beat, start, landed, tuple(grows), end)


def _sounds(phase: Phase, before: int) -> list[Cue]:
    """A card on earth, a turn on wood, a splash; then a tone for every stretch, higher and higher.

    Below them a drone for every neutral run that is taken up: the higher, the more has been by then.
    """
    if phase.beat.kind == "billabong":
        cues = [Cue(phase.landed - 0.1, "splash", min(6, 2 * (before - 1)))]
    elif phase.beat.kind == "turn":
        cues = [Cue(phase.start, "wood"), Cue(phase.landed, "dry_earth")]
    else:
        cues = [Cue(phase.start, "paper_slide"), Cue(phase.landed, "dry_earth")]
    taken_up = 0
    for grows in phase.grows:
        taken_up += grows.growth.grey
        if grows.growth.grey:
            cues.append(Cue(grows.at, "drone", min(HIGHEST, 2 * (taken_up - 1))))
        steps = grows.growth.steps
        heard = min(steps, 6)
        cues += [
            Cue(grows.at + grows.seconds * (index + 0.5) / heard, "move", 2 * index) for index in range(heard)
        ]
    return cues


def _told(before: State, after: State, at: float) -> tuple[float, list[Cue]]:
    """Until when what has come about is shown, and how it sounds."""
    change = compare(before, after)
    found = (
        (change.closed, FLOURISH, "flourish"),
        (change.rings, RINGS, "ring"),
        (change.stuck, STUCK, "stuck"),
    )
    until, cues = at, list[Cue]()
    for paths, seconds, sound in found:
        if paths:
            until = max(until, at + seconds)
            cues.append(Cue(at, sound))
    return until, cues


def _ending(phases: tuple[Phase, ...], cues: list[Cue], grown: float, outcome: Outcome) -> Plan:
    """The last step: what it brings about is part of the one gesture that ends the game."""
    over = grown + LULL
    sound = Cue(over, "brass") if outcome.winners else Cue(over, "stuck")
    return Plan(phases, grown, over + GESTURE, (*cues, sound), over)


def carried(t: float, plan: Plan) -> float:
    """How far the camera has followed, 0 … 1."""
    return ease_in_out(progress(t, plan.grown, PAN))
