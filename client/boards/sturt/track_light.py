"""Light that runs along the tracks of a card just laid, wave by wave, both ways."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from client.boards.contract import Cue
from client.boards.kit.pieces import PaintContext
from client.boards.kit.timeline import Effect, chain_cues
from client.boards.sturt.art import draw_lit_curve
from client.boards.sturt.layout import Layout
from client.ui.animation import CHAIN_INTERVAL
from core.games.sturt.board import BOARD_WIDTH, ORIGIN_INDEX, Board, Side
from core.games.sturt.state import Lay

MOST_WAVES: Final = 5
"""Most waves of light; the first is on the card just laid, each further one a card farther away."""
GLIMMER_SECONDS: Final = 0.42
"""Seconds until a lit curve has faded."""


class Wave(msgspec.Struct, frozen=True):
    """Curves that light up together, `at` seconds after the first wave; each is (cell, corner bit)."""

    at: float
    curves: tuple[tuple[tuple[int, int], int], ...]


def light_waves(cards: bytes, action: Lay, start: float, layout: Layout) -> tuple[Effect, ...]:
    """Effects of the waves from a card just laid, from second `start` on; `cards` is the board with it."""
    return tuple(_effect(wave, start, layout) for wave in waves(cards, action))


def chime_cues(cards: bytes, action: Lay, start: float) -> tuple[Cue, ...]:
    """Sounds of the waves after the first, which is lit at second `start`."""
    return chain_cues("chime", (start + wave.at for wave in waves(cards, action)[1:]))


def _effect(wave: Wave, start: float, layout: Layout) -> Effect:
    def draw(ctx: PaintContext, share: float) -> None:
        with ctx.canvas.faded(1 - share):
            for cell, corner in wave.curves:
                draw_lit_curve(ctx.canvas, layout.cell(cell), corner)

    return Effect(start + wave.at, GLIMMER_SECONDS, draw)


@lru_cache(maxsize=4)
def waves(cards: bytes, action: Lay) -> tuple[Wave, ...]:
    """Waves from a card just laid; `cards` is the board with it. The last four results are remembered."""
    board = np.frombuffer(cards, dtype=np.int8).reshape(BOARD_WIDTH, BOARD_WIDTH)
    start = (action.x, action.y)
    curves = [corner for corner in _SIDES if action.corners & corner]
    fronts = [(start, corner, side) for corner in curves for side in _SIDES[corner]]
    lit = {(start, corner) for _, corner, _ in fronts}
    result = [Wave(0.0, tuple(sorted(lit)))]
    for distance in range(1, MOST_WAVES):
        fronts = [step for front in fronts for step in _onward(board, *front) if step[:2] not in lit]
        found = {(cell, corner) for cell, corner, _ in fronts}
        if not found:
            break
        lit |= found
        result.append(Wave(distance * CHAIN_INTERVAL, tuple(sorted(found))))
    return tuple(result)


_SIDES: Final = {1: (Side.N, Side.E), 2: (Side.E, Side.S), 4: (Side.S, Side.W), 8: (Side.W, Side.N)}
_STEP: Final = {Side.N: (0, -1), Side.E: (1, 0), Side.S: (0, 1), Side.W: (-1, 0)}


def _onward(
    board: Board, cell: tuple[int, int], _corner: int, compass_side: Side
) -> list[tuple[tuple[int, int], int, Side]]:
    """Curves of the next card that go on over `compass_side`, each with the side over which it leaves."""
    x, y = cell[0] + _STEP[compass_side][0], cell[1] + _STEP[compass_side][1]
    if not (abs(x) <= BOARD_WIDTH // 2 and abs(y) <= BOARD_WIDTH // 2):
        return []
    card, entered = int(board[y + ORIGIN_INDEX, x + ORIGIN_INDEX]), compass_side.opposite
    return [
        ((x, y), corner, sides[1] if sides[0] == entered else sides[0])
        for corner, sides in _SIDES.items()
        if card & corner and entered in sides
    ]
