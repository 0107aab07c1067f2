"""When what happens in a step of Down Under, in seconds, worked out from before, action and after.

A card:      0 ── flies ── lands ── its path grows ── others' paths grow
Billabongs:  … ── one drops in with a splash ── paths grow ── the next one …
Then:        … ── the camera follows ── a ring rings, a closed path flourishes, a seat is stuck
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import msgspec

from client.boards.base import Cue
from client.boards.down_under.growth import Beat, Growth, Result, beats
from client.boards.down_under.ribbons import FLOURISH
from client.ui.anim import CHAIN, LANDING, TRAVEL, progress
from core.games.down_under.state import Action, Cell, State

TURNING: Final = 0.42
"""Seconds a curve takes to turn."""
DROP: Final = 0.40
"""Seconds a billabong takes to come down."""
SPLASH: Final = 0.55
"""Seconds of the splash of a billabong."""
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
HIGHEST: Final = 12
"""Semitones a drone rises at most."""
TONES: Final = 6
"""Tones at most while a path grows."""


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

    def growing(self, path: int) -> Grows | None:
        """How a path grows in it."""
        return next((grows for grows in self.grows if grows.growth.path == path), None)


class Sequence(msgspec.Struct, frozen=True):
    """The phases of a step, one after the other."""

    phases: tuple[Phase, ...]

    @property
    def landed(self) -> float:
        """When the first card lies."""
        return self.phases[0].landed

    @property
    def grown(self) -> float:
        """When all paths have run on: from then on everything is as it is afterwards."""
        return self.phases[-1].end

    def phase(self, t: float) -> Phase | None:
        """The last one of which what moves lies."""
        return next((phase for phase in reversed(self.phases) if phase.landed <= t), None)

    def phase_at(self, cell: Cell) -> Phase | None:
        """The one in which something comes to lie on a cell."""
        return next((phase for phase in self.phases if phase.beat.cell == cell), None)

    def growing(self, path: int, t: float) -> Grows | None:
        """How a path grows, or has grown last."""
        found = (phase.growing(path) for phase in reversed(self.phases) if phase.landed <= t)
        return next((grows for grows in found if grows is not None), None)

    def length(self, path: int, t: float) -> int | None:
        """How long a path is as far as it has grown; None if it has not changed yet."""
        grows = self.growing(path, t)
        return None if grows is None else grows.count(t)


@lru_cache(maxsize=8)
def sequence(before: State, action: Action, after: State) -> Sequence:
    """What happens when in a step."""
    phases: list[Phase] = []
    clock = 0.0
    for beat in beats(before, action, after):
        phases.append(_phase(beat, clock))
        clock = phases[-1].end + BETWEEN
    return Sequence(tuple(phases))


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


# --- sounds ---------------------------------------------------------------------------------------------


def sounds(steps: Sequence) -> tuple[Cue, ...]:
    """A card on earth, a turn on wood, a splash; then a tone for every stretch, higher and higher."""
    return tuple(cue for number, phase in enumerate(steps.phases) for cue in _sounds(phase, number))


def _sounds(phase: Phase, before: int) -> list[Cue]:
    """Below the tones a drone for every neutral run taken up: the higher, the more has been by then."""
    if phase.beat.kind == "billabong":
        cues = [Cue(phase.landed - 0.1, "splash", min(6, 2 * max(0, before - 1)))]
    else:
        cues = [
            Cue(phase.start, "wood" if phase.beat.kind == "turn" else "paper_slide"),
            Cue(phase.landed, "dry_earth"),
        ]
    taken_up = 0
    for grows in phase.grows:
        taken_up += grows.growth.grey
        if grows.growth.grey:
            cues.append(Cue(grows.at, "drone", min(HIGHEST, 2 * (taken_up - 1))))
        heard = min(grows.growth.steps, TONES)
        cues += [
            Cue(grows.at + grows.seconds * (index + 0.5) / heard, "move", 2 * index) for index in range(heard)
        ]
    return cues


def gestures(result: Result) -> tuple[tuple[tuple[int, ...], float, str], ...]:
    """What is pointed out in the end: these paths, for so many seconds, with this sound."""
    every = (
        (result.closed, FLOURISH, "flourish"),
        (result.rings, RINGS, "ring"),
        (result.stuck, STUCK, "stuck"),
    )
    return tuple(one for one in every if one[0])
