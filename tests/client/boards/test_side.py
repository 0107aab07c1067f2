"""What lies beside a board, whatever the game: in its room, found where it lies, with a tip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from client.boards.kit.pieces import target_at
from client.boards.kit.side import hit_areas, side_key
from client.screens.table.layout import TableLayout
from client.ui.geometry import Rect
from client.ui.intents import MOUSE, PointAt, Press
from core.games import GAMES
from tests.client.boards import laws
from tests.client.boards.laws import frame_at
from tests.client.boards.test_laws import game_of, make, shape_name, some
from tests.client.looking import inside
from tests.core.laws import Shape
from tests.core.shapes import enough_of, shapes_of
from tests.covering import spread

SHAPES = [shape for game in GAMES for shape in spread(enough_of(shapes_of(game)), 3)]
WINDOWS = (Rect(0, 0, 1920, 1080), Rect(0, 0, 1440, 1080), Rect(0, 0, 720, 960), Rect(0, 0, 720, 1280))
each_shape = pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
each_window = pytest.mark.parametrize("window", WINDOWS, ids=lambda window: f"{window.w:g}x{window.h:g}")


def board_in(shape: Shape, window: Rect) -> Any:
    board: Any = make(shape)
    lay = TableLayout.of(
        window, shape.seats, 4, 1, board.aspect_ratio, board.foot_height, board.min_side_height
    )
    board.arrange(lay.field, lay.side, window, lay.plates)
    return board


@each_shape
@each_window
def test_it_lies_in_its_room_and_is_found_where_it_lies(shape: Shape, window: Rect) -> None:
    board, told = board_in(shape, window), laws.happenings(game_of(shape))
    for number in some(game_of(shape), 4):
        frame = frame_at(told[number].before)
        side = board.side_of(frame.view, board.layout_for(frame.view, frame.viewer))
        spots, room = board.every_spot(frame), board.side.grown(0.5)
        assert all(inside(item.rect, room) for item in side), shape
        for item in side:
            if item.target is not None:
                assert target_at(spots, (item.area or item.rect).centre) == item.target
                assert item.tip is not None and board.tip(frame.view, -1, item.target) == item.tip
        assert {spot.target for spot in hit_areas(side, acts=True)} <= {spot.target for spot in spots}


@each_shape
def test_a_press_finds_what_is_there_already(shape: Shape, monkeypatch: pytest.MonkeyPatch) -> None:
    """Following the pointer, deciding and drawing work out once what lies where in a position."""
    board, told = board_in(shape, WINDOWS[0]), laws.happenings(game_of(shape))
    frame = next(frame_at(event.before, -1, event.seat) for event in told if event.seat >= 0)
    counts = Counter[str]()
    for name in ("spots", "tip_areas", "side_items", "pieces"):
        monkeypatch.setattr(board, name, _counted(name, getattr(board, name), counts))
    for intent in (PointAt(x=1.0, y=1.0, device=MOUSE), Press(x=1.0, y=1.0, device=MOUSE)):
        board.explain(intent, frame)
        board.handle(intent, frame)
        board.prompt(frame)
        board.still(frame)
    assert counts["spots"] == counts["tip_areas"] == counts["side_items"] == counts["pieces"] == 1, shape


def _counted(name: str, worked_out: Callable[..., Any], counts: Counter[str]) -> Callable[..., Any]:
    def of(view: Any, layout: Any) -> Any:
        counts[name] += 1
        return worked_out(view, layout)

    return of


@each_shape
def test_equal_positions_look_the_same_beside_the_board(shape: Shape) -> None:
    """Its key names what is painted: it is the same for the same position, and without room nothing."""
    board, told = board_in(shape, WINDOWS[0]), laws.happenings(game_of(shape))
    view = told[-1].before.view(-1)
    items = [tuple(board.side_items(view, board.layout_for(view, -1))) for _ in range(2)]
    assert side_key(items[0]) == side_key(items[1]) and hash(side_key(items[0])) == hash(side_key(items[1]))
    board.arrange(board.field, Rect(0, 0, 0, 0), board.world)
    assert board.side_of(view, board.layout_for(view, -1)) == ()
