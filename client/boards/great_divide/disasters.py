"""Animations of earthquake, flood, volcano, inland sea and quiet year."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

import numpy as np
import pygame

from client.boards.great_divide.art import TILE_PICTURES, DrawnTileArt, EventCardArt, TileFace
from client.boards.great_divide.hexes import HEADING_VECTORS, rotation_between
from client.boards.great_divide.layout import Layout
from client.boards.great_divide.overlay import draw_rim
from client.boards.great_divide.timeline import (
    ERUPTION_AT,
    EVENT_CARD_SECONDS,
    FLOOD_START,
    INLAND_SEA_SECONDS,
    QUAKE_SECONDS,
    QUIET_YEAR_SECONDS,
    SINK_SECONDS,
    SMOKE_SECONDS,
    THROW_SECONDS,
    THROWN_TILE_DOWN_AT,
    TILE_BACK_AT,
    TILE_LOOSE_AT,
    WAVE_TILE_SECONDS,
    StepAnimation,
    effect_between,
    moments,
    washed_tiles,
)
from client.boards.great_divide.water import water_point
from client.boards.kit.pieces import PaintContext, Piece, draw_one, draw_shadow
from client.boards.kit.timeline import DUST_SECONDS, Effect, draw_dust, flight_change
from client.ui.animation import TRAVEL_SECONDS, ease_in_out, ease_out, mix, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from core.games.great_divide import state as play

SPARK_COUNT: Final = 22
"""Number of glowing stones in an eruption."""
BIRD_COUNT: Final = 7
"""Number of birds in a quiet year."""
WING_PICTURES: Final = (0, 1, 2, 1)
"""Numbers of the pictures of a flying bird, in their order."""
TIDE_WIDTH: Final = 4.2
"""Width of a sheet of rising sea, in radii."""
FLOOD_REACH: Final = 2.7
"""Distance by which the rising sea comes over the land, in radii."""


def disasters(step: StepAnimation) -> tuple[Effect, ...]:
    """Effects of the disaster of a step, if it has one."""
    end = moments(step).end
    match step.action:
        case play.EventCard(event):
            return _event(step, event)
        case play.Remove():
            return (effect_between(0.0, end, lambda look, t: _quake(look, step, t)), *_home(step))
        case play.Flood():
            taken = washed_tiles(step)
            return (effect_between(0.0, end, lambda look, t: _flood(look, step, taken, t)),)
        case play.Turn() | play.TurnPass():
            return (effect_between(0.0, end, lambda look, t: _erupt(look, step, t)),)
    return ()


def _draw_tile(
    look: PaintContext,
    step: StepAnimation,
    space: int,
    code: int,
    *,
    at: Point | None = None,
    angle: float = 0.0,
    lift: float = 0.0,
    zoom: float = 1.0,
    alpha: float = 1.0,
) -> None:
    """Draw a tile of a space by its code: in its place or elsewhere, turned, lifted by units, enlarged."""
    area = step.land.areas[step.land.area[space]]
    rect = step.layout.spaces.box(space) if at is None else Rect.around(*at, 2 * step.layout.spaces.radius)
    if lift:
        draw_shadow(look, rect.scaled(0.85 * zoom), min(1.0, lift / 20))
    draw_one(look, Piece(("tile", space), TileFace(area, code), rect, angle=angle, alpha=alpha), zoom=zoom)


# --- earthquake ----------------------------------------------------------------------------------


def draw_tremor(look: PaintContext, layout: Layout, t: float) -> None:
    """Shake the whole land, less and less, `t` seconds into an earthquake."""
    force = 4.5 * (1 - progress(t, 0, QUAKE_SECONDS))
    if look.reduced or force <= 0:
        return
    dx, dy = force * math.sin(t * 71), force * 0.7 * math.sin(t * 97)
    canvas, land = look.canvas, layout.ground.grown(12)
    with canvas.clip(layout.field), canvas.clip(land):
        canvas.surface.scroll(round(dx * canvas.scale), round(dy * canvas.scale))
    canvas.touch(canvas.pixels(land))


def _quake(look: PaintContext, step: StepAnimation, t: float) -> None:
    """Draw the tile that an earthquake takes away, as it comes loose, and the dust after it."""
    draw_tremor(look, step.layout, t)
    spaces, code = step.layout.spaces, int(step.before.tiles[step.space])
    if t < TILE_LOOSE_AT:
        loose = ease_in_out(progress(t, 0, TILE_LOOSE_AT))
        swing = 0.0 if look.reduced else 7 * loose * math.sin(t * 60)
        draw_rim(look.canvas, spaces.box(step.space), "great_divide.ink", loose)
        _draw_tile(look, step, step.space, code, angle=swing, lift=6 * loose)
    elif not look.reduced:
        draw_dust(look, spaces.box(step.space), progress(t, TILE_LOOSE_AT, DUST_SECONDS))


def _home(step: StepAnimation) -> tuple[Effect, ...]:
    """Effect of the tile's flight back into the bag."""
    if not step.layout.beside:
        return ()
    tile, space = (
        DrawnTileArt(step.game.kind_on(step.before.tiles, step.space)),
        step.layout.spaces.box(step.space),
    )
    return (
        flight_change(
            tile, space, step.layout.in_bag, TILE_LOOSE_AT, TILE_BACK_AT - TILE_LOOSE_AT, turns=0.4
        ),
    )


# --- flood ---------------------------------------------------------------------------------------


def _flood(look: PaintContext, step: StepAnimation, taken: tuple[tuple[int, float], ...], t: float) -> None:
    """Draw a wave that gathers at a tile, runs down the river and takes tiles along."""
    spaces, ink = step.layout.spaces, "great_divide.pacific_light"
    draw_rim(look.canvas, spaces.box(step.space), ink, math.sin(math.pi * progress(t, 0, 1.4 * FLOOD_START)))
    for index, (space, at) in enumerate(taken):
        if FLOOD_START <= t < at:
            _draw_tile(look, step, space, int(step.before.tiles[space]))
        elif at <= t < at + SINK_SECONDS:
            _draw_washed_tile(look, step, [tile for tile, _ in taken], index, (t - at) / SINK_SECONDS)
    for space, at in taken:
        wet = 1 - progress(t, at, SINK_SECONDS * 1.2)
        if t >= at and wet > 0:
            draw_rim(look.canvas, spaces.box(space), ink, wet * 0.8)
    if not look.reduced:
        _crest(look.canvas, step, taken, t)


def _draw_washed_tile(
    look: PaintContext, step: StepAnimation, course: list[int], index: int, share: float
) -> None:
    """Draw a tile that drifts downstream, turns and sinks."""
    space, spaces = course[index], step.layout.spaces
    drift = 0.0 if look.reduced else 1.6 * ease_in_out(share)
    ahead = min(len(course) - 1, index + int(drift))
    (ax, ay), (bx, by) = spaces.centre(course[ahead]), spaces.centre(course[min(len(course) - 1, ahead + 1)])
    spot = mix(ax, bx, drift % 1), mix(ay, by, drift % 1) + 3 * math.sin(share * 20)
    _draw_tile(
        look,
        step,
        space,
        int(step.before.tiles[space]),
        at=spot,
        angle=0.0 if look.reduced else 110 * share * (1 if space % 2 else -1),
        zoom=1.0 if look.reduced else 1 - 0.4 * share,
        alpha=1 - share**2,
    )


def _crest(canvas: Canvas, step: StepAnimation, taken: tuple[tuple[int, float], ...], t: float) -> None:
    """Draw the wave: foam in front, water behind."""
    for index, (space, at) in enumerate(taken):
        share = progress(t, at - WAVE_TILE_SECONDS / 2, WAVE_TILE_SECONDS)
        if not 0 < share < 1:
            continue
        way = int(step.before.tiles[space])
        source = (int(step.before.tiles[taken[index - 1][0]]) + 3) % 6 if index else None
        spaces = step.layout.spaces
        _foam(canvas, spaces.radius, water_point(spaces, space, source, way, share), way)


def _foam(canvas: Canvas, radius: float, spot: Point, way: int) -> None:
    """Draw a breaking wave that moves in the direction `way`."""
    dx, dy = HEADING_VECTORS[way]
    inks = ((0.42, "great_divide.pacific"), (0.2, "great_divide.pacific_light"), (0.0, "great_divide.paper"))
    for row, (back, ink) in enumerate(inks):
        for i in range(-3, 4):
            off, curl = i * 0.2 * radius, back + 0.045 * i * i
            x = spot[0] - dx * curl * radius - dy * off
            y = spot[1] - dy * curl * radius + dx * off
            canvas.circle((x, y), radius * (0.2 - 0.016 * abs(i) - 0.03 * row), ink)


# --- volcano -------------------------------------------------------------------------------------


def _erupt(look: PaintContext, step: StepAnimation, t: float) -> None:
    """Draw the tile that glows, is thrown up, turns in the air and comes down."""
    spaces, space = step.layout.spaces, step.space
    centre, code = spaces.centre(space), int(step.before.tiles[space])
    heat = progress(t, 0, ERUPTION_AT) * (1 - progress(t, THROWN_TILE_DOWN_AT, SMOKE_SECONDS))
    look.canvas.glow(Rect.around(*centre, spaces.radius * 4.2), "great_divide.ember", 0.9 * heat)
    if t < ERUPTION_AT:
        swing = 0.0 if look.reduced else 4 * math.sin(t * 70) * heat
        _draw_tile(look, step, space, code, angle=swing, lift=4 * heat)
        draw_rim(look.canvas, spaces.box(space), "great_divide.ember", heat)
    elif t < THROWN_TILE_DOWN_AT:
        look.canvas.picture(f"{TILE_PICTURES}crater.svg", spaces.box(space))
        _draw_thrown_tile(
            look, step, code, int(step.after.tiles[space]), progress(t, ERUPTION_AT, THROW_SECONDS)
        )
    if not look.reduced:
        _draw_sparks(look.canvas, centre, t - ERUPTION_AT)
        _draw_smoke(look.canvas, centre, t - ERUPTION_AT)


def _draw_thrown_tile(look: PaintContext, step: StepAnimation, before: int, code: int, share: float) -> None:
    if look.reduced:
        _draw_tile(look, step, step.space, code, alpha=share)
        return
    up = math.sin(math.pi * share)
    x, y = step.layout.spaces.centre(step.space)
    angle = -(rotation_between(before, code) or 360) * (1 - ease_out(share))
    spot = (x, y - 95 * up)
    _draw_tile(look, step, step.space, code, at=spot, angle=angle, lift=40 * up, zoom=1 + 0.3 * up)


def _draw_sparks(canvas: Canvas, centre: Point, t: float) -> None:
    """Draw glowing stones that fly up and fall back."""
    for index in range(SPARK_COUNT):
        age = t - 0.02 * (index % 9)
        if not 0 < age < 0.95:
            continue
        turn = math.radians(-90 + 62 * math.sin(index * 2.4))
        speed = 330 + 130 * ((index * 37) % 11) / 11
        x = centre[0] + speed * math.cos(turn) * age
        y = centre[1] + speed * math.sin(turn) * age + 560 * age * age
        ink = ("great_divide.spark", "great_divide.ember", "great_divide.lava")[index % 3]
        canvas.circle((x, y), round(6.5 * (1 - age / 1.1) + 1.5), ink)


def _draw_smoke(canvas: Canvas, centre: Point, t: float) -> None:
    for index in range(6):
        age = (t - 0.1 - 0.09 * index) / 1.0
        if not 0 < age < 1:
            continue
        x = centre[0] + 26 * math.sin(index * 2.1) * (0.4 + age)
        with canvas.faded(0.42 * (1 - age)):
            spot = (x, centre[1] - 150 * ease_out(age) + 10 * index)
            canvas.circle(spot, round(14 + 26 * age), "great_divide.slate")


# --- event cards ---------------------------------------------------------------------------------


def _event(step: StepAnimation, event: str) -> tuple[Effect, ...]:
    """Effects of an event card: it is held up over the land, then its event is shown."""
    end = moments(step).end
    card = effect_between(0.0, EVENT_CARD_SECONDS, lambda look, t: _draw_held_card(look, step, event, t))
    match event:
        case play.INLAND_SEA:
            return effect_between(
                EVENT_CARD_SECONDS - 0.2,
                end,
                lambda look, t: _sea(look, step.layout, t - EVENT_CARD_SECONDS + 0.2),
            ), card
        case play.QUIET_YEAR:
            return effect_between(
                TRAVEL_SECONDS, end, lambda look, t: _birds(look, step.layout, t - TRAVEL_SECONDS)
            ), card
    return (card,)


def _draw_held_card(look: PaintContext, step: StepAnimation, event: str, t: float) -> None:
    """Draw the card on its way from the deck, held up over the land, and on its way back."""
    layout = step.layout
    if not layout.beside:
        return
    deck, high = layout.boxes["deck"], layout.field.h * 0.36
    big = Rect.around(layout.field.cx, layout.field.cy, high * deck.w / deck.h, high)
    out, back = (
        ease_out(progress(t, 0, TRAVEL_SECONDS)),
        ease_in_out(progress(t, EVENT_CARD_SECONDS - TRAVEL_SECONDS, TRAVEL_SECONDS)),
    )
    if look.reduced:
        draw_one(look, Piece(("event",), EventCardArt(event), big, alpha=min(out, 1 - back)))
        return
    rect = deck.towards(big, min(out, 1 - back))
    size, across = rect.w / big.w, max(0.04, abs(math.cos(math.pi * out)))
    card = EventCardArt(event if out >= 0.5 else "")
    draw_one(
        look, Piece(("event",), card, Rect.around(*rect.centre, big.w, big.h)), zoom=(size * across, size)
    )


def _sea(look: PaintContext, layout: Layout, t: float) -> None:
    """Draw the water of both oceans, which rises over the coasts and falls back."""
    tide = math.sin(math.pi * progress(t, 0, INLAND_SEA_SECONDS)) ** 1.3
    if tide <= 0:
        return
    canvas, field, land, radius = look.canvas, layout.field, layout.ground, layout.spaces.radius
    came = (1.0 if look.reduced else tide) * FLOOD_REACH * radius
    box = Rect(0.0, 0.0, TIDE_WIDTH * radius, field.h)
    with canvas.clip(field), canvas.faded(min(1.0, 3 * tide)):
        for left, name in ((land.x + came - box.w, "pacific"), (land.right - came, "atlantic")):
            with canvas.shifted(left, field.y):
                canvas.layer(("great_divide.tide", name), box, partial(_tide, radius=radius, name=name))


def _birds(look: PaintContext, layout: Layout, t: float) -> None:
    """Draw birds that cross the land in a quiet year."""
    if look.reduced:
        return
    canvas, field = look.canvas, layout.field
    share = progress(t, 0, EVENT_CARD_SECONDS + QUIET_YEAR_SECONDS - TRAVEL_SECONDS)
    for index in range(BIRD_COUNT):
        row = (index + 1) // 2 * (1 if index % 2 else -1)
        x = mix(field.x - 40, field.right + 160, share) - abs(row) * 34
        y = field.cy - 120 * math.sin(math.pi * share) + row * 24 + 120
        if field.x + 12 < x < field.right - 12:
            beat = WING_PICTURES[int(t * 7 + index) % len(WING_PICTURES)]
            canvas.picture(f"{TILE_PICTURES}bird-{beat}.svg", Rect.around(x, y, 36, 20))


def _tide(canvas: Canvas, radius: float, name: str) -> None:
    """Draw a sheet of sea over the whole surface: foam at its front edge, transparent far behind."""
    wide, high = canvas.surface.get_size()
    r = radius * canvas.scale
    along = np.arange(high, dtype=np.float32) / r
    edge = wide - 0.45 * r + r * (0.26 * np.sin(1.3 * along) + 0.12 * np.sin(3.1 * along + 1))
    behind = (edge[None, :] - np.arange(wide, dtype=np.float32)[:, None]) / r
    ripple = 0.5 + 0.5 * np.sin(behind * 9 + 0.7 * np.sin(2.3 * along)[None, :])
    foam = np.clip(1 - np.abs(behind - 0.07) / 0.08, 0, 1) + 0.28 * ripple**6 * (behind > 0.2)
    cover = np.clip(behind * 40, 0, 1) * np.clip((TIDE_WIDTH - 0.6 - behind) / 1.6, 0, 1) * 0.93
    deep = np.array(canvas.colour(f"great_divide.{name}")[:3], dtype=np.float32)
    light = np.array(canvas.colour("great_divide.paper")[:3], dtype=np.float32)
    shade = deep + (light - deep) * np.clip(foam, 0, 1)[:, :, None]
    if name == "atlantic":
        shade, cover = shade[::-1], cover[::-1]
    pygame.surfarray.pixels3d(canvas.surface)[:] = shade.astype(np.uint8)
    pygame.surfarray.pixels_alpha(canvas.surface)[:] = (cover * 255).astype(np.uint8)
