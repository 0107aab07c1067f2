"""Animations of earthquake, flood, volcano, inland sea and quiet year."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

import numpy as np
import pygame

from client.boards.great_divide.art import (
    TILE_PICTURES,
    DrawnTileArt,
    EventCardArt,
    TileFace,
    rotation_between,
)
from client.boards.great_divide.layout import Layout
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
    StepContext,
    effect_between,
    schedule_of,
    washed_tiles,
)
from client.boards.great_divide.water import water_point
from client.boards.kit.hexes import HEADING_VECTORS, draw_rim
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


def disasters(context: StepContext) -> tuple[Effect, ...]:
    """Effects of the disaster of a step, if it has one."""
    end = schedule_of(context).end
    match context.action:
        case play.EventCard(event):
            return _event(context, event)
        case play.Remove():
            return (effect_between(0.0, end, lambda ctx, t: _quake(ctx, context, t)), *_home(context))
        case play.Flood():
            taken = washed_tiles(context)
            return (effect_between(0.0, end, lambda ctx, t: _flood(ctx, context, taken, t)),)
        case play.Turn() | play.TurnPass():
            return (effect_between(0.0, end, lambda ctx, t: _erupt(ctx, context, t)),)
    return ()


def _draw_tile(
    ctx: PaintContext,
    context: StepContext,
    space: int,
    code: int,
    *,
    centre: Point | None = None,
    angle: float = 0.0,
    lift: float = 0.0,
    zoom: float = 1.0,
    alpha: float = 1.0,
) -> None:
    """Draw a tile of a space by its code: in its place or elsewhere, turned, lifted by units, enlarged."""
    area = context.land.areas[context.land.area[space]]
    rect = (
        context.layout.spaces.box(space)
        if centre is None
        else Rect.around(*centre, 2 * context.layout.spaces.radius)
    )
    if lift:
        draw_shadow(ctx, rect.scaled(0.85 * zoom), min(1.0, lift / 20))
    draw_one(ctx, Piece(("tile", space), TileFace(area, code), rect, angle=angle, alpha=alpha), zoom=zoom)


# --- earthquake ----------------------------------------------------------------------------------


def draw_tremor(ctx: PaintContext, layout: Layout, t: float) -> None:
    """Shake the whole land, less and less, `t` seconds into an earthquake."""
    force = 4.5 * (1 - progress(t, 0, QUAKE_SECONDS))
    if ctx.reduced or force <= 0:
        return
    dx, dy = force * math.sin(t * 71), force * 0.7 * math.sin(t * 97)
    canvas, land = ctx.canvas, layout.ground.grown(12)
    with canvas.clip(layout.field), canvas.clip(land):
        canvas.surface.scroll(round(dx * canvas.scale), round(dy * canvas.scale))
    canvas.touch(canvas.pixels(land))


def _quake(ctx: PaintContext, context: StepContext, t: float) -> None:
    """Draw the tile that an earthquake takes away, as it comes loose, and the dust after it."""
    draw_tremor(ctx, context.layout, t)
    spaces, code = context.layout.spaces, int(context.before.tiles[context.space])
    if t < TILE_LOOSE_AT:
        loose = ease_in_out(progress(t, 0, TILE_LOOSE_AT))
        swing = 0.0 if ctx.reduced else 7 * loose * math.sin(t * 60)
        draw_rim(ctx.canvas, spaces.box(context.space), "great_divide.ink", loose)
        _draw_tile(ctx, context, context.space, code, angle=swing, lift=6 * loose)
    elif not ctx.reduced:
        draw_dust(ctx, spaces.box(context.space), progress(t, TILE_LOOSE_AT, DUST_SECONDS))


def _home(context: StepContext) -> tuple[Effect, ...]:
    """Effect of the tile's flight back into the bag."""
    if not context.layout.beside:
        return ()
    tile, space = (
        DrawnTileArt(context.game.kind_on(context.before.tiles, context.space)),
        context.layout.spaces.box(context.space),
    )
    return (
        flight_change(
            tile, space, context.layout.in_bag, TILE_LOOSE_AT, TILE_BACK_AT - TILE_LOOSE_AT, turns=0.4
        ),
    )


# --- flood ---------------------------------------------------------------------------------------


def _flood(
    ctx: PaintContext, context: StepContext, washed_away: tuple[tuple[int, float], ...], t: float
) -> None:
    """Draw a wave that gathers at a tile, runs down the river and takes tiles along."""
    spaces, ink = context.layout.spaces, "great_divide.pacific_light"
    draw_rim(
        ctx.canvas, spaces.box(context.space), ink, math.sin(math.pi * progress(t, 0, 1.4 * FLOOD_START))
    )
    for index, (space, at) in enumerate(washed_away):
        if FLOOD_START <= t < at:
            _draw_tile(ctx, context, space, int(context.before.tiles[space]))
        elif at <= t < at + SINK_SECONDS:
            _draw_washed_tile(ctx, context, [tile for tile, _ in washed_away], index, (t - at) / SINK_SECONDS)
    for space, at in washed_away:
        wet = 1 - progress(t, at, SINK_SECONDS * 1.2)
        if t >= at and wet > 0:
            draw_rim(ctx.canvas, spaces.box(space), ink, wet * 0.8)
    if not ctx.reduced:
        _crest(ctx.canvas, context, washed_away, t)


def _draw_washed_tile(
    ctx: PaintContext, context: StepContext, course: list[int], index: int, share: float
) -> None:
    """Draw a tile that drifts downstream, turns and sinks."""
    space, spaces = course[index], context.layout.spaces
    drift = 0.0 if ctx.reduced else 1.6 * ease_in_out(share)
    ahead = min(len(course) - 1, index + int(drift))
    (ax, ay), (bx, by) = spaces.centre(course[ahead]), spaces.centre(course[min(len(course) - 1, ahead + 1)])
    spot = mix(ax, bx, drift % 1), mix(ay, by, drift % 1) + 3 * math.sin(share * 20)
    _draw_tile(
        ctx,
        context,
        space,
        int(context.before.tiles[space]),
        centre=spot,
        angle=0.0 if ctx.reduced else 110 * share * (1 if space % 2 else -1),
        zoom=1.0 if ctx.reduced else 1 - 0.4 * share,
        alpha=1 - share**2,
    )


def _crest(
    canvas: Canvas, context: StepContext, washed_away: tuple[tuple[int, float], ...], t: float
) -> None:
    """Draw the wave: foam in front, water behind."""
    for index, (space, at) in enumerate(washed_away):
        share = progress(t, at - WAVE_TILE_SECONDS / 2, WAVE_TILE_SECONDS)
        if not 0 < share < 1:
            continue
        way = int(context.before.tiles[space])
        source = (int(context.before.tiles[washed_away[index - 1][0]]) + 3) % 6 if index else None
        spaces = context.layout.spaces
        _foam(canvas, spaces.radius, water_point(spaces, space, source, way, share), way)


def _foam(canvas: Canvas, radius: float, point: Point, way: int) -> None:
    """Draw a breaking wave that moves in the direction `way`."""
    dx, dy = HEADING_VECTORS[way]
    inks = ((0.42, "great_divide.pacific"), (0.2, "great_divide.pacific_light"), (0.0, "great_divide.paper"))
    for row, (back, ink) in enumerate(inks):
        for i in range(-3, 4):
            off, curl = i * 0.2 * radius, back + 0.045 * i * i
            x = point[0] - dx * curl * radius - dy * off
            y = point[1] - dy * curl * radius + dx * off
            canvas.circle((x, y), radius * (0.2 - 0.016 * abs(i) - 0.03 * row), ink)


# --- volcano -------------------------------------------------------------------------------------


def _erupt(ctx: PaintContext, context: StepContext, t: float) -> None:
    """Draw the tile that glows, is thrown up, turns in the air and comes down."""
    spaces, space = context.layout.spaces, context.space
    centre, code = spaces.centre(space), int(context.before.tiles[space])
    heat = progress(t, 0, ERUPTION_AT) * (1 - progress(t, THROWN_TILE_DOWN_AT, SMOKE_SECONDS))
    ctx.canvas.glow(Rect.around(*centre, spaces.radius * 4.2), "great_divide.ember", 0.9 * heat)
    if t < ERUPTION_AT:
        swing = 0.0 if ctx.reduced else 4 * math.sin(t * 70) * heat
        _draw_tile(ctx, context, space, code, angle=swing, lift=4 * heat)
        draw_rim(ctx.canvas, spaces.box(space), "great_divide.ember", heat)
    elif t < THROWN_TILE_DOWN_AT:
        ctx.canvas.picture(f"{TILE_PICTURES}crater.svg", spaces.box(space))
        _draw_thrown_tile(
            ctx, context, code, int(context.after.tiles[space]), progress(t, ERUPTION_AT, THROW_SECONDS)
        )
    if not ctx.reduced:
        _draw_sparks(ctx.canvas, centre, t - ERUPTION_AT)
        _draw_smoke(ctx.canvas, centre, t - ERUPTION_AT)


def _draw_thrown_tile(ctx: PaintContext, context: StepContext, before: int, code: int, share: float) -> None:
    if ctx.reduced:
        _draw_tile(ctx, context, context.space, code, alpha=share)
        return
    up = math.sin(math.pi * share)
    x, y = context.layout.spaces.centre(context.space)
    angle = -(rotation_between(before, code) or 360) * (1 - ease_out(share))
    spot = (x, y - 95 * up)
    _draw_tile(ctx, context, context.space, code, centre=spot, angle=angle, lift=40 * up, zoom=1 + 0.3 * up)


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


def _event(context: StepContext, event_name: str) -> tuple[Effect, ...]:
    """Effects of an event card: it is held up over the land, then its event is shown."""
    end = schedule_of(context).end
    card = effect_between(
        0.0, EVENT_CARD_SECONDS, lambda ctx, t: _draw_held_card(ctx, context, event_name, t)
    )
    match event_name:
        case play.INLAND_SEA:
            return effect_between(
                EVENT_CARD_SECONDS - 0.2,
                end,
                lambda ctx, t: _sea(ctx, context.layout, t - EVENT_CARD_SECONDS + 0.2),
            ), card
        case play.QUIET_YEAR:
            return effect_between(
                TRAVEL_SECONDS, end, lambda ctx, t: _birds(ctx, context.layout, t - TRAVEL_SECONDS)
            ), card
    return (card,)


def _draw_held_card(ctx: PaintContext, context: StepContext, event_name: str, t: float) -> None:
    """Draw the card on its way from the deck, held up over the land, and on its way back."""
    layout = context.layout
    if not layout.beside:
        return
    deck, high = layout.boxes["deck"], layout.field.h * 0.36
    big = Rect.around(layout.field.cx, layout.field.cy, high * deck.w / deck.h, high)
    out, back = (
        ease_out(progress(t, 0, TRAVEL_SECONDS)),
        ease_in_out(progress(t, EVENT_CARD_SECONDS - TRAVEL_SECONDS, TRAVEL_SECONDS)),
    )
    if ctx.reduced:
        draw_one(ctx, Piece(("event",), EventCardArt(event_name), big, alpha=min(out, 1 - back)))
        return
    rect = deck.towards(big, min(out, 1 - back))
    size, across = rect.w / big.w, max(0.04, abs(math.cos(math.pi * out)))
    card = EventCardArt(event_name if out >= 0.5 else "")
    draw_one(
        ctx, Piece(("event",), card, Rect.around(*rect.centre, big.w, big.h)), zoom=(size * across, size)
    )


def _sea(ctx: PaintContext, layout: Layout, t: float) -> None:
    """Draw the water of both oceans, which rises over the coasts and falls back."""
    tide = math.sin(math.pi * progress(t, 0, INLAND_SEA_SECONDS)) ** 1.3
    if tide <= 0:
        return
    canvas, field, land, radius = ctx.canvas, layout.field, layout.ground, layout.spaces.radius
    came = (1.0 if ctx.reduced else tide) * FLOOD_REACH * radius
    box = Rect(0.0, 0.0, TIDE_WIDTH * radius, field.h)
    with canvas.clip(field), canvas.faded(min(1.0, 3 * tide)):
        for left, name in ((land.x + came - box.w, "pacific"), (land.right - came, "atlantic")):
            with canvas.shifted(left, field.y):
                canvas.layer(("great_divide.tide", name), box, partial(_tide, radius=radius, name=name))


def _birds(ctx: PaintContext, layout: Layout, t: float) -> None:
    """Draw birds that cross the land in a quiet year."""
    if ctx.reduced:
        return
    canvas, field = ctx.canvas, layout.field
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
