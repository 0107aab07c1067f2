"""The kernel of The Great Divide in lock-step with its rules, what it may know, and its random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from core import codec
from core.bots.kernel import kernel_of
from core.game import CHANCE, Seat
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Cards, Options, State
from tests.core.kernels import Lockstep, conceals, play_out
from tests.core.laws import Shape
from tests.core.shapes import enough_of, shapes_of

KERNEL = kernel_of("great_divide")
SHAPES = shapes_of(GREAT_DIVIDE)
CHOICES = (Cards(""), Cards("W12"), Cards("W12345E"))


def test_random_games_in_lock_step() -> None:
    for number, shape in enumerate(enough_of(SHAPES)):
        Lockstep(shape).play(np.random.default_rng(number))


def test_playouts_end_games() -> None:
    for number, shape in enumerate(enough_of(SHAPES)):
        play_out(shape, number)


@pytest.mark.parametrize("last", [None, Seat(0), Seat(1)])
@pytest.mark.parametrize("special", [False, True])
def test_ties_end_alike(special: bool, last: Seat | None) -> None:
    side_by_side = Lockstep(Shape(GREAT_DIVIDE, Options(two_ocean_pass=special), 2))
    side_by_side.state = replace(side_by_side.state, stage="over", last=last)
    side_by_side.array = KERNEL.from_state(side_by_side.state)
    side_by_side.compare()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 11))
def test_many_random_games_in_lock_step(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(1000):
        Lockstep(SHAPES[number % len(SHAPES)]).play(rng)
        play_out(SHAPES[number % len(SHAPES)], number)


# --- What a seat may know ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [Options(), Options(great_basin=True)], ids=["7 cards", "8 cards"])
def test_cards_that_are_hidden_are_imagined(options: Options) -> None:
    start = GREAT_DIVIDE.start(options, 2)
    for chooser in (Seat(0), Seat(1)):
        state = GREAT_DIVIDE.apply(start, chooser, Cards("W12"))
        for seat in (Seat(0), Seat(1)):
            imagined = [imagine(state, seat, seed) for seed in range(20)]
            view = codec.encode(GREAT_DIVIDE.view(state, seat))
            assert {codec.encode(GREAT_DIVIDE.view(after, seat)) for after in imagined} == {view}
            others = {codec.encode(after) for after in imagined}
            assert len(others) > 10 if seat != chooser else others == {codec.encode(state)}
            for after in (GREAT_DIVIDE.view(state, seat), *imagined):
                assert codec.encode(imagine(after, seat, 1)) == codec.encode(imagined[1])


def imagine(state: State, seat: Seat, seed: int) -> State:
    """What the kernel makes of a state or view that a seat sees."""
    array = KERNEL.from_state(state)
    KERNEL.imagine(array, seat, np.array([seed], dtype=np.uint64))
    after: State = KERNEL.to_state(array)
    return after


def test_nothing_is_imagined_that_everybody_sees() -> None:
    start = GREAT_DIVIDE.start(Options(), 2)
    chosen = GREAT_DIVIDE.apply(GREAT_DIVIDE.apply(start, Seat(1), CHOICES[1]), Seat(0), CHOICES[2])
    for state in (start, chosen, GREAT_DIVIDE.start(Options(limited_selection=True), 2)):
        for seat in (Seat(0), Seat(1)):
            assert codec.encode(imagine(state, seat, 3)) == codec.encode(state)


def test_what_is_concealed_is_what_a_view_leaves_out() -> None:
    conceals([Shape(GREAT_DIVIDE, options, 2) for options in (Options(), Options(True, True))], 4)


# --- Random games --------------------------------------------------------------------------------------


def random_game(options: Options, rng: np.random.Generator) -> Iterator[tuple[State, Seat, Any]]:
    """The positions of a random game, with who does what in them."""
    state = GREAT_DIVIDE.start(options, 2)
    while acting := GREAT_DIVIDE.to_act(state):
        seat = acting[0]
        chances = [action for action, _ in GREAT_DIVIDE.chances(state)]
        choice = chances if seat == CHANCE else GREAT_DIVIDE.legal(state, seat)
        action = choice[int(rng.integers(len(choice)))]
        yield state, seat, action
        state = GREAT_DIVIDE.apply(state, seat, action)


def first_position(options: Options, wanted: Callable[[State], bool]) -> State:
    """The first position of random games that is wanted."""
    rng = np.random.default_rng(1)
    while True:
        for state, _, _ in random_game(options, rng):
            if wanted(state):
                return state


def ends(state: State, games: int) -> list[np.ndarray]:
    """The arrays in which random games of the kernel from a position end."""
    start, rng = KERNEL.from_state(state), np.array([1], dtype=np.uint64)
    arrays = [start.copy() for _ in range(games)]
    for array in arrays:
        KERNEL.playout(array, rng)
    return arrays


def test_every_lay_is_as_likely_in_a_playout() -> None:
    def is_last_lay(state: State) -> bool:
        return (
            state.stage == "lay" and not state.bag.any() and len(GREAT_DIVIDE.legal(state, state.actor)) > 1
        )

    state = first_position(Options(two_ocean_pass=True), is_last_lay)
    lays = GREAT_DIVIDE.legal(state, state.actor)
    after = {KERNEL.from_state(GREAT_DIVIDE.apply(state, state.actor, lay)).tobytes() for lay in lays}
    found = Counter(array.tobytes() for array in ends(state, 400 * len(lays)))
    assert found.keys() == after and all(abs(n - 400) < 80 for n in found.values())


def test_any_number_of_flips_is_as_likely_in_a_playout() -> None:
    """Drawing is one of the remaining actions each time: as likely to be the first as the last one."""
    state = first_position(Options(), lambda state: state.stage == "turn" and state.bag.sum() == 1)
    arrays = ends(state, 3200)
    sides = [KERNEL.to_state(array).cards[state.turn] != state.cards[state.turn] for array in arrays]
    sizes = Counter(int(flipped.sum()) for flipped in sides)
    assert len(sizes) == 8 and all(abs(n - 400) < 80 for n in sizes.values())
    assert all(abs(int(n) - 1600) < 150 for n in np.sum(sides, axis=0)[:-1])
