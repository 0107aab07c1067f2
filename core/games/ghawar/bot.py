"""How well each level plays Ghawar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from core.bots.contract import Bot, Budget
from core.bots.random import Random
from core.game import AnyGame, Seat
from core.games.ghawar.glance import TURN, lead, outlook, promising
from core.games.ghawar.lot import Lot
from core.games.ghawar.state import Action, Shift, State


@dataclass(frozen=True)
class Skill:
    """How well a level plays.

    It misjudges what it does by `noise` of money. It dozes now and then: then it does anything.
    """

    noise: float = 0.0
    dozes: float = 0.0
    turn: float = TURN
    reluctance: float = 0.0


class Player:
    """Plays Ghawar by judging everything that can be done."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `core.bots.Bot`."""
        s: State = view
        legal: Sequence[Action] = game.legal(s, seat)
        if len(legal) == 1:
            return legal[0]
        legal = promising(s, legal)
        lot = Lot.of(s, len(legal))
        for number, action in enumerate(legal):
            lot.do(number, seat, action)
        values = lead(outlook(lot, self._skill.turn), seat)
        values += self._skill.noise * rng.standard_normal(len(legal))
        if self._skill.reluctance:
            values -= self._skill.reluctance * np.array([isinstance(a, Shift) for a in legal])
        return legal[int(values.argmax())]


LEVELS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Player(Skill(noise=0.2, reluctance=2.0)),
    "normal": Player(Skill()),
}
