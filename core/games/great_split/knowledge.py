"""The views of The Great Split: what a seat may know, and a state that it cannot tell from the real one.

Open: tracks, prestige, characters, tokens turned up, how many cards there are in each hand and deck, the two
group sizes while wallets are with the choosers (who see what is in theirs), and the cards as they were played
until the round ends, sold ones face down. While decisions are sealed everything lies as before the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec
import numpy as np

from core.game import Refused, Seat
from core.games.great_split.consistency import cards_of
from core.games.great_split.data import GameData
from core.games.great_split.state import (
    UNKNOWN_CARD,
    Action,
    Discard,
    Estate,
    Group,
    Sell,
    Split,
    State,
)

replace = msgspec.structs.replace

_CARDS: Final = ("hand", "left", "right", "played", "discarded")
"""Fields of an estate that hold cards."""


# --- What a viewer sees --------------------------------------------------------------------------------


def view(s: State, viewer: Seat | None) -> State:
    """The state with every card face down that the viewer may not see."""
    if s.stage == "over":
        return s
    estates, shown = list(s.shown or s.estates), list(s.shown)
    for seat, estate in enumerate(estates):
        if seat == viewer:
            estates[seat] = s.estates[seat]
            continue
        estates[seat] = _public_estate(estate, wallet=viewer == (seat + 1) % s.seats)
        if shown:
            shown[seat] = estates[seat]
    return replace(
        s,
        estates=tuple(estates),
        shown=tuple(shown),
        decks=tuple(map(_face_down, s.decks)),
        discards=_face_down(s.discards),
    )


def _public_estate(estate: Estate, wallet: bool) -> Estate:
    """Estate as others see it; with `wallet` they have its wallet in hand."""
    played = tuple(
        UNKNOWN_CARD if sold else card for card, sold in zip(estate.played, estate.sold, strict=True)
    )
    return replace(
        estate,
        hand=_face_down(estate.hand),
        left=estate.left if wallet else _face_down(estate.left),
        right=estate.right if wallet else _face_down(estate.right),
        played=played,
    )


def _face_down(cards: Group) -> Group:
    return (UNKNOWN_CARD,) * len(cards)


def face_down(s: State, seat: Seat, a: Action, viewer: Seat | None) -> Action:
    """A decision as others see it: cards that were discarded, parted or sold stay face down."""
    match a:
        case Discard():
            return Discard(UNKNOWN_CARD)
        case Split() if viewer != (seat + 1) % s.seats:
            return Split(_face_down(a.left), _face_down(a.right))
        case Sell():
            return Sell(UNKNOWN_CARD, a.goods)
        case _:
            return a


# --- What may be behind it -----------------------------------------------------------------------------


def deal_hidden(data: GameData, view: State, seat: Seat | None, rng: np.random.Generator) -> State:
    """A state behind a view: the cards that `seat` does not know are dealt anew.

    Raises `Refused("codec.refusal.malformed")` for a view that no state has.
    """
    lying = list(view.shown or view.estates)
    decks, rest = _deal_hidden(data, view, lying, rng)
    cards = iter(rest)
    estates = [
        estate if number == seat else _fill_hidden(estate, cards) for number, estate in enumerate(lying)
    ]
    discards = tuple(sorted(islice(cards, len(view.discards))))
    return replace(view, estates=tuple(estates), decks=decks, discards=discards)


def _deal_hidden(
    data: GameData, view: State, lying: list[Estate], rng: np.random.Generator
) -> tuple[tuple[Group, ...], list[int]]:
    """Decks of the right height out of the cards nowhere to be seen, and the rest of these, shuffled."""
    seen_cards = {card for estate in lying for card in cards_of(estate)}
    decks, rest = [], list[int]()
    for all_cards, deck in zip(data.decks, view.decks, strict=True):
        unseen = [card for card in all_cards if card not in seen_cards]
        if len(deck) > len(unseen):
            raise Refused("codec.refusal.malformed", detail="decks")
        mixed = rng.permutation(unseen).tolist() if unseen else []
        decks.append(tuple(sorted(mixed[: len(deck)])))
        rest += mixed[len(deck) :]
    covered = sum(card == UNKNOWN_CARD for estate in lying for card in cards_of(estate)) + len(view.discards)
    if covered != len(rest):
        raise Refused("codec.refusal.malformed", detail="cards")
    return tuple(decks), rng.permutation(rest).tolist() if rest else []


def _fill_hidden(estate: Estate, cards: Iterator[int]) -> Estate:
    """The estate with these cards in place of those face down."""
    faces = {
        field: tuple(next(cards) if card == UNKNOWN_CARD else card for card in getattr(estate, field))
        for field in _CARDS
    }
    order = {field: group if field == "played" else tuple(sorted(group)) for field, group in faces.items()}
    return replace(estate, **order)
