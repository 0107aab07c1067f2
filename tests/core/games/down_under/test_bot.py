"""What Down Under's AI must see, each level as far as it claims to."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from core.bots import Budget, bot
from core.games.down_under.bot.evaluation import NO_DINGO_SCORE, candidates, points
from core.games.down_under.bot.search_board import FIRST_CURVE, FIRST_END, cell_of
from core.games.down_under.bot.search_state import SearchState
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Options, State
from core.protocol.messages import LEVELS
from tests.core.games.down_under.diagrams import WILD, Position, position, start
from tests.core.games.down_under.table import SETTINGS
from tests.core.games.down_under.test_billabongs import CROSSING, WINDING

GAME: Any = DOWN_UNDER
SEEING = ("normal", "hard")
SEEDS = range(3)
FEW = Budget(positions=60)


def choice(level: str, s: Position, seed: int = 0, budget: Budget | None = None) -> str:
    """What the level does in this position, in notation."""
    return DOWN_UNDER.notation(chosen(level, s.state, np.random.default_rng(seed), budget))


def chosen(level: str, s: State, rng: np.random.Generator, budget: Budget | None = None) -> Any:
    """The action of the level."""
    action = bot(GAME, level).choose(GAME, s, s.turn, rng, budget or Budget())
    assert action in DOWN_UNDER.legal(s, s.turn)
    return action


def played(levels: tuple[str, ...], options: Options, seed: int, budget: Budget | None = None) -> list[Any]:
    """A whole game: its actions, and how it ended."""
    rng = np.random.default_rng(seed)
    s, actions = DOWN_UNDER.start(options, len(levels)), list[Any]()
    while DOWN_UNDER.to_act(s):
        actions.append(chosen(levels[s.turn], s, rng, budget))
        s = DOWN_UNDER.apply(s, s.turn, actions[-1])
    return [*actions, DOWN_UNDER.outcome(s)]


# --- Every level ---------------------------------------------------------------------------------------


@pytest.mark.covering(most=12)
@pytest.mark.parametrize("seats, options", SETTINGS[::7])
def test_plays_with_all_options(seats: int, options: dict[str, Any]) -> None:
    levels = ("easy", "normal", "hard", "easy")[:seats]
    assert played(levels, Options(**options), 1, FEW)[-1] is not None


@pytest.mark.parametrize("level", [*LEVELS[:-1], pytest.param("expert", marks=pytest.mark.long)])
@pytest.mark.parametrize("drawing", [CROSSING, WINDING], ids=["a card is due", "case 3"])
def test_plays_where_play_hardly_ever_gets(level: str, drawing: str) -> None:
    s = position(drawing, seats=3 if drawing == CROSSING else 2)
    for _ in range(3):
        s = s.play(choice(level, s, budget=FEW))


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_chooses_the_same_again(level: str) -> None:
    games = [played((level, "easy"), Options(animals=True), 7, Budget(positions=150)) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("level", ["easy", *SEEING])
def test_the_position_is_left_as_it_is(level: str) -> None:
    s = position(CROSSING, seats=3)
    before = s.diagram
    choice(level, s)
    assert s.diagram == before


@pytest.mark.parametrize("level", SEEING)
def test_a_budget_ends_the_thinking(level: str) -> None:
    asked = 0

    def used() -> float:
        nonlocal asked
        asked += 1
        return float(asked > 3)

    choice(level, position(CROSSING, seats=3), budget=Budget(used=used))
    assert asked == 4
    choice(level, start(), budget=Budget(used=used))
    assert asked > 4, "it is asked in beginnings too"


# --- Length --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_takes_a_long_neutral_run(level: str, seed: int) -> None:
    s = position(
        """
        ·    ·    ┌1   ┐1   ┌1   ┐1   ·
        ─0   ·    │1   │1   │1   │1   ·
        ·    ·    ·    └1   ┘1   ·    ·
        """
    )
    assert choice(level, s, seed) == "EW@1,1"


def test_thinks_of_an_end_only_where_nothing_else_fits() -> None:
    """Seat 0 leads out of the field in the east; in the west it can go on."""
    drawing = "·    ─0   ─0   ─0   ─0   ─0   ─0   ─0\n│1   ·    ·    ·    ·    ·    ·    ·"
    at = SearchState(position(drawing, options=Options(size="4x8")).state)
    east, west = cell_of(8, 0), cell_of(0, 0)
    assert {(move.cell, move.card >= FIRST_END) for move in candidates(at)} == {(west, False), (east, True)}


# --- Others, rings, animals ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_leads_a_rival_out_of_the_field(level: str, seed: int) -> None:
    """NS on 7,1 leaves seat 1 only an end to lay, and seat 0 goes on; else seat 1 goes on there."""
    s = position(
        """
        ·    ·    ·    ·    ·    ─0   ─0   ┐0
        ·    ·    ·    ·    ╶1   ─1   ─1   ·
        ·    ·    ·    ·    ·    ·    ·    ·
        ─2   ─2   ·    ·    ·    ·    ·    ·
        """,
        seats=3,
        options=Options(size="4x8"),
    )
    assert choice(level, s, seed) == "NS@7,1"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", SEEING)
def test_opens_a_ring_where_most_is_gained(level: str, seed: int) -> None:
    """Behind 2,1 a neutral run leads east; the other curves bring their own neutral part only."""
    s = position(
        """
        ·    ·    ·    ┌2   ┐2   ┌2   ┐2   ·
        ·    ┌0   ┐0   │2   │2   │2   │2   ·
        ·    └0   ┘0   ·    └2   ┘2   ·    ·
        ·    ·    ·    ·    ·    ·    ·    │1
        """,
        seats=3,
    )
    assert choice(level, s, seed) in ("turn NW@2,1", "turn SE@2,1")


def test_looks_at_every_dingo_that_has_not_been_laid() -> None:
    at = SearchState(position("─0k ·  ·\n·   ┌1d ·", options=WILD).state)
    assert points(at) == [NO_DINGO_SCORE, 1]
    found = candidates(at)
    dingos = {move for move in found if move.animal == 4}
    assert dingos and all(FIRST_CURVE <= move.card < FIRST_END for move in dingos)
    assert len(found) == 2 * (1 + 2 * 2), "one animal for each card and place, and the dingo"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("level", SEEING)
def test_lays_the_dingo_in_time(level: str, seed: int) -> None:
    outcome = played((level, "easy"), Options(animals=True), seed, Budget(positions=120))[-1]
    assert outcome.scores[0] > 0


# --- Strength ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "better, worse",
    [("easy", "random"), ("normal", "easy"), pytest.param("hard", "normal", marks=pytest.mark.long)],
)
def test_each_level_is_better_than_the_one_before(better: str, worse: str) -> None:
    ahead = 0.0
    for seed in range(3):
        first = played((better, worse), Options(), seed)[-1].scores
        second = played((worse, better), Options(), seed)[-1].scores
        ahead += first[0] + second[1] - first[1] - second[0]
    assert ahead > 0, "in points of six games, each having begun three of them"


@pytest.mark.parametrize(("paths", "brought"), [("both", [3, 4]), ("longest", [3, 2])])
def test_it_reckons_with_the_paths_that_count(paths: Any, brought: list[int]) -> None:
    options = Options(size="unlimited", two_paths="one card", paths_scored=paths)
    s = position("─0   ─0   ─0   ·    ─1   ─1\n·    ·    ·    ·    ─3   ─3", options=options)
    assert points(SearchState(s.state)) == brought


def test_a_seat_without_its_dingo_is_lost_by_either_reading() -> None:
    """However long its path is: to the AI it is worth less than any path with a dingo."""
    for options in (WILD, msgspec.structs.replace(WILD, dingo="loses")):
        s = position("─0k  ─0k  ─0e\n·    ·    ·\n┌1d  ·    ·", options=options)
        assert points(SearchState(s.state)) == [NO_DINGO_SCORE, 1]
