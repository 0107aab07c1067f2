"""Illustrations: positions as text, drawn by the board itself, with marks. The data of the rules' pictures.

A field of a picture is a position (`core.position`), the whole board or the part around some places of it
or beside it (`window`), or loose things in rows of so many `columns` (`show`). A place is one of the game's
notation, `1,2`, or a name that its board knows. What a field claims is checked by one test for all games
(`test_illustrations.py`): `do` is an action that may be done there, shown as its preview; `open` lights every
place where something may be done; `refused` are actions that are refused, each with the last part of its
code, their places crossed out; `over` is the reason for which the game has ended. Marks are signs on places:
`right 1,2`, `wrong 1,2`, `light 1,2`, `arrow 0,0 1,2`, or what a game knows besides. With a `viewer` the
board is seen as by that seat, which knows only its own secrets. The board is laid out in a `room` of so many
units across and down, which matters to one that looks different in other shapes. Between loose things `->` is
an arrow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, ClassVar, Final, NamedTuple

import msgspec

from client.boards import pictures
from client.boards.fields import AnyField, Extent, Fields
from client.boards.kit.board import KitBoard
from client.boards.kit.pieces import Art, Look, Piece, Target, draw, draw_one, in_layers
from client.boards.kit.preview import draw_preview
from client.boards.pictures import Say, Spot, draw_head, draw_mark
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core import position
from core.game import AnyGame, Seat
from core.position import Position

BASE: Final = (1000.0, 1000.0)
"""Units across and down the field in which a board is laid out to see how large its parts are."""
SIDE: Final = Rect(2_000.0, 0.0, 400.0, 1000.0)
"""The place for what lies beside it."""
LOOSE: Final = 0.24
"""Sizes from a loose thing to the next."""
ARROW: Final = 0.45
"""Sizes across an arrow between loose things."""
LARGEST: Final = 190.0
"""Units of one size at most, however much room there is."""
THINNEST: Final = 7.0
"""Units across the line of an arrow at least."""
SIGN: Final = 0.42
"""The share of a place that a tick or a cross covers."""


class Field(AnyField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One field of a picture, as data; see the head of this module."""

    position: str = ""
    window: str = ""
    show: tuple[str, ...] = ()
    columns: int = 0
    do: str = ""
    open: bool = False
    refused: tuple[tuple[str, str], ...] = ()
    over: str = ""
    marks: tuple[str, ...] = ()
    viewer: int = -1
    room: tuple[float, float] = BASE

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
    view: Any
    """The position as the viewer sees it."""
    loose: tuple[Piece, ...]
    part: Rect
    """What is seen, in the units of a board laid out in the field's room."""
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
        things = [_ARROW if word == "->" else board.loose(word) for word in field.show]
        loose, room = _rows(things, field.columns)
        return Drawn(field, board, None, None, loose, room, 1.0)
    begin = position.read(field.position, game)
    board = make(game, begin.options, begin.seats)
    board.arrange(Rect(0.0, 0.0, *field.room), SIDE)
    view = begin.state if field.viewer < 0 else game.view(begin.state, Seat(field.viewer))
    layout = board.layout_for(view, field.viewer)
    part = board.bounds(layout)
    if field.window:
        rects = (board.rect_of(word, view, layout) for word in field.window.split())
        part = reduce(Rect.union, rects)
    return Drawn(field, board, begin, view, (), part, board.unit(view, layout))


def _rows(things: Sequence[Piece], columns: int) -> tuple[tuple[Piece, ...], Rect]:
    """Loose things in rows, and the room of all: about as many rows as columns if none are given."""
    columns = columns or math.ceil(math.sqrt(len(things)))
    wide = max(thing.rect.w for thing in things) if len(things) > columns else 0.0
    placed: list[Piece] = []
    y = 0.0
    for start in range(0, len(things), columns):
        row = things[start : start + columns]
        x, high = 0.0, max(thing.rect.h for thing in row)
        for thing in row:
            room = Rect(x, y, max(wide, thing.rect.w), high)
            rect = room.place(thing.rect.w, thing.rect.h)
            placed.append(msgspec.structs.replace(thing, rect=rect))
            x += room.w + LOOSE
        y += high + LOOSE
    across = max(piece.rect.cx + max(wide, piece.rect.w) / 2 for piece in placed)
    return tuple(placed), Rect(0.0, 0.0, across, max(piece.rect.bottom for piece in placed))


class _Arrow(Art, frozen=True):
    """Leads from one loose thing to the next."""

    solid: ClassVar[bool] = False

    def paint(self, look: Look, rect: Rect) -> None:
        icon(look.canvas, "right", rect, "paper_quiet")


_ARROW: Final = Piece(("loose", "->"), _Arrow(), Rect(0, 0, ARROW, ARROW))


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
            (_draw_magnified if one.board.magnified else _draw_part)(look, one, spot, upto)
        pictures.draw_words(canvas, one.field, spot, say, style.game)
    if shown.then:
        pictures.draw_then(canvas, spots, style.ink)
    return pictures.covered(rect, extents, spots)


def _draw_loose(look: Look, one: Drawn, spot: Spot) -> None:
    size = spot.size
    for piece in one.loose:
        rect = piece.rect
        place = Rect(spot.box.x + rect.x * size, spot.box.y + rect.y * size, rect.w * size, rect.h * size)
        if piece.art.solid:
            look.canvas.shadow(place, size * 0.06, max(6.0, size * 0.07))
        piece.art.paint(look, place)


def _draw_magnified(look: Look, one: Drawn, spot: Spot, upto: float) -> None:
    """The part of the board as it is laid out, magnified so that it fills its place."""
    board, view, canvas, box = one.board, one.view, look.canvas, spot.box
    layout = board.layout_for(view, one.field.viewer)
    lens = (spot.size / one.size, (one.part.x, one.part.y), (box.x, box.y))

    def paint(inner: Canvas) -> None:
        lying = look._replace(canvas=inner)
        with inner.magnified(*lens):
            _paint_under(lying, one, view, layout)
            draw(lying, board.pieces(view, layout))
            _draw_claims(lying, one, view, layout)
            if board.game.outcome(view) is not None:
                board.paint_end(lying, view, layout, 1.0)

    if one.field.window:
        canvas.shadow(box, 10, 8)
    canvas.layer(("illustration", one.field, canvas.scale), box, paint)
    with canvas.magnified(*lens):
        _draw_marks(look, one, view, layout, upto)
    if one.field.window:
        canvas.ring(box, 8, "line", 3)


def _draw_part(look: Look, one: Drawn, spot: Spot, upto: float) -> None:
    """The part of the board, laid out so large that it fills its place."""
    scale, board, view = spot.size / one.size, one.board, one.view
    room = Rect(0.0, 0.0, *one.field.room)
    board.arrange(*(_enlarged(rect, one.part, spot.box, scale) for rect in (room, SIDE)))
    layout = board.layout_for(view, one.field.viewer)
    key = ("illustration", one.field.position, one.field.window, spot.box)
    if one.field.window:
        look.canvas.shadow(spot.box, 10, 8)
    look.canvas.layer(key, spot.box, lambda c: _paint_under(look._replace(canvas=c), one, view, layout))
    with look.canvas.clip(spot.box.grown(1)):
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
        look.canvas.ring(spot.box, 8, "line", 3)


def _enlarged(rect: Rect, part: Rect, box: Rect, scale: float) -> Rect:
    """A rectangle where it lies when the part fills the box."""
    x, y = box.x + (rect.x - part.x) * scale, box.y + (rect.y - part.y) * scale
    return Rect(x, y, rect.w * scale, rect.h * scale)


def _paint_under(look: Look, one: Drawn, view: Any, layout: Any) -> None:
    """The ground of the board, or of what lies beside it."""
    if one.part.x < SIDE.x:
        one.board.paint_ground(look, layout)
    else:
        look.canvas.rect(one.part if one.board.magnified else look.canvas.area, "table")
        one.board.paint_side(look, view, layout)


def _draw_claims(look: Look, one: Drawn, view: Any, layout: Any) -> None:
    """Where something may be done, what would come of it, and where it may not."""
    board, field = one.board, one.field
    rects = {spot.target: spot.rect for spot in board.spots(view, layout)}
    if field.open:
        for target in targets_of(one):
            if target in rects:
                board.paint_invitation(look, view, rects[target], 0.8)
    if field.do:
        action, seat = board.game.parse(field.do), acting(one)
        draw_preview(look, board.preview(view, seat, action, layout))
        board.paint_preview(look, view, action, layout)
        key = board.key(action)
        if key is not None and key.path[-1] in rects:
            rect = rects[key.path[-1]]
            least = min(rect.w, rect.h)
            look.canvas.ring(rect, 10, f"seat.{seat}", max(3.0, least * 0.045))
            seat_badge(look.canvas, seat, Rect.around(rect.right, rect.y, max(28.0, least * 0.36)))
    for text, _ in field.refused:
        key = board.key(board.game.parse(text))
        if key is not None:
            target = key.path[-1]
            where = rects.get(target) or board.rect_of(",".join(map(str, target[1:])), view, layout)
            draw_mark(look.canvas, where.scaled(SIGN), "wrong")


def targets_of(one: Drawn) -> Sequence[Target]:
    """Where something may be done in a field."""
    seat = acting(one)
    return one.board.hands[seat].choices(one.view, seat).targets()


def acting(one: Drawn) -> Seat:
    """Who does what is done in a field: the viewer if it can, else the first who is to act."""
    seats = one.board.game.to_act(one.view)
    return Seat(one.field.viewer) if one.field.viewer in seats else seats[0]


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
            draw_mark(look.canvas, spots[0].scaled(SIGN), "right" if kind == "right" else "wrong")
        elif kind == "light":
            least = min(spots[0].w, spots[0].h)
            look.canvas.ring(spots[0].grown(least * 0.03), 12, (255, 250, 235), max(3.0, least * 0.05))
        elif kind == "arrow":
            _draw_arrow(look.canvas, spots[0], spots[1])
        else:
            raise ValueError(f"there is no mark {kind!r}")


def _draw_arrow(canvas: Canvas, start: Rect, end: Rect) -> None:
    """From one place to another: between their middles, and where there is room between their edges."""
    (ax, ay), (bx, by) = start.centre, end.centre
    length = max(1.0, math.dist(start.centre, end.centre))
    way = ((bx - ax) / length, (by - ay) / length)
    off, short = (min(_reach(rect, way), 0.2 * length) for rect in (start, end))
    tail = (ax + way[0] * off, ay + way[1] * off)
    tip = (bx - way[0] * short, by - way[1] * short)
    wide = max(THINNEST, end.w * 0.09)
    for ink, rim in (("paper_ink", 0.4 * wide), ("lamp", 0.0)):
        canvas.line(tail, tip, wide + rim, ink)
        draw_head(canvas, tip, way, 1.8 * wide + rim, ink)


def _reach(rect: Rect, way: tuple[float, float]) -> float:
    """How far the edge of a rectangle is from its middle in a direction."""
    return min(half / abs(step) for half, step in zip((rect.w / 2, rect.h / 2), way, strict=True) if step)


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
