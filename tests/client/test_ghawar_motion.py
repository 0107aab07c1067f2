"""How happenings of Ghawar move: every drive keeps to its road, and timelines hold together."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise, product

import pytest

from client.boards.ghawar import motion
from client.boards.ghawar.drives import SETS_OFF, SPEED, Drive, drive_of
from client.boards.ghawar.headings import AWAY, Headings
from client.boards.ghawar.lattice import CORE, DEPTH, ROAD, bay, beside, centre
from client.boards.ghawar.motion import Plan, money_at, plan_of, shown
from client.boards.ghawar.winner import FLIGHT, STEP, paid
from client.mirror import Happening
from client.ui.anim import GESTURE, Motion
from client.ui.synth import SOUNDS
from core.game import Seat
from core.games.ghawar.roads import Layout, Route, roads
from core.games.ghawar.scoring import worth
from core.games.ghawar.state import (
    DEPOT,
    NOTHING,
    Build,
    Cube,
    Dice,
    Die,
    Leave,
    Options,
    Shift,
    Value,
    place_of,
    space_at,
)
from core.games.ghawar.state import Drive as DriveTo
from tests.client.ghawar_kit import MANY, games, happening

LAYOUTS: tuple[Layout, ...] = ("ring", "inner")
FRAME = 1 / 60


def routes(layout: Layout) -> list[tuple[Seat, int, Route]]:
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


def off_road(layout: Layout, seat: Seat, at: tuple[float, float]) -> float:
    """How far a point is from the middle of the nearest space, or outside of the depot."""
    inside = all(0 <= part <= CORE for part in at)
    if not inside:
        near, far = beside(seat, 0, 0), beside(seat, CORE, DEPTH)
        over = (max(min(a, b) - part, part - max(a, b)) for part, a, b in zip(at, near, far, strict=True))
        return max(0.0, *over)
    return min(math.dist(at, centre(layout, space)) for space in roads(layout).spaces)


# --- drives ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", [pytest.param("ring", marks=pytest.mark.long), "inner"])
@pytest.mark.parametrize("stood", [0.0, pytest.param(90.0, marks=pytest.mark.long)])
def test_a_drive_is_smooth_and_keeps_to_the_road(layout: Layout, stood: float) -> None:
    for seat, start, route in routes(layout):
        drive = drive_of(layout, seat, 1, start, route.spaces, AWAY[seat] if start == DEPOT else stood)
        poses = [drive.pose(index * FRAME) for index in range(math.ceil(drive.seconds / FRAME) + 1)]
        fastest = 1.25 * SPEED * max(1.0, drive.length / SPEED / 1.5) * FRAME
        for one, two in pairwise(poses):
            assert math.dist(one.at, two.at) <= fastest
            assert turned(one.degrees, two.degrees) <= 45
            assert two.driven >= one.driven
        reach = math.hypot(ROAD, ROAD) + 25
        assert max(off_road(layout, seat, pose.at) for pose in poses) < reach


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_space_of_the_route_is_driven_over_in_turn(layout: Layout) -> None:
    for seat, start, route in routes(layout):
        drive = drive_of(layout, seat, 0, start, route.spaces, 0.0)
        assert len(drive.passes) == len(route.spaces)
        assert list(drive.passes) == sorted(drive.passes)
        for space, at in zip(route.spaces, drive.passes, strict=True):
            if space != DEPOT:
                assert math.dist(drive.pose(at).at, centre(layout, space)) < 13


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_drive_begins_and_ends_as_trucks_stand(layout: Layout) -> None:
    for seat, start, route in routes(layout):
        stood = Headings().of(seat, 2, start)
        drive = drive_of(layout, seat, 2, start, route.spaces, stood)
        first, last = drive.pose(0.0), drive.pose(drive.seconds)
        home = beside(seat, bay(2), DEPTH / 2)
        assert math.dist(first.at, home if start == DEPOT else centre(layout, start)) < 0.01
        assert turned(first.degrees, stood) < 0.01
        assert math.dist(last.at, home if route.end == DEPOT else centre(layout, route.end)) < 0.01
        if route.end == DEPOT:
            assert turned(last.degrees, AWAY[seat]) < 0.01
            continue
        x, y = place_of(route.end)
        if x % 2 or y % 2:
            assert min(last.degrees % 180, 180 - last.degrees % 180) == pytest.approx(0 if x % 2 else 90)
        assert turned(last.degrees, drive.heading) < 0.01


def test_a_truck_turns_on_the_spot_only_where_it_has_to() -> None:
    spaces = (space_at(5, 4), space_at(6, 4))
    ahead, round_ = (drive_of("ring", Seat(0), 0, space_at(4, 4), spaces, stood) for stood in (0.0, 180.0))
    assert ahead.pose(SETS_OFF / 2).degrees == 0
    assert round_.pose(SETS_OFF / 2).degrees % 360 == pytest.approx(90) or round_.pose(
        SETS_OFF / 2
    ).degrees == pytest.approx(270)
    assert ahead.seconds == round_.seconds


def test_corners_are_driven_round() -> None:
    """The truck does not come to the middle of a crossing on which it turns; it turns while it drives."""
    drive = drive_of("ring", Seat(0), 0, space_at(3, 4), (space_at(4, 4), space_at(4, 5)), 0.0)
    poses = [drive.pose(index * FRAME / 4) for index in range(math.ceil(drive.seconds / FRAME) * 4)]
    assert 5 < min(math.dist(pose.at, centre("ring", space_at(4, 4))) for pose in poses) < 13
    slanted = {round(pose.at[0]) for pose in poses if 5 < pose.degrees < 85}
    assert len(slanted) > 8


def test_a_truck_backs_into_its_bay() -> None:
    home = drive_of("ring", Seat(0), 1, space_at(9, 12), (DEPOT,), 0.0)
    forth, back = home.legs
    assert not forth.backwards and back.backwards
    middle = home.pose((back.start + back.end) / 2)
    later = home.pose((back.start + back.end) / 2 + 0.05)
    way = math.degrees(math.atan2(later.at[1] - middle.at[1], later.at[0] - middle.at[0]))
    assert turned(way, middle.degrees) > 150


# --- timelines -------------------------------------------------------------------------------------------


@cache
def played() -> tuple[Happening, ...]:
    """Everything that happened in one game of each kind."""
    return tuple(
        happening(before, seat, action, after)
        for options, seats in MANY
        for before, seat, action, after in games(options, seats, 4)
    )


def of_kind(kind: type) -> list[tuple[Happening, Plan]]:
    """What happened of a kind, with its timeline."""
    return [(event, plan_of(event, -1)) for event in played() if isinstance(event.action(), kind)]


def test_every_timeline_holds_together() -> None:
    for event in played():
        plan, shows = plan_of(event, -1), motion.animation(event, Motion(), -1)
        assert shows.seconds == plan.seconds >= plan.stopped >= plan.changes[-1][0]
        assert [at for at, _ in plan.changes] == sorted(at for at, _ in plan.changes)
        assert plan.changes[-1][1] == "all"
        for cue in plan.cues:
            assert cue.sound in SOUNDS and 0 <= cue.at <= plan.seconds
        over = event.after.outcome is not None
        assert (plan.over < math.inf) == over
        if over:
            assert plan.seconds == pytest.approx(plan.over + GESTURE) and shows.open == math.inf


def test_what_stands_still_ends_as_it_is_afterwards() -> None:
    for event in played():
        assert shown(event, -1, plan_of(event, -1).stopped) is event.after.view(-1)


def test_setup_is_quick() -> None:
    assert all(plan.seconds <= 0.06 for _, plan in of_kind(Cube))
    assert all(plan.seconds <= 0.3 for _, plan in of_kind(Value))


def test_dice_for_derricks_take_a_second_at_most() -> None:
    kinds = set()
    for event, plan in of_kind(Dice):
        before, after = event.before.view(-1), event.after.view(-1)
        assert plan.seconds <= 1.0 + 1e-9 and plan.rolls is not None and plan.named is not None
        built = bool((before.derricks != after.derricks).any())
        assert (plan.rises is not None) == built
        assert plan.rises is None or plan.rises.start > plan.rolls.end
        kinds.add((built, after.stage == "build"))
    assert kinds == {(True, False), (False, True), (False, False)}
    assert all(plan.rises is not None for _, plan in of_kind(Build))
    assert all(plan.rolls is not None and plan.seconds <= 0.8 for _, plan in of_kind(Die))


def test_a_cube_is_on_its_way_only_after_the_truck_has_stopped() -> None:
    seen = {"free": 0, "paid": 0, "stored": 0}
    for event, plan in [*of_kind(DriveTo), *of_kind(Leave)]:
        before, action = event.before.view(-1), event.action()
        assert plan.drive is not None
        moves = [span for span in (plan.lifts, plan.stores, *plan.pays) if span is not None]
        assert all(span.start >= plan.drive.end for span in moves)
        carried = (
            isinstance(action, Leave) and before.loads.item(before.turn, max(action.truck - 1, 0)) != NOTHING
        )
        assert (plan.stores is not None) == carried
        assert (plan.lifts is not None) == (isinstance(action, DriveTo) and action.load is not None)
        assert len(plan.pays) == (plan.load.price if plan.load else 0)
        seen["stored"] += carried
        seen["paid"] += bool(plan.pays)
        seen["free"] += plan.lifts is not None and not plan.pays
    assert min(seen.values()) > 3


def test_barrels_arrive_one_by_one_and_none_is_lost() -> None:
    counted = 0
    for event, plan in of_kind(DriveTo):
        before, after = (position.view(-1).money.tolist() for position in (event.before, event.after))
        steps = [money_at(event, -1, index * FRAME) for index in range(math.ceil(plan.seconds / FRAME) + 1)]
        assert steps[0] == tuple(before) and steps[-1] == tuple(after)
        for one, two in pairwise(steps):
            assert sum(one) == sum(two)
            assert max(abs(a - b) for a, b in zip(one, two, strict=True)) <= 1
        counted += before != after
    assert counted > 3


def test_a_derrick_is_gone_before_it_rises_elsewhere() -> None:
    for event, plan in of_kind(Shift):
        assert plan.sinks is not None and plan.carried is not None and plan.rises is not None
        assert plan.sinks.end <= plan.carried.start < plan.carried.end <= plan.rises.start
        standing = (shown(event, -1, plan.carried.start).derricks != NOTHING).sum()
        assert standing == (event.before.view(-1).derricks != NOTHING).sum() - 1


def test_in_the_end_everybody_is_paid_what_it_is_worth() -> None:
    ends = [event for event in played() if event.after.outcome is not None]
    assert len(ends) == len(MANY)
    for event in ends:
        after = event.after.view(-1)
        assert paid(after, 0.0) == tuple(after.money.tolist())
        assert paid(after, 6 * STEP + FLIGHT) == tuple(int(worth(after, Seat(s))) for s in range(after.seats))
        sums = [sum(paid(after, index * 0.1)) for index in range(21)]
        assert sums == sorted(sums) and len(set(sums)) > 3


def test_drives_are_as_long_however_the_truck_stood() -> None:
    """Else a timeline would depend on what has been seen before."""
    headings = Headings()
    for event, plan in of_kind(DriveTo)[:40]:
        before, action = event.before.view(-1), event.action()
        headings.note(before.turn, max(action.truck - 1, 0), before.trucks.item(before.turn, 0), 180.0)
        drive: Drive = motion.drive_in(before, action, headings)
        assert plan.drive is not None and drive.seconds == pytest.approx(plan.drive.end)


def test_options_of_all_kinds_are_among_the_games() -> None:
    assert {options.roads for options, _ in MANY} == {"ring", "inner"}
    assert Options() in {options for options, _ in MANY}
