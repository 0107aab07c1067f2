"""How Ghawar's table is drawn: every moment of a happening, what is meant, what lies beside the field."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pygame
import pytest

from client.boards.base import Frame
from client.boards.ghawar.hand import Hand
from client.boards.ghawar.lattice import centre
from client.boards.ghawar.lying import lying_of
from client.boards.ghawar.motion import Plan, plan_of
from client.boards.ghawar.places import Places, Spot
from client.boards.ghawar.scene import Scene, moment_of, still
from client.boards.ghawar.side import Dice as Lain
from client.boards.ghawar.side import beside, dice_in, dice_of
from client.mirror import Happening
from client.screens.table_layout import TableLayout
from client.ui import theme
from client.ui.anim import BREATH, Motion
from client.ui.cache import SurfaceCache
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, Point, Press
from core.game import Refusal, Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.scoring import worth
from core.games.ghawar.state import (
    COLOURS,
    NOTHING,
    Cube,
    Dice,
    Die,
    Leave,
    Options,
    Roll,
    Shift,
    State,
    Value,
    place_of,
)
from core.games.ghawar.state import Drive as DriveTo
from tests.client.ghawar_kit import MANY, frame, games, happening, replace, texts

SIZE = (960, 540)
USUAL = Motion()
CALM = Motion(reduced=True)
FRAME = 1 / 60
Pixels = np.ndarray[Any, np.dtype[np.int16]]


@cache
def sprites_of(name: str, size: tuple[int, int]) -> SurfaceCache:
    return SurfaceCache(256 << 20)


def canvas(name: str = "lamplight", size: tuple[int, int] = SIZE) -> Canvas:
    """A new picture; what has been made for others of its size is there."""
    return Canvas(pygame.Surface(size), theme.load(name), sprites_of(name, size))


def places_of(options: Options, seats: int, wide: float = 1920.0) -> Places:
    lay = TableLayout.of(Rect(0, 0, wide, 1080), seats, 3, 0)
    return Places(lay.field, lay.side, seats, options)


def drawn(shown: Frame, places: Places, hand: Hand | None = None, name: str = "lamplight") -> Pixels:
    """The pixels of a frame: array [x, y, colour]."""
    on, held = canvas(name), hand or Hand(GHAWAR)
    lies = still(shown, held, places)
    on.backdrop()
    lies.paint_field(on)
    lies.paint_side(on)
    Scene(on, shown, held, places).draw()
    return pygame.surfarray.array3d(on.surface).astype(np.int16)


def differing(one: Pixels, other: Pixels, by: int = 40) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Where two pictures clearly differ."""
    found: np.ndarray[Any, np.dtype[np.bool_]] = np.abs(one - other).max(axis=2) > by
    return found


def within(mask: np.ndarray[Any, np.dtype[np.bool_]], rect: Rect) -> int:
    """How many of the pixels lie in a rectangle."""
    x, y, right, bottom = (round(part / 2) for part in (rect.x, rect.y, rect.right, rect.bottom))
    return int(mask[max(0, x) : right, max(0, y) : bottom].sum())


@cache
def played(number: int) -> tuple[Happening, ...]:
    """What happened in a game of this kind."""
    options, seats = MANY[number]
    return tuple(happening(*step) for step in games(options, seats, 4))


def telling(number: int) -> list[tuple[Happening, Plan]]:
    """A few happenings of each kind, with and without what may come of them; and the last."""
    kept: dict[tuple[object, ...], list[Happening]] = {}
    for event in played(number):
        plan, action = plan_of(event, -1), event.action()
        kind = (type(action), plan.rises is None, plan.lifts is None, plan.stores is None, bool(plan.pays))
        kept.setdefault((*kind, event.after.outcome is None), []).append(event)
    return [(event, plan_of(event, -1)) for events in kept.values() for event in (events[0], events[-1])]


def at(event: Happening, t: float, motion: Motion = USUAL, now: float = 3.3) -> Frame:
    """A moment of a happening."""
    return replace(before(event, motion, now), happening=event, t=t)


def before(event: Happening, motion: Motion = USUAL, now: float = 3.3) -> Frame:
    """The table before it."""
    return replace(frame(event.before.view(-1), now=now), motion=motion)


def after(event: Happening, motion: Motion = USUAL, now: float = 3.3) -> Frame:
    """The table after it."""
    return replace(frame(event.after.view(-1), now=now), motion=motion)


# --- nothing jumps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [2, 4, 6, 7])
@pytest.mark.parametrize("motion", [Motion(), pytest.param(CALM, marks=pytest.mark.long)])
def test_nothing_jumps_where_a_happening_begins_and_ends(number: int, motion: Motion) -> None:
    """But for the warning beside the field, which is there from one moment to the next."""
    options, seats = MANY[number]
    places = places_of(options, seats)
    for event, plan in telling(number):
        first, last = (
            drawn(at(event, 0.0, motion), places),
            drawn(at(event, plan.seconds - 1e-4, motion), places),
        )
        for one, other in (
            (drawn(before(event, motion), places), first),
            (last, drawn(after(event, motion), places)),
        ):
            jump = differing(one, other)
            allowed = within(jump, places.quiet.grown(4))
            assert jump.sum() - allowed <= 60, (event.action(), one is last)


def test_a_truck_moves_a_little_from_picture_to_picture() -> None:
    """Its way is one: no picture shows it twice, none leaves it out."""
    places = places_of(*MANY[2])
    event, plan = next(
        (e, p) for e, p in telling(2) if p.drive is not None and isinstance(e.action(), DriveTo)
    )
    assert plan.drive is not None
    empty = drawn(at(event, 0.0, CALM), places)
    assert differing(empty, drawn(at(event, plan.drive.end, CALM), places)).sum() > 100
    pictures = [
        drawn(at(event, index * 4 * FRAME), places) for index in range(math.ceil(plan.drive.end / FRAME / 4))
    ]
    for one, two in pairwise(pictures):
        assert differing(one, two).sum() < 2600


@pytest.mark.parametrize("name", ["lamplight", pytest.param("high-contrast", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=pytest.mark.long if n % 2 else ()) for n in range(len(MANY))]
)
def test_every_moment_can_be_drawn(name: str, number: int) -> None:
    options, seats = MANY[number]
    places = places_of(options, seats)
    for event, plan in telling(number):
        for motion in (Motion(), CALM):
            for share in (0.2, 0.55, 0.9):
                drawn(at(event, share * plan.seconds, motion), places, name=name)


def test_nothing_is_drawn_beside_the_table() -> None:
    places = places_of(*MANY[2])
    bare = canvas()
    bare.backdrop()
    table = pygame.surfarray.array3d(bare.surface).astype(np.int16)
    for event, plan in telling(2):
        painted = differing(drawn(at(event, 0.5 * plan.seconds), places), table)
        rooms = [places.field.grown(70), places.side.grown(60)]
        assert painted.sum() == within(painted, rooms[0].union(rooms[1]))
        assert within(painted, Rect(0, 0, places.field.x - 70, 1080)) == 0


# --- what stands still -----------------------------------------------------------------------------------


def test_what_stands_still_is_painted_anew_only_where_something_comes_to_lie() -> None:
    """Each time costs a picture: a truck that drives, dice that roll and barrels that fly change nothing."""
    places, hand = places_of(*MANY[0]), Hand(GHAWAR)
    for event, plan in telling(0):
        keys = []
        for index in range(math.ceil(plan.seconds / FRAME)):
            lies = still(at(event, index * FRAME), hand, places)
            keys.append((lies.field_key, lies.side_key))
        fields, sides = ([key[part] for key in keys] for part in (0, 1))
        assert sum(a != b for a, b in pairwise(fields)) <= 1
        assert sum(a != b for a, b in pairwise(sides)) <= 1
        assert not any(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(keys))
        if isinstance(event.action(), Die):
            assert len(set(keys)) == 1


def test_what_was_drawn_once_is_not_made_again() -> None:
    places = places_of(*MANY[0])
    event, plan = next((e, p) for e, p in telling(0) if p.pays)
    shown = [at(event, index * FRAME, now=index * FRAME) for index in range(math.ceil(plan.seconds / FRAME))]
    on, hand = canvas(), Hand(GHAWAR)
    for _ in range(2):
        for moment in shown:
            lies = still(moment, hand, places)
            on.layer(("field", lies.field_key), places.field, lies.paint_field, opaque=True)
            Scene(on, moment, hand, places).draw()
        made, on.cache.made = on.cache.made, 0
    assert made == 0


def test_derricks_with_oil_pump_and_others_rest() -> None:
    options, seats = MANY[0]
    view = next(
        e.before.view(-1)
        for e in played(0)
        if e.before.view(-1).rounds == 12 and e.before.view(-1).stage == "move"
    )
    places, lying = places_of(options, seats), lying_of(view, False)
    moves = differing(drawn(frame(view, now=0.0), places), drawn(frame(view, now=1.3), places))
    pumping = [platform for platform in range(36) if lying.pumps(platform)]
    assert pumping and len(pumping) < 28
    for platform in range(36):
        seen = within(moves, places.platform(platform))
        assert (seen > 8) == (platform in pumping)
    calm = [replace(frame(view, now=now), motion=CALM) for now in (0.0, 1.3)]
    assert not differing(drawn(calm[0], places), drawn(calm[1], places), by=0).any()


# --- dice ------------------------------------------------------------------------------------------------


def test_dice_lie_where_they_rolled_to_until_the_next_roll() -> None:
    lain = Lain((), 0)
    for event in played(0):
        view, action = event.after.view(-1), event.action()
        if isinstance(action, Dice):
            assert dice_in(view).faces == (action.column, action.row)
        elif isinstance(action, Die):
            assert dice_in(view).faces == (action.pips,)
        elif not isinstance(action, Cube | Value):
            assert dice_in(view) == lain
        lain = dice_in(view)


def test_the_red_die_is_the_column_and_lies_on_the_left() -> None:
    places = places_of(*MANY[0])
    red, white = dice_of(places, (2, 5))
    assert red[:2] == ("red", 2) and white[:2] == ("white", 5) and red[2][0] < white[2][0]
    assert [die[:2] for die in dice_of(places, (4,))] == [("white", 4)]


def test_column_and_row_are_lit_when_dice_have_named_them() -> None:
    places = places_of(*MANY[0])
    event, plan = next((e, p) for e, p in telling(0) if p.named is not None)
    assert plan.named is not None
    action = event.action()
    lit = differing(drawn(before(event), places), drawn(at(event, plan.named.start + 0.08), places), by=12)
    for platform in range(36):
        row, column = divmod(platform, 6)
        named = column + 1 == action.column or row + 1 == action.row
        assert (within(lit, places.platform(platform)) > 200) == named


# --- what is meant ---------------------------------------------------------------------------------------


def decision(number: int, rounds: int, **wanted: bool) -> State:
    """A position in which somebody drives; `priced`: something in reach has a price."""
    for event in played(number):
        view: State = event.before.view(-1)
        if view.stage == "move" and view.rounds >= rounds:
            brings = Hand(GHAWAR).brings(view, view.turn)
            priced = any(load.price for bring in brings.values() for load in bring.loads)
            if brings and (priced or not wanted.get("priced")):
                return view
    raise AssertionError("no such position")


@pytest.mark.parametrize("number", [0, 2, 4])
def test_every_space_in_reach_is_lit_and_no_other(number: int) -> None:
    options, seats = MANY[number]
    view, places = decision(number, 4), places_of(options, seats)
    brings = Hand(GHAWAR).brings(view, view.turn)
    calm = [replace(frame(view, asked), motion=CALM) for asked in (None, int(view.turn))]
    lit = differing(drawn(calm[0], places), drawn(calm[1], places), by=8)
    for space in places.roads.spaces:
        near = any(_beside(space, spot) for spot in brings if spot.number != space)
        seen = within(lit, places.space(space).grown(-6)) > 40
        assert seen or Spot("space", space) not in brings
        assert not seen or Spot("space", space) in brings or near
    for seat in range(seats):
        assert (within(lit, places.lane(Seat(seat)).grown(-4)) > 1000) == (Spot("depot", seat) in brings)


def _beside(space: int, spot: Spot) -> bool:
    if spot.kind != "space":
        return True
    (x, y), (u, v) = place_of(space), place_of(spot.number)
    return abs(x - u) + abs(y - v) <= 2


def test_before_the_roll_the_die_and_own_derricks_are_lit_and_no_road() -> None:
    """Once a derrick is in hand, the platforms are lit on which there is none."""
    options, seats = MANY[7]
    view = next(view for view in (event.before.view(-1) for event in played(7)) if view.stage == "choose")
    places, hand = places_of(options, seats), Hand(GHAWAR)
    shown = replace(frame(view, int(view.turn)), motion=CALM)
    plain = drawn(replace(frame(view), motion=CALM), places)
    own = view.derricks.ravel() == view.turn
    lit = differing(plain, drawn(shown, places, hand), by=8)
    assert within(lit, places.tray.grown(6)) > 400
    for platform in range(36):
        assert (within(lit, places.platform(platform).grown(6)) > 100) == own[platform]
    assert not any(within(lit, places.space(space).inset(12)) for space in places.roads.spaces)
    for _ in range(2):
        hand.handle(Press(*places.platform(int(own.argmax())).centre, device=MOUSE), shown, places)
    lit = differing(plain, drawn(shown, places, hand), by=8)
    for platform in range(36):
        free = view.derricks.item(platform) == NOTHING
        assert (within(lit, places.platform(platform).grown(6)) > 100) == (free or platform == own.argmax())


def test_prices_are_told_where_they_have_to_be_paid() -> None:
    options, seats = MANY[0]
    view, places = decision(0, 3, priced=True), places_of(options, seats)
    brings = Hand(GHAWAR).brings(view, view.turn)
    calm = [replace(frame(view, asked), motion=CALM) for asked in (None, int(view.turn))]
    lit = differing(drawn(calm[0], places), drawn(calm[1], places))
    priced = {
        load.platform for bring in brings.values() for load in (*bring.loads, *bring.dear) if load.price
    }
    assert priced
    for platform in range(36):
        assert (within(lit, places.platform(platform).grown(-8)) > 60) == (platform in priced)


def test_the_truck_is_shown_where_it_would_drive_to() -> None:
    options, seats = MANY[0]
    view, places, hand = decision(0, 4), places_of(options, seats), Hand(GHAWAR)
    shown = replace(frame(view, int(view.turn)), motion=CALM)
    rests = drawn(shown, places, hand)
    spot = next(spot for spot in hand.brings(view, view.turn) if spot.kind == "space")
    x, y = places.rect(spot).centre
    hand.handle(Point(x=x, y=y, device=MOUSE), shown, places)
    assert hand.target == spot
    change = differing(rests, drawn(shown, places, hand))
    assert within(change, places.rect(spot).grown(6)) > 150
    route = hand.route(view, view.turn)
    assert route is not None
    for space in route.spaces[:-1]:
        mark = Rect.around(*places.at(centre(options.roads, space)), 16)
        assert within(change, mark) > 15


def test_places_to_blame_are_lit() -> None:
    view, places = decision(0, 4), places_of(*MANY[0])
    plain = replace(frame(view, int(view.turn)), motion=CALM)
    blamed = replace(plain, denied=Refusal("ghawar.refusal.not_in_reach", ((7, 7), (-1, 5)), {"pips": 3}))
    change = differing(drawn(plain, places), drawn(blamed, places))
    assert change.sum() == within(change, places.platform(21).grown(16)) > 50


# --- beside the field ------------------------------------------------------------------------------------


def test_the_forecast_is_what_the_game_would_pay_now() -> None:
    for event in played(2)[::5]:
        view: State = event.after.view(-1)
        told = beside(view)
        for seat, lines in enumerate(told.paid):
            assert lines[-1] == worth(view, Seat(seat)) == sum(lines[:-1])
            assert lines[0] == view.money.item(seat)
        most = max(lines[-1] for lines in told.paid)
        assert not told.best or {told.paid[seat][-1] for seat in told.best} == {most}


def test_colours_stand_in_the_order_of_their_value() -> None:
    start = GHAWAR.start(Options(), 2)
    assert beside(start).order == (None,) * 6
    known = next(event.after.view(-1) for event in played(0) if event.after.view(-1).stage == "dice")
    order = beside(known).order
    assert [known.values.item(colour) for colour in order if colour is not None] == [1, 2, 3, 4, 5, 6]


def test_the_majority_is_crowned_where_it_is_one() -> None:
    view: State = played(2)[-1].after.view(-1)
    stored = np.zeros_like(view.stored)
    stored[0, 0], stored[1, 0], stored[1, 1], stored[2, 2] = 2, 1, 1, 1
    stored[3, 2] = 1
    leaders = beside(replace(view, stored=stored)).leaders
    assert leaders[:3] == (Seat(0), Seat(1), None) and leaders[3:] == (None,) * (len(COLOURS) - 3)


def test_the_end_without_oil_is_announced_from_half_way_on() -> None:
    view: State = next(e.before.view(-1) for e in played(0) if e.before.view(-1).stage == "move")
    slow = replace(view, options=Options(stalemate=20))
    left = [beside(replace(slow, quiet=quiet)).left for quiet in (0, 9, 10, 19)]
    assert left == [None, None, 10, 1]
    places = places_of(*MANY[0])
    calm, warned = (drawn(frame(replace(slow, quiet=quiet)), places) for quiet in (9, 10))
    change = differing(calm, warned)
    assert change.sum() == within(change, places.quiet.grown(24)) > 300


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("wide", [1440.0, 1920.0])
def test_every_sentence_beside_the_field_has_room(language: str, wide: float) -> None:
    places, on, say = places_of(Options(stalemate=50), 4, wide), canvas(), texts(language).say
    room = places.quiet.inset(14, 6)
    for sentence in (say("ghawar.side.quiet", rounds=25), say("ghawar.side.quiet_last")):
        wide_, high = on.measure(sentence, "small", size=24.0, wrap_at=room.w)
        assert wide_ <= room.w and high <= room.h - 10
    assert on.measure(say("ghawar.side.total"), "small")[0] <= places.sum_row(3).w


# --- the end ---------------------------------------------------------------------------------------------


def test_the_winner_lights_up_and_stays_lit() -> None:
    number, event = next(
        (number, played(number)[-1])
        for number in range(len(MANY))
        if _only_winner(played(number)[-1]) not in (None, Seat(0))
    )
    plan, outcome, places = plan_of(event, -1), event.after.outcome, places_of(*MANY[number])
    assert outcome is not None
    start = drawn(at(event, plan.over + 0.01), places)
    end = differing(start, drawn(at(event, plan.seconds - 1e-3), places))
    edge = [within(end, places.depot(Seat(seat)).grown(6)) for seat in range(places.seats)]
    assert max(range(places.seats), key=edge.__getitem__) == outcome.winners[0]
    kept = replace(frame(event.after.view(-1), now=3.3 + BREATH), motion=CALM)
    assert moment_of(kept)[0].stored == moment_of(at(event, plan.seconds))[0].stored
    bare = replace(kept, position=replace(kept.position, outcome=None))
    shown = differing(drawn(bare, places), drawn(kept, places))
    assert shown.sum() == within(shown, places.depot(outcome.winners[0]).grown(16)) > 200


def _only_winner(event: Happening) -> Seat | None:
    outcome = event.after.outcome
    return outcome.winners[0] if outcome is not None and len(outcome.winners) == 1 else None


def test_the_kinds_of_happening_are_all_among_those_looked_at() -> None:
    kinds = {type(event.action()) for number in range(len(MANY)) for event, _ in telling(number)}
    assert {Cube, Value, Dice, Die, Roll, DriveTo, Leave, Shift} <= kinds
    assert any(plan.pays for number in range(len(MANY)) for _, plan in telling(number))
    assert any((event.before.view(-1).loads != NOTHING).any() for event, _ in telling(0))
