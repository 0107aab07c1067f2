"""Lock-step of a kernel with its rules: the same legal actions, states, chances and outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from core import codec
from core.bots.kernel import CHANCE, OVER, kernel_of
from core.game import CHANCE as CHANCE_SEAT
from core.game import Outcome, Seat
from tests.core.shapes import Shape


class Lockstep:
    """A game of the rules and of the kernel side by side."""

    def __init__(self, shape: Shape) -> None:
        self.game, self.kernel = shape.game, kernel_of(shape.game.info.key)
        self.state = self.game.start(shape.options, shape.seats)
        self.array = self.kernel.from_state(self.state)
        self._actions = np.zeros(self.kernel.MOST_ACTIONS, dtype=np.int64)
        self._weights = np.zeros(self.kernel.MOST_ACTIONS)

    def play(self, rng: np.random.Generator, patience: int = 0) -> int:
        """Play a random game to its end, comparing everything. Returns the number of steps.

        An action that would end the game is drawn again, up to `patience` times: long games occur, too.
        """
        steps = 0
        while True:
            self.compare()
            acting = self.game.to_act(self.state)
            if not acting:
                return steps
            seat = acting[int(rng.integers(len(acting)))]
            choice = choices_of(self, seat)
            action = choice[int(rng.integers(len(choice)))]
            for _ in range(patience):
                if self.game.to_act(self.game.apply(self.state, seat, action)):
                    break
                action = choice[int(rng.integers(len(choice)))]
            self.step(seat, action)
            steps += 1

    def step(self, seat: Seat, action: Any) -> None:
        """Do an action on both sides."""
        code = self.kernel.code_of(action)
        assert self.kernel.action_of(code) == action
        self.state = self.game.apply(self.state, seat, action)
        self.kernel.apply(self.array, seat, code)

    def compare(self) -> None:
        """Hold the two sides against each other: state, actor, what is legal or likely, the outcome."""
        assert len(self.array) == self.kernel.SIZE
        assert codec.encode(self.kernel.to_state(self.array)) == codec.encode(self.state)
        again = self.kernel.from_state(self.state)
        assert codec.encode(self.kernel.to_state(again)) == codec.encode(self.state)
        acting = self.game.to_act(self.state)
        outcome = self.game.outcome(self.state)
        assert (outcome is None) == bool(acting)
        if outcome is not None:
            assert self.kernel.actor(self.array) == OVER
            self._compare_outcome(outcome)
        elif acting == (CHANCE_SEAT,):
            assert self.kernel.actor(self.array) == CHANCE
            self._compare_chances()
        else:
            assert self.kernel.actor(self.array) == min(acting)
            for seat in acting:
                self._compare_legal(seat, self.array, again)

    def _compare_legal(self, seat: Seat, *arrays: np.ndarray) -> None:
        codes = sorted(self.kernel.code_of(action) for action in self.game.legal(self.state, seat))
        for array in arrays:
            count = self.kernel.legal(array, seat, self._actions)
            assert sorted(self._actions[:count].tolist()) == codes

    def _compare_chances(self) -> None:
        count = self.kernel.chances(self.array, self._actions, self._weights)
        found = dict(zip(self._actions[:count].tolist(), self._weights[:count].tolist(), strict=True))
        total = sum(found.values())
        odds = {self.kernel.code_of(action): float(odd) for action, odd in self.game.chances(self.state)}
        assert found.keys() == odds.keys()
        assert all(abs(found[code] / total - odds[code]) < 1e-9 for code in odds)
        drawn = self.kernel.draw(self.array, np.array([len(odds)], dtype=np.uint64))
        assert drawn in odds

    def _compare_outcome(self, outcome: Outcome) -> None:
        count = len(outcome.scores)
        assert self.kernel.seats(self.array) == count
        wins, points = np.zeros(count), np.zeros(count)
        self.kernel.outcome(self.array, wins, points)
        share = 1 / max(1, len(outcome.winners))
        assert wins.tolist() == [share if seat in outcome.winners else 0.0 for seat in range(count)]
        assert points.tolist() == list(outcome.scores)


def choices_of(both: Lockstep, seat: Seat) -> Sequence[Any]:
    """What a seat, or chance, may do."""
    if seat == CHANCE_SEAT:
        return [action for action, _ in both.game.chances(both.state)]
    return both.game.legal(both.state, seat)


def play_out(shape: Shape, seed: int) -> None:
    """Let the kernel's own random game end; the rules must call its last state over as well."""
    kernel = kernel_of(shape.game.info.key)
    array = kernel.from_state(shape.game.start(shape.options, shape.seats))
    kernel.playout(array, np.array([seed], dtype=np.uint64))
    state = kernel.to_state(array)
    assert kernel.actor(array) == OVER and shape.game.outcome(state) is not None


def conceals(shapes: Sequence[Shape], games: int) -> None:
    """What a kernel conceals in random games of these shapes is exactly what the rules' views leave out."""
    rng = np.random.default_rng(5)
    for shape in shapes:
        concealed, viewed = dict[tuple[int, bytes], bytes](), dict[tuple[int, bytes], bytes]()
        for _ in range(games):
            both = Lockstep(shape)
            while acting := both.game.to_act(both.state):
                for seat in map(Seat, range(shape.seats)):
                    view = codec.encode(both.game.view(both.state, seat))
                    left = _concealed(both.kernel, both.array, seat)
                    assert concealed.setdefault((seat, view), left) == left
                    assert viewed.setdefault((seat, left), view) == view
                    other = both.array.copy()
                    both.kernel.imagine(other, seat, np.array([len(viewed)], dtype=np.uint64))
                    assert _concealed(both.kernel, other, seat) == left
                seat = acting[int(rng.integers(len(acting)))]
                choice = choices_of(both, seat)
                both.step(seat, choice[int(rng.integers(len(choice)))])


def _concealed(kernel: ModuleType, array: np.ndarray, seat: int) -> bytes:
    left = array.copy()
    kernel.conceal(left, seat)
    return left.tobytes()
