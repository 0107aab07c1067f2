"""Ribbons of Down Under: they run on from card to card, over and under each other, grow, and shine."""

from __future__ import annotations

import math
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pygame
import pytest

from client.boards.down_under.cards import draw_billabong, draw_card, draw_cell, draw_earth
from client.boards.down_under.ribbons import (
    draw_flourish,
    draw_length,
    draw_ribbon,
    parts_of,
    point_at,
)
from client.boards.down_under.road_geometry import Part, long, offs, spot
from client.boards.down_under.road_style import own
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import ENDS, MIDDLE, NOBODY, OWN, Card, Laid, Lay, Options
from tests.client.test_down_under_pieces import (
    LOOKS,
    SIDE,
    Pixels,
    card,
    cell,
    inside,
    look,
    made,
    ribbon,
    stretches,
)


@pytest.fixture(params=theme.names())
def canvas(request: pytest.FixtureRequest) -> Canvas:
    """A window of 960 × 540, all black."""
    return made(request.param)


# --- from card to card --------------------------------------------------------------------------


@pytest.mark.parametrize("number", LOOKS)
def test_a_ribbon_runs_on_over_every_side(canvas: Canvas, number: int) -> None:
    """Colour and pattern go on, whatever comes after whatever: rows that touch hardly differ.

    Where two cards meet dark squares of checks lie beside light ones. A little before and a little after
    the side the pattern is the same, turned about.
    """
    checks = own(canvas, number).pattern == "checks"
    for enters, leaves in product((3, 0, 2), (1, 0, 2)):
        if enters == leaves:
            continue
        first = stretches((0, 0, enters, 1))
        second = stretches((1, 0, 3, leaves))
        pixels = look(canvas, ribbon(first, number), ribbon(second, number))
        west, east = (inside(canvas, pixels, cell(x, 0)).astype(int) for x in (0, 1))
        left, right = west[-1], east[0]
        assert np.abs(left - (right[::-1] if checks else right)).mean() < 9, (enters, leaves)
        assert left.max() > 60
        assert np.abs(west[-6] - east[5][::-1]).mean() < 14, (enters, leaves)


@pytest.mark.parametrize("number", LOOKS)
@pytest.mark.parametrize("part", ["own", "neutral", "under", "pool"])
def test_a_path_looks_the_same_walked_the_other_way(canvas: Canvas, number: int, part: str) -> None:
    for one, other in combinations(range(4), 2):
        if part == "under" and (one - other) % 2:
            continue
        there, back = stretches((0, 0, one, other)), stretches((0, 0, other, one))
        ways = [look(canvas, ribbon(run, number, parts=(part,))) for run in (there, back)]
        assert (ways[0] == ways[1]).all(), (one, other)


def test_left_is_right_for_who_comes_the_other_way() -> None:
    ways: list[tuple[int, int, Part]] = [
        (a, b, "own") for a, b in product(range(4), (*range(4), MIDDLE)) if a != b
    ]
    ways.append((2, MIDDLE, "pool"))
    for enters, leaves, part in ways:
        there, back = (offs((40, 40), way, part) for way in ((enters, leaves), (leaves, enters)))
        assert there.along + back.along == pytest.approx(
            np.full((40, 40), long((enters, leaves), part)), abs=1e-5
        )
        assert there.right == pytest.approx(-back.right, abs=1e-6)
        middle = spot((enters, leaves), 0.5, part)
        x, y = (round(40 * n - 0.5) for n in (middle.x - 0.2 * middle.dy, middle.y + 0.2 * middle.dx))
        assert np.broadcast_to(there.right, (40, 40))[x, y] == pytest.approx(0.2, abs=0.03)


# --- over and under ---------------------------------------------------------------------------


@pytest.mark.parametrize(("over", "under"), [((0, 2), (1, 3)), ((1, 3), (0, 2))])
def test_crossings_look_the_same_whichever_path_is_drawn_first(
    canvas: Canvas, over: tuple[int, int], under: tuple[int, int]
) -> None:
    name: Card = "NS" if over == (0, 2) else "EW"
    above = ribbon(stretches((0, 0, *over)), 0, parts=("own",))
    below = ribbon(stretches((0, 0, *under)), 3, parts=("under",))
    assert (look(canvas, card(name), above, below) == look(canvas, card(name), below, above)).mean() > 0.999
    middle = Rect.around(*cell(0, 0).centre, SIDE * 0.12)
    shown = inside(canvas, look(canvas, card(name), above, below), middle)
    assert np.abs(shown - own(canvas, 0).ground).max() < 6


def test_a_neutral_part_on_a_path_has_other_kerbs_than_an_own_one(canvas: Canvas) -> None:
    run = stretches((0, 0, 1, 3))
    mine, taken = (look(canvas, ribbon(run, 2, parts=(part,))) for part in ("own", "neutral"))
    kerb = Rect(cell(0, 0).x + 10, cell(0, 0).cy - SIDE * 0.145, SIDE * 0.8, SIDE * 0.03)
    core = Rect(cell(0, 0).x + 10, cell(0, 0).cy - SIDE * 0.05, SIDE * 0.8, SIDE * 0.1)
    assert (inside(canvas, mine, core) == inside(canvas, taken, core)).all()
    light = [inside(canvas, pixels, kerb).mean() for pixels in (mine, taken)]
    assert light[1] > light[0] + 60


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
    mine = stretches((0, 0, 0, 2), (1, 0, 1, 0), (2, 0, 0, MIDDLE), (3, 0, 0, MIDDLE))
    assert parts_of(mine, cards) == ("own", "own", "own", "pool")


def test_every_stretch_of_real_paths_has_its_part() -> None:
    """Own parts are told by the card's own sides, all others are neutral, whatever the game does."""
    state = DOWN_UNDER.start(Options(size="8x8"), 4)
    for number in range(44):
        seats = DOWN_UNDER.to_act(state)
        if not seats:
            break
        legal = [a for a in DOWN_UNDER.legal(state, seats[0]) if isinstance(a, Lay) and a.card not in ENDS]
        actions = legal or DOWN_UNDER.legal(state, seats[0])
        state = DOWN_UNDER.apply(state, seats[0], actions[number * 7 % len(actions)])
    lying = {(laid.x, laid.y): laid for laid in state.cards}
    told = 0
    for path in state.paths[: state.seats]:
        for stretch, part in zip(path.run, parts_of(path.run, state.cards), strict=True):
            laid, sides = lying[stretch.x, stretch.y], {stretch.enters, stretch.leaves}
            if laid.card == "billabong":
                assert part == "pool"
            elif MIDDLE not in sides:
                assert (part == "own") == (sides == set(OWN[laid.card])), (laid, stretch)
                told += part != "own"
    assert told > 3


# --- growing ----------------------------------------------------------------------------------

LONG = stretches((0, 0, 3, 1), (1, 0, 3, 2), (1, 1, 0, 1), (2, 1, 3, 0), (2, 0, 2, MIDDLE))


def _drawn(canvas: Canvas, **how: Any) -> int:
    return int(look(canvas, ribbon(LONG, 0, **how)).any(axis=2).sum())


def test_a_ribbon_grows_and_shrinks_steadily(canvas: Canvas) -> None:
    """From either end; it is whole at its length, and nothing of it is there at 0."""
    whole = _drawn(canvas)
    assert _drawn(canvas, upto=0.0) == 0
    assert _drawn(canvas, upto=5.0) == _drawn(canvas, upto=7.0) == whole
    shares = [_drawn(canvas, upto=at / 4) for at in range(2, 21, 2)]
    assert all(a < b + 60 for a, b in pairwise(shares)) and shares[0] < whole / 4
    rests = [_drawn(canvas, frm=at / 4) for at in range(2, 19, 2)]
    assert all(a > b - 60 for a, b in pairwise(rests)) and rests[-1] < whole / 3


def test_a_growing_ribbon_shows_nothing_ahead_of_its_arrow(canvas: Canvas) -> None:
    pixels = look(canvas, ribbon(LONG, 0, upto=1.5))
    assert inside(canvas, pixels, cell(0, 0)).any()
    assert not inside(canvas, pixels, cell(1, 1).inset(2)).any()
    assert not inside(canvas, pixels, cell(2, 0)).any()


def test_a_piece_in_the_middle_of_a_stretch_has_two_ends(canvas: Canvas) -> None:
    pixels = look(canvas, ribbon(stretches((0, 0, 3, 1)), 1, upto=0.75, frm=0.4))
    box = cell(0, 0)
    assert not inside(canvas, pixels, Rect(box.x, box.y, 0.15 * SIDE, SIDE)).any()
    assert not inside(canvas, pixels, Rect(box.right - 0.05 * SIDE, box.y, 0.05 * SIDE, SIDE)).any()
    assert inside(canvas, pixels, Rect(box.x + 0.45 * SIDE, box.cy, 0.2 * SIDE, 4)).any(axis=2).all()


def test_open_tips_lead_out_and_closed_ones_do_not(canvas: Canvas) -> None:
    run, beyond = stretches((0, 0, 3, 1)), Rect(cell(1, 0).x + 3, cell(1, 0).y, SIDE / 4, SIDE)
    opened, closed = (look(canvas, ribbon(run, 0, tip)) for tip in ("open", "billabong"))
    assert inside(canvas, opened, beyond).any() and not inside(canvas, closed, beyond).any()


def test_light_lies_around_a_ribbon_and_not_on_the_bridge_over_it(canvas: Canvas) -> None:
    run = stretches((0, 0, 3, 1))
    dark, light = (look(canvas, ribbon(run, 1, parts=("under",), glow=glow)) for glow in (0.0, 1.0))
    above = Rect(cell(0, 0).x + 4, cell(0, 0).cy - SIDE * 0.2, SIDE * 0.25, 4)
    assert inside(canvas, light, above).mean() > inside(canvas, dark, above).mean() + 20
    bridge = Rect.around(*cell(0, 0).centre, SIDE * 0.2)
    assert (inside(canvas, light, bridge) == inside(canvas, dark, bridge)).mean() > 0.98


def test_nothing_is_made_anew_while_nothing_changes(canvas: Canvas) -> None:
    def frame() -> bytes:
        draw_earth(canvas, canvas.area)
        draw_card(canvas, cell(0, 0), "EW", 2, animal="dingo")
        draw_billabong(canvas, cell(1, 1), ("NE",))
        draw_cell(canvas, cell(2, 2), "grow")
        draw_ribbon(canvas, LONG, ("open", "closed"), 2, cell, glow=0.5)
        draw_ribbon(canvas, LONG, ("open", "closed"), 1, cell, upto=2.4)
        draw_length(canvas, cell(2, 1).centre, 2, 31)
        return pygame.image.tobytes(canvas.surface, "RGB")

    first, known = frame(), canvas.cache.made
    assert frame() == first
    assert canvas.cache.made == known


def test_pictures_serve_wherever_a_cell_lies_between_the_pixels(canvas: Canvas) -> None:
    """So a ground that glides needs no new ones."""

    def shifted(by: float) -> None:
        draw_card(canvas, Rect(300 + by, 300 - by, 115.3, 115.3), "SE", 1, animal="rabbit")
        there = lambda x, y: Rect(300 + by + x * 115.3, 300 - by + y * 115.3, 115.3, 115.3)  # noqa: E731
        draw_ribbon(canvas, LONG, ("closed", "closed"), 1, there)

    shifted(0.0)
    known = canvas.cache.made
    for step in range(1, 12):
        shifted(step * 0.37)
    assert canvas.cache.made == known


# --- places along a run -------------------------------------------------------------------------


def test_one_walks_along_a_run_without_a_jump() -> None:
    at = [point_at(LONG, step / 40, cell) for step in range(40 * len(LONG) + 1)]
    assert max(math.dist(a[:2], b[:2]) for a, b in pairwise(at)) < SIDE / 30
    assert all(math.isclose(math.hypot(spot.dx, spot.dy), 1) for spot in at)
    assert all(a.dx * b.dx + a.dy * b.dy > 0.99 for a, b in pairwise(at))


def test_a_walk_begins_and_ends_where_the_path_does() -> None:
    first, last = point_at(LONG, 0, cell), point_at(LONG, 99, cell)
    assert first[:2] == pytest.approx((cell(0, 0).x, cell(0, 0).cy))
    box = cell(2, 0)
    assert last.x == pytest.approx(box.cx) and box.cy < last.y < box.bottom
    assert (last.dx, last.dy) == pytest.approx((0, -1))


@pytest.mark.parametrize("high", [540, 1080])
def test_lengths_can_be_told_apart_at_every_size(high: int) -> None:
    canvas = made(high=high)
    lengths = [
        look(canvas, lambda c, n=n: draw_length(c, (400, 400), 1, n)).tobytes()  # type: ignore[misc]
        for n in (1, 2, 9, 10, 11, 19, 40, 41, 99, 100, 101)
    ]
    assert len(set(lengths)) == len(lengths)


# --- the flourish -------------------------------------------------------------------------------


def test_a_flourish_comes_out_of_nothing_and_goes_back(canvas: Canvas) -> None:
    def shown(t: float) -> Pixels:
        return look(canvas, lambda c: draw_flourish(c, LONG, 2, cell, t))

    assert not shown(0).any() and not shown(1).any()
    lit = [int(shown(t / 10).any(axis=2).sum()) for t in range(1, 10)]
    assert min(lit) > 100
    early, late = shown(0.1), shown(0.75)
    assert inside(canvas, early, cell(0, 0)).any() and not inside(canvas, early, cell(2, 1)).any()
    assert not inside(canvas, late, cell(0, 0)).any() and inside(canvas, late, cell(2, 0)).any()
