"""How much of a window is really played on: the share that look.md asks for, printed for every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from client.boards import board as board_for
from client.boards.great_split.layout import bars_rect, sign_rects
from client.screens.table.layout import TableLayout
from client.ui.geometry import Rect
from core.games import game
from tests.client.boards.down_under.fixtures import set_up

WINDOW = Rect(0, 0, 1920, 1080)


def sturt(board: Any, view: Any) -> Rect:
    """The 5 × 5 cells."""
    return board.layout(view).inner  # type: ignore[no-any-return]


def great_split(board: Any, view: Any) -> Rect:
    """The own tracks and the own cards below them."""
    layout = board.layout_for(view, 0)
    return layout.panels[0]["rows"].union(layout.cards)  # type: ignore[no-any-return]


def great_divide(board: Any, view: Any) -> Rect:
    """Around all spaces, the coasts among them."""
    return board.layout(view).ground  # type: ignore[no-any-return]


def ghawar(board: Any, view: Any) -> Rect:
    """The 6 × 6 platforms with the roads between them."""
    layout = board.layout(view)
    return layout.platform(0).union(layout.platform(35))  # type: ignore[no-any-return]


def down_under(board: Any, view: Any) -> Rect:
    """The 7 × 5 cells of a field that is settled."""
    settled = set_up("0:EW@0,0 1:EW@6,4")
    return board.layout(settled).grid.box(Rect(0, 0, 7, 5))  # type: ignore[no-any-return]


PLAYED_ON: dict[str, tuple[Callable[[Any, Any], Rect], float]] = {
    "great_split": (great_split, 36.0),
    "sturt": (sturt, 34.0),
    "great_divide": (great_divide, 34.0),
    "ghawar": (ghawar, 36.0),
    "down_under": (down_under, 32.0),
}
"""For each game what is played on, by its board and a view, and the least share of the window in per cent."""


@pytest.mark.parametrize("key", PLAYED_ON)
def test_what_is_played_on_takes_its_share_of_the_window(key: str) -> None:
    rules = game(key)
    seats = rules.info.seats[0]
    board = board_for(rules, rules.info.options(), seats)
    lay = TableLayout.of(WINDOW, seats, 4, 0, board.aspect_ratio, board.foot_height)
    board.arrange(lay.field, lay.side, WINDOW, lay.plates)
    part, least = PLAYED_ON[key]
    played = part(board, rules.start(rules.info.options(), seats))
    share = 100 * played.w * played.h / (WINDOW.w * WINDOW.h)
    print(f"{key}: {share:.1f} % of the window is played on")
    assert share >= least
    assert WINDOW.contains(played.x, played.y) and WINDOW.contains(played.right, played.bottom)
    assert not any(played.overlaps(paper) for paper in (*lay.plates, lay.journal, lay.side, *lay.tools))


@pytest.mark.parametrize("seats", range(2, 8))
def test_other_estates_of_the_great_split_take_an_eighth_at_most(seats: int) -> None:
    """Their bars on their plates, in a window as usual: with a symbol of 20 units in each pair."""
    rules = game("great_split")
    board: Any = board_for(rules, rules.info.options(), seats)
    lay = TableLayout.of(WINDOW, seats, 4, 0, board.aspect_ratio, board.foot_height)
    board.arrange(lay.field, lay.side, WINDOW, lay.plates)
    layout = board.layout_for(rules.start(rules.info.options(), seats), 0)
    assert sum(rect.w * rect.h for rect in layout.summaries.values()) <= 0.12 * WINDOW.w * WINDOW.h
    for seat, rect in layout.summaries.items():
        assert lay.plates[seat].contains(rect.x, rect.y) and lay.plates[seat].contains(
            rect.right, rect.bottom
        )
        assert all(sign_rects(pair)[0].fit(1.0).w >= 20 for pair in bars_rect(rect)[1])
