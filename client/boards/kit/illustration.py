"""Illustrations: positions as text, drawn by the board itself, with marks. The data of the rules' pictures.

A field of a picture is a position (`core.position`), the whole board or the part around some places of it
or beside it (`window`), or loose things in rows of so many `columns` (`show`). A `zoom` of 2 makes what is
seen of a position twice as large as in the other fields. A place is one of the game's notation, `1,2`, or a
name that its board knows. What a field claims is checked by one test for all games
(`test_illustrations.py`): `do` is an action that may be done there, shown as its preview; `open` lights every
place where something may be done; `refused` are actions that are refused, each with the last part of its
code, their places crossed out; `over` is the reason for which the game has ended. Marks are signs on places:
`right 1,2`, `wrong 1,2`, `light 1,2`, `arrow 0,0 1,2` (or through several places, there and back side by
side; green in a field that is right), or what a game knows besides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import pairwise
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from client.boards import pictures
from client.boards.fields import AnyField, Extent, Fields
from client.boards.kit.board import KitBoard
from client.boards.kit.hand import Choices, Hand
from client.boards.kit.pieces import Look, Piece, Target, draw_one, in_layers
from client.boards.kit.preview import draw_preview
from client.boards.pictures import Say, Spot, draw_head, draw_mark
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge
from client.ui.theme import Ink
from core import position
from core.game import AnyGame
from core.position import Position

BASE: Final = Rect(0.0, 0.0, 1000.0, 1000.0)
"""The field in which a board is laid out to see how large its parts are."""
SIDE: Final = Rect(2_000.0, 0.0, 400.0, 1000.0)
"""The place for what lies beside it."""
LOOSE: Final = 0.24
"""Sizes from a loose thing to the next."""
LARGEST: Final = 190.0
"""Units of one size at most, however much room there is."""
SIGN: Final = 0.42
"""Sizes across a tick or a cross."""
STROKE: Final = 0.09
"""Sizes across the line of an arrow."""
HEAD: Final = 0.16
"""Sizes from the middle of an arrow's head to its tip."""
TIP: Final = 0.2
"""The share of its last place by which a straight arrow ends before the middle."""
SIDEWAYS: Final = 0.08
"""Sizes by which an arrow through several places keeps to the right of their middles."""


class Field(AnyField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One field of a picture, as data; see the head of this module."""

    position: str = ""
    window: str = ""
    zoom: Annotated[float, Meta(gt=0.0)] = 1.0
    show: tuple[str, ...] = ()
    columns: int = 0
    do: str = ""
    open: bool = False
    refused: tuple[tuple[str, str], ...] = ()
    over: str = ""
    marks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if bool(self.position) == bool(self.show):
            raise ValueError("a field has either a position or things to show")


class Illustration(Fields[Field], frozen=True, forbid_unknown_fields=True):
    """A picture of a page, as data."""


class Drawn(NamedTuple):
    """A field ready to be drawn: its board and position, and which part of it; or its loose things."""

    field: Field
    board: KitBoard
    begin: Position | None
    loose: tuple[Piece, ...]
    part: Rect
    """What is seen, in the units of a board laid out in `BASE`."""
    size: float
    """Units of one size there."""

    @property
    def extent(self) -> Extent:
        """How much room it needs."""
        across, down = self.part.w / self.size, self.part.h / self.size
        return Extent(across, down, self.field.says is not None, bool(self.field.label or self.field.mark))


Make = Callable[[AnyGame, Any, int], KitBoard]


def ready(field: Field, game: AnyGame, make: Make) -> Drawn:
    """A field with its board. Raises `Refused` where its position cannot be."""
    if field.show:
        board = make(game, game.info.options(), game.info.seats[0])
        loose, room = _rows([board.loose(word) for word in field.show], field.columns)
        return Drawn(field, board, None, loose, room, 1.0)
    begin = position.read(field.position, game)
    board = make(game, begin.options, begin.seats)
    board.arrange(BASE, SIDE)
    layout = board.layout(begin.state)
    part = board.bounds(layout)
    if field.window:
        rects = (board.rect_of(word, begin.state, layout) for word in field.window.split())
        part = reduce(Rect.union, rects)
    return Drawn(field, board, begin, (), part, board.unit(begin.state, layout) / field.zoom)


def _rows(things: Sequence[Piece], columns: int) -> tuple[tuple[Piece, ...], Rect]:
    """Loose things in rows, and the room of all: about as many rows as columns if none are given."""
    columns = columns or math.ceil(math.sqrt(len(things)))
    wide = max(thing.rect.w for thing in things) if len(things) > columns else 0.0
    placed: list[Piece] = []
    x = y = 0.0
    for index, thing in enumerate(things):
        if index and index % columns == 0:
            x, y = 0.0, max(piece.rect.bottom for piece in placed) + LOOSE
        room = max(wide, thing.rect.w)
        rect = Rect(x + (room - thing.rect.w) / 2, y, thing.rect.w, thing.rect.h)
        placed.append(msgspec.structs.replace(thing, rect=rect))
        x += room + LOOSE
    across = max(piece.rect.cx + max(wide, piece.rect.w) / 2 for piece in placed)
    return tuple(placed), Rect(0.0, 0.0, across, max(piece.rect.bottom for piece in placed))


# --- drawing -------------------------------------------------------------------------------------------


def illustrate(
    canvas: Canvas,
    rect: Rect,
    shown: Illustration,
    say: Say,
    style: pictures.Style,
    game: AnyGame,
    make: Make,
    upto: float = 1.0,
) -> Rect:
    """A whole picture in the rectangle; what grows up to a share. Returns what it covers."""
    every = [ready(field, game, make) for field in shown.fields]
    extents = [one.extent for one in every]
    spots = pictures.arrange(
        extents, rect.inset(pictures.EDGE), canvas.scale, then=shown.then, largest=style.largest
    )
    look = Look(canvas, 0.0, say)
    for one, spot in zip(every, spots, strict=True):
        if one.begin is None:
            _draw_loose(look, one, spot)
        else:
            _draw_part(look, one, one.begin.state, spot, upto)
        pictures.draw_words(canvas, one.field, spot, say, style.game)
    if shown.then:
        pictures.draw_then(canvas, spots, style.ink)
    return pictures.covered(rect, extents, spots)


def _draw_loose(look: Look, one: Drawn, spot: Spot) -> None:
    size = spot.size
    for piece in one.loose:
        rect = piece.rect
        place = Rect(spot.box.x + rect.x * size, spot.box.y + rect.y * size, rect.w * size, rect.h * size)
        look.canvas.shadow(place, size * 0.06, max(6.0, size * 0.07))
        piece.art.paint(look, place)


def _draw_part(look: Look, one: Drawn, view: Any, spot: Spot, upto: float) -> None:
    """The part of the board, laid out so large that it fills its place.

    What lies beside the board has sizes of its own: it is drawn as at a table, but larger or smaller.
    """
    if one.part.x < SIDE.x:
        scale = spot.size / one.size
        one.board.arrange(*(_enlarged(rect, one.part, spot.box, scale) for rect in (BASE, SIDE)))
        _draw_laid_out(look, one, view, spot.box, upto)
        return
    with look.canvas.zoomed(one.part, spot.box):
        _draw_laid_out(look, one, view, one.part, upto)


def _draw_laid_out(look: Look, one: Drawn, view: Any, box: Rect, upto: float) -> None:
    """The part of the board that lies in the box."""
    board, layout = one.board, one.board.layout(view)
    key = ("illustration", one.field.position, one.field.window, box)
    if one.field.window:
        look.canvas.shadow(box, 10, 8)
    look.canvas.layer(key, box, lambda c: _paint_under(look._replace(canvas=c), one, view, layout))
    with look.canvas.clip(box.grown(1)):
        for piece in in_layers(board.pieces(view, layout)):
            if piece.art.live:
                piece.art.grow(look, piece.rect, upto)
            else:
                draw_one(look, piece)
        _draw_claims(look, one, view, layout)
        if board.game.outcome(view) is not None:
            board.paint_end(look, view, layout, upto)
    _draw_marks(look, one, view, layout, upto)
    if one.field.window:
        look.canvas.ring(box, 8, "line", 3)


def _enlarged(rect: Rect, part: Rect, box: Rect, scale: float) -> Rect:
    """A rectangle where it lies when the part fills the box."""
    x, y = box.x + (rect.x - part.x) * scale, box.y + (rect.y - part.y) * scale
    return Rect(x, y, rect.w * scale, rect.h * scale)


def _paint_under(look: Look, one: Drawn, view: Any, layout: Any) -> None:
    """The ground of the board, or of what lies beside it."""
    if one.part.x < SIDE.x:
        one.board.paint_ground(look, layout)
    else:
        one.board.paint_side(look, view, layout)


def _draw_claims(look: Look, one: Drawn, view: Any, layout: Any) -> None:
    """Where something may be done, what would come of it, and where it may not."""
    board, field = one.board, one.field
    rects = {spot.target: spot.rect for spot in board.spots(view, layout)}
    if field.open:
        for target in targets_of(one):
            if target in rects:
                board.paint_invitation(look, view, rects[target], 0.8)
        hand, choices = _hand_of(one)
        board.paint_choices(look, view, hand, choices, layout)
    if field.do:
        action = board.game.parse(field.do)
        seat = board.game.to_act(view)[0]
        draw_preview(look, board.preview(view, seat, action, layout))
        board.paint_preview(look, view, action, layout)
        key = board.key(action)
        if key is not None and key.path[-1] in rects:
            rect, size = rects[key.path[-1]], board.unit(view, layout)
            look.canvas.ring(rect, 10, f"seat.{seat}", max(3.0, size * 0.045))
            seat_badge(look.canvas, seat, Rect.around(rect.right, rect.y, max(28.0, size * 0.36)))
    for text, _ in field.refused:
        key = board.key(board.game.parse(text))
        if key is not None:
            target = key.path[-1]
            where = rects.get(target) or board.rect_of(",".join(map(str, target[1:])), view, layout)
            draw_mark(look.canvas, _sign(one, where, view, layout), "wrong")


def _sign(one: Drawn, place: Rect, view: Any, layout: Any) -> Rect:
    """Where a tick or a cross lies on a place: as large on a narrow one as on the others."""
    return Rect.around(*place.centre, SIGN * one.board.unit(view, layout))


def targets_of(one: Drawn) -> Sequence[Target]:
    """Where something may be done in a field with what is meant first."""
    hand, choices = _hand_of(one)
    return choices.targets((), hand.meant(choices))


def _hand_of(one: Drawn) -> tuple[Hand, Choices]:
    """The hand of whoever is to act in a field, and what can be done."""
    assert one.begin is not None
    seat = one.board.game.to_act(one.begin.state)[0]
    hand = one.board.hands[seat]
    return hand, hand.choices(one.begin.state, seat)


def _draw_marks(look: Look, one: Drawn, view: Any, layout: Any, upto: float) -> None:
    for mark in one.field.marks:
        kind, *words = mark.split()
        pieces = one.board.mark(kind, words, view, layout)
        for piece in pieces:
            piece.art.grow(look, piece.rect, upto)
        if pieces:
            continue
        spots = [one.board.rect_of(word, view, layout) for word in words]
        if kind in ("right", "wrong"):
            sign = _sign(one, spots[0], view, layout)
            draw_mark(look.canvas, sign, "right" if kind == "right" else "wrong")
        elif kind == "light":
            look.canvas.ring(spots[0].grown(spots[0].w * 0.03), 12, (255, 250, 235), spots[0].w * 0.05)
        elif kind == "arrow":
            ink = "paper_good" if one.field.mark == "right" else "paper_bad"
            _draw_arrow(look.canvas, spots, one.board.unit(view, layout), ink)
        else:
            raise ValueError(f"there is no mark {kind!r}")


def _draw_arrow(canvas: Canvas, places: Sequence[Rect], size: float, ink: Ink) -> None:
    """From the middle of the first place to that of the last; `size` units are one of a place."""
    points = [place.centre for place in places]
    way = _direction(*points[-2:])
    if len(points) > 2:
        points = _on_the_right(points, size * SIDEWAYS)
    (x, y), back = points[-1], size * HEAD if len(places) > 2 else places[-1].w * TIP
    points[-1] = (x - way[0] * back, y - way[1] * back)
    canvas.polyline(points, size * STROKE, ink)
    draw_head(canvas, points[-1], way, size * HEAD, ink)


def _on_the_right(points: Sequence[Point], off: float) -> list[Point]:
    """A way so many units to the right of its direction; where it turns round it leads around."""
    ways = [_direction(a, b) for a, b in pairwise(points)]
    found: list[Point] = []
    for (x, y), before, after in zip(points, (ways[0], *ways), (*ways, ways[-1]), strict=True):
        right, then = ((-way[1] * off, way[0] * off) for way in (before, after))
        turns_round = math.dist(right, then) > 1.5 * off
        if turns_round:
            tip = (x + before[0] * off, y + before[1] * off)
            found += [(tip[0] + right[0], tip[1] + right[1]), (tip[0] + then[0], tip[1] + then[1])]
        else:
            straight = math.dist(right, then) < 0.5 * off
            dx, dy = right if straight else (right[0] + then[0], right[1] + then[1])
            found.append((x + dx, y + dy))
    return found


def _direction(start: Point, end: Point) -> Point:
    """The way from one point to another, of length 1."""
    length = max(1.0, math.dist(start, end))
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


class Illustrator:
    """Draws the pictures of a game's rules, see `client.screens.rules_pages`."""

    Picture = Illustration

    def __init__(self, game: AnyGame, make: Make) -> None:
        self._game, self._make = game, make
        self._style = pictures.Style(game.info.key, LARGEST, "paper_quiet")

    def picture(self, canvas: Canvas, rect: Rect, shown: Any, say: Say, upto: float = 1.0) -> Rect:
        """A whole picture in the rectangle; what grows up to a share. Returns what it covers."""
        return illustrate(canvas, rect, shown, say, self._style, self._game, self._make, upto)

    def ratio(self, shown: Any) -> float:
        """Width by height of the picture if all fields stand side by side."""
        extents = [ready(field, self._game, self._make).extent for field in shown.fields]
        across = sum(extent.across for extent in extents) + 0.4 * (len(extents) - 1)
        return across / max(extent.down for extent in extents)
