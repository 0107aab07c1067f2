"""What stands beside Ghawar's field: what is stored, what it pays, how long nothing has happened."""

from __future__ import annotations

from functools import cache

import numpy as np
import pygame
import pytest

from client.boards.ghawar.layout import Layout, least_side_height
from client.boards.ghawar.standings import standings
from client.screens.table.layout import TableLayout
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.scoring import worth
from core.games.ghawar.state import COLOURS, Options, State
from tests.client.boards.fixtures import replace, texts
from tests.client.boards.ghawar.fixtures import MANY, games


@cache
def played(number: int) -> tuple[State, ...]:
    """The positions of one of the games, from its start."""
    options, seats = MANY[number]
    steps = list(games(options, seats, 3))
    return (steps[0][0], *(after for *_, after in steps))


def test_the_forecast_is_what_the_game_would_pay_now() -> None:
    for view in played(2)[::5]:
        told = standings(view)
        for seat, lines in enumerate(told.paid):
            assert worth(view, Seat(seat)) == sum(lines)
            assert lines[0] == view.money.item(seat)


def test_colours_stand_in_the_order_of_their_value() -> None:
    assert standings(GHAWAR.start(Options(), 2)).order == (None,) * 6
    known = next(view for view in played(0) if view.stage == "dice")
    order = standings(known).order
    assert [known.values.item(colour) for colour in order if colour is not None] == [1, 2, 3, 4, 5, 6]


def test_the_majority_is_crowned_where_it_is_one() -> None:
    view = played(2)[-1]
    stored = np.zeros_like(view.stored)
    stored[0, 0], stored[1, 0], stored[1, 1], stored[2, 2] = 2, 1, 1, 1
    stored[3, 2] = 1
    leaders = standings(replace(view, stored=stored)).leaders
    assert leaders[:3] == (Seat(0), Seat(1), None) and leaders[3:] == (None,) * (len(COLOURS) - 3)


def test_the_end_without_oil_is_announced_from_half_way_on() -> None:
    view = next(view for view in played(0) if view.stage == "move")
    slow = replace(view, options=Options(stalemate=20))
    assert [standings(replace(slow, quiet=quiet)).left for quiet in (0, 9, 10, 19)] == [None, None, 10, 1]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("window", [Rect(0, 0, 1440, 1080), Rect(0, 0, 1920, 1080), Rect(0, 0, 720, 960)])
def test_every_sentence_beside_the_field_has_room(language: str, window: Rect) -> None:
    lay = TableLayout.of(window, 4, 3, 0, low=least_side_height(4))
    layout = Layout.of(lay.field, lay.side, 4, Options(stalemate=50))
    canvas, say = Canvas(pygame.Surface((960, 540)), theme.load("lamplight")), texts(language).translate
    key = "quiet" if layout.apart else "quiet_short"
    quiet = layout.boxes["quiet"]
    room = quiet.inset(14, 14) if layout.apart else quiet.inset(10, 2)
    for sentence in (say(f"ghawar.side.{key}", rounds=25), say(f"ghawar.side.{key}_last")):
        wide, high = canvas.measure(sentence, "small", size=24.0, wrap_at=room.w)
        assert wide <= room.w and high <= room.h
