"""The board of the second reading: what lies in its cells, and what of it is connected.

It lies on paper of half cells: the middle of cell x, y is at 2x, 2y, and its sides are halfway to the middles
of its neighbours, so that two cells share the spot between them. A stretch is the set of the spots that it
joins; stretches with a spot in common are connected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

Cell = tuple[int, int]
Spot = tuple[int, int]

TOWARDS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}
STRAIGHTS, CURVES = ("NS", "EW"), ("NE", "SE", "SW", "NW")
ENDS = tuple(f"end{side}" for side in TOWARDS)
POOL = "billabong"


class Card(NamedTuple):
    """A card that lies somewhere: of which path, and over a billabong the ways that lead on."""

    name: str
    path: int | None = None
    animal: str | None = None
    ways: tuple[str, ...] = ()


Board = Mapping[Cell, tuple[Card, ...]]
"""What lies in each cell: one card, or one or two ends."""


class Stretch(NamedTuple):
    """Part of the card in a cell: the spots it joins, whose colour it has, what animal is on it.

    A stub and a way into a pool have one spot.
    """

    cell: Cell
    spots: frozenset[Spot]
    path: int | None
    animal: str | None = None
    pool: bool = False


Run = tuple[Stretch, ...]
"""Connected stretches, from one end to the other."""


def shape_of(name: str) -> str:
    """What kind of card this is."""
    return "straight" if name in STRAIGHTS else "curve" if name in CURVES else "end"


def own_sides(name: str) -> set[str]:
    """The sides that the coloured part of a card joins."""
    return set(name.removeprefix("end"))


def spot(cell: Cell, side: str) -> Spot:
    """Where a side of a cell is."""
    return 2 * cell[0] + TOWARDS[side][0], 2 * cell[1] + TOWARDS[side][1]


def beyond(cell: Cell, there: Spot) -> Cell:
    """The other cell that has this spot."""
    return there[0] - cell[0], there[1] - cell[1]


def side_at(cell: Cell, there: Spot) -> str:
    """Which side of the cell this spot is."""
    return next(side for side in TOWARDS if spot(cell, side) == there)


def way(sides: Iterable[str]) -> str:
    """What a stretch that joins these two sides is called."""
    joined = set(sides)
    return next(name for name in (*STRAIGHTS, *CURVES) if set(name) == joined)


# What lies where


def stretches_in(cell: Cell, cards: tuple[Card, ...]) -> Iterator[Stretch]:
    """All stretches of a cell."""
    at = {side: spot(cell, side) for side in TOWARDS}
    first = cards[0]
    if first.name == POOL:
        for two in first.ways:
            yield Stretch(cell, frozenset(at[side] for side in two), None, pool=True)
        for side in set(TOWARDS) - set("".join(first.ways)):
            yield Stretch(cell, frozenset({at[side]}), None, pool=True)
        return
    for card in cards:
        yield Stretch(cell, frozenset(at[side] for side in own_sides(card.name)), card.path)
    taken = own_sides(first.name)
    if shape_of(first.name) == "end":
        taken |= {ACROSS[side] for side in taken}
    yield Stretch(cell, frozenset(at[side] for side in at if side not in taken), None, first.animal)


def runs(board: Board) -> list[Run]:
    """All stretches of the board, sorted into what is connected, each from one end to the other."""
    at: dict[Spot, list[Stretch]] = {}
    everything = [stretch for cell, cards in board.items() for stretch in stretches_in(cell, cards)]
    for stretch in everything:
        for there in stretch.spots:
            at.setdefault(there, []).append(stretch)
    found: list[Run] = []
    done: set[Stretch] = set()
    ends_first = sorted(everything, key=lambda s: sum(len(at[there]) - 1 for there in s.spots))
    for stretch in ends_first:
        if stretch not in done:
            run = walk(stretch, at)
            done.update(run)
            found.append(run)
    return found


def walk(first: Stretch, at: dict[Spot, list[Stretch]]) -> Run:
    """Everything connected with a stretch that is the end of a run, or one of a ring, in order."""
    run, seen = [first], {first}
    while True:
        after = [s for there in run[-1].spots for s in at[there] if s not in seen]
        if not after:
            return tuple(run)
        run.append(after[0])
        seen.add(after[0])


def colours(run: Run) -> set[int]:
    """The paths that this is part of: one or none, if the rules are kept."""
    return {stretch.path for stretch in run if stretch.path is not None}


def leads(run: Run) -> list[tuple[Cell, str]]:
    """Where the open ends of a run lead: the cells, and over which of their sides."""
    times = Counter(there for stretch in run for there in stretch.spots)
    return [
        (beyond(stretch.cell, there), side_at(beyond(stretch.cell, there), there))
        for stretch in run
        for there in stretch.spots
        if times[there] == 1
    ]


def is_ring(run: Run) -> bool:
    """Whether it has no ends at all."""
    return not leads(run) and all(len(stretch.spots) == 2 for stretch in run)


def tips(run: Run) -> list[str]:
    """How its two ends are, in no order."""
    if is_ring(run):
        return ["ring", "ring"]
    blind = [stretch for stretch in run if len(stretch.spots) == 1]
    return sorted(["billabong" if s.pool else "closed" for s in blind] + ["open"] * len(leads(run)))


def length(run: Run) -> int:
    """Stretches, a billabong one however often it is touched."""
    pools = {stretch.cell for stretch in run if stretch.pool}
    return len(pools) + sum(not stretch.pool for stretch in run)


def apart(board: Board) -> bool:
    """Whether no two paths are joined."""
    return all(len(colours(run)) <= 1 for run in runs(board))


def with_card(board: Board, cell: Cell, card: Card) -> Board:
    """A copy of the board with one more card."""
    return {**board, cell: (*board.get(cell, ()), card)}
