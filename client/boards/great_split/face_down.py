"""Steps of The Great Split with cards face down, in a form that the rules can apply."""

from __future__ import annotations

from typing import Final

import msgspec

from core.game import Seat
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import UNKNOWN_CARD, Action, Deal, Discard, Group, Play, Sealed, Sell, State
from core.simultaneous import Step

_OTHER_CARD: Final = UNKNOWN_CARD - 1
"""Number for a card face down other than the one that is taken."""

replace = msgspec.structs.replace


def with_known_card(game: GreatSplit, s: State, step: Step) -> tuple[State, Action]:
    """State before a step, with the step's card in the deck or hand it is taken from; and its action."""
    match step.action:
        case Deal(card):
            level = game.drawing(s)[1]
            decks = (*s.decks[:level], _with(s.decks[level], card), *s.decks[level + 1 :])
            return replace(s, decks=decks), step.action
        case Discard(card) | Play(card) | Sell(card):
            return _in_hand(s, step.seat, card), step.action
        case Sealed():  # sealed by one seat and not shown to others: everything but the opening of wallets
            return _in_hand(s, step.seat, UNKNOWN_CARD), Discard(UNKNOWN_CARD)
    return s, step.action


def _in_hand(s: State, seat: Seat, card: int) -> State:
    estate = s.estates[seat]
    held = replace(estate, hand=_with(estate.hand, card))
    return replace(s, estates=(*s.estates[:seat], held, *s.estates[seat + 1 :]))


def _with(cards: Group, card: int) -> Group:
    """Group of as many cards with `card` exactly once in it; the others do not matter."""
    return cards if cards.count(card) == 1 else (card, *[_OTHER_CARD] * (len(cards) - 1))
