"""What moves on The Great Divide's oceans at rest keeps off all that is played on."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from client.boards.great_divide.board import GreatDivideBoard
from client.boards.kit.hexes import HALF_WIDTH
from client.boards.kit.pieces import PaintContext
from client.screens.table.layout import TableLayout
from client.ui import theme
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.great_divide.rules import GREAT_DIVIDE
from tests.client.boards.great_divide.fixtures import ALL


@pytest.mark.parametrize("size", [(1280, 720), (960, 720), (600, 900)])
def test_surf_and_gulls_keep_off_spaces_cards_and_papers(size: tuple[int, int]) -> None:
    canvas = Canvas(pygame.Surface(size), theme.load("lamplight"))
    board, start = GreatDivideBoard(GREAT_DIVIDE, ALL, 2), GREAT_DIVIDE.start(ALL, 2)
    lay = TableLayout.of(canvas.area, 2, 4, 2, board.aspect_ratio)
    board.arrange(lay.field, lay.side, canvas.area, lay.plates)
    layout = board.layout(start)
    for now in np.arange(0.0, 40.0, 0.9):
        board.paint_life(PaintContext(canvas, float(now), str), layout)
    drawn = pygame.surfarray.array3d(canvas.surface).any(axis=2)
    assert drawn.any() or size == (960, 720), "only there the cards leave no room"
    cards = [layout.card(seat, letter) for seat in (0, 1) for letter in layout.letters]
    spaces = [
        Rect.around(*centre, layout.spaces.radius, 2 * HALF_WIDTH * layout.spaces.radius)
        for centre in layout.spaces.centres
    ]
    for rect in (*cards, *spaces, *lay.plates, lay.prompt, lay.side):
        area = canvas.pixels(rect.inset(2))
        assert not drawn[area.left : area.right, area.top : area.bottom].any(), rect
