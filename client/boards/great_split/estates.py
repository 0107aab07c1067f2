"""Estates in numbers: what a seat has reached, and what the next scoring would bring it now.

Whatever a view says, these numbers lie within what can be drawn.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from core.game import Seat
from core.games.great_split import scoring
from core.games.great_split.data import Data
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import (
    RESOURCES,
    TRACKS,
    UNKNOWN,
    Bonus,
    Card,
    Estate,
    Group,
    Play,
    Sell,
    Splitter,
    State,
)
from core.games.great_split.tracks import Hop, advance

MOST: Final = 9999
"""No prestige is shown that is more than this."""
GEMS: Final = tuple(TRACKS.index(gem) for gem in ("topaz", "emerald"))

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
    less = min(GEMS, key=lambda gem: data_value(data, estate, gem))
    return tuple(
        Standing(
            reached=estate.tracks[track],
            sealed=estate.tracks[track + len(RESOURCES)],
            worth=_worth(data, estate, track, slider),
            counts=track not in GEMS or track == less,
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
            return data_value(data, estate, track)


def data_value(data: Data, estate: Estate, gem: int) -> int:
    """The value reached on the track of a gem."""
    return data.tracks[RESOURCES[gem]].values[estate.tracks[gem]]


def expected(data: Data, estate: Estate, slider: int) -> int:
    """What the scoring after the last round would bring now."""
    return sum(scoring.score(data, estate, token, slider) for token in ("books", "art", "gems", "contracts"))


def left_neighbour(seats: int, seat: int) -> Seat:
    """Who gets the wallet of a seat."""
    return Seat((seat + 1) % seats)


def right_neighbour(seats: int, seat: int) -> Seat:
    """From whom a seat gets a wallet."""
    return Seat((seat - 1) % seats)


def resolved(game: GreatSplit, estate: Estate, action: Any) -> tuple[Estate, tuple[Hop, ...], int]:
    """(what lies before a seat after a step of resolving, its advances, the prestige it brought).

    The card may be face down: then it is one of the hand.
    """
    card, sold = UNKNOWN, isinstance(action, Sell)
    hand, played, sales = estate.hand, estate.played, estate.sold
    if isinstance(action, Play | Sell):
        card = face(game.data, action.card)
        hand, played, sales = _removed(hand, card), (*played, card), (*sales, sold)
    prestige, steps = _gains(game, action, card)
    progress = advance(game.data, estate.tracks, steps)
    spent = int(isinstance(action, Bonus))
    after = replace(
        estate,
        tracks=progress.tracks,
        prestige=min(estate.prestige + prestige, MOST),
        hand=hand,
        played=played,
        sold=sales,
        splitter=estate.splitter and not isinstance(action, Splitter),
        arrows=max(0, estate.arrows + progress.arrows - spent),
    )
    return after, progress.hops, prestige


def _gains(game: GreatSplit, action: Any, card: Card) -> tuple[int, list[tuple[int, int]]]:
    """What an action brings by itself; a card face down that is played brings what its seals say."""
    if isinstance(action, Play) and card == UNKNOWN:
        return 0, [(TRACKS.index(track), 1) for track in action.seals]
    return game.gains(action)


def _removed(hand: Group, card: Card) -> Group:
    """A hand without a card; if that is not in it, without one that is face down, or the last."""
    gone = next((place for place, other in enumerate(hand) if other == card), None)
    if gone is None:
        gone = next((place for place, other in enumerate(hand) if other == UNKNOWN), len(hand) - 1)
    return tuple(other for place, other in enumerate(hand) if place != gone)
