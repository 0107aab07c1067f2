"""Pieces of the field in the pictures of Ghawar's rules, and what is tried there: drives, loads, derricks.

What can be done is shown as done, with the way there; what cannot be done is shown in red where it fails.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from client.boards.ghawar.drives import Drive as Driving
from client.boards.ghawar.drives import drive_of
from client.boards.ghawar.fields import Piece, Try
from client.boards.ghawar.ground import draw_ground, draw_number
from client.boards.ghawar.headings import usual_heading
from client.boards.ghawar.lattice import TRUCK
from client.boards.ghawar.layout import Layout, Number
from client.boards.ghawar.lights import draw_lit
from client.boards.ghawar.pieces import (
    cube_rect,
    draw_barrel,
    draw_cube,
    draw_derrick,
    draw_headlight,
    draw_truck,
)
from client.boards.pictures import draw_head, draw_mark
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.symbols import seat_badge
from core.game import Seat
from core.games.ghawar.loading import Load
from core.games.ghawar.roads import EAST, NORTH, SOUTH, WEST, roads
from core.games.ghawar.state import (
    COLOURS,
    DEPOT,
    NOTHING,
    Colour,
    Drive,
    Leave,
    Shift,
    State,
    platform_at,
    space_at,
    truck_index,
    truck_number,
)

LANE: Final = 0.075
"""How far from the middle of the road the line of a way runs, in sizes: so that there and back are two."""
LINE: Final = 0.1
"""How wide it is."""
OUT: Final = {SOUTH: (0, 1), NORTH: (0, -1), WEST: (-1, 0), EAST: (1, 0)}
"""The way off the field on each side."""


def draw_piece(canvas: Canvas, piece: Piece, box: Rect, size: float, upto: float) -> None:
    """A piece of the field in a box of its size; drives have come a share of their way."""
    places = piece.places(size, box.x, box.y)
    whole = upto >= 1
    canvas.shadow(box, 10, 8)
    with canvas.clip(box):
        canvas.layer(
            ("ghawar.piece", piece, box.w, whole),
            box,
            lambda c: _still(c, piece, places, box, whole),
            opaque=True,
        )
        for platform in () if whole else _new(piece):
            owner = piece.now().derricks.item(platform)
            draw_derrick(canvas, places.platform(platform), owner, rise=upto)
        _Scene(canvas, piece, places, size, upto).draw()
    canvas.ring(box, 8, "ghawar.dark", 3)


def _still(canvas: Canvas, piece: Piece, places: Layout, box: Rect, whole: bool) -> None:
    """All that does not move; `whole`: once it is done."""
    _ground(canvas, piece, places, box, whole)
    _platforms(canvas, piece, places, whole)


def _ground(canvas: Canvas, piece: Piece, places: Layout, box: Rect, whole: bool) -> None:
    """Sand, roads, depots with what lies in them; numbers where dice name columns and rows."""
    depots = [(seat, places.depot(seat)) for seat in piece.strips]
    draw_ground(canvas, box, places.core, piece.options.roads, depots)
    for number in places.numbers() if piece.dice else ():
        draw_number(canvas, number.rect, number.number, number.across, lit=_lit(piece, number))
    for seat in piece.strips:
        _depot(canvas, piece.now() if whole else piece.state(), seat, places)


def _lit(piece: Piece, number: Number) -> float:
    """How much a number shines: all if it was rolled."""
    assert piece.dice is not None
    either = piece.options.dice_choice and number.number in piece.dice
    return 1.0 if either or number.number == piece.dice[number.across == "row"] else 0.0


def _depot(canvas: Canvas, state: State, seat: Seat, places: Layout) -> None:
    """Whose it is, and the stored cubes."""
    owner = places.owner(seat)
    seat_badge(canvas, seat, owner.place(min(owner.w, owner.h) * 0.8, min(owner.w, owner.h) * 0.8))
    for colour, name in enumerate(COLOURS):
        for n in range(state.stored.item(seat, colour)):
            draw_cube(canvas, places.stored(seat, colour, n), name)


# --- platforms ---------------------------------------------------------------------------------------------


def _platforms(canvas: Canvas, piece: Piece, places: Layout, whole: bool) -> None:
    """Derricks and cubes, `whole`: as they are once all that can be done is done. What is gone is a ghost."""
    before, now = piece.state(), piece.now()
    for platform, _, _ in piece.platforms():
        rect = places.platform(platform)
        was, will = before.derricks.item(platform), now.derricks.item(platform)
        if will != NOTHING and (whole or will == was):
            draw_derrick(canvas, rect, will)
        elif was != NOTHING:
            draw_derrick(canvas, rect, was, ghost=whole)
        colour = before.cubes.item(platform)
        if colour != NOTHING:
            gone = whole and now.cubes.item(platform) == NOTHING
            draw_cube(canvas, cube_rect(rect), COLOURS[colour], ghost=gone)


def _new(piece: Piece) -> list[int]:
    """The platforms on which a derrick goes up."""
    found: list[int] = np.flatnonzero(
        (piece.state().derricks == NOTHING) & (piece.now().derricks != NOTHING)
    ).tolist()
    return found


class _Scene:
    """What moves on a piece, and what shows where it may and may not."""

    def __init__(self, canvas: Canvas, piece: Piece, places: Layout, size: float, upto: float) -> None:
        self.canvas = canvas
        self.piece = piece
        self.places = places
        self.size = size
        self.upto = upto
        self.before = piece.state()
        self.able = [trial for trial in piece.tries if not trial.because]

    def draw(self) -> None:
        """Everything, from the ground up."""
        self._light()
        for trial in self.piece.tries:
            self._way(trial)
        self._trucks()
        for trial in self.piece.tries:
            self._deed(trial)
        for load in self.piece.offers() if self.piece.prices else ():
            self._price(load, good=True)

    # --- light -----------------------------------------------------------------------------------

    def _light(self) -> None:
        """The spaces in reach, platforms where a derrick may go up, the platform that the dice name."""
        if self.piece.reach:
            for end in self.piece.reached():
                rect = self.places.depot(Seat(self.piece.turn)) if end == DEPOT else self.places.space(end)
                draw_lit(self.canvas, rect)
        for place in self.piece.sites() if self.piece.legal else ():
            draw_lit(self.canvas, self._rect(place))
        if self.piece.dice and self.before.stage == "dice":
            column, row = self.piece.dice
            rect = self._rect((2 * column - 1, 2 * row - 1))
            if _new(self.piece):
                self.canvas.ring(rect, self.size * 0.1, "ghawar.flare", self.size * 0.06)
            else:
                self._blame(rect)

    def _blame(self, rect: Rect) -> None:
        """Here something cannot be done."""
        edge = self.size * 0.05
        self.canvas.ring(rect.grown(edge / 2), self.size * 0.12, "bad", edge)
        self._cross((rect.right, rect.y))

    def _cross(self, at: Point) -> None:
        draw_mark(self.canvas, Rect.around(*at, self.size * 0.4), "wrong")

    # --- ways ------------------------------------------------------------------------------------

    def _way(self, trial: Try) -> None:
        """The line along which a truck drives, or cannot."""
        if isinstance(trial.action, Drive | Leave):
            if trial.because:
                self._wrong_way(trial)
            else:
                driving = self._driving(trial)
                driven = driving.pose(self.upto * driving.seconds).driven
                points = way_of(driving, driven, home=isinstance(trial.action, Leave))
                self._line([self.places.at(at) for at in points], f"seat.{self.piece.turn}")

    def _wrong_way(self, trial: Try) -> None:
        """From space to space on the right of the road, and off the field for one that wants to leave."""
        start = self.piece.start_of(trial)
        spaces = [start, *self.piece.route(trial)]
        points = [self.places.space(space).centre for space in spaces]
        if isinstance(trial.action, Leave):
            points.append(self._outside(spaces[-1]))
        if len(points) > 1:
            whole = _beside(points, LANE * self.size)
            shown = _first(whole, self.upto)
            self._line(shown, "bad")
            if self.upto >= 1:
                draw_head(self.canvas, shown[-1], _unit(*shown[-2:]), self.size * 0.13, "bad")

    def _outside(self, space: int) -> Point:
        """A point off the field beside a space of its edge."""
        net, side = roads(self.piece.options.roads), Seat(self.piece.turn)
        edges = [seat for seat, spaces in net.edge.items() if space in spaces]
        dx, dy = OUT[side if side in edges else edges[0]]
        x, y = self.places.space(space).centre
        return x + dx * self.size * 0.62, y + dy * self.size * 0.62

    def _line(self, points: Sequence[Point], ink: str) -> None:
        if len(points) > 1:
            self.canvas.polyline(points, (LINE + 0.05) * self.size, "ghawar.dark")
            self.canvas.polyline(points, LINE * self.size, ink)

    # --- trucks ----------------------------------------------------------------------------------

    def _driving(self, trial: Try) -> Driving:
        """The drive of what is tried."""
        assert isinstance(trial.action, Drive | Leave)
        index, start = truck_index(trial.action.truck), self.piece.start_of(trial)
        return drive_of(
            self.piece.options.roads,
            Seat(self.piece.turn),
            index,
            start,
            self.piece.route(trial),
            self._heading(Seat(self.piece.turn), index, start),
        )

    def _heading(self, seat: Seat, index: int, space: int) -> float:
        """Which way a truck stands: as it is to set off, or along its road."""
        for trial in self.piece.tries:
            if seat == self.piece.turn and isinstance(trial.action, Drive | Leave):
                route = self.piece.route(trial)
                if space != DEPOT and route and route[0] != DEPOT:
                    (ax, ay), (bx, by) = (self.places.space(s).centre for s in (space, route[0]))
                    return math.degrees(math.atan2(by - ay, bx - ax))
        return usual_heading(seat, space)

    def _trucks(self) -> None:
        """All trucks that can be seen; the one that drives where it has come to."""
        for seat in range(self.piece.seats):
            for index in range(self.piece.options.trucks):
                self._truck(Seat(seat), index)

    def _truck(self, seat: Seat, index: int) -> None:
        space = self.before.trucks.item(seat, index)
        number, load = truck_number(self.piece.options, index), _named(self.before.loads.item(seat, index))
        if space == DEPOT:
            if seat not in self.piece.strips:
                return
            at = self.places.truck_in_depot(seat, index).centre
        else:
            at = self.places.space(space).centre
        moving = (
            [t for t in self.able if isinstance(t.action, Drive | Leave)] if seat == self.piece.turn else []
        )
        if not moving:
            self._draw_truck(at, seat, self._heading(seat, index, space), load, number)
            return
        driving = self._driving(moving[0])
        pose = driving.pose(self.upto * driving.seconds)
        if self.upto >= 1:
            load = _named(self.piece.now().loads.item(seat, index))
        self._draw_truck(at, seat, driving.pose(0).degrees, None, number, ghost=True)
        if self.upto < 1 or self.piece.now().trucks.item(seat, index) != DEPOT:
            draw_headlight(self.canvas, self.places.at(pose.at), pose.degrees, self._long)
        self._draw_truck(self.places.at(pose.at), seat, pose.degrees, load, number)

    @property
    def _long(self) -> float:
        return TRUCK * self.places.scale

    def _draw_truck(
        self, at: Point, seat: int, angle: float, load: Colour | None, number: int, ghost: bool = False
    ) -> None:
        draw_truck(self.canvas, at, seat, angle, load, length=self._long, number=number, ghost=ghost)

    # --- what is done ----------------------------------------------------------------------------

    def _deed(self, trial: Try) -> None:
        """What is loaded or moved, and whatever keeps it from being so."""
        if self.upto < 1:
            return
        if isinstance(trial.action, Drive) and trial.action.load is not None:
            self._load(trial, trial.action)
        elif isinstance(trial.action, Shift):
            action = trial.action
            start, end = self._rect((action.x, action.y)).centre, self._rect(action.to).centre
            self._arrow(start, end, "bad" if trial.because else "ghawar.flare")
            if trial.because:
                self._blame(self._rect(action.to))
        elif isinstance(trial.action, Leave) and trial.because:
            self._cross(self._outside([self.piece.start_of(trial), *self.piece.route(trial)][-1]))
        elif trial.because:
            self._blame_places(trial)

    def _blame_places(self, trial: Try) -> None:
        refusal = self.piece.refusal(trial)
        assert refusal is not None, "what may not be done is refused"
        for place in refusal.places:
            self._blame(self._rect(tuple(place)))

    def _load(self, trial: Try, action: Drive) -> None:
        """From platform to truck, and what it costs."""
        assert action.load is not None
        load, rect = self.piece.load_of(trial), self._rect(action.load)
        cube, truck = cube_rect(rect), self.places.space(space_at(action.x, action.y))
        edge = _towards(cube.centre, truck.centre, 0.2 * self.size)
        self._arrow(edge, truck.centre, "bad" if trial.because else "ghawar.flare")
        if load is not None:
            self._price(load, good=not trial.because)
        if trial.because:
            self._cross(cube.centre)

    def _price(self, load: Load, good: bool) -> None:
        """A label on the platform: a barrel and what has to be paid."""
        rect, high = self.places.platform(load.platform), 0.4 * self.size
        label = Rect.around(rect.cx + 0.12 * self.size, rect.y + 0.14 * self.size, 0.86 * self.size, high)
        self.canvas.rounded(
            label, high / 2, "paper", "paper_good" if good else "paper_bad", 0.045 * self.size
        )
        barrel, words = label.inset(0.06 * self.size, 0).cut_left(0.36 * self.size)
        draw_barrel(self.canvas, barrel.place(high * 0.86, high * 0.86))
        self.canvas.text(
            str(load.price),
            words,
            "heading",
            "paper_ink",
            align="centre",
            fit="free",
            size=high * 0.74,
            face="display",
            tabular=True,
        )

    def _arrow(self, start: Point, end: Point, ink: str) -> None:
        """From one thing to another, up to its edge."""
        head = self.size * 0.17
        tip = _towards(end, start, 1.2 * head)
        self._line([start, tip], ink)
        draw_head(self.canvas, tip, _unit(start, end), head, ink)

    def _rect(self, place: tuple[int, ...]) -> Rect:
        """Where a place of the lattice lies."""
        platform = platform_at(place[0], place[1])
        return (
            self.places.space(space_at(place[0], place[1]))
            if platform is None
            else self.places.platform(platform)
        )


# --- lines -------------------------------------------------------------------------------------------------


def way_of(driving: Driving, driven: float, *, home: bool) -> list[Point]:
    """The line of a drive as far as it has come, in units of the lattice.

    On the way `home` it turns off to where the truck is parked: that it passes its bay to back in looks as
    if it drove on.
    """
    way, bay = driving.legs[0].way, driving.pose(driving.seconds).at
    found = [at for at, upto in zip(way.points, way.upto, strict=True) if upto <= driven]
    nearest = min(range(len(way.points)), key=lambda n: math.dist(way.points[n], bay)) if home else None
    if nearest is None or nearest >= len(found):
        return found
    return [*found[: nearest + 1], bay] if driven >= way.length else found[: nearest + 1]


def _named(colour: int) -> Colour | None:
    return None if colour == NOTHING else COLOURS[colour]


def _beside(points: Sequence[Point], off: float) -> list[Point]:
    """The line moved to the right of the way it goes; where it turns round it goes around."""
    ways = [_unit(a, b) for a, b in pairwise(points)]
    found = [_moved(points[0], ways[0], off)]
    for (before, after), point in zip(pairwise(ways), points[1:], strict=False):
        (ax, ay), (bx, by) = before, after
        if ax == -bx and ay == -by:
            tip = (point[0] + ax * off, point[1] + ay * off)
            found += [_moved(tip, before, off), _moved(tip, after, off)]
        else:
            straight = before == after
            (px, py), (qx, qy) = _moved(point, before, off), _moved(point, after, off)
            found.append((px, py) if straight else (px + qx - point[0], py + qy - point[1]))
    found.append(_moved(points[-1], ways[-1], off))
    return found


def _unit(a: Point, b: Point) -> Point:
    long = math.dist(a, b)
    return round((b[0] - a[0]) / long, 6), round((b[1] - a[1]) / long, 6)


def _towards(start: Point, end: Point, by: float) -> Point:
    """The point so far from the start."""
    (x, y), (dx, dy) = start, _unit(start, end)
    return x + by * dx, y + by * dy


def _moved(point: Point, way: Point, off: float) -> Point:
    """To the right of a way: y goes down."""
    return point[0] - way[1] * off, point[1] + way[0] * off


def _first(points: Sequence[Point], share: float) -> list[Point]:
    """The first part of a line."""
    left = share * sum(math.dist(a, b) for a, b in pairwise(points))
    shown = [points[0]]
    for a, b in pairwise(points):
        long = math.dist(a, b)
        if long >= left:
            part = left / long if long else 0.0
            return [*shown, (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)]
        shown.append(b)
        left -= long
    return shown
