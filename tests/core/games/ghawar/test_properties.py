"""What holds in every game, whoever plays it: nothing is lost or made, and games end in time.

The short form plays with a choice of options in which all pairs meet, `--long` two thousand games over all.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
import pytest

from core.game import CHANCE, Seat
from core.games.ghawar import scoring
from core.games.ghawar.roads import roads
from core.games.ghawar.rules import DERRICKS_PER_SEAT, GHAWAR, MOST_BUILDING_ROUNDS
from core.games.ghawar.state import (
    DEPOT,
    NOTHING,
    PLATFORMS,
    Build,
    Dice,
    Die,
    Drive,
    Leave,
    Options,
    Pass,
    Roll,
    Shift,
    State,
    truck_index,
)
from tests.core.games.ghawar.playing import Player, Step, anything, loader, steps
from tests.core.shapes import enough_of, shapes_of

SHAPES = shapes_of(GHAWAR)
PLAYERS: dict[str, Player] = {"anything": anything, "loader": loader}
LONG_GAMES = 2000


class Case(NamedTuple):
    options: Options
    seats: int
    player: str
    seed: int


SHORT = [Case(shape.options, shape.seats, player, 0) for shape in enough_of(SHAPES) for player in PLAYERS] + [
    Case(Options(), seats, player, seed)
    for seats in DERRICKS_PER_SEAT
    for player in PLAYERS
    for seed in (1, 2)
]
LONG = [Case(shape.options, shape.seats, player, 0) for shape in SHAPES for player in PLAYERS]
SEEDS = range(1, 2 + LONG_GAMES // len(LONG))


def test_there_are_as_many_games_as_promised() -> None:
    assert len(SHORT) >= 60 and len(LONG) * len(SEEDS) >= LONG_GAMES


@cache
def game(case: Case) -> tuple[Step, ...]:
    return tuple(steps(case.options, case.seats, PLAYERS[case.player], case.seed))


# --- What is checked at every step --------------------------------------------------------------------------


def check(s: State) -> None:
    """Cubes, derricks, barrels and trucks are all somewhere, and somewhere they may be."""
    placed = Counter(s.cubes.ravel().tolist())
    carried = Counter(s.loads.ravel().tolist())
    everywhere = [
        placed[colour] + carried[colour] + stored
        for colour, stored in enumerate(s.stored.sum(axis=0).tolist())
    ]
    if s.stage == "cubes":
        assert max(everywhere) <= 6 and placed[NOTHING] == PLATFORMS - sum(everywhere)
    else:
        assert everywhere == [6] * 6
    assert s.money.sum() == scoring.START_BARRELS * s.seats and (s.money >= 0).all()
    counts = Counter(s.derricks.ravel().tolist())
    assert all(counts[seat] <= DERRICKS_PER_SEAT[s.seats] for seat in range(s.seats))
    assert set(counts) <= {NOTHING, *range(s.seats)}
    out = [space for space in s.trucks.ravel().tolist() if space != DEPOT]
    assert len(set(out)) == len(out) and set(out) <= roads(s.options.roads).spaces
    assert not ((s.loads != NOTHING) & (s.trucks == DEPOT)).any(), "a load in a depot is stored"
    assert 0 <= s.quiet <= s.options.quiet_rounds


def check_step(step: Step) -> None:
    """Only what the action says has changed."""
    before, seat, action, after = step
    same = {
        name: (getattr(before, name) == getattr(after, name)).all()
        for name in ("cubes", "derricks", "values", "trucks", "loads", "stored", "money", "rolled", "hoped")
    }
    changed = {name for name, is_same in same.items() if not is_same}
    match action:
        case Dice():
            assert changed <= {"derricks", "hoped"} and (
                before.options.dice_choice <= ("derricks" not in changed)
            )
        case Build():
            assert changed == {"derricks"}
        case Die():
            assert changed == {"rolled"} and after.dice == (action.pips,)
        case Drive() if action.load is None:
            assert changed == {"trucks"}
        case Drive():
            last = after.options.ends_loaded and scoring.is_empty(after)
            assert {"trucks", "cubes", "stored" if last else "loads"} <= changed
            assert changed <= {"trucks", "cubes", "loads", "money", *(["stored"] if last else [])}
        case Leave():
            assert changed in ({"trucks"}, {"trucks", "loads", "stored"})
        case Shift():
            assert changed == {"derricks"}
            assert Counter(before.derricks.ravel().tolist()) == Counter(after.derricks.ravel().tolist())
        case Roll() | Pass():
            assert changed == set()
    if isinstance(action, Drive | Leave):
        moved = np.argwhere(before.trucks != after.trucks).tolist()
        assert moved == [[seat, truck_index(action.truck)]]
    if seat != CHANCE:
        assert seat == before.turn and action in GHAWAR.legal(before, seat)


def hopes(played: tuple[Step, ...]) -> list[int]:
    """How many of the 36 rolls would have found room, for each seat over all its rolls."""
    sums = [0] * played[0].before.seats
    for before, _, action, _ in played:
        if isinstance(action, Dice):
            for column in range(6):
                for row in range(6):
                    spots = [(row, column)] + [(column, row)] * before.options.dice_choice
                    sums[before.turn] += any(before.derricks[spot] == NOTHING for spot in spots)
    return sums


@pytest.mark.covering(most=22)
@pytest.mark.parametrize("case", SHORT, ids=str)
def test_everything_is_kept_in_every_game(case: Case) -> None:
    whole(case)


@pytest.mark.long
@pytest.mark.parametrize("case", LONG, ids=str)
def test_everything_is_kept_in_many_games(case: Case) -> None:
    for seed in SEEDS:
        whole(case._replace(seed=seed))
    game.cache_clear()


def whole(case: Case) -> None:
    played = game(case)
    assert len(played) <= GHAWAR.bound(case.options, case.seats)
    happened = sum(before.loads is not after.loads for before, _, _, after in played)
    assert played[-1].after.rounds <= (happened + 1) * case.options.quiet_rounds
    check(played[0].before)
    for step in played:
        check_step(step)
        check(step.after)
    last = played[-1].after
    assert last.hoped.tolist() == hopes(played)
    rolls = Counter((before.turn, action.pips) for before, _, action, _ in played if isinstance(action, Die))
    assert {(seat, pips): n for (seat, pips), n in rolls.items()} == {
        (seat, pips + 1): n for (seat, pips), n in np.ndenumerate(last.rolled) if n
    }
    check_end(last)


def check_end(s: State) -> None:
    """A game ends because the field is empty or nothing happened; the result is the forecast at the end."""
    outcome = GHAWAR.outcome(s)
    assert outcome is not None and GHAWAR.to_act(s) == ()
    assert scoring.is_empty(s) == outcome.reason.startswith("ghawar.reason.empty")
    assert scoring.is_empty(s) or s.quiet == s.options.quiet_rounds
    assert max(outcome.scores) <= scoring.MOST_MONEY
    assert outcome.scores == tuple(scoring.worth(s, Seat(seat)) for seat in range(s.seats))
    most = max(outcome.scores)
    assert list(outcome.winners) == [seat for seat, score in enumerate(outcome.scores) if score == most]
    assert outcome.reason.endswith("_tie") == (len(outcome.winners) > 1)


# --- What happens in them -----------------------------------------------------------------------------------


@pytest.mark.long
def test_both_players_are_of_use() -> None:
    """The loader empties the field; of random play most ends by stalemate."""
    ends = {player: Counter[str]() for player in PLAYERS}
    for case in SHORT:
        ends[case.player][GHAWAR.outcome(game(case)[-1].after).reason.split(".")[2][:5]] += 1  # type: ignore[union-attr]
    assert ends["loader"]["empty"] > ends["loader"].total() / 2
    assert ends["anything"]["stale"] > ends["anything"].total() / 2


@pytest.mark.long
def test_everything_there_is_has_happened() -> None:
    """Others were paid, derricks moved; loads were made on crossings and on the ring; choices were none."""
    met = Counter[str]()
    for case in SHORT:
        for before, _, action, after in game(case):
            met[type(action).__name__] += 1
            if isinstance(action, Drive) and action.load is not None:
                met["paid"] += (before.money != after.money).any()
                met["crossing"] += action.x % 2 == action.y % 2 == 0
                met["ring"] += not {0, 12}.isdisjoint({action.x, action.y})
            if isinstance(action, Dice) and before.options.dice_choice:
                met["asked"] += after.stage == "build"
                met["not asked"] += after.stage != "build"
    wanted = ("Build", "Roll", "Shift", "Leave", "paid", "crossing", "ring", "asked", "not asked")
    assert all(met[what] > 20 for what in wanted), met


def test_a_turn_is_a_roll_and_a_move() -> None:
    """In phase 2 each seat rolls and moves in turn; rounds are counted when seat 0 is to roll again.

    Where derricks are moved instead of the roll, who rolls has said so.
    """
    for case in SHORT[::3]:
        rounds = 0
        for before, _, action, after in game(case):
            if isinstance(action, Roll):
                assert (before.stage, after.stage, after.turn) == ("choose", "die", before.turn)
            if isinstance(action, Shift):
                assert before.stage == ("choose" if case.options.rolls_to_drive else "move")
            if isinstance(action, Drive | Leave | Shift | Pass):
                assert after.stage == "over" or after.turn == (before.turn + 1) % case.seats
                rounds += before.turn == case.seats - 1 and not scoring.is_empty(after)
                assert after.rounds == rounds


# --- The bound of phase 1 -----------------------------------------------------------------------------------


def unfinished(seats: int, rounds: int) -> Fraction:
    """At most how probable it is that after so many rounds nobody has put up all derricks.

    Then each has put up one less at the most. How many platforms of 36 so many rolls have found is known
    exactly; with `dice_choice` they find no fewer.
    """
    most, rolls = seats * (DERRICKS_PER_SEAT[seats] - 1), rounds * seats
    weights = [1] + [0] * most
    for _ in range(rolls):
        found = [weight * up for up, weight in enumerate(weights)]
        new = [0] + [weight * (PLATFORMS - up) for up, weight in enumerate(weights)]
        weights = [old + more for old, more in zip(found, new, strict=False)]
    return Fraction(sum(weights), PLATFORMS**rolls)


def by_formula(seats: int, rounds: int) -> Fraction:
    """The same by counting: the rolls that find just `k` platforms, by inclusion and exclusion."""
    rolls = rounds * seats
    ways = sum(
        comb(PLATFORMS, k) * sum((-1) ** j * comb(k, j) * (k - j) ** rolls for j in range(k + 1))
        for k in range(seats * (DERRICKS_PER_SEAT[seats] - 1) + 1)
    )
    return Fraction(ways, PLATFORMS**rolls)


@pytest.mark.parametrize("seats", DERRICKS_PER_SEAT)
def test_phase_1_is_hardly_ever_cut_short(seats: int) -> None:
    """Its longest is reached with a probability of less than one in 10**50."""
    assert unfinished(seats, MOST_BUILDING_ROUNDS) < Fraction(1, 10**50)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 1), (2, 20), (2, 60), (3, 25), (4, 30)])
def test_that_probability_counted_in_two_ways(seats: int, rounds: int) -> None:
    assert unfinished(seats, rounds) == by_formula(seats, rounds)


def test_phase_1_of_games_is_much_shorter() -> None:
    rolls = (before for case in SHORT for before, _, action, _ in game(case) if isinstance(action, Dice))
    assert 10 < max(before.rounds for before in rolls) < 60
