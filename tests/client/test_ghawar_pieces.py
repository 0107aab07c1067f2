"""The pieces of Ghawar: told apart by colour, sign, pattern; derricks that nod, trucks that turn, sounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations, pairwise

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from client.boards.ghawar.derricks import PHASES, draw_derrick, phase_at
from client.boards.ghawar.ground import draw_ground, draw_number, draw_roads, platform_rect
from client.boards.ghawar.lattice import CORE, TRUCK
from client.boards.ghawar.layout import Layout as Table
from client.boards.ghawar.lights import FLAMES, draw_flame, draw_lit, draw_stack
from client.boards.ghawar.looks import cube_ink, draw_sign, owner, sign_ink
from client.boards.ghawar.paper import cast, hull, rgb
from client.boards.ghawar.pieces import cube_rect, draw_barrel, draw_cube, draw_platform
from client.boards.ghawar.trucks import draw_dust, draw_headlight, draw_truck
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_symbol
from client.ui.synth import RATE, SOUNDS
from core.game import Seat
from core.games.ghawar.roads import Layout, roads
from core.games.ghawar.state import COLOURS, PLATFORMS, Colour, Options
from tests.client.test_great_divide_pieces import EYES, nearest, seen

Draw = Callable[[Canvas], None]
Pixels = NDArray[np.int16]
SEATS = (0, 1, 2, 3)
PLACE = Rect(400, 400, 84, 84)
SAND, WHITE = (150, 110, 90), (255, 255, 255)
SOUND = ("die", "derrick", "engine", "hoist", "cube")


@pytest.fixture(params=theme.names())
def canvas(request: pytest.FixtureRequest) -> Canvas:
    """A window of 960 × 540."""
    return made(request.param)


def made(name: str = "lamplight", high: int = 540) -> Canvas:
    return Canvas(pygame.Surface((high * 16 // 9, high)), theme.load(name))


def look(canvas: Canvas, *draw: Draw, ground: tuple[int, int, int] = SAND) -> Pixels:
    """What is seen after drawing on nothing but a ground."""
    canvas.fill(ground)
    for step in draw:
        step(canvas)
    return pygame.surfarray.array3d(canvas.surface).astype(np.int16)


def inside(canvas: Canvas, pixels: Pixels, rect: Rect) -> Pixels:
    area = canvas.pixels(rect)
    return pixels[area.left : area.right, area.top : area.bottom]


def cube(colour: Colour, rect: Rect = PLACE, lift: float = 0.0) -> Draw:
    return lambda c: draw_cube(c, rect, colour, lift=lift)


def derrick(seat: int, **how: object) -> Draw:
    return lambda c: draw_derrick(c, PLACE, seat, **how)  # type: ignore[arg-type]


def truck(seat: int, angle: float = 0.0, load: Colour | None = None, number: int = 0) -> Draw:
    return lambda c: draw_truck(c, PLACE.centre, seat, angle, load, number=number)


def silhouette(draw: Draw, size: int) -> NDArray[np.float64]:
    """What a sign covers of a square of so many pixels, 0 … 1."""
    canvas = Canvas(pygame.Surface((1080, 1080)), theme.load("lamplight"))
    canvas.fill((0, 0, 0))
    draw(canvas)
    return pygame.surfarray.array3d(canvas.surface)[100 : 100 + size, 100 : 100 + size, 0] / 255


# --- told apart -------------------------------------------------------------------------------


@pytest.mark.parametrize("eyes", EYES)
def test_cubes_differ_in_colour_for_all_eyes(canvas: Canvas, eyes: str) -> None:
    """0.02 in Oklab is just to be seen; black and white are 1 apart."""
    colours: dict[str, tuple[int, int, int]] = {name: rgb(canvas, cube_ink(name)) for name in COLOURS}
    assert nearest(colours, eyes) > (0.08, "", "")


@pytest.mark.parametrize("size", [10, 16, 40])
def test_signs_of_cubes_differ_from_each_other_and_from_the_symbols_of_seats(size: int) -> None:
    """Of what any two cover together they share seven tenths at most."""
    box = Rect(100, 100, size, size)
    masks: dict[str, NDArray[np.float64]] = {
        name: silhouette(lambda c, n=name: draw_sign(c, box, n, WHITE), size)  # type: ignore[misc]
        for name in COLOURS
    }
    for seat in SEATS:
        masks[f"seat {seat}"] = silhouette(lambda c, n=seat: seat_symbol(c, n, box, WHITE), size)  # type: ignore[misc]
    shared = {
        (a, b): float(np.minimum(masks[a], masks[b]).sum() / np.maximum(masks[a], masks[b]).sum())
        for a, b in combinations(masks, 2)
        if a in COLOURS
    }
    assert max(shared.values()) < 0.7, max(shared, key=lambda pair: shared[pair])


def test_a_sign_can_be_read_on_its_cube(canvas: Canvas) -> None:
    """0.3 apart in lightness, of which black and white are 1 apart."""
    for colour in COLOURS:
        ground, ink = (
            seen(rgb(canvas, name), "usual")[0] for name in (cube_ink(colour), sign_ink(canvas, colour))
        )
        assert abs(ground - ink) > 0.3, colour


@pytest.mark.parametrize("eyes", EYES)
def test_seats_differ_in_colour_and_in_pattern(canvas: Canvas, eyes: str) -> None:
    assert nearest({str(seat): owner(canvas, seat).ground for seat in SEATS}, eyes) > (0.08, "", "")
    assert len({owner(canvas, seat).pattern for seat in SEATS}) == len(SEATS)


@pytest.mark.parametrize("piece", [derrick, truck])
def test_pieces_of_seats_differ_in_greys(canvas: Canvas, piece: Callable[[int], Draw]) -> None:
    """In a window of 540: 0.03 of full brightness on average over the piece."""
    greys = {
        seat: inside(canvas, look(canvas, piece(seat)), PLACE.inset(16)) @ [0.30, 0.59, 0.11] / 255
        for seat in SEATS
    }
    apart = {(a, b): float(np.abs(greys[a] - greys[b]).mean()) for a, b in combinations(SEATS, 2)}
    assert min(apart.values()) > 0.03, min(apart, key=lambda pair: apart[pair])


# --- platforms, cubes, barrels ------------------------------------------------------------------


def test_a_cube_lies_on_its_platform_under_the_head_of_the_beam() -> None:
    where = cube_rect(PLACE)
    assert PLACE.contains(where.x, where.y) and PLACE.contains(where.right, where.bottom)


@pytest.mark.parametrize("seat", SEATS)
def test_what_stands_on_a_platform_is_seen(canvas: Canvas, seat: int) -> None:
    """Bare, with a cube, with a derrick, with both; and the beam never hides the cube."""
    lie = cube("violet", cube_rect(PLACE))
    ways: list[tuple[Draw, ...]] = [(), (lie,), (derrick(seat),), (derrick(seat), lie)]
    found = [look(canvas, lambda c: draw_platform(c, PLACE), *way) for way in ways]
    assert len({pixels.tobytes() for pixels in found}) == 4
    inner = cube_rect(PLACE).inset(4)
    for step in range(PHASES):
        over = look(
            canvas,
            lambda c: draw_platform(c, PLACE),
            derrick(seat, part="base"),
            lie,
            derrick(seat, part="beam", phase=step / PHASES),
        )
        bare = inside(canvas, found[1], inner)
        hidden = (np.abs(inside(canvas, over, inner) - bare).max(axis=2) > 40).mean()
        assert hidden < 0.09, step


def test_ways_of_holding_a_cube_are_seen(canvas: Canvas) -> None:
    ways: tuple[Draw, ...] = (
        cube("blue"),
        cube("blue", lift=20.0),
        lambda c: draw_cube(c, PLACE, "blue", angle=30.0),
        lambda c: draw_cube(c, PLACE, "blue", zoom=1.3),
        lambda c: draw_cube(c, PLACE, "blue", ghost=True),
    )
    assert len({look(canvas, way).tobytes() for way in ways}) == len(ways)


def test_a_lifted_cube_is_drawn_higher_and_its_shadow_stays_below() -> None:
    canvas = made()
    flat, high = look(canvas, cube("red")), look(canvas, cube("red", lift=60.0))
    above = PLACE.moved(0, -60)
    assert np.abs(inside(canvas, high, above.inset(10)) - inside(canvas, flat, PLACE.inset(10))).max() <= 2
    below = Rect(PLACE.x + 60, PLACE.bottom - 6, 30, 14)
    assert (inside(canvas, high, below).sum(axis=2) < sum(SAND)).any()


def test_a_barrel_on_its_way_turns(canvas: Canvas) -> None:
    def turned(angle: float) -> Draw:
        return lambda c: draw_barrel(c, PLACE, angle=angle)

    assert len({look(canvas, turned(angle)).tobytes() for angle in (0, 40, 90)}) == 3


# --- derricks -----------------------------------------------------------------------------------


def test_a_beam_nods_smoothly_in_few_pictures() -> None:
    canvas = made()
    frames = [inside(canvas, look(canvas, derrick(0, phase=step / 120)), PLACE) for step in range(121)]
    change = [float(np.abs(a - b).mean()) for a, b in pairwise(frames)]
    assert (frames[0] == frames[-1]).all()
    whole = max(float(np.abs(frames[0] - frame).mean()) for frame in frames)
    assert max(change) < 0.35 * whole
    assert canvas.cache.made < PHASES + 10


def test_neighbours_do_not_nod_in_step() -> None:
    phases = [phase_at(12.0, platform) for platform in range(PLATFORMS)]
    assert all(0 <= phase < 1 for phase in phases) and len({round(phase, 3) for phase in phases}) == PLATFORMS
    assert all(0.1 < abs(a - b) < 0.9 for a, b in pairwise(phases))


def test_a_derrick_rises_out_of_its_mat(canvas: Canvas) -> None:
    """Nothing of it is seen beyond the edge of its platform, and its top only goes up."""
    plate: Draw = lambda c: draw_platform(c, PLACE)  # noqa: E731
    bare, mat = look(canvas, plate), look(canvas, plate, derrick(1, rise=1 / 3))
    found = [look(canvas, plate, derrick(1, rise=step / 20)) for step in range(21)]
    assert (found[0] == bare).all() and (found[-1] == look(canvas, plate, derrick(1))).all()
    below = canvas.pixels(PLACE).bottom + 1
    assert all((pixels[:, below:] == bare[:, below:]).all() for pixels in found[:-1])
    tops = [np.nonzero((pixels != mat).any(axis=(0, 2)))[0] for pixels in found]
    highest = [int(rows.min()) for rows in tops[8:] if rows.size]
    assert all(a >= b for a, b in pairwise(highest)) and highest[0] > highest[-1] + 10


def test_base_and_beam_together_are_the_whole_derrick(canvas: Canvas) -> None:
    parts = look(canvas, derrick(2, phase=0.3, part="base"), derrick(2, phase=0.3, part="beam"))
    assert (parts == look(canvas, derrick(2, phase=0.3))).all()


# --- trucks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", range(0, 360, 45))
def test_a_truck_fits_its_road_and_faces_its_way(angle: int) -> None:
    """Its lamps, the brightest thing on it, are in front."""
    canvas = made(high=1080)
    pixels = look(canvas, truck(0, angle), ground=(0, 0, 0))
    x, y = np.nonzero(pixels.sum(axis=2) > 60)
    cx, cy = PLACE.centre
    turn = math.radians(angle)
    along = (x - cx) * math.cos(turn) + (y - cy) * math.sin(turn)
    across = (y - cy) * math.cos(turn) - (x - cx) * math.sin(turn)
    assert 0.8 * TRUCK < along.max() - along.min() <= TRUCK + 2
    assert across.max() - across.min() <= 40
    lamp = np.array(canvas.colour("ghawar.flame_light")[:3])
    x, y = np.nonzero(np.abs(pixels - lamp).max(axis=2) < 12)
    assert len(x) and ((x - cx) * math.cos(turn) + (y - cy) * math.sin(turn)).min() > 0.3 * TRUCK


def test_a_load_stays_upright_and_is_seen_whatever_the_direction() -> None:
    canvas = made(high=1080)
    for colour in COLOURS:
        views: list[Pixels] = []
        for angle in range(0, 360, 90):
            pixels, turn = look(canvas, truck(3, angle, colour)), math.radians(angle)
            x, y = (way * 0.19 * TRUCK for way in (math.cos(turn), math.sin(turn)))
            views.append(inside(canvas, pixels, Rect.around(PLACE.cx - x, PLACE.cy - y, 16)))
        assert all(np.abs(a - b).mean() < 30 for a, b in pairwise(views)), colour
        paint = np.abs(views[0] - np.array(rgb(canvas, cube_ink(colour)))).max(axis=2) < 40
        assert paint.mean() > 0.2, colour


def test_trucks_with_and_without_load_and_number_differ(canvas: Canvas) -> None:
    ways = (
        truck(0),
        *(truck(0, 0, colour) for colour in COLOURS),
        *(truck(0, 0, None, n) for n in (1, 2, 3)),
    )
    assert len({look(canvas, way).tobytes() for way in ways}) == len(ways)


def test_a_turning_truck_needs_few_pictures() -> None:
    canvas = made()
    for tenth in range(900):
        truck(0, tenth / 10)(canvas)
    assert canvas.cache.made <= 30


def test_the_light_of_a_truck_falls_ahead() -> None:
    canvas = made(high=1080)
    for angle in (0, 90, 180, 270):
        pixels = look(canvas, lambda c, a=angle: draw_headlight(c, PLACE.centre, a))  # type: ignore[misc]
        x, y = np.nonzero(pixels.sum(axis=2) != sum(SAND))
        turn = math.radians(angle)
        assert ((x - PLACE.cx) * math.cos(turn) + (y - PLACE.cy) * math.sin(turn)).min() > 0.35 * TRUCK


def test_dust_settles(canvas: Canvas) -> None:
    change = [
        float(np.abs(look(canvas, lambda c, a=age: draw_dust(c, PLACE.centre, a)) - SAND).max())  # type: ignore[misc]
        for age in (0.2, 0.6, 0.9, 1.0)
    ]
    assert change[0] > change[1] > change[2] > change[3] == 0


# --- ground and lights --------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["ring", "inner"])
def test_roads_lie_where_trucks_drive(layout: Layout) -> None:
    """The middle of every space is darker than the sand of every block beside the roads."""
    canvas, core = made(high=1080), Rect(100, 100, CORE, CORE)
    places = Table(Rect(0, 0, 960, 900), Rect(1400, 0, 420, 900), 2, Options(roads=layout))
    pixels = look(canvas, lambda c: draw_roads(c, core, layout)) @ [0.30, 0.59, 0.11]
    scale, origin = (
        places.scale,
        Table(Rect(0, 0, 960, 900), Rect(1400, 0, 420, 900), 2, Options(roads=layout)).core,
    )

    def light(rect: Rect) -> float:
        x = core.x + (rect.cx - origin.x) / scale
        y = core.y + (rect.cy - origin.y) / scale
        return float(pixels[round(x) - 3 : round(x) + 4, round(y) - 3 : round(y) + 4].mean())

    for space in roads(layout).spaces:
        near = [light(places.platform(p)) for p in range(PLATFORMS) if _beside(places, space, p)]
        assert light(places.space(space)) < min(near) - 10, space
    if layout == "inner":
        corner = Rect.around(places.core.x + 12, places.core.y + 12, 1)
        assert light(corner) > light(places.platform(0)) - 10


def _beside(places: Table, space: int, platform: int) -> bool:
    return math.dist(places.space(space).centre, places.platform(platform).centre) < 100 * places.scale


@pytest.mark.parametrize("layout", ["ring", "inner"])
def test_platforms_of_the_ground_are_those_of_the_table(layout: Layout) -> None:
    places = Table(Rect(480, 90, 960, 900), Rect(1480, 90, 420, 900), 4, Options(roads=layout))
    for platform in range(PLATFORMS):
        one, other = platform_rect(places.core, layout, platform), places.platform(platform)
        assert (one.x, one.y, one.w, one.h) == pytest.approx((other.x, other.y, other.w, other.h))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_ground_covers_its_place_but_for_round_corners(canvas: Canvas, seats: int) -> None:
    field = Rect(480, 90, 960, 900)
    places = Table(field, Rect(1480, 90, 420, 900), seats, Options())
    depots = [(seat, places.depot(Seat(seat))) for seat in range(seats)]
    pixels = look(canvas, lambda c: draw_ground(c, field, places.core, "ring", depots), ground=(0, 0, 255))
    inner = inside(canvas, pixels, field.inset(14))
    assert not (inner == (0, 0, 255)).all(axis=2).any()
    assert tuple(pixels[canvas.pixel(field.x + 1, field.y + 1)]) != tuple(pixels[canvas.pixel(*field.centre)])
    made_ = canvas.cache.made
    look(canvas, lambda c: draw_ground(c, field, places.core, "ring", depots))
    assert canvas.cache.made == made_


@pytest.mark.parametrize("seat", SEATS)
def test_a_depot_shows_whose_it_is(canvas: Canvas, seat: int) -> None:
    """Its far edge has the colour of its seat."""
    places = Table(Rect(480, 90, 960, 900), Rect(1480, 90, 420, 900), 4, Options())
    depots = [(number, places.depot(Seat(number))) for number in SEATS]
    pixels = look(canvas, lambda c: draw_ground(c, places.field, places.core, "ring", depots))
    where = inside(canvas, pixels, places.depot(Seat(seat)))
    off = np.abs(where - np.array(owner(canvas, seat).ground)).max(axis=2) < 48
    assert off.mean() > 0.04


def test_numbers_differ_and_light_up(canvas: Canvas) -> None:
    found = [
        look(canvas, lambda c, n=n, a=across, s=lit: draw_number(c, PLACE, n, a, lit=s)).tobytes()  # type: ignore[misc]
        for n in range(1, 7)
        for across in ("column", "row")
        for lit in (0.0, 1.0)
    ]
    assert len(set(found)) == 24


def test_a_flame_flickers_and_begins_again() -> None:
    canvas = made()
    draw_stack(canvas, PLACE)
    frames = [look(canvas, lambda c, t=step / 60: draw_flame(c, PLACE, t)) for step in range(102)]  # type: ignore[misc]
    assert len({frame.tobytes() for frame in frames}) > FLAMES // 2
    assert canvas.cache.made < FLAMES + 24
    still = look(canvas, lambda c: draw_flame(c, PLACE))
    assert (still == look(canvas, lambda c: draw_flame(c, PLACE))).all()


def test_an_inviting_place_breathes_and_the_one_that_is_meant_stands_out(canvas: Canvas) -> None:
    light = [
        look(canvas, lambda c, b=step / 40: draw_lit(c, PLACE, breath=b)).mean()  # type: ignore[misc]
        for step in range(41)
    ]
    assert all(a <= b for a, b in pairwise(light)) and light[-1] > light[0]
    assert look(canvas, lambda c: draw_lit(c, PLACE, strong=True)).mean() > light[-1]


# --- paper ------------------------------------------------------------------------------------


def test_a_hull_holds_its_points_and_a_shadow_falls_to_the_south_east() -> None:
    points = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.5)]
    assert set(hull(points)) == set(points[:4])
    shadow = cast(points[:4], 1.0)
    assert max(x for x, _ in shadow) > 1.5 and max(y for _, y in shadow) > 1.2
    assert min(x for x, _ in shadow) == 0 and min(y for _, y in shadow) == 0


# --- sounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOUND)
def test_sounds_are_short_quiet_and_end_in_silence(name: str) -> None:
    for pitch in (0.8, 1.0, 1.5):
        wave = SOUNDS[name](pitch)
        assert np.isfinite(wave).all() and len(wave) < 1.3 * RATE
        assert 0.2 < np.abs(wave).max() <= 0.5 and np.abs(wave[-10:]).max() < 0.02


def test_every_happening_has_a_sound_of_its_own() -> None:
    spectra = {}
    for name in (*SOUND, "coin", "wood", "tick"):
        power = np.abs(np.fft.rfft(SOUNDS[name](1.0), 2 * RATE)) ** 2
        spectra[name] = np.add.reduceat(power, np.geomspace(40, 16000, 40).astype(int))
        spectra[name] /= np.linalg.norm(spectra[name])
    alike = {(a, b): float(spectra[a] @ spectra[b]) for a, b in combinations(spectra, 2)}
    assert max(alike.values()) < 0.9, max(alike, key=lambda pair: alike[pair])
