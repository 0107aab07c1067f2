"""Tips of The Great Divide: what spaces, tiles, cards, bag and events are, do, and are worth now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from client.boards.contract import Sentence
from client.boards.great_divide import supply
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

_tip: Final = partial(tip_of, "great_divide")


def tip_targets(game: GreatDivide, view: State, layout: Layout) -> Iterator[HitArea]:
    """Hit areas of everything that has a tip: every space, card, and thing beside the land."""
    for space, place in enumerate(game.land.places):
        yield HitArea(("space", *place), layout.spaces.box(space), True)
    for seat in SEATS:
        for letter in layout.letters:
            yield HitArea(("card", seat, letter), layout.card(seat, letter))
    if layout.beside:
        yield from _beside(game, view, layout)


def _beside(game: GreatDivide, view: State, layout: Layout) -> Iterator[HitArea]:
    yield HitArea(("bag",), layout.bag, True)
    kinds = supply.stock_counts(game, view)
    for index, (kind, _) in enumerate(kinds):
        yield HitArea(("kind", kind), layout.kind(index, len(kinds)))
    if view.drawn:
        yield HitArea(("drawn",), layout.drawn, True)
    yield HitArea(("five",), layout.five, True)
    if view.options.events:
        yield HitArea(("deck",), layout.deck)
    for index, event in enumerate(view.events):
        yield HitArea(("event", event, index), layout.sign(index))
    for index, tile in enumerate(view.aside):
        yield HitArea(("aside", tile.kind, index), layout.aside_rect(index, len(view.aside)))


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
            return _tip(word, name=f"offer.{word}")
    return _thing(game, view, target)


def _thing(game: GreatDivide, view: State, target: Target) -> Tip | None:
    """Tip of a thing beside the land."""
    match target:
        case ("kind" | "aside", str(kind), *_):
            return _kind(game, view, kind)
        case ("drawn",) if view.drawn:
            return _kind(game, view, view.drawn)
        case ("five",):
            holder = _about("five_nobody") if view.five is None else _about("five_seat", name=view.five)
            return _tip("five", holder, name=f"kind.{play.FIVE}")
        case ("bag",):
            return _tip("bag", _left(int(view.bag.sum())))
        case ("deck",):
            deck = "deck" if play.QUIET_YEAR in view.options.deck else "deck_volcanoes"
            return _event(view.events[-1]) if view.events else _tip(deck, name="tip.deck")
        case ("event", str(event), _):
            return _event(event)
    return None


def _about(word: str, **seats: Seat) -> Sentence:
    return Sentence(f"great_divide.tip.{word}", seats=seats)


def _left(count: int) -> Sentence:
    return Sentence("great_divide.tip.left", {"count": count})


def _in_bag(game: GreatDivide, view: State, kind: str) -> Sentence:
    return _left(int(view.bag[game.kinds.index(kind)]))


def _card(game: GreatDivide, view: State, viewer: int, seat: int, letter: str) -> Tip:
    """Tip of a selection card: its area, and who lays such tiles now when its owner draws them."""
    side = int(view.cards[seat, game.letters.index(letter)])
    hidden = _about("card_own" if seat == viewer else "card_open")
    now = {
        ACTIVE: _about("card_active", name=Seat(seat)),
        PASSIVE: _about("card_passive", name=opponent(Seat(seat))),
    }.get(side, hidden)
    return _tip("special" if letter == EIGHTH_CARD else "card", now, name=f"kind.{letter}")


def _kind(game: GreatDivide, view: State, kind: str) -> Tip:
    """Tip of a kind of tile, and how many are in the bag."""
    about = f"kind_{kind}" if kind in play.OTHER_KINDS else "river"
    return _tip(about, _in_bag(game, view, kind), name=f"kind.{kind}")


def _event(event: str) -> Tip:
    return _tip(event.replace("-", "_"))


def _space(game: GreatDivide, view: State, space: int) -> Tip:
    """Tip of an empty space, or of the tile on it: where its water ends, and of how many tiles it is."""
    land, tile = game.land, int(view.tiles[space])
    area = land.areas[land.area[space]]
    if tile == EMPTY_SPACE:
        return _tip("empty", _in_bag(game, view, area), name=f"kind.{area}")
    if tile == BASIN_CODE:
        return _tip(f"kind_{play.BASIN_TILE}", name=f"kind.{play.BASIN_TILE}")
    water = rivers(land, view)
    if is_pass(tile):
        sure = _sure(water.drains(space))
        return _tip(f"kind_{play.PASS_TILE}", sure, name=f"kind.{play.PASS_TILE}")
    fate = water.fate(space, tile)
    seats = {} if fate.seat is None else {"name": fate.seat}
    worth = Sentence(f"great_divide.tip.river_{fate.name.lower()}", {"count": water.carries[space]}, seats)
    return _tip("river", worth, name=f"kind.{area}")


def _sure(seats: Sequence[Seat]) -> Sentence:
    """Sentence on the seats for which the Pass is sure to count."""
    if not seats:
        return _about("pass_open")
    return (
        _about("pass_sure", name=seats[0])
        if len(seats) == 1
        else _about("pass_both", name=seats[0], other=seats[1])
    )
