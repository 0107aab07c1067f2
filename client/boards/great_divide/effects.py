"""What moves on The Great Divide's table besides its pieces: water that runs, cards that speak, the count."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from client.boards.great_divide.art import CurrentArt, Kind, Waters
from client.boards.great_divide.disasters import tremble
from client.boards.great_divide.overlay import draw_rim
from client.boards.great_divide.rivers import rivers
from client.boards.great_divide.timeline import (
    COUNTED,
    DRAW,
    GLIMMER,
    OUT,
    PASSED,
    RISE,
    SEEN,
    SHAKE,
    StepAnimation,
    ending,
    moments,
    run,
    timed,
)
from client.boards.great_divide.water import BANDS, draw_divide, draw_glimmer
from client.boards.kit.pieces import Look, Piece, draw_one
from client.boards.kit.timeline import Change, Effect, draw_change
from client.ui.animation import TRAVEL, ease_out, progress
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from core.game import Seat
from core.games.great_divide import state as play

replace = msgspec.structs.replace

PREPARED: Final = 0.025
"""Seconds in each of which some of the water is painted beforehand."""
FADES: Final = 0.2
"""Seconds in which a tile is gone that does not stay where it is seen."""
SPIN: Final = 120.0
"""Degrees by which it turns on its way out."""


def effects(step: StepAnimation) -> tuple[Effect, ...]:
    """All of a step, its disasters aside."""
    end = _end(step) if step.over else []
    return (*_of_the_action(step), *_water(step), *_prepared(step), *end)


def _of_the_action(step: StepAnimation) -> tuple[Effect, ...]:
    match step.action:
        case play.Draw() if step.layout.beside:
            return (Effect(0.0, DRAW, lambda look, share: _reach_in(look, step, share)),)
        case play.Tile(kind) if step.layout.beside:
            return _come_out(step, kind)
        case play.Lay() | play.LayBasin() | play.LayPass():
            return (Effect(0.0, TRAVEL, lambda look, share: _aim(look, step, share), below=True),)
        case play.Decline():
            return (Effect(0.0, PASSED, lambda look, share: _decline(look, step, share)),)
    return ()


# --- one kind of step after the other ------------------------------------------------------------


def _reach_in(look: Look, step: StepAnimation, share: float) -> None:
    """Light over the bag while somebody reaches in."""
    strength = 0.5 * math.sin(math.pi * share)
    look.canvas.glow(step.layout.bag.scaled(1.25), "great_divide.glow", strength)


def _aim(look: Look, step: StepAnimation, share: float) -> None:
    """The space that a tile flies to."""
    if not look.reduced:
        draw_rim(look.canvas, step.layout.spaces.box(step.space), "great_divide.glow", 0.7 * share)


def _decline(look: Look, step: StepAnimation, share: float) -> None:
    """The seat that does nothing goes by."""
    ground, canvas = step.layout.ground, look.canvas
    off = 0.0 if look.reduced else 26 * (share - 0.5)
    rect = Rect.around(ground.cx + off, ground.cy, 190, 100)
    badge, sign = rect.inset(14).columns(1, 1)
    with canvas.faded(math.sin(math.pi * share)):
        canvas.rounded(rect, 50, "night", f"seat.{step.seat}", 4)
        seat_badge(canvas, Seat(step.seat), badge)
        icon(canvas, "step", sign.scaled(0.6), "ink")


def _come_out(step: StepAnimation, kind: str) -> tuple[Effect, ...]:
    """A tile out of the bag that does not stay, and the card that says what becomes of it."""
    end, found = moments(step).end, []
    if kind in (play.QUAKE, play.EVENT):
        found.append(_fly_out(step, kind, end - FADES))
    elif step.moves_on:
        found.append(_fly_out(step, kind, SEEN))
    if kind == play.QUAKE:
        found.append(timed(OUT, OUT + SHAKE, lambda look, t: tremble(look, step.layout, t - OUT)))
    letter = step.game.card_for(kind)
    if kind not in (play.QUAKE, play.EVENT) and letter in step.layout.letters:
        rect = step.layout.card(step.before.turn, letter).grown(5)
        found.append(Effect(OUT * 0.6, end - OUT * 0.6, lambda look, share: _speaks(look, rect, share)))
    return tuple(found)


def _fly_out(step: StepAnimation, kind: str, fades: float) -> Effect:
    """A tile on its way out of the bag, and where it is seen until it fades."""
    tile = Piece(("out",), Kind(kind, lifted=True), step.layout.drawn)
    inside = replace(tile, rect=step.layout.in_bag, angle=-SPIN)
    out = Change("travel", inside, tile, 0.0, OUT)

    def draw(look: Look, t: float) -> None:
        if t < fades:
            draw_change(look, out, t)
        else:
            draw_one(look, replace(tile, alpha=1 - progress(t, fades, FADES)))

    return timed(0.0, fades + FADES, draw)


def _speaks(look: Look, rect: Rect, share: float) -> None:
    """The card of the active seat that says what becomes of the tile lights up."""
    with look.canvas.faded(math.sin(math.pi * share)):
        look.canvas.ring(rect, 12, "great_divide.glow", width=5, soft=12)


# --- water ---------------------------------------------------------------------------------------


def _water(step: StepAnimation) -> list[Effect]:
    """Light runs downstream, and the new watershed rises."""
    spaces, stretches = step.layout.spaces, run(step)

    def glimmer(look: Look, t: float) -> None:
        for stage in stretches:
            strength = 1 - progress(t, stage.at, GLIMMER)
            if t >= stage.at and strength > 0:
                draw_glimmer(look.canvas, spaces, stage.stretch, strength)

    found = []
    if stretches:
        found.append(timed(stretches[0].at, max(stage.at for stage in stretches) + GLIMMER, glimmer))
    risen = rivers(step.land, step.after).risen(rivers(step.land, step.before))
    if risen:
        found.append(Effect(moments(step).field, RISE, lambda look, share: _rise(look, step, risen, share)))
    return found


def _prepared(step: StepAnimation) -> list[Effect]:
    """The water as it will be is painted, unseen, while the tile flies: its first picture takes longer."""
    if (step.before.tiles == step.after.tiles).all():
        return []
    water, whole = (step.land, step.after.tiles.tobytes(), step.after.inland), step.layout.spaces.whole

    def paint(number: int, look: Look, share: float) -> None:
        Waters(*water).prepare(look, whole, number)

    def light(look: Look, share: float) -> None:
        CurrentArt(*water).prepare(look, whole)

    draws: list[Callable[[Look, float], None]] = [
        *(partial(paint, number) for number in range(2 * BANDS)),
        light,
    ]
    return [Effect(PREPARED * number, PREPARED, draw) for number, draw in enumerate(draws, 1)]


def _rise(look: Look, step: StepAnimation, risen: tuple[tuple[int, int], ...], share: float) -> None:
    if not look.reduced:
        high = 1 + round(0.35 * math.sin(math.pi * share), 2)
        draw_divide(look.canvas, step.layout.spaces, risen, high)


# --- the end -------------------------------------------------------------------------------------


def _end(step: StepAnimation) -> list[Effect]:
    """The rivers of one ocean after the other light up."""
    when = moments(step)
    start = when.end

    def draw(look: Look, t: float) -> None:
        for lit in ending(rivers(step.land, step.after)):
            share = ease_out(progress(t, start + lit.at, 0.3))
            if 0 < share < 1:
                draw_rim(look.canvas, step.layout.spaces.box(lit.space), "great_divide.glow", 1 - share)

    return [timed(start, start + COUNTED, draw)]
