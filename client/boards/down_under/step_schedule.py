"""Phases of a step of Down Under with their times, found from the positions before and after it.

A card:      0 ── flies ── lands ── its path grows ── others' paths grow
Billabongs:  … ── one flies in with a splash ── paths grow ── the next one …
Then:        … ── the camera moves ── rings, closed paths and stuck ones light up

Times are in seconds. The cards of a position are in the order in which they were laid.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from collections.abc import Sequence as Several
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from client.boards.contract import Cue
from client.boards.down_under.ribbons import FLOURISH_SECONDS, parts_of
from client.boards.down_under.roads import RoadPart
from client.boards.kit.timeline import chain_cues
from client.ui.animation import CHAIN_INTERVAL, LANDING_SECONDS, TRAVEL_SECONDS, progress
from core.games.down_under.board import length, own_stretch, paths_after_lay, paths_after_turn
from core.games.down_under.state import (
    BILLABONG,
    Cell,
    EndState,
    Laid,
    Path,
    State,
    Stretch,
    is_closed,
    is_ring,
)

PhaseKind = Literal["card", "turn", "billabong"]

SPLASH_SECONDS: Final = 0.55
"""Seconds of the splash of a billabong."""
SETTLE_DELAY: Final = LANDING_SECONDS + 0.03
"""Seconds from the landing of a card or billabong until paths begin to grow over it."""
LONGEST_GROWTH: Final = 0.9
"""Most seconds that a path grows in one phase."""
BILLABONG_DELAY: Final = 0.16
"""Seconds between the last growth and the next billabong."""
RING_SECONDS: Final = 1.0
"""Seconds that a ring lights up when it closes."""
STUCK_SECONDS: Final = 1.0
"""Seconds that a path lights up when it becomes stuck."""
HIGHEST_DRONE_PITCH: Final = 12
"""Most semitones that a drone rises."""
MOST_TONES: Final = 6
"""Most tones while one path grows."""


class Growth(msgspec.Struct, frozen=True):
    """Growth of a path: of its new run, `run[start:end]` was there before.

    `parts` are those of the run's stretches, `short` and `long` the path's lengths before and after. It
    grows from second `at` on, for `seconds`.
    """

    path: int
    run: tuple[Stretch, ...]
    tips: tuple[EndState, EndState]
    parts: tuple[RoadPart, ...]
    start: int
    end: int
    short: int
    long: int
    at: float = 0.0
    seconds: float = 0.0

    @property
    def steps(self) -> int:
        """Number of stretches by which the path grows at the end at which it grows more."""
        return max(self.start, len(self.run) - self.end)

    @property
    def grey(self) -> int:
        """Number of new stretches on neutral parts of cards."""
        new = (*self.parts[: self.start], *self.parts[self.end :])
        return sum(part in ("neutral", "under") for part in new)

    @property
    def gain(self) -> int:
        """Stretches that the path gains; negative when a ring that is opened loses some."""
        return self.long - self.short

    def reach(self, t: float) -> tuple[float, float]:
        """Part of the run that is visible at second `t`: its first and last place, in stretches."""
        far = progress(t, self.at, self.seconds) * self.steps
        return max(0.0, self.start - far), min(len(self.run), self.end + far)

    def count(self, t: float) -> int:
        """Length of the visible part at second `t`."""
        first, last = self.reach(t)
        seen = math.floor(last + 1e-6) - math.ceil(first - 1e-6)
        return self.long if seen == len(self.run) else min(self.long, max(self.short, seen))


class Phase(msgspec.Struct, frozen=True):
    """Phase of a step: a card is laid or turned, or a billabong laid, and paths grow over it.

    `was` is the card before it is turned, None for one that is laid; `cards` and `paths` are those after
    the phase. The card moves from `start` on and lies at `landed`; paths have grown by `end` (seconds).
    """

    laid: Laid
    was: Laid | None
    cards: tuple[Laid, ...]
    paths: tuple[Path, ...]
    growths: tuple[Growth, ...]
    start: float = 0.0
    landed: float = 0.0
    end: float = 0.0

    @property
    def kind(self) -> PhaseKind:
        if self.was is not None:
            return "turn"
        return "billabong" if self.laid.card == BILLABONG else "card"

    @property
    def cell(self) -> Cell:
        """Cell of the phase's card."""
        return self.laid.x, self.laid.y

    def growing(self, path_number: int) -> Growth | None:
        """Growth of a path in this phase."""
        return next((growth for growth in self.growths if growth.path == path_number), None)


class StepSchedule(msgspec.Struct, frozen=True):
    """Phases of a step, one after the other."""

    phases: tuple[Phase, ...]

    @property
    def landed(self) -> float:
        """Second at which the first card lies."""
        return self.phases[0].landed

    @property
    def grown(self) -> float:
        """Second at which all paths have grown: from then on everything is as after the step."""
        return self.phases[-1].end

    def phase(self, t: float) -> Phase | None:
        """Last phase whose card lies at second `t`; None if there is none yet."""
        return next((phase for phase in reversed(self.phases) if phase.landed <= t), None)

    def phase_at(self, cell: Cell) -> Phase | None:
        """Phase whose card is laid or turned on a cell; None if there is none."""
        return next((phase for phase in self.phases if phase.cell == cell), None)

    def growing(self, path_number: int, t: float) -> Growth | None:
        """Growth of a path in the last phase, by second `t`, that has one; None if there is none yet."""
        found = (phase.growing(path_number) for phase in reversed(self.phases) if phase.landed <= t)
        return next((growth for growth in found if growth is not None), None)

    def length(self, path_number: int, t: float) -> int | None:
        """Length to which a path has grown at second `t`; None if it has not changed yet."""
        growth = self.growing(path_number, t)
        return None if growth is None else growth.count(t)


@lru_cache(maxsize=8)
def schedule_of(before: State, after: State) -> StepSchedule:
    """Phases of a step with their times."""
    phases: list[Phase] = []
    clock = 0.0
    for phase in _phases(before, after):
        phases.append(_at(phase, clock))
        clock = phases[-1].end + BILLABONG_DELAY
    return StepSchedule(tuple(phases))


def _at(phase: Phase, start: float) -> Phase:
    """Phase with its times, if it starts at second `start`."""
    landed = start + TRAVEL_SECONDS
    growths: list[Growth] = []
    begin = end = landed + SETTLE_DELAY
    for growth in phase.growths:
        seconds = min(LONGEST_GROWTH, CHAIN_INTERVAL * max(1, growth.steps))
        growths.append(replace(growth, at=begin, seconds=seconds))
        end = max(end, begin + seconds)
        begin += CHAIN_INTERVAL
    return replace(phase, start=start, landed=landed, growths=tuple(growths), end=end)


def _phases(before: State, after: State) -> Iterator[Phase]:
    """Phases without times: the card that is turned or laid, then each billabong that the rules lay."""
    count, cards, paths = len(before.cards), before.cards, before.paths
    for at, laid in enumerate(after.cards):
        was = cards[at] if at < count else None
        if was != laid:
            cards = (*cards[:at], laid, *cards[at + 1 :])
            run_on = paths_after_lay(paths, cards) if was is None else paths_after_turn(paths, cards, laid)
            yield Phase(laid, was, cards, run_on, _growths(paths, run_on, cards, laid))
            paths = run_on


def _growths(
    were: Several[Path], are: Several[Path], cards: tuple[Laid, ...], laid: Laid
) -> tuple[Growth, ...]:
    """Growths of the paths that have changed: that of the card first."""
    changed = [number for number, path in enumerate(are) if path != were[number]]
    changed.sort(key=lambda number: (number != laid.path, number))
    return tuple(path_growth(number, were[number], are[number], cards, laid) for number in changed)


def path_growth(
    number: int, was: Path, path: Path, cards: tuple[Laid, ...], laid: Laid | None = None
) -> Growth:
    """Growth of a path; `cards` are all laid cards, `laid` is as in `kept_range`."""
    start, end = kept_range(was, path, laid)
    return Growth(
        number, path.run, path.tips, parts_of(path.run, cards), start, end, length(was), length(path)
    )


def kept_range(was: Path, path: Path, laid: Laid | None = None) -> tuple[int, int]:
    """Range of stretches in a path's new run that were there before, as start and end of a slice.

    With the card `laid`, a path begun or a ring opened by it grows from the card's own part on. Without it,
    nothing of a new path, or of a ring that lost stretches, counts as there before.
    """
    known = {_either_way(stretch) for stretch in was.run}
    if laid is not None and (not known or is_ring(was)):
        known.add(_either_way(own_stretch(laid)))
    old = [at for at, stretch in enumerate(path.run) if _either_way(stretch) in known]
    if not old or (laid is None and len(old) < len(known)):
        return 0, 0
    return old[0], old[-1] + 1 if was.run else old[0]


def _either_way(stretch: Stretch) -> tuple[int, int, int, int]:
    """Name of a stretch that is the same in both directions."""
    low, high = sorted((stretch.enters, stretch.leaves))
    return stretch.x, stretch.y, low, high


# --- the whole step -----------------------------------------------------------------------------


class StepResult(NamedTuple):
    """Result of a step: the state after it and what changed.

    `growths` are those of the paths that changed, in the order of the paths; `billabongs` are those laid;
    the others are numbers of paths: `closed` those that have just lost their last open end, `rings` those
    that became rings, `stuck` those at which nothing can be laid any more.
    """

    after: State
    growths: tuple[Growth, ...]
    billabongs: tuple[Laid, ...]
    closed: tuple[int, ...]
    rings: tuple[int, ...]
    stuck: tuple[int, ...]

    def gain(self, path_number: int) -> int:
        """Length that a path gains."""
        return next((growth.gain for growth in self.growths if growth.path == path_number), 0)


@lru_cache(maxsize=16)
def compare(before: State, after: State) -> StepResult:
    """Result of a step; the last 16 are remembered."""
    pairs = list(enumerate(zip(before.paths, after.paths, strict=True)))
    return StepResult(
        after,
        tuple(
            path_growth(number, old, new, after.cards) for number, (old, new) in pairs if old.run != new.run
        ),
        tuple(laid for laid in after.cards[len(before.cards) :] if laid.card == BILLABONG),
        tuple(number for number, (old, new) in pairs if is_closed(new) and not is_closed(old)),
        tuple(number for number, (old, new) in pairs if is_ring(new) and not is_ring(old)),
        tuple(number for number, was in enumerate(before.stuck) if after.stuck[number] and not was),
    )


# --- sounds ---------------------------------------------------------------------------------------------


def step_cues(schedule: StepSchedule) -> tuple[Cue, ...]:
    """Sounds of a step: for each phase that of its card or billabong, then rising tones for growing paths."""
    return tuple(cue for number, phase in enumerate(schedule.phases) for cue in _sounds(phase, number))


def _sounds(phase: Phase, before: int) -> list[Cue]:
    """Sounds of a phase that follows `before` others.

    Below the tones sounds a drone for every growth over neutral parts, higher with each stretch on them.
    """
    if phase.kind == "billabong":
        cues = [Cue(phase.landed - 0.1, "splash", min(6, 2 * max(0, before - 1)))]
    else:
        cues = [
            Cue(phase.start, "wood" if phase.kind == "turn" else "paper_slide"),
            Cue(phase.landed, "dry_earth"),
        ]
    taken_up, beats = 0, list[float]()
    for growth in phase.growths:
        taken_up += growth.grey
        if growth.grey:
            cues.append(Cue(growth.at, "drone", min(HIGHEST_DRONE_PITCH, 2 * (taken_up - 1))))
        heard = min(growth.steps, MOST_TONES)
        beats += (growth.at + growth.seconds * (n + 0.5) / heard for n in range(heard))
    return [*cues, *chain_cues("bar", beats)]


def end_gestures(step_result: StepResult) -> tuple[tuple[tuple[int, ...], float, str], ...]:
    """Paths that light up at the end of a step, in groups: numbers of the paths, seconds, sound."""
    every = (
        (step_result.closed, FLOURISH_SECONDS, "flourish"),
        (step_result.rings, RING_SECONDS, "ring"),
        (step_result.stuck, STUCK_SECONDS, "stuck"),
    )
    return tuple(one for one in every if one[0])
