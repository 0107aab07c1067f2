"""The pieces of Down Under: looks, cards and what is printed on them, animals, pools, marks, sounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations, pairwise

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from client.boards.down_under.cards import (
    animal_rect,
    draw_animal,
    draw_billabong,
    draw_card,
    draw_cell,
    draw_earth,
)
from client.boards.down_under.ribbons import draw_ribbon, point_at
from client.boards.down_under.road_style import FRAME, SECOND, own, seat_of, style_of
from client.boards.kit.paper import rgb
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.synth import RATE, SOUNDS
from core.games.down_under.state import (
    ANIMALS,
    CARDS,
    ENDS,
    MIDDLE,
    NEUTRAL,
    NOBODY,
    OWN,
    Card,
    Curve,
    Options,
    Straight,
    Stretch,
)
from tests.client.test_great_divide_pieces import EYES, nearest, seen
from tools import draw_art
from tools.art import down_under

Draw = Callable[[Canvas], None]
Pixels = NDArray[np.int16]
SIDE = 120
SEATS = (0, 1, 2, 3)
LOOKS = (*SEATS, SECOND, SECOND + 1, FRAME, FRAME + 1)
SOUND = ("dry_earth", "drone", "splash", "flourish", "ring", "stuck")
TO: tuple[tuple[int, int], ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))


@pytest.fixture(params=theme.names())
def canvas(request: pytest.FixtureRequest) -> Canvas:
    """A window of 960 × 540, all black."""
    return made(request.param)


def made(name: str = "lamplight", high: int = 540) -> Canvas:
    found = Canvas(pygame.Surface((high * 16 // 9, high)), theme.load(name))
    found.fill((0, 0, 0))
    return found


def cell(x: int, y: int) -> Rect:
    """Cells of 60 pixels in a window of 540."""
    return Rect(240 + x * SIDE, 240 + y * SIDE, SIDE, SIDE)


def look(canvas: Canvas, *draw: Draw, ground: tuple[int, int, int] = (0, 0, 0)) -> Pixels:
    """What is seen after drawing on nothing but a ground."""
    canvas.fill(ground)
    for step in draw:
        step(canvas)
    return pygame.surfarray.array3d(canvas.surface).astype(np.int16)


def inside(canvas: Canvas, pixels: Pixels, rect: Rect) -> Pixels:
    area = canvas.pixels(rect)
    return pixels[area.left : area.right, area.top : area.bottom]


def card(name: Card, number: int = 0, **how: object) -> Draw:
    return lambda c: draw_card(c, cell(0, 0), name, number, **how)  # type: ignore[arg-type]


def stretches(*steps: tuple[int, int, int, int]) -> tuple[Stretch, ...]:
    return tuple(Stretch(*step) for step in steps)


def ribbon(run: tuple[Stretch, ...], number: int = 0, tip: str = "closed", **how: object) -> Draw:
    return lambda c: draw_ribbon(c, run, (tip, tip), number, cell, **how)  # type: ignore[arg-type]


# --- looks ------------------------------------------------------------------------------------


def test_each_path_has_a_style_of_its_own() -> None:
    assert [style_of(Options(), 4, path) for path in range(4)] == [0, 1, 2, 3]
    two = Options(two_paths="one card")
    assert [style_of(two, 2, path) for path in range(4)] == [0, 1, SECOND, SECOND + 1]
    framed = Options(frame="border")
    assert [style_of(framed, 2, path) for path in range(4)] == [0, 1, FRAME, FRAME + 1]
    assert [seat_of(number) for number in (1, SECOND + 1, FRAME, NOBODY)] == [1, 1, None, None]


@pytest.mark.parametrize("eyes", EYES)
def test_paths_that_meet_differ_in_colour_for_all_eyes(canvas: Canvas, eyes: str) -> None:
    """0.02 in Oklab is just to be seen; black and white are 1 apart."""
    for together in (SEATS, (0, 1, SECOND, SECOND + 1), (0, 1, FRAME, NOBODY), (0, 1, FRAME + 1, NOBODY)):
        colours = {str(number): own(canvas, number).ground for number in together}
        assert nearest(colours, eyes) > (0.08, "", ""), together


def test_paths_that_meet_differ_in_pattern(canvas: Canvas) -> None:
    for together in (SEATS, (0, 1, SECOND, SECOND + 1)):
        assert len({own(canvas, number).pattern for number in together}) == len(together)


@pytest.mark.parametrize("number", LOOKS)
def test_a_path_stands_out_from_paper_and_from_earth(canvas: Canvas, number: int) -> None:
    """Its kerb from the paper, its colour or the light in it from the earth; in lightness, for all eyes."""
    style = own(canvas, number)
    bone, earth = (
        seen(rgb(canvas, "down_under.bone"), "usual")[0],
        seen(rgb(canvas, "down_under.earth"), "usual")[0],
    )
    assert bone - seen(style.kerb, "usual")[0] > 0.4
    reach = [abs(seen(colour, "usual")[0] - earth) for colour in (style.ground, style.mark, style.light)]
    assert max(reach) > 0.15


# --- cards ------------------------------------------------------------------------------------


def test_all_cards_look_different_in_all_looks(canvas: Canvas) -> None:
    found = {look(canvas, card(name, number)).tobytes() for name in CARDS for number in LOOKS}
    assert len(found) == len(CARDS) * len(LOOKS)


def test_ways_of_holding_a_card_are_seen(canvas: Canvas) -> None:
    ways = ({}, {"ghost": True}, {"lift": 12.0}, {"turn": 0.3}, {"animal": "emu"})
    found = {look(canvas, card("SE", **how), ground=(160, 60, 30)).tobytes() for how in ways}
    assert len(found) == len(ways)


@pytest.mark.parametrize("name", ENDS)
def test_an_end_leaves_its_half_free_for_another_one(canvas: Canvas, name: Card) -> None:
    free = (OWN[name][0] + 2) % 4
    dx, dy = TO[free]
    third = Rect.around(*cell(0, 0).centre, SIDE / 5).moved(dx * SIDE * 0.4, dy * SIDE * 0.4)
    stub = third.moved(-dx * SIDE * 0.8, -dy * SIDE * 0.8)
    pixels = look(canvas, card(name), ground=(7, 70, 7))
    assert (inside(canvas, pixels, third) == (7, 70, 7)).all()
    assert not (inside(canvas, pixels, stub) == (7, 70, 7)).all(axis=2).any()


def test_the_edge_along_which_an_end_is_cut_has_teeth() -> None:
    canvas, box = made(high=1080), Rect(200, 200, 500, 500)
    pixels = look(canvas, lambda c: draw_card(c, box, "endN", 0), ground=(200, 90, 60))
    here = inside(canvas, pixels, box)[50:450, :, 0].astype(int)
    cut = round(500 * 0.65) - 9
    turns = [int((np.abs(np.diff(np.sign(row - row.mean()))) > 0).sum()) for row in here.T]
    assert max(turns[cut - 4 : cut + 5]) > 20
    assert not (here[:, cut + 40] - 200).any()


def test_what_is_printed_on_a_card_is_what_its_ribbon_shows(canvas: Canvas) -> None:
    """So a ribbon changes nothing of its own parts, inside the card."""
    for name in CARDS:
        sides = OWN[name]
        run = stretches((0, 0, sides[0], sides[1] if len(sides) == 2 else MIDDLE))
        bare = look(canvas, card(name, 1))
        over = look(canvas, card(name, 1), ribbon(run, 1))
        inner = cell(0, 0).inset(SIDE * 0.06)
        change = np.abs(inside(canvas, bare, inner) - inside(canvas, over, inner))
        assert change.mean() < 2.5, name


# --- billabongs and marks -----------------------------------------------------------------------


def test_a_billabong_shows_which_ways_lead_over_it(canvas: Canvas) -> None:
    ways: tuple[tuple[Straight | Curve, ...], ...] = (
        *((), ("NS",), ("EW",), ("NE",), ("SE",), ("SW",), ("NW",)),
        *(("NE", "SW"), ("SE", "NW")),
    )
    found = {look(canvas, lambda c, w=way: draw_billabong(c, cell(0, 0), w)).tobytes() for way in ways}  # type: ignore[misc]
    assert len(found) == len(ways)
    both = [
        look(canvas, lambda c, w=way: draw_billabong(c, cell(0, 0), w))
        for way in (("NE", "SW"), ("SW", "NE"))
    ]  # type: ignore[misc]
    assert (both[0] == both[1]).all()


def test_a_path_that_ends_in_a_pool_reaches_its_water(canvas: Canvas) -> None:
    for side, (dx, dy) in enumerate(TO):
        run = stretches((0, 0, side, MIDDLE))
        pixels = look(canvas, ribbon(run, 2, "billabong", parts=("pool",)))
        near = Rect.around(*cell(0, 0).centre, 6).moved(dx * SIDE * 0.42, dy * SIDE * 0.42)
        assert inside(canvas, pixels, near).any()
        assert not inside(canvas, pixels, Rect.around(*cell(0, 0).centre, SIDE * 0.2)).any()


def test_marks_differ_and_outside_is_bare(canvas: Canvas) -> None:
    marks = [
        look(canvas, lambda c, m=mark: draw_cell(c, cell(0, 0), m), ground=(90, 40, 20)).tobytes()  # type: ignore[misc]
        for mark in ("outside", "field", "grow", "legal")
    ]
    assert len(set(marks)) == 4
    assert marks[0] == look(canvas, ground=(90, 40, 20)).tobytes()


def test_an_inviting_place_breathes_in_few_pictures(canvas: Canvas) -> None:
    light = []
    for step in range(101):
        pixels = look(canvas, lambda c, b=step / 100: draw_cell(c, cell(0, 0), "legal", breath=b))  # type: ignore[misc]
        light.append(pixels.mean())
    assert all(a <= b for a, b in pairwise(light)) and light[-1] > 1.3 * light[0]
    assert canvas.cache.made < 20


def test_earth_covers_all_and_is_calm(canvas: Canvas) -> None:
    pixels = look(canvas, lambda c: draw_earth(c, c.area), ground=(0, 0, 255))
    assert (pixels[:, :, 0] > pixels[:, :, 2]).all()
    assert np.abs(np.diff(pixels.astype(int), axis=0)).mean() < 8


# --- animals ----------------------------------------------------------------------------------


def test_every_animal_has_its_picture() -> None:
    assert set(ANIMALS) == set(down_under.ANIMALS)
    usual = theme.load("lamplight").data.palettes["down_under"]
    assert (usual["animal"], usual["animal_light"], usual["bone"]) == tuple(
        colour.upper() for colour in (down_under.INK, down_under.OCHRE, down_under.PAPER)
    )


@pytest.mark.parametrize("size", [16, 24, 48])
def test_animals_differ_as_silhouettes(size: int) -> None:
    """Of what any two cover together they share seven tenths at most."""
    masks = {}
    for name in ANIMALS:
        path = draw_art.ASSETS / f"tiles/down_under/{name}.svg"
        masks[name] = pygame.surfarray.array_alpha(pygame.image.load_sized_svg(path, (size, size))) / 255
    shared = {
        (a, b): float(np.minimum(masks[a], masks[b]).sum() / np.maximum(masks[a], masks[b]).sum())
        for a, b in combinations(masks, 2)
    }
    assert max(shared.values()) < 0.7, max(shared, key=lambda pair: shared[pair])


@pytest.mark.parametrize("ground", [0, 1, 2, 3, SECOND, SECOND + 1, NOBODY])
def test_animals_differ_in_greys_on_every_ribbon(canvas: Canvas, ground: int) -> None:
    """As drawn, 24 pixels wide: 0.05 of full brightness apart on average."""
    greys: dict[str, NDArray[np.float64]] = {}
    side = 24 / canvas.scale
    for name in ANIMALS:
        pixels = look(
            canvas,
            lambda c, n=name: draw_animal(c, Rect(100, 100, side, side), n),  # type: ignore[misc]
            ground=own(canvas, ground).ground,
        )
        greys[name] = inside(canvas, pixels, Rect(100, 100, side, side)) @ [0.30, 0.59, 0.11] / 255
    apart = {(a, b): float(np.abs(greys[a] - greys[b]).mean()) for a, b in combinations(greys, 2)}
    assert min(apart.values()) > 0.05, min(apart, key=lambda pair: apart[pair])


@pytest.mark.parametrize("name", [name for name in CARDS if name not in ENDS])
def test_an_animal_stands_on_the_neutral_part_and_leaves_the_own_one_free(name: Card) -> None:
    box, wide = animal_rect(cell(0, 0), name), SIDE * 0.15
    assert cell(0, 0).contains(box.x, box.y) and cell(0, 0).contains(box.right, box.bottom)
    away = [
        min(
            math.dist(box.centre, point_at(stretches((0, 0, *sides)), step / 50, cell)[:2])
            for step in range(51)
        )
        for sides in (NEUTRAL[name], OWN[name])
    ]
    assert away[0] < wide / 2 and away[1] > wide + box.w / 2 - 2


def test_an_animal_turns_with_its_card_but_stays_upright() -> None:
    quarter: dict[Card, Card] = {"NE": "SE", "SE": "SW", "SW": "NW", "NW": "NE", "NS": "EW"}
    for before, after in quarter.items():
        was, turned = animal_rect(cell(0, 0), before), animal_rect(cell(0, 0), after, -1)
        assert was.centre == pytest.approx(turned.centre) and was.w == turned.w


# --- sounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOUND)
def test_sounds_are_short_quiet_and_end_in_silence(name: str) -> None:
    for pitch in (0.8, 1.0, 1.5):
        wave = SOUNDS[name](pitch)
        assert np.isfinite(wave).all() and len(wave) < 1.3 * RATE
        assert 0.2 < np.abs(wave).max() <= 0.5 and np.abs(wave[-10:]).max() < 0.02


def test_every_happening_has_a_sound_of_its_own() -> None:
    spectra = {}
    for name in SOUND:
        power = np.abs(np.fft.rfft(SOUNDS[name](1.0), 2 * RATE)) ** 2
        spectra[name] = np.add.reduceat(power, np.geomspace(40, 16000, 40).astype(int))
        spectra[name] /= np.linalg.norm(spectra[name])
    alike = {(a, b): float(spectra[a] @ spectra[b]) for a, b in combinations(SOUND, 2)}
    assert max(alike.values()) < 0.9, max(alike, key=lambda pair: alike[pair])


def test_the_drone_is_deep_and_rises_with_its_pitch() -> None:
    lowest = []
    for pitch in (1.0, 1.5):
        power = np.abs(np.fft.rfft(SOUNDS["drone"](pitch)))
        lowest.append(float(np.fft.rfftfreq(len(SOUNDS["drone"](pitch)), 1 / RATE)[np.argmax(power[:150])]))
    assert lowest[0] < 90 and lowest[1] / lowest[0] == pytest.approx(1.5, abs=0.1)
