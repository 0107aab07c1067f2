"""Pieces: things on a board, as values. Equal pieces give equal pixels.

A game turns a view and its layout into pieces. An id names the same piece in every position, so the
difference of two positions says what moved (`timeline`). The kit paints still pieces once and caches the
picture; live ones it paints in every frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from typing import ClassVar, Final, NamedTuple

import msgspec

from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import icon, seat_badge
from client.ui.theme import Ink, Role
from core.game import Seat

Target = tuple[str | int, ...]
"""Name of a thing that can be pointed at: a word for its kind, then its numbers: `("cell", 3, 4)`."""


PieceId = tuple[str | int, ...]
"""Name of a piece: a word for its kind, then its numbers: `("card", 3, 4)`."""


SHADOW_MARGIN: Final = 12.0
"""Units around most pieces that their shadows and rims cover."""


class PaintContext(NamedTuple):
    """Context for painting arts: the canvas, seconds on the app's clock, texts, and whether motion is
    reduced.
    """

    canvas: Canvas
    now: float
    translate: Callable[..., str]
    reduced: bool = False


class Art(msgspec.Struct, frozen=True):
    """Look of a piece: a value that paints itself into a rectangle.

    A `live` art depends on the time, or on a picker, and is painted in every frame. An art that `flips`
    turns over to become another one; others fade into it. One that `casts` throws the shadow of its
    rectangle where it is shown by itself; others bring their own, or none. A `whole` art is there to be
    read, and is never cut off.
    """

    live: ClassVar[bool] = False
    flips: ClassVar[bool] = True
    casts: ClassVar[bool] = True
    whole: ClassVar[bool] = False

    def edge(self, rect: Rect) -> float:
        """Units around the rectangle that shadow and rim may cover."""
        return SHADOW_MARGIN

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        """Paint the art so that it fills the rectangle."""
        raise NotImplementedError

    def grow(self, ctx: PaintContext, rect: Rect, share: float) -> None:
        """Paint a share (0 … 1) of an art that grows, such as a line; others are painted whole."""
        self.paint(ctx, rect)


class Figure(Art, frozen=True):
    """Number that counts up or down when it changes. `before` is written in front of it."""

    value: float
    ink: Ink = "ink"
    size: float = 32.0
    before: str = ""
    role: Role = "body"

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        text = f"{self.before}{self.value:g}"
        ctx.canvas.text(
            text, rect, self.role, self.ink, align="centre", size=self.size, fit="free", tabular=True
        )

    def towards(self, other: Figure, share: float) -> Figure:
        """Figure a share (0 … 1) of the way to another one, rounded to a whole number."""
        return msgspec.structs.replace(other, value=round(self.value + (other.value - self.value) * share))


class Badge(Art, frozen=True):
    """Badge of a seat."""

    casts: ClassVar[bool] = False

    seat: Seat

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        seat_badge(ctx.canvas, self.seat, rect)


class IconArt(Art, frozen=True):
    """Icon by its name, in one colour."""

    casts: ClassVar[bool] = False

    name: str
    ink: Ink = "paper_quiet"

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        icon(ctx.canvas, self.name, rect, self.ink)


class Piece(msgspec.Struct, frozen=True):
    """Thing on the board.

    `id` is the same in every position; pieces of a higher `layer` are drawn above others; `angle` is in
    degrees clockwise, `alpha` the opacity 0 … 1. A piece that `follows` is derived from others (a
    connection, a lead) and changes only when these have landed.
    """

    id: PieceId
    art: Art
    rect: Rect
    layer: int = 0
    angle: float = 0.0
    alpha: float = 1.0
    follows: bool = False

    @property
    def room(self) -> Rect:
        """Rectangle that the piece may cover with its shadow, however it is turned."""
        rect = self.rect
        if self.angle % 180:
            rect = Rect.around(rect.cx, rect.cy, math.hypot(rect.w, rect.h))
        return rect.grown(self.art.edge(self.rect))


class HitArea(msgspec.Struct, frozen=True):
    """Area of a target: `rect` in units, or if `round` the ellipse in it. The last of several is on top."""

    target: Target
    rect: Rect
    round: bool = False

    def holds(self, point: Point) -> bool:
        """Whether the point lies in the area."""
        if not self.rect.contains(*point):
            return False
        if not self.round:
            return True
        dx = (point[0] - self.rect.cx) / (self.rect.w / 2)
        dy = (point[1] - self.rect.cy) / (self.rect.h / 2)
        return dx * dx + dy * dy <= 1


def target_at(spots: Sequence[HitArea], point: Point) -> Target | None:
    """Target under a point: the one on top; of round ones, which may overlap, the nearest."""
    top = next((spot for spot in reversed(spots) if spot.holds(point)), None)
    if top is None or not top.round:
        return None if top is None else top.target
    near = [spot for spot in spots if spot.round and spot.holds(point)]
    return min(near, key=lambda spot: math.dist(spot.rect.centre, point)).target


def rects_by_target(areas: Iterable[HitArea]) -> dict[Target, Rect]:
    """Rectangles of targets; of several areas of one target that on top."""
    return {area.target: area.rect for area in areas}


def by_id(pieces: Sequence[Piece]) -> dict[PieceId, Piece]:
    """Pieces by their ids. Raises ValueError if two have the same id."""
    found = {piece.id: piece for piece in pieces}
    if len(found) != len(pieces):
        ids = [piece.id for piece in pieces]
        raise ValueError(f"two pieces are called {next(i for i in ids if ids.count(i) > 1)}")
    return found


def in_layers(pieces: Iterable[Piece]) -> list[Piece]:
    """Pieces from the lowest layer to the highest."""
    return sorted(pieces, key=lambda piece: piece.layer)


def still_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Still pieces, which are painted once."""
    return tuple(piece for piece in pieces if not piece.art.live)


def live(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Live pieces, which are painted in every frame."""
    return tuple(piece for piece in pieces if piece.art.live)


def moved_inside(piece: Piece, room: Rect) -> Piece:
    """Piece moved into the room by the shortest way, if its art is `whole`."""
    if not piece.art.whole:
        return piece
    rect = piece.rect
    x = max(room.x, min(rect.x, room.right - rect.w))
    y = max(room.y, min(rect.y, room.bottom - rect.h))
    return msgspec.structs.replace(piece, rect=Rect(x, y, rect.w, rect.h))


def draw(ctx: PaintContext, pieces: Iterable[Piece]) -> None:
    """Draw pieces in their places, as far as they are visible."""
    for piece in in_layers(pieces):
        if ctx.canvas.sees(piece.room):
            draw_one(ctx, piece)


def draw_one(ctx: PaintContext, piece: Piece, *, zoom: float | tuple[float, float] = 1.0) -> None:
    """Draw a piece, magnified by `zoom` about its middle (one factor, or across and down)."""
    if piece.alpha <= 0:
        return
    if zoom == 1.0 and not piece.angle:
        with ctx.canvas.faded(piece.alpha) if piece.alpha < 1 else nullcontext():
            piece.art.paint(ctx, piece.rect)
        return
    rect = Rect(0.0, 0.0, piece.rect.w, piece.rect.h)
    with ctx.canvas.faded(piece.alpha):
        ctx.canvas.sprite(
            ("art", piece.art),
            piece.rect,
            lambda canvas: piece.art.paint(ctx._replace(canvas=canvas), rect),
            angle=piece.angle,
            zoom=zoom,
        )


SHADOW_STRENGTH: Final = 0.7
"""Opacity of the shadow under a piece in flight at its highest, 0 … 1."""


def draw_shadow(ctx: PaintContext, rect: Rect, height: float) -> None:
    """Draw the shadow of a piece `height` (0 … 1) above the table: the higher, the farther off and darker."""
    ctx.canvas.glow(rect.scaled(1.6).moved(14 * height, 24 * height), "shadow", SHADOW_STRENGTH * height)
