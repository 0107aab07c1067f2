"""Motion of trucks: along every space of the route, around corners in arcs, out of the bay and back.

A drive is a function of time, in units of the lattice (`client.boards.ghawar.lattice`). A truck at rest on
the roads points out into the field, or with a cube towards home; in its bay it points along its depot. If it
has to set off in another direction, it first turns on the spot. Headings are degrees clockwise from the east.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

import msgspec

from client.boards.ghawar.lattice import (
    bay_coordinate,
    depot_coordinate,
    depot_point,
    lane_offset,
    space_centre,
    yard_offset,
)
from client.ui.animation import ease_in_out, mix
from client.ui.geometry import Point
from core.game import Seat
from core.games.ghawar.roads import EAST, NORTH, SOUTH, WEST, RoadLayout
from core.games.ghawar.state import DEPOT, LATTICE_SIZE, place_of

DEPOT_HEADINGS: Final = {SOUTH: 270.0, NORTH: 90.0, WEST: 0.0, EAST: 180.0}
"""Heading from each seat's depot to the field, in degrees clockwise from the east."""
ARC_RADIUS: Final = 24.0
"""Radius in units of the arc around a corner."""
TRUCK_SPEED: Final = 330.0
"""Units per second of a truck at full speed."""
RAMP_SECONDS: Final = 0.22
"""Seconds to reach that speed, and to stop from it."""
LONGEST_DRIVE: Final = 1.8
"""Most seconds of a drive: on a longer way the truck is faster."""
START_DELAY: Final = 0.28
"""Seconds before a truck moves, in which it turns on the spot if it has to."""
_STRAIGHT: Final = 5.0
"""Least units of straight road at either end of a way."""
_SAMPLE: Final = 2.0
"""Approximate units from one stored point of a way to the next."""
_SWERVE: Final = tuple(step / 16 for step in range(17))
"""Shares of the swerve of a truck that sets off to a space right before its bay."""
_AROUND: Final = 20.0
"""Units along the depot from the middle of its bay to where a truck turns around."""
_STRAIGHTENS: Final = 12.0
"""Units that a truck drives straight along its bay."""
_ACROSS: Final = 2 * ARC_RADIUS - 4
"""Units along the depot from the middle of a bay to the point where the truck is on the lane."""
_ENTRY: Final = 26.0
"""Units from the middle of its last space at which a truck turns into it, to stand along the road."""


def resting_heading(seat: Seat, space: int, loaded: bool = False) -> float:
    """Heading of a truck at rest, in degrees: along its road away from its depot, or towards it if `loaded`.

    On a road across that direction it points to the middle of the field, or if `loaded` away from it.
    """
    away = DEPOT_HEADINGS[seat]
    if space == DEPOT:
        return 0.0 if seat in (SOUTH, NORTH) else 90.0
    x, y = place_of(space)
    sideways, there = x % 2 == 1, (x if x % 2 else y) < LATTICE_SIZE // 2
    crosses = x % 2 != y % 2 and sideways != (away % 180 == 0)
    if crosses:
        away = (0.0 if there else 180.0) if sideways else (90.0 if there else 270.0)
    return (away + 180) % 360 if loaded else away


class TruckPose(NamedTuple):
    """Place of a truck, heading (degrees clockwise from the east), and units driven."""

    at: Point
    degrees: float
    driven: float


class Polyline(msgspec.Struct, frozen=True):
    """Line with the distance of each of its points from its start."""

    points: tuple[Point, ...]
    distances: tuple[float, ...]

    @property
    def length(self) -> float:
        return self.distances[-1]

    def point_at(self, far: float) -> tuple[Point, float]:
        """Point `far` units from the start, and the direction there in degrees."""
        index = min(max(bisect_right(self.distances, far) - 1, 0), len(self.points) - 2)
        (ax, ay), (bx, by) = self.points[index], self.points[index + 1]
        share = (far - self.distances[index]) / (self.distances[index + 1] - self.distances[index])
        share = min(1.0, max(0.0, share))
        return (mix(ax, bx, share), mix(ay, by, share)), math.degrees(math.atan2(by - ay, bx - ax))


class Leg(msgspec.Struct, frozen=True):
    """Drive along a way without a stop, `seconds` long from second `start` on."""

    way: Polyline
    start: float
    seconds: float

    @property
    def end(self) -> float:
        return self.start + self.seconds

    def far(self, t: float) -> float:
        """Units of the way driven at `t` seconds."""
        return self.way.length * _eased((t - self.start) / self.seconds, RAMP_SECONDS / self.seconds)

    def pose(self, t: float) -> tuple[Point, float]:
        """Point and heading at `t` seconds."""
        point, degrees = self.way.point_at(self.far(t))
        return point, degrees % 360


class DriveMotion(msgspec.Struct, frozen=True):
    """Drive of a truck from rest to rest: a turn on the spot, which may be 0 degrees, then the way.

    `stood` is the heading before, `turned` the degrees of the turn. `passes` are the units driven when the
    truck comes to each space of the route except the depot.
    """

    stood: float
    turned: float
    leg: Leg
    passes: tuple[float, ...]

    @property
    def seconds(self) -> float:
        return self.leg.end

    @property
    def heading(self) -> float:
        """Heading at the end."""
        return self.leg.pose(self.seconds)[1]

    def pose(self, t: float) -> TruckPose:
        """Pose of the truck `t` seconds after its start."""
        if t < self.leg.start:
            share = ease_in_out(max(0.0, t) / self.leg.start)
            return TruckPose(self.leg.way.points[0], (self.stood + share * self.turned) % 360, 0.0)
        return TruckPose(*self.leg.pose(t), self.leg.far(t))

    @property
    def length(self) -> float:
        """Units of the whole way."""
        return self.leg.way.length

    def way_at(self, far: float) -> Point:
        """Point of the way `far` units from its start."""
        return self.leg.way.point_at(far)[0]


@lru_cache(maxsize=64)
def drive_of(
    layout: RoadLayout, seat: Seat, truck: int, start: int, spaces: tuple[int, ...], stood: float
) -> DriveMotion:
    """Drive of a truck (an index) of a seat from space `start` along `spaces`; `stood`: heading before."""
    way = _way(list(_corners(layout, seat, truck, start, spaces)))
    turned = (way.point_at(0.0)[1] - stood + 180) % 360 - 180
    leg = Leg(way, START_DELAY, min(_seconds(way.length), LONGEST_DRIVE))
    return DriveMotion(stood, turned, leg, tuple(_passes(layout, way, spaces)))


# --- the corners of a drive --------------------------------------------------------------------------


def _corners(
    layout: RoadLayout, seat: Seat, truck: int, start: int, spaces: Sequence[int]
) -> Iterator[Point]:
    """Points between which a truck drives straight on."""
    middles = [space_centre(layout, space) for space in spaces if space != DEPOT]
    if start == DEPOT:
        yield from _out(layout, seat, truck, spaces[0], alone=len(spaces) == 1)
    else:
        yield space_centre(layout, start)
    yield from middles
    if spaces[-1] == DEPOT:
        last = middles[-1] if middles else space_centre(layout, start)
        yield from _home(layout, seat, truck, depot_coordinate(seat, last))


def _out(layout: RoadLayout, seat: Seat, truck: int, first: int, *, alone: bool) -> Iterator[Point]:
    """Points from the bay to just before the first space; `alone`: the drive ends there."""
    middle = space_centre(layout, first)
    here, there = bay_coordinate(truck), depot_coordinate(seat, middle)
    place = place_of(first)
    sideways = place[0] % 2 == 1 if seat in (SOUTH, NORTH) else place[1] % 2 == 1
    side = 1 if there > here else -1
    if alone and sideways:
        there -= side * _ENTRY
    bay_off, lane_off = yard_offset(layout), lane_offset(layout)
    yield depot_point(seat, here, bay_off)
    if abs(there - here) < 2 * ARC_RADIUS:
        for share in _SWERVE[1:]:
            yield depot_point(seat, mix(here, there, ease_in_out(share)), mix(bay_off, 0, share))
    elif there > here:
        yield depot_point(seat, here + _STRAIGHTENS, bay_off)
        if there - here - _ACROSS >= ARC_RADIUS:
            yield depot_point(seat, here + _ACROSS, lane_off)
        yield depot_point(seat, there, lane_off)
    else:
        yield depot_point(seat, here + _AROUND, bay_off)
        yield depot_point(seat, here + _AROUND, lane_off)
        yield depot_point(seat, there, lane_off)
    if alone and sideways:
        yield (there, middle[1]) if seat in (SOUTH, NORTH) else (middle[0], there)


def _home(layout: RoadLayout, seat: Seat, truck: int, coordinate: float) -> Iterator[Point]:
    """Points from beside the field into the bay; a truck from further along the lane turns around first."""
    there, bay_off, lane_off = bay_coordinate(truck), yard_offset(layout), lane_offset(layout)
    yield depot_point(seat, coordinate, lane_off)
    if there - coordinate >= 2 * ARC_RADIUS:
        if there - coordinate - _ACROSS >= ARC_RADIUS:
            yield depot_point(seat, there - _ACROSS, lane_off)
        yield depot_point(seat, there - _STRAIGHTENS, bay_off)
    else:
        yield depot_point(seat, there - _AROUND, lane_off)
        yield depot_point(seat, there - _AROUND, bay_off)
    yield depot_point(seat, there, bay_off)


# --- ways --------------------------------------------------------------------------------------------


def _way(corners: Sequence[Point]) -> Polyline:
    """Line through corners, each rounded as far as there is room."""
    corners = [a for a, b in pairwise(corners) if math.dist(a, b) > 0.5] + [corners[-1]]
    points = [corners[0]]
    for index in range(1, len(corners) - 1):
        points += _rounded(corners, index)
    points.append(corners[-1])
    dense = [points[0]]
    for a, b in pairwise(points):
        steps = max(1, round(math.dist(a, b) / _SAMPLE))
        dense += [(mix(a[0], b[0], i / steps), mix(a[1], b[1], i / steps)) for i in range(1, steps + 1)]
    kept = [dense[0]] + [b for a, b in pairwise(dense) if math.dist(a, b) > 1e-6]
    return Polyline(tuple(kept), tuple(accumulate((math.dist(a, b) for a, b in pairwise(kept)), initial=0.0)))


def _rounded(corners: Sequence[Point], index: int) -> list[Point]:
    """Points of the arc around a corner; where the way is straight, only the corner."""
    before, corner, after = corners[index - 1 : index + 2]
    into, out = math.dist(before, corner), math.dist(corner, after)
    room = min(
        into - _STRAIGHT if index == 1 else into / 2,
        out - _STRAIGHT if index == len(corners) - 2 else out / 2,
        ARC_RADIUS,
    )
    a = (corner[0] + (before[0] - corner[0]) / into * room, corner[1] + (before[1] - corner[1]) / into * room)
    b = (corner[0] + (after[0] - corner[0]) / out * room, corner[1] + (after[1] - corner[1]) / out * room)
    if abs((a[0] + b[0]) / 2 - corner[0]) + abs((a[1] + b[1]) / 2 - corner[1]) < 0.5:
        return [corner]
    mid = (a[0] + b[0] - corner[0], a[1] + b[1] - corner[1])
    steps = 18
    turn = [math.pi / 2 * i / steps for i in range(steps + 1)]
    return [
        (
            mid[0] + (a[0] - mid[0]) * math.cos(t) + (b[0] - mid[0]) * math.sin(t),
            mid[1] + (a[1] - mid[1]) * math.cos(t) + (b[1] - mid[1]) * math.sin(t),
        )
        for t in turn
    ]


# --- time --------------------------------------------------------------------------------------------


def _seconds(length: float) -> float:
    """Seconds of a drive of this length from rest to rest."""
    return (
        length / TRUCK_SPEED + RAMP_SECONDS
        if length > TRUCK_SPEED * RAMP_SECONDS
        else 2 * math.sqrt(length * RAMP_SECONDS / TRUCK_SPEED)
    )


def _eased(t: float, ramp: float) -> float:
    """Share of the way after a share `t` of the time; a share `ramp` of it gains speed, and loses it."""
    t, ramp = min(1.0, max(0.0, t)), min(0.5, ramp)
    fastest = 1 / (1 - ramp)
    if t < ramp:
        return fastest * t * t / (2 * ramp)
    if t > 1 - ramp:
        return 1 - fastest * (1 - t) ** 2 / (2 * ramp)
    return fastest * (t - ramp / 2)


def _passes(layout: RoadLayout, polyline: Polyline, spaces: Sequence[int]) -> Iterator[float]:
    """Units driven when the truck is nearest to the middle of each space, one after the other."""
    first = 0
    for space in spaces:
        if space != DEPOT:
            middle = space_centre(layout, space)
            distances = [math.dist(point, middle) for point in polyline.points[first:]]
            first += distances.index(min(distances))
            yield polyline.distances[first]
