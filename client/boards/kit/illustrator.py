"""Drawing of illustrations: a game's board, laid out so large that its visible part fills the field."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from assets.texts import TextLookup
from client.boards.kit.arrangement import (
    FIELDS_MARGIN,
    Extent,
    FieldPlace,
    arrange,
    covered_rect,
    side_by_side,
)
from client.boards.kit.captions import draw_arrow, draw_mark, draw_step_arrows, draw_words, label_width
from client.boards.kit.illustration import (
    BASE_SIDE_RECT,
    BoardMaker,
    Illustration,
    ReadyField,
    acting_seat,
    hand_of,
    ready_field,
    targets_of,
)
from client.boards.kit.pieces import HitArea as Place
from client.boards.kit.pieces import PaintContext, Piece, Target, draw, draw_one, moved_inside
from client.boards.kit.preview import draw_preview
from client.boards.kit.side import paint_side
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge
from core.game import AnyGame

LARGEST_SIZE: Final = 190.0
"""Most units of one size, however much room there is."""
SIGN_SIZE: Final = 0.42
"""Width of a tick or a cross, in sizes."""
LEAST_READABLE_HEIGHT: Final = 30.0
"""Height in units below which a piece that is there to be read (`Art.whole`) is left out."""
CACHED_FIELDS: Final = 12
"""Most fields kept ready: those of two pages."""


class Illustrator:
    """Drawer of a game's illustrations, with the game's board."""

    def __init__(self, game: AnyGame, make: BoardMaker) -> None:
        self._game = game.info.key
        self._ready = lru_cache(maxsize=CACHED_FIELDS)(lambda field: ready_field(field, game, make))

    def picture(
        self, canvas: Canvas, rect: Rect, shown: Illustration, say: TextLookup, share: float = 1.0
    ) -> Rect:
        """Draw a picture in the rectangle; lines that grow are drawn up to a `share` (0 … 1) of their length.

        Returns the rectangle that the picture covers: the caption comes below.
        """
        extents, spots = self._arranged(canvas, rect, shown, say)
        look = PaintContext(canvas, 0.0, say)
        for one, spot in zip(map(self._ready, shown.fields), spots, strict=True):
            if one.begin is None:
                _draw_loose(look, one, spot)
            else:
                _draw_part(look, one, spot, share)
            draw_words(canvas, one.field, spot, say, self._game)
        if shown.then:
            draw_step_arrows(canvas, spots, "paper_quiet")
        return covered_rect(rect, extents, spots)

    def ratio(self, shown: Illustration) -> float:
        """Ratio of width to height of the broadest place that the picture can use."""
        return side_by_side([self._ready(field).extent() for field in shown.fields])

    def fitted(self, canvas: Canvas, rect: Rect, shown: Illustration, say: TextLookup) -> tuple[Rect, float]:
        """Upper part of the rectangle in which the picture is as large, and how much of it that covers."""
        extents, spots = self._arranged(canvas, rect, shown, say)
        foot = max(spot.foot + (spot.label if e.label else 0) for e, spot in zip(extents, spots, strict=True))
        spare = max(0.0, rect.bottom - FIELDS_MARGIN - foot - 1)  # a unit against rounding
        covered = covered_rect(rect, extents, spots).h - spare
        return rect.cut_top(rect.h - 2 * spare)[0], covered

    def _arranged(
        self, canvas: Canvas, rect: Rect, shown: Illustration, say: TextLookup
    ) -> tuple[list[Extent], tuple[FieldPlace, ...]]:
        extents = [
            self._ready(field).extent(label_width(canvas, field, say, self._game)) for field in shown.fields
        ]
        room = rect.inset(FIELDS_MARGIN)
        return extents, arrange(extents, room, canvas.scale, then=shown.then, largest=LARGEST_SIZE)


def _draw_loose(look: PaintContext, one: ReadyField, spot: FieldPlace) -> None:
    size = spot.size / one.size
    for piece in one.loose:
        rect = piece.rect
        place = Rect(spot.box.x + rect.x * size, spot.box.y + rect.y * size, rect.w * size, rect.h * size)
        if piece.art.casts:
            look.canvas.shadow(place, size * 0.06, max(6.0, size * 0.07))
        piece.art.paint(look, place)


def _draw_part(look: PaintContext, one: ReadyField, spot: FieldPlace, share: float) -> None:
    """Draw the visible part of the board, laid out so large that it fills its place.

    What lies beside the board has sizes of its own: it is drawn as at a table and then magnified or
    reduced. The same is done for boards with `magnified`.
    """
    room = Rect(0.0, 0.0, *one.field.room)
    if one.part.cx < BASE_SIDE_RECT.x and not one.board.magnified:
        scale = spot.size / one.size
        field, side = (_enlarged(rect, one.part, spot.box, scale) for rect in (room, BASE_SIDE_RECT))
        one.board.arrange(field, side)
        _draw_laid_out(look, one, spot.box, share)
        return
    one.board.arrange(room, BASE_SIDE_RECT)
    with look.canvas.zoomed(one.part, spot.box):
        _draw_laid_out(look, one, one.part, share)


def _draw_laid_out(look: PaintContext, one: ReadyField, box: Rect, share: float) -> None:
    """Draw the part of the laid-out board that lies in the box, with claims and marks."""
    board, view = one.board, one.view
    layout = board.layout_for(view, one.field.viewer)
    key = ("illustration", one.field, box)
    if one.field.window:
        look.canvas.shadow(box, 10, 8)
    look.canvas.layer(key, box, lambda c: _paint_still(look._replace(canvas=c), one, box, layout))
    with look.canvas.clip(box.grown(1)):
        for piece in board.pieces_of(view, layout):
            if piece.art.live and piece.rect.overlaps(box):
                piece.art.grow(look, piece.rect, share)
        _draw_claims(look, one, view, layout, box)
        if board.game.outcome(view) is not None:
            board.paint_end(look, view, layout, share)
    _draw_marks(look, one, view, layout, share)
    if one.field.window:
        look.canvas.ring(box, 8, "line", 3)


def _enlarged(rect: Rect, part: Rect, box: Rect, scale: float) -> Rect:
    """Rectangle moved and scaled as the part is when it fills the box."""
    x, y = box.x + (rect.x - part.x) * scale, box.y + (rect.y - part.y) * scale
    return Rect(x, y, rect.w * scale, rect.h * scale)


def _paint_still(look: PaintContext, one: ReadyField, box: Rect, layout: Any) -> None:
    """Paint the ground of the board, or of what lies beside it, and the still pieces in the box."""
    board, view = one.board, one.view
    if one.part.cx < BASE_SIDE_RECT.x:
        board.paint_ground(look, layout)
    else:
        look.canvas.rounded(box, 8, "table")
        paint_side(look, board.side_of(view, layout))
    draw(look, _lying(one, box, layout))


def _lying(one: ReadyField, box: Rect, layout: Any) -> Iterator[Piece]:
    """Still pieces in the box, without those too small to be read and those that would hide a claim."""
    board, view = one.board, one.view
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
        yield moved_inside(piece, box)


def _is_readable(piece: Piece) -> bool:
    return not piece.art.whole or piece.rect.h >= LEAST_READABLE_HEIGHT


def _claimed(one: ReadyField, layout: Any) -> list[Rect]:
    """Rectangles of which a field claims something."""
    board, view = one.board, one.view
    rects = {spot.target: spot.rect for spot in board.action_areas(view, layout)}
    texts = [text for text in (one.field.do, *(text for text, _ in one.field.refused)) if text]
    keys = [board.key(board.game.parse(text)) for text in texts]
    targets = [key.path[-1] for key in keys if key is not None]
    targets += targets_of(one) if one.field.open else []
    return [rects[target] for target in targets if target in rects]


TargetPlaces = Mapping[Target, Place]
"""Hit areas of a field's targets."""


def _draw_claims(look: PaintContext, one: ReadyField, view: Any, layout: Any, box: Rect) -> None:
    """Draw the claims of a field: places that are open, the action done, and the refused ones."""
    board, field = one.board, one.field
    places = {spot.target: spot for spot in board.action_areas(view, layout)}
    if field.open:
        for target in targets_of(one):
            if target in places:
                board.paint_invitation(look, view, places[target].rect, 0.8)
        board.paint_choices(look, view, *hand_of(one), layout)
    if field.do:
        _draw_done(look, one, view, layout, places, box)
    for text, _ in field.refused:
        _draw_refused(look, one, view, layout, places, text)


def _draw_done(
    look: PaintContext, one: ReadyField, view: Any, layout: Any, places: TargetPlaces, box: Rect
) -> None:
    """Draw an action that is done, with its consequences."""
    board, seat = one.board, acting_seat(one)
    action = board.game.parse(one.field.do)
    if one.field.preview:
        shown = board.preview(view, seat, action, layout)
        comes = tuple(piece for piece in shown.comes if _is_readable(piece))
        draw_preview(look, msgspec.structs.replace(shown, comes=comes), box)
        board.paint_preview(look, view, action, layout)
    key = board.key(action)
    if key is not None and key.path[-1] in places:
        spot = places[key.path[-1]]
        board.paint_rim(look, view, spot.target, spot.rect, f"seat.{seat}")
        size = max(28.0, board.unit(view, layout) * 0.36)
        seat_badge(look.canvas, seat, Rect.around(*_corner(spot), size))


def _draw_refused(
    look: PaintContext, one: ReadyField, view: Any, layout: Any, places: TargetPlaces, text: str
) -> None:
    """Cross out a refused action; if the field has only one, also show the reason as at a table."""
    board, action = one.board, one.board.game.parse(text)
    key = board.key(action)
    if key is None:
        return
    target = key.path[-1]
    spot = places.get(target)
    if spot is None:
        spot = Place(target, board.rect_of(",".join(map(str, target[1:])), view, layout))
    sign = _sign(one, spot.rect, view, layout)
    if len(one.field.refused) == 1:
        refusal = board.game.why_not(view, acting_seat(one), action)
        if refusal is not None:
            board.paint_refusal(look, view, refusal, layout)
        for blamed in () if refusal is None else board.refusal_targets(refusal):
            if blamed in places:
                board.paint_rim(look, view, blamed, places[blamed].rect, "bad")
        held = board.refused_art(view, key)
        if held is not None:
            draw_one(look, msgspec.structs.replace(held, alpha=1.0))
            board.paint_rim(look, view, target, spot.rect, "bad")
            sign = Rect.around(*_corner(spot), sign.w)
    draw_mark(look.canvas, sign, "wrong")


def _corner(spot: Place) -> Point:
    """Upper right corner of a place; of a round one, the point of its rim there."""
    rect, inner = spot.rect, (1 - math.sqrt(0.5)) / 2 if spot.round else 0.0
    return rect.right - inner * rect.w, rect.y + inner * rect.h


def _sign(one: ReadyField, place: Rect, view: Any, layout: Any) -> Rect:
    """Rectangle of a tick or a cross on a place, of the same size on narrow places as on others."""
    return Rect.around(*place.centre, SIGN_SIZE * one.board.unit(view, layout))


def _draw_marks(look: PaintContext, one: ReadyField, view: Any, layout: Any, share: float) -> None:
    for mark in one.field.marks:
        kind, *words = mark.split()
        pieces = one.board.mark(kind, words, view, layout)
        for piece in pieces:
            piece.art.grow(look, piece.rect, share)
        if pieces:
            continue
        spots = [one.board.rect_of(word, view, layout) for word in words]
        if kind in ("right", "wrong"):
            sign = _sign(one, spots[0], view, layout)
            draw_mark(look.canvas, sign, "right" if kind == "right" else "wrong")
        elif kind == "light":
            least = min(spots[0].w, spots[0].h)
            look.canvas.ring(spots[0].grown(least * 0.03), 12, (255, 250, 235), max(3.0, least * 0.05))
        elif kind == "arrow":
            ink = "paper_good" if one.field.mark == "right" else one.board.arrow
            draw_arrow(look.canvas, spots, one.board.unit(view, layout), ink)
        else:
            raise ValueError(f"there is no mark {kind!r}")
