"""Effects of The Great Divide besides disasters: drawn tiles, running water, the rivers at the end."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from client.boards.great_divide.art import CurrentArt, DrawnTileArt, Waters
from client.boards.great_divide.disasters import draw_tremor
from client.boards.great_divide.rivers import rivers
from client.boards.great_divide.timeline import (
    DIVIDE_RISE_SECONDS,
    DRAW_SECONDS,
    GLIMMER_SECONDS,
    OCEANS_COUNTED_AT,
    PASS_SECONDS,
    QUAKE_SECONDS,
    TILE_OUT_SECONDS,
    TILE_SEEN_SECONDS,
    StepContext,
    effect_between,
    ending_order,
    schedule_of,
    water_run,
)
from client.boards.great_divide.water import BAND_COUNT, draw_divide, draw_glimmer
from client.boards.kit.hexes import draw_rim
from client.boards.kit.pieces import PaintContext, Piece, draw_one
from client.boards.kit.timeline import Change, Effect, draw_change
from client.ui.animation import TRAVEL_SECONDS, ease_out, progress
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.game import Seat
from core.games.great_divide import state as play

replace = msgspec.structs.replace

PREPARE_INTERVAL: Final = 0.025
"""Seconds between two parts of the new water that are painted beforehand, while the tile flies."""
FADE_SECONDS: Final = 0.2
"""Seconds in which a drawn tile fades if it is not laid."""
SPIN_DEGREES: Final = 120.0
"""Degrees by which a tile turns on its way out of the bag."""


def effects(context: StepContext) -> tuple[Effect, ...]:
    """Effects of a step, except disasters."""
    end = _end(context) if context.over else []
    return (*_of_the_action(context), *_water(context), *_prepare_water(context), *end)


def _of_the_action(context: StepContext) -> tuple[Effect, ...]:
    match context.action:
        case play.Draw() if context.layout.beside:
            return (Effect(0.0, DRAW_SECONDS, lambda ctx, share: _reach_in(ctx, context, share)),)
        case play.Tile(kind) if context.layout.beside:
            return _come_out(context, kind)
        case play.Lay() | play.LayBasin() | play.LayPass():
            return (Effect(0.0, TRAVEL_SECONDS, lambda ctx, share: _aim(ctx, context, share), below=True),)
        case play.Decline():
            return (Effect(0.0, PASS_SECONDS, lambda ctx, share: _decline(ctx, context, share)),)
    return ()


# --- one kind of step after the other ------------------------------------------------------------


def _reach_in(ctx: PaintContext, context: StepContext, share: float) -> None:
    """Draw light over the bag while a hand is in it."""
    strength = 0.5 * math.sin(math.pi * share)
    ctx.canvas.glow(context.layout.boxes["bag"].scaled(1.25), "great_divide.glow", strength)


def _aim(ctx: PaintContext, context: StepContext, share: float) -> None:
    """Draw a rim of light around the space that a tile flies to."""
    if not ctx.reduced:
        draw_rim(ctx.canvas, context.layout.spaces.box(context.space), "great_divide.glow", 0.7 * share)


def _decline(ctx: PaintContext, context: StepContext, share: float) -> None:
    """Draw the sign of a seat that passes."""
    ground, canvas = context.layout.ground, ctx.canvas
    off = 0.0 if ctx.reduced else 26 * (share - 0.5)
    rect = Rect.around(ground.cx + off, ground.cy, 190, 100)
    badge, sign = rect.inset(14).columns(1, 1)
    with canvas.faded(math.sin(math.pi * share)):
        canvas.rounded(rect, 50, "night", f"seat.{context.seat}", 4)
        seat_badge(canvas, Seat(context.seat), badge)
        icon(canvas, "step", sign.scaled(0.6), "ink")


def _come_out(context: StepContext, kind: str) -> tuple[Effect, ...]:
    """Effects of a drawn tile: its flight if it is not laid, and light on the card that governs it."""
    end, found = schedule_of(context).end, []
    if kind in (play.QUAKE, play.EVENT):
        found.append(_fly_out(context, kind, end - FADE_SECONDS))
    elif context.moves_on:
        found.append(_fly_out(context, kind, TILE_SEEN_SECONDS))
    if kind == play.QUAKE:
        found.append(
            effect_between(
                TILE_OUT_SECONDS,
                TILE_OUT_SECONDS + QUAKE_SECONDS,
                lambda ctx, t: draw_tremor(ctx, context.layout, t - TILE_OUT_SECONDS),
            )
        )
    letter = context.game.card_for(kind)
    if kind not in (play.QUAKE, play.EVENT) and letter in context.layout.letters:
        rect = context.layout.card(context.before.turn, letter).grown(5)
        found.append(
            Effect(
                TILE_OUT_SECONDS * 0.6,
                end - TILE_OUT_SECONDS * 0.6,
                lambda ctx, share: _light_card(ctx, rect, share),
            )
        )
    return tuple(found)


def _fly_out(context: StepContext, kind: str, fades: float) -> Effect:
    """Effect of a tile on its way out of the bag, then at rest until it fades at second `fades`."""
    tile = Piece(("out",), DrawnTileArt(kind, lifted=True), context.layout.boxes["drawn"])
    inside = replace(tile, rect=context.layout.in_bag, angle=-SPIN_DEGREES)
    out = Change("travel", inside, tile, 0.0, TILE_OUT_SECONDS)

    def draw(ctx: PaintContext, t: float) -> None:
        if t < fades:
            draw_change(ctx, out, t)
        else:
            draw_one(ctx, replace(tile, alpha=1 - progress(t, fades, FADE_SECONDS)))

    return effect_between(0.0, fades + FADE_SECONDS, draw)


def _light_card(ctx: PaintContext, rect: Rect, share: float) -> None:
    """Draw light around a card, here that of the active seat that governs the drawn tile."""
    with ctx.canvas.faded(math.sin(math.pi * share)):
        ctx.canvas.ring(rect, 12, "great_divide.glow", width=5, soft=12)


# --- water ---------------------------------------------------------------------------------------


def _water(context: StepContext) -> list[Effect]:
    """Effects of light that runs downstream, and of new parts of the watershed that rise."""
    spaces, stretches = context.layout.spaces, water_run(context)

    def glimmer(ctx: PaintContext, t: float) -> None:
        for stage in stretches:
            strength = 1 - progress(t, stage.at, GLIMMER_SECONDS)
            if t >= stage.at and strength > 0:
                draw_glimmer(ctx.canvas, spaces, stage.stretch, strength)

    found = []
    if stretches:
        found.append(
            effect_between(stretches[0].at, max(stage.at for stage in stretches) + GLIMMER_SECONDS, glimmer)
        )
    risen = rivers(context.land, context.after).risen(rivers(context.land, context.before))
    if risen:
        found.append(
            Effect(
                schedule_of(context).field,
                DIVIDE_RISE_SECONDS,
                lambda ctx, share: _rise(ctx, context, risen, share),
            )
        )
    return found


def _prepare_water(context: StepContext) -> list[Effect]:
    """Effects that paint the new water into the cache while the tile flies, since that takes long."""
    if (context.before.tiles == context.after.tiles).all():
        return []
    water, whole = (
        (context.land, context.after.tiles.tobytes(), context.after.inland),
        context.layout.spaces.whole,
    )

    def paint(number: int, ctx: PaintContext, share: float) -> None:
        Waters(*water).prepare(ctx, whole, number)

    def light(ctx: PaintContext, share: float) -> None:
        CurrentArt(*water).prepare(ctx, whole)

    draws: list[Callable[[PaintContext, float], None]] = [
        *(partial(paint, number) for number in range(2 * BAND_COUNT)),
        light,
    ]
    return [Effect(PREPARE_INTERVAL * number, PREPARE_INTERVAL, draw) for number, draw in enumerate(draws, 1)]


def _rise(ctx: PaintContext, context: StepContext, risen: tuple[tuple[int, int], ...], share: float) -> None:
    if not ctx.reduced:
        high = 1 + round(0.35 * math.sin(math.pi * share), 2)
        draw_divide(ctx.canvas, context.layout.spaces, risen, high)


# --- the end -------------------------------------------------------------------------------------


def _end(context: StepContext) -> list[Effect]:
    """Effects of the end: the rivers of one ocean after the other light up."""
    when = schedule_of(context)
    start = when.end

    def draw(ctx: PaintContext, t: float) -> None:
        for lit in ending_order(rivers(context.land, context.after)):
            share = ease_out(progress(t, start + lit.at, 0.3))
            if 0 < share < 1:
                draw_rim(ctx.canvas, context.layout.spaces.box(lit.space), "great_divide.glow", 1 - share)

    return [effect_between(start, start + OCEANS_COUNTED_AT, draw)]
