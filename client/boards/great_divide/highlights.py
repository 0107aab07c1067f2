"""Light on tiles whose ocean has become sure, from the sea inland; many such tiles are a great moment."""

from __future__ import annotations

from functools import reduce
from typing import Final, NamedTuple

from client.boards.contract import Sentence
from client.boards.great_divide.overlay import draw_tint
from client.boards.great_divide.rivers import rivers
from client.boards.great_divide.timeline import (
    WATER_TILE_SECONDS,
    StepContext,
    effect_between,
    steps_to_sea,
    water_run,
)
from client.boards.great_divide.water import LIGHT_COLOURS
from client.boards.kit.hexes import draw_rim
from client.boards.kit.highlights import Highlight
from client.boards.kit.pieces import PaintContext
from client.boards.kit.timeline import LONGEST_CHAIN, Effect
from client.ui.animation import CHAIN_INTERVAL, progress
from client.ui.geometry import Rect
from core.game import Seat
from core.games.great_divide.land import Land
from core.games.great_divide.scoring import SEATS
from core.games.great_divide.state import State

GREAT_TILES: Final = 6
"""Fewest tiles that become sure in one step for a great event."""
GREAT_STOLEN_TILES: Final = 3
"""Fewest tiles that one seat wins while the other loses as many, for a great event."""
TILE_INTERVAL: Final = 0.07
"""Seconds from tile to tile, if there are fewer than `GREAT_TILES`."""
MOST_WATER_LEAD: Final = 0.4
"""Most seconds that the water runs before the tiles light up."""
LIT_SECONDS: Final = 0.5
"""Seconds in which the light on a tile fades."""


class DecidedTile(NamedTuple):
    """Tile that has become sure for a seat, and its second in the step."""

    seat: Seat
    space: int
    at: float


def newly_decided(land: Land, before: State, after: State, seat: Seat) -> list[int]:
    """Tiles that have become sure for a seat, from the sea inland."""
    water = rivers(land, after)
    new = {*water.won[seat]} - {*rivers(land, before).won[seat]}
    return sorted(new, key=lambda space: steps_to_sea(water, space, seat))


def decided_tiles(context: StepContext) -> tuple[DecidedTile, ...]:
    """Tiles that become sure in a step, each a little after the one before."""
    water = water_run(context)
    if not water or context.over:
        return ()
    start, found = (
        min(max(stage.at for stage in water), water[0].at + MOST_WATER_LEAD) + WATER_TILE_SECONDS,
        list[DecidedTile](),
    )
    for seat in SEATS:
        spaces = newly_decided(context.land, context.before, context.after, seat)
        beat = (
            min(CHAIN_INTERVAL, LONGEST_CHAIN / len(spaces)) if len(spaces) >= GREAT_TILES else TILE_INTERVAL
        )
        found += [DecidedTile(seat, space, start + beat * number) for number, space in enumerate(spaces)]
    return tuple(found)


def lights(context: StepContext) -> tuple[Effect, ...]:
    """Effect of the light on tiles that become sure, one after the other, in the colour of their ocean."""
    tiles = decided_tiles(context)
    if not tiles:
        return ()

    def draw(ctx: PaintContext, t: float) -> None:
        for tile in tiles:
            if tile.at <= t < tile.at + LIT_SECONDS:
                strength = 1 - progress(t, tile.at, LIT_SECONDS)
                box = context.layout.spaces.box(tile.space)
                with ctx.canvas.faded(strength):
                    draw_tint(ctx.canvas, box, (tile.seat,))
                draw_rim(ctx.canvas, box, LIGHT_COLOURS[tile.seat], strength)

    return (effect_between(tiles[0].at, max(tile.at for tile in tiles) + LIT_SECONDS, draw),)


def great_events(context: StepContext) -> tuple[Highlight, ...]:
    """Moment of a step in which many tiles become sure for a seat, or some that the other seat loses."""
    tiles = decided_tiles(context)
    for seat in SEATS:
        mine = [tile for tile in tiles if tile.seat == seat]
        stolen = -context.gains[1 - seat] >= GREAT_STOLEN_TILES and len(mine) >= GREAT_STOLEN_TILES
        if stolen or len(mine) >= GREAT_TILES:
            word = f"great_divide.moment.{'stolen' if stolen else 'decided'}_{seat}"
            place = bounding_rect(context, [tile.space for tile in mine])
            return (Highlight(mine[0].at, place, Sentence(word, {"count": len(mine)}), seat, jolts=stolen),)
    return ()


def bounding_rect(context: StepContext, spaces: list[int]) -> Rect:
    """Smallest rectangle around some spaces."""
    return reduce(Rect.union, (context.layout.spaces.hex_rect(space) for space in spaces))
