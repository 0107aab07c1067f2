"""The pieces of The Great Divide: areas told apart by colour and by symbol, arrows, cards, ground."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from client.boards.great_divide.cards import draw_bag, draw_card, draw_event_card, draw_event_sign
from client.boards.great_divide.ground import draw_ground, draw_land, draw_space
from client.boards.great_divide.hexes import side
from client.boards.great_divide.paper import LANDSCAPES, area_colour, floor_of, landscape, on_top, rgb
from client.boards.great_divide.tiles import draw_kind, draw_pass, draw_tile
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Seat
from core.games.great_divide.land import GREAT_DIVIDE_MAP, Way
from core.games.great_divide.state import ACTIVE, EVENTS, HIDDEN, NOT_CHOSEN, OTHER_KINDS, PASSIVE
from tools import draw_art

Colour = NDArray[np.float64]
AREAS = GREAT_DIVIDE_MAP.areas
KINDS = (*AREAS, *OTHER_KINDS)
EYES: dict[str, Colour] = {
    "usual": np.eye(3),
    "without red": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    "without green": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "without blue": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
}
"""What eyes of four kinds make of linear light (Machado, Oliveira and Fernandes 2009)."""
_LMS = np.array([[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]])
_LAB = np.array([[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]])


@pytest.fixture(params=theme.names())
def canvas(request: pytest.FixtureRequest) -> Canvas:
    """A window of 960 × 540, all black."""
    return made(request.param, 540)


def made(name: str, high: int) -> Canvas:
    found = Canvas(pygame.Surface((high * 16 // 9, high)), theme.load(name))
    found.fill((0, 0, 0))
    return found


def pixels(canvas: Canvas) -> bytes:
    return pygame.image.tobytes(canvas.surface, "RGB")


def seen(colour: tuple[int, ...], eyes: str) -> Colour:
    """A colour in a space in which distances are those that one sees (Ottosson's Oklab)."""
    found: Colour = _LAB @ np.cbrt(_LMS @ np.clip(EYES[eyes] @ _linear(colour), 0, 1))
    return found


def _linear(colour: tuple[int, ...]) -> Colour:
    part = np.array(colour[:3]) / 255
    found: Colour = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return found


def nearest(colours: dict[str, tuple[int, int, int]], eyes: str) -> tuple[float, str, str]:
    """The two colours that are hardest to tell apart, and how far apart they are."""
    spots = {name: seen(colour, eyes) for name, colour in colours.items()}
    return min((float(np.linalg.norm(spots[a] - spots[b])), a, b) for a, b in combinations(spots, 2))


# --- told apart -------------------------------------------------------------------------------


@pytest.mark.parametrize("eyes", EYES)
def test_areas_differ_in_colour_for_all_eyes(canvas: Canvas, eyes: str) -> None:
    """0.02 in Oklab is just to be seen; black and white are 1 apart."""
    colours = {area: rgb(canvas, area_colour(area)) for area in AREAS}
    assert nearest(colours, eyes) > (0.10, "", "")


@pytest.mark.parametrize("eyes", EYES)
def test_the_oceans_differ_for_all_eyes(canvas: Canvas, eyes: str) -> None:
    for depth in ("", "_light", "_deep"):
        two = {ocean: rgb(canvas, f"great_divide.{ocean}{depth}") for ocean in ("pacific", "atlantic")}
        assert nearest(two, eyes) > (0.05, "", ""), depth


def test_nobody_takes_the_other_ocean_for_that_of_a_seat(canvas: Canvas) -> None:
    """West's colour is more like its own ocean's than like the other's."""
    seas = [seen(rgb(canvas, f"great_divide.{ocean}"), "usual") for ocean in ("pacific", "atlantic")]
    west = seen(canvas.colour("seat.0"), "usual")
    off = [float(np.linalg.norm(sea - west)) for sea in seas]
    assert off[0] < 0.9 * off[1]


@pytest.mark.parametrize("eyes", EYES)
def test_an_empty_space_cannot_be_taken_for_a_tile_of_its_area(canvas: Canvas, eyes: str) -> None:
    for area in AREAS:
        ink = area_colour(area)
        two = {"space": floor_of(canvas, ink), "tile": rgb(canvas, ink)}
        assert nearest(two, eyes) > (0.09, "", ""), area


def test_signs_can_be_read_on_their_paper(canvas: Canvas) -> None:
    """Contrast of 3 as WCAG 2 counts it: enough for large signs."""
    for area in AREAS:
        ground, ink = (
            _linear(rgb(canvas, name)) for name in (area_colour(area), on_top(canvas, area_colour(area)))
        )
        lights = sorted(float(np.dot((0.2126, 0.7152, 0.0722), part)) for part in (ground, ink))
        assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 3, area


@pytest.mark.parametrize("size", [16, 48])
def test_symbols_differ_as_silhouettes(size: int) -> None:
    """Of what any two cover together they share three quarters at most."""
    masks = {}
    for name in LANDSCAPES.values():
        path = draw_art.ASSETS / f"tiles/great_divide/sign-{name}.svg"
        masks[name] = pygame.surfarray.array_alpha(pygame.image.load_sized_svg(path, (size, size))) > 127
    for a, b in combinations(masks, 2):
        shared = (masks[a] & masks[b]).sum() / (masks[a] | masks[b]).sum()
        assert shared < 0.75, (a, b)


def test_areas_of_another_map_have_a_landscape_too() -> None:
    found = {landscape(letter) for letter in "abcdefghij"}
    assert found == set(LANDSCAPES.values()) - {"special"}


# --- tiles ------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("high", [540, 1080])
def test_the_arrow_points_over_the_side_the_water_leaves_by(way: Way, high: int) -> None:
    """Cream paper at that side, and at no other."""
    canvas = made("lamplight", high)
    draw_tile(canvas, (200, 200), 50, "1", way)
    bright = [
        sum(canvas.surface.get_at(canvas.pixel(*side((200, 200), 40, other)))[:3]) > 600 for other in Way
    ]
    assert bright == [other == way for other in Way]


@pytest.mark.parametrize("axis", range(3))
def test_the_pass_points_both_ways(canvas: Canvas, axis: int) -> None:
    draw_pass(canvas, (200, 200), 50, axis)
    bright = [sum(canvas.surface.get_at(canvas.pixel(*side((200, 200), 40, way)))[:3]) > 600 for way in Way]
    assert bright == [way % 3 == axis for way in Way]


@pytest.mark.parametrize("radius", [6.0, 25.0, 50.0, 140.0])
def test_every_tile_stays_near_its_space(canvas: Canvas, radius: float) -> None:
    for kind in KINDS:
        canvas.fill((0, 0, 0))
        draw_kind(canvas, (300, 300), radius, kind)
        drawn = pygame.surfarray.array3d(canvas.surface).max(axis=2) > 8
        across, down = (np.flatnonzero(drawn.any(axis=axis)) for axis in (1, 0))
        x, y = canvas.pixel(300, 300)
        reach = max(x - across[0], across[-1] - x, y - down[0], down[-1] - y) / canvas.scale
        assert 0.8 * radius < reach < 1.2 * radius + 4, kind


def test_all_kinds_of_tiles_look_different(canvas: Canvas) -> None:
    looks = set()
    for kind in KINDS:
        canvas.fill((0, 0, 0))
        draw_kind(canvas, (300, 300), 50, kind)
        looks.add(pixels(canvas))
    for area in AREAS:
        for draw in (_space, _tile):
            canvas.fill((0, 0, 0))
            draw(canvas, area)
            looks.add(pixels(canvas))
    assert len(looks) == len(KINDS) + 2 * len(AREAS)


def _space(canvas: Canvas, area: str) -> None:
    draw_space(canvas, (300, 300), 50, area)


def _tile(canvas: Canvas, area: str) -> None:
    draw_tile(canvas, (300, 300), 50, area, 0)


def test_the_same_piece_anywhere_is_made_only_once(canvas: Canvas) -> None:
    """Also at places between two pixels, and faded."""

    def draw(x: float, y: float) -> None:
        draw_tile(canvas, (x, y), 50, "3", 2)
        draw_space(canvas, (x, y), 50, "3")
        with canvas.faded(0.5):
            draw_kind(canvas, (x, y), 50, "five")

    draw(200, 200)
    first = canvas.cache.made
    for step in range(20):
        draw(200 + 7.31 * step, 200 + 3.77 * step)
    assert canvas.cache.made == first


def test_a_lifted_tile_throws_a_shadow(canvas: Canvas) -> None:
    canvas.fill((200, 200, 200))
    draw_tile(canvas, (300, 300), 50, "W", 0)
    flat = pygame.surfarray.array3d(canvas.surface).astype(int).sum()
    canvas.fill((200, 200, 200))
    draw_tile(canvas, (300, 300), 50, "W", 0, lift=30)
    assert pygame.surfarray.array3d(canvas.surface).astype(int).sum() < flat


# --- the ground -------------------------------------------------------------------------------


def test_the_pacific_is_in_the_west_and_the_atlantic_in_the_east(canvas: Canvas) -> None:
    draw_ground(canvas, canvas.area)
    for ocean, x in (("pacific", 60.0), ("atlantic", canvas.area.w - 60.0)):
        here = canvas.surface.get_at(canvas.pixel(x, 500))[:3]
        deep = {name: rgb(canvas, f"great_divide.{name}_deep") for name in ("pacific", "atlantic")}
        off = {name: float(np.linalg.norm(seen(here, "usual") - seen(deep[name], "usual"))) for name in deep}
        assert min(off, key=lambda name: off[name]) == ocean


@pytest.mark.parametrize("rect", [Rect(10, 10, 1, 1), Rect(10, 10, 30, 900), Rect(10, 10, 900, 30)])
def test_any_ground_can_be_drawn(canvas: Canvas, rect: Rect) -> None:
    draw_ground(canvas, rect)
    draw_land(canvas, rect, [], 50)
    draw_land(canvas, rect, [(rect.centre, "W")], 50)


def test_the_land_has_its_spaces_where_they_belong(canvas: Canvas) -> None:
    """Under the light and shade of the land every space shows the colour of its area."""
    spaces = [((400.0 + 75 * i, 300.0 + 43.3 * (i % 2)), area) for i, area in enumerate(AREAS)]
    draw_land(canvas, canvas.area, spaces, 50)
    floors = {area: seen(floor_of(canvas, area_colour(area)), "usual") for area in AREAS}
    for (x, y), area in spaces:
        patch = pygame.Rect(0, 0, 9, 9)
        patch.center = canvas.pixel(x - 20, y + 26)
        here = seen(pygame.transform.average_color(canvas.surface, patch), "usual")
        off = {name: float(np.linalg.norm((floor - here) * (0.5, 1, 1))) for name, floor in floors.items()}
        assert min(off, key=lambda name: off[name]) == area, off


# --- cards ------------------------------------------------------------------------------------

CARD = Rect(300, 300, 74, 88)


def face(canvas: Canvas, letter: str, side: int, seat: int, turn: float = 1.0) -> bytes:
    canvas.fill((0, 0, 0))
    draw_card(canvas, CARD, letter, side, Seat(seat), turn=turn)
    return pixels(canvas)


def test_every_card_of_each_seat_has_a_face_of_its_own(canvas: Canvas) -> None:
    sides = (ACTIVE, PASSIVE, NOT_CHOSEN, HIDDEN)
    letters = AREAS + "S"
    faces = {face(canvas, letter, side, seat) for letter in letters for side in sides for seat in (0, 1)}
    # Nobody's choice looks the same for both seats.
    assert len(faces) == 8 * 7


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_shows_the_colour_of_who_lays(canvas: Canvas, seat: int) -> None:
    colours = [canvas.colour(f"seat.{number}")[:3] for number in (0, 1)]
    for up, laying in ((ACTIVE, seat), (PASSIVE, 1 - seat)):
        face(canvas, "2", up, seat)
        shown = pygame.surfarray.array3d(canvas.surface)
        found = [int((np.abs(shown - np.array(colour)).max(axis=2) < 6).sum()) for colour in colours]
        assert found[laying] > 40 > found[1 - laying], (up, found)


def test_active_cards_are_much_brighter_than_passive_ones(canvas: Canvas) -> None:
    """So the sides differ without any colour."""
    for letter in AREAS + "S":
        active, passive = (sum(face(canvas, letter, side, 0)) for side in (ACTIVE, PASSIVE))
        assert active > 1.25 * passive, letter


def test_a_card_that_turns_shows_first_the_other_side(canvas: Canvas) -> None:
    assert face(canvas, "3", ACTIVE, 0, 0.0) == face(canvas, "3", PASSIVE, 0)
    assert face(canvas, "3", PASSIVE, 0, 0.0) == face(canvas, "3", ACTIVE, 0)
    assert sum(face(canvas, "3", ACTIVE, 0, 0.5)) < 0.2 * sum(face(canvas, "3", ACTIVE, 0))


def test_turning_cards_need_few_pictures(canvas: Canvas) -> None:
    for step in range(200):
        face(canvas, "3", ACTIVE, 0, step / 199)
    made_once = canvas.cache.made
    for step in range(333):
        face(canvas, "3", ACTIVE, 0, step / 332)
    assert canvas.cache.made == made_once


def test_event_cards_have_a_back_and_four_faces(canvas: Canvas) -> None:
    looks = set()
    for event in ("", *EVENTS):
        canvas.fill((0, 0, 0))
        draw_event_card(canvas, CARD, event)
        looks.add(pixels(canvas))
    assert len(looks) == 5
    canvas.fill((0, 0, 0))
    draw_event_card(canvas, CARD, "flood", turn=0.0)
    assert pixels(canvas) in looks


def test_event_signs_and_the_bag_are_there(canvas: Canvas) -> None:
    looks = set()
    for event in EVENTS:
        canvas.fill((0, 0, 0))
        draw_event_sign(canvas, CARD, event)
        looks.add(pixels(canvas))
    canvas.fill((0, 0, 0))
    draw_bag(canvas, CARD)
    assert len(looks | {pixels(canvas)}) == 5
