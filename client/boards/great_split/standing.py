"""Estates in numbers: what a seat has reached, and what the next scoring would bring it now."""

from __future__ import annotations

import msgspec

from core.games.great_split import scoring
from core.games.great_split.data import Data
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import (
    RESOURCES,
    UNKNOWN,
    Card,
    Estate,
    Group,
    Play,
    Resolving,
    Sell,
)
from core.games.great_split.tracks import Hop, advance

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
            return scoring.art(data, estate, slider)
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


def _removed(hand: Group, card: Card) -> Group:
    """A hand without a card; if that is not in it, without one that is face down, or the last."""
    gone = card if card in hand else UNKNOWN
    place = hand.index(gone) if gone in hand else len(hand) - 1
    return hand[:place] + hand[place + 1 :]
