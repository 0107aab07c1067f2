"""How steps of The Great Divide are shown: when what changes, the way of the water, disasters, the end."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from client.boards.contract import Animation, Frame
from client.boards.great_divide import highlights as watershed
from client.boards.great_divide.art import rotation_between
from client.boards.great_divide.board import GreatDivideBoard
from client.boards.great_divide.layout import Layout
from client.boards.great_divide.rivers import rivers
from client.boards.great_divide.score import sure_points
from client.boards.great_divide.timeline import (
    OCEANS_COUNTED_AT,
    THROWN_TILE_DOWN_AT,
    TILE_SEEN_SECONDS,
    WATER_TILE_SECONDS,
    StepContext,
    ending_order,
    schedule_of,
    washed_tiles,
    water_run,
)
from client.boards.kit.hexes import HALF_WIDTH
from client.screens.table.layout import TableLayout
from client.session.events import GameEvent
from client.ui import theme
from client.ui.animation import Motion
from client.ui.canvas import Canvas
from client.ui.intents import MOUSE, Intent, PointAt
from client.ui.sound.synthesis import SOUNDS
from core.game import Place, Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import PASS_CODE
from core.games.great_divide.land import GREAT_DIVIDE_MAP as LAND
from core.games.great_divide.land import WAYS
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Action, Options, State
from tests.client.boards import laws
from tests.client.boards.fixtures import replace, texts
from tests.client.boards.great_divide.fixtures import ALL, BASIC, MANY, frame, games, stage, step_event

N, NE, SE, S, SW, NW = (int(way) for way in WAYS)
RIVER: dict[Place, int] = {(3, 2): S, (3, 3): SW, (2, 3): SW, (1, 4): SW, (0, 4): NW}
OPEN_RIVER = {place: way for place, way in RIVER.items() if place != (0, 4)}
"""The same, which comes to the empty space (0, 4)."""
STILL = Motion(reduced=True)
Pixels = NDArray[np.int16]


@cache
def steps() -> tuple[GameEvent, ...]:
    """Steps of every kind."""
    played = [step_event(*step) for options in MANY for seed in (0, 1) for step in games(options, seed)]
    assert {type(step.action()) for step in played} == set(Action.__args__)
    return tuple(played)


def made(before: State, action: Action, seat: int = 0) -> GameEvent:
    return step_event(before, Seat(seat), action, GREAT_DIVIDE.apply(before, Seat(seat), action))


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    yield
    pygame.display.quit()


class Table:
    """A small table to be painted on."""

    def __init__(self, options: Options = BASIC, high: int = 540) -> None:
        self.canvas = Canvas(pygame.Surface((high * 16 // 9, high)), theme.load("lamplight"))
        self.board = GreatDivideBoard(GREAT_DIVIDE, options, 2)
        lay = TableLayout.of(self.canvas.area, 2, 4, 1)
        self.board.arrange(lay.field, lay.side)

    @property
    def layout(self) -> Layout:
        return self.board.layout(stage("turn"))

    def step(self, shown: GameEvent) -> StepContext:
        return StepContext.of(shown, GREAT_DIVIDE, self.layout)

    def animation(self, shown: GameEvent) -> Animation:
        return self.board.animation(shown, Motion(), -1)

    def paint(self, shown: Frame) -> Pixels:
        """The whole picture: what stands still and what moves."""
        self.canvas.backdrop()
        still = self.board.still(shown)
        still.paint_field(self.canvas)
        still.paint_side(self.canvas)
        self.board.draw(self.canvas, shown)
        return pygame.surfarray.array3d(self.canvas.surface).astype(np.int16)

    def where(self, change: Pixels) -> list[tuple[float, float]]:
        """Points (units) at which two pictures differ visibly."""
        spots = np.argwhere(np.abs(change).max(axis=2) > 12)
        return [(x / self.canvas.scale, y / self.canvas.scale) for x, y in spots.tolist()]

    def lit(self, change: Pixels) -> set[int]:
        """The spaces in which two pictures differ."""
        spaces, spots = self.layout.spaces, self.where(change)
        reach = HALF_WIDTH * spaces.radius
        return {
            space
            for space, centre in enumerate(spaces.centres)
            if any(math.dist(centre, spot) < reach for spot in spots)
        }

    def mean(self, state: State, place: Place, way: int = 0) -> Frame:
        """West's pointer over a space, its tile turned this way."""
        x, y = self.layout.spaces.centre(LAND.space[place])
        shown = still_frame(state, 0)
        intent: Intent = PointAt(x=x, y=y, device=MOUSE)
        self.board.handle(intent, shown)
        self.board.pickers[0].turns[""] = way
        return shown


def still_frame(state: State, chooser: int | None = None, **more: object) -> Frame:
    """A frame of a table at rest, without motion."""
    return replace(frame(state, chooser), motion=STILL, **more)


def during(step: GameEvent, t: float, motion: Motion = STILL) -> Frame:
    return Frame(step.before, -1, None, t, texts("en").translate, motion=motion, event=step, t=t)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def special() -> Table:
    return Table(ALL)


# --- every kind of step ----------------------------------------------------------------------------


@pytest.mark.long
def test_every_step_takes_its_time_and_sounds() -> None:
    table = Table(ALL)
    for shown in steps():
        found, when = table.animation(shown), schedule_of(table.step(shown))
        assert 0.2 <= found.seconds <= 8.0
        assert found.cues and {cue.sound for cue in found.cues} <= SOUNDS.keys()
        assert all(0 <= cue.at <= found.seconds and -12 <= cue.pitch <= 24 for cue in found.cues)
        assert when.field <= found.seconds and when.side <= found.seconds
        assert found.open == float("inf") or found.open <= found.seconds
        if shown.after.outcome is None and isinstance(shown.action(), play.Draw | play.Flip | play.Lay):
            great = table.board.timeline(shown, -1).highlights
            assert found.seconds < 2.0 or great, "what happens a hundred times a game is short"


@pytest.mark.long
def test_no_kind_of_step_jumps() -> None:
    """Also those that hardly ever happen, and so are not among what the laws look at."""
    table, kinds = Table(ALL), set[str]()
    table.board.arrange(laws.FIELD, laws.SIDE)
    for shown in steps():
        options, kind = shown.after.view().options, kind_of(shown)
        if options.special_geography and options.events and kind not in kinds:
            kinds.add(kind)
            laws.law_3_no_jump(table.board, shown)
            laws.law_1_drawable(table.board, shown, STILL)
    assert len(kinds) > 18


def kind_of(step: GameEvent) -> str:
    """What kind of step it is."""
    action = step.action()
    kind = getattr(action, "kind", getattr(action, "event", ""))
    over = "over" if step.after.outcome is not None else ""
    return f"{type(action).__name__} {kind if len(kind) > 1 else ''}{over}"


def test_a_tile_that_cannot_be_laid_goes_aside_once_it_has_been_seen(special: Table) -> None:
    drawn = [shown for shown in steps() if isinstance(shown.action(), play.Tile)]
    aside = [shown for shown in drawn if len(shown.after.view().aside) > len(shown.before.view().aside)]
    assert aside
    for shown in aside[:8]:
        layout = special.board.layout(shown.after.view())
        (change,) = [
            change
            for change in special.board.timeline(shown, -1).changes
            if change.after is not None
            and change.after.id[0] == "aside"
            and change.kind == "travel"
            and change.before is not None
            and change.before.rect == layout.boxes["drawn"]
        ]
        assert change.start == TILE_SEEN_SECONDS


def test_what_others_may_not_see_yet_turns_over_when_it_lies_open(table: Table) -> None:
    start = GREAT_DIVIDE.start(BASIC, 2)
    chosen = GREAT_DIVIDE.apply(start, Seat(0), play.Cards("W13"))
    shown = made(chosen, play.Cards("25E"), 1)
    for viewer, seats in ((-1, {0, 1}), (0, {1})):
        changes = table.board.timeline(shown, viewer).changes
        turned = {change.after.id for change in changes if change.after is not None}
        assert {name[1] for name in turned if name[0] == "card"} == seats


# --- water -----------------------------------------------------------------------------------------


def test_water_runs_from_the_new_tile_to_the_sea(table: Table) -> None:
    shown = made(stage("lay", tiles=RIVER, drawn="2"), play.Lay(4, 2, SW))
    stages = water_run(table.step(shown))
    course = rivers(LAND, shown.after.view()).downstream(LAND.space[4, 2], SW)
    assert [(s.stretch.space, s.stretch.way) for s in stages] == list(course)
    assert all(b.at - a.at == pytest.approx(WATER_TILE_SECONDS) for a, b in pairwise(stages))
    assert "water" in {cue.sound for cue in table.animation(shown).cues}


def test_the_pass_sends_water_both_ways(special: Table) -> None:
    laid = made(stage("lay", ALL, RIVER, drawn="pass"), play.LayPass(4, 6, 0))
    assert {s.stretch.way for s in water_run(special.step(laid))} == {N, S}
    turned = water_run(
        special.step(made(stage("volcanoes", ALL, RIVER | {(4, 6): PASS_CODE}), play.TurnPass(4, 6, 2)))
    )
    assert {s.stretch.way for s in turned} == {SE, NW}
    assert {s.at for s in turned if s.stretch.space == LAND.space[4, 6]} == {THROWN_TILE_DOWN_AT}


def test_water_moves_unless_motion_is_reduced(table: Table) -> None:
    state = stage("turn", tiles=OPEN_RIVER)
    quiet = [table.paint(replace(still_frame(state), now=now)) for now in (0.0, 0.7)]
    assert not table.where(quiet[1] - quiet[0])
    moving = [table.paint(frame(state, now=now)) for now in (0.0, 0.7)]
    assert table.lit(moving[1] - moving[0]) == {LAND.space[place] for place in OPEN_RIVER}


# --- what is meant ---------------------------------------------------------------------------------


def test_the_preview_lights_the_whole_course(table: Table) -> None:
    """A tile on (4, 2) that joins the river lights it down to where it ends."""
    state = stage("lay", tiles=OPEN_RIVER, drawn="2")
    rest = table.paint(still_frame(state, 0))
    lit = table.lit(table.paint(table.mean(state, (4, 2), SW)) - rest)
    laid = GREAT_DIVIDE.apply(state, Seat(0), play.Lay(4, 2, SW))
    course = [space for space, _ in rivers(LAND, laid).downstream(LAND.space[4, 2], SW)]
    assert len(course) > 2 and set(course) <= lit


# --- disasters -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "degrees"),
    [
        *((N, NE, 60), (NE, N, -60), (N, S, 180), (NW, N, 60), (N, SW, -120), (SE, SE, 0)),
        *(
            (PASS_CODE, PASS_CODE + 1, 60),
            (PASS_CODE, PASS_CODE + 2, -60),
            (PASS_CODE + 2, PASS_CODE, 60),
            (PASS_CODE + 1, PASS_CODE + 1, 0),
        ),
    ],
)
def test_a_tile_is_turned_the_shorter_way_round(before: int, after: int, degrees: int) -> None:
    assert rotation_between(before, after) == degrees


def test_a_flood_takes_what_it_takes_in_order(special: Table) -> None:
    shown = made(stage("flood", ALL, RIVER), play.Flood(3, 2))
    taken = washed_tiles(special.step(shown))
    gone = np.flatnonzero(shown.before.view().tiles != shown.after.view().tiles).tolist()
    assert [space for space, _ in taken] == [LAND.space[p] for p in ((3, 3), (2, 3), (1, 4), (0, 4))]
    assert sorted(space for space, _ in taken) == gone
    times = [at for _, at in taken]
    assert all(a < b for a, b in pairwise(times)) and times[-1] < special.animation(shown).seconds


def test_a_flood_from_the_pass_takes_one_side(special: Table) -> None:
    tiles: dict[Place, int] = {(4, 2): PASS_CODE + 1, (3, 3): SW, (2, 3): SW, (5, 2): SE}
    shown = made(stage("flood", ALL, tiles), play.Flood(4, 2, SW))
    assert [space for space, _ in washed_tiles(special.step(shown))] == [LAND.space[3, 3], LAND.space[2, 3]]
    dry = made(stage("flood", ALL, {(3, 3): SW}), play.Flood(3, 3))
    assert "flood" not in {cue.sound for cue in special.animation(dry).cues}


# --- watersheds ------------------------------------------------------------------------------------


@pytest.mark.long
def test_many_tiles_that_become_sure_are_a_great_moment() -> None:
    """Their tiles light up one after the other once the water has run, with a chain and a chord."""
    table, great, small = Table(ALL), 0, 0
    for shown in steps():
        step = StepContext.of(shown, GREAT_DIVIDE, table.layout)
        found, tiles = table.board.timeline(shown, -1).highlights, watershed.decided_tiles(step)
        gained = max(step.gains) if tiles else 0
        if gained >= watershed.GREAT_TILES:
            great += 1
            (moment,) = found
            assert moment.seconds >= 1.2 and moment.start > water_run(step)[0].at
            assert moment.words is not None and moment.words.values == {"count": gained}
            sounds = [cue.sound for cue in table.animation(shown).cues]
            assert sounds.count("chime") >= watershed.GREAT_TILES and "chord" in sounds
        elif gained and min(step.gains) > -watershed.GREAT_STOLEN_TILES:
            small += 1
            assert not found
    assert great > 3 and small > 30


def test_points_fly_from_a_tile_that_has_become_sure(table: Table) -> None:
    shown = made(stage("lay", tiles=OPEN_RIVER, drawn="W", actor=0), play.Lay(0, 4, NW))
    rect = table.board.made_at(shown, table.board.timeline(shown, -1), table.layout, Seat(0))
    assert rect == table.layout.spaces.box(LAND.space[0, 4])


# --- the end ---------------------------------------------------------------------------------------


def test_the_end_lights_every_tile_once_and_each_ocean_in_turn(special: Table) -> None:
    overs = [shown for shown in steps() if shown.after.outcome is not None]
    assert overs
    for shown in overs:
        view, outcome = shown.after.view(), shown.after.outcome
        lit, won = ending_order(rivers(LAND, view)), rivers(LAND, view).won
        assert sorted((tile.seat, tile.space) for tile in lit) == sorted(
            (seat, space) for seat in (0, 1) for space in won[seat]
        )
        times = [tile.at for tile in lit]
        assert times == sorted(times) and max(times) < OCEANS_COUNTED_AT
        step, found = special.step(shown), special.animation(shown)
        assert outcome is not None and sure_points(view, LAND) == outcome.scores
        assert found.seconds > schedule_of(step).end + OCEANS_COUNTED_AT
        assert found.cues[-1].sound == "brass" and found.open == float("inf")


# --- what it costs ---------------------------------------------------------------------------------


def moments_of(table: Table, step: GameEvent) -> Iterator[Frame]:
    for index in range(round(table.animation(step).seconds * 30)):
        yield during(step, index / 30, Motion())


@pytest.mark.parametrize("kind", ["Lay", "Tile", "Flip", "Draw"])
def test_a_step_shown_again_makes_no_new_pictures(kind: str) -> None:
    table = Table()
    played = [step_event(*step) for step in games(BASIC, 2)]
    step = [s for s in played if type(s.action()).__name__ == kind][-1]
    for shown in moments_of(table, step):
        table.board.draw(table.canvas, shown)
    known = table.canvas.cache.made
    for shown in moments_of(table, step):
        table.board.draw(table.canvas, shown)
    assert table.canvas.cache.made == known
