"""The bot that searches on a game's kernel: the strongest where compiled code is to be had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from core.bots.contract import Bot, Budget
from core.bots.greedy import settle_chance
from core.game import AnyGame, Refused, Seat

if TYPE_CHECKING:
    from core.bots.analysis import Analyst


class Expert:
    """Bot that plays the best action of an analysis with so many `positions`.

    Where numba is missing, or the game is not as on the shelf, `stand_in` decides. The first choice in a
    process waits for the compiler, or for what it has kept (see `prepare`).
    """

    def __init__(self, positions: int, stand_in: Bot) -> None:
        self.stand_in = stand_in
        self._positions = positions
        self._analyst: Analyst | None = None

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `Bot`. A clear choice is made sooner; by the clock, what it thought before counts."""
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        analyst = self._analyst_of(game)
        if analyst is None:
            return self.stand_in.choose(game, view, seat, rng, budget)
        by_clock = budget.positions is None
        if by_clock:
            budget = Budget(self._positions, budget.used)
        analysis = analyst.analyse(view, seat, rng, budget, until_settled=True, go_on=by_clock)
        return analysis.actions[0].action

    def _analyst_of(self, game: AnyGame) -> Analyst | None:
        """The analyst of a game; None if there cannot be one."""
        if self._analyst is None or self._analyst.game is not game:
            try:
                from core.bots.analysis import Analyst

                self._analyst = Analyst(game)
            except (ImportError, Refused):
                return None
        return self._analyst


def prepare(game: AnyGame) -> None:
    """Compile all that a search in a game needs, or load what the compiler has kept. Raises ImportError."""
    from core.bots.analysis import Analyst

    rng = np.random.default_rng(0)
    state = settle_chance(game, game.start(game.info.options(), game.info.seats[0]), rng)
    seat = game.to_act(state)[0]
    Analyst(game).analyse(game.view(state, seat), seat, rng, Budget(positions=1))
