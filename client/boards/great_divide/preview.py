"""Preview of an action besides its new pieces: the way of the water, tiles that would be lost."""

from __future__ import annotations

from typing import Final

from client.boards.great_divide.layout import Spaces
from client.boards.great_divide.rivers import Rivers, SpaceSide, rivers
from client.boards.great_divide.timeline import SpaceAction
from client.boards.great_divide.water import draw_divide, draw_head, draw_mouth, draw_stretches, water_point
from client.boards.kit.hexes import draw_rim
from client.boards.kit.pieces import PaintContext
from client.ui.canvas import Canvas
from client.ui.symbols import icon
from core.games.great_divide import state as play
from core.games.great_divide.drainage import arrows
from core.games.great_divide.state import State

DROP_SPEED: Final = 3.2
"""Spaces per second that a drop passes on the way of the water."""


def paint(ctx: PaintContext, spaces: Spaces, action: SpaceAction, before: State, after: State) -> None:
    """Paint the preview of an action on a space."""
    space, canvas = spaces.land.space[action.x, action.y], ctx.canvas
    old, new = rivers(spaces.land, before), rivers(spaces.land, after)
    match action:
        case play.Remove():
            _cross(canvas, spaces, space)
        case play.Flood():
            way = int(before.tiles[space]) if action.way is None else action.way
            _flooded(ctx, spaces, old, old.downstream(space, way))
        case _:
            _led(ctx, spaces, new, [new.downstream(space, int(w)) for w in arrows(int(after.tiles[space]))])
    draw_divide(canvas, spaces, new.risen(old))


def _led(ctx: PaintContext, spaces: Spaces, water: Rivers, courses: list[tuple[SpaceSide, ...]]) -> None:
    """Draw the water of a tile along the courses that it would take."""
    draw_stretches(ctx.canvas, spaces, water.stretches_on({tile for course in courses for tile, _ in course}))
    for course in courses:
        space, way = course[0]
        draw_head(ctx.canvas, spaces.centre(space), spaces.radius, way)
        _drops(ctx, spaces, course)
    for mouth in water.mouths:
        if not mouth.sea and any((mouth.space, mouth.way) == course[-1] for course in courses):
            draw_mouth(ctx.canvas, spaces, mouth)


def _flooded(ctx: PaintContext, spaces: Spaces, water: Rivers, course: tuple[SpaceSide, ...]) -> None:
    """Draw the course of a wave and crosses on the tiles it would take."""
    draw_stretches(ctx.canvas, spaces, water.stretches_on({tile for tile, _ in course}))
    for tile, _ in course[1:]:
        draw_rim(ctx.canvas, spaces.box(tile), "great_divide.pacific_light", 0.7)
        _cross(ctx.canvas, spaces, tile)
    _drops(ctx, spaces, course)


def _drops(ctx: PaintContext, spaces: Spaces, course: tuple[SpaceSide, ...]) -> None:
    """Draw a drop that runs along a course, over and over; not in reduced motion."""
    if ctx.reduced:
        return
    along = (ctx.now * DROP_SPEED) % max(3, len(course))
    index = int(along)
    if index < len(course):
        space, way = course[index]
        source = (course[index - 1][1] + 3) % 6 if index else None
        spot = water_point(spaces, space, source, way, along - index)
        ctx.canvas.circle(spot, spaces.radius * 0.085, "great_divide.glow")


def _cross(canvas: Canvas, spaces: Spaces, space: int) -> None:
    """Draw a cross over a tile that would be taken away."""
    mark = spaces.box(space).scaled(0.25).moved(0, -spaces.radius * 0.45)
    canvas.circle(mark.centre, mark.w / 2, "night")
    icon(canvas, "cross", mark.scaled(0.62), "ink")
