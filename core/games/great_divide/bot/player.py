"""The AI's levels in The Great Divide, and how each decides.

What actions are worth says `evaluation`, as West's points less East's; here it is seen from the deciding
seat's side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from core.bots.contract import Bot, Budget
from core.bots.random import Random
from core.game import AnyGame, Seat
from core.games.great_divide.bot.evaluation import first_sight, forecast, foreseen
from core.games.great_divide.bot.search import SearchLimits, sign
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import ACTIVE, Action, Cards, Draw, Flip, State, cards_in_play

LEAST_FLIP_GAIN: Final = 1e-6
"""Points that a card must be worth more on its other side to be turned over."""


@dataclass(frozen=True)
class Skill:
    """Strength of a level.

    It misjudges actions by `noise` points; with the probability `dozes` it does anything. The `promising`
    best actions at first sight are looked at with `limits`; `cards` is its sight when its cards are turned.
    """

    noise: float
    promising: int
    limits: SearchLimits
    cards: SearchLimits
    dozes: float = 0.0


class Player:
    """The AI: judges every legal action."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `core.bots.Bot`. When the time is over, it takes the best of what it has looked at."""
        assert isinstance(game, GreatDivide)
        s: State = view
        legal: Sequence[Action] = game.legal(s, seat)
        if len(legal) == 1:
            return legal[0]
        if rng.random() < self._skill.dozes:
            return legal[int(rng.integers(len(legal)))]
        match s.stage:
            case "cards":
                return self._choice_of_cards(game, s, seat)
            case "turn" | "again":
                return self._flip_or_draw(game, s, legal)
            case "quake":
                return self._best(game, s, seat, legal[::-1], rng, budget)  # of equals to leave it alone
            case _:
                return self._best(game, s, seat, legal, rng, budget)

    def _choice_of_cards(self, game: GreatDivide, s: State, seat: Seat) -> Cards:
        """The choice of sides that would be best if this seat drew first."""
        wish = forecast(game.land, s, self._skill.cards).card_gains(seat)
        letters = cards_in_play(game.land, s.options)
        return Cards("".join(letter for letter, worth in zip(letters, wish, strict=False) if worth > 0))

    def _flip_or_draw(self, game: GreatDivide, s: State, legal: Sequence[Action]) -> Action:
        """Turn over the card that gains most on its other side; draw if none does."""
        wish = forecast(game.land, s, self._skill.cards).card_gains(s.turn)[: len(game.letters)]
        gains = np.where(s.cards[s.turn] == ACTIVE, -wish, wish).tolist()
        flips = {gains[game.letters.index(a.card)]: a for a in legal if isinstance(a, Flip)}
        most = max(flips, default=0.0)
        return flips[most] if most > LEAST_FLIP_GAIN else Draw()

    def _best(
        self,
        game: GreatDivide,
        s: State,
        seat: Seat,
        legal: Sequence[Action],
        rng: np.random.Generator,
        budget: Budget,
    ) -> Action:
        """The action that leads to the best position, as far as this level sees."""
        values = sign(seat) * first_sight(game, s, legal, tempo=self._skill.promising > 1)
        values += self._skill.noise * rng.standard_normal(len(legal))
        best: list[Action] = [legal[i] for i in np.argsort(-values, kind="stable")[: self._skill.promising]]
        if len(best) == 1:
            return best[0]
        stands = list[float]()
        for action in best:
            if stands and budget.spent():
                break
            stands.append(foreseen(game, s, seat, action, self._skill.limits))
        return best[int(np.argmax(sign(seat) * np.array(stands)))]


EXPERT_LIMITS: Final = SearchLimits(8, deep=4)
"""Sight of the expert, and of analyses."""
REVIEW_TRIES: Final = 768
"""Tries for each decision of a game that is reviewed: looks at twelve actions."""
LEVELS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Player(Skill(noise=18.0, promising=1, limits=SearchLimits(1), cards=SearchLimits(1), dozes=0.55)),
    "normal": Player(Skill(noise=2.0, promising=1, limits=SearchLimits(1), cards=SearchLimits(1))),
    "hard": Player(
        Skill(noise=0.0, promising=4, limits=SearchLimits(3, deep=1), cards=SearchLimits(4, deep=1))
    ),
    "expert": Player(Skill(noise=0.0, promising=12, limits=EXPERT_LIMITS, cards=EXPERT_LIMITS)),
}
"""Skill by level: easy is often absent-minded; normal sees what it lays; hard sees two draws ahead.

Expert sees as far, but more of what may be laid.
"""
