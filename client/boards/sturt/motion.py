"""How a happening of Sturt moves: a timeline in seconds, worked out from before, step and after.

0 ──── travel ──── landed ── tracks light up, wave by wave ── ends pop up ── (a win draws its line)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from client.boards.base import Animation, Cue
from client.boards.sturt.routes import standing
from client.mirror import Happening
from client.ui.anim import CHAIN, GESTURE, LANDING, TRAVEL, Motion
from core.game import Seat
from core.games.sturt.board import MIDDLE, WIDTH, Board, Crossing, Side
from core.games.sturt.state import Declare, Lay, State

LANDED: Final = TRAVEL
DUST: Final = 0.45
WAVES: Final = 5
"""How many cards far the light runs from the card just laid."""
GLIMMER: Final = 0.42
"""Seconds a lit stretch takes to fade."""
SETTLED: Final = LANDED + LANDING + 0.10
PAN: Final = 0.30
"""Seconds the camera takes to follow the desert."""
SPOKEN: Final = 0.9
"""Seconds a pass, a declaration or a stop is shown."""

Curve = tuple[tuple[int, int], Side, Side]


class Wave(msgspec.Struct, frozen=True):
    """Curves that light up together, `at` seconds into the animation."""

    at: float
    curves: tuple[tuple[tuple[int, int], int], ...]
    """(cell, corner bit) each."""


def animation(happening: Happening, motion: Motion) -> Animation:
    """Length and sounds of a happening."""
    after: State = happening.after.view()
    action = happening.action()
    if not isinstance(action, Lay):
        sound = "wood" if isinstance(action, Declare) else "paper_slide"
        return Animation(SPOKEN + _closing(after), (Cue(0.0, sound), *_fanfare(after, SPOKEN)))
    lit = waves(happening)
    last = lit[-1].at + GLIMMER if lit else SETTLED + PAN
    cues = [Cue(0.0, "paper_slide"), Cue(LANDED, "paper_land")]
    cues += [Cue(wave.at, "chime", 3 * index) for index, wave in enumerate(lit[1:4])]
    return Animation(last + _closing(after), (*cues, *_fanfare(after, last)), open=SETTLED)


def gesture_start(happening: Happening) -> float:
    """When the line of a win begins to be drawn."""
    after: State = happening.after.view()
    return animation(happening, Motion()).seconds - _closing(after)


def winning_route(view: State) -> tuple[Seat, list[Crossing]] | None:
    """The winner and the route that decided it; None if none did or the game goes on."""
    if view.result is None:
        return None
    seats = [*view.result.winners, *(seat for seat in (Seat(0), Seat(1)) if seat not in view.result.winners)]
    for seat in seats:
        route = standing(view).routes[seat]
        if route:
            return view.result.winners[0], route
    return None


def waves(happening: Happening) -> tuple[Wave, ...]:
    """The light that runs along the tracks from the card just laid, both ways."""
    action = happening.action()
    if not isinstance(action, Lay):
        return ()
    return _waves(happening.after.view().corners.tobytes(), action)


@lru_cache(maxsize=4)
def _waves(cards: bytes, action: Lay) -> tuple[Wave, ...]:
    """The waves of a lay on the board that it leads to; asked for in every frame."""
    board = np.frombuffer(cards, dtype=np.int8).reshape(WIDTH, WIDTH)
    start = (action.x, action.y)
    curves = [corner for corner in _SIDES if action.corners & corner]
    fronts = [(start, corner, side) for corner in curves for side in _SIDES[corner]]
    lit = {(start, corner) for _, corner, _ in fronts}
    result = [Wave(SETTLED, tuple(sorted(lit)))]
    for distance in range(1, WAVES):
        fronts = [step for front in fronts for step in _onward(board, *front) if step[:2] not in lit]
        found = {(cell, corner) for cell, corner, _ in fronts}
        if not found:
            break
        lit |= found
        result.append(Wave(SETTLED + distance * CHAIN * 0.6, tuple(sorted(found))))
    return tuple(result)


def _closing(after: State) -> float:
    return GESTURE if after.result is not None else 0.0


def _fanfare(after: State, at: float) -> tuple[Cue, ...]:
    return (Cue(at, "brass"),) if after.result is not None else ()


_SIDES: Final = {1: (Side.N, Side.E), 2: (Side.E, Side.S), 4: (Side.S, Side.W), 8: (Side.W, Side.N)}
_STEP: Final = {Side.N: (0, -1), Side.E: (1, 0), Side.S: (0, 1), Side.W: (-1, 0)}


def _onward(
    board: Board, cell: tuple[int, int], _corner: int, side: Side
) -> list[tuple[tuple[int, int], int, Side]]:
    """The curves of the next card over `side`, each with the side it leaves over."""
    x, y = cell[0] + _STEP[side][0], cell[1] + _STEP[side][1]
    if not (abs(x) <= WIDTH // 2 and abs(y) <= WIDTH // 2):
        return []
    card, entered = int(board[y + MIDDLE, x + MIDDLE]), side.opposite
    return [
        ((x, y), corner, sides[1] if sides[0] == entered else sides[0])
        for corner, sides in _SIDES.items()
        if card & corner and entered in sides
    ]
