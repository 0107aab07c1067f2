"""Payout at the end of Ghawar: stored cubes pay, value by value, then majorities; the winner is lit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from client.boards.contract import Cue
from client.boards.ghawar.art import Barrel
from client.boards.ghawar.layout import Layout
from client.boards.ghawar.lights import draw_glow
from client.boards.kit.pieces import PaintContext
from client.boards.kit.timeline import Effect, chain_cues, flight_change
from client.ui.animation import CHAIN_INTERVAL
from client.ui.geometry import Rect
from core.game import Seat
from core.games.ghawar.scoring import leader
from core.games.ghawar.state import COLOURS, State

VALUE_INTERVAL: Final = CHAIN_INTERVAL
"""Seconds from one value to the next; the majorities are the last step."""
BARREL_FLIGHT_SECONDS: Final = 0.42
"""Seconds that a barrel flies to its seat's plate or depot."""
PAYOUT_STEPS: Final = len(COLOURS) + 1
"""Number of steps of the payout: one for each value, and the majorities."""
PAYOUT_SECONDS: Final = VALUE_INTERVAL * (PAYOUT_STEPS - 1) + BARREL_FLIGHT_SECONDS
"""Seconds until everything is paid."""


def payout(view: State, layout: Layout, start: float) -> tuple[Effect, ...]:
    """Effects of the payout: stored cubes light up, and barrels fly from them to their seats."""
    return tuple(_pays(view, layout, start))


def _pays(view: State, layout: Layout, start: float) -> Iterator[Effect]:
    for colour, value in enumerate(view.values.tolist()):
        for seat in range(view.seats):
            count = view.stored.item(seat, colour)
            if count:
                yield from _pay(layout, Seat(seat), colour, count, start + VALUE_INTERVAL * (value - 1))
            if leader(view, colour) == seat:
                yield from _pay(
                    layout, Seat(seat), colour, count, start + VALUE_INTERVAL * (PAYOUT_STEPS - 1)
                )


def _pay(layout: Layout, seat: Seat, colour: int, count: int, start: float) -> Iterator[Effect]:
    first, last = layout.stored(seat, colour, 0), layout.stored(seat, colour, count - 1)
    around, end = first.union(last).grown(12 * layout.scale), layout.money_origin_rect(seat)

    def shine(ctx: PaintContext, share: float) -> None:
        ctx.canvas.glow(around, "ghawar.flare", round(8 * math.sin(math.pi * share)) / 8)

    yield Effect(start, BARREL_FLIGHT_SECONDS, shine)
    yield flight_change(
        Barrel(), Rect.around(*last.centre, end.w), end, start, BARREL_FLIGHT_SECONDS, turns=-1.0
    )


def coin_cues(start: float) -> tuple[Cue, ...]:
    """Sounds of the payout."""
    return chain_cues("coin", (start + VALUE_INTERVAL * step for step in range(PAYOUT_STEPS)))


def draw_winners(ctx: PaintContext, layout: Layout, winners: tuple[Seat, ...], share: float) -> None:
    """Draw light around the depots of all winners, as strong as a share (0 … 1)."""
    with ctx.canvas.faded(share):
        for seat in winners:
            draw_glow(ctx.canvas, layout.depot(seat), 1.0, ink="flame_light", strong=True)
