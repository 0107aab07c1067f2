"""Effects of The Great Divide besides disasters: drawn tiles, running water, the rivers at the end."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from client.boards.great_divide.art import CurrentArt, DrawnTileArt, Waters
from client.boards.great_divide.disasters import draw_tremor
from client.boards.great_divide.overlay import draw_rim
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
    StepAnimation,
    effect_between,
    ending_order,
    moments,
    water_run,
)
from client.boards.great_divide.water import BAND_COUNT, draw_divide, draw_glimmer
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


def effects(step: StepAnimation) -> tuple[Effect, ...]:
    """Effects of a step, except disasters."""
    end = _end(step) if step.over else []
    return (*_of_the_action(step), *_water(step), *_prepare_water(step), *end)


def _of_the_action(step: StepAnimation) -> tuple[Effect, ...]:
    match step.action:
        case play.Draw() if step.layout.beside:
            return (Effect(0.0, DRAW_SECONDS, lambda look, share: _reach_in(look, step, share)),)
        case play.Tile(kind) if step.layout.beside:
            return _come_out(step, kind)
        case play.Lay() | play.LayBasin() | play.LayPass():
            return (Effect(0.0, TRAVEL_SECONDS, lambda look, share: _aim(look, step, share), below=True),)
        case play.Decline():
            return (Effect(0.0, PASS_SECONDS, lambda look, share: _decline(look, step, share)),)
    return ()


# --- one kind of step after the other ------------------------------------------------------------


def _reach_in(look: PaintContext, step: StepAnimation, share: float) -> None:
    """Draw light over the bag while a hand is in it."""
    strength = 0.5 * math.sin(math.pi * share)
    look.canvas.glow(step.layout.boxes["bag"].scaled(1.25), "great_divide.glow", strength)


def _aim(look: PaintContext, step: StepAnimation, share: float) -> None:
    """Draw a rim of light around the space that a tile flies to."""
    if not look.reduced:
        draw_rim(look.canvas, step.layout.spaces.box(step.space), "great_divide.glow", 0.7 * share)


def _decline(look: PaintContext, step: StepAnimation, share: float) -> None:
    """Draw the sign of a seat that passes."""
    ground, canvas = step.layout.ground, look.canvas
    off = 0.0 if look.reduced else 26 * (share - 0.5)
    rect = Rect.around(ground.cx + off, ground.cy, 190, 100)
    badge, sign = rect.inset(14).columns(1, 1)
    with canvas.faded(math.sin(math.pi * share)):
        canvas.rounded(rect, 50, "night", f"seat.{step.seat}", 4)
        seat_badge(canvas, Seat(step.seat), badge)
        icon(canvas, "step", sign.scaled(0.6), "ink")


def _come_out(step: StepAnimation, kind: str) -> tuple[Effect, ...]:
    """Effects of a drawn tile: its flight if it is not laid, and light on the card that governs it."""
    end, found = moments(step).end, []
    if kind in (play.QUAKE, play.EVENT):
        found.append(_fly_out(step, kind, end - FADE_SECONDS))
    elif step.moves_on:
        found.append(_fly_out(step, kind, TILE_SEEN_SECONDS))
    if kind == play.QUAKE:
        found.append(
            effect_between(
                TILE_OUT_SECONDS,
                TILE_OUT_SECONDS + QUAKE_SECONDS,
                lambda look, t: draw_tremor(look, step.layout, t - TILE_OUT_SECONDS),
            )
        )
    letter = step.game.card_for(kind)
    if kind not in (play.QUAKE, play.EVENT) and letter in step.layout.letters:
        rect = step.layout.card(step.before.turn, letter).grown(5)
        found.append(
            Effect(
                TILE_OUT_SECONDS * 0.6,
                end - TILE_OUT_SECONDS * 0.6,
                lambda look, share: _light_card(look, rect, share),
            )
        )
    return tuple(found)


def _fly_out(step: StepAnimation, kind: str, fades: float) -> Effect:
    """Effect of a tile on its way out of the bag, then at rest until it fades at second `fades`."""
    tile = Piece(("out",), DrawnTileArt(kind, lifted=True), step.layout.boxes["drawn"])
    inside = replace(tile, rect=step.layout.in_bag, angle=-SPIN_DEGREES)
    out = Change("travel", inside, tile, 0.0, TILE_OUT_SECONDS)

    def draw(look: PaintContext, t: float) -> None:
        if t < fades:
            draw_change(look, out, t)
        else:
            draw_one(look, replace(tile, alpha=1 - progress(t, fades, FADE_SECONDS)))

    return effect_between(0.0, fades + FADE_SECONDS, draw)


def _light_card(look: PaintContext, rect: Rect, share: float) -> None:
    """Draw light around a card, here that of the active seat that governs the drawn tile."""
    with look.canvas.faded(math.sin(math.pi * share)):
        look.canvas.ring(rect, 12, "great_divide.glow", width=5, soft=12)


# --- water ---------------------------------------------------------------------------------------


def _water(step: StepAnimation) -> list[Effect]:
    """Effects of light that runs downstream, and of new parts of the watershed that rise."""
    spaces, stretches = step.layout.spaces, water_run(step)

    def glimmer(look: PaintContext, t: float) -> None:
        for stage in stretches:
            strength = 1 - progress(t, stage.at, GLIMMER_SECONDS)
            if t >= stage.at and strength > 0:
                draw_glimmer(look.canvas, spaces, stage.stretch, strength)

    found = []
    if stretches:
        found.append(
            effect_between(stretches[0].at, max(stage.at for stage in stretches) + GLIMMER_SECONDS, glimmer)
        )
    risen = rivers(step.land, step.after).risen(rivers(step.land, step.before))
    if risen:
        found.append(
            Effect(
                moments(step).field, DIVIDE_RISE_SECONDS, lambda look, share: _rise(look, step, risen, share)
            )
        )
    return found


def _prepare_water(step: StepAnimation) -> list[Effect]:
    """Effects that paint the new water into the cache while the tile flies, since that takes long."""
    if (step.before.tiles == step.after.tiles).all():
        return []
    water, whole = (step.land, step.after.tiles.tobytes(), step.after.inland), step.layout.spaces.whole

    def paint(number: int, look: PaintContext, share: float) -> None:
        Waters(*water).prepare(look, whole, number)

    def light(look: PaintContext, share: float) -> None:
        CurrentArt(*water).prepare(look, whole)

    draws: list[Callable[[PaintContext, float], None]] = [
        *(partial(paint, number) for number in range(2 * BAND_COUNT)),
        light,
    ]
    return [Effect(PREPARE_INTERVAL * number, PREPARE_INTERVAL, draw) for number, draw in enumerate(draws, 1)]


def _rise(look: PaintContext, step: StepAnimation, risen: tuple[tuple[int, int], ...], share: float) -> None:
    if not look.reduced:
        high = 1 + round(0.35 * math.sin(math.pi * share), 2)
        draw_divide(look.canvas, step.layout.spaces, risen, high)


# --- the end -------------------------------------------------------------------------------------


def _end(step: StepAnimation) -> list[Effect]:
    """Effects of the end: the rivers of one ocean after the other light up."""
    when = moments(step)
    start = when.end

    def draw(look: PaintContext, t: float) -> None:
        for lit in ending_order(rivers(step.land, step.after)):
            share = ease_out(progress(t, start + lit.at, 0.3))
            if 0 < share < 1:
                draw_rim(look.canvas, step.layout.spaces.box(lit.space), "great_divide.glow", 1 - share)

    return [effect_between(start, start + OCEANS_COUNTED_AT, draw)]
