"""Boards of Down Under set up by hand: what play hardly ever brings.

A few cells are covered at random with cards on which it is still open which part is the coloured one. Some of
the runs that come about so become paths: every card gets a part of theirs as its own. Rings, paths whose ends
meet in one cell, and sets without curves are as likely as anything else.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

from tests.core.down_under_oracle.board import (
    CURVES,
    ENDS,
    POOL,
    STRAIGHTS,
    TOWARDS,
    Board,
    Card,
    Cell,
    Run,
    apart,
    leads,
    runs,
    shape_of,
    side_at,
    tips,
    way,
    with_card,
)
from tests.core.down_under_oracle.game import CARDS, HERDS, Oracle


def blank(rng: random.Random) -> Board:
    """A few cells with cards, often around an empty one to which two runs lead twice."""
    for _ in range(rng.choice((1, 1, 60))):
        width, height = rng.randrange(2, 7), rng.randrange(2, 7)
        density, bent = rng.choice((0.6, 0.8, 1)), rng.choice((0.3, 0.7, 0.9))
        hole = (rng.randrange(width), rng.randrange(height))
        cells = [cell for cell in product(range(width), range(height)) if rng.random() < density]
        board = {
            cell: (Card(rng.choice(CURVES if rng.random() < bent else STRAIGHTS)),)
            for cell in cells
            if cell != hole
        }
        if sum([cell for cell, _ in leads(run)] == [hole] * 2 for run in runs(board)) == 2:
            break
    return board


def chosen(rng: random.Random, board: Board, count: int) -> list[Run]:
    """Runs that become paths: any, long, leading to one cell, with both ends there, rings."""
    found = runs(board)
    if len(found) < count:
        return []
    met = Counter(cell for run in found for cell, _ in leads(run) if cell not in board)
    style = rng.choice(("any", "long", "crowded", "paired", "rings"))

    def weight(run: Run) -> tuple[float, float]:
        cells = {cell for cell, _ in leads(run)}
        if style == "crowded":
            return max((met[cell] for cell in cells), default=0), rng.random()
        first = {"paired": len(cells) == 1, "rings": not cells}.get(style, False)
        return first, rng.random() + (len(run) / 10 if style != "any" else 0)

    paths = sorted(found, key=weight, reverse=True)[:count]
    rng.shuffle(paths)
    return paths


def coloured(rng: random.Random, board: Board, paths: list[Run]) -> Board:
    """Every card with a part of a path as its own; the others are taken away."""
    fond = rng.choice(("curve", "straight", None))
    parts: dict[Cell, list[tuple[int, str]]] = {}
    for path, run in enumerate(paths):
        for stretch in run:
            name = way(side_at(stretch.cell, there) for there in stretch.spots)
            parts.setdefault(stretch.cell, []).append((path, name))
    used: Counter[tuple[int, str]] = Counter()
    result: dict[Cell, tuple[Card, ...]] = {}
    for cell, options in parts.items():
        rng.shuffle(options)
        options.sort(key=lambda part: used[part[0], shape_of(part[1])] >= CARDS[shape_of(part[1])])
        if fond == "curve":
            options.sort(key=lambda part: part[0])
        path, name = options[0]
        used[path, shape_of(name)] += 1
        result[cell] = (Card(name, path),)
    if len({path for path, _ in used}) < len(paths):
        return {}
    return result if all(number <= CARDS[shape] for (_, shape), number in used.items()) else {}


def with_ends(rng: random.Random, board: Board, count: int, single: bool) -> Board:
    """Some open ends are closed; if each path has to begin with an end, one of each."""
    likely = rng.choice((0, 0.2, 0.5))
    for path in rng.sample(range(count), count):
        for number, (cell, side) in enumerate(leads(run_of(board, path))):
            if rng.random() < likely or (single and not number):
                name = f"end{side}"
                beneath = [card.name for card in board.get(cell, ())]
                room = not beneath or beneath == [ENDS[(ENDS.index(name) + 2) % 4]]
                tried = with_card(board, cell, Card(name, path))
                if room and apart(tried):
                    board = tried
    if single and any("closed" not in tips(run_of(board, path)) for path in range(count)):
        return {}
    return board


def run_of(board: Board, path: int) -> Run:
    """The stretches of a path."""
    return next(run for run in runs(board) if any(stretch.path == path for stretch in run))


def with_pools(rng: random.Random, board: Board, count: int) -> Board:
    """Billabongs, somewhere or far away, in which paths end."""
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        ends = [cell for path in range(count) for cell, _ in leads(run_of(board, path)) if cell not in board]
        cell = rng.choice([*ends, (60, 60 + len(board))])
        tried = with_card(board, cell, Card(POOL))
        board = tried if apart(tried) else board
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
    variant: dict[str, Any] = rng.choice(
        ({}, {}, {}, {"single_start": True}, {"two_paths": "two cards"}, {"two_paths": "one card"})
    )
    seats = 2 if "two_paths" in variant else rng.randrange(2, 5)
    count = 4 if "two_paths" in variant else seats
    bare = blank(rng)
    paths = chosen(rng, bare, count)
    board = coloured(rng, bare, paths) if paths else {}
    board = with_ends(rng, board, count, bool(variant)) if board else {}
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
    if not options["animals"] and rng.random() < 0.5:
        oracle.set = used_up(rng, oracle)
    oracle.stuck = {path for path in range(count) if rng.random() < 0.05}
    oracle.laid = set(rng.sample(oracle.mine(oracle.turn), oracle.two == "two cards" and rng.randrange(2)))
    return oracle if usable(oracle) else None


def one_short(rng: random.Random, oracle: Oracle) -> None:
    """Take a card away beside a cell to which three paths lead, so that its path is to act."""
    full, (x, y) = oracle.board, rng.choice(oracle.crowded())
    for dx, dy in rng.sample([*TOWARDS.values()], 4):
        card = full.get((x + dx, y + dy), (Card(POOL),))[0]
        if card.path is not None:
            oracle.board = {cell: cards for cell, cards in full.items() if cell != (x + dx, y + dy)}
            oracle.turn = oracle.owner(card.path)
            if usable(oracle) and not oracle.crowded():
                return
    oracle.board = full


def used_up(rng: random.Random, oracle: Oracle) -> dict[str, int]:
    """A set so small that some path has no card left of a shape: no curve if it leads twice to one cell."""
    kinds = Counter((card.path, shape_of(card.name)) for card in oracle.cards() if card.name != POOL)
    twice = [path for path, run in oracle.paths().items() if len({cell for cell, _ in leads(run)}) == 1]
    if twice:
        oracle.turn = oracle.owner(rng.choice(twice))
    shape = "curve" if twice else rng.choice(("curve", "straight", "end"))
    return {
        **CARDS,
        shape: max(number for (_, of), number in [*kinds.items(), ((0, shape), 0)] if of == shape),
    }


def usable(oracle: Oracle) -> bool:
    """Whether the rules would leave the board as it is, with something to do for the seat to act."""
    runs_on_board = oracle.paths()
    whole = len(runs_on_board) == oracle.count and apart(oracle.board)
    own = sum(stretch.path is not None for run in runs_on_board.values() for stretch in run)
    lying = sum(card.path is not None for card in oracle.cards())
    return whole and own == lying and bool(oracle.legal())
