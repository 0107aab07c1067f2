"""Illustrations: positions as text, drawn by the board itself, with marks. The data of the rules' pictures.

A field of a picture is a position (`core.position`), the whole board or the part around some places of it
or beside it (`window`), or loose things in rows of so many `columns` (`show`), among them `then` for an arrow
and `seat 1` for a seat. A `zoom` of 2 makes what is seen of a position twice as large as in the other fields.
A place is one of the game's notation, `1,2`, or a name that its board knows. What a field claims is checked
by one test for all games (`test_illustrations.py`): `do` is an action that may be
done there, shown as its preview (or, without `preview`, only where and by whom it is done); `open` lights
every place where something may be done; `refused` are actions that are refused, each with the last part of
its code, their places crossed out, a single one with all that is to blame; `over` is the reason for which the
game has ended. Marks are signs on places:
`right 1,2`, `wrong 1,2`, `light 1,2`, `arrow 0,0 1,2` (or through several places, there and back side by
side; green in a field that is right), or what a game knows besides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from client.boards import pictures
from client.boards.fields import AnyField, Extent, Fields
from client.boards.kit.board import KitBoard
from client.boards.kit.hand import Choices, Hand
from client.boards.kit.pieces import Badge, Look, Piece, Sign, Target, draw, draw_one, inside
from client.boards.kit.preview import draw_preview
from client.boards.pictures import Say, Spot, draw_head, draw_mark
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge
from client.ui.theme import Ink
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
"""Sizes across a tick or a cross."""
STROKE: Final = 0.09
"""Sizes across the line of an arrow."""
HEAD: Final = 0.16
"""Sizes from the middle of an arrow's head to its tip."""
TIP: Final = 0.2
"""The share of its last place by which a straight arrow ends before the middle."""
SIDEWAYS: Final = 0.08
"""Sizes by which an arrow through several places keeps to the right of their middles."""
READABLE: Final = 30.0
"""Units high: the smallest thing to be read that is shown."""
PREPARED: Final = 12
"""Fields that are kept ready: those of two pages."""


class Field(AnyField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One field of a picture, as data; see the head of this module."""

    position: str = ""
    window: str = ""
    zoom: Annotated[float, Meta(gt=0.0)] = 1.0
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
    return Drawn(field, board, begin, (), part, size / field.zoom)


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
    """The part of the board, laid out so large that it fills its place.

    What lies beside the board has sizes of its own: it is drawn as at a table, but larger or smaller.
    """
    if one.part.x < SIDE.x:
        scale = spot.size / one.size
        one.board.arrange(*(_enlarged(rect, one.part, spot.box, scale) for rect in (BASE, SIDE)))
        _draw_laid_out(look, one, view, spot.box, upto)
        return
    one.board.arrange(BASE, SIDE)
    with look.canvas.zoomed(one.part, spot.box):
        _draw_laid_out(look, one, view, one.part, upto)


def _draw_laid_out(look: Look, one: Drawn, view: Any, box: Rect, upto: float) -> None:
    """The part of the board that lies in the box."""
    board, layout = one.board, one.board.layout(view)
    key = ("illustration", one.field, box)
    if one.field.window:
        look.canvas.shadow(box, 10, 8)
    look.canvas.layer(key, box, lambda c: _paint_still(look._replace(canvas=c), one, box, layout))
    with look.canvas.clip(box.grown(1)):
        for piece in board.pieces_of(view, layout):
            if piece.art.live and piece.rect.overlaps(box):
                piece.art.grow(look, piece.rect, upto)
        _draw_claims(look, one, view, layout, box)
        if board.game.outcome(view) is not None:
            board.paint_end(look, view, layout, upto)
    _draw_marks(look, one, view, layout, upto)
    if one.field.window:
        look.canvas.ring(box, 8, "line", 3)


def _enlarged(rect: Rect, part: Rect, box: Rect, scale: float) -> Rect:
    """A rectangle where it lies when the part fills the box."""
    x, y = box.x + (rect.x - part.x) * scale, box.y + (rect.y - part.y) * scale
    return Rect(x, y, rect.w * scale, rect.h * scale)


def _paint_still(look: Look, one: Drawn, box: Rect, layout: Any) -> None:
    """The ground of the board, or of what lies beside it, and the pieces in the box that lie still."""
    assert one.begin is not None
    board, view = one.board, one.begin.state
    if one.part.x < SIDE.x:
        board.paint_ground(look, layout)
    else:
        board.paint_side(look, view, layout)
    draw(look, _lying(one, box, layout))


def _lying(one: Drawn, box: Rect, layout: Any) -> Iterator[Piece]:
    """The pieces in the box that lie still; of those that are read only what can be, and hides no claim."""
    assert one.begin is not None
    board, view = one.board, one.begin.state
    claimed = _claimed(one, layout)
    for piece in board.pieces_of(view, layout):
        if piece.art.live or not piece.rect.overlaps(box):
            continue
        if piece.art.whole:
            hides = any(piece.rect.overlaps(rect) for rect in claimed)
            if hides or not _is_readable(piece) or not box.contains(*piece.rect.centre):
                continue
        if claimed and board.hides(view, piece):
            continue
        yield inside(piece, box)


def _is_readable(piece: Piece) -> bool:
    return not piece.art.whole or piece.rect.h >= READABLE


def _claimed(one: Drawn, layout: Any) -> list[Rect]:
    """The places of which a field claims something."""
    assert one.begin is not None
    board, view = one.board, one.begin.state
    rects = {spot.target: spot.rect for spot in board.spots(view, layout)}
    texts = [text for text in (one.field.do, *(text for text, _ in one.field.refused)) if text]
    keys = [board.key(board.game.parse(text)) for text in texts]
    targets = [key.path[-1] for key in keys if key is not None]
    targets += targets_of(one) if one.field.open else []
    return [rects[target] for target in targets if target in rects]


def _draw_claims(look: Look, one: Drawn, view: Any, layout: Any, box: Rect) -> None:
    """Where something may be done, what would come of it, and where it may not."""
    board, field = one.board, one.field
    rects = {spot.target: spot.rect for spot in board.spots(view, layout)}
    if field.open:
        for target in targets_of(one):
            if target in rects:
                board.paint_invitation(look, view, rects[target], 0.8)
        board.paint_choices(look, view, *_hand_of(one), layout)
    if field.do:
        _draw_done(look, one, view, layout, rects, box)
    for text, _ in field.refused:
        _draw_refused(look, one, view, layout, rects, text)


def _draw_done(
    look: Look, one: Drawn, view: Any, layout: Any, rects: Mapping[Target, Rect], box: Rect
) -> None:
    """What somebody does, and what would come of it."""
    board, seat = one.board, one.board.game.to_act(view)[0]
    action = board.game.parse(one.field.do)
    if one.field.preview:
        shown = board.preview(view, seat, action, layout)
        comes = tuple(piece for piece in shown.comes if _is_readable(piece))
        draw_preview(look, msgspec.structs.replace(shown, comes=comes), box)
        board.paint_preview(look, view, action, layout)
    key = board.key(action)
    if key is not None and key.path[-1] in rects:
        rect = rects[key.path[-1]]
        board.paint_rim(look, view, key.path[-1], rect, f"seat.{seat}")
        size = max(28.0, board.unit(view, layout) * 0.36)
        seat_badge(look.canvas, seat, Rect.around(rect.right, rect.y, size))


def _draw_refused(
    look: Look, one: Drawn, view: Any, layout: Any, rects: Mapping[Target, Rect], text: str
) -> None:
    """What cannot be done; a single one as the board shows it to whoever tries it."""
    board, action = one.board, one.board.game.parse(text)
    key = board.key(action)
    if key is None:
        return
    target = key.path[-1]
    where = rects.get(target) or board.rect_of(",".join(map(str, target[1:])), view, layout)
    sign = _sign(one, where, view, layout)
    if len(one.field.refused) == 1:
        refusal = board.game.why_not(view, board.game.to_act(view)[0], action)
        if refusal is not None:
            board.paint_refusal(look, view, refusal, layout)
        for blamed in () if refusal is None else board.blame(refusal):
            if blamed in rects:
                board.paint_rim(look, view, blamed, rects[blamed], "bad")
        held = board.refused_art(view, key)
        if held is not None:
            draw_one(look, msgspec.structs.replace(held, alpha=1.0))
            board.paint_rim(look, view, target, where, "bad")
            sign = sign.moved((where.w - sign.w) / 2, (sign.h - where.h) / 2)
    draw_mark(look.canvas, sign, "wrong")


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
