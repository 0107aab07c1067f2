"""What is drawn where on The Great Divide's table, what stands still for how long, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import msgspec
import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from client.boards.base import Frame
from client.boards.great_divide import land, scene
from client.boards.great_divide.hand import Hand
from client.boards.great_divide.motion import GATHERS, LIFTED, WAVE, plan_of
from client.boards.great_divide.places import Places
from client.boards.great_divide.rivers import Fate, rivers
from client.boards.great_divide.water import water_ink
from client.mirror import Happening
from client.screens.table_layout import TableLayout
from client.ui import theme
from client.ui.anim import Motion
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Place, Refusal, Seat
from core.games.great_divide.drainage import PASS
from core.games.great_divide.land import GREAT_DIVIDE_MAP as LAND
from core.games.great_divide.land import WAYS, Way
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import (
    ACTIVE,
    HIDDEN,
    NOT_CHOSEN,
    Action,
    Flood,
    Lay,
    Options,
    Remove,
    State,
)
from tests.client.great_divide_kit import ALL, BASIC, frame, games, happening, stage, texts

_N, NE, _SE, S, SW, NW = (int(way) for way in WAYS)
STILL = Motion(reduced=True)
Pixels = NDArray[np.int16]

RIVER: dict[Place, int] = {(3, 2): S, (3, 3): SW, (2, 3): SW, (1, 4): SW}
"""A river that comes to the empty space (0, 4)."""


class Table:
    """A small table to be painted on."""

    def __init__(self, special: bool = False, high: int = 540, name: str = "lamplight") -> None:
        self.canvas = Canvas(pygame.Surface((high * 16 // 9, high)), theme.load(name))
        lay = TableLayout.of(self.canvas.area, 2, 4, 1)
        self.places = Places(LAND, lay.field, lay.side, GREAT_DIVIDE.letters[: 7 + special])

    def paint(self, shown: Frame, hand: Hand) -> Pixels:
        """The whole picture: what stands still and what moves."""
        self.canvas.backdrop()
        still = scene.still(shown, hand, self.places)
        still.paint_field(self.canvas)
        still.paint_side(self.canvas)
        self.move(shown, hand)
        return self.seen()

    def move(self, shown: Frame, hand: Hand) -> None:
        scene.Scene(self.canvas, shown, hand, self.places).draw()

    def seen(self) -> Pixels:
        return pygame.surfarray.array3d(self.canvas.surface).astype(np.int16)

    def pixel(self, picture: Pixels, spot: tuple[float, float]) -> tuple[int, ...]:
        """The colour at a point."""
        x, y = self.canvas.pixel(*spot)
        return tuple(picture[x, y].tolist())

    def where(self, change: Pixels) -> list[tuple[float, float]]:
        """Points (units) at which two pictures differ visibly."""
        spots = np.argwhere(np.abs(change).max(axis=2) > 12)
        return [(x / self.canvas.scale, y / self.canvas.scale) for x, y in spots.tolist()]

    def lit(self, change: Pixels) -> set[int]:
        """The spaces in which two pictures differ."""
        found = {self.places.space_at(spot) for spot in self.where(change)}
        return {space for space in found if space is not None}


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


@cache
def steps(options: Options, seed: int = 2) -> tuple[Happening, ...]:
    return tuple(happening(*step) for step in games(options, seed, eager=True))


def hand_of(options: Options = BASIC, seat: int = 0) -> Hand:
    return Hand(GREAT_DIVIDE, options, Seat(seat))


def shown(state: State, chooser: int | None = None, now: float = 0.0, **more: object) -> Frame:
    """A frame of a table at rest, without motion."""
    return msgspec.structs.replace(frame(state, chooser, now=now), motion=STILL, **more)


def during(step: Happening, t: float, motion: Motion = STILL) -> Frame:
    return Frame(step.before, -1, None, t, texts("en").say, motion=motion, happening=step, t=t)


def after(step: Happening) -> Frame:
    return Frame(step.after, -1, None, 0.0, texts("en").say, motion=STILL)


def laying(kind: str = "W") -> State:
    return stage("lay", tiles=RIVER, drawn=kind)


# --- what stands still -----------------------------------------------------------------------------


@pytest.mark.parametrize("options", [BASIC, ALL], ids=["basic", "all"])
def test_the_keys_change_exactly_when_the_picture_does(options: Options) -> None:
    table, hand = Table(options.special_geography, 360), hand_of(options)
    field: dict[object, bytes] = {}
    side: dict[object, bytes] = {}
    for step in steps(options)[::2]:
        still = scene.still(after(step), hand, table.places)
        for known, key, paint in (
            (field, still.field_key, still.paint_field),
            (side, still.side_key, still.paint_side),
        ):
            table.canvas.backdrop()
            paint(table.canvas)
            picture = table.seen().tobytes()
            assert known.setdefault(key, picture) == picture, "one key, two pictures"
    assert len(set(field.values())) == len(field), "two keys, one picture"
    assert len(set(side.values())) == len(side), "two keys, one picture"
    assert len(field) > 30 and len(side) > 30


def test_hover_time_and_prompts_leave_everything_still(table: Table) -> None:
    state, hand = laying(), hand_of()
    first = scene.still(shown(state, 0), hand, table.places)
    hand.space, hand.way = LAND.space[0, 2], Way.S
    refused = Refusal("great_divide.refusal.facing", ((0, 2),))
    later = scene.still(shown(state, 0, now=9.0, denied=refused), hand, table.places)
    assert (first.field_key, first.side_key) == (later.field_key, later.side_key)


def test_only_the_choice_of_cards_in_hand_is_in_the_key(table: Table) -> None:
    state, hand = stage("cards"), hand_of()
    first = scene.still(shown(state, 0), hand, table.places).field_key
    hand.sides[2] = False
    assert scene.still(shown(state, 0), hand, table.places).field_key != first
    assert (
        scene.still(shown(state), hand, table.places).field_key
        == scene.still(shown(state), hand_of(), table.places).field_key
    )


def test_a_step_repaints_the_field_seldom() -> None:
    table, hand = Table(True), hand_of(ALL)
    for step in steps(ALL)[:160]:
        seconds = plan_of(step, GREAT_DIVIDE).seconds
        keys = [scene.still(during(step, seconds * i / 40), hand, table.places).field_key for i in range(41)]
        changes = sum(a != b for a, b in pairwise(keys))
        last = scene.still(after(step), hand, table.places).field_key
        assert changes + (keys[-1] != last) <= 1


# --- what is drawn where ---------------------------------------------------------------------------


def test_water_moves_unless_motion_is_reduced(table: Table) -> None:
    state, hand = stage("turn", tiles=RIVER), hand_of()
    quiet = [table.paint(shown(state, now=now), hand) for now in (0.0, 0.7)]
    assert not table.where(quiet[1] - quiet[0])
    moving = [table.paint(frame(state, now=now), hand) for now in (0.0, 0.7)]
    assert table.lit(moving[1] - moving[0]) == {LAND.space[place] for place in RIVER}


def test_water_has_the_colour_of_its_ocean() -> None:
    """West's river, East's river and one that is open: half way between spring and side of their tiles."""
    large = Table(high=1080)
    state = stage("turn", tiles={(0, 4): NW, (6, 4): NE, (3, 4): S})
    picture = large.paint(shown(state), hand_of())
    for place, way, fate in (((0, 4), NW, Fate.PACIFIC), ((6, 4), NE, Fate.ATLANTIC), ((3, 4), S, Fate.OPEN)):
        (x, y), (ex, ey) = large.places.centre(LAND.space[place]), large.places.edge(LAND.space[place], way)
        seen = large.pixel(picture, (x + 0.3 * (ex - x), y + 0.3 * (ey - y)))
        inks = {other: large.canvas.colour(water_ink(large.canvas, other)) for other in Fate}
        assert min(inks, key=lambda other: distance(seen, inks[other])) is fate


def test_an_open_river_shows_both_oceans() -> None:
    large = Table(high=1080)
    picture = large.paint(shown(stage("turn", tiles={(3, 4): S})), hand_of())
    x, y = large.places.edge(LAND.space[3, 4], S)
    beside = [
        large.pixel(picture, (x + side * large.places.radius * 0.1, y + large.places.radius * 0.17))
        for side in (-1, 1)
    ]
    for seen, fate in zip(beside, (Fate.PACIFIC, Fate.ATLANTIC), strict=True):
        assert near(seen, large.canvas.colour(water_ink(large.canvas, fate)), 60)


def test_the_preview_shows_the_tile_and_the_way_of_its_water(table: Table) -> None:
    """On (0, 4) an arrow to the NW leads four tiles to the Pacific: +5 for West."""
    state, hand = laying(), meaning((0, 4), NW)
    rest = table.paint(shown(state, 0), hand_of())
    lit = table.lit(table.paint(shown(state, 0), hand) - rest)
    assert LAND.space[0, 4] in lit
    around = {LAND.space[0, 4], LAND.space[0, 2], *LAND.beside[LAND.space[0, 4]]}
    assert lit <= around, "the tile, its neighbours, and the gain above"


def test_the_preview_lights_the_whole_course(table: Table) -> None:
    """A tile on (4, 2) that joins the river lights it down to where it ends."""
    state, hand = laying("2"), meaning((4, 2), SW)
    rest = table.paint(shown(state, 0), hand_of())
    lit = table.lit(table.paint(shown(state, 0), hand) - rest)
    course = [
        space for space, _ in rivers(LAND, applied(state, Lay(4, 2, SW))).downstream(LAND.space[4, 2], SW)
    ]
    assert len(course) > 2 and set(course) <= lit


def test_what_cannot_be_done_lights_what_is_to_blame(table: Table) -> None:
    """From (0, 4) an arrow to the NE would meet that of (1, 4)."""
    state, hand = laying(), meaning((0, 4), NE)
    refusal = hand.refusal(state, Seat(0))
    assert refusal is not None and set(refusal.places) == {(0, 4), (1, 4)}
    rest = table.paint(shown(state, 0), hand_of())
    assert {LAND.space[0, 4], LAND.space[1, 4]} <= table.lit(table.paint(shown(state, 0), hand) - rest)
    large = Table(high=1080)
    picture = large.paint(shown(state, 0), hand)
    (x, y), (cx, cy) = large.places.centre(LAND.space[1, 4]), large.places.corners(LAND.space[1, 4])[1]
    rim = large.pixel(picture, (x + 0.93 * (cx - x), y + 0.93 * (cy - y)))
    assert near(rim, large.canvas.colour("bad"), 60)


def test_a_refusal_stays_lit_without_a_hand_over_the_land(table: Table) -> None:
    state, hand = laying(), hand_of()
    refusal = Refusal("great_divide.refusal.trapped", ((3, 6), (4, 6), (9, 9)))
    change = table.paint(shown(state, 0, denied=refusal), hand) - table.paint(shown(state, 0), hand)
    assert {LAND.space[3, 6], LAND.space[4, 6]} <= table.lit(change)


def test_only_who_is_asked_sees_a_preview(table: Table) -> None:
    state, hand = laying(), meaning((0, 4), NW)
    assert not table.where(table.paint(shown(state), hand) - table.paint(shown(state), hand_of()))


def test_spaces_invite_only_whoever_is_asked(table: Table) -> None:
    state, hand = laying(), hand_of()
    lit = table.lit(table.paint(shown(state, 0), hand) - table.paint(shown(state), hand))
    assert {space for space in range(LAND.size) if LAND.places[space][0] == 0} <= lit


def test_the_two_ocean_pass_and_special_cards(table: Table) -> None:
    state = stage("lay", ALL, RIVER, drawn="pass")
    special, hand = Table(True), meaning((4, 6), NE, ALL)
    action = hand.action(state, Seat(0))
    assert action is not None and GREAT_DIVIDE.why_not(state, Seat(0), action) is None
    change = special.paint(shown(state, 0), hand) - special.paint(shown(state, 0), hand_of(ALL))
    assert LAND.space[4, 6] in special.lit(change)


def test_the_preview_of_an_eruption_turns_the_pass_and_shows_both_its_ways() -> None:
    """Off 1,4 over 0,4's empty space on one side; where it may not point at the Basin its tiles are lit."""
    special = Table(True)
    state = stage("volcanoes", ALL, RIVER | {(4, 2): PASS})
    rest = special.paint(shown(state, 0), hand_of(ALL))
    turned = special.paint(shown(state, 0), meaning((4, 2), SW, ALL))
    course = [space for space, _ in rivers(LAND, state).downstream(LAND.space[3, 3], SW)]
    assert {LAND.space[4, 2], *course} <= special.lit(turned - rest)
    again = special.paint(shown(state, 0), meaning((4, 2), NE, ALL))
    assert not special.where(again - turned), "half a turn of the Pass is none"
    other = special.paint(shown(state, 0), meaning((4, 2), NW, ALL))
    assert LAND.space[4, 2] in special.lit(other - turned)


@pytest.mark.parametrize("side", [ACTIVE, HIDDEN, NOT_CHOSEN])
def test_cards_are_drawn_as_they_lie(table: Table, side: int) -> None:
    start = stage("turn")
    cards = start.cards.copy()
    cards[1, 3] = 0 if side == ACTIVE else side
    other = msgspec.structs.replace(start, cards=cards)
    spots = table.where(table.paint(shown(other), hand_of()) - table.paint(shown(start), hand_of()))
    card = table.places.card(1, 3).grown(14)
    assert spots and all(card.contains(*spot) for spot in spots)


def test_the_bag_invites_and_a_card_in_focus_stands_out(table: Table) -> None:
    state, hand = stage("turn"), hand_of()
    rest = table.paint(shown(state), hand)
    assert around(table, table.paint(shown(state, 0), hand) - rest, table.places.bag.grown(24))
    hand.card, hand._touched_in = 4, 0
    change = table.paint(shown(state, 0), hand) - rest
    spots = [spot for spot in table.where(change) if not table.places.bag.grown(24).contains(*spot)]
    assert spots and all(table.places.card(0, 4).grown(24).contains(*spot) for spot in spots)


def test_the_end_shows_what_drains_where(table: Table) -> None:
    last = steps(BASIC)[-1]
    over = table.paint(after(last), hand_of())
    running = msgspec.structs.replace(last.after, outcome=None)
    before = table.paint(msgspec.structs.replace(after(last), position=running), hand_of())
    assert table.lit(over - before) == set(range(LAND.size))


def test_what_moves_is_gone_when_a_step_is_over() -> None:
    """No jump at the end: the last picture of a step is, nearly, the first one afterwards."""
    table, hand, kinds = Table(True), hand_of(ALL), set[str]()
    for step in (*steps(ALL), *steps(ALL, 5)):
        kind = scene_of(step)
        if kind in kinds:
            continue
        kinds.add(kind)
        last = table.paint(during(step, plan_of(step, GREAT_DIVIDE).seconds - 1e-3), hand)
        spots = table.where(table.paint(after(step), hand) - last)
        assert len(spots) < 0.004 * last.shape[0] * last.shape[1], kind
    assert len(kinds) > 14


def scene_of(step: Happening) -> str:
    """What kind of step it is."""
    action = step.action()
    extra = getattr(action, "kind", "") if len(getattr(action, "kind", "")) > 1 else ""
    over = "over" if step.after.outcome is not None else ""
    return f"{type(action).__name__} {extra}{getattr(action, 'event', '')}{over}"


@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize("name", theme.names())
def test_every_moment_of_every_kind_of_step_can_be_drawn(name: str, reduced: bool) -> None:
    table, hand, kinds = Table(True, 360, name), hand_of(ALL), set[str]()
    for step in (*steps(ALL), *steps(ALL, 5)):
        if scene_of(step) in kinds:
            continue
        kinds.add(scene_of(step))
        seconds = plan_of(step, GREAT_DIVIDE).seconds
        pictures = {
            table.paint(during(step, seconds * i / 12, Motion(reduced=reduced)), hand).tobytes()
            for i in range(13)
        }
        assert len(pictures) > 1, scene_of(step)


def test_what_the_wave_has_not_reached_still_lies(table: Table) -> None:
    """A flood from (3, 2): when its wave has come to (3, 3), (1, 4) still has its tile."""
    step = made(stage("flood", ALL, RIVER), Flood(3, 2))
    gone = table.paint(after(step), hand_of(ALL))
    early = table.lit(table.paint(during(step, GATHERS + WAVE / 2), hand_of(ALL)) - gone)
    assert LAND.space[1, 4] in early
    late = table.lit(table.paint(during(step, plan_end(step)), hand_of(ALL)) - gone)
    assert LAND.space[1, 4] not in late


def test_a_tile_is_counted_once_it_is_back_in_the_bag(table: Table) -> None:
    step, hand = made(stage("quake", ALL, RIVER), Remove(3, 2)), hand_of(ALL)
    keys = [scene.still(during(step, t), hand, table.places).side_key for t in (0.0, LIFTED, plan_end(step))]
    assert keys[0] == keys[1] != keys[2]
    assert keys[2] == scene.still(after(step), hand, table.places).side_key


def test_a_sealed_choice_shows_nothing(table: Table) -> None:
    """West has chosen; the public picture is the same whatever it was."""
    start = GREAT_DIVIDE.start(BASIC, 2)
    choices = list(GREAT_DIVIDE.legal(start, Seat(0)))[::40]
    made = [happening(start, Seat(0), a, GREAT_DIVIDE.apply(start, Seat(0), a)) for a in choices]
    for t in (0.0, 0.2, 0.5):
        assert len({table.paint(during(step, t), hand_of()).tobytes() for step in made}) == 1


# --- what it costs ---------------------------------------------------------------------------------


def moments(step: Happening) -> Iterator[Frame]:
    seconds = plan_of(step, GREAT_DIVIDE).seconds
    for index in range(round(seconds * 30)):
        yield during(step, index / 30, Motion())


@pytest.mark.parametrize("kind", ["Lay", "Tile", "Flip", "Draw"])
def test_a_step_shown_again_makes_no_new_pictures(kind: str) -> None:
    table, hand = Table(), hand_of()
    played = [happening(*step) for step in games(BASIC, 2)]
    step = [s for s in played if type(s.action()).__name__ == kind][-1]
    for moment in moments(step):
        table.move(moment, hand)
    made = table.canvas.cache.made
    for moment in moments(step):
        table.move(moment, hand)
    assert table.canvas.cache.made == made


def test_moving_water_makes_no_new_pictures(table: Table) -> None:
    state, hand = laying(), hand_of()
    table.paint(frame(state), hand)
    made = table.canvas.cache.made
    for index in range(120):
        table.move(frame(state, now=index / 60), hand)
    assert table.canvas.cache.made == made


def test_the_ground_is_made_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much else is drawn in between: it takes longer than a frame."""
    small, hand, ground = Table(high=270), hand_of(), land._ground
    made: list[Places] = []

    def counted(canvas: Canvas, places: Places) -> None:
        made.append(places)
        ground(canvas, places)

    monkeypatch.setattr(land, "_ground", counted)
    cache = small.canvas.cache
    cache.bound = 3 << 20
    small.paint(frame(laying()), hand)
    for index in range(30):
        small.move(frame(laying(), now=index / 60), hand)
        cache.get(("something large", index), lambda: pygame.Surface((400, 400)))
    small.paint(frame(laying("1")), hand)
    assert len(made) == 1


def test_at_rest_only_the_rivers_are_touched(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the window is mended in few places."""
    touched: list[pygame.Rect] = []
    monkeypatch.setattr(table.canvas, "touch", touched.append)
    table.move(frame(stage("turn", tiles=RIVER), now=1.0), hand_of())
    assert 0 < len(touched) <= len(LAND.columns)
    rows = [table.places.box(LAND.space[place]) for place in RIVER]
    reach = rows[0].union(rows[1]).union(rows[2]).union(rows[3])
    assert all(table.canvas.pixels(reach).contains(rect) for rect in touched)


# --- helpers ---------------------------------------------------------------------------------------


def meaning(place: Place, way: int, options: Options = BASIC) -> Hand:
    """A hand that means a space and a way."""
    hand = hand_of(options)
    hand.space, hand.way, hand._touched_in = LAND.space[place], Way(way), 0
    return hand


def made(before: State, action: Action) -> Happening:
    """A step of West."""
    return happening(before, Seat(0), action, GREAT_DIVIDE.apply(before, Seat(0), action))


def plan_end(step: Happening) -> float:
    """Just before a step is over."""
    return plan_of(step, GREAT_DIVIDE).seconds - 1e-3


def applied(state: State, action: Lay) -> State:
    return GREAT_DIVIDE.apply(state, Seat(0), action)


def distance(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How far two colours are from each other."""
    return sum(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True))


def near(one: tuple[int, ...], other: tuple[int, ...], most: int) -> bool:
    """Whether two colours are alike."""
    return distance(one, other) <= most


def around(table: Table, change: Pixels, rect: Rect) -> bool:
    """Whether two pictures differ, and only inside a rectangle."""
    spots = table.where(change)
    return bool(spots) and all(rect.contains(*spot) for spot in spots)
