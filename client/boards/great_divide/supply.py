"""Supply beside the land: the bag and its content, places for other tiles, and words about them."""

from __future__ import annotations

from typing import Final

from client.boards.great_divide.art import TILE_PICTURES, DrawnTileArt
from client.boards.great_divide.hexes import corner_points
from client.boards.great_divide.layout import Layout
from client.boards.kit.pieces import PaintContext
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import State

DRAWN_TILE_KEYS: Final = {
    "lay": ("great_divide.side.west_lays", "great_divide.side.east_lays"),
    "five": ("great_divide.side.west_five", "great_divide.side.east_five"),
}
"""Keys of the sentence on the drawn tile, by stage and seat."""


def stock_counts(game: GreatDivide, view: State) -> list[tuple[str, int]]:
    """Kinds of tiles in this game, each with the number left in the bag."""
    every = game.all_tiles(view.options).tolist()
    tiles = zip(game.kinds, view.bag.tolist(), every, strict=True)
    return [(kind, left) for kind, left, at_first in tiles if at_first]


def key(view: State) -> tuple[object, ...]:
    """Everything that `paint` depends on, besides layout and language."""
    teller = DRAWN_TILE_KEYS.get(view.stage)
    return (
        view.bag.tobytes(),
        teller and teller[view.actor],
        view.five is None,
        bool(view.aside),
        view.options,
    )


def paint(look: PaintContext, game: GreatDivide, view: State, layout: Layout) -> None:
    """Paint everything in the supply that is not a piece."""
    canvas, say = look.canvas, look.say
    canvas.panel(layout.paper(bool(view.aside)), "float")
    canvas.picture(f"{TILE_PICTURES}bag.svg", layout.bag)
    _paint_slot(canvas, layout.drawn)
    count = say("great_divide.side.left", count=int(view.bag.sum()))
    canvas.text(count, layout.tellers[0], "small", "quiet", align="centre", tabular=True)
    teller = DRAWN_TILE_KEYS.get(view.stage)
    if teller is not None and not layout.below:
        canvas.text(say(teller[view.actor]), layout.tellers[1], "small", "ink", align="centre")
    _paint_contents(look, game, view, layout)
    _paint_slot(canvas, layout.five)
    if view.five is None:
        canvas.text("5", layout.five, "heading", "quiet", align="centre")
    if view.aside and not layout.below:
        canvas.text(say("great_divide.side.aside"), layout.aside_words, "small", "quiet")


def _paint_contents(look: PaintContext, game: GreatDivide, view: State, layout: Layout) -> None:
    """Paint the kinds of tiles in the bag; their numbers are pieces."""
    shown = stock_counts(game, view)
    for index, (kind, left) in enumerate(shown):
        picture, _ = layout.stock(index, len(shown))
        with look.canvas.faded(1.0 if left else 0.3):
            DrawnTileArt(kind).paint(look, Rect.around(*picture.centre, min(picture.w, picture.h * 1.1)))


def _paint_slot(canvas: Canvas, rect: Rect) -> None:
    """Paint the place of a tile."""
    rim = corner_points(rect.centre, rect.w * 0.44)
    canvas.layer("great_divide.slot", rect, lambda c: c.polyline(rim, 3, "line", closed=True), smooth=2)
