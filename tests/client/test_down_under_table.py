"""What is seen on Down Under's table: the field, what stands beside it, what the hand means."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
import pytest

from client.boards.down_under import field, meant
from client.boards.down_under.camera import settled
from client.boards.down_under.cards import animal_rect
from client.boards.down_under.field import Lying, tags
from client.boards.down_under.hand import Hand
from client.boards.down_under.ribbons import draw_ribbon
from client.boards.down_under.scene import moment_of
from client.boards.down_under.side import beside
from client.boards.down_under.signs import draw_gain
from client.ui import theme
from client.ui.cache import SurfaceCache
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Turn
from core.game import Seat
from core.games.down_under.paths import length
from core.games.down_under.queries import field_of as rules_field
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import SHAPES, Options
from tests.client.down_under_kit import (
    ANIMALS,
    BASIC,
    frame,
    games,
    played,
    position,
    replace,
    set_up,
)
from tests.client.test_down_under_motion import (
    closing,
    crossing,
    every,
    opened,
    walling_in,
    without_curves,
)
from tests.client.test_down_under_scene import SIZE, canvas, cell_of, draw, hovering, laid_out, moving

# --- the field ------------------------------------------------------------------------------------


def test_cells_tell_whether_they_are_of_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand for 5 × 7: -2,1 lies between cards, 1,1 may become part of it, 2,1 and 0,6 cannot."""
    state = set_up("0:EW@0,0 1:EW@-5,0 1:NS@-4,1")
    cells = ((-2, 1), (1, 1), (2, 1))
    marked = draw(frame(state))
    monkeypatch.setattr(field, "draw_marks", lambda c, sight, lying: None)
    bare = draw(frame(state), on=Canvas(pygame.Surface(SIZE), theme.load("lamplight"), SurfaceCache()))
    sure, perhaps, never = (
        marked[cell_of(state, cell)].astype(float) - bare[cell_of(state, cell)] for cell in cells
    )
    assert sure.mean() < -5, "a hollow"
    assert perhaps.mean() > 2 and perhaps.std() > 3, "hatched"
    assert not never[2:-2, 2:-2].any()


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("0:EW@0,0", (False, False)),
        ("0:EW@0,0 1:EW@6,0", (True, False)),
        ("0:EW@0,0 1:EW@0,6", (False, True)),
        ("0:EW@0,0 1:EW@5,4", (False, True)),
        ("0:EW@0,0 1:EW@4,4", (False, False)),
        ("0:EW@0,0 1:EW@4,6", (True, True)),
        ("0:EW@0,0 1:endN@6,0", (False, False)),
    ],
)
def test_when_it_is_certain_where_the_field_lies(cards: str, expected: tuple[bool, bool]) -> None:
    """By hand for 5 × 7: across, and down."""
    state = set_up(cards)
    assert settled(rules_field(state)) == expected


def test_without_bounds_there_is_no_field() -> None:
    state = set_up("0:EW@0,0 1:EW@9,9", Options(size="unlimited"))
    assert settled(rules_field(state)) == (False, False)
    assert beside(state, Seat(0)).size is None


def test_a_frame_says_where_the_field_lies() -> None:
    state = DOWN_UNDER.start(Options(frame="river"), 2)
    assert settled(rules_field(state)) == (True, True)


def test_animals_are_seen_on_paths_too() -> None:
    """An animal stands on the neutral part, over the ribbon of whoever runs there."""
    state, plain = set_up("0:NS@0,0=emu 1:EW@0,1=emu", ANIMALS), set_up("0:NS@0,0 1:EW@0,1")
    assert (0, 1) in {stretch[:2] for stretch in state.paths[0].run}, "seat 0 runs under seat 1"
    area = canvas().pixels(animal_rect(laid_out(state).cell(state, 0, 1), "EW"))
    place = slice(area.x + 3, area.right - 3), slice(area.y + 3, area.bottom - 3)
    assert (draw(frame(state))[place] != draw(frame(plain))[place]).mean() > 0.5


def test_lengths_do_not_cover_each_other() -> None:
    """Unless there is no other place."""
    over = total = 0
    for _, _, _, state in every()[::4]:
        sight = laid_out(state).sight(state)
        spots = list(
            tags(Lying(state.options, state.seats, state.cards, state.paths, state.stuck), sight).values()
        )
        for index, (x, y) in enumerate(spots):
            total += 1
            over += any(abs(x - a) < 70 and abs(y - b) < 40 for a, b in spots[:index])
    assert over < 0.03 * total


# --- beside the ground ----------------------------------------------------------------------------


def test_what_is_left_and_how_paths_stand() -> None:
    """By hand: seat 0 has laid a straight, a curve and an end, with an emu on its own path."""
    state = set_up("0:endE@0,0 0:NW@1,0=dingo 0:NS@1,-1=emu 1:NS@1,-3=kangaroo", ANIMALS)
    shown = beside(state, Seat(0))
    left = {(shape, animal): n for shape, animal, n in shown.supplies[0]}
    assert (left["curve", "dingo"], left["straight", "emu"], left["end", None]) == (0, 1, 1)
    assert left["straight", "kangaroo"] == 2, "that is another set"
    first, second = shown.rows
    assert first.left == (6, 8, 1) and second.left == (6, 9, 2)
    assert first.fate == "open" and first.length == length(state.paths[0])
    assert first.herd is not None and second.herd is not None
    assert first.herd.dingo and not second.herd.dingo


@pytest.mark.parametrize(
    ("made", "fates"),
    [
        (closing, ("ring", "open")),
        (walling_in, ("stuck", "open", "open")),
        (without_curves, ("ring", "ring")),
    ],
)
def test_how_paths_end_is_told(made: Any, fates: tuple[str, ...]) -> None:
    assert tuple(row.fate for row in beside(made()[3], Seat(0)).rows) == fates


def test_the_ways_the_field_may_still_lie() -> None:
    for cards, ways in (
        ("0:EW@0,0", (True, True)),
        ("0:EW@0,0 1:EW@5,0", (True, False)),
        ("0:EW@0,0 1:EW@0,5", (False, True)),
    ):
        assert beside(set_up(cards), Seat(0)).ways == ways
    river = DOWN_UNDER.start(Options(frame="river"), 2)
    assert sorted(beside(river, Seat(0)).ways) == [False, True]


def test_whose_cards_are_shown() -> None:
    """Of whoever is asked, or is to act, or has just acted."""
    state = played("EW@0,0")
    places = laid_out(state)
    assert moment_of(frame(state, 0), places).side.seat == 0
    assert moment_of(frame(state), places).side.seat == 1
    made = (*next(games(BASIC, 2, 1)),)
    assert moment_of(moving(made, 0.5), laid_out(made[0])).side.seat == made[1]


def test_a_card_on_its_way_is_gone_from_the_supply() -> None:
    made = (*next(games(BASIC, 2, 1)),)
    before, after = beside(made[0], Seat(0)), moment_of(moving(made, 0.1), laid_out(made[0])).side
    assert sum(n for *_, n in before.supplies[0]) == sum(n for *_, n in after.supplies[0]) + 1
    assert after.rows[0].length == 0, "it counts once it lies"


# --- what the hand means --------------------------------------------------------------------------


def test_legal_places_breathe_and_nothing_else() -> None:
    state = played("EW@0,0 NS@1,1")
    quiet, loud = (draw(replace(frame(state, 0), now=now)) for now in (0.0, 1.3))
    changed = np.any(quiet != loud, axis=2)
    for cell in Hand(DOWN_UNDER, Seat(0)).wanted(state):
        place = cell_of(state, cell)
        assert changed[place].any()
        changed[place] = False
    assert not changed.any()


def test_only_the_free_half_of_a_cell_breathes() -> None:
    """Seat 0 can lay only its other end into 2,0, behind that of seat 1."""
    state = set_up("0:EW@0,0 0:EW@1,0 1:endE@2,0 1:EW@3,0")
    quiet, loud = (draw(replace(frame(state, 0), now=now)) for now in (0.0, 1.3))
    wide, high = cell_of(state, (2, 0))
    changed = np.any(quiet != loud, axis=2)[wide, high]
    half = changed.shape[0] // 2
    assert changed[:half].any() and not changed[half:].any()


def test_what_would_become_longer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[int, str]] = []
    monkeypatch.setattr(meant, "draw_gain", lambda c, spot, look, text, room: said.append((look, text)))
    before = crossing()[0]
    hand, shot = hovering(before, (1, 2))
    while hand.card != "EW":
        hand.handle(Turn(step=1), shot, laid_out(before))
    coming = hand.preview(before)
    assert coming is not None
    draw(shot, hand)
    assert said == [(growth.path, f"+{growth.gain}") for growth in coming.growths]
    assert said == [(0, "+2"), (1, "+1"), (2, "+1")], "with the billabong"


def test_gains_stand_clear_of_the_card_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    spots: list[tuple[float, float]] = []
    monkeypatch.setattr(meant, "draw_gain", lambda c, spot, look, text, room: spots.append(spot))
    state = played("EW@0,0 NS@1,1")
    for cell in Hand(DOWN_UNDER, Seat(0)).wanted(state):
        spots.clear()
        hand, shot = hovering(state, cell)
        draw(shot, hand)
        middle = laid_out(state).cell(state, *cell).scaled(0.5)
        assert spots and not any(middle.contains(*spot) for spot in spots)


@pytest.mark.parametrize("spot", [(0.0, 0.0), (1000.0, 500.0), (-80.0, 2000.0)])
def test_a_gain_is_whole_however_near_its_spot_is_to_the_edge(
    monkeypatch: pytest.MonkeyPatch, spot: tuple[float, float]
) -> None:
    pills: list[Rect] = []
    monkeypatch.setattr(Canvas, "shadow", lambda self, rect, *rest: pills.append(rect))
    room = Rect(40, 60, 900, 800)
    draw_gain(canvas(), spot, 0, "+12", room)
    (pill,) = pills
    assert room.union(pill) == room


def test_what_cannot_be_done_shows_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The places to blame are framed, and the two paths that would meet light up."""
    framed: list[tuple[Rect, str]] = []
    lit: list[int] = []
    monkeypatch.setattr(meant, "draw_frame", lambda c, rect, ink: framed.append((rect, ink)))

    def note(c: Canvas, run: Any, tips: Any, look: int, *rest: Any, **more: Any) -> None:
        lit.append(look)
        draw_ribbon(c, run, tips, look, *rest, **more)

    monkeypatch.setattr(meant, "draw_ribbon", note)
    state = set_up("0:EW@0,0 1:EW@2,0")
    hand, shot = hovering(state, (1, 0))
    while (refusal := hand.refusal(state)) is None or "joins" not in refusal.code:
        hand.handle(Turn(step=1), shot, laid_out(state))
    draw(shot, hand)
    places = laid_out(state)
    bad = [rect for rect, ink in framed if ink == "bad"]
    assert all(any(rect == places.cell(state, x, y) for rect in bad) for x, y in refusal.places)
    assert lit == [0, 1]


def test_a_cell_that_speaks_against_a_try_stays_lit() -> None:
    state = played("EW@0,0 NS@1,1")
    why = DOWN_UNDER.why_not(state, Seat(0), DOWN_UNDER.parse("EW@3,3"))
    assert why is not None and why.places
    denied = replace(frame(state, 0), denied=why)
    changed = np.any(draw(denied) != draw(frame(state, 0)), axis=2)
    assert all(changed[cell_of(state, (x, y))].any() for x, y in why.places)


def test_a_hand_that_rests_shows_nothing() -> None:
    state = played("EW@0,0 NS@1,1")
    hand, shot = hovering(state, (1, 0))
    later = replace(shot, position=position(state, turn=7))
    assert (draw(later, hand) == draw(replace(frame(state, 0, turn=7), now=2.0))).all()


def test_the_card_in_hand_is_lit_in_the_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not while a ring is opened: then no card is taken."""
    rings: list[Rect] = []
    monkeypatch.setattr(Canvas, "ring", lambda self, rect, *rest, **more: rings.append(rect))
    state = played("EW@0,0 NS@1,1")
    hand, shot = hovering(state, (1, 0))
    draw(shot, hand)
    assert hand.card is not None
    assert laid_out(state).supply_slot(0, SHAPES[hand.card]).grown(5) in rings
    before = opened()[0]
    hand, shot = hovering(before, (1, 1))
    assert hand.card is not None
    rings.clear()
    draw(shot, hand)
    assert laid_out(before).supply_slot(0, "curve").grown(5) not in rings
