"""Supply beside the land: the bag and its content, places for other tiles, and words about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from client.boards.great_divide import tips
from client.boards.great_divide.action_picker import BAG_TARGET, TURN_STAGES
from client.boards.great_divide.art import (
    GLOW_LAYER,
    THING_LAYER,
    TILE_PICTURES,
    DrawnTileArt,
    EventCardArt,
    EventSign,
)
from client.boards.great_divide.layout import Layout
from client.boards.kit.hexes import corner_points
from client.boards.kit.pieces import Badge, Figure, PaintContext, Piece
from client.boards.kit.side import SHEET, SideItem, Words, painted
from client.ui.geometry import Rect
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import FIVE, QUIET_YEAR, Options, State

DRAWN_TILE_KEYS: Final = {
    "lay": ("great_divide.side.west_lays", "great_divide.side.east_lays"),
    "five": ("great_divide.side.west_five", "great_divide.side.east_five"),
}
"""Keys of the sentence on the drawn tile, by stage and seat."""
STOCK_HEIGHT: Final = 28.0
"""Font size in units of the numbers of tiles left in the bag."""


def kinds_of(game: GreatDivide, options: Options) -> list[str]:
    """Kinds of tiles in a game with these options."""
    return [kind for kind, count in zip(game.kinds, game.all_tiles(options), strict=True) if count]


def side_items(game: GreatDivide, view: State, layout: Layout) -> Iterator[SideItem]:
    """Everything in the supply."""
    boxes, count = layout.boxes, int(view.bag.sum())
    yield SideItem(layout.paper(bool(view.aside)), SHEET)
    yield SideItem(
        boxes["bag"],
        painted(_draw_bag),
        BAG_TARGET,
        tips.named("bag", tips.left(count)),
        acts=view.stage in TURN_STAGES,
        round=True,
    )
    yield SideItem(boxes["left"], Words("great_divide.side.left", count, ink="quiet", tabular=True))
    teller = DRAWN_TILE_KEYS.get(view.stage)
    if teller is not None and not layout.below:
        yield SideItem(boxes["teller"], Words(teller[view.actor]))
    for index, kind in enumerate(kinds_of(game, view.options)):
        yield from _kind(game, view, kind, boxes[f"kind {index}"])
    yield from _drawn(game, view, boxes["drawn"])
    yield from _five(view, boxes["five"])
    yield from _events(view, layout)
    if view.aside and not layout.below:
        yield SideItem(boxes["heading"], Words("great_divide.side.aside", ink="quiet", align="left"))
    for index, tile in enumerate(view.aside):
        number = sum(other.kind == tile.kind for other in view.aside[:index])
        rect, target = layout.aside_rect(index, len(view.aside)), ("aside", tile.kind, number)
        piece = Piece(target, DrawnTileArt(tile.kind), rect, THING_LAYER)
        yield SideItem(rect, None, target, tips.kind(game, view, tile.kind), pieces=(piece,))


def _kind(game: GreatDivide, view: State, kind: str, rect: Rect) -> Iterator[SideItem]:
    """Kind of tiles in the bag, and their number."""
    picture, number = rect.columns(1, 1, gap=4.0)
    left = int(view.bag[game.kinds.index(kind)])
    figure = Figure(left, "ink" if left else "quiet", STOCK_HEIGHT)
    tile = Rect.around(*picture.centre, min(picture.w, picture.h * 1.1))
    yield SideItem(tile, DrawnTileArt(kind), alpha=1.0 if left else 0.3)
    yield SideItem(
        rect,
        None,
        ("kind", kind),
        tips.kind(game, view, kind),
        pieces=(Piece(("left", kind), figure, number, THING_LAYER),),
    )


def _drawn(game: GreatDivide, view: State, rect: Rect) -> Iterator[SideItem]:
    """Place of the drawn tile, with the badge of the seat that has it."""
    if not view.drawn:
        yield SideItem(rect, painted(_draw_slot))
        return
    tile = DrawnTileArt(view.drawn, lifted=True)
    badge = Rect.around(rect.x + rect.w * 0.1, rect.y + rect.h * 0.16, rect.w * 0.3)
    pieces = (
        Piece(("drawn",), tile, rect, THING_LAYER),
        Piece(("actor",), Badge(view.actor), badge, GLOW_LAYER, follows=True),
    )
    tip = tips.kind(game, view, view.drawn)
    yield SideItem(rect, painted(_draw_slot), ("drawn",), tip, round=True, pieces=pieces)


def _five(view: State, rect: Rect) -> Iterator[SideItem]:
    """Place of the "5", with the badge of the seat that holds it."""
    pieces: tuple[Piece, ...] = ()
    if view.five is not None:
        badge = rect.place(rect.w * 0.42, rect.w * 0.42, "bottomright")
        pieces = (
            Piece(("five",), DrawnTileArt(FIVE), rect.scaled(0.88), THING_LAYER),
            Piece(("owner",), Badge(view.five), badge, GLOW_LAYER, follows=True),
        )
    art = painted(_draw_five_slot if view.five is None else _draw_slot)
    holder = tips.about("five_nobody") if view.five is None else tips.about("five_seat", name=view.five)
    tip = tips.named("five", holder, name=f"kind.{FIVE}")
    yield SideItem(rect, art, ("five",), tip, round=True, pieces=pieces)


def _events(view: State, layout: Layout) -> Iterator[SideItem]:
    """Deck of events, with the card turned up last, and the signs of those that have been."""
    if view.options.events:
        rect, last = layout.boxes["deck"], view.events[-1] if view.events else ""
        card = Piece(("event",), EventCardArt(last), rect, THING_LAYER)
        word = last.replace("-", "_") or ("deck" if QUIET_YEAR in view.options.deck else "deck_volcanoes")
        tip = tips.named(word, name="" if last else "tip.deck")
        yield SideItem(rect, None, ("deck",), tip, pieces=(card,))
    for index, event in enumerate(view.events):
        rect = layout.boxes[f"sign {index}"]
        sign = Piece(("sign", index), EventSign(event), rect, THING_LAYER)
        yield SideItem(
            rect, None, ("event", event, index), tips.named(event.replace("-", "_")), pieces=(sign,)
        )


def _draw_bag(ctx: PaintContext, rect: Rect) -> None:
    ctx.canvas.picture(f"{TILE_PICTURES}bag.svg", rect)


def _draw_slot(ctx: PaintContext, rect: Rect) -> None:
    """Draw the place of a tile."""
    rim = corner_points(rect.centre, rect.w * 0.44)
    ctx.canvas.layer("great_divide.slot", rect, lambda c: c.polyline(rim, 3, "line", closed=True), smooth=2)


def _draw_five_slot(ctx: PaintContext, rect: Rect) -> None:
    """Draw the place of the "5" while nobody has it."""
    _draw_slot(ctx, rect)
    ctx.canvas.text("5", rect, "heading", "quiet", align="centre")
