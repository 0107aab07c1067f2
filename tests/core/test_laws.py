"""The laws of the contract over every game, every option and every number of seats.

`./test` takes each value of each option once, `--long` takes all ways to play.
The second half sees each law notice the faults that `toy_faults` plants in the toy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from core import codec
from core.game import AnyGame, Refused
from core.games import GAMES
from tests.core import laws, toy
from tests.core.games.great_divide.twin import twin as great_divide_twin
from tests.core.games.great_split.twin import twin as great_split_twin
from tests.core.laws import Shape
from tests.core.shapes import MANY, enough_of, once_each, pairs_in, shape_id, shapes_of
from tests.core.toy import Toy, ToyOptions
from tests.core.toy_faults import FAULTS, OpenHand
from tests.covering import spread

EVERY: tuple[AnyGame, ...] = (*GAMES, toy.GAME, toy.IN_TURN)
TWINS: dict[str, laws.Twin] = {
    "great_divide": great_divide_twin,
    "great_split": great_split_twin,
    "toy": toy.twin,
    "toy_in_turn": toy.twin,
}
"""Games with secrets bring a twin of their own, written without `view` and `sample_state`."""

ALL = {game.info.key: shapes_of(game) for game in EVERY}
SHAPES = [shape for shapes in ALL.values() for shape in enough_of(shapes)]
"""What is tried each time."""
WIDE = [shape for shapes in ALL.values() for shape in spread(enough_of(shapes), 6)]
"""A few of these of each game."""
AT_LENGTH = [
    (shape, seed)
    for shapes in ALL.values()
    for shape in shapes
    for seed in range(8 if len(shapes) <= MANY else 1)
]
"""What `--long` tries: all ways to play, and each several times if they are not many."""


@lru_cache
def pool(key: str) -> Sequence[Any]:
    """Actions of this game from positions of all kinds."""
    shapes = [shape for shape in SHAPES if shape.game.info.key == key]
    return laws.pool_of(shapes, np.random.default_rng(99))


def twin_of(game: AnyGame) -> laws.Twin:
    return TWINS.get(game.info.key, laws.imagined_twin(game))


def test_every_game_is_covered() -> None:
    assert {shape.game.info.key for shape in SHAPES} == {game.info.key for game in EVERY}
    assert all(not game.info.hidden or game.info.key in TWINS for game in EVERY), "a game needs a twin"


@pytest.mark.parametrize("shapes", ALL.values(), ids=list(ALL))
def test_enough_ways_to_play_are_tried(shapes: list[Shape]) -> None:
    """The usual one, every number of seats, whatever goes together in pairs; and not nearly all of many."""
    enough = enough_of(shapes)
    assert len(set(enough)) == len(enough) and set(enough) <= set(shapes)
    assert {shape.seats for shape in enough} == {*shapes[0].game.info.seats}
    for pairs in map(pairs_in, shapes):
        assert pairs <= set().union(*map(pairs_in, enough))
    assert shapes[0] in enough and (
        enough == shapes if len(shapes) <= MANY else len(enough) < len(shapes) / 2
    )


@pytest.mark.parametrize("shape", [one for shapes in ALL.values() for one in once_each(enough_of(shapes))])
def test_laws(shape: Shape) -> None:
    rng = np.random.default_rng(7)
    every = max(2, min(24, shape.game.bound(shape.options, shape.seats) // 25))
    laws.every_law(shape, twin_of(shape.game), pool(shape.game.info.key), rng, every)
    for _ in range(2):
        laws.law_7_outcome(laws.playout(shape, rng))


@pytest.mark.covering(most=14)
@pytest.mark.parametrize("shape", WIDE, ids=shape_id)
def test_one_legality_for_all_that_could_be_done_at_another_time(shape: Shape) -> None:
    """Much that anybody may do at any time of two games, and with other options, asked for at a few times."""
    rng = np.random.default_rng(9)
    once, again = laws.playout(shape, rng), laws.playout(shape, rng)
    wide = [action for played in (once, again) for action in laws.sample(laws.listed(played), 400, rng)]
    for state in laws.sample(again.states, 6, rng):
        laws.law_3_one_legality(shape.game, state, shape.seats, [*wide, *pool(shape.game.info.key)])


@pytest.mark.long
@pytest.mark.parametrize(
    ("shape", "seed"), AT_LENGTH, ids=lambda value: shape_id(value) if isinstance(value, Shape) else value
)
def test_laws_at_length(shape: Shape, seed: int) -> None:
    rng = np.random.default_rng([8, seed])
    laws.every_law(shape, twin_of(shape.game), pool(shape.game.info.key), rng)


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_a_game_keeps_secrets_exactly_if_it_says_so(game: AnyGame) -> None:
    """With one of its options is enough."""
    rng = np.random.default_rng(3)
    laws.law_4_declared([laws.playout(shape, rng) for shape in SHAPES if shape.game is game])


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_notation_of_anything_met(game: AnyGame) -> None:
    laws.notation_law(game, pool(game.info.key))


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_nonsense_is_no_notation(game: AnyGame) -> None:
    """A text is refused, or it is exactly what `notation` writes; numbers of any script, size and sign."""
    texts = ["", " ", "?", "-1", "9" * 20, "٣", "07", "\x00", "5@", "@", "\ud800", "é" * 5000]
    for action in pool(game.info.key)[:40]:
        text = game.notation(action)
        texts += [text + end for end in (" ", "0", "\n", "x")]
        texts += [start + text for start in (" ", "0", "+", "-")]
        texts += [text.replace(",", sign) for sign in (",0", ",+", ", ", ",−")]
        texts += [text[:-1], text.translate(FULL_WIDTH), text.swapcase()]
    for text in texts:
        try:
            action = game.parse(text)
        except Refused as refused:
            assert refused.refusal.code == "notation.refusal.malformed"
        else:
            assert game.notation(action) == text


FULL_WIDTH = {ord(digit): chr(ord(digit) + 0xFEE0) for digit in "0123456789"}


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_options_survive_the_way(game: AnyGame) -> None:
    for options in codec.every_options(game):
        data = codec.unpack(codec.encode(options))
        assert codec.options_of(game, data) == options


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_goals_and_seats_make_sense(game: AnyGame) -> None:
    info = game.info
    assert info.key.isidentifier() and info.key.islower() and info.title.isprintable()
    assert info.seats and all(2 <= seats <= 7 for seats in info.seats)
    assert all((goal.games > 0) != (goal.points > 0) for goal in info.goals) and info.goals


# --- Tests of the tests: each fault is noticed by the law it breaks -----------------------------------


def run(game: Toy, law: int) -> None:
    """Several games; where a fault breaks more than one law, only the one in question."""
    rng = np.random.default_rng(5)
    shape = Shape(game, ToyOptions(rounds=3), 3)
    for _ in range(4):
        played = laws.playout(shape, rng)
        for check in CHECKS[law]:
            check(shape, played, rng)


Check = Callable[[Shape, laws.Played, np.random.Generator], None]


def each(check: Callable[..., None], *names: str) -> Check:
    """A law about single states as one about a whole game."""

    def whole(shape: Shape, played: laws.Played, rng: np.random.Generator) -> None:
        given = {"seats": shape.seats, "twin": toy.twin, "pool": pool("toy"), "rng": rng}
        for state in played.states[:-1]:
            check(shape.game, state, *(given[name] for name in names))

    return whole


def read_and_write(shape: Shape, played: laws.Played, rng: np.random.Generator) -> None:
    laws.notation_law(shape.game, pool("toy"))
    for state in played.states:
        laws.codec_law(shape, state, [])


def law_9(shape: Shape, played: laws.Played, rng: np.random.Generator) -> None:
    for state in played.states:
        laws.law_9_text(shape, state)


CHECKS: dict[int, list[Check]] = {
    0: [read_and_write],
    1: [
        each(laws.law_1_nothing_changes, "seats", "rng"),
        lambda shape, played, rng: laws.law_1_replays(played),
    ],
    2: [each(laws.law_2_knowledge, "seats")],
    3: [each(laws.law_3_one_legality, "seats", "pool")],
    4: [
        each(laws.law_4_secrets, "seats", "twin", "pool", "rng"),
        each(laws.law_4_steps, "seats", "rng"),
        each(laws.law_4_no_secrets, "seats"),
        lambda shape, played, rng: laws.law_4_no_secrets(shape.game, played.states[-1], shape.seats),
        lambda shape, played, rng: laws.law_4_log(played, toy.twin, rng, nows=20),
        lambda shape, played, rng: laws.law_4_declared([played]),
    ],
    5: [each(laws.law_5_imagination, "seats", "rng")],
    6: [each(laws.law_6_chance)],
    7: [lambda shape, played, rng: laws.law_7_outcome(played)],
    8: [each(laws.law_8_at_once, "rng"), each(laws.law_8_sealed, "seats", "rng")],
    9: [law_9],
}


@pytest.mark.parametrize(("fault", "law"), FAULTS, ids=lambda value: getattr(value, "__name__", str(value)))
def test_a_broken_law_is_noticed(fault: type[Toy], law: int) -> None:
    with pytest.raises(AssertionError, match=rf"^law {law}: "):
        run(fault(), law)


@pytest.mark.parametrize("law", CHECKS)
def test_the_sound_toy_passes_what_the_faulty_ones_fail(law: int) -> None:
    run(Toy(), law)


def test_a_secret_told_by_view_and_step_alike_is_noticed_by_the_twin() -> None:
    """With `sample_state` in place of a twin the open hand goes unnoticed: so games bring their own."""
    game, rng = OpenHand(), np.random.default_rng(5)
    state = laws.playout(Shape(game, ToyOptions(), 2), rng).states[4]
    laws.law_4_secrets(game, state, 2, laws.imagined_twin(game), [], rng)
    with pytest.raises(AssertionError, match=r"^law 4"):
        laws.law_4_secrets(game, state, 2, toy.twin, [], rng)
