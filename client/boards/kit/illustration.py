"""Illustrations: positions as text, drawn by the board itself, with marks. The data of the rules' pictures.

A field of a picture is a position (`core.position`), the whole board or the part around some places of it
or beside it (`window`), or loose things in rows of so many `columns` (`show`), among them `then` for an arrow
and `seat 1` for a seat. A place is one of the game's notation, `1,2`, or a name that its board knows. What a
field claims is checked by one test for all games (`test_illustrations.py`): `do` is an action that may be
done there, shown as its preview (or, without `preview`, only where and by whom it is done); `open` lights
every place where something may be done; `refused` are actions that are refused, each with the last part of
its code, their places crossed out, a single one with all that is to blame; `over` is the reason for which the
game has ended. Marks are signs on places:
`right 1,2`, `wrong 1,2`, `light 1,2`, `arrow 0,0 1,2`, or what a game knows besides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any, Final, NamedTuple

import msgspec

from client.boards import pictures
from client.boards.fields import AnyField, Extent, Fields
from client.boards.kit.board import KitBoard
from client.boards.kit.pieces import Badge, Look, Piece, Sign, Target, draw, draw_one
from client.boards.kit.pieces import Spot as PlaceSpot
from client.boards.kit.preview import draw_preview
from client.boards.pictures import Say, Spot, draw_head, draw_mark
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge
from core import position
from core.game import AnyGame, Seat
from core.position import Position

BASE: Final = Rect(0.0, 0.0, 1000.0, 1000.0)
"""The field in which a board is laid out to see how large its parts are."""
SIDE: Final = Rect(2_000.0, 0.0, 400.0, 1000.0)
"""The place for what lies beside it."""
LOOSE: Final = 0.24
"""Sizes from a loose thing to the next."""
LARGEST: Final = 190.0
"""Units of one size at most, however much room there is."""
THEN, ARROW, SEAT = "then", 0.3, 0.75
"""The word for an arrow between loose things; sizes across such an arrow, and across the badge of a seat."""
SIGN: Final = 0.42
"""The share of a place that a tick or a cross covers."""


PREPARED: Final = 12
"""Fields that are kept ready: those of two pages."""


class Field(AnyField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One field of a picture, as data; see the head of this module."""

    position: str = ""
    window: str = ""
    show: tuple[str, ...] = ()
    columns: int = 0
    do: str = ""
    preview: bool = True
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
        loose, room = _rows([_loose(board, word) for word in field.show], field.columns)
        return Drawn(field, board, None, loose, room, 1.0)
    begin = position.read(field.position, game)
    board = make(game, begin.options, begin.seats)
    board.arrange(BASE, SIDE)
    layout = board.layout(begin.state)
    part, size = board.bounds(layout), board.unit(begin.state, layout)
    if field.window:
        rects = (board.rect_of(word, begin.state, layout) for word in field.window.split())
        part = reduce(Rect.union, rects).grown(board.around * size)
    return Drawn(field, board, begin, (), part, size)


def _loose(board: KitBoard, word: str) -> Piece:
    """A loose thing: an arrow, a seat, or one of the game's."""
    if word == THEN:
        return Piece(("loose", word), Sign("right"), Rect(0, 0, ARROW, ARROW))
    if word.startswith("seat "):
        return Piece(("loose", word), Badge(Seat(int(word[5:]))), Rect(0, 0, SEAT, SEAT))
    return board.loose(word)


def _rows(things: Sequence[Piece], columns: int) -> tuple[tuple[Piece, ...], Rect]:
    """Loose things in rows, and the room of all: about as many rows as columns if none are given."""
    columns = columns or math.ceil(math.sqrt(len(things)))
    wide = max(thing.rect.w for thing in things) if len(things) > columns else 0.0
    placed: list[Piece] = []
    y = 0.0
    for row in (things[start : start + columns] for start in range(0, len(things), columns)):
        x, high = 0.0, max(thing.rect.h for thing in row)
        for thing in row:
            place = Rect(x, y, max(wide, thing.rect.w), high)
            placed.append(msgspec.structs.replace(thing, rect=place.place(thing.rect.w, thing.rect.h)))
            x = place.right + LOOSE
        y += high + LOOSE
    across = max(piece.rect.cx + max(wide, piece.rect.w) / 2 for piece in placed)
    return tuple(placed), Rect(0.0, 0.0, across, max(piece.rect.bottom for piece in placed))


# --- drawing -------------------------------------------------------------------------------------------


def illustrate(
    canvas: Canvas,
    rect: Rect,
    shown: Illustration,
    every: Sequence[Drawn],
    say: Say,
    style: pictures.Style,
    upto: float = 1.0,
) -> Rect:
    """A whole picture of fields that are ready; what grows up to a share. Returns what it covers."""
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
        if piece.art.casts:
            look.canvas.shadow(place, size * 0.06, max(6.0, size * 0.07))
        piece.art.paint(look, place)


def _draw_part(look: Look, one: Drawn, view: Any, spot: Spot, upto: float) -> None:
    """The part of the board, laid out so large that it fills its place."""
    scale, board = spot.size / one.size, one.board
    board.arrange(*(_enlarged(rect, one.part, spot.box, scale) for rect in (BASE, SIDE)))
    layout = board.layout(view)
    key = ("illustration", one.field.position, one.field.window, spot.box)
    if one.field.window:
        look.canvas.shadow(spot.box, 10, 8)
    look.canvas.layer(key, spot.box, lambda c: _paint_still(look._replace(canvas=c), one, spot.box, layout))
    with look.canvas.clip(spot.box.grown(1)):
        for piece in board.pieces_of(view, layout):
            if piece.art.live:
                piece.art.grow(look, piece.rect, upto)
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


def _paint_still(look: Look, one: Drawn, box: Rect, layout: Any) -> None:
    """The ground of the board, or of what lies beside it, and the pieces in the box that lie still."""
    assert one.begin is not None
    board, view = one.board, one.begin.state
    if one.part.cx < SIDE.x:
        board.paint_ground(look, layout)
    else:
        look.canvas.rounded(box, 8, "table")
        board.paint_side(look, view, layout)
    seen = (piece for piece in board.pieces_of(view, layout) if piece.rect.overlaps(box))
    draw(look, (piece for piece in seen if not piece.art.live))


Places = Mapping[Target, PlaceSpot]
"""What one can point at in a field, by its target."""


def _draw_claims(look: Look, one: Drawn, view: Any, layout: Any) -> None:
    """Where something may be done, what would come of it, and where it may not."""
    board, field = one.board, one.field
    places = {place.target: place for place in board.spots(view, layout)}
    if field.open:
        for target in targets_of(one):
            if target in places:
                board.paint_invitation(look, view, places[target].rect, 0.8)
    if field.do:
        _draw_done(look, one, view, layout, places)
    for text, _ in field.refused:
        _draw_refused(look, one, view, layout, places, text)


def _draw_done(look: Look, one: Drawn, view: Any, layout: Any, places: Places) -> None:
    """What somebody does, and what would come of it."""
    board, seat = one.board, one.board.game.to_act(view)[0]
    action = board.game.parse(one.field.do)
    if one.field.preview:
        draw_preview(look, board.preview(view, seat, action, layout))
        board.paint_preview(look, view, action, layout)
    key = board.key(action)
    if key is not None and key.path[-1] in places:
        spot = places[key.path[-1]]
        board.paint_rim(look, view, spot.target, spot.rect, f"seat.{seat}")
        seat_badge(look.canvas, seat, Rect.around(*_corner(spot), max(28.0, spot.rect.w * 0.36)))


def _draw_refused(look: Look, one: Drawn, view: Any, layout: Any, places: Places, text: str) -> None:
    """What cannot be done; a single one as the board shows it to whoever tries it."""
    board, action = one.board, one.board.game.parse(text)
    key = board.key(action)
    if key is None:
        return
    target = key.path[-1]
    spot = places.get(target)
    if spot is None:
        spot = PlaceSpot(target, board.rect_of(",".join(map(str, target[1:])), view, layout))
    sign = spot.rect.scaled(SIGN)
    if len(one.field.refused) == 1:
        refusal = board.game.why_not(view, board.game.to_act(view)[0], action)
        for blamed in map(board.blamed, () if refusal is None else refusal.places):
            if blamed in places:
                board.paint_rim(look, view, blamed, places[blamed].rect, "bad")
        held = board.held_art(view, key)
        if held is not None:
            draw_one(look, msgspec.structs.replace(held, alpha=1.0))
            board.paint_rim(look, view, target, spot.rect, "bad")
            sign = Rect.around(*_corner(spot), sign.w)
    draw_mark(look.canvas, sign, "wrong")


def _corner(spot: PlaceSpot) -> Point:
    """The upper right corner of a place; of a round one where its rim is there."""
    rect, inner = spot.rect, (1 - math.sqrt(0.5)) / 2 if spot.round else 0.0
    return rect.right - inner * rect.w, rect.y + inner * rect.h


def targets_of(one: Drawn) -> Sequence[Target]:
    """Where something may be done in a field."""
    assert one.begin is not None
    seat = one.board.game.to_act(one.begin.state)[0]
    return one.board.hands[seat].choices(one.begin.state, seat).targets()


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
            look.canvas.ring(spots[0].grown(spots[0].w * 0.03), 12, (255, 250, 235), spots[0].w * 0.05)
        elif kind == "arrow":
            _draw_arrow(look.canvas, spots[0], spots[1])
        else:
            raise ValueError(f"there is no mark {kind!r}")


def _draw_arrow(canvas: Canvas, start: Rect, end: Rect) -> None:
    """From the middle of one place to that of another."""
    (ax, ay), (bx, by) = start.centre, end.centre
    length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    way = ((bx - ax) / length, (by - ay) / length)
    tip = (bx - way[0] * end.w * 0.2, by - way[1] * end.w * 0.2)
    canvas.line((ax, ay), tip, end.w * 0.09, "paper_bad")
    draw_head(canvas, tip, way, end.w * 0.16, "paper_bad")


class Illustrator:
    """Draws the pictures of a game's rules, see `client.screens.rules_pages`."""

    Picture = Illustration

    def __init__(self, game: AnyGame, make: Make) -> None:
        self._ready = lru_cache(maxsize=PREPARED)(lambda field: ready(field, game, make))
        self._style = pictures.Style(game.info.key, LARGEST, "paper_quiet")

    def picture(self, canvas: Canvas, rect: Rect, shown: Any, say: Say, upto: float = 1.0) -> Rect:
        """A whole picture in the rectangle; what grows up to a share. Returns what it covers."""
        every = [self._ready(field) for field in shown.fields]
        return illustrate(canvas, rect, shown, every, say, self._style, upto)

    def ratio(self, shown: Any) -> float:
        """Width by height of the picture if all fields stand side by side."""
        extents = [self._ready(field).extent for field in shown.fields]
        across = sum(extent.across for extent in extents) + 0.4 * (len(extents) - 1)
        return across / max(extent.down for extent in extents)
