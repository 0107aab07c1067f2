"""Down Under against a second reading of its rules, in lock-step: random games, and boards set up by hand.

Everything that can happen in a game has to have happened, in play or on a board.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import cast

import pytest

from core.game import Seat
from core.games.down_under import state
from core.games.down_under.paths import is_ring, leads
from core.games.down_under.rules import DOWN_UNDER, DownUnder
from core.games.down_under.state import CARDS, CURVES
from tests.core.down_under_boards import position
from tests.core.down_under_oracle.board import Board, Card, Cell
from tests.core.down_under_oracle.game import Oracle
from tests.core.down_under_table import SETTINGS, Setting, Table

PLAYED = {
    "several stretches gained",
    "another lengthened",
    "end outside",
    "own ends in one cell",
    "two paths' ends in one cell",
    "own ring closed",
    "another's ring closed",
    "ring opened",
    "case 1, mover runs on",
    "stuck",
}
"""What has to happen in many random games, by the oracle's account."""

SET_UP = PLAYED | {
    "case 1, all end",
    "case 1, mover is not there",
    "case 3",
    "exit over a free run",
    "nothing fits at the exit",
    "ring that stays",
}
"""What has to happen on many boards set up by hand."""


# Players

STYLES = ("anyhow", "crowd", "rings", "curves", "straights")
"""Anything; all paths to one cell; own ends to each other; first all curves, or straights, and no ends."""


def choose(table: Table, rng: random.Random, style: str) -> str:
    """Something legal, as a player of this style likes it."""
    few = rng.sample(table.legal, min(len(table.legal), 8))
    if style == "anyhow" or rng.random() < 0.2:
        return few[0]
    return max(few, key=lambda text: liking(table, text, style))


def liking(table: Table, text: str, style: str) -> float:
    """How much a player of this style likes a step."""
    if "end" in text:
        return -100
    if style in ("curves", "straights"):
        return any(curve in text for curve in CURVES) == (style == "curves")
    game, s = table.game, table.state
    after = game.apply(s, s.turn, game.parse(text))
    cells = [[(lead.x, lead.y) for lead in leads(path)] for path in after.paths]
    if style == "rings":
        own = cells[s.turn]
        return 10 * is_ring(after.paths[s.turn]) - (distance(*own) if len(own) == 2 else 0)
    met = Counter(cell for own in cells for cell in set(own))
    near = [min(distance(one, other) for other in met if other != one) for one in met if len(met) > 1]
    return 10 * max(met.values(), default=0) - sum(near) / (len(near) or 1)


def distance(one: Cell, other: Cell) -> int:
    """Steps from cell to cell."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def try_something(table: Table, rng: random.Random) -> None:
    """Ask the engine for things that may be wrong."""
    cells = [*table.oracle.crossings(), *table.oracle.board, (rng.randrange(-3, 4), rng.randrange(-3, 4))]
    for _ in range(2):
        x, y = rng.choice(cells)
        before = rng.choice(("a:", "b:")) if table.oracle.two else ""
        after = rng.choice(("=emu", "=dingo", "=rabbit", "")) if table.oracle.options["animals"] else ""
        card = rng.choice(CARDS)
        texts = [f"{before}{card}@{x},{y}{after if 'end' not in card else ''}"]
        texts += [
            f"turn {rng.choice(CURVES)}@{x},{y}",
            f"billabong@{x},{y}",
            f"{card}@{x},{y}",
            f"b:{card}@{x},{y}",
        ]
        table.ask(rng.choice(texts))


# Games

TIGHT: list[Setting] = [
    (2, {"size": "2x3"}),
    (3, {"size": "3x3"}),
    (4, {"size": "3x4"}),
    (4, {"size": "4x4"}),
]
"""Fields so small that paths run out of it at once."""


def random_game(game: DownUnder, setting: Setting, number: int) -> Counter[str]:
    """Play one game in lock-step; returns what happened in it."""
    rng = random.Random(number)
    table, style = Table(game, *setting), STYLES[number % len(STYLES)]
    while table.oracle.to_act():
        try_something(table, rng)
        table.play(choose(table, rng, style))
    assert len(table.line) <= game.bound(table.state.options, table.state.seats)
    return table.oracle.happened + Counter(games=1, steps=len(table.line))


def play_games(game: DownUnder, numbers: Iterable[int]) -> Counter[str]:
    """What happened in several games, over all options and small fields."""
    settings = random.Random(1).sample(SETTINGS, len(SETTINGS))
    counts: Counter[str] = Counter()
    for number in numbers:
        tight = TIGHT[number // 8 % len(TIGHT)] if number % 8 == 7 else None
        counts += random_game(game, tight or settings[number % len(settings)], number)
    print(dict(sorted(counts.items())))
    return counts


@contextmanager
def sets_of(oracle: Oracle) -> Iterator[None]:
    """The engine's sets are those of the oracle, which may be smaller."""
    with pytest.MonkeyPatch.context() as patch:
        for shape, number in oracle.set.items():
            patch.setitem(cast(dict[str, int], state.SET), shape, number)
        yield


def try_board(game: DownUnder, oracle: Oracle, rng: random.Random) -> Counter[str]:
    """Every legal step on a board set up by hand, and a game from there; returns what happened."""
    counts: Counter[str] = Counter(boards=1)
    with sets_of(oracle):
        table = Table.at(game, oracle)
        for text in table.legal:
            counts += table.after(text).oracle.happened
        for _ in range(6):
            try_something(table, rng)
            if not table.oracle.to_act():
                break
            table.play(rng.choice(table.legal))
    return counts + table.oracle.happened


def try_boards(game: DownUnder, numbers: Iterable[int]) -> Counter[str]:
    """What happened on several boards."""
    counts: Counter[str] = Counter()
    for number in numbers:
        rng = random.Random(number)
        if oracle := position(rng):
            counts += try_board(game, oracle, rng)
    print(dict(sorted(counts.items())))
    return counts


def test_random_games() -> None:
    play_games(DOWN_UNDER, range(32))


def test_boards_set_up_by_hand() -> None:
    happened = try_boards(DOWN_UNDER, range(90))
    assert happened["case 3"] and happened["case 1, mover runs on"] and happened["ring opened"]


@pytest.mark.long
def test_many_random_games() -> None:
    assert set(play_games(DOWN_UNDER, range(1000, 3000))) >= PLAYED


@pytest.mark.long
def test_many_boards_set_up_by_hand() -> None:
    assert set(try_boards(DOWN_UNDER, range(1000, 6000))) >= SET_UP


# Boards where one card leads two ends to a cell at once


def board(drawing: dict[int, str]) -> Board:
    """Cards by their paths: `NS@0,-2 NW@1,-1`."""
    cards: dict[Cell, tuple[Card, ...]] = {}
    for path, texts in drawing.items():
        for text in texts.split():
            name, _, cell = text.partition("@")
            x, y = map(int, cell.split(","))
            cards[x, y] = (Card(name, path),)
    return cards


OTHERS = {2: "NW@-1,-1 SE@-2,-1 NE@-2,0 SW@-1,0 NE@-1,1 NW@0,1", 3: "EW@1,0"}
"""Two paths that lead to 0,0 over S and E; a free run leads from 0,-1 around to its W."""


def test_two_ends_make_four_paths_in_one_cell() -> None:
    # Path 0 comes to 0,-1 over E and path 1 over N.
    oracle = Oracle.at({"size": "unlimited"}, 4, board({0: "NW@1,-1", 1: "NS@0,-2", **OTHERS}), 0)
    table = Table.at(DOWN_UNDER, oracle).after("SE@0,-1")
    assert table.oracle.happened["case 2"]
    assert table.oracle.board[0, 0] == (Card("billabong"),)
    assert [path.tips.count("billabong") for path in table.state.paths] == [1, 1, 1, 1]
    assert table.game.to_act(table.state) == (Seat(1),)


def test_two_ends_of_the_mover_and_two_others_make_a_ring() -> None:
    # Path 0 comes to 0,-1 over E and N; it is called 1 in the other board.
    around = "NW@1,-1 NS@1,-2 SW@1,-3 SE@0,-3 NS@0,-2"
    others = {path - 1: cards for path, cards in OTHERS.items()}
    oracle = Oracle.at({"size": "unlimited"}, 3, board({0: around, **others}), 0)
    table = Table.at(DOWN_UNDER, oracle).after("SE@0,-1")
    assert table.oracle.happened["case 1, ring"]
    assert table.oracle.board[0, 0] == (Card("billabong", ways=("NW",)),)
    assert table.state.paths[0].tips == ("ring", "ring")
