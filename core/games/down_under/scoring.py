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
    paths_of,
)

SET_OF_ANIMALS: Final[tuple[Animal, ...]] = ("emu", "kangaroo", "platypus")
SET_POINTS: Final = 5
RABBIT_POINTS: Final = -2

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


def points(s: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """The score lines of a seat's paths, before its dingo is asked for."""
    own = paths_of(s.options, s.seats, seat)
    lines = [
        ScoreLine(f"down_under.points.length{_letter(s, n)}", length(s.paths[path]))
        for n, path in enumerate(own)
    ]
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


def _letter(s: State, number: int) -> str:
    return f"_{'ab'[number]}" if s.options.two_paths else ""


def worth(s: State, path: int) -> int:
    """The points of one path as it is: its length and, with animals, what they bring."""
    if not s.options.animals:
        return length(s.paths[path])
    herd = animals_on(s, path)
    animals = SET_POINTS * sets_of_animals(herd) + RABBIT_POINTS * rabbits_that_count(herd)
    return length(s.paths[path]) + animals


def score(s: State, seat: Seat) -> int:
    """The points of a seat's paths as they are."""
    return int(fsum(point.amount for point in points(s, seat)))


def outcome(s: State) -> Outcome:
    """The outcome with these paths: most points win, among those who have laid their dingos."""
    seats = [Seat(number) for number in range(s.seats)]
    sheets = [_sheet(s, seat) for seat in seats]
    scores = tuple(fsum(point.amount for point in sheet) for sheet in sheets)
    able = [seat for seat in seats if is_eligible(s, seat)]
    best = max((scores[seat] for seat in able), default=0)
    winners = tuple(seat for seat in able if scores[seat] == best)
    return Outcome(winners, scores, f"down_under.reason.{_reason(s, winners, scores)}", tuple(sheets))


def _sheet(s: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """The score sheet of a seat; without its dingo nothing is left of it."""
    lines = points(s, seat)
    if is_eligible(s, seat):
        return lines
    return (*lines, ScoreLine("down_under.points.no_dingo", -fsum(point.amount for point in lines)))


def _reason(s: State, winners: tuple[Seat, ...], scores: tuple[float, ...]) -> str:
    if not winners:
        return "nobody"
    if len(winners) > 1:
        return "tie"
    longest = max(score(s, Seat(seat)) for seat in range(s.seats))
    if scores[winners[0]] < longest:
        return "dingo"
    return "points" if s.options.animals or s.options.two_paths else "longest"
