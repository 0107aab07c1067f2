"""The end of a game of Ghawar: what is stored pays, value by value, then majorities; the winner is lit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from client.boards.contract import Cue
from client.boards.ghawar.art import Barrel
from client.boards.ghawar.layout import Layout
from client.boards.ghawar.lights import draw_framed
from client.boards.kit.pieces import Look
from client.boards.kit.timeline import Effect, chain, flight
from client.ui.animation import CHAIN
from client.ui.geometry import Rect
from core.game import Seat
from core.games.ghawar.scoring import leader
from core.games.ghawar.state import COLOURS, State

STEP: Final = CHAIN
"""Seconds from one value to the next; the majorities are the last step."""
FLIGHT: Final = 0.42
"""Seconds a barrel takes to the others."""
STEPS: Final = len(COLOURS) + 1
SECONDS: Final = STEP * (STEPS - 1) + FLIGHT
"""Seconds until all is paid."""


def payout(view: State, layout: Layout, start: float) -> tuple[Effect, ...]:
    """Stored cubes light up, and barrels come from them to the others."""
    return tuple(_pays(view, layout, start))


def _pays(view: State, layout: Layout, start: float) -> Iterator[Effect]:
    for colour, value in enumerate(view.values.tolist()):
        for seat in range(view.seats):
            count = view.stored.item(seat, colour)
            if count:
                yield from _pay(layout, Seat(seat), colour, count, start + STEP * (value - 1))
            if leader(view, colour) == seat:
                yield from _pay(layout, Seat(seat), colour, count, start + STEP * (STEPS - 1))


def _pay(layout: Layout, seat: Seat, colour: int, count: int, start: float) -> Iterator[Effect]:
    first, last = layout.stored(seat, colour, 0), layout.stored(seat, colour, count - 1)
    around, end = first.union(last).grown(12 * layout.scale), layout.purse(seat)

    def shine(look: Look, share: float) -> None:
        look.canvas.glow(around, "ghawar.flare", round(8 * math.sin(math.pi * share)) / 8)

    yield Effect(start, FLIGHT, shine)
    yield flight(Barrel(), Rect.around(*last.centre, end.w), end, start, FLIGHT, turns=-1.0)


def coins(start: float) -> tuple[Cue, ...]:
    """What it sounds like."""
    return chain("coin", (start + STEP * step for step in range(STEPS)))


def draw_winners(look: Look, layout: Layout, winners: tuple[Seat, ...], share: float) -> None:
    """The depots of all who have won, lit as far as a share."""
    with look.canvas.faded(share):
        for seat in winners:
            draw_framed(look.canvas, layout.depot(seat), 1.0, ink="flame_light", strong=True)
