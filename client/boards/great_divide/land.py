"""What lies still on the field of The Great Divide: the land with its tiles and rivers, cards, counts."""

from __future__ import annotations

from typing import Final

import msgspec

from client.boards.great_divide.cards import draw_card
from client.boards.great_divide.ground import draw_ground, draw_land
from client.boards.great_divide.lights import draw_tint
from client.boards.great_divide.motion import sure
from client.boards.great_divide.pieces import FLAT, Pose, draw_arrow, draw_basin, draw_pass, draw_tile
from client.boards.great_divide.places import Places, Spaces
from client.boards.great_divide.rivers import Rivers, rivers
from client.boards.great_divide.water import DEEP, LIGHT, draw_divide, draw_rivers
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge
from core.game import Seat
from core.games.great_divide.drainage import BASIN, EMPTY, PASS, arrows
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import ACTIVE, PASSIVE, State

FIGURES: Final = 36.0
"""How large a count is, where there is room for it."""
DIGITS: Final = 1.25
"""How wide two figures are, in their size."""
BADGE_EDGE: Final = 6.0
"""Units between a badge and the rim of its count."""
EDGE: Final = 10.0
"""Units around the field that belong to its picture."""


class Lying(msgspec.Struct, frozen=True):
    """What lies on the field.

    `sides` is a choice of cards that `chooser` still has in hand; `over` says whether it is shown what drains
    where, `counted` whether the counts are.
    """

    view: State
    sides: tuple[bool, ...] = ()
    chooser: Seat | None = None
    over: bool = False
    counted: bool = True

    @property
    def key(self) -> tuple[object, ...]:
        """All that the picture depends on, besides the layout."""
        cards = (self.view.cards.tobytes(), self.view.five, self.sides, self.chooser)
        return (self.board, *cards, self.counted)

    @property
    def board(self) -> tuple[object, ...]:
        """What the picture of land and tiles depends on."""
        return self.view.tiles.tobytes(), self.view.inland, self.over

    def side(self, seat: Seat, index: int) -> int:
        """Which side of a card lies up."""
        if seat == self.chooser and index < len(self.sides):
            return ACTIVE if self.sides[index] else PASSIVE
        return int(self.view.cards[seat, index])


def draw_field(canvas: Canvas, places: Places, lying: Lying) -> None:
    """All of it."""
    _draw_ground(canvas, places, places.field.grown(EDGE))
    draw_board(canvas, places, lying)
    for seat in SEATS:
        for index in range(len(places.letters)):
            draw_selection(canvas, places, lying, seat, index)
    if lying.counted:
        for seat, points in zip(SEATS, sure(lying.view, places.land), strict=True):
            draw_count(canvas, places, seat, points)


def _draw_ground(canvas: Canvas, places: Places, area: Rect) -> None:
    canvas.layer(("great_divide.ground", places), area, lambda c: _ground(c, places), opaque=True)


def _ground(canvas: Canvas, places: Places) -> None:
    """The oceans and the empty land."""
    land = places.land
    canvas.backdrop()
    draw_ground(canvas, places.field, places.ground)
    spaces = [(places.centre(space), land.areas[land.area[space]]) for space in range(land.size)]
    draw_land(canvas, places.field, spaces, places.radius)


def draw_board(canvas: Canvas, places: Places, lying: Lying) -> None:
    """Tiles, rivers and watershed, and in the end where everything drains."""
    tiles, water = lying.view.tiles.tolist(), rivers(places.land, lying.view)
    for space, code in enumerate(tiles):
        if code != EMPTY:
            draw_coded(canvas, places, space, code)
    if lying.over:
        draw_tints(canvas, places, water)
    draw_rivers(canvas, places, water)
    for space, code in enumerate(tiles):
        for way in arrows(code):
            draw_arrow(canvas, places.centre(space), places.radius, way)
    draw_divide(canvas, places, water.divide)


def keep_ground(canvas: Canvas, places: Places) -> None:
    """Have the ground at hand: to make it takes longer than a frame, so it must not be thrown away."""
    with canvas.faded(0.0):
        _draw_ground(canvas, places, places.field.grown(EDGE))


def draw_bare(canvas: Canvas, places: Places, rect: Rect) -> None:
    """The ground alone inside a rectangle: for what lies there and moves just now."""
    with canvas.clip(rect):
        _draw_ground(canvas, places, places.field.grown(EDGE))


def draw_tints(canvas: Canvas, places: Spaces, water: Rivers) -> None:
    """Where all tiles drain."""
    for space in range(places.land.size):
        draw_tint(canvas, places, space, tuple(seat for seat in SEATS if space in water.won[seat]))


def draw_coded(
    canvas: Canvas,
    places: Spaces,
    space: int,
    code: int,
    pose: Pose = FLAT,
    at: Point | None = None,
) -> None:
    """A tile of the area of a space by its code (see `drainage.Tiles`), on it or somewhere else."""
    centre, radius = places.centre(space) if at is None else at, places.radius
    if code == BASIN:
        draw_basin(canvas, centre, radius, pose)
    elif code >= PASS:
        draw_pass(canvas, centre, radius, code - PASS, pose)
    else:
        area = places.land.areas[places.land.area[space]]
        draw_tile(canvas, centre, radius, area, code, pose)


def draw_selection(
    canvas: Canvas,
    places: Places,
    lying: Lying,
    seat: Seat,
    index: int,
    *,
    turn: float = 1.0,
    up: float = 0.0,
) -> None:
    """A selection card, `up` units higher than it lies, or turning over."""
    rect = places.card(seat, index).moved(0, -up)
    draw_card(canvas, rect, places.letters[index], lying.side(seat, index), seat, turn=turn)


def draw_count(canvas: Canvas, places: Places, seat: Seat, points: int) -> None:
    """The points of a seat that are sure, at its ocean."""
    rect = places.count(seat).inset(0, 6)
    canvas.rounded(rect, rect.h / 2, DEEP[seat], LIGHT[seat], 2.5)
    inner = rect.inset(BADGE_EDGE, 0)
    badge, number = inner.cut_left(min(rect.h - 2 * BADGE_EDGE, 0.38 * inner.w), 3)
    seat_badge(canvas, seat, badge.fit(1.0))
    spare = max(0.0, number.w - FIGURES * DIGITS)
    number = number.cut_right(min(spare, badge.w / 2))[1]
    size = min(FIGURES, number.w / DIGITS)
    canvas.text(str(points), number, "heading", "ink", align="centre", size=size, tabular=True, fit="free")
