"""What lies on Down Under's table can be told apart, and ribbons run on from card to card."""

from __future__ import annotations

import math
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest

from client.boards.down_under.art import Billabong, CardArt, animal_rect
from client.boards.down_under.ribbons import Ribbon, parts_of, point_at
from client.boards.down_under.roads import FRAME_STYLE, SECOND_PATH_STYLE, RoadPart, own_style
from client.boards.kit.paper import rgb
from client.boards.kit.pieces import Art
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.down_under import state as game
from core.games.down_under.state import (
    CARDS,
    CELL_MIDDLE,
    ENDS,
    NEUTRAL_SIDES,
    NOBODY,
    OWN_SIDES,
    Laid,
    Stretch,
)
from tests.client.boards import drawing
from tests.client.boards.drawing import Draw, inside, look
from tests.client.colour_sight import seen

SIDE = 120
SEATS = (0, 1, 2, 3)
STYLES = (*SEATS, SECOND_PATH_STYLE, SECOND_PATH_STYLE + 1, FRAME_STYLE, FRAME_STYLE + 1)


def cell(x: int, y: int) -> Rect:
    """Cells of 60 pixels."""
    return Rect(240 + x * SIDE, 240 + y * SIDE, SIDE, SIDE)


def piece(art: Art, rect: Rect | None = None) -> Draw:
    return drawing.piece(art, rect or cell(0, 0))


def stretches(*steps: tuple[int, int, int, int]) -> tuple[Stretch, ...]:
    return tuple(Stretch(*step) for step in steps)


def ribbon(
    run: tuple[Stretch, ...],
    number: int = 0,
    part: RoadPart = "own",
    first: float = 0.0,
    last: float = math.inf,
) -> Draw:
    art = Ribbon(run, ("closed", "closed"), (part,) * len(run), number)
    return lambda canvas: art.draw(canvas, cell, first, last)


# --- styles -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", STYLES)
def test_a_path_stands_out_from_paper_and_from_earth(canvas: Canvas, number: int) -> None:
    """Its kerb from the paper, its colour or the light in it from the earth; in lightness, for all eyes."""
    style = own_style(canvas, number)
    bone, earth = (seen(rgb(canvas, f"down_under.{name}"), "usual")[0] for name in ("bone", "earth"))
    assert bone - seen(style.kerb, "usual")[0] > 0.4
    reach = [abs(seen(colour, "usual")[0] - earth) for colour in (style.ground, style.mark, style.light)]
    assert max(reach) > 0.15


# --- cards and animals ------------------------------------------------------------------------


def test_all_cards_and_billabongs_look_different(canvas: Canvas) -> None:
    ways = ((), *((way,) for way in CARDS if way not in ENDS), ("NE", "SW"), ("SE", "NW"))
    arts = [*(CardArt(name, number) for name in CARDS for number in STYLES), *map(Billabong, ways)]
    assert len({look(canvas, piece(art)).tobytes() for art in arts}) == len(arts)


@pytest.mark.parametrize("name", ENDS)
def test_an_end_leaves_its_half_free_for_another_one(canvas: Canvas, name: game.Card) -> None:
    dx, dy = ((0, 1), (-1, 0), (0, -1), (1, 0))[OWN_SIDES[name][0]]
    free = Rect.around(*cell(0, 0).centre, SIDE / 5).moved(dx * SIDE * 0.4, dy * SIDE * 0.4)
    stub = free.moved(-dx * SIDE * 0.8, -dy * SIDE * 0.8)
    pixels = look(canvas, piece(CardArt(name, 0)), ground=(7, 70, 7))
    assert (inside(canvas, pixels, free) == (7, 70, 7)).all()
    assert not (inside(canvas, pixels, stub) == (7, 70, 7)).all(axis=2).any()


def test_what_is_printed_on_a_card_is_what_its_ribbon_shows(canvas: Canvas) -> None:
    """So a ribbon changes nothing of its own parts."""
    for name in CARDS:
        enters, leaves = (*OWN_SIDES[name], CELL_MIDDLE)[:2]
        run = stretches((0, 0, enters, leaves))
        bare, over = (look(canvas, piece(CardArt(name, 1)), *on) for on in ((), (ribbon(run, 1),)))
        assert np.abs(bare - over).mean() < 0.05, name


@pytest.mark.parametrize("name", [name for name in CARDS if name not in ENDS])
def test_an_animal_stands_on_the_neutral_part_and_leaves_the_own_one_free(name: game.Card) -> None:
    box, wide = animal_rect(cell(0, 0), name), SIDE * 0.15
    assert cell(0, 0).contains(box.x, box.y) and cell(0, 0).contains(box.right, box.bottom)
    away = [
        min(
            math.dist(box.centre, point_at(stretches((0, 0, *sides)), step / 50, cell, ("own",))[:2])
            for step in range(51)
        )
        for sides in (NEUTRAL_SIDES[name], OWN_SIDES[name])
    ]
    assert away[0] < wide / 2 and away[1] > wide + box.w / 2 - 2


# --- from card to card ------------------------------------------------------------------------


@pytest.mark.parametrize("number", STYLES)
def test_a_ribbon_runs_on_over_every_side(canvas: Canvas, number: int) -> None:
    """Colour and pattern go on, whatever comes after whatever: rows that touch hardly differ.

    Where two cards meet dark squares of checks lie beside light ones. A little before and a little after
    the side the pattern is the same, turned about.
    """
    checks = own_style(canvas, number).pattern == "checks"
    for enters, leaves in product((3, 0, 2), (1, 0, 2)):
        if enters == leaves:
            continue
        first, second = stretches((0, 0, enters, 1)), stretches((1, 0, 3, leaves))
        pixels = look(canvas, ribbon(first, number), ribbon(second, number))
        west, east = (inside(canvas, pixels, cell(x, 0)).astype(int) for x in (0, 1))
        left, right = west[-1], east[0]
        assert np.abs(left - (right[::-1] if checks else right)).mean() < 9, (enters, leaves)
        assert left.max() > 60
        assert np.abs(west[-6] - east[5][::-1]).mean() < 14, (enters, leaves)


@pytest.mark.parametrize("number", STYLES)
@pytest.mark.parametrize("part", ["own", "neutral", "under", "pool"])
def test_a_path_looks_the_same_walked_the_other_way(canvas: Canvas, number: int, part: RoadPart) -> None:
    for one, other in combinations(range(4), 2):
        if part == "under" and (one - other) % 2:
            continue
        runs = stretches((0, 0, one, other)), stretches((0, 0, other, one))
        ways = [look(canvas, ribbon(run, number, part)) for run in runs]
        assert (ways[0] == ways[1]).all(), (one, other)


@pytest.mark.parametrize(("over", "under"), [((0, 2), (1, 3)), ((1, 3), (0, 2))])
def test_crossings_look_the_same_whichever_path_is_drawn_first(
    canvas: Canvas, over: tuple[int, int], under: tuple[int, int]
) -> None:
    lying = piece(CardArt("NS" if over == (0, 2) else "EW", 0))
    above = ribbon(stretches((0, 0, *over)))
    below = ribbon(stretches((0, 0, *under)), 3, "under")
    assert (look(canvas, lying, above, below) == look(canvas, lying, below, above)).mean() > 0.999
    middle = Rect.around(*cell(0, 0).centre, SIDE * 0.12)
    shown = inside(canvas, look(canvas, lying, above, below), middle)
    assert np.abs(shown - own_style(canvas, 0).ground).max() < 6


def test_parts_are_told_by_the_cards_that_lie() -> None:
    cards = (
        Laid("NS", 0, 0, 0),
        Laid("NE", 1, 0, 1),
        Laid("endN", 2, 0, 1),
        Laid("endS", 2, 0, 0),
        Laid("billabong", 3, 0, NOBODY, None, ("EW",)),
    )
    run = stretches((0, 0, 3, 1), (1, 0, 3, 2), (2, 0, 3, 1), (3, 0, 3, 1))
    assert parts_of(run, cards) == ("under", "neutral", "neutral", "pool")
    mine = stretches((0, 0, 0, 2), (1, 0, 1, 0), (2, 0, 0, CELL_MIDDLE), (3, 0, 0, CELL_MIDDLE))
    assert parts_of(mine, cards) == ("own", "own", "own", "pool")


# --- growing ----------------------------------------------------------------------------------

LONG = stretches((0, 0, 3, 1), (1, 0, 3, 2), (1, 1, 0, 1), (2, 1, 3, 0), (2, 0, 2, CELL_MIDDLE))


def test_a_ribbon_grows_and_shrinks_steadily(canvas: Canvas) -> None:
    """From either end; it is whole at its length, and nothing of it is there at 0, or ahead of its arrow."""

    def drawn(**how: Any) -> int:
        return int(look(canvas, ribbon(LONG, 0, **how)).any(axis=2).sum())

    whole = drawn()
    assert drawn(last=0.0) == 0 and drawn(last=5.0) == drawn(last=7.0) == whole
    shares = [drawn(last=at / 4) for at in range(2, 21, 2)]
    assert all(a < b + 60 for a, b in pairwise(shares)) and shares[0] < whole / 4
    rests = [drawn(first=at / 4) for at in range(2, 19, 2)]
    assert all(a > b - 60 for a, b in pairwise(rests)) and rests[-1] < whole / 3
    assert not inside(canvas, look(canvas, ribbon(LONG, 0, last=1.5)), cell(1, 1).inset(2)).any()


def test_pictures_serve_wherever_a_cell_lies_between_the_pixels(canvas: Canvas) -> None:
    """So a ground that glides needs no new ones."""

    def shifted(by: float) -> None:
        piece(CardArt("SE", 1), Rect(300 + by, 300 - by, 115.3, 115.3))(canvas)
        there = lambda x, y: Rect(300 + by + x * 115.3, 300 - by + y * 115.3, 115.3, 115.3)  # noqa: E731
        Ribbon(LONG, ("closed", "closed"), ("own",) * 5, 1).draw(canvas, there)

    shifted(0.0)
    known = canvas.cache.made
    for step in range(1, 12):
        shifted(step * 0.37)
    assert canvas.cache.made == known


def test_one_walks_along_a_run_without_a_jump() -> None:
    at = [point_at(LONG, step / 40, cell, ("own",) * 5) for step in range(40 * len(LONG) + 1)]
    assert max(math.dist(a[:2], b[:2]) for a, b in pairwise(at)) < SIDE / 30
    assert all(math.isclose(math.hypot(spot.dx, spot.dy), 1) for spot in at)
    assert all(a.dx * b.dx + a.dy * b.dy > 0.99 for a, b in pairwise(at))
    assert at[0][:2] == pytest.approx((cell(0, 0).x, cell(0, 0).cy)) and at[-1].x == cell(2, 0).cx
