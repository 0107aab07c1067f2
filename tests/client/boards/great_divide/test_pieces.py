"""The pieces of The Great Divide: areas told apart by colour and by symbol, arrows, cards, ground."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from client.boards.great_divide.art import DrawnTileArt, EventCardArt, EventSign, SelectionCard, TileFace
from client.boards.great_divide.ground import draw_ground
from client.boards.great_divide.layout import Layout
from client.boards.great_divide.paper import LANDSCAPES, area_colour, contrast_colour, floor_of, landscape
from client.boards.kit.hexes import side
from client.boards.kit.paper import rgb
from client.boards.kit.pieces import Art
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Seat
from core.games.great_divide.drainage import PASS_CODE
from core.games.great_divide.land import GREAT_DIVIDE_MAP, Heading
from core.games.great_divide.state import ACTIVE, EVENTS, HIDDEN_SIDE, NOT_CHOSEN, OTHER_KINDS, PASSIVE
from tests.client.boards.drawing import canvas_of, look, piece
from tests.client.colour_sight import Colour, linear, seen

AREAS = GREAT_DIVIDE_MAP.areas
KINDS = (*AREAS, *OTHER_KINDS)
OCEANS = ("pacific", "atlantic")


def drawn(canvas: Canvas, art: Art, rect: Rect) -> bytes:
    """The pixels of a canvas with nothing but this on it."""
    return look(canvas, piece(art, rect)).astype("u1").tobytes()


# --- told apart -------------------------------------------------------------------------------


def test_nobody_takes_the_other_ocean_for_that_of_a_seat(canvas: Canvas) -> None:
    """Both oceans wear the hues of their seats."""
    for seat, ocean in enumerate(OCEANS):
        (_, *hue), (_, *worn) = (
            seen(colour, "usual")
            for colour in (canvas.colour(f"seat.{seat}"), rgb(canvas, f"great_divide.{ocean}"))
        )
        assert np.dot(hue, worn) > 0.98 * np.hypot(*hue) * np.hypot(*worn), ocean


def test_signs_can_be_read_on_their_paper(canvas: Canvas) -> None:
    """Contrast of 3 as WCAG 2 counts it: enough for large signs."""
    for area in AREAS:
        ground, ink = (
            linear(rgb(canvas, name))
            for name in (area_colour(area), contrast_colour(canvas, area_colour(area)))
        )
        lights = sorted(float(np.dot((0.2126, 0.7152, 0.0722), part)) for part in (ground, ink))
        assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 3, area


def test_areas_of_another_map_have_a_landscape_too() -> None:
    found = {landscape(letter) for letter in "abcdefghij"}
    assert found == set(LANDSCAPES.values()) - {"special"}


# --- tiles and cards --------------------------------------------------------------------------

SPOT = (300.0, 300.0)
HEX = Rect.around(*SPOT, 100)
CARD = Rect.around(*SPOT, 74, 88)


def bright_sides(canvas: Canvas) -> set[Heading]:
    """The sides of a tile at which there is cream paper."""
    spots = {way: canvas.pixel(*side(SPOT, 40, way)) for way in Heading}
    return {way for way, spot in spots.items() if sum(canvas.surface.get_at(spot)[:3]) > 600}


@pytest.mark.parametrize("way", Heading)
@pytest.mark.parametrize("high", [540, 1080])
def test_the_arrow_points_over_the_side_the_water_leaves_by(way: Heading, high: int) -> None:
    canvas = canvas_of("lamplight", high)
    drawn(canvas, TileFace("1", way), HEX)
    assert bright_sides(canvas) == {way}


@pytest.mark.parametrize("axis", range(3))
def test_the_pass_points_both_ways(canvas: Canvas, axis: int) -> None:
    drawn(canvas, TileFace("1", PASS_CODE + axis), HEX)
    assert bright_sides(canvas) == {Heading(axis), Heading(axis).opposite}


@pytest.mark.parametrize("radius", [6.0, 50.0, 140.0])
def test_every_tile_stays_near_its_space(canvas: Canvas, radius: float) -> None:
    for kind in KINDS:
        drawn(canvas, DrawnTileArt(kind), Rect.around(*SPOT, 2 * radius))
        shown = pygame.surfarray.array3d(canvas.surface).max(axis=2) > 8
        across, down = (np.flatnonzero(shown.any(axis=axis)) for axis in (1, 0))
        x, y = canvas.pixel(*SPOT)
        reach = max(x - across[0], across[-1] - x, y - down[0], down[-1] - y) / canvas.scale
        assert 0.8 * radius < reach < 1.2 * radius + 4, kind


def test_everything_looks_different(canvas: Canvas) -> None:
    tiles = [*map(DrawnTileArt, KINDS), *(TileFace(area, 0) for area in AREAS)]
    assert len({drawn(canvas, tile, HEX) for tile in tiles}) == len(tiles)
    sides = (ACTIVE, PASSIVE, NOT_CHOSEN, HIDDEN_SIDE)
    cards = [SelectionCard(letter, up, Seat(n)) for letter in AREAS + "S" for up in sides for n in (0, 1)]
    alike = len(AREAS + "S")  # what nobody has chosen looks the same for both seats
    assert len({drawn(canvas, card, CARD) for card in cards}) == len(cards) - alike
    events: list[Art] = [*map(EventCardArt, ("", *EVENTS)), *map(EventSign, EVENTS)]
    assert len({drawn(canvas, event, CARD) for event in events}) == len(events)


def test_the_same_tile_anywhere_is_made_only_once(canvas: Canvas) -> None:
    """Also at places between two pixels."""
    drawn(canvas, TileFace("3", 2), HEX)
    first = canvas.cache.made
    for step in range(20):
        drawn(canvas, TileFace("3", 2), HEX.moved(7.31 * step, 3.77 * step))
    assert canvas.cache.made == first


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_shows_the_colour_of_who_lays(canvas: Canvas, seat: int) -> None:
    colours = [canvas.colour(f"seat.{number}")[:3] for number in (0, 1)]
    for up, laying in ((ACTIVE, seat), (PASSIVE, 1 - seat)):
        drawn(canvas, SelectionCard("2", up, Seat(seat)), CARD)
        shown = pygame.surfarray.array3d(canvas.surface)
        found = [int((np.abs(shown - np.array(colour)).max(axis=2) < 6).sum()) for colour in colours]
        assert found[laying] > 40 > found[1 - laying], (up, found)


def test_active_cards_are_much_brighter_than_passive_ones(canvas: Canvas) -> None:
    """So the sides differ without any colour."""
    for letter in AREAS + "S":
        active, passive = (
            sum(drawn(canvas, SelectionCard(letter, up, Seat(0)), CARD)) for up in (ACTIVE, PASSIVE)
        )
        assert active > 1.25 * passive, letter


# --- the ground -------------------------------------------------------------------------------


def test_the_ground_shows_every_ocean_and_area_in_its_place(canvas: Canvas) -> None:
    """Under the light and shade of the land its spaces show the colour of their area."""
    layout = Layout(GREAT_DIVIDE_MAP, canvas.area, Rect(0, 0, 0, 0), AREAS)
    draw_ground(canvas, layout, canvas.area)
    deep = {ocean: seen(rgb(canvas, f"great_divide.{ocean}_far"), "usual") for ocean in OCEANS}
    for ocean, x in zip(OCEANS, (60.0, canvas.area.w - 60.0), strict=True):
        here = seen(canvas.surface.get_at(canvas.pixel(x, 500))[:3], "usual")
        off = {name: float(np.linalg.norm(here - colour)) for name, colour in deep.items()}
        assert min(off, key=off.__getitem__) == ocean
    floors = {area: seen(floor_of(canvas, area_colour(area)), "usual") for area in AREAS}
    found: dict[str, list[Colour]] = {area: [] for area in AREAS}
    for space, (x, y) in enumerate(layout.spaces.centres):
        patch = pygame.Rect(0, 0, 9, 9)
        patch.center = canvas.pixel(x - 38, y + 6)
        here = seen(pygame.transform.average_color(canvas.surface, patch), "usual")
        found[AREAS[GREAT_DIVIDE_MAP.area[space]]].append(here)
    for area, colours in found.items():
        here = np.mean(colours, axis=0)
        off = {name: float(np.linalg.norm((floor - here) * (0.5, 1, 1))) for name, floor in floors.items()}
        assert min(off, key=off.__getitem__) == area, off


def test_a_part_of_the_ground_looks_as_it_does_in_the_whole() -> None:
    """Painted tile by tile, and only where it is seen."""
    whole, part = canvas_of("lamplight", 540), canvas_of("lamplight", 270)
    part.scale = whole.scale
    layout = Layout(GREAT_DIVIDE_MAP, Rect(-300, 0, 2400, 1080), Rect(0, 0, 0, 0), AREAS)
    draw_ground(whole, layout, layout.field)
    with part.shifted(-200, -300):
        draw_ground(part, layout, layout.field)
    corner = whole.surface.subsurface((100, 150, *part.surface.get_size()))
    off = pygame.surfarray.array3d(corner).astype(int) - pygame.surfarray.array3d(part.surface)
    assert np.abs(off).mean() < 2
