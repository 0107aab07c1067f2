"""The policy of The Great Split: what it puts forward, what it expects, and its ledgers and values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from core.bots import Budget
from core.bots.analysis import Analyst
from core.game import CHANCE, Seat
from core.games import game
from core.games.great_split.bot import kernel, policy
from core.games.great_split.bot.evaluation import Prices, horizons, track_values
from core.games.great_split.data import ROUNDS
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import TRACKS, Estate, Options, State

pytestmark = pytest.mark.long  # to compile the policy takes long

GAME: Any = game("great_split")
replace = msgspec.structs.replace


def random_game(seats: int, seed: int) -> Iterator[State]:
    """The states of a random game in which a seat is to decide."""
    rng = np.random.default_rng(seed)
    s = GREAT_SPLIT.start(Options(), seats)
    while acting := GREAT_SPLIT.to_act(s):
        seat = acting[int(rng.integers(len(acting)))]
        if seat == CHANCE:
            legal: Any = [action for action, _ in GREAT_SPLIT.chances(s)]
        else:
            yield s
            legal = GREAT_SPLIT.legal(s, seat)
        s = GREAT_SPLIT.apply(s, seat, legal[int(rng.integers(len(legal)))])


def judged(s: State, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Shares of the win and points."""
    wins, points = np.zeros(s.seats), np.zeros(s.seats)
    policy.evaluate(kernel.from_state(s), np.array([seed], dtype=np.uint64), wins, points)
    return wins, points


def seated(s: State, seat: int, estate: Estate) -> State:
    """The state with something else before a seat."""
    return replace(s, estates=(*s.estates[:seat], estate, *s.estates[seat + 1 :]))


def first(stage: str, round_: int, seats: int = 3) -> State:
    """The beginning of a stage in a random game."""
    return next(s for s in random_game(seats, 5) if (s.stage, s.round) == (stage, round_))


# --- For the search ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 8))
def test_candidates_are_different_legal_actions_with_weights_of_together_1(seats: int) -> None:
    actions, weights = np.zeros(kernel.MOST_ACTIONS, dtype=np.int64), np.zeros(kernel.MOST_ACTIONS)
    for number, s in enumerate(random_game(seats, seats)):
        if number % 3:
            continue
        seat, array = GREAT_SPLIT.to_act(s)[-1], kernel.from_state(s)
        before = array.copy()
        count = policy.candidates(array, seat, actions, weights)
        assert (array == before).all()
        legal = {kernel.code_of(action) for action in GREAT_SPLIT.legal(s, seat)}
        assert 0 < count == len({*actions[:count].tolist()}) and legal >= {*actions[:count].tolist()}
        assert weights[:count].min() > 0 and weights[:count].sum() == pytest.approx(1)


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_shares_of_the_win_add_up_to_1_and_are_the_same_again(seats: int) -> None:
    for s in [*random_game(seats, 3)][:: 7 * seats]:
        wins, points = judged(s)
        assert wins.min() >= 0 and wins.sum() == pytest.approx(1)
        again = judged(s)
        assert (wins == again[0]).all() and (points == again[1]).all()
        assert wins.argmax() == points.argmax()


@pytest.mark.parametrize("seats", [2, 5])
def test_what_others_have_sealed_is_imagined_and_looks_as_it_did(seats: int) -> None:
    for number, s in enumerate(random_game(seats, 4)):
        seat = GREAT_SPLIT.to_act(s)[0]
        imagined = kernel.from_state(GREAT_SPLIT.sample_state(s, seat, np.random.default_rng(number)))
        policy.imagine(imagined, seat, np.array([number], dtype=np.uint64))
        after = GREAT_SPLIT.view(kernel.to_state(imagined), seat)
        view = GREAT_SPLIT.view(s, seat)
        assert replace(after, ready=view.ready) == view
        assert after.ready == tuple(other != seat for other in range(seats))


def last_decision(seats: int) -> tuple[Seat, State, list[State]]:
    """A seat, a state in which it makes the very last decision, and the states after it."""
    for seed in range(100):
        s = [*random_game(seats, seed)][-1]
        (seat,) = GREAT_SPLIT.to_act(s)
        after = [GREAT_SPLIT.apply(s, seat, action) for action in GREAT_SPLIT.legal(s, seat)]
        if {one.stage for one in after} == {"market"}:
            return seat, s, after
    raise AssertionError


def test_the_last_scoring_is_counted() -> None:
    seat, s, after = last_decision(3)
    ends = [
        GREAT_SPLIT.apply(end, CHANCE, market).estates
        for end in after
        for market, _ in GREAT_SPLIT.chances(end)
    ]
    seen = {tuple(estate.prestige for estate in estates) for estates in ends}
    for seed in range(20):
        wins, points = judged(s, seed)
        assert tuple(points) in seen and wins.max() in (1, 1 / 2, 1 / 3)
        assert points[seat] >= np.mean([one[seat] for one in seen])


# --- Ledgers and values --------------------------------------------------------------------------------


def test_a_ledger_ends_where_the_rules_do_in_whatever_order() -> None:
    rng, ledger = np.random.default_rng(6), np.zeros(policy.LEDGER, dtype=np.int64)
    codes = policy.CODES.tolist()
    full = 0
    for s in [s for s in random_game(2, 7) if s.stage == "resolve"][::3]:
        seat, actions = GREAT_SPLIT.to_act(s)[0], list[Any]()
        tracks = tuple(int(rng.integers(spaces + 1)) for spaces in kernel.SPACES)
        s = seated(s, seat, replace(s.estates[seat], tracks=tracks))
        policy.load(kernel.from_state(s), seat, ledger)
        while legal := GREAT_SPLIT.legal(s, seat):
            actions.append(legal[int(rng.integers(len(legal)))])
            s = seated(s, seat, GREAT_SPLIT.resolved(s.estates[seat], actions[-1]))
        estate = s.estates[seat]
        for number in rng.permutation(len(actions)):
            policy.change_by(ledger, codes.index(kernel.code_of(actions[number])))
        spaces = [policy.space(ledger, resource) for resource in range(5)]
        seals = [policy.seal_space(ledger, resource) for resource in range(5)]
        assert (*spaces, *seals) == estate.tracks
        assert ledger[kernel.PRESTIGE] == estate.prestige and policy.arrows(ledger) == 0
        full += estate.tracks[4] == kernel.SPACES[4]
    assert full


def test_after_the_last_round_values_are_points() -> None:
    """Those of the readable AI; where the market pays for art depends on a token to come."""
    rng, prices = np.random.default_rng(9), Prices()
    s = [*random_game(7, 1)][-1]
    array, ledger = kernel.from_state(s), np.zeros(policy.LEDGER, dtype=np.int64)
    places = np.zeros(policy.PLACES, dtype=np.int64)
    for _ in range(100):
        seat = int(rng.integers(7))
        tracks = tuple(int(rng.integers(spaces + 1)) for spaces in kernel.SPACES)
        tracks = (*tracks[:1], min(tracks[1], 1), *tracks[2:])
        at = kernel.ESTATES + seat * kernel.ESTATE_SIZE
        array[at : at + len(TRACKS)], array[at + kernel.PRESTIGE] = tracks, 0
        array[at + kernel.ARROWS] = 0
        policy.find_places(array, seat, 0, places)
        policy.load(array, seat, ledger)
        ahead = horizons(GREAT_SPLIT.data, s, s.estates[seat])
        worth = track_values(GREAT_SPLIT, ahead, ROUNDS, prices)
        value = policy.tracks_value(policy.VALUES, places, ledger)
        assert value == pytest.approx(float(worth(np.array(tracks))), abs=1e-3)


def test_a_wide_beam_resolves_a_hand_as_well_as_can_be() -> None:
    """Compared with every way to resolve it; a narrow beam misses some."""
    places, missed = np.zeros(policy.PLACES, dtype=np.int64), 0
    narrow, wide = (np.zeros((width, policy.LEDGER), dtype=np.int64) for width in (1, 200))
    states = [s for seed in range(6) for s in random_game(2, seed) if s.stage == "resolve"]
    for s in states:
        mine = s.estates[0]
        if len(mine.hand) not in (2, 3) or mine.splitter or Seat(0) not in GREAT_SPLIT.to_act(s):
            continue
        policy.find_places(kernel.from_state(s), 0, 0, places)
        low, high = (sum(1 << c % 50 for c in mine.hand if c // 50 == half) for half in range(2))
        best, found = max(every_value(s, places)), []
        for ledgers in (wide, narrow):
            policy.load(kernel.from_state(s), 0, ledgers[0])
            found.append(policy.resolve_all(policy.VALUES, places, ledgers, low, high, 0))
        assert found[0] == pytest.approx(best) and found[1] <= best + 1e-9
        missed += found[1] < best - 1e-9
    assert missed


def every_value(s: State, places: np.ndarray) -> Iterator[float]:
    """The values of all that seat 0 can come to by resolving."""
    mine = s.estates[0]
    actions = GREAT_SPLIT.legal(s, Seat(0))
    if not actions:
        ledger = np.zeros(policy.LEDGER, dtype=np.int64)
        policy.load(kernel.from_state(s), 0, ledger)
        yield policy.tracks_value(policy.VALUES, places, ledger)
    for action in actions:
        if getattr(action, "card", mine.hand[:1]) in (mine.hand[:1], *mine.hand[:1]):
            yield from every_value(seated(s, 0, GREAT_SPLIT.resolved(mine, action)), places)


# --- Plain positions -----------------------------------------------------------------------------------


def best(s: State, iterations: int = 150) -> str:
    """What the analysis of seat 0 finds, in notation."""
    view = GREAT_SPLIT.view(s, Seat(0))
    found = Analyst(GAME).analyse(view, Seat(0), np.random.default_rng(1), Budget(iterations))
    return GREAT_SPLIT.notation(found.actions[0].action)


def test_a_card_is_played_where_its_icons_score() -> None:
    """In the last round, with four steps on books left, of which none may be missed."""
    s = first("resolve", ROUNDS)
    mine = replace(s.estates[0], tracks=(11, *GREAT_SPLIT.data.spaces[1:]))
    assert [card for card in mine.hand if "books" in GREAT_SPLIT.data.cards[card].icons] == [10, 17, 67]
    assert best(seated(replace(s, shown=(mine, *s.shown[1:])), 0, mine)) == "play 10"


def test_much_is_taken_rather_than_next_to_nothing() -> None:
    s = first("choose", 4)
    giver = s.estates[2]
    few, *most = sorted((*giver.left, *giver.right))
    giver = replace(giver, left=(few,), right=tuple(most))
    s = seated(replace(s, shown=(*s.shown[:2], giver)), 2, giver)
    assert best(s) == "take right"
