"""Ghawar against a second reading of its rules, in lock-step: whole games, and boards set up by hand.

Everything that can happen in a game has to have happened, in play or on a board.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from core.games.ghawar.rules import GHAWAR, Ghawar
from core.games.ghawar.state import Options
from tests.core.games.ghawar.boards import THOUGHT_OUT, position
from tests.core.games.ghawar.oracle import (
    CHANCE,
    COLOURS,
    DERRICKS,
    LONGEST_BUILDING,
    LONGEST_QUIET,
    PLATFORMS,
    ROADS,
)
from tests.core.games.ghawar.players import STYLES, choose
from tests.core.games.ghawar.table import SETTINGS, Setting, Table

PLAYED = {
    "derrick",
    "occupied",
    "derrick to a cube",
    "derrick to no cube",
    "derrick instead of the roll",
    "rolled to drive",
    "several ways",
    "a way round",
    "out of the depot",
    "stored",
    "came back empty",
    "rest lost",
    "left from a corner",
    "stays at its edge",
    "too dear",
    "choice of two",
    "loaded nothing",
    "paid",
    "loaded freely",
    "empty",
    "stalemate",
}
"""What has to happen in many games, by the oracle's account."""

SET_UP = PLAYED | {
    "pass",
    "rolled, and cannot drive",
    "several with none left",
    "stalemate_tie",
    "stored by the end",
}
"""What has to happen on many boards set up by hand."""

STALEMATES = (20, 20, 1, 5, 50, 0)


def try_something(table: Table, rng: random.Random) -> None:
    """Ask the engine for things that may be wrong."""
    road = sorted(ROADS[table.oracle.layout])
    (x, y), (a, b), (c, d) = rng.choice(road), rng.choice(PLATFORMS), rng.choice(PLATFORMS)
    number = rng.choice(("", "", "1: ", "2: ", "3: "))
    texts = (
        f"{number}drive {x},{y}",
        f"{number}drive {x},{y} load {a},{b}",
        f"{number}drive {a + rng.choice((-1, 1))},{b} load {a},{b}",
        f"{number}drive depot",
        f"derrick {a},{b}>{c},{d}",
        f"place {a},{b}",
        "pass",
        "roll",
        f"die {rng.randrange(1, 7)}",
    )
    seat = table.oracle.turn if rng.random() < 0.9 else rng.randrange(table.oracle.seats)
    table.ask(seat, rng.choice((*texts, rng.choice(table.legal or texts))))


def result(table: Table) -> Counter[str]:
    """What has happened, and how it ended."""
    happened = Counter(table.oracle.happened)
    if table.oracle.stage == "over":
        tie = "_tie" if len(table.oracle.winners()) > 1 else ""
        happened[table.oracle.reason + tie] += 1
    return happened


def step(table: Table, rng: random.Random, style: str) -> str:
    """What comes next: a roll, or what a player of this style likes."""
    if table.oracle.to_act() == (CHANCE,):
        return rng.choice([*table.oracle.chances()])
    return choose(table.oracle, table.legal, rng, style)


def random_game(game: Ghawar, setting: Setting, number: int) -> Counter[str]:
    """Play one game in lock-step; returns what happened in it."""
    rng = random.Random(number)
    table, style = Table.new(game, *setting), STYLES[number % len(STYLES)]
    while table.oracle.to_act():
        if table.oracle.stage in ("build", "choose", "move") or rng.random() < 0.1:
            try_something(table, rng)
        text = step(table, rng, style)
        if text.partition(": ")[2].startswith("drive") or text.startswith("drive"):
            table.check_route(text)
        table.play(text)
    assert len(table.line) <= game.bound(table.state.options, table.state.seats)
    return result(table) + Counter(games=1, steps=len(table.line))


def play_games(game: Ghawar, numbers: Iterable[int]) -> Counter[str]:
    """What happened in several games, over all options."""
    settings = random.Random(1).sample(SETTINGS, len(SETTINGS))
    counts: Counter[str] = Counter()
    for number in numbers:
        seats, options = settings[number % len(settings)]
        stalemate = STALEMATES[number // len(STYLES) % len(STALEMATES)]
        counts += random_game(game, (seats, {**options, "stalemate": stalemate}), number)
    print(dict(sorted(counts.items())))
    return counts


def try_board(game: Ghawar, table: Table, rng: random.Random, width: int) -> Counter[str]:
    """What can happen there next and after that, `width` different things each time."""
    counts: Counter[str] = Counter()
    if table.oracle.stage == "choose":
        counts += sum((result(table.after(text)) for text in few(table.legal, rng, width)), Counter())
        for _ in range(3):
            try_something(table, rng)
        table = table.after("roll")
    for roll in few([*table.oracle.chances()], rng, width):
        rolled = table.after(roll)
        counts += result(rolled)
        for _ in range(3):
            try_something(rolled, rng)
        for text in few(rolled.legal, rng, width):
            if "drive" in text:
                rolled.check_route(text)
            counts += result(rolled.after(text))
    return counts


def few(texts: list[str], rng: random.Random, number: int) -> list[str]:
    """Some of these; loads and ways home first, derricks last."""
    rng.shuffle(texts)
    liked = sorted(texts, key=lambda text: ("load" not in text and "depot" not in text, "derrick" in text))
    return liked[: number // 2] + rng.sample(
        liked[number // 2 :], min(number // 2, len(liked[number // 2 :]))
    )


def try_boards(game: Ghawar, numbers: Iterable[int], width: int = 6) -> Counter[str]:
    """What happened on several boards."""
    counts: Counter[str] = Counter()
    for number in numbers:
        rng = random.Random(number)
        counts += try_board(game, Table.at(game, position(rng)), rng, width) + Counter(boards=1)
    print(dict(sorted(counts.items())))
    return counts


def try_thought_out_boards(game: Ghawar) -> Counter[str]:
    """Everything on each of them."""
    counts: Counter[str] = Counter()
    for make in THOUGHT_OUT:
        counts += try_board(game, Table.at(game, make()), random.Random(1), 1000)
    return counts


def test_random_games() -> None:
    play_games(GHAWAR, range(6))


@pytest.mark.long
def test_boards_set_up_by_hand() -> None:
    try_boards(GHAWAR, range(200))


def test_thought_out_boards() -> None:
    assert set(try_thought_out_boards(GHAWAR)) >= {
        "pass",
        "empty",
        "empty_tie",
        "stalemate_tie",
        "stored by the end",
    }


@pytest.mark.parametrize("stalemate", (0, 1, 20, 50))
def test_the_bound_is_that_of_the_longest_game(stalemate: int) -> None:
    """Each cube is loaded, and stored, at the last moment; nobody's last derrick goes up before it has to."""
    for seats, options in SETTINGS:
        builds = seats * DERRICKS[seats] if options["dice_choice"] else 0
        steps = len(PLATFORMS) + len(COLOURS) + seats * LONGEST_BUILDING + builds
        rounds = 2 * len(PLATFORMS) * (stalemate or LONGEST_QUIET)
        bound = GHAWAR.bound(Options(**options, stalemate=stalemate), seats)
        assert steps + 2 * seats * rounds <= bound < 2 * (steps + 2 * seats * rounds)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 3000, 500))
def test_many_random_games(first: int) -> None:
    assert set(play_games(GHAWAR, range(first, first + 500))) >= PLAYED


@pytest.mark.long
def test_many_boards_set_up_by_hand() -> None:
    assert set(try_boards(GHAWAR, range(1000, 5000))) >= SET_UP
