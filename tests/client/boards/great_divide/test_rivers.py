"""The rivers of a position of The Great Divide: how they join, what they carry, where they will end."""

from __future__ import annotations

from functools import cache

import numpy as np
import pygame
import pytest

from client.boards.great_divide.art import Waters
from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.rivers import Fate, Mouth, Rivers, RiverStretch, rivers
from client.boards.great_divide.water import Band, curve, draw_stretches, water_point
from client.boards.kit.pieces import PaintContext
from client.ui import theme
from client.ui.canvas import Canvas
from core.game import Place
from core.games.great_divide.drainage import PASS_CODE, arrows
from core.games.great_divide.land import GREAT_DIVIDE_MAP as LAND
from core.games.great_divide.land import WAYS, Heading
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import INLAND_SEA, Options, State
from tests.client.boards.great_divide.fixtures import MANY, games, stage

N, NE, SE, S, SW, NW = (int(way) for way in WAYS)


def of(tiles: dict[Place, int], inland: bool = False) -> Rivers:
    return rivers(LAND, stage("turn", tiles=tiles, events=(INLAND_SEA,) if inland else ()))


def on(place: Place) -> int:
    return LAND.space[place]


@cache
def ends(options: Options) -> tuple[State, ...]:
    """The last positions of some random games."""
    last = []
    for seed in range(4):
        *_, (_, _, _, state) = games(options, seed, eager=True)
        last.append(state)
    return tuple(last)


# --- how they run --------------------------------------------------------------------------------


def test_a_river_runs_from_tile_to_tile_and_grows() -> None:
    """Two springs meet on (1, 4) and go on over the coast."""
    found = of({(2, 3): SW, (2, 4): NW, (1, 4): SW, (0, 4): SW})
    assert set(found.stretches) == {
        RiverStretch(on((2, 3)), None, SW, 0, 1, Fate.PACIFIC),
        RiverStretch(on((2, 4)), None, NW, 0, 1, Fate.PACIFIC),
        RiverStretch(on((1, 4)), None, SW, 0, 1, Fate.PACIFIC),
        RiverStretch(on((1, 4)), NE, SW, 1, 3, Fate.PACIFIC),
        RiverStretch(on((1, 4)), SE, SW, 1, 3, Fate.PACIFIC),
        RiverStretch(on((0, 4)), None, SW, 0, 1, Fate.PACIFIC),
        RiverStretch(on((0, 4)), NE, SW, 3, 4, Fate.PACIFIC),
    }
    assert found.mouths == (Mouth(on((0, 4)), SW, 4, Fate.PACIFIC, True),)
    assert found.downstream(on((2, 3)), SW) == ((on((2, 3)), SW), (on((1, 4)), SW), (on((0, 4)), SW))


def test_an_open_river_ends_at_an_empty_space() -> None:
    found = of({(3, 4): S})
    assert found.mouths == (Mouth(on((3, 4)), S, 1, Fate.OPEN, False),)
    assert found.won == ((), ())
    assert found.fates[on((3, 4))] is Fate.OPEN


def test_a_ring_is_lost() -> None:
    """With the inland sea four tiles may run round and round."""
    ring: dict[Place, int] = {(3, 4): SE, (4, 4): S, (4, 5): NW, (3, 5): N}
    found = of(ring, inland=True)
    assert {found.fates[on(place)] for place in ring} == {Fate.LOST}
    assert {found.carries[on(place)] for place in ring} == {4}
    assert found.won == ((), ()) and found.mouths == ()


def test_the_pass_feeds_both_oceans() -> None:
    """(3, 4) is the Pass, its water runs NE and SW; arrows lead both streams to the sea."""
    tiles: dict[Place, int] = {
        (3, 4): PASS_CODE + 1,
        (4, 3): SE,
        (5, 4): SE,
        (6, 4): NE,
        (2, 4): SW,
        (1, 5): SW,
        (0, 5): NW,
    }
    found = of(tiles)
    crest = on((3, 4))
    springs = {(s.way, s.fate) for s in found.stretches if s.space == crest}
    assert springs == {(NE, Fate.ATLANTIC), (SW, Fate.PACIFIC)}
    assert crest in found.won[0] and crest in found.won[1]
    assert found.fates[crest] is None


def test_the_watershed_runs_where_both_sides_are_decided() -> None:
    """The middle two columns send their water apart."""
    tiles: dict[Place, int] = {
        (x, y): NW if x < 3 else NE for x in range(7) for y in range(len(LAND.columns[x])) if y > 0
    }
    tiles |= {(x, 0): SW if x < 3 else SE for x in range(7)}
    found = of(tiles)
    assert set(found.fates) == {Fate.PACIFIC, Fate.ATLANTIC}
    seam = {frozenset((space, LAND.beside[space][way])) for space, way in found.divide}
    wanted = {
        frozenset((space, LAND.beside[space][way]))
        for space, (x, _) in enumerate(LAND.places)
        if x == 2
        for way in (Heading.NE, Heading.SE)
    }
    assert seam == wanted
    assert len(found.divide) == len(seam)


# --- what is told beforehand comes true ----------------------------------------------------------


@pytest.mark.parametrize("options", MANY, ids=str)
def test_in_the_end_what_is_won_are_the_points(options: Options) -> None:
    for state in ends(options):
        outcome = GREAT_DIVIDE.outcome(state)
        assert outcome is not None
        won = rivers(LAND, state).won
        five = [5 * (state.five == seat) for seat in (0, 1)]
        assert outcome.scores == tuple(len(won[seat]) + five[seat] for seat in (0, 1))


@pytest.mark.parametrize("options", MANY, ids=str)
def test_stretches_join(options: Options) -> None:
    """What comes in over a side has gone out over it, and every tile has one spring for each arrow."""
    for index, (_, _, _, state) in enumerate(games(options, 1, eager=True)):
        if index % 20:
            continue
        found = rivers(LAND, state)
        out = {(s.space, s.way): s.after for s in found.stretches if s.source is not None}
        springs = [(s.space, s.way) for s in found.stretches if s.source is None]
        assert sorted(springs) == sorted(
            (space, int(way)) for space, tile in enumerate(state.tiles.tolist()) for way in arrows(tile)
        )
        for stretch in found.stretches:
            if stretch.source is not None:
                upstream = LAND.beside[stretch.space][stretch.source]
                side = (stretch.source + 3) % 6
                assert out.get((upstream, side), 1) == stretch.before
                assert stretch.after > stretch.before or found.fates[stretch.space] is Fate.LOST


# --- how they look -------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("source", [None, *WAYS])
def test_curves_cross_the_sides_at_right_angles(source: Heading | None, way: Heading) -> None:
    if source == way:
        return
    for bend in (1, -1):
        path = np.array(curve(source, way, bend))
        out = np.array(_middle(way))
        assert np.allclose(path[-1], out)
        last = path[-1] - path[-2]
        assert float(last @ out) / np.linalg.norm(last) / np.linalg.norm(out) > 0.95
        assert np.allclose(path[0], 0 if source is None else _middle(source))
        assert np.abs(path).max() < 1


def test_what_runs_down_a_river_stays_on_the_drawn_water() -> None:
    """On all spaces: on some rivers wind to the left first, on others to the right."""
    spaces = Spaces.of(LAND, 40.0, (40.0, 40.0))
    canvas = Canvas(pygame.Surface((1440, 1080)), theme.load("lamplight"))
    for space in range(LAND.size):
        for source, way in ((None, N), (SW, NE), (N, S), (NW, SW)):
            canvas.fill((0, 0, 0))
            draw_stretches(canvas, spaces, [RiverStretch(space, source, way, 1, 1, Fate.OPEN)])
            for share in np.linspace(0.05, 0.95, 10):
                x, y = canvas.pixel(*water_point(spaces, space, source, way, float(share)))
                assert sum(canvas.surface.get_at((x, y))[:3]) > 100, (space, source, way)


def _middle(way: int) -> tuple[float, float]:
    turn = np.radians(60 * way)
    return float(np.sin(turn)) * 3**0.5 / 2, -float(np.cos(turn)) * 3**0.5 / 2


@pytest.mark.long
@pytest.mark.parametrize("high", [540, 763])
def test_water_painted_strip_by_strip_looks_as_painted_at_once(high: int) -> None:
    """Late in a random game: no seams, nothing lost between two strips."""
    state, spaces = ends(MANY[0])[0], Spaces.of(LAND, 58.0, (600.0, 30.3))
    water, found = Waters(LAND, state.tiles.tobytes(), state.inland), rivers(LAND, state)
    heads = tuple((space, int(way)) for space, tile in enumerate(found.water.tiles) for way in arrows(tile))
    every = Band(found.stretches, found.mouths, found.divide, heads)
    canvases = [Canvas(pygame.Surface((high * 16 // 9, high)), theme.load("lamplight")) for _ in range(2)]
    water.paint(PaintContext(canvases[0], 0.0, str), spaces.whole)
    canvases[1].layer("at once", spaces.whole, lambda inner: every.paint(inner, spaces))
    strips, whole = (pygame.surfarray.array3d(canvas.surface).astype(int) for canvas in canvases)
    off = np.abs(strips - whole).max(axis=2)
    assert whole.any() and (off > 8).sum() < 1000, "a few things are a pixel off"
