"""Scoring of The Great Divide: which tiles drain where."""

from __future__ import annotations

from math import fsum
from typing import Final

from core.game import Outcome, ScoreLine, Seat
from core.games.great_divide.drainage import PASS_CODE, Water, water
from core.games.great_divide.land import ATLANTIC, PACIFIC, Land
from core.games.great_divide.state import State

FIVE_POINTS: Final = 5
"""Points of the "5"."""
SEATS: Final = (PACIFIC, ATLANTIC)
"""The seats, West and East."""


def waters(land: Land, s: State) -> Water:
    """The water on the board of a state."""
    return water(land, s.tiles, s.inland)


def sheet(land: Land, s: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """Score sheet of a seat so far: river tiles drained into its ocean, the Pass, the "5"; zeros left out."""
    now = waters(land, s)
    lines = {
        "rivers": sum(tile < PASS_CODE and seat in now.drains(space) for space, tile in enumerate(now.tiles)),
        "pass": pass_points(s, now)[seat],
        "five": FIVE_POINTS * (s.five == seat),
    }
    return tuple(ScoreLine(f"great_divide.points.{code}", float(n)) for code, n in lines.items() if n)


def pass_points(s: State, now: Water) -> tuple[int, int]:
    """Points that the Two-Ocean Pass brings West and East as the board lies."""
    if now.crest is None:
        return 0, 0
    if s.inland and s.options.inland_pass == "one each":
        return 1, 1
    return PACIFIC in now.drains(now.crest), ATLANTIC in now.drains(now.crest)


def result(land: Land, s: State) -> Outcome:
    """Result of a game that is over.

    A tie goes to the seat that laid the last tile or kept the "5" later, if special geography is played;
    else both have won.
    """
    sheets = tuple(sheet(land, s, seat) for seat in SEATS)
    scores = tuple(fsum(point.amount for point in lines) for lines in sheets)
    if scores[0] != scores[1]:
        winners: tuple[Seat, ...] = (PACIFIC if scores[0] > scores[1] else ATLANTIC,)
        reason = "points"
    elif s.options.special_geography and s.last is not None:
        winners, reason = (s.last,), "last_tile"
    else:
        winners, reason = SEATS, "tie"
    return Outcome(winners, scores, f"great_divide.reason.{reason}", sheets)
