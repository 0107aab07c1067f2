"""The pieces of Ghawar: told apart by colour, sign, pattern; derricks that nod, trucks that turn, sounds."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest

from client.boards.ghawar.cubes import cube_rect, draw_cube, draw_piece
from client.boards.ghawar.derricks import BEAM_PHASES, draw_base, draw_beam
from client.boards.ghawar.ground import draw_ground
from client.boards.ghawar.lattice import TRUCK_LENGTH
from client.boards.ghawar.layout import Layout as Table
from client.boards.ghawar.trucks import draw_truck
from client.boards.kit.paper import rgb
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.sound.synthesis import SAMPLE_RATE, SOUNDS
from core.games.ghawar.roads import RoadLayout, roads
from core.games.ghawar.state import COLOURS, PLATFORMS, Colour, Options
from tests.client.boards import drawing
from tests.client.boards.drawing import Draw, Pixels, canvas_of, inside
from tests.client.colour_sight import seen
from tools.art.ghawar_pieces import PALE, lightness
from tools.art.ghawar_pieces import look as palette

SEATS = (0, 1, 2, 3)
PLACE = Rect(400, 400, 84, 84)
SAND, WHITE = (150, 110, 90), (255, 255, 255)
SOUND = ("die", "derrick", "engine", "hoist", "cube")


def look(canvas: Canvas, *draw: Draw, ground: tuple[int, int, int] = SAND) -> Pixels:
    """What is seen after drawing, on sand if nothing else is said."""
    return drawing.look(canvas, *draw, ground=ground)


def cube(colour: Colour, rect: Rect = PLACE) -> Draw:
    return lambda c: draw_cube(c, rect, colour)


def derrick(seat: int) -> Draw:
    return lambda c: draw_base(c, PLACE, seat)


def truck(seat: int, angle: float = 0.0, load: Colour | None = None, number: int = 0) -> Draw:
    return lambda c: draw_truck(c, PLACE.centre, seat, angle, load, number=number)


# --- told apart -------------------------------------------------------------------------------


def test_a_sign_can_be_read_on_its_cube(canvas: Canvas) -> None:
    """0.3 apart in lightness, of which black and white are 1 apart."""
    for colour in COLOURS:
        name = "ink" if lightness(palette(canvas.theme.name)[f"cube_{colour}"]) > PALE else "bone"
        ground, ink = (seen(rgb(canvas, f"ghawar.{part}"), "usual")[0] for part in (f"cube_{colour}", name))
        assert abs(ground - ink) > 0.3, colour


# --- platforms, cubes, barrels ------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_what_stands_on_a_platform_is_seen(canvas: Canvas, seat: int) -> None:
    """Bare, with a cube, with a derrick, with both; and the beam never hides the cube."""
    lie = cube("violet", cube_rect(PLACE))
    ways: list[tuple[Draw, ...]] = [(), (lie,), (derrick(seat),), (derrick(seat), lie)]
    found = [look(canvas, lambda c: draw_piece(c, "platform", PLACE), *way) for way in ways]
    assert len({pixels.tobytes() for pixels in found}) == 4
    inner = cube_rect(PLACE).inset(4)
    for step in range(BEAM_PHASES):
        over = look(
            canvas,
            lambda c: draw_piece(c, "platform", PLACE),
            derrick(seat),
            lie,
            lambda c, phase=step / BEAM_PHASES: draw_beam(c, PLACE, seat, phase),  # type: ignore[misc]
        )
        bare = inside(canvas, found[1], inner)
        hidden = (np.abs(inside(canvas, over, inner) - bare).max(axis=2) > 40).mean()
        assert hidden < 0.09, step


# --- derricks -----------------------------------------------------------------------------------


# --- trucks -----------------------------------------------------------------------------------


@pytest.mark.covering(most=3)
@pytest.mark.parametrize("angle", range(0, 360, 45))
def test_a_truck_fits_its_road_and_faces_its_way(angle: int) -> None:
    """Its lamps, the brightest thing on it, are in front."""
    canvas = canvas_of(high=1080)
    pixels = look(canvas, truck(0, angle), ground=(0, 0, 0))
    x, y = np.nonzero(pixels.sum(axis=2) > 60)
    cx, cy = PLACE.centre
    turn = math.radians(angle)
    along = (x - cx) * math.cos(turn) + (y - cy) * math.sin(turn)
    across = (y - cy) * math.cos(turn) - (x - cx) * math.sin(turn)
    assert 0.8 * TRUCK_LENGTH < along.max() - along.min() <= TRUCK_LENGTH + 2
    assert across.max() - across.min() <= 40
    lamp = np.array(canvas.colour("ghawar.flame_light")[:3])
    x, y = np.nonzero(np.abs(pixels - lamp).max(axis=2) < 12)
    assert len(x) and ((x - cx) * math.cos(turn) + (y - cy) * math.sin(turn)).min() > 0.3 * TRUCK_LENGTH


def test_a_load_stays_upright_and_is_seen_whatever_the_direction() -> None:
    canvas = canvas_of(high=1080)
    for colour in COLOURS:
        views: list[Pixels] = []
        for angle in range(0, 360, 90):
            pixels, turn = look(canvas, truck(3, angle, colour)), math.radians(angle)
            x, y = (way * 0.19 * TRUCK_LENGTH for way in (math.cos(turn), math.sin(turn)))
            views.append(inside(canvas, pixels, Rect.around(PLACE.cx - x, PLACE.cy - y, 16)))
        assert all(np.abs(a - b).mean() < 30 for a, b in pairwise(views)), colour
        paint = np.abs(views[0] - np.array(rgb(canvas, f"ghawar.cube_{colour}"))).max(axis=2) < 40
        assert paint.mean() > 0.2, colour


def test_a_turning_truck_needs_few_pictures() -> None:
    canvas = canvas_of()
    for tenth in range(900):
        truck(0, tenth / 10)(canvas)
    assert canvas.cache.made <= 30


# --- ground and lights --------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["ring", "inner"])
def test_roads_lie_where_trucks_drive(layout: RoadLayout) -> None:
    """The middle of every space is darker than the sand of every block beside the roads."""
    canvas = canvas_of(high=1080)
    places = Table.of(Rect(0, 0, 960, 900), Rect(1400, 0, 420, 900), 2, Options(roads=layout))
    pixels = look(canvas, lambda c: draw_ground(c, places)) @ [0.30, 0.59, 0.11]

    def light(rect: Rect) -> float:
        area = canvas.pixels(Rect.around(rect.cx, rect.cy, 7))
        return float(pixels[area.left : area.right, area.top : area.bottom].mean())

    for space in roads(layout).spaces:
        near = [light(places.platform(p)) for p in range(PLATFORMS) if _beside(places, space, p)]
        assert light(places.space(space)) < min(near) - 10, space


def _beside(places: Table, space: int, platform: int) -> bool:
    return math.dist(places.space(space).centre, places.platform(platform).centre) < 100 * places.scale


# --- sounds -----------------------------------------------------------------------------------


def test_every_happening_has_a_sound_of_its_own() -> None:
    spectra = {}
    for name in (*SOUND, "coin", "wood", "tick"):
        power = np.abs(np.fft.rfft(SOUNDS[name](1.0), 2 * SAMPLE_RATE)) ** 2
        spectra[name] = np.add.reduceat(power, np.geomspace(40, 16000, 40).astype(int))
        spectra[name] /= np.linalg.norm(spectra[name])
    alike = {(a, b): float(spectra[a] @ spectra[b]) for a, b in combinations(spectra, 2)}
    assert max(alike.values()) < 0.9, max(alike, key=lambda pair: alike[pair])
