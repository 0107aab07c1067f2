"""How trucks drive: every drive keeps to its road, turns where it has to, and ends along its bay."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pytest

from client.boards.ghawar.lattice import (
    FIELD_WIDTH,
    FRINGE_WIDTH,
    ROAD_WIDTH,
    bay_coordinate,
    depot_point,
    space_centre,
    yard_far_offset,
    yard_offset,
)
from client.boards.ghawar.truck_motion import START_DELAY, TRUCK_SPEED, drive_of, resting_heading
from core.game import Seat
from core.games.ghawar.roads import RoadLayout, Route, roads
from core.games.ghawar.state import DEPOT, place_of, space_at

LAYOUTS: tuple[RoadLayout, ...] = ("ring", "inner")
FRAME = 1 / 60


def routes(layout: RoadLayout) -> list[tuple[Seat, int, Route]]:
    """Seats, starts and routes of every kind: short and long ones, from depots, home, round corners."""
    net = roads(layout)
    starts = [DEPOT, *sorted(net.spaces)[::7], *net.edge[Seat(0)][:3], *net.edge[Seat(3)][-2:]]
    return [
        (seat, start, route)
        for seat, start, pips in product(map(Seat, range(4)), starts, (1, 2, 6))
        for route in net.routes(seat, start, pips)[:4]
    ]


def turned(a: float, b: float) -> float:
    """By how many degrees two headings differ."""
    return abs((a - b + 180) % 360 - 180)


def off_road(layout: RoadLayout, seat: Seat, at: tuple[float, float]) -> float:
    """How far a point is from the middle of the nearest space, or outside of the depot and its lane."""
    rim = FRINGE_WIDTH if layout == "inner" else 0.0
    inside = all(0 <= part <= FIELD_WIDTH for part in at) and off(seat, at) < -rim
    if not inside:
        near, far = depot_point(seat, 0, -rim), depot_point(seat, FIELD_WIDTH, yard_far_offset(layout))
        over = (max(min(a, b) - part, part - max(a, b)) for part, a, b in zip(at, near, far, strict=True))
        return max(0.0, *over)
    return min(math.dist(at, space_centre(layout, space)) for space in roads(layout).spaces)


def off(seat: Seat, at: tuple[float, float]) -> float:
    """How far a point is off the field on a seat's side, below 0 on the field."""
    (x, y), (_, south), (west, _) = at, depot_point(Seat(0), 0, 0), depot_point(Seat(2), 0, 0)
    return (y - south, -y, west - x, x - FIELD_WIDTH)[seat]


@pytest.mark.long
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("stood", [0.0, 90.0])
def test_a_drive_is_smooth_and_keeps_to_the_road(layout: RoadLayout, stood: float) -> None:
    for (seat, start, route), truck in product(routes(layout), range(3)):
        stands = resting_heading(seat, DEPOT) if start == DEPOT else stood
        drive = drive_of(layout, seat, truck, start, route.spaces, stands)
        poses = [drive.pose(index * FRAME) for index in range(math.ceil(drive.seconds / FRAME) + 1)]
        fastest = 1.25 * TRUCK_SPEED * max(1.0, drive.length / TRUCK_SPEED / 1.5) * FRAME
        for one, two in pairwise(poses):
            assert math.dist(one.at, two.at) <= fastest
            assert turned(one.degrees, two.degrees) <= 45
            assert two.driven >= one.driven
        reach = math.hypot(ROAD_WIDTH, ROAD_WIDTH) + 25
        assert max(off_road(layout, seat, pose.at) for pose in poses) < reach


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_space_of_the_route_is_driven_over_in_turn(layout: RoadLayout) -> None:
    for seat, start, route in routes(layout):
        drive = drive_of(layout, seat, 0, start, route.spaces, 0.0)
        spaces = [space for space in route.spaces if space != DEPOT]
        assert list(drive.passes) == sorted(drive.passes)
        for space, far in zip(spaces, drive.passes, strict=True):
            assert math.dist(drive.way_at(far), space_centre(layout, space)) < 13


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_drive_begins_and_ends_as_trucks_stand(layout: RoadLayout) -> None:
    for seat, start, route in routes(layout):
        stood = resting_heading(seat, start)
        drive = drive_of(layout, seat, 2, start, route.spaces, stood)
        first, last = drive.pose(0.0), drive.pose(drive.seconds)
        home = depot_point(seat, bay_coordinate(2), yard_offset(layout))
        assert math.dist(first.at, home if start == DEPOT else space_centre(layout, start)) < 0.01
        assert turned(first.degrees, stood) < 0.01
        assert math.dist(last.at, home if route.end == DEPOT else space_centre(layout, route.end)) < 0.01
        if route.end == DEPOT:
            assert turned(last.degrees, resting_heading(seat, DEPOT)) < 0.01
            continue
        x, y = place_of(route.end)
        if x % 2 or y % 2:
            assert min(last.degrees % 180, 180 - last.degrees % 180) == pytest.approx(0 if x % 2 else 90)
        assert turned(last.degrees, drive.heading) < 0.01


def test_a_truck_turns_on_the_spot_only_where_it_has_to() -> None:
    spaces = (space_at(5, 4), space_at(6, 4))
    ahead, round_ = (drive_of("ring", Seat(0), 0, space_at(4, 4), spaces, stood) for stood in (0.0, 180.0))
    assert ahead.pose(START_DELAY / 2).degrees == 0
    assert round_.pose(START_DELAY / 2).degrees % 360 == pytest.approx(90) or round_.pose(
        START_DELAY / 2
    ).degrees == pytest.approx(270)
    assert ahead.seconds == round_.seconds
