"""Laws of the encodings: numbers of actions and observations in random games of all options."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from core.bots.kernel import CHANCE, OVER, kernel_of
from core.bots.kernel import IntArray as State
from core.environments.encoding import encoding_of, length, offsets
from core.environments.setup import encoded_games
from tests.core.shapes import Shape, enough_of, shapes_of, values_in
from tests.covering import chosen
from tools.bootstrap import ROOT

ENCODED = encoded_games()
SHAPES = {game.info.key: shapes_of(game) for game in ENCODED}
EACH_GAME = pytest.mark.parametrize("key", SHAPES)
LONG = pytest.param(True, marks=pytest.mark.long, id="long")
EACH_LENGTH = pytest.mark.parametrize("is_long", [pytest.param(False, id="short"), LONG])


class Game:
    """A random game on a kernel, with what its encoding says."""

    def __init__(self, shape: Shape, seed: int) -> None:
        key = shape.game.info.key
        self.shape, self.kernel, self.encoding = shape, kernel_of(key), encoding_of(key)
        self.s = self.kernel.from_state(shape.game.start(shape.options, shape.seats))
        self.rng = np.random.default_rng(seed)
        self._codes = np.empty(self.kernel.MOST_ACTIONS, dtype=np.int64)

    def positions(self) -> Iterator[tuple[State, int]]:
        """The positions in which a seat is to act, and who; the next action is a random one."""
        while (acting := self.kernel.actor(self.s)) != OVER:
            if acting == CHANCE:
                action = self.kernel.draw(self.s, self.rng.integers(1 << 63, size=1, dtype=np.uint64))
            else:
                yield self.s, acting
                action = self.rng.choice(self.legal(self.s, acting))
            self.kernel.apply(self.s, acting, action)

    def legal(self, s: State, seat: int) -> list[int]:
        """The codes of what a seat may do."""
        codes: list[int] = self._codes[: self.kernel.legal(s, seat, self._codes)].tolist()
        return codes

    def observation(self, s: State, seat: int) -> bytes:
        """What a seat may know, whatever stood in the row before."""
        row = np.full(length(self.encoding.OBSERVATION), -99, dtype=np.int16)
        self.encoding.observe(s, seat, row)
        return row.tobytes()

    def known(self, s: State, seat: int) -> State:
        """The state with all replaced that a seat may not know."""
        known = s.copy()
        if self.kernel.HIDDEN:
            self.kernel.conceal(known, seat)
        return known


def games(key: str, is_long: bool) -> list[Game]:
    """Games of random decisions with all options."""
    every = enough_of(SHAPES[key])
    shapes = every if is_long else chosen(every, [values_in(shape) for shape in every])
    return [Game(shape, number) for number, shape in enumerate(shapes)]


@EACH_GAME
@EACH_LENGTH
def test_every_legal_action_has_a_number_of_its_own(key: str, is_long: bool) -> None:
    for game in games(key, is_long):
        for s, seat in game.positions():
            codes = game.legal(s, seat)
            numbers = [game.encoding.number(s, seat, code) for code in codes]
            assert len(set(numbers)) == len(codes)
            assert set(numbers) <= set(range(game.encoding.ACTIONS))
            assert [game.encoding.code(s, seat, number) for number in numbers] == codes


@EACH_GAME
@EACH_LENGTH
def test_an_encoding_knows_only_what_the_seat_may_know(key: str, is_long: bool) -> None:
    """All is the same in worlds that the seat cannot tell apart."""
    for game in games(key, is_long):
        for s, seat in game.positions():
            worlds = [game.known(s, seat)]
            if game.kernel.HIDDEN:
                worlds.append(s.copy())
                game.kernel.imagine(worlds[1], seat, np.array([7], dtype=np.uint64))
            code = game.legal(s, seat)[-1]
            number = game.encoding.number(s, seat, code)
            for world in worlds:
                assert game.encoding.number(world, seat, code) == number
                assert game.encoding.code(world, seat, number) == code
            for viewer in range(game.shape.seats):
                seen = game.observation(s, viewer)
                assert game.observation(game.known(s, viewer), viewer) == seen
                other = s.copy()
                if game.kernel.HIDDEN:
                    game.kernel.imagine(other, viewer, np.array([7], dtype=np.uint64))
                assert game.observation(other, viewer) == seen


@EACH_GAME
@EACH_LENGTH
def test_observations_differ_where_seats_see_a_difference(key: str, is_long: bool) -> None:
    """What is the same to a seat after two actions is the same for good: no observation hides it."""
    for game in games(key, is_long):
        for s, seat in game.positions():
            after = dict[bytes, bytes]()
            codes = game.legal(s, seat)
            for code in game.rng.choice(codes, min(len(codes), 20), replace=False):
                other = s.copy()
                game.kernel.apply(other, seat, code)
                known = game.known(other, seat).tobytes()
                assert after.setdefault(game.observation(other, seat), known) == known


@EACH_GAME
def test_the_page_of_a_game_tells_its_encoding(key: str) -> None:
    encoding, name = encoding_of(key), key.replace("_", "-")
    page = (ROOT / "docs" / f"environments-{name}.md").read_text(encoding="utf-8")
    told = [line for line in page.splitlines() if line.startswith("|") and line.count("|") == 5]
    parts = [
        f"| {at} | `{part.name}` | {' × '.join(map(str, part.shape))} | {part.meaning} |"
        for at, part in zip(offsets(encoding.OBSERVATION), encoding.OBSERVATION, strict=True)
    ]
    assert told[2:] == parts
    assert f"{length(encoding.OBSERVATION):,} numbers, all int16" in page
    assert f"{encoding.ACTIONS:,} numbers." in page and f"{encoding.ACTIONS - 1:,} |" in page
