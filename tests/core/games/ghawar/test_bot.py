"""What Ghawar's AI must see, each level as far as it claims to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from core.bots import Budget, bot
from core.game import CHANCE, Seat
from core.games.ghawar.bot.player import Prospects
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options, Roll, Shift, State
from core.protocol.messages import LEVELS
from tests.core.games.ghawar.diagrams import INSTEAD, Position, built, position
from tests.core.games.ghawar.playing import drawn, loader, steps
from tests.core.games.ghawar.table import SETTINGS

GAME: Any = GHAWAR
PLAYING = ("easy", "normal", "hard")
SEEING = ("normal", "hard")
SEEDS = range(3)
DIE = built().state
"""A position in which the die is rolled."""
FEW = Budget(positions=100)


def choice(level: str, s: Position, seed: int = 0, budget: Budget | None = None) -> str:
    """What the level does in this position, in notation."""
    return GHAWAR.notation(chosen(level, s.state, np.random.default_rng(seed), budget))


def chosen(level: str, s: State, rng: np.random.Generator, budget: Budget | None = None) -> Any:
    """The action of the level."""
    action = bot(GAME, level).choose(GAME, s, s.turn, rng, budget or Budget())
    assert action in GHAWAR.legal(s, s.turn)
    return action


def played(levels: tuple[str, ...], options: Options, seed: int, budget: Budget | None = None) -> list[Any]:
    """A whole game: what the seats do, and how it ended."""
    dice, rng = np.random.default_rng(seed), np.random.default_rng([seed, 1])
    s, actions = GHAWAR.start(options, len(levels)), list[Any]()
    while acting := GHAWAR.to_act(s):
        if acting[0] == CHANCE:
            s = GHAWAR.apply(s, Seat(CHANCE), drawn(s, dice))
        else:
            actions.append(chosen(levels[s.turn], s, rng, budget))
            s = GHAWAR.apply(s, s.turn, actions[-1])
    return [*actions, GHAWAR.outcome(s)]


# --- Every level ---------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.covering(most=2)
@pytest.mark.parametrize("seats, options", SETTINGS[::17])
def test_plays_with_all_options(seats: int, options: dict[str, Any]) -> None:
    levels = ("easy", "hard", "normal", "easy")[:seats]
    assert played(levels, Options(**options), 1, FEW)[-1] is not None


@pytest.mark.parametrize("level", [*LEVELS[:-1], pytest.param("expert", marks=pytest.mark.long)])
def test_chooses_the_same_again(level: str) -> None:
    games = [played((level, "easy"), Options(stalemate=2), 7, FEW) for _ in range(2)]
    assert games[0] == games[1]


CARRYING = """
    |   ·   |   ·   |   ·   |
    +   -   +   -   +   -   +
    |   rS  |   oN  |   vS  |
    +   -   +   -   +   -   +
    |   ·   |   gS  |   ·   Sy
    +   -   +   -   +   -   +
"""
EMPTY = """
    |   ·   |   ·   |   ·   |
    +   -   +   -   +   -   +
    |   rS  |   oN  |   ·   |
    +   -   +   -   S   -   +
    |   ·   |   gS  |   ·   |
    +   -   +   -   +   -   +
"""


@pytest.mark.parametrize("level", PLAYING)
def test_the_position_is_left_as_it_is(level: str) -> None:
    s = position(CARRYING, at=(0, 7), roll=3)
    before = s.diagram
    choice(level, s)
    assert s.diagram == before


def test_a_budget_ends_the_thinking() -> None:
    asked = 0

    def used() -> float:
        nonlocal asked
        asked += 1
        return float(asked > 1)

    choice("hard", position(CARRYING, at=(0, 7), roll=6), budget=Budget(used=used))
    assert asked == 2


# --- Driving -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", PLAYING)
def test_brings_home_what_it_carries(level: str, seed: int) -> None:
    assert choice(level, position(CARRYING, at=(0, 7), roll=3), seed) == "drive depot"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", PLAYING)
def test_loads_what_stands_under_its_own_derrick(level: str, seed: int) -> None:
    assert choice(level, position(EMPTY, at=(0, 7), roll=1), seed).endswith("load 3,11")


@pytest.mark.long
@pytest.mark.covering(most=3)
@pytest.mark.parametrize("level", PLAYING)
@pytest.mark.parametrize(
    "options", [{}, {"trucks": 2}, {"roads": "ring"}, {"derricks": "instead of the roll"}], ids=str
)
def test_comes_to_an_end(level: str, options: dict[str, Any]) -> None:
    outcome = played((level, level), Options(**options), 3, FEW)[-1]
    assert outcome.reason.startswith("ghawar.reason.empty")


# --- Derricks ------------------------------------------------------------------------------------------


OPEN = """
    +   -   +   -   +   -   +
    |   yS  |   v   |   ·   |
    +   -   +   -   +   -   +
    |   ·   |   rS  |   ·   |
    +   -   S   -   +   -   +
    |   ·   |   ·   |   yN  |
    +   -   +   -   +   -   +
"""
"""A violet cube under no derrick, and a red one, worth little, under one of the south's."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_moves_a_derrick_from_a_poor_cube_to_a_rich_one(level: str, seed: int) -> None:
    assert choice(level, position(OPEN, at=(0, 4), roll=1), seed) == "derrick 3,7>3,5"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_rather_moves_a_derrick_that_stands_for_nothing(level: str, seed: int) -> None:
    drawing = OPEN.replace("|   ·   |   ·   |   yN  |", "|   S   |   ·   |   yN  |")
    assert choice(level, position(drawing, at=(0, 4), roll=6), seed) == "derrick 1,9>3,5"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", PLAYING)
def test_takes_the_better_platform(level: str, seed: int) -> None:
    s = position(
        "+   -   +   -   +\n|   ·   |   r   |\n+   -   +   -   +\n|   v   |   ·   |",
        stage="build",
        dice=(1, 2),
        options=Options(dice_choice=True),
    )
    assert choice(level, s, seed) == "place 1,3", "violet, not red"


# --- Rolling, or moving a derrick instead -----------------------------------------------------------------


def to_choose(drawing: str, at: tuple[int, int]) -> Position:
    return position(drawing, at=at, stage="choose", options=INSTEAD)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", PLAYING)
def test_rolls_to_bring_home_what_it_carries(level: str, seed: int) -> None:
    assert choice(level, to_choose(CARRYING, (0, 7)), seed) == "roll"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_moves_a_derrick_instead_of_rolling(level: str, seed: int) -> None:
    assert choice(level, to_choose(OPEN, (0, 4)), seed) == "derrick 3,7>3,5"


@pytest.mark.parametrize("drawing, at", [(CARRYING, (0, 7)), (EMPTY, (0, 7)), (OPEN, (0, 4))])
def test_rolling_is_worth_what_the_best_drives_are_on_average(drawing: str, at: tuple[int, int]) -> None:
    """Each derrick is worth what it is when it is moved; the die has no part in that."""
    s = to_choose(drawing, at).state
    rolled = [GHAWAR.apply(GHAWAR.apply(s, s.turn, Roll()), CHANCE, die) for die, _ in GHAWAR.chances(DIE)]
    best = [Prospects.of(GAME, one, s.turn, GHAWAR.legal(one, s.turn)).values.max() for one in rolled]
    shifts = [a for a in GHAWAR.legal(s, s.turn) if isinstance(a, Shift)][::9]
    prospects = Prospects.of(GAME, s, s.turn, [*shifts, Roll()])
    assert prospects.values[-1] == pytest.approx(sum(best) / 6)
    after_the_roll = position(drawing, at=at, roll=3).state
    assert prospects.values[:-1] == pytest.approx(Prospects.of(GAME, after_the_roll, s.turn, shifts).values)


# --- The market ----------------------------------------------------------------------------------------

SHOP = """
    +   -   +   -   +   -   +
    |   ·   |   yN  |   oS  |
    +   -   S   -   +   -   +
    |   ·   |   ·   |   ·   |
    +   -   +   -   +   -   +
"""
"""With a one, the truck can buy a yellow cube of the north's, or go on towards an own one."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_buys_the_cube_that_decides_a_majority(level: str, seed: int) -> None:
    s = position(SHOP, at=(0, 8), roll=1, money=(3, 3), stored=("yyy", "yy"))
    assert choice(level, s, seed).endswith("load 3,9")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_does_not_buy_what_brings_nothing(level: str, seed: int) -> None:
    s = position(SHOP, at=(0, 8), roll=1, money=(3, 3), stored=("", "yyyyy"))
    assert "3,9" not in choice(level, s, seed)


# --- In the way ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_stands_in_the_way_of_a_loaded_truck(level: str, seed: int) -> None:
    """The north's quickest way out is by 2,1. The south has nothing else to do."""
    s = position(
        """
        +   -   +   -   +
        |   ·   |   ·   |
        +   S   +   -   +
        |   ·   Nv  ·   |
        """,
        roll=1,
        stored=("", "vvvv"),
    )
    assert choice(level, s, seed) == "drive 2,2"


# --- Strength ------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.covering(most=1)
@pytest.mark.parametrize("better, worse", [("easy", "random"), ("normal", "easy")])
def test_each_level_is_better_than_the_one_before(better: str, worse: str) -> None:
    ahead = 0.0
    for seed in range(3):
        first = played((better, worse), Options(), seed)[-1].scores
        second = played((worse, better), Options(), seed)[-1].scores
        ahead += first[0] + second[1] - first[1] - second[0]
    assert ahead > 0, "in money of six games, each having begun three of them"


def test_hard_does_not_end_a_game_by_stalemate_that_it_would_lose() -> None:
    """Playing on does not know that this is the last decision."""
    tried = 0
    for step in steps(Options(), 2, loader, 2):
        s = replace(step.before, quiet=19, idle=True)
        legal = GHAWAR.legal(s, s.turn) if s.stage == "move" and s.turn == 1 else ()
        ends = {action: GHAWAR.outcome(GHAWAR.apply(s, s.turn, action)) for action in legal}
        if None in ends.values() and any(end is not None and end.winners == (0,) for end in ends.values()):
            tried += 1
            assert ends[chosen("hard", s, np.random.default_rng(1), FEW)] is None
    assert tried > 5
