"""Worth of paths: their length, and with the special scoring the animals on them."""

from __future__ import annotations

from collections import Counter
from math import fsum
from typing import Final

from core.game import Outcome, ScoreLine, Seat
from core.games.down_under.board import length
from core.games.down_under.state import (
    BILLABONGS,
    NEUTRAL_SIDES,
    SET_ANIMALS,
    SET_CARDS,
    SETS,
    Animal,
    Cell,
    Laid,
    State,
    colour,
    paths_of,
)

SET_OF_ANIMALS: Final[tuple[Animal, ...]] = ("emu", "kangaroo", "platypus")
SET_POINTS: Final = 5
RABBIT_POINTS: Final = -2
LOST: Final = "down_under.points.dingo_lost"
"""Line on the sheet of a seat that loses with its points, since its dingo was not laid."""

MOST_POINTS: Final = (
    2 * SETS * sum(SET_CARDS.values())
    + BILLABONGS
    + SET_POINTS * SETS * sum(herd["platypus"] for herd in SET_ANIMALS.values())
)
"""Points that no seat can exceed in a game: a card counts two stretches at most, a billabong one, and there
are no more sets of animals than platypuses.
"""


def animals_on(s: State, path: int) -> Counter[Animal]:
    """The animals on a path: those of the neutral parts that belong to it."""
    cards: dict[Cell, Laid] = {(laid.x, laid.y): laid for laid in s.cards}
    met: Counter[Animal] = Counter()
    for stretch in s.paths[path].run:
        laid = cards.get((stretch.x, stretch.y))
        if laid is not None and laid.animal is not None and stretch.enters in NEUTRAL_SIDES[laid.card]:
            met[laid.animal] += 1
    return met


def sets_of_animals(animals: Counter[Animal]) -> int:
    """Number of sets of an emu, a kangaroo and a platypus."""
    return min(animals[animal] for animal in SET_OF_ANIMALS)


def rabbits_that_count(animals: Counter[Animal]) -> int:
    """Number of rabbits on a path; 0 if a dingo is on it."""
    return 0 if animals["dingo"] else animals["rabbit"]


def lacks_dingo(s: State, path: int) -> bool:
    """Whether the dingo of this set has not been laid."""
    return not any(laid.path == path and laid.animal == "dingo" for laid in s.cards)


def is_eligible(s: State, seat: Seat) -> bool:
    """Whether the seat could win if the game ended now: with animals it has laid its dingos."""
    own = paths_of(s.options, s.seats, seat)
    return not s.options.animals or not any(lacks_dingo(s, path) for path in own)


def paths_counted(s: State, seat: Seat) -> tuple[int, ...]:
    """The paths of a seat that bring it points: all, or only the one worth most (of equal ones the first)."""
    own = paths_of(s.options, s.seats, seat)
    return own if s.options.paths_scored == "both" else (max(own, key=lambda path: worth(s, path)),)


def points(s: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """The score lines of a seat's paths, before its dingo is asked for."""
    own = paths_counted(s, seat)
    lines = [ScoreLine(f"down_under.points.length{_letter(s, path)}", length(s.paths[path])) for path in own]
    if not s.options.animals:
        return tuple(lines)
    herds = [animals_on(s, path) for path in own]
    sets = sum(sets_of_animals(herd) for herd in herds)
    rabbits = sum(rabbits_that_count(herd) for herd in herds)
    if sets:
        lines.append(ScoreLine("down_under.points.animals", SET_POINTS * sets, f"{sets} × {SET_POINTS}"))
    if rabbits:
        how = f"{rabbits} × −{-RABBIT_POINTS}"
        lines.append(ScoreLine("down_under.points.rabbits", RABBIT_POINTS * rabbits, how))
    return tuple(lines)


def _letter(s: State, path: int) -> str:
    return f"_{colour(s, path)}" if s.options.two_paths else ""


def worth(s: State, path: int) -> int:
    """The points of one path as it is: its length and, with animals, what they bring."""
    if not s.options.animals:
        return length(s.paths[path])
    herd = animals_on(s, path)
    animals = SET_POINTS * sets_of_animals(herd) + RABBIT_POINTS * rabbits_that_count(herd)
    return length(s.paths[path]) + animals


def score(s: State, seat: Seat) -> int:
    """The points of a seat's paths that count, as they are."""
    return int(fsum(point.amount for point in points(s, seat)))


def outcome(s: State) -> Outcome:
    """The outcome with these paths: most points win, among those who have laid their dingos."""
    seats = [Seat(number) for number in range(s.seats)]
    sheets = [_sheet(s, seat) for seat in seats]
    scores = tuple(fsum(point.amount for point in sheet) for sheet in sheets)
    able = [seat for seat in seats if is_eligible(s, seat)]
    best = max((scores[seat] for seat in able), default=0.0)
    winners = tuple(seat for seat in able if scores[seat] == best)
    return Outcome(winners, scores, f"down_under.reason.{_reason(s, winners, scores)}", tuple(sheets))


def _sheet(s: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """The score sheet of a seat; without its dingo nothing is left of it, or what is left loses."""
    lines = points(s, seat)
    if is_eligible(s, seat):
        return lines
    if s.options.dingo == "loses":
        return (*lines, ScoreLine(LOST, 0))
    return (*lines, ScoreLine("down_under.points.no_dingo", -fsum(point.amount for point in lines)))


def _reason(s: State, winners: tuple[Seat, ...], scores: tuple[float, ...]) -> str:
    if not winners:
        return "nobody"
    if len(winners) > 1:
        return "tie"
    most = max(score(s, Seat(seat)) for seat in range(s.seats))
    if scores[winners[0]] < most:
        return "dingo"
    summed = s.options.two_paths and s.options.paths_scored == "both"
    return "points" if s.options.animals or summed else "longest"
