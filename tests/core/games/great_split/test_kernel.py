"""The kernel of The Great Split in lock-step with its rules, and what it makes of secrets and chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
import pytest

from core import codec
from core.game import CHANCE, Seat
from core.games import game
from core.games.great_split.bot import kernel
from core.games.great_split.consistency import is_consistent
from core.games.great_split.data import ROUNDS
from core.games.great_split.state import Action, Split, State, Take
from tests.core.kernels import Lockstep, conceals, play_out
from tests.core.shapes import Shape, shapes_of

replace = msgspec.structs.replace

GREAT_SPLIT = game("great_split")
SHAPES = shapes_of(GREAT_SPLIT)
BY_SEATS = {shape.seats: shape for shape in SHAPES}
LONG = tuple(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 10))
WORDS = ("gold", "books", "topaz", "prestige", "art", "sell", "emerald")
"""What a seat with a habit is after: actions with this word in their notation."""


# --- Lock-step -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *LONG])
def test_random_games_in_lock_step(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(1000 if seed else len(SHAPES)):
        Lockstep(SHAPES[number % len(SHAPES)]).play(rng)
        play_out(SHAPES[number % len(SHAPES)], number)


@pytest.mark.parametrize("seed", [0, *LONG])
def test_games_of_players_with_habits_in_lock_step(seed: int) -> None:
    rng, states = np.random.default_rng(seed), list[State]()
    for seats in range(2, 8) if seed else (2, 4):
        states += (both.state for both in habitual_game(BY_SEATS[seats], rng))
    hands = [len(estate.hand) for state in states for estate in state.estates if state.stage == "resolve"]
    assert max(hands) == 12 and min(filter(None, hands)) == 1
    ends = states[-1].estates
    assert any(estate.tracks[number] == kernel.SPACES[number] for estate in ends for number in range(10))
    assert any(sum(estate.tracks) == 2 for state in states for estate in state.estates)
    assert max(estate.arrows for state in states for estate in state.estates) == 1


@pytest.mark.parametrize("prestige", [(70, 70), (70, 71, 71), (3, 3, 3, 2), (9, 0, 9, 9, 8)], ids=str)
def test_who_has_equally_much_shares_the_win(prestige: tuple[int, ...]) -> None:
    both = first_in(len(prestige), "over", ROUNDS)
    estates = [replace(e, prestige=n) for e, n in zip(both.state.estates, prestige, strict=True)]
    both.state = replace(both.state, estates=tuple(estates))
    both.array = kernel.from_state(both.state)
    both.compare()


def habitual_game(shape: Shape, rng: np.random.Generator) -> Iterator[Lockstep]:
    """A game compared at every step, in which hands grow and shrink and tracks get full."""
    both, first = Lockstep(shape), int(rng.integers(len(WORDS)))
    while True:
        both.compare()
        yield both
        acting = GREAT_SPLIT.to_act(both.state)
        if not acting:
            return
        seat = acting[int(rng.integers(len(acting)))]
        actions = choice(both.state, seat)
        word = WORDS[(first + seat) % len(WORDS)]
        liked = [action for action in actions if is_liked(both.state, action, seat, word)] or actions
        both.step(seat, liked[int(rng.integers(len(liked)))])


def choice(state: State, seat: Seat) -> Sequence[Action]:
    """What a seat, or chance, may do."""
    if seat == CHANCE:
        return [action for action, _ in GREAT_SPLIT.chances(state)]
    return GREAT_SPLIT.legal(state, seat)


def is_liked(state: State, action: Action, seat: Seat, word: str) -> bool:
    """Whether a player with a habit does this.

    Groups are about equal, but in the last round one card is parted from the others; every other seat takes
    that one.
    """
    if isinstance(action, Split):
        return len(action.left) == (len(state.estates[seat].hand) // 2 if state.round < ROUNDS else 1)
    if isinstance(action, Take):
        return state.round < ROUNDS or action.side == ("right", "left")[seat % 2]
    return word in GREAT_SPLIT.notation(action)


def random_game(seats: int, rng: np.random.Generator) -> Iterator[tuple[Lockstep, Seat, Any]]:
    """A game with the next step, at random, before it is done."""
    both = Lockstep(BY_SEATS[seats])
    while acting := GREAT_SPLIT.to_act(both.state):
        seat = acting[int(rng.integers(len(acting)))]
        actions = choice(both.state, seat)
        action = actions[int(rng.integers(len(actions)))]
        yield both, seat, action
        both.step(seat, action)
    yield both, CHANCE, None


def first_in(seats: int, stage: str, round_: int) -> Lockstep:
    """A random game up to this stage of a round."""
    games = random_game(seats, np.random.default_rng(7))
    return next(both for both, _, _ in games if (both.state.stage, both.state.round) == (stage, round_))


# --- What may be known ---------------------------------------------------------------------------------


def test_what_is_concealed_is_what_a_view_leaves_out() -> None:
    conceals([BY_SEATS[seats] for seats in (2, 3, 5)], 1)


@pytest.mark.parametrize("seed", [0, *LONG])
def test_an_imagined_state_looks_like_the_real_one_and_is_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for seats in range(2, 8) if seed else (2, 3, 5):
        different = [
            imagines(both, Seat(number % seats), rng)
            for number, (both, _, _) in enumerate(random_game(seats, rng))
            if seed or number % 11 == 0
        ]
        assert sum(different) > 0.8 * len(different), "at first, and at the end, nothing is unknown"


def imagines(both: Lockstep, seat: Seat, rng: np.random.Generator) -> bool:
    """What a seat imagines looks like the real state, and is lawful. Returns whether another seed differs."""
    view = GREAT_SPLIT.view(both.state, seat)
    imagined = Lockstep(BY_SEATS[both.state.seats])
    imagined.array = imagine(both.array, seat, int(rng.integers(2**32)))
    imagined.state = kernel.to_state(imagined.array)
    assert codec.encode(GREAT_SPLIT.view(imagined.state, seat)) == codec.encode(view)
    assert is_consistent(GREAT_SPLIT.data, imagined.state, None)
    imagined.compare()
    again = kernel.to_state(imagine(both.array, seat, int(rng.integers(2**32))))
    return again != imagined.state


def imagine(array: np.ndarray, seat: int, seed: int) -> np.ndarray:
    """The array after `imagine`."""
    after = array.copy()
    kernel.imagine(after, seat, np.array([seed], dtype=np.uint64))
    return after


def test_every_card_that_a_seat_does_not_know_is_as_likely_in_each_place() -> None:
    both, count = first_in(4, "split", 4), 1500
    view = GREAT_SPLIT.view(both.state, Seat(1))
    places = Counter[tuple[int, Any]]()
    for seed in range(count):
        state = kernel.to_state(imagine(both.array, 1, seed))
        places.update((card, "deck") for deck in state.decks for card in deck)
        places.update((card, "discards") for card in state.discards)
        places.update((card, seat) for seat in (0, 2, 3) for card in state.shown[seat].hand)
    covered = {"discards": len(view.discards)} | {seat: len(view.shown[seat].hand) for seat in (0, 2, 3)}
    assert len(view.discards) > 1
    for level, deck in zip(GREAT_SPLIT.data.decks, view.decks, strict=True):
        unseen = [card for card in level if card not in view.shown[1].hand]
        out = 1 - len(deck) / len(unseen)
        odds = {"deck": 1 - out} | {p: out * n / sum(covered.values()) for p, n in covered.items()}
        for card in unseen:
            for place, odd in odds.items():
                assert abs(places[card, place] / count - odd) < 5 * (odd * (1 - odd) / count) ** 0.5


@pytest.mark.parametrize("stage", ["discard", "split", "choose", "resolve"])
def test_whoever_is_ready_is_imagined_to_have_decided_anything(stage: str) -> None:
    both = first_in(2, stage, 3)
    while not both.state.ready[1]:
        both.step(Seat(1), GREAT_SPLIT.legal(both.state, Seat(1))[0])
    assert both.state.stage == stage and not both.state.ready[0]
    states = [kernel.to_state(imagine(both.array, 0, seed)) for seed in range(300)]
    assert all(state.ready == (False, True) for state in states)
    real, decided = both.state.estates[1], [state.estates[1] for state in states]
    if stage == "discard":
        assert all(len(estate.discarded) == len(real.discarded) for estate in decided)
    elif stage == "split":
        share = np.mean([len(estate.left) for estate in decided]) / len(real.left + real.right)
        assert 0.4 < share < 0.6 and {len(estate.left) for estate in decided} >= {1, 2, 3, 4}
    elif stage == "choose":
        assert 100 < sum(estate.taken == "left" for estate in decided) < 200
    else:
        assert len({estate.tracks for estate in decided}) > 200


# --- At random -----------------------------------------------------------------------------------------


def test_every_action_and_every_chance_is_drawn_as_often_as_it_is_likely() -> None:
    actions, weights = np.zeros(kernel.MOST_ACTIONS, dtype=np.int64), np.zeros(kernel.MOST_ACTIONS)
    rng, met = np.array([3], dtype=np.uint64), set[str]()
    for both, seat, _ in random_game(4, np.random.default_rng(5)):
        state, array = both.state, both.array
        kind = f"{state.stage} {bool(state.estates[seat].arrows)}"
        if kind in met or state.stage == "over" or state.round not in (1, 3, 6):
            continue
        met.add(kind)
        if seat == CHANCE:
            count = kernel.chances(array, actions, weights)
            drawn = Counter(kernel.draw(array, rng) for _ in range(100 * count))
        else:
            count = kernel.legal(array, seat, actions)
            weights[:count] = 1
            drawn = Counter(kernel.random_action(array, seat, rng) for _ in range(100 * count))
        odds = weights[:count] / weights[:count].sum()
        for code, odd in zip(actions[:count].tolist(), odds.tolist(), strict=True):
            expected = 100 * count * odd
            assert abs(drawn.pop(code, 0) - expected) < 6 * expected**0.5, kernel.action_of(code)
        assert not drawn
    assert {"market False", "resolve True", "resolve False", "discard False", "split False"} <= met
