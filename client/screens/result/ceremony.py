"""Ceremony at the end of a game as a function of time: the gesture of the win, the count, the winner.

Times are seconds from its start at normal speed. Nothing here draws or plays sounds.
"""

from __future__ import annotations

import itertools
from typing import Final

import msgspec

from client.boards.contract import Cue
from client.boards.kit.timeline import chain_cues
from client.screens.result.score_sheet import codes
from client.ui.animation import ease_in_out, ease_out, progress
from core.game import Outcome, Seat

GLIDE_SECONDS: Final = 0.7
"""Seconds the board takes from its large place to its small one."""
TITLE_SECONDS: Final = 0.5
"""Seconds from the name of a category to its first points."""
BEAT_SECONDS: Final = 0.28
"""Seconds from the points of one seat to those of the next."""
REST_SECONDS: Final = 0.45
"""Seconds after the last points of a category."""
LONGEST_COUNT: Final = 9.0
"""Most seconds for counting all categories: long sheets are counted faster."""
ROLL_SECONDS: Final = 0.4
"""Seconds in which a figure rolls and its column rises."""
HUSH_SECONDS: Final = 0.6
"""Seconds of silence before the winner is shown."""
CROWNING_SECONDS: Final = 0.6
"""Seconds in which the crown comes down."""
HONOUR_SECONDS: Final = 2.6
"""Seconds the winner stands in the light before the papers come."""


class CountBeat(msgspec.Struct, frozen=True):
    """Points of one category that are counted for a seat at the second `at`."""

    at: float
    seat: int
    amount: float


class Section(msgspec.Struct, frozen=True):
    """Category of the count: the key of its name, the second `at` which it is shown, its points, last place
    first.
    """

    at: float
    code: str
    beats: tuple[CountBeat, ...]


class Ceremony(msgspec.Struct, frozen=True):
    """Times of a ceremony: the gesture is over at `drawn`, the board is small at `glided`.

    At `crown` the winner is shown, at `end` the papers appear.
    """

    drawn: float
    glided: float
    sections: tuple[Section, ...]
    crown: float
    end: float

    def large(self, t: float) -> float:
        """Share of the way that the board has left to its small place: 1 at the start, 0 when it is there."""
        return 1 - ease_in_out(progress(t, self.drawn, self.glided - self.drawn))

    def section(self, t: float) -> Section | None:
        """Category that is being counted."""
        if t >= self.crown:
            return None
        return next((section for section in reversed(self.sections) if section.at <= t), None)

    def counted(self, seat: int, t: float, rolling: bool = True) -> float:
        """Points counted so far for a seat; a figure that is not `rolling` jumps to its new value at once."""
        return sum(beat.amount * _rolled(beat, t, rolling) for beat in self._beats(seat))

    def gain(self, seat: int, t: float) -> CountBeat | None:
        """Last points of a seat in the category that is being counted."""
        section = self.section(t)
        beats = section.beats if section is not None else ()
        return next((beat for beat in beats if beat.seat == seat and beat.at <= t), None)

    def crowned(self, t: float) -> float:
        """Share of its way that the crown has come down, 0 … 1."""
        return ease_out(progress(t, self.crown, CROWNING_SECONDS))

    def most(self, seats: int) -> float:
        """Highest figure of any seat during the count."""
        tops = [0.0]
        for seat in range(seats):
            total = 0.0
            for beat in self._beats(seat):
                total += beat.amount
                tops.append(total)
        return max(tops)

    def cues(self, won: bool) -> tuple[Cue, ...]:
        """Sounds of the ceremony: a chain for each category, and the closing phrase for the winner."""
        links = [chain_cues("chime", [beat.at for beat in each.beats]) for each in self.sections]
        titles = [Cue(at, "paper_slide") for at in (self.drawn, *(each.at for each in self.sections))]
        closing = Cue(self.crown, "brass" if won else "ring")
        return (*sorted((*titles, *itertools.chain(*links)), key=lambda cue: cue.at), closing)

    def _beats(self, seat: int) -> tuple[CountBeat, ...]:
        return tuple(beat for section in self.sections for beat in section.beats if beat.seat == seat)


def _rolled(beat: CountBeat, t: float, rolling: bool) -> float:
    return ease_out(progress(t, beat.at, ROLL_SECONDS)) if rolling else float(t >= beat.at)


def ceremony(outcome: Outcome, gesture: float) -> Ceremony:
    """Ceremony for the end of a game whose gesture takes `gesture` seconds."""
    glided = gesture + GLIDE_SECONDS
    natural = _sections(outcome, glided, 1.0)
    length = natural[-1].beats[-1].at + REST_SECONDS - glided if natural else 0.0
    pace = min(1.0, LONGEST_COUNT / length) if length else 1.0
    sections = _sections(outcome, glided, pace)
    counted = sections[-1].beats[-1].at + ROLL_SECONDS if sections else glided
    crown = counted + HUSH_SECONDS
    return Ceremony(gesture, glided, sections, crown, crown + HONOUR_SECONDS)


def _sections(outcome: Outcome, begin: float, pace: float) -> tuple[Section, ...]:
    """All categories one after another; `pace` multiplies their usual times."""
    sections, at = list[Section](), begin
    for code in codes(outcome):
        beats = tuple(
            CountBeat(at + pace * (TITLE_SECONDS + BEAT_SECONDS * number), seat, amount)
            for number, (seat, amount) in enumerate(_amounts(outcome, code))
        )
        if beats:
            sections.append(Section(at, code, beats))
            at = beats[-1].at + pace * REST_SECONDS
    return tuple(sections)


def _amounts(outcome: Outcome, code: str) -> list[tuple[int, float]]:
    """Seats and points of a category, last place first."""
    order = sorted(range(len(outcome.scores)), key=lambda seat: (-placements(outcome)[seat], seat))
    brought = [
        (seat, sum(point.amount for point in outcome.breakdown[seat] if point.code == code)) for seat in order
    ]
    return [(seat, amount) for seat, amount in brought if amount]


def placements(outcome: Outcome) -> tuple[int, ...]:
    """Place of each seat, 1 for all winners; seats that are level share a place."""
    standing = [(Seat(seat) in outcome.winners, score) for seat, score in enumerate(outcome.scores)]
    return tuple(1 + sum(other > own for other in standing) for own in standing)
