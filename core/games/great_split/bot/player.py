"""The AI's levels in The Great Split, and how each decides.

Tracks are judged by `evaluation`, hands resolved by `search`. Arrays about all groups of a hand have an
entry for each of its subsets: bit i of a subset's number says whether card i is in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from core.bots.arithmetic import logistic
from core.bots.contract import BoolArray, Bot, Budget, FloatArray, IndexArray
from core.bots.expert import Expert
from core.bots.random import Random
from core.game import AnyGame, Seat
from core.games.great_split.bot.evaluation import Horizon, Prices, horizons, track_values
from core.games.great_split.bot.search import HandSearch
from core.games.great_split.data import ROUNDS
from core.games.great_split.rules import GreatSplit, left_neighbour, right_neighbour
from core.games.great_split.state import (
    WALLET_SIDES,
    Discard,
    Estate,
    Group,
    ResolveAction,
    Split,
    State,
    Take,
)

MOST_SUBSET_CARDS: Final = 8
"""Cards of a hand above which it is brought down one by one."""
OTHER_GROUP_SHARE: Final = 0.5
"""Share of a round's icons that come with the group from the other side."""
DEFAULT_PRICES: Final = Prices()


@dataclass(frozen=True)
class Skill:
    """Strength of a level.

    It follows up the `beam` best ways to resolve cards and judges with these `prices`. It misjudges groups by
    `noise` points; with the probability `dozes` it does anything. `rivalry` is the weight of rivals' points
    against its own, shared out among them; `keeping` the share of a card's icons that still counts once it is
    back in the hand; `doubt` the points by which it takes a chooser to misjudge.
    """

    beam: int
    prices: Prices = DEFAULT_PRICES
    noise: float = 0.0
    dozes: float = 0.0
    rivalry: float = 0.0
    keeping: float = 0.6
    doubt: float = 1.0


class Player:
    """The AI: judges groups of cards by how they are best resolved."""

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
                return _Decision(game, s, seat, self._skill).discard()
            case "split":
                return _Decision(game, s, seat, self._skill).split(rng)
            case "choose":
                return _Decision(game, s, seat, self._skill).take(rng)
            case _:
                return _Decision(game, s, seat, self._skill).resolve()


@dataclass(frozen=True)
class _Decision:
    """One decision of a seat, and the skill it is made with."""

    game: GreatSplit
    s: State
    seat: Seat
    skill: Skill

    # --- The decisions ---------------------------------------------------------------------------------

    def discard(self) -> Discard:
        """The card without which the rest can be split best."""
        hand = self.s.estates[self.seat].hand
        if len(hand) > MOST_SUBSET_CARDS:
            alone = self._of_hands(self.seat, hand, [(card,) for card in hand])
            return Discard(hand[int(alone.argmin())])
        mine, his = self._of_subsets(self.seat, hand), self._of_subsets(self._left, hand)
        return Discard(hand[int(np.argmax([self._without(i, mine, his) for i in range(len(hand))]))])

    def split(self, rng: np.random.Generator) -> Split:
        """The split that leaves most, as the left neighbour will choose."""
        hand = self.s.estates[self.seat].hand
        mine, his = self._of_subsets(self.seat, hand), self._of_subsets(self._left, hand)
        groups = np.arange(1, len(mine) - 1)
        values = self._splits(mine, his, groups, groups[::-1])
        left = int(groups[(values + self.skill.noise * rng.standard_normal(len(values))).argmax()])
        if rng.integers(2):
            left = len(mine) - 1 - left  # which side is which tells nothing
        group = tuple(card for bit, card in enumerate(hand) if left >> bit & 1)
        return Split(group, tuple(card for card in hand if card not in group))

    def take(self, rng: np.random.Generator) -> Take:
        """The group that brings more, together with what is to be expected back."""
        giver, own = self.s.estates[self._right], self.s.estates[self.seat]
        offered = (giver.left, giver.right)
        hands = [(*group, *back) for group in offered for back in (own.right, own.left)]
        taken = self._left_is_taken()
        worth = self._of_hands(self.seat, _union(*hands), hands).reshape(2, 2)
        mine = taken * worth[:, 0] + (1 - taken) * worth[:, 1]
        values = mine - self._loss(self._right, offered[::-1]) + self.skill.noise * rng.standard_normal(2)
        return Take(WALLET_SIDES[int(values.argmax())])

    def resolve(self) -> ResolveAction:
        """The next step of the plan made when the cards came; of a new one where it was not followed."""
        planner, now = self._planner(self.seat), self.s.estates[self.seat]
        return _plan(planner, self.s.shown[self.seat]).get(now) or _plan(planner, now)[now]

    # --- What splits are worth -------------------------------------------------------------------------

    def _without(self, card: int, mine: FloatArray, his: FloatArray) -> float:
        """The value of the best split of a hand without one card."""
        rest = len(mine) - 1 & ~(1 << card)
        groups = np.arange(1, rest)
        left = groups[groups & ~rest == 0]
        return float(self._splits(mine, his, left, rest - left).max())

    def _splits(self, mine: FloatArray, his: FloatArray, left: IndexArray, right: IndexArray) -> FloatArray:
        """The value of splits: one group goes to the left neighbour, the other comes back."""
        if_left = mine[right] - self._weight * his[left]
        if_right = mine[left] - self._weight * his[right]
        taken = self._takes(his[left] - his[right] + self._weight * (mine[left] - mine[right]))
        values: FloatArray = taken * if_left + (1 - taken) * if_right
        return values

    def _left_is_taken(self) -> float:
        """Probability that the left group of the own wallet does not come back."""
        own = self.s.estates[self.seat]
        groups = (own.left, own.right)
        his = self._of_hands(self._left, _union(*groups), groups, OTHER_GROUP_SHARE) + self._loss(
            self.seat, groups
        )
        return float(self._takes(his[0] - his[1]))

    def _takes(self, lead: Any) -> Any:
        """Probability that a chooser takes a group of this many points more for it than the other."""
        return logistic(lead / self.skill.doubt)

    # --- What groups are worth -------------------------------------------------------------------------

    def _of_hands(self, seat: int, cards: Group, hands: Sequence[Group], share: float = 0.0) -> FloatArray:
        """The value of hands of these cards for a seat: resolved, and kept for the rounds to come.

        With `share` that part of a round's cards is still to come from elsewhere.
        """
        masks = np.array([[card in hand for card in cards] for hand in hands], dtype=bool)
        masks = masks.reshape(len(hands), len(cards))
        tracks = self.s.estates[seat].tracks
        return self._planner(seat, share).of_hands(tracks, cards, masks) + self._kept(cards, masks)

    def _loss(self, seat: int, groups: Sequence[Group]) -> FloatArray:
        """The value of these groups for this seat, a rival, weighted by how much its points count."""
        if not self.skill.rivalry:
            return np.zeros(len(groups))
        return self._weight * self._of_hands(seat, _union(*groups), groups, OTHER_GROUP_SHARE)

    def _of_subsets(self, seat: int, hand: Group) -> FloatArray:
        """The values of all groups of a hand, with the other half of the cards still to come."""
        tracks = self.s.estates[seat].tracks
        return self._planner(seat, OTHER_GROUP_SHARE).of_subsets(tracks, hand) + self._kept(
            hand, _subsets(len(hand))
        )

    def _kept(self, cards: Group, masks: BoolArray) -> FloatArray:
        """The value in the rounds to come of cards that were resolved; half of them are kept in each."""
        icons = np.array([len(self.game.data.cards[card].icons) for card in cards], dtype=float)
        again = 1 - 0.5 ** (ROUNDS - self.s.round)
        kept: FloatArray = self.skill.keeping * self.skill.prices.seal * again * (masks * icons).sum(axis=1)
        return kept

    @property
    def _left(self) -> int:
        return left_neighbour(self.s.seats, self.seat)

    @property
    def _right(self) -> int:
        return right_neighbour(self.s.seats, self.seat)

    @property
    def _weight(self) -> float:
        """Weight of one rival's point."""
        return self.skill.rivalry / (self.s.seats - 1)

    def _planner(self, seat: int, share: float = 0.0) -> HandSearch:
        ahead = horizons(self.game.data, self.s, self.s.estates[seat])
        return _planner(self.game, ahead, self.s.round, share, self.skill.prices, self.skill.beam)


@lru_cache(maxsize=256)
def _planner(
    game: GreatSplit, ahead: tuple[Horizon, ...], after: int, share: float, prices: Prices, beam: int
) -> HandSearch:
    return HandSearch(game, track_values(game, ahead, after, prices, share), prices.arrows, beam)


@lru_cache(maxsize=64)
def _plan(planner: HandSearch, estate: Estate) -> Mapping[Estate, ResolveAction]:
    """The best plan for a hand: what to do at each point it leads to."""
    plan: dict[Estate, ResolveAction] = {}
    for action in planner.plan(estate):
        plan[estate] = action
        estate = planner.game.resolved(estate, action)
    return plan


@lru_cache(maxsize=16)
def _subsets(cards: int) -> BoolArray:
    """All subsets of so many cards, shape (2^cards, cards)."""
    return (np.arange(2**cards)[:, None] >> np.arange(cards) & 1).astype(bool)


def _union(*groups: Group) -> Group:
    return tuple(sorted({card for group in groups for card in group}))


_HARD: Final = Player(Skill(beam=8, rivalry=0.8))
REVIEW_TRIES: Final = 240
"""Tries for each decision of a game that is reviewed, which takes a minute at most."""
LEVELS: Final[Mapping[str, Bot]] = {
    "random": Random(),
    "easy": Player(Skill(beam=1, noise=6.0, dozes=0.15)),
    "normal": Player(Skill(beam=1)),
    "hard": _HARD,
    "expert": Expert(2_000, _HARD),
}
