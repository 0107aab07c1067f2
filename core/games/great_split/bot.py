"""How well each level plays The Great Split.

What tracks are worth says `worth`, how a hand is best resolved `planning`. What is said of groups of cards
has a place for each subset of a hand: bit i of its number says whether card i is in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from core.bots.contract import Bot, Budget
from core.bots.random import Random
from core.game import AnyGame, Seat
from core.games.great_split.data import ROUNDS
from core.games.great_split.foresight import foreseen, hands
from core.games.great_split.planning import NO_WAY, Masks, Planner, Values
from core.games.great_split.rules import GreatSplit, left_neighbour, right_neighbour
from core.games.great_split.state import (
    SIDES,
    Discard,
    Group,
    Resolving,
    Split,
    State,
    Take,
)
from core.games.great_split.worth import Prices, brings, horizon, worth

MOST_SUBSETS: Final = 8
"""Hands with more cards than this are brought down to it one by one."""
HALF: Final = 0.5
"""The part of a round's steps that comes with the group from the other side."""


PRICES: Final = Prices()


@dataclass(frozen=True)
class Skill:
    """How well a level plays.

    It follows up the `beam` best ways to resolve cards and judges with these `prices`. It misjudges groups by
    `noise` points and dozes now and then: then it does anything. `rivalry` is what a point of a rival weighs
    against one of its own, shared by all rivals; `keeping` what the steps of a card that comes back into the
    hand are still worth; it believes that a chooser misjudges by `doubt` points.
    """

    beam: int
    prices: Prices = PRICES
    noise: float = 0.0
    dozes: float = 0.0
    rivalry: float = 0.0
    keeping: float = 0.6
    doubt: float = 1.0
    hands: int = 0


class Player:
    """Plays The Great Split by judging groups of cards by how they are best resolved."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: np.random.Generator, budget: Budget) -> Any:
        """See `core.bots.Bot`. Looks equally far whatever the budget."""
        assert isinstance(game, GreatSplit)
        s: State = view
        if rng.random() < self._skill.dozes:
            legal = game.legal(s, seat)
            return legal[int(rng.integers(len(legal)))]
        match s.stage:
            case "discard":
                return self._discard(game, s, seat)
            case "split":
                return self._split(game, s, seat, rng)
            case "choose":
                return self._take(game, s, seat, rng)
            case _:
                return self._resolve(game, s, seat, rng)

    # --- What a player does --------------------------------------------------------------------------------

    def _discard(self, game: GreatSplit, s: State, seat: Seat) -> Discard:
        """The card without which the rest can be split best."""
        hand = s.estates[seat].hand
        if len(hand) > MOST_SUBSETS:
            alone = self._groups(game, s, seat, hand, np.eye(len(hand), dtype=bool))
            return Discard(hand[int(alone.argmin())])
        mine, his = self._halves(game, s, seat, hand)
        everything = len(mine) - 1
        splits = np.arange(len(mine))
        kept = []
        for i in range(len(hand)):
            rest = everything & ~(1 << i)
            left = splits[splits & ~rest == 0]
            kept.append(float(self._parted(s, mine, his, left, rest - left).max()))
        return Discard(hand[int(np.argmax(kept))])

    def _split(self, game: GreatSplit, s: State, seat: Seat, rng: np.random.Generator) -> Split:
        """The split that leaves most, whichever group the left neighbour takes."""
        hand = s.estates[seat].hand
        mine, his = self._halves(game, s, seat, hand)
        left = np.arange(len(mine))
        values = self._parted(s, mine, his, left, len(mine) - 1 - left)
        values = values + self._skill.noise * rng.standard_normal(len(values))
        best = int(values.argmax())
        if rng.integers(2):
            best = len(mine) - 1 - best  # which side is which tells nothing
        group = tuple(card for bit, card in enumerate(hand) if best >> bit & 1)
        return Split(group, tuple(card for card in hand if card not in group))

    def _take(self, game: GreatSplit, s: State, seat: Seat, rng: np.random.Generator) -> Take:
        """The group that brings more, together with what is to be expected back."""
        giver, own = s.estates[right_neighbour(s, seat)], s.estates[seat]
        offered = (giver.left, giver.right)
        back = self._back(game, s, seat)
        cards = (*giver.left, *giver.right, *own.left, *own.right)
        hands = [(*group, *returned) for group in offered for returned in (own.right, own.left)]
        mine = self._groups(game, s, seat, cards, _masks(cards, hands)).reshape(2, 2) @ back
        his = self._groups(game, s, right_neighbour(s, seat), cards, _masks(cards, offered[::-1]), HALF)
        values = mine - self._weight(s) * his + self._skill.noise * rng.standard_normal(2)
        return Take(SIDES[int(values.argmax())])

    def _resolve(self, game: GreatSplit, s: State, seat: Seat, rng: np.random.Generator) -> Resolving:
        """The first step of the best way to resolve the whole hand."""
        planner, estate = self._planner(game, s, seat), s.estates[seat]
        actions, ways = planner.actions(estate)
        values = planner.judged(ways)[0]
        if self._skill.hands and s.round < ROUNDS:
            cards = (*estate.hand, *estate.played)
            drawn = hands(game, s.round, cards, self._skill.hands, rng)
            alive = ways.prestige[0] > NO_WAY / 2
            after = self._planner(game, s, seat, later=1)
            tracks = ways.tracks[0, alive]
            points = brings(game, horizon(game.data, s, estate), s.round)(tracks)
            values = np.full(len(alive), NO_WAY)
            values[alive] = ways.prestige[0, alive] + points + foreseen(after, tracks, drawn)
        return actions[int(ways.first[0, values.argmax()])]

    # --- What groups are worth -----------------------------------------------------------------------------

    def _halves(self, game: GreatSplit, s: State, seat: Seat, hand: Group) -> tuple[Values, Values]:
        """What every group of a hand is worth to its owner and to the left neighbour."""
        masks = _subsets(len(hand))
        mine = self._groups(game, s, seat, hand, masks, HALF)
        return mine, self._groups(game, s, left_neighbour(s, seat), hand, masks, HALF)

    def _groups(
        self, game: GreatSplit, s: State, seat: int, cards: Sequence[int], masks: Masks, share: float = 0.0
    ) -> Values:
        """What each group is worth to a seat when it is resolved, and kept for the rounds to come.

        With `share` that part of a round's cards is still to come from elsewhere.
        """
        estate = s.estates[seat]
        planner = self._planner(game, s, seat, share)
        values = estate.prestige + planner.values(np.array(estate.tracks), cards, masks)
        return values + self._later(s) * (masks @ self._steps(game, cards))

    def _later(self, s: State) -> float:
        """What a step on a card is worth in the rounds to come."""
        rounds = ROUNDS - s.round
        return self._skill.keeping * self._skill.prices.seal * (1 - 0.5**rounds)

    def _steps(self, game: GreatSplit, cards: Sequence[int]) -> Values:
        return np.array([len(game.data.cards[card].icons) for card in cards], dtype=float)

    def _parted(self, s: State, mine: Values, his: Values, left: Any, right: Any) -> Values:
        """What splits are worth: one group goes to the left neighbour, as it suits him, the other is kept."""
        taken = self._takes(his[left] - his[right])
        weight = self._weight(s)
        values: Values = taken * (mine[right] - weight * his[left])
        values += (1 - taken) * (mine[left] - weight * his[right])
        return values

    def _takes(self, lead: Any) -> Any:
        """How likely a chooser takes a group that is worth so much more to him than the other."""
        return 1 / (1 + np.exp(-np.clip(lead / self._skill.doubt, -50, 50)))

    def _back(self, game: GreatSplit, s: State, seat: Seat) -> Values:
        """How likely the right and the left group of the own wallet come back."""
        own, neighbour = s.estates[seat], left_neighbour(s, seat)
        cards = (*own.left, *own.right)
        left, right = self._groups(game, s, neighbour, cards, _masks(cards, (own.left, own.right)), HALF)
        taken = float(self._takes(left - right))
        return np.array([taken, 1 - taken])

    def _weight(self, s: State) -> float:
        return self._skill.rivalry / (s.seats - 1)

    def _planner(self, game: GreatSplit, s: State, seat: int, share: float = 0.0, later: int = 0) -> Planner:
        prices = self._skill.prices
        ahead = horizon(game.data, s, s.estates[seat])
        judge = worth(game, ahead, s.round + later, prices, share)
        return Planner(game, judge, prices.arrows, self._skill.beam)


@lru_cache(maxsize=16)
def _subsets(cards: int) -> Masks:
    """All subsets of so many cards, shape (2^cards, cards)."""
    return (np.arange(2**cards)[:, None] >> np.arange(cards) & 1).astype(bool)


def _masks(cards: Sequence[int], groups: Sequence[Group]) -> Masks:
    """Which of the cards are in each group."""
    return np.array([[card in group for card in cards] for group in groups], dtype=bool).reshape(
        len(groups), len(cards)
    )


LEVELS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Player(Skill(beam=1, noise=6.0, dozes=0.15)),
    "normal": Player(Skill(beam=2)),
    "hard": Player(Skill(beam=6, rivalry=0.6)),
}
