"""Points: tokens fly from where points were made to their seats' plates, where the figures count up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import ClassVar, Final

import msgspec

from client.boards.contract import SeatScore, Sentence
from client.boards.kit.pieces import Art, PaintContext
from client.boards.kit.timeline import Effect, Timeline, chain_cues, flight_change
from client.ui.animation import CHAIN_INTERVAL, mix, progress
from client.ui.geometry import Rect
from core.game import Seat

TOKEN_FLIGHT_SECONDS: Final = 0.55
"""Seconds a token flies to a plate."""
ROLL_SECONDS: Final = 0.35
"""Seconds in which the figure on a plate counts up or down to its new value."""
TOKEN_SIZE: Final = 66.0
"""Units across a token."""

PointsOrigin = Callable[[Seat], Rect | None]
"""Rectangle in which a seat's new points were made; None: no place in particular."""


class PointsToken(Art, frozen=True):
    """Points that a seat has won, as a round token in its colour."""

    casts: ClassVar[bool] = False

    seat: Seat
    gain: float

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        ink = f"seat.{self.seat}"
        ctx.canvas.circle(rect.centre, rect.w / 2, ink, "ink", max(2.0, rect.w * 0.05))
        ctx.canvas.text(
            f"+{self.gain:g}", rect.inset(6, 0), "body", f"{ink}.ink", align="centre", face="display", size=32
        )


def with_points(
    timeline: Timeline,
    before: Sequence[float],
    after: Sequence[float],
    origin: PointsOrigin,
    plates: Sequence[Rect],
) -> Timeline:
    """Timeline with a token for each seat's gain, which flies to its plate when all pieces are at rest."""
    gains = [new - old for old, new in zip(before, after, strict=True)]
    if not any(gains):
        return timeline
    flights: list[Effect] = []
    for seat, gain in enumerate(gains[: len(plates)]):
        start = origin(Seat(seat)) if gain > 0 else None
        if start is not None:
            goal = Rect.around(*plates[seat].centre, TOKEN_SIZE)
            at = timeline.settle_time + CHAIN_INTERVAL * len(flights)
            flights.append(
                flight_change(
                    PointsToken(Seat(seat), gain),
                    Rect.around(*start.centre, TOKEN_SIZE),
                    goal,
                    at,
                    TOKEN_FLIGHT_SECONDS,
                )
            )
    counted = max((effect.end for effect in flights), default=timeline.settle_time)
    return msgspec.structs.replace(
        timeline,
        effects=(*timeline.effects, *flights),
        cues=(*timeline.cues, *chain_cues("coin", (effect.end for effect in flights))),
        counted=counted,
        seconds=max(timeline.seconds, counted + ROLL_SECONDS),
    )


def points_at(timeline: Timeline, t: float, before: Sequence[float], after: Sequence[float]) -> list[float]:
    """Points of all seats `t` seconds into a step: whole numbers on the way from old to new ones."""
    share = progress(t, timeline.counted, ROLL_SECONDS)
    if share in (0.0, 1.0):
        return list(after if share else before)
    return [round(mix(old, new, share)) for old, new in zip(before, after, strict=True)]


def middle_of_changes(timeline: Timeline) -> Rect | None:
    """Smallest rectangle around a step's changed pieces, without those that follow; None: there are none."""
    rects = [change.piece.rect for change in timeline.changes if not change.piece.follows]
    return reduce(Rect.union, rects) if rects else None


def signed_text(count: int) -> str:
    """Change of a number as text: +2, −1, ±0."""
    return f"{'+' if count > 0 else '−' if count < 0 else '±'}{abs(count)}"


def standing(sentence: Sentence, scores: Sequence[float], seat: Seat) -> SeatScore:
    """Score of a seat; it leads only with more points than every other."""
    leads = all(scores[seat] > other for number, other in enumerate(scores) if number != seat)
    return SeatScore(sentence, (scores[seat],), leads)
