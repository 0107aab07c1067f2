"""The AI's levels in Ghawar, and how each decides.

Positions are judged by `evaluation`. The best actions are played on from (`playout`), with the same rolls for
all, and halved again and again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from core.bots.contract import Bot, Budget
from core.bots.expert import Expert
from core.bots.random import Random
from core.game import CHANCE, AnyGame, Seat
from core.games.ghawar.bot.batch import Batch, BatchSetting
from core.games.ghawar.bot.congestion import Congestion
from core.games.ghawar.bot.distances import IntArray
from core.games.ghawar.bot.evaluation import TURN_COST, RealArray, candidates, expected_money, money_lead
from core.games.ghawar.bot.playout import play_on
from core.games.ghawar.state import FIELD_SIZE, NOTHING, Action, Roll, Shift, State

PLAYOUT_TURNS: Final = 12
"""Turns that a playout plays."""
MOST_CANDIDATES: Final = 8
"""Actions that are played out at most."""


@dataclass(frozen=True)
class Skill:
    """Strength of a level.

    It misjudges trips by up to `misjudges` turns, and a move of a derrick must win `reluctance` of money
    while there is something under its derricks. It plays on for so many `positions`.
    """

    misjudges: float = 0.0
    reluctance: float = 0.0
    positions: int = 0


class Player:
    """The AI: judges every legal action."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `core.bots.Bot`."""
        s: State = view
        found = candidates(s, game.legal(s, seat))
        if len(found) == 1:
            return found[0]
        prospects = Prospects.of(game, s, seat, found)
        values = self._values(s, seat, found, prospects, rng)
        final = _final_values(game, s, seat, found)
        values[list(final)] = list(final.values())
        positions = self._skill.positions if budget.positions is None else budget.positions
        if self._skill.positions and s.stage != "build":
            return found[_TurnTrial(prospects, seat, values, [*final], rng).best(positions, budget)]
        return found[int(values.argmax())]

    def _values(
        self, s: State, seat: Seat, found: Sequence[Action], prospects: Prospects, rng: np.random.Generator
    ) -> RealArray:
        """The value of each action, in money."""
        values = prospects.values.copy()
        if ((s.derricks == seat) & (s.cubes != NOTHING)).any():
            values -= self._skill.reluctance * np.array([isinstance(action, Shift) for action in found])
        return values + TURN_COST * self._skill.misjudges * rng.uniform(-1, 1, len(found))


def _final_values(game: AnyGame, s: State, seat: Seat, found: Sequence[Action]) -> dict[int, float]:
    """The value, in money, of the actions that end the game by stalemate, by their numbers: lead and win."""
    if s.quiet + 1 < s.options.quiet_rounds:
        return {}
    outcomes = ((number, game.outcome(game.apply(s, seat, action))) for number, action in enumerate(found))
    return {
        number: float(money_lead(np.array(outcome.scores), seat))
        + (REVIEW_POINTS if seat in outcome.winners else -REVIEW_POINTS)
        for number, outcome in outcomes
        if outcome is not None
    }


class _Evaluation:
    """Static evaluation of positions after a seat's turn, in money."""

    def __init__(self, s: State, seat: Seat) -> None:
        self._seat = seat
        self._hindrance = Congestion(s, seat, BatchSetting(s))

    def __call__(self, lot: Batch) -> RealArray:
        """The seat's lead in each position, in money."""
        hindered = np.array([self._hindrance(tuple(own)) for own in lot.trucks[:, self._seat].tolist()])
        values: RealArray = (
            money_lead(expected_money(lot), self._seat) + TURN_COST / (lot.setting.seats - 1) * hindered
        )
        return values


@dataclass(frozen=True)
class Prospects:
    """The positions that actions lead to: `rows` (shape (actions, rolls)) are their numbers in the batch
    `lot`.

    After rolling to drive that is the best drive with each roll; other actions lead to one position. `values`
    is the seat's lead on average.
    """

    lot: Batch
    rows: IntArray
    values: RealArray

    @classmethod
    def of(cls, game: AnyGame, s: State, seat: Seat, found: Sequence[Action]) -> Self:
        """The prospects of every action worth evaluating."""
        evaluation = _Evaluation(s, seat)
        rolls = FIELD_SIZE if s.stage == "choose" else 1
        done, rows = list[Action](), list[range | list[int]]()
        for action in found:
            if isinstance(action, Roll):
                rows.append(range(len(done), len(done) + rolls))
                done += _best_drives(game, s, seat, evaluation)
            else:
                rows.append([len(done)] * rolls)
                done.append(action)
        lot = _after(s, seat, done)
        numbers = np.array(rows)
        return cls(lot, numbers, evaluation(lot)[numbers].mean(axis=1))


def _best_drives(game: AnyGame, s: State, seat: Seat, evaluation: _Evaluation) -> list[Action]:
    """The drive that looks best with each roll, or passing."""
    rolling = game.apply(s, seat, Roll())
    best = list[Action]()
    for die, _ in game.chances(rolling):
        drives = game.legal(game.apply(rolling, CHANCE, die), seat)
        best.append(drives[int(evaluation(_after(s, seat, drives)).argmax())])
    return best


def _after(s: State, seat: Seat, actions: Sequence[Action]) -> Batch:
    """The positions after each of these actions."""
    lot = Batch.of(s, len(actions))
    for number, action in enumerate(actions):
        lot.do(number, seat, action)
    return lot


class _TurnTrial:
    """The comparison of a turn's actions by playing on; `values` is what each is worth before.

    Those that are `final` end the game: their values are what they are.
    """

    def __init__(
        self,
        prospects: Prospects,
        seat: Seat,
        values: RealArray,
        final: Sequence[int],
        rng: np.random.Generator,
    ) -> None:
        self._lot = prospects.lot
        self._rows = prospects.rows
        self._seat = seat
        self._values = values
        self._final = final
        self._rng = rng

    def best(self, positions: int, budget: Budget) -> int:
        """The number of the action that does best within this many positions."""
        left = np.argsort(-self._values, kind="stable")[:MOST_CANDIDATES]
        total, tries = np.zeros_like(self._values), 0
        rounds = (len(left) - 1).bit_length()
        for _ in range(rounds):
            if budget.spent():
                break
            samples = self._enough(positions // (rounds * len(left) * PLAYOUT_TURNS))
            total[left] += self._played_on(left, samples)
            tries += samples
            total[self._final] = tries * self._values[self._final]
            thought = total[left] / tries + self._values[left]
            left = left[np.argsort(-thought, kind="stable")][: (len(left) + 1) // 2]
        return int(left[0])

    def _enough(self, samples: int) -> int:
        """The least number of games, so that each roll is played on from equally often."""
        rolls: int = self._rows.shape[1]
        return max(1, -(-samples // rolls)) * rolls

    def _played_on(self, numbers: IntArray, samples: int) -> RealArray:
        """The seat's lead summed over the games played on from each action."""
        rows = np.tile(self._rows[numbers], samples // self._rows.shape[1])
        lot = self._lot.repeated(rows.ravel())
        seats = lot.setting.seats
        rolls = self._rng.integers(6, size=(PLAYOUT_TURNS, samples))
        play_on(lot, Seat((self._seat + 1) % seats), np.tile(rolls, len(numbers)))
        ahead: RealArray = (
            money_lead(expected_money(lot), self._seat).reshape(len(numbers), samples).sum(axis=1)
        )
        return ahead


_HARD: Final = Player(Skill(positions=4608))
REVIEW_TRIES: Final = 160
"""Tries for each decision of a game that is reviewed, which takes a minute at most."""
REVIEW_POINTS: Final = 15.0
"""Money that weighs as much as a game in reviews: who wins is mostly decided by the first derricks."""
LEVELS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Player(Skill(misjudges=1.0, reluctance=4.0)),
    "normal": Player(Skill(misjudges=0.5, reluctance=2.0)),
    "hard": _HARD,
    "expert": Expert(1_200, _HARD),
}
"""Skill by level: easy and normal misjudge trips and prefer driving to moving derricks; hard plays on.

Expert searches.
"""
