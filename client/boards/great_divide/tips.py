"""Tips of The Great Divide: what spaces, tiles, cards, bag and events are, do, and are worth now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from client.boards.contract import Sentence
from client.boards.great_divide.layout import Layout
from client.boards.great_divide.rivers import rivers
from client.boards.kit.pieces import HitArea, Target
from client.boards.kit.tips import Tip, tip_of
from core.game import Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import BASIN_CODE, EMPTY_SPACE, is_pass
from core.games.great_divide.land import EIGHTH_CARD
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import ACTIVE, PASSIVE, State, opponent

named: Final = partial(tip_of, "great_divide")
"""Tip of a thing by its word, see `tip_of`."""


def tip_targets(game: GreatDivide, layout: Layout) -> Iterator[HitArea]:
    """Hit areas of everything on the board that has a tip: every space and card."""
    for space, place in enumerate(game.land.places):
        yield HitArea(("space", *place), layout.spaces.box(space), True)
    for seat in SEATS:
        for letter in layout.letters:
            yield HitArea(("card", seat, letter), layout.card(seat, letter))


def tip(game: GreatDivide, view: State, viewer: int, target: Target) -> Tip | None:
    """Tip of a target for a viewer; None where there is nothing to say."""
    match target:
        case ("space", int(x), int(y)):
            return _space(game, view, game.land.space[x, y])
        case ("card", int(seat), str(letter)):
            return _card(game, view, viewer, seat, letter)
        case ("flip", str(letter)):
            return _card(game, view, viewer, view.turn, letter)
        case ("keep" | "give" as word,):
            return named(word, name=f"offer.{word}")
    return None


def about(word: str, **seat: Seat) -> Sentence:
    """Sentence of a tip."""
    return Sentence(f"great_divide.tip.{word}", seats=seat)


def left(count: int) -> Sentence:
    """Sentence on the tiles left in the bag."""
    return Sentence("great_divide.tip.left", {"count": count})


def _in_bag(game: GreatDivide, view: State, kind: str) -> Sentence:
    return left(int(view.bag[game.kinds.index(kind)]))


def _card(game: GreatDivide, view: State, viewer: int, seat: int, letter: str) -> Tip:
    """Tip of a selection card: its area, and who lays such tiles now when its owner draws them."""
    side = int(view.cards[seat, game.letters.index(letter)])
    hidden = about("card_own" if seat == viewer else "card_open")
    now = {
        ACTIVE: about("card_active", name=Seat(seat)),
        PASSIVE: about("card_passive", name=opponent(Seat(seat))),
    }.get(side, hidden)
    return named("special" if letter == EIGHTH_CARD else "card", now, name=f"kind.{letter}")


def kind(game: GreatDivide, view: State, word: str) -> Tip:
    """Tip of a kind of tile, and how many are in the bag."""
    thing = f"kind_{word}" if word in play.OTHER_KINDS else "river"
    return named(thing, _in_bag(game, view, word), name=f"kind.{word}")


def _space(game: GreatDivide, view: State, space: int) -> Tip:
    """Tip of an empty space, or of the tile on it: where its water ends, and of how many tiles it is."""
    land, tile = game.land, int(view.tiles[space])
    area = land.areas[land.area[space]]
    if tile == EMPTY_SPACE:
        return named("empty", _in_bag(game, view, area), name=f"kind.{area}")
    if tile == BASIN_CODE:
        return named(f"kind_{play.BASIN_TILE}", name=f"kind.{play.BASIN_TILE}")
    water = rivers(land, view)
    if is_pass(tile):
        sure = _sure(water.drains(space))
        return named(f"kind_{play.PASS_TILE}", sure, name=f"kind.{play.PASS_TILE}")
    fate = water.fate(space, tile)
    seats = {} if fate.seat is None else {"name": fate.seat}
    worth = Sentence(f"great_divide.tip.river_{fate.name.lower()}", {"count": water.carries[space]}, seats)
    return named("river", worth, name=f"kind.{area}")


def _sure(seats: Sequence[Seat]) -> Sentence:
    """Sentence on the seats for which the Pass is sure to count."""
    if not seats:
        return about("pass_open")
    return (
        about("pass_sure", name=seats[0])
        if len(seats) == 1
        else about("pass_both", name=seats[0], other=seats[1])
    )
