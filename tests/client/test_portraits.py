"""Portraits: every key has one, no two are alike, and their eyes look where they are to."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from client.session.archive import seat_portraits
from client.ui import portraits, theme
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from core.protocol import messages as m
from core.record import Header
from tools.art.portraits import PORTRAITS

ALL = (*portraits.PORTRAIT_KEYS, *dict.fromkeys(portraits.BOT_PORTRAITS.values()))
SIDES: dict[str, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def drawn(key: str, look: Point = (0.0, 0.0), pixels: int = 44) -> NDArray[np.int16]:
    """A portrait so many pixels wide on black; a window of 540 has two units for a pixel."""
    canvas = Canvas(pygame.Surface((960, 540)), theme.load("lamplight"))
    portraits.draw_portrait(canvas, key, Rect(200, 200, 2 * pixels, 2 * pixels), look)
    return pygame.surfarray.array3d(canvas.surface)[100 : 100 + pixels, 100 : 100 + pixels].astype(np.int16)


def dark(pixels: NDArray[np.int16], ahead: NDArray[np.int16]) -> NDArray[np.float64]:
    """The middle of what became darker less that of what became lighter: whither pupils have gone."""
    change = pixels.sum(axis=2) - ahead.sum(axis=2)
    darker, lighter = (np.argwhere(change * sign > 60).mean(axis=0) for sign in (-1, 1))
    return np.asarray(darker - lighter)


def test_what_is_drawn_is_what_can_be_chosen() -> None:
    assert set(PORTRAITS) == set(ALL)
    assert set(portraits.BOT_PORTRAITS) >= set(m.LEVELS)


@pytest.mark.long
def test_portraits_differ_at_the_smallest_size() -> None:
    for one, two in combinations(ALL, 2):
        assert np.abs(drawn(one) - drawn(two)).mean() > 12, (one, two)


@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("side", SIDES)
def test_eyes_look_where_they_are_to(key: str, side: str) -> None:
    went = dark(drawn(key, SIDES[side]), drawn(key))
    assert np.dot(went, SIDES[side]) > 0.7 * np.linalg.norm(went) > 0


def test_eyes_never_leave_the_face() -> None:
    assert (drawn("owl", (-9.0, 0.0)) == drawn("owl", (-1.0, 0.0))).all()


def test_unknown_portraits_are_drawn_as_some_other() -> None:
    assert (drawn("dodo") == drawn(portraits.default_portrait("dodo"))).all()


def test_usual_portraits_are_spread_and_avoid_those_taken() -> None:
    names = [f"Player {number}" for number in range(200)]
    assert {portraits.default_portrait(name) for name in names} == set(portraits.PORTRAIT_KEYS)
    taken: list[str] = []
    for _ in portraits.PORTRAIT_KEYS:
        taken.append(portraits.default_portrait("Ada", taken))
    assert set(taken) == set(portraits.PORTRAIT_KEYS)
    assert portraits.default_portrait("Ada", taken) == portraits.default_portrait("Ada")


def test_a_table_shows_what_was_chosen_robots_for_ais_and_for_others_what_nobody_else_has() -> None:
    first = portraits.default_portrait("Ada")
    holders = (
        m.Holder("person", "Ada"),
        m.Holder("away", "Ada", portrait="dodo"),
        m.Holder("person", "Bo", portrait=first),
        m.Holder("person", "Eve", portrait="bot-hard"),
        m.Holder("bot", "Cy", "hard", owner=True, portrait="fox"),
        m.Holder("person", "AI", program=True, portrait="bot-easy"),
        m.Holder("person", "AI", program=True, portrait="fox"),
        m.Holder("open"),
    )
    seen = portraits.portraits_of(holders)
    assert seen[2] == first
    assert seen[4:] == ("bot-hard", "bot-easy", "bot-normal", "")
    assert set(seen[:4]) < set(portraits.PORTRAIT_KEYS) and len(set(seen[:4])) == 4
    assert portraits.portraits_of(holders) == seen


def test_a_recorded_game_shows_those_who_played_it() -> None:
    header = Header("ghawar", {}, 4, ("Ada", "Ada"), levels=("", "", "hard"), portraits=("", "gull"))
    ada, other, robot, nobody = seat_portraits(header)
    assert (ada, other, robot) == (portraits.default_portrait("Ada", ["gull"]), "gull", "bot-hard")
    assert nobody in set(portraits.PORTRAIT_KEYS) - {ada, other}
