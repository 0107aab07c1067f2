"""Scoring of the oil: barrels, stored cubes, and the majority of each colour."""

from __future__ import annotations

from math import fsum
from typing import Final

from core.game import Outcome, ScoreLine, Seat
from core.games.ghawar.state import COLOURS, FIELD_SIZE, NOTHING, State

START_BARRELS: Final = 3
"""The money of each seat at the start."""
MOST_SEATS: Final = 4
MOST_MONEY: Final = MOST_SEATS * START_BARRELS + sum(range(1, FIELD_SIZE + 1)) * (FIELD_SIZE + 1)
"""Most that one seat can have: all the money, all cubes, all majorities."""


def leader(s: State, colour: int) -> Seat | None:
    """The seat that has stored more cubes of a colour than every other, if there is one."""
    counts = s.stored[:, colour].tolist()
    most = max(counts)
    return Seat(counts.index(most)) if counts.count(most) == 1 else None


def sheet(s: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """Score sheet of a seat if the game ended now; lines that bring nothing are left out."""
    values, stored = s.values.tolist(), s.stored[seat].tolist()
    cubes = [(count, values[colour]) for colour, count in enumerate(stored) if count]
    majorities = [values[colour] for colour in range(len(COLOURS)) if leader(s, colour) == seat]
    lines = {
        "barrels": (s.money.item(seat), ""),
        "cubes": (sum(n * value for n, value in cubes), " + ".join(f"{n} × {v}" for n, v in cubes)),
        "majorities": (sum(majorities), " + ".join(map(str, majorities)) if len(majorities) > 1 else ""),
    }
    return tuple(ScoreLine(f"ghawar.points.{code}", float(n), how) for code, (n, how) in lines.items() if n)


def worth(s: State, seat: Seat) -> float:
    """Money of a seat if the game ended now."""
    return fsum(point.amount for point in sheet(s, seat))


def is_empty(s: State) -> bool:
    """Whether no cube is left on a platform, nor on a truck unless the game ends with the last one loaded."""
    return bool((s.cubes == NOTHING).all() and (s.options.ends_loaded or (s.loads == NOTHING).all()))


def outcome(s: State) -> Outcome:
    """Result of a game that is over: most money wins, ties share."""
    sheets = tuple(sheet(s, Seat(seat)) for seat in range(s.seats))
    scores = tuple(fsum(point.amount for point in lines) for lines in sheets)
    winners = tuple(Seat(seat) for seat, score in enumerate(scores) if score == max(scores))
    reason = "empty" if is_empty(s) else "stalemate"
    tie = "_tie" if len(winners) > 1 else ""
    return Outcome(winners, scores, f"ghawar.reason.{reason}{tie}", sheets)
