"""Boards of Down Under set up by hand: what play hardly ever brings.

Paths wander over a few cells around an empty one, each as far as it likes: from anywhere, from the empty cell
(and back to it), or around in a ring. What becomes of it is a board if no paths are joined. Then ends and
billabongs are laid, and some sets get so small that they are used up.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import zip_longest
from typing import Any

from tests.core.games.down_under.oracle.board import (
    ACROSS,
    ENDS,
    POOL,
    TOWARDS,
    Board,
    Card,
    Cell,
    Run,
    apart,
    beyond,
    leads,
    own_sides,
    runs,
    shape_of,
    spot,
    tips,
    way,
    with_card,
)
from tests.core.games.down_under.oracle.game import CARDS, HERDS, Oracle

HOLE = (0, 0)
"""The empty cell around which paths are laid."""

STYLES = {
    "anywhere": [""],
    "crowded": ["door", "door", "door"],
    "all four": ["door", "door", "door", "door"],
    "paired": ["hole", "hole"],
    "three and one back": ["hole", "door", "door"],
    "ring": ["ring"],
    "rings": ["ring", "ring", "ring"],
}
"""What the first paths do: begin at a side of the hole, do so and come back there, or run in a ring."""


Start = tuple[Cell, str]
"""A cell, and the side over which a path comes into it."""


def wandering(rng: random.Random, board: Board, path: int, start: Start, goal: str) -> Board:
    """A path from there on, over free neutral parts too: back to the hole, in a ring, or as far as it likes.

    Empty if it comes to no good.
    """
    (cell, side), reach = start, rng.choice((1, 2, 3))
    bound = goal in ("hole", "ring")
    steps = 30 if bound else rng.randrange(1, 14)
    for step in range(steps):
        if step and goal == ("ring" if (cell, side) == start else "hole" if cell == HOLE else "nowhere"):
            return board
        if cell in board:
            own = own_sides(board[cell][0].name)
            if side in own:
                return {}
            out = next(other for other in TOWARDS if other not in own and other != side)
        elif cell == HOLE or max(map(abs, cell)) > reach:
            return {} if bound or not step else board
        else:
            out = rng.choice([other for other in TOWARDS if other != side])
            board = with_card(board, cell, Card(way((side, out)), path))
        cell, side = beyond(cell, spot(cell, out)), ACROSS[out]
    return {} if bound else board


def tried(rng: random.Random, board: Board, path: int, start: Start, goal: str) -> Board:
    """The board with the path, if it comes out within some tries."""
    for _ in range(150):
        found = wandering(rng, board, path, start, goal)
        laid = Counter(shape_of(card.name) for (card,) in found.values() if card.path == path)
        if laid and all(number <= CARDS[shape] for shape, number in laid.items()):
            return found
    return {}


def wandered(rng: random.Random, style: str, count: int) -> Board:
    """A board with this many paths. Empty if they cannot be laid."""
    board: Board = {}
    doors = [(beyond(HOLE, spot(HOLE, side)), ACROSS[side]) for side in rng.sample([*TOWARDS], 4)]
    for path, goal in zip_longest(rng.sample(range(count), count), STYLES[style][:count]):
        start = (rng.randrange(-2, 3), rng.randrange(-2, 3)), rng.choice([*TOWARDS])
        if goal in ("door", "hole"):
            start = next((door for door in doors if door[0] not in board), start)
        board = tried(rng, board, path, start, goal or "") if start[0] not in {*board, HOLE} else {}
        if not board:
            return {}
    return board


def with_ends(rng: random.Random, board: Board, count: int, single: bool) -> Board:
    """Some open ends are closed; if each path has to begin with an end, one of each."""
    likely = rng.choice((0, 0.2, 0.5))
    for path in rng.sample(range(count), count):
        for number, (cell, side) in enumerate(leads(run_of(board, path))):
            if rng.random() < likely or (single and not number):
                name = f"end{side}"
                beneath = [card.name for card in board.get(cell, ())]
                room = not beneath or beneath == [ENDS[(ENDS.index(name) + 2) % 4]]
                more = with_card(board, cell, Card(name, path))
                if room and apart(more):
                    board = more
    if single and any("closed" not in tips(run_of(board, path)) for path in range(count)):
        return {}
    return board


def run_of(board: Board, path: int) -> Run:
    """The stretches of a path."""
    return next(run for run in runs(board) if any(stretch.path == path for stretch in run))


def with_pools(rng: random.Random, board: Board, count: int) -> Board:
    """Billabongs, somewhere or far away, in which paths end."""
    for _ in range(rng.choice((0, 0, 0, 1, 2, 4))):
        ends = [cell for path in range(count) for cell, _ in leads(run_of(board, path)) if cell not in board]
        cell = rng.choice([*ends, (60, 60 + len(board))])
        more = with_card(board, cell, Card(POOL))
        board = more if apart(more) and cell != HOLE else board
    return board


def with_animals(rng: random.Random, board: Board) -> Board:
    """Each card with an animal of its set."""
    herds: dict[tuple[int | None, str], list[str]] = {}
    result: dict[Cell, tuple[Card, ...]] = {}
    for cell, cards in board.items():
        card, shape = cards[0], shape_of(cards[0].name)
        if card.name == POOL or shape == "end":
            result[cell] = cards
            continue
        herd = herds.setdefault((card.path, shape), list(Counter(HERDS[shape]).elements()))
        result[cell] = (card._replace(animal=herd.pop(rng.randrange(len(herd)))),)
    return result


def size_around(rng: random.Random, board: Board) -> str:
    """A field into which it goes, often only just."""
    cells = [cell for cell, cards in board.items() if not cards[0].name.startswith("end")]
    short, long = sorted(max(line) - min(line) + 1 for line in zip(*cells, strict=True))
    short, long = short + rng.choice((0, 0, 1, 2)), long + rng.choice((0, 0, 1, 2))
    return rng.choice((f"{min(short, long)}x{max(short, long)}", "unlimited"))


def position(rng: random.Random) -> Oracle | None:
    """A board on which somebody is to act; None if it did not come out."""
    style = rng.choice([*STYLES])
    variant: dict[str, Any] = rng.choice(
        ({}, {}, {}, {"single_start": True}, {"two_paths": "two cards"}, {"two_paths": "one card"})
    )
    if {"hole", "ring"} & set(STYLES[style]):
        variant = {}
    seats = 2 if "two_paths" in variant else rng.randrange(2, 5)
    count = 4 if "two_paths" in variant else seats
    board = wandered(rng, style, count)
    board = with_ends(rng, board, count, bool(variant)) if board and apart(board) else {}
    if not board:
        return None
    board = with_pools(rng, board, count)
    options = {"size": size_around(rng, board), "animals": rng.random() < 0.3, **variant}
    if options["animals"]:
        board = with_animals(rng, board)
    oracle = Oracle.at(options, seats, board, rng.randrange(seats))
    if oracle.crowded() and rng.random() < 0.8:
        one_short(rng, oracle)
    while oracle.pools_left() and (crowded := oracle.crowded()):
        oracle.lay_pool(rng.randrange(count), crowded[0])
    oracle.due, oracle.happened = [], Counter()
    if not options["animals"] and (style == "paired" or rng.random() < 0.5):
        oracle.set = used_up(rng, oracle)
    oracle.stuck = {path for path in range(count) if rng.random() < 0.05}
    oracle.laid = set(rng.sample(oracle.mine(oracle.turn), oracle.two == "two cards" and rng.randrange(2)))
    return oracle if usable(oracle) else None


def one_short(rng: random.Random, oracle: Oracle) -> None:
    """Take away the card that made three paths lead to one cell, and its path is to act."""
    full = oracle.board
    for gone in rng.sample(sorted(full), len(full)):
        path = full[gone][0].path
        if path is not None:
            oracle.board = {cell: cards for cell, cards in full.items() if cell != gone}
            oracle.turn = oracle.owner(path)
            if not oracle.crowded() and usable(oracle):
                return
    oracle.board = full


def used_up(rng: random.Random, oracle: Oracle) -> dict[str, int]:
    """A set so small that some path has no card left of a shape: no curve if it leads twice to one cell."""
    kinds = Counter((shape_of(card.name), card.path) for card in oracle.cards() if card.name != POOL)
    twice = [path for path, run in oracle.paths().items() if len({cell for cell, _ in leads(run)}) == 1]
    if twice:
        oracle.turn = oracle.owner(max(twice, key=lambda path: kinds["curve", path]))
    shape = "curve" if twice else rng.choice(("curve", "straight", "end"))
    return {**CARDS, shape: max(kinds[shape, path] for path in range(oracle.count))}


def usable(oracle: Oracle) -> bool:
    """Whether the rules would leave the board as it is, with something to do for the seat to act."""
    runs_on_board = oracle.paths()
    whole = len(runs_on_board) == oracle.count and apart(oracle.board)
    own = sum(stretch.path is not None for run in runs_on_board.values() for stretch in run)
    lying = sum(card.path is not None for card in oracle.cards())
    return whole and own == lying and bool(oracle.legal())
