"""Drawing of illustrations: a game's board, laid out so large that its visible part fills the field."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from assets.texts import TextLookup
from client.boards.kit.illustration import (
    BASE_SIDE_RECT,
    BoardMaker,
    Illustration,
    ReadyField,
    acting_seat,
    picker_of,
    ready_field,
    targets_of,
)
from client.boards.kit.illustration_captions import (
    draw_arrow,
    draw_mark,
    draw_step_arrows,
    draw_words,
    label_width,
)
from client.boards.kit.illustration_layout import (
    FIELDS_MARGIN,
    Extent,
    FieldPlace,
    arrange,
    covered_rect,
    side_by_side,
)
from client.boards.kit.pieces import HitArea as Place
from client.boards.kit.pieces import (
    PaintContext,
    Piece,
    Target,
    draw,
    draw_one,
    moved_inside,
    rects_by_target,
)
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

    def __init__(self, game: AnyGame, make_board: BoardMaker) -> None:
        self._game = game.info.key
        self._ready = lru_cache(maxsize=CACHED_FIELDS)(lambda field: ready_field(field, game, make_board))

    def picture(
        self,
        canvas: Canvas,
        rect: Rect,
        illustration: Illustration,
        translate: TextLookup,
        share: float = 1.0,
    ) -> Rect:
        """Draw a picture in the rectangle; lines that grow are drawn up to a `share` (0 … 1) of their length.

        Returns the rectangle that the picture covers: the caption comes below.
        """
        extents, spots = self._arranged(canvas, rect, illustration, translate)
        ctx = PaintContext(canvas, 0.0, translate)
        for one, spot in zip(map(self._ready, illustration.fields), spots, strict=True):
            if one.begin is None:
                _draw_loose(ctx, one, spot)
            else:
                _draw_part(ctx, one, spot, share)
            draw_words(canvas, one.field, spot, translate, self._game)
        if illustration.then:
            draw_step_arrows(canvas, spots, "paper_quiet")
        return covered_rect(rect, extents, spots)

    def ratio(self, illustration: Illustration) -> float:
        """Ratio of width to height of the broadest place that the picture can use."""
        return side_by_side([self._ready(field).extent() for field in illustration.fields])

    def fitted(
        self, canvas: Canvas, rect: Rect, illustration: Illustration, translate: TextLookup
    ) -> tuple[Rect, float]:
        """Upper part of the rectangle in which the picture is as large, and how much of it that covers."""
        extents, spots = self._arranged(canvas, rect, illustration, translate)
        foot = max(spot.foot + (spot.label if e.label else 0) for e, spot in zip(extents, spots, strict=True))
        spare = max(0.0, rect.bottom - FIELDS_MARGIN - foot - 1)  # a unit against rounding
        covered = covered_rect(rect, extents, spots).h - spare
        return rect.cut_top(rect.h - 2 * spare)[0], covered

    def _arranged(
        self, canvas: Canvas, rect: Rect, illustration: Illustration, translate: TextLookup
    ) -> tuple[list[Extent], tuple[FieldPlace, ...]]:
        extents = [
            self._ready(field).extent(label_width(canvas, field, translate, self._game))
            for field in illustration.fields
        ]
        room = rect.inset(FIELDS_MARGIN)
        return extents, arrange(extents, room, canvas.scale, then=illustration.then, largest=LARGEST_SIZE)


def _draw_loose(ctx: PaintContext, ready_field: ReadyField, field_place: FieldPlace) -> None:
    size = field_place.size / ready_field.size
    for piece in ready_field.loose:
        rect = piece.rect
        place = Rect(
            field_place.box.x + rect.x * size, field_place.box.y + rect.y * size, rect.w * size, rect.h * size
        )
        if piece.art.casts:
            ctx.canvas.shadow(place, size * 0.06, max(6.0, size * 0.07))
        piece.art.paint(ctx, place)


def _draw_part(ctx: PaintContext, ready_field: ReadyField, field_place: FieldPlace, share: float) -> None:
    """Draw the visible part of the board, laid out so large that it fills its place.

    What lies beside the board has sizes of its own: it is drawn as at a table and then magnified or
    reduced. The same is done for boards with `magnified`.
    """
    room = Rect(0.0, 0.0, *ready_field.field.room)
    if ready_field.part.cx < BASE_SIDE_RECT.x and not ready_field.board.magnified:
        scale = field_place.size / ready_field.size
        field, side = (
            _enlarged(rect, ready_field.part, field_place.box, scale) for rect in (room, BASE_SIDE_RECT)
        )
        ready_field.board.arrange(field, side)
        _draw_laid_out(ctx, ready_field, field_place.box, share)
        return
    ready_field.board.arrange(room, BASE_SIDE_RECT)
    with ctx.canvas.zoomed(ready_field.part, field_place.box):
        _draw_laid_out(ctx, ready_field, ready_field.part, share)


def _draw_laid_out(ctx: PaintContext, ready_field: ReadyField, box: Rect, share: float) -> None:
    """Draw the part of the laid-out board that lies in the box, with claims and marks."""
    board, view = ready_field.board, ready_field.view
    layout = board.layout_for(view, ready_field.field.viewer)
    key = ("illustration", ready_field.field, box)
    if ready_field.field.window:
        ctx.canvas.shadow(box, 10, 8)
    ctx.canvas.layer(key, box, lambda c: _paint_still(ctx._replace(canvas=c), ready_field, box, layout))
    with ctx.canvas.clip(box.grown(1)):
        for piece in board.pieces_of(view, layout):
            if piece.art.live and piece.rect.overlaps(box):
                piece.art.grow(ctx, piece.rect, share)
        _draw_claims(ctx, ready_field, view, layout, box)
        if board.game.outcome(view) is not None:
            board.paint_end(ctx, view, layout, share)
    _draw_marks(ctx, ready_field, view, layout, share)
    if ready_field.field.window:
        ctx.canvas.ring(box, 8, "line", 3)


def _enlarged(rect: Rect, part_rect: Rect, box: Rect, scale: float) -> Rect:
    """Rectangle moved and scaled as the part is when it fills the box."""
    x, y = box.x + (rect.x - part_rect.x) * scale, box.y + (rect.y - part_rect.y) * scale
    return Rect(x, y, rect.w * scale, rect.h * scale)


def _paint_still(ctx: PaintContext, ready_field: ReadyField, box: Rect, layout: Any) -> None:
    """Paint the ground of the board, or of what lies beside it, and the still pieces in the box."""
    board, view = ready_field.board, ready_field.view
    if ready_field.part.cx < BASE_SIDE_RECT.x:
        board.paint_ground(ctx, layout)
    else:
        ctx.canvas.rounded(box, 8, "table")
        paint_side(ctx, board.side_of(view, layout))
    draw(ctx, _lying(ready_field, box, layout))


def _lying(ready_field: ReadyField, box: Rect, layout: Any) -> Iterator[Piece]:
    """Still pieces in the box, without those too small to be read and those that would hide a claim."""
    board, view = ready_field.board, ready_field.view
    claimed = _claimed(ready_field, layout)
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


def _claimed(ready_field: ReadyField, layout: Any) -> list[Rect]:
    """Rectangles of which a field claims something."""
    board, view = ready_field.board, ready_field.view
    rects = rects_by_target(board.action_areas(view, layout))
    texts = [
        text for text in (ready_field.field.do, *(text for text, _ in ready_field.field.refused)) if text
    ]
    keys = [board.key(board.game.parse(text)) for text in texts]
    targets = [key.path[-1] for key in keys if key is not None]
    targets += targets_of(ready_field) if ready_field.field.open else []
    return [rects[target] for target in targets if target in rects]


TargetPlaces = Mapping[Target, Place]
"""Hit areas of a field's targets."""


def _draw_claims(ctx: PaintContext, ready_field: ReadyField, view: Any, layout: Any, box: Rect) -> None:
    """Draw the claims of a field: places that are open, the action done, and the refused ones."""
    board, field = ready_field.board, ready_field.field
    places = {spot.target: spot for spot in board.action_areas(view, layout)}
    if field.open:
        for target in targets_of(ready_field):
            if target in places:
                board.paint_invitation(ctx, view, places[target].rect, 0.8)
        board.paint_choices(ctx, view, *picker_of(ready_field), layout)
    if field.do:
        _draw_done(ctx, ready_field, view, layout, places, box)
    for text, _ in field.refused:
        _draw_refused(ctx, ready_field, view, layout, places, text)


def _draw_done(
    ctx: PaintContext, ready_field: ReadyField, view: Any, layout: Any, hit_areas: TargetPlaces, box: Rect
) -> None:
    """Draw an action that is done, with its consequences."""
    board, seat = ready_field.board, acting_seat(ready_field)
    action = board.game.parse(ready_field.field.do)
    if ready_field.field.preview:
        shown = board.preview(view, seat, action, layout)
        comes = tuple(piece for piece in shown.comes if _is_readable(piece))
        draw_preview(ctx, msgspec.structs.replace(shown, comes=comes), box)
        board.paint_preview(ctx, view, action, layout)
    key = board.key(action)
    if key is not None and key.path[-1] in hit_areas:
        spot = hit_areas[key.path[-1]]
        board.paint_rim(ctx, view, spot.target, spot.rect, f"seat.{seat}")
        size = max(28.0, board.unit(view, layout) * 0.36)
        seat_badge(ctx.canvas, seat, Rect.around(*_corner(spot), size))


def _draw_refused(
    ctx: PaintContext, ready_field: ReadyField, view: Any, layout: Any, hit_areas: TargetPlaces, text: str
) -> None:
    """Cross out a refused action; if the field has only one, also show the reason as at a table."""
    board, action = ready_field.board, ready_field.board.game.parse(text)
    key = board.key(action)
    if key is None:
        return
    target = key.path[-1]
    spot = hit_areas.get(target)
    if spot is None:
        spot = Place(target, board.rect_of(",".join(map(str, target[1:])), view, layout))
    sign = _sign(ready_field, spot.rect, view, layout)
    if len(ready_field.field.refused) == 1:
        refusal = board.game.why_not(view, acting_seat(ready_field), action)
        if refusal is not None:
            board.paint_refusal(ctx, view, refusal, layout)
        for blamed in () if refusal is None else board.refusal_targets(refusal):
            if blamed in hit_areas:
                board.paint_rim(ctx, view, blamed, hit_areas[blamed].rect, "bad")
        held = board.refused_art(view, key)
        if held is not None:
            draw_one(ctx, msgspec.structs.replace(held, alpha=1.0))
            board.paint_rim(ctx, view, target, spot.rect, "bad")
            sign = Rect.around(*_corner(spot), sign.w)
    draw_mark(ctx.canvas, sign, "wrong")


def _corner(hit_area: Place) -> Point:
    """Upper right corner of a place; of a round one, the point of its rim there."""
    rect, inner = hit_area.rect, (1 - math.sqrt(0.5)) / 2 if hit_area.round else 0.0
    return rect.right - inner * rect.w, rect.y + inner * rect.h


def _sign(ready_field: ReadyField, rect: Rect, view: Any, layout: Any) -> Rect:
    """Rectangle of a tick or a cross on a place, of the same size on narrow places as on others."""
    return Rect.around(*rect.centre, SIGN_SIZE * ready_field.board.unit(view, layout))


def _draw_marks(ctx: PaintContext, ready_field: ReadyField, view: Any, layout: Any, share: float) -> None:
    for mark in ready_field.field.marks:
        kind, *words = mark.split()
        pieces = ready_field.board.mark(kind, words, view, layout)
        for piece in pieces:
            piece.art.grow(ctx, piece.rect, share)
        if pieces:
            continue
        spots = [ready_field.board.rect_of(word, view, layout) for word in words]
        if kind in ("right", "wrong"):
            sign = _sign(ready_field, spots[0], view, layout)
            draw_mark(ctx.canvas, sign, "right" if kind == "right" else "wrong")
        elif kind == "light":
            least = min(spots[0].w, spots[0].h)
            ctx.canvas.ring(spots[0].grown(least * 0.03), 12, (255, 250, 235), max(3.0, least * 0.05))
        elif kind == "arrow":
            ink = "paper_good" if ready_field.field.mark == "right" else ready_field.board.arrow
            draw_arrow(ctx.canvas, spots, ready_field.board.unit(view, layout), ink)
        else:
            raise ValueError(f"there is no mark {kind!r}")
