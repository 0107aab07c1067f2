"""What a seat can make of the round after this one, by hands drawn at random.

Half of a hand is what the seat holds, for so much comes back to it from its own wallet; the other half comes
from elsewhere: cards that it does not see, of the levels that hands are made of by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.games.great_split.planning import Masks, Numbers, Planner, Values
from core.games.great_split.rules import GreatSplit
from core.games.great_split.worth import levels


class Hands(NamedTuple):
    """Hands drawn at random: the cards in them, and which of these are in each, shape (hands, cards)."""

    cards: tuple[int, ...]
    masks: Masks


def hands(game: GreatSplit, done: int, own: Sequence[int], count: int, rng: np.random.Generator) -> Hands:
    """So many hands to resolve once `done` rounds are over, for a seat that holds these cards."""
    size = game.data.hand_limit[done]
    mix = np.array(levels(game, done), dtype=float)
    drawn = [_hand(game, own, size, mix / mix.sum(), rng) for _ in range(count)]
    cards = tuple(sorted({card for hand in drawn for card in hand}))
    return Hands(cards, np.array([[card in hand for card in cards] for hand in drawn]))


def _hand(game: GreatSplit, own: Sequence[int], size: int, mix: Values, rng: np.random.Generator) -> set[int]:
    mine = rng.permutation(np.array(own, dtype=np.intp))[: size // 2].tolist()
    hand = {*mine}
    while len(hand) < size:
        deck = game.data.decks[int(rng.choice(len(mix), p=mix))]
        card = deck[int(rng.integers(len(deck)))]
        if card not in own:
            hand.add(card)
    return hand


def foreseen(planner: Planner, tracks: Numbers, drawn: Hands) -> Values:
    """What tracks of shape (n, 10) are worth on average after the next round, with its prestige."""
    many = len(drawn.masks)
    values = planner.values(
        np.repeat(tracks, many, axis=0), drawn.cards, np.tile(drawn.masks, (len(tracks), 1))
    )
    average: Values = values.reshape(len(tracks), many).mean(axis=1)
    return average
