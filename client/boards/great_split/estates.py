"""Estates in numbers: what a seat has reached, and what the next scoring would bring it now.

Whatever a view says, these numbers lie within what can be drawn.
"""

from __future__ import annotations

from typing import Final

import msgspec

from core.games.great_split import scoring
from core.games.great_split.data import Data
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import (
    RESOURCES,
    TRACKS,
    UNKNOWN,
    Card,
    Estate,
    Group,
    Play,
    Resolving,
    Sell,
    State,
)
from core.games.great_split.tracks import Hop, advance

MOST: Final = 9999
"""No prestige is shown that is more than this."""

replace = msgspec.structs.replace


class Standing(msgspec.Struct, frozen=True):
    """A resource of an estate.

    `reached` and `sealed` are the spaces reached on its track and on its seal's. `worth` is what the track
    is worth now: a banner, what the art market pays, the value of gems; of gold the double arrows to spend.
    `counts` says whether that scores: of the gems only the less advanced does, twice. `icons` and `stars`
    make the contract.
    """

    reached: int
    sealed: int
    worth: int
    counts: bool
    icons: int
    stars: int


def safe(data: Data, estate: Estate) -> Estate:
    """An estate of which every number can be drawn."""
    found = (*estate.tracks, *(0,) * len(TRACKS))[: len(TRACKS)]
    tracks = tuple(min(max(n, 0), most) for n, most in zip(found, data.spaces, strict=True))
    known = estate.character is not None and 0 <= estate.character < len(data.characters)
    sold = (*estate.sold, *(False,) * len(estate.played))[: len(estate.played)]
    return replace(
        estate,
        tracks=tracks,
        prestige=min(max(estate.prestige, 0), MOST),
        character=estate.character if known else None,
        hand=_cards(data, estate.hand),
        left=_cards(data, estate.left),
        right=_cards(data, estate.right),
        played=_cards(data, estate.played),
        sold=sold,
        arrows=min(max(estate.arrows, 0), MOST),
    )


def _cards(data: Data, cards: Group) -> Group:
    return tuple(face(data, card) for card in cards)


def face(data: Data, card: Card) -> Card:
    """A card that there is, else its back."""
    return card if 0 <= card < len(data.cards) else UNKNOWN


class _Recent:
    """The estates of the views asked for last: a frame asks for them several times."""

    def __init__(self) -> None:
        self._kept: list[tuple[Data, State, int, tuple[Estate, ...]]] = []

    def get(self, data: Data, view: State, seats: int) -> tuple[Estate, ...]:
        for numbers, seen, many, estates in self._kept:
            if seen is view and numbers is data and many == seats:
                return estates
        found = (*view.estates, *(Estate(),) * seats)[:seats]
        estates = tuple(safe(data, estate) for estate in found)
        self._kept = [(data, view, seats, estates), *self._kept[:5]]
        return estates


_RECENT: Final = _Recent()


def estates_of(data: Data, view: State, seats: int) -> tuple[Estate, ...]:
    """The estates of a view that can be drawn, one for each seat."""
    return _RECENT.get(data, view, seats)


def standings(data: Data, estate: Estate, slider: int) -> tuple[Standing, ...]:
    """The five resources of an estate that can be drawn."""
    less = min(scoring.GEMS, key=lambda gem: scoring.value_of(data, estate, gem))
    return tuple(
        Standing(
            reached=estate.tracks[track],
            sealed=estate.tracks[track + len(RESOURCES)],
            worth=_worth(data, estate, track, slider),
            counts=track not in scoring.GEMS or track == less,
            icons=scoring.contracts_of(data, estate, resource),
            stars=scoring.stars_of(data, estate, resource),
        )
        for track, resource in enumerate(RESOURCES)
    )


def _worth(data: Data, estate: Estate, track: int, slider: int) -> int:
    match RESOURCES[track]:
        case "books":
            return scoring.books(data, estate)
        case "art":
            return scoring.art(data, estate, min(max(slider, 0), MOST))
        case "gold":
            return estate.arrows
        case _:
            return scoring.value_of(data, estate, track)


def resolved(game: GreatSplit, estate: Estate, action: Resolving) -> tuple[Estate, tuple[Hop, ...], int]:
    """(what lies before a seat after a step of resolving, its advances, the prestige it brought).

    The hand may be face down, and so may a card that is sold.
    """
    after = game.resolved(estate, action)
    if isinstance(action, Play | Sell):
        after = replace(after, hand=_removed(estate.hand, action.card))
    prestige, steps = game.gains(action)
    hops = advance(game.data, estate.tracks, steps).hops
    return replace(after, arrows=max(0, after.arrows)), hops, prestige


def has_card(data: Data, action: Resolving) -> bool:
    """Whether it is done with a card that there is, if with any; one that is sold may be face down."""
    match action:
        case Play():
            return 0 <= action.card < len(data.cards)
        case Sell():
            return UNKNOWN <= action.card < len(data.cards)
        case _:
            return True


def _removed(hand: Group, card: Card) -> Group:
    """A hand without a card; if that is not in it, without one that is face down, or the last."""
    gone = card if card in hand else UNKNOWN
    place = hand.index(gone) if gone in hand else len(hand) - 1
    return hand[:place] + hand[place + 1 :]
