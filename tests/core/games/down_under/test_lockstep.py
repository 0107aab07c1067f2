"""Down Under against a second reading of its rules, in lock-step: random games, and boards set up by hand.

Everything that can happen in a game has to have happened, in play or on a board.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

from core.game import Refused, Seat
from core.games.down_under import state
from core.games.down_under.rules import DOWN_UNDER, DownUnder
from core.games.down_under.state import CARDS, CURVES, is_ring, open_leads
from tests.core.games.down_under.boards import position, usable
from tests.core.games.down_under.oracle.board import Board, Card, Cell
from tests.core.games.down_under.oracle.game import Oracle
from tests.core.games.down_under.table import ALL_SETTINGS, SETTINGS, Setting, Table

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
}
"""What has to happen in many random games, by the oracle's account."""

SET_UP = PLAYED | {
    "case 1, all end",
    "case 1, mover is not there",
    "case 3",
    "exit over a free run",
    "stuck",
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
    cells = [[(lead.x, lead.y) for lead in open_leads(path)] for path in after.paths]
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
        table.ask(table.state.turn, rng.choice(texts))


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
            patch.setitem(cast(dict[str, int], state.SET_CARDS), shape, number)
        yield


def try_board(game: DownUnder, oracle: Oracle, rng: random.Random) -> Counter[str]:
    """Every legal step on a board set up by hand, and a game from there; returns what happened."""
    assert usable(oracle)
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


def test_what_goes_together() -> None:
    refused = []
    for seats, options in ALL_SETTINGS:
        try:
            DOWN_UNDER.start(state.Options(**options), seats)
        except Refused:
            refused.append((seats, options))
    assert refused == [setting for setting in ALL_SETTINGS if setting not in SETTINGS]


def test_random_games() -> None:
    play_games(DOWN_UNDER, range(10))


@pytest.mark.long
def test_boards_set_up_by_hand() -> None:
    happened = try_boards(DOWN_UNDER, range(70))
    assert happened["case 3"] and happened["case 1, mover runs on"] and happened["ring opened"]


@pytest.mark.long
def test_many_random_games() -> None:
    assert set(play_games(DOWN_UNDER, range(1000, 3000))) >= PLAYED


@pytest.mark.long
def test_many_boards_set_up_by_hand() -> None:
    assert set(try_boards(DOWN_UNDER, range(1000, 5000))) >= SET_UP


# Boards for which one has to think


def board(drawing: dict[int, str]) -> Board:
    """Cards by their paths: `NS@0,-2 NW@1,-1`."""
    cards: dict[Cell, tuple[Card, ...]] = {}
    for path, texts in drawing.items():
        for text in texts.split():
            name, _, cell = text.partition("@")
            x, y = map(int, cell.split(","))
            cards[x, y] = (Card(name, path),)
    return cards


def set_up(seats: int, drawing: dict[int, str], **options: Any) -> Oracle:
    """A board on which seat 0 is to act."""
    return Oracle.at({"size": "unlimited", **options}, seats, board(drawing), 0)


AROUND = "NW@-1,-1 SE@-2,-1 NE@-2,0 SW@-1,0"
"""A path beside whose cards a free run leads from 0,-1 around to the W side of 0,0."""
TO_THE_SOUTH = f"{AROUND} NE@-1,1 NW@0,1"
"""The same path leads into 0,0 over S."""


def four_at_once() -> Oracle:
    """Paths 2 and 3 lead to 0,0; on 0,-1 one card brings path 0 there too, and path 1 over the free run."""
    return set_up(4, {0: "NW@1,-1", 1: "NS@0,-2", 2: TO_THE_SOUTH, 3: "EW@1,0"})


def twice_at_once() -> Oracle:
    """The same, but both paths that come to 0,-1 are ends of one."""
    return set_up(3, {0: "NW@1,-1 NS@1,-2 SW@1,-3 SE@0,-3 NS@0,-2", 1: TO_THE_SOUTH, 2: "EW@1,0"})


def free_run_and_back() -> Oracle:
    """A free run leads from one side of 0,-1 to another: N and W. Path 0 comes over S, path 1 over E."""
    return set_up(4, {0: "NS@0,0", 1: "EW@1,-1", 2: "NW@-1,-2 SE@-2,-2 NE@-2,-1 SW@-1,-1", 3: "NE@0,-2"})


def outside() -> Oracle:
    """Ends lead to 0,0; where it lies is outside as soon as path 0 has come there."""
    drawing = {0: "endS@0,-4 NS@0,-3 NS@0,-2", 1: "endW@1,0", 2: "endE@-1,0"}
    return set_up(3, drawing, size="2x3", single_start=True)


def none_left() -> Oracle:
    """All billabongs lie somewhere else."""
    oracle = four_at_once()
    oracle.board = {**oracle.board, **{(20, y): (Card("billabong"),) for y in range(4)}}
    return oracle


def used_up() -> Oracle:
    """Path 1 has laid all that it has; path 0 has a straight left."""
    oracle = set_up(2, {0: "NS@0,0", 1: "NS@1,0 NS@1,1"})
    oracle.set = {"straight": 2, "curve": 0, "end": 0}
    return oracle


def last_card() -> Oracle:
    """Paths 1 and 2 lead to 0,0; the last card of path 0 does so too; nothing is left for the exit."""
    oracle = set_up(3, {0: "NS@0,-2", 1: "EW@1,0", 2: "EW@-1,0"})
    oracle.set = {"straight": 2, "curve": 0, "end": 0}
    return oracle


def enclosed() -> Oracle:
    """Path 0 is a ring; path 1, which is to act, runs over the neutral parts of all its curves."""
    ring = "SE@0,0 SW@1,0 NW@1,1 NE@0,1"
    oracle = set_up(2, {0: ring, 1: "SE@0,-1 SW@1,-1 SE@-1,0 NE@-1,1 SW@2,0 NW@2,1"})
    oracle.turn = 1
    return oracle


BOARDS: tuple[Callable[[], Oracle], ...] = (
    four_at_once,
    twice_at_once,
    free_run_and_back,
    outside,
    none_left,
    used_up,
    last_card,
    enclosed,
)


def try_thought_out_boards(game: DownUnder) -> None:
    """Every legal step on each of them."""
    for make in BOARDS:
        try_board(game, make(), random.Random(1))


def test_thought_out_boards() -> None:
    try_thought_out_boards(DOWN_UNDER)


def test_two_ends_make_four_paths_in_one_cell() -> None:
    table = Table.at(DOWN_UNDER, four_at_once()).after("SE@0,-1")
    assert table.oracle.happened["case 2"]
    assert table.oracle.board[0, 0] == (Card("billabong"),)
    assert [path.tips.count("billabong") for path in table.state.paths] == [1, 1, 1, 1]
    assert table.game.to_act(table.state) == (Seat(1),)


def test_two_ends_of_the_mover_and_two_others_make_a_ring() -> None:
    table = Table.at(DOWN_UNDER, twice_at_once()).after("SE@0,-1")
    assert table.oracle.happened["case 1, ring"]
    assert table.oracle.board[0, 0] == (Card("billabong", ways=("NW",)),)
    assert table.state.paths[0].tips == ("ring", "ring")


def test_a_free_run_that_comes_back_joins_too() -> None:
    table = Table.at(DOWN_UNDER, free_run_and_back())
    assert [text for text in table.legal if text.endswith("@0,-1")] == ["endS@0,-1"]


@pytest.mark.parametrize("make, text, ends", [(outside, "NS@0,-1", 3), (none_left, "SE@0,-1", 4)])
def test_no_billabong_outside_or_when_none_is_left(make: Callable[[], Oracle], text: str, ends: int) -> None:
    table = Table.at(DOWN_UNDER, make()).after(text)
    assert len(table.oracle.crossings()[0, 0]) == ends
    assert (0, 0) not in table.oracle.board


def test_an_exit_for_which_nothing_is_left_stays_open() -> None:
    oracle = last_card()
    with sets_of(oracle):
        table = Table.at(DOWN_UNDER, oracle).after("NS@0,-1")
    assert table.oracle.happened["nothing fits at the exit"]
    assert table.oracle.board[0, 0] == (Card("billabong", ways=("NS",)),)
    assert list(open_leads(table.state.paths[0]))[-1][:2] == (0, 1)
    assert table.game.to_act(table.state) == (Seat(1),)


def test_a_ring_that_cannot_be_opened_is_finished() -> None:
    table = Table.at(DOWN_UNDER, enclosed())
    for text in table.legal:
        after = table.after(text)
        assert after.state.stuck == (True, False)
        assert after.game.to_act(after.state) == (Seat(1),)
