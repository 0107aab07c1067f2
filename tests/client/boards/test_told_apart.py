"""What lies on a table can be told apart: by shape, by colour for all eyes, and without any colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
import pytest

from client.boards.down_under.art import Animal
from client.boards.down_under.roads import FRAME_STYLE, SECOND_PATH_STYLE, own_style
from client.boards.ghawar.derricks import draw_base
from client.boards.ghawar.trucks import draw_truck
from client.boards.great_divide.paper import LANDSCAPES, area_colour, floor_of
from client.boards.great_split.art import ICONS, draw_icon
from client.boards.kit.paper import rgb
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.symbols import seat_symbol
from core.games.down_under.state import ANIMALS
from core.games.ghawar.state import COLOURS, Colour
from core.games.great_divide.land import GREAT_DIVIDE_MAP
from core.games.great_split.state import RESOURCES
from tests.client.boards.drawing import (
    Draw,
    Shares,
    drawn_mask,
    file_mask,
    greys,
    most_shared,
    nearest_greys,
    piece,
)
from tests.client.colour_sight import EYES, nearest
from tools.art.ghawar_pieces import SIGNS

WHITE = (255, 255, 255)
SEATS = (0, 1, 2, 3)
SHAPES = tuple(icon for icon in ICONS if not icon.startswith("contract-"))
"""The contract icons of the resources differ in colour only: they stand on the track of their resource."""
BOX = Rect(400, 400, 84, 84)


# --- by shape -----------------------------------------------------------------------------------------


def cube_sign(canvas: Canvas, rect: Rect, colour: Colour) -> None:
    """The sign of a cube alone, in white."""
    for shape in SIGNS[colour]():
        placed = [(rect.cx + x * rect.w / 2, rect.cy + y * rect.h / 2) for x, y in shape]
        canvas.polygon(placed, WHITE)


def signs_and_seats(size: int) -> dict[str, Shares]:
    """The signs of Ghawar's cubes and the symbols of seats, which stand side by side."""
    signs = {name: drawn_mask(partial(cube_sign, colour=name), size) for name in COLOURS}
    return signs | {f"seat {n}": drawn_mask(partial(white_symbol, seat=n), size) for n in SEATS}


def white_symbol(canvas: Canvas, rect: Rect, seat: int) -> None:
    """The symbol of a seat, in white."""
    seat_symbol(canvas, seat, rect, WHITE)


def files(folder: str, names: Mapping[str, str], size: int) -> dict[str, Shares]:
    """What pictures of a game cover, by their names."""
    return {name: file_mask(f"tiles/{folder}/{file}", size) for name, file in names.items()}


class Silhouettes(NamedTuple):
    """Shapes that stand for different things; of what two cover together they share `most`."""

    masks: Callable[[int], Mapping[str, Shares]]
    sizes: tuple[int, ...]
    most: float


SILHOUETTES = {
    "animals": Silhouettes(partial(files, "down_under", {name: name for name in ANIMALS}), (16, 24, 48), 0.7),
    "icons": Silhouettes(
        partial(files, "great_split", {name: f"sign-{name}" for name in SHAPES}), (16, 24, 48), 0.8
    ),
    "landscapes": Silhouettes(
        partial(files, "great_divide", {name: f"sign-{name}" for name in LANDSCAPES.values()}), (16, 48), 0.75
    ),
    "cubes": Silhouettes(signs_and_seats, (10, 16, 40), 0.7),
}


@pytest.mark.parametrize(
    "case", [(name, size) for name, shapes in SILHOUETTES.items() for size in shapes.sizes], ids=str
)
def test_shapes_differ_as_silhouettes(case: tuple[str, int]) -> None:
    name, size = case
    shapes = SILHOUETTES[name]
    given = {f"seat {seat}" for seat in SEATS}
    assert most_shared(shapes.masks(size), given) < (shapes.most, "", "")


# --- by colour ----------------------------------------------------------------------------------------

AREAS = GREAT_DIVIDE_MAP.areas
SECOND = (SECOND_PATH_STYLE, SECOND_PATH_STYLE + 1)
Rgb = tuple[int, ...]


def paths(*numbers: int) -> Callable[[Canvas], dict[str, Rgb]]:
    """The grounds of paths of Down Under that may meet."""
    return lambda canvas: {str(number): own_style(canvas, number).ground for number in numbers}


def named(prefix: str, *names: str) -> Callable[[Canvas], dict[str, Rgb]]:
    """Colours of a theme."""
    return lambda canvas: {name: rgb(canvas, f"{prefix}{name}") for name in names}


def space_and_tile(canvas: Canvas, area: str) -> dict[str, Rgb]:
    """An empty space, and a tile of its area."""
    ink = area_colour(area)
    return {"space": floor_of(canvas, ink), "tile": rgb(canvas, ink)}


COLOURINGS: dict[str, tuple[float, Callable[[Canvas], dict[str, Rgb]]]] = {
    "paths": (0.08, paths(*SEATS)),
    "two paths each": (0.08, paths(0, 1, *SECOND)),
    "a frame": (0.08, paths(0, 1, FRAME_STYLE)),
    "a frame's other": (0.08, paths(0, 1, FRAME_STYLE + 1)),
    "cubes": (0.08, named("ghawar.cube_", *COLOURS)),
    "seats": (0.08, named("seat.", *map(str, SEATS))),
    "resources": (0.1, named("great_split.", *RESOURCES)),
    "areas": (0.1, lambda canvas: {area: rgb(canvas, area_colour(area)) for area in AREAS}),
    **{
        f"oceans{depth}": (0.05, named("great_divide.", f"pacific{depth}", f"atlantic{depth}"))
        for depth in ("", "_light", "_deep")
    },
    **{
        f"space and tile of {area}": (
            0.09,
            partial(space_and_tile, area=area),
        )
        for area in AREAS
    },
}
"""Colours that stand for different things and are seen together, and how far apart they have to be."""


@pytest.mark.parametrize("eyes", EYES)
def test_colours_differ_for_all_eyes(canvas: Canvas, eyes: str) -> None:
    """0.02 in Oklab is just to be seen; black and white are 1 apart."""
    for name, (least, colours) in COLOURINGS.items():
        assert nearest(colours(canvas), eyes) > (least, "", ""), name


def test_paths_and_seats_differ_in_pattern_too(canvas: Canvas) -> None:
    for together in (SEATS, (0, 1, *SECOND)):
        assert len({own_style(canvas, number).pattern for number in together}) == len(together)
    assert len({canvas.theme.seats[seat].pattern for seat in SEATS}) == len(SEATS)


# --- without colour -----------------------------------------------------------------------------------


def small(canvas: Canvas, pixels: int) -> Rect:
    """A place of so many pixels."""
    return Rect(100, 100, pixels / canvas.scale, pixels / canvas.scale)


def animals_on(canvas: Canvas, number: int) -> dict[str, Shares]:
    """Animals as drawn on a ribbon."""
    rect, ground = small(canvas, 24), own_style(canvas, number).ground
    return {name: greys(canvas, piece(Animal(name), rect), rect, ground) for name in ANIMALS}


def icons_on(canvas: Canvas, size: int, ground: tuple[int, int, int]) -> dict[str, Shares]:
    """Icons of The Great Split as drawn on paper or velvet."""
    rect = small(canvas, size)
    return {name: greys(canvas, partial(draw_icon, rect=rect, icon=name), rect, ground) for name in SHAPES}


def of_seats(canvas: Canvas, draw: Callable[[int], Draw]) -> dict[str, Shares]:
    """A piece of each seat, on sand."""
    return {str(seat): greys(canvas, draw(seat), BOX.inset(16), ground=(150, 110, 90)) for seat in SEATS}


WITHOUT_COLOUR: dict[str, tuple[float, Callable[[Canvas], Mapping[str, Shares]]]] = {
    **{f"animals on {n}": (0.05, partial(animals_on, number=n)) for n in (*SEATS, *SECOND)},
    **{
        f"icons of {size} on {name}": (0.04, partial(icons_on, size=size, ground=ground))
        for size in (16, 28)
        for name, ground in (("ivory", (247, 239, 219)), ("velvet", (31, 74, 58)))
    },
    "derricks": (0.03, partial(of_seats, draw=lambda seat: partial(draw_base, rect=BOX, seat=seat))),
    "trucks": (
        0.03,
        partial(of_seats, draw=lambda seat: lambda canvas: draw_truck(canvas, BOX.centre, seat, 0.0, None)),
    ),
}
"""Pictures, and how far apart they have to be on average; black and white are 1 apart."""


@pytest.mark.parametrize("name", WITHOUT_COLOUR)
def test_pieces_differ_without_colour(canvas: Canvas, name: str) -> None:
    least, pictures = WITHOUT_COLOUR[name]
    assert nearest_greys(pictures(canvas)) > (least, "", "")


# --- tests of these tests -----------------------------------------------------------------------------


def test_what_is_alike_is_noticed() -> None:
    """A shape moved by a pixel, a grey a shade brighter, a colour that eyes without red take for another."""
    shape = np.zeros((16, 16))
    shape[2:12, 2:12] = 1.0
    moved = np.roll(shape, 1, axis=0)
    assert most_shared({"a": shape, "b": moved}) > (0.8, "", "")
    assert nearest_greys({"a": shape, "b": shape * 0.98, "c": 1 - shape})[1:] == ("a", "b")
    leaf, brick = (96, 128, 40), (160, 100, 40)
    assert nearest({"leaf": leaf, "brick": brick}, "usual") > (0.08, "", "")
    assert nearest({"leaf": leaf, "brick": brick}, "without red") < (0.08, "", "")
