"""The end of a game of Ghawar: what is stored pays, value by value; then the winner is lit."""

from __future__ import annotations

import math
from typing import Final

from client.boards.ghawar.lying import barrel_of
from client.boards.ghawar.meant import draw_framed
from client.boards.ghawar.pieces import draw_barrel
from client.boards.ghawar.places import Places
from client.ui.anim import arc, ease_in_out, ease_out, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.game import Outcome, Seat
from core.games.ghawar.scoring import leader
from core.games.ghawar.state import COLOURS, State

STEP: Final = 0.2
"""Seconds from one value to the next; the majorities are the last step."""
FLIGHT: Final = 0.42
"""Seconds a barrel takes to the others."""
LIT: Final = 1.5
"""Seconds until the winner lights up."""
_STEPS: Final = len(COLOURS) + 1


def paid(view: State, t: float) -> tuple[int, ...]:
    """The barrels of each seat so many seconds into the gesture: one value after the other is paid."""
    done = sum(t >= STEP * step + FLIGHT for step in range(_STEPS))
    return tuple(_paid(view, Seat(seat), done) for seat in range(view.seats))


def _paid(view: State, seat: Seat, done: int) -> int:
    money = int(view.money.item(seat))
    for colour, value in enumerate(view.values.tolist()):
        if value <= done:
            money += value * view.stored.item(seat, colour)
        if done == _STEPS and leader(view, colour) == seat:
            money += value
    return money


def draw_payout(canvas: Canvas, places: Places, view: State, t: float, *, still: bool) -> None:
    """Stored cubes light up, value by value, and barrels come from them to the others."""
    for colour, value in enumerate(view.values.tolist()):
        share = progress(t, STEP * (value - 1), FLIGHT)
        last = progress(t, STEP * (_STEPS - 1), FLIGHT)
        for seat in range(view.seats):
            count = view.stored.item(seat, colour)
            if count and 0 < share < 1:
                _pay(canvas, places, Seat(seat), colour, count, share, still)
            elif 0 < last < 1 and leader(view, colour) == seat:
                _pay(canvas, places, Seat(seat), colour, count, last, still)


def _pay(
    canvas: Canvas, places: Places, seat: Seat, colour: int, count: int, share: float, still: bool
) -> None:
    first, last = places.stored(seat, colour, 0), places.stored(seat, colour, count - 1)
    around = first.union(last).grown(12 * places.scale)
    canvas.glow(around, "ghawar.flare", round(8 * math.sin(math.pi * share)) / 8)
    if still:
        return
    end = barrel_of(places, seat)
    x, y = arc(last.centre, end.centre, ease_in_out(share), 40 * places.scale)
    draw_barrel(canvas, Rect.around(x, y, end.w), angle=-360 * share, zoom=1.0001)


def draw_winners(canvas: Canvas, places: Places, outcome: Outcome, t: float) -> None:
    """The depots of all who have won, lit; `t` are the seconds since the gesture began."""
    share = ease_out(progress(t, LIT, 0.4))
    if share <= 0:
        return
    with canvas.faded(share):
        for seat in outcome.winners:
            draw_framed(canvas, places.depot(seat), 1.0, ink="flame_light", strong=True)
