"""Choices in a decision: places in reach, their gains and prices, the route there.

Places in reach are lit. Those with a gain slowly brighten and dim, and show the best loads; platforms show
prices. The other places are small and still. Those that only another truck reaches are fainter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from client.boards.ghawar.art import PriceTag
from client.boards.ghawar.cubes import draw_cube
from client.boards.ghawar.layout import DEPOT_TARGET, Layout
from client.boards.ghawar.lights import FAINT_OPACITY, draw_glow, draw_place
from client.boards.ghawar.reach import PlaceGain, drivers, gains_in_reach, load_of
from client.boards.ghawar.timeline import draw_spaces
from client.boards.ghawar.truck_motion import DriveMotion as Driving
from client.boards.ghawar.words import DERRICK_THING
from client.boards.kit.action_picker import ActionPicker, Choices
from client.boards.kit.pieces import PaintContext, Target
from client.ui.animation import breath
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from core.games.ghawar.rules import route_of
from core.games.ghawar.state import COLOURS, DEPOT, NOTHING, Drive, Leave, State, truck_index

DOT_SPACING: Final = 15.0
"""Units of the lattice from dot to dot of a route."""
STILL_GLOW: Final = 0.6
"""Brightness, 0 … 1, of places with a gain in reduced motion."""
PLAIN_PLACE_GLOW: Final = 0.5
"""Brightness, 0 … 1, of a place without a gain, and its size relative to one with a gain."""
UNPAYABLE_OPACITY: Final = 0.4
"""Opacity, 0 … 1, of a cube that the seat cannot pay."""


def draw_offers(
    ctx: PaintContext,
    view: State,
    picker: ActionPicker,
    choices: Choices,
    layout: Layout,
    rects: Mapping[Target, Rect],
) -> None:
    """Draw all choices; `rects` are the rectangles of targets."""
    strength = STILL_GLOW if ctx.reduced else breath(ctx.now)
    kind = picker.meant(choices)
    if kind == DERRICK_THING:
        _draw_platforms(ctx.canvas, picker, choices, rects, strength)
        return
    for end, bring in gains_in_reach(view).items():
        _draw_end(ctx.canvas, view, end, bring, truck_index(int(str(kind))), picker.cursor, layout, strength)
    payable = {load for bring in gains_in_reach(view).values() for load in bring.loads}
    for load in payable.union(*(bring.unaffordable for bring in gains_in_reach(view).values())):
        if load.price:
            PriceTag(load.price, load in payable, 1.2 * layout.least).paint(
                ctx, layout.platform(load.platform)
            )
    if len(drivers(view)) > 1:
        index = truck_index(int(str(kind)))
        here = layout.truck(view.turn, index, view.trucks.item(view.turn, index))
        ctx.canvas.ring(here.scaled(1.13), 35, "ghawar.bone", 3, 5)


# --- derricks ----------------------------------------------------------------------------------------------


def _draw_platforms(
    canvas: Canvas, picker: ActionPicker, choices: Choices, rects: Mapping[Target, Rect], strength: float
) -> None:
    """Draw light around the platforms to choose from, the die, and the derrick in hand."""
    for target in choices.targets(picker.held, DERRICK_THING):
        draw_glow(canvas, rects[target], strength, strong=target == picker.cursor)
    for target in picker.held:
        draw_glow(canvas, rects[target], strength, ink="flare", strong=True)


# --- trucks ------------------------------------------------------------------------------------------------


def _draw_end(
    canvas: Canvas,
    view: State,
    last_space: int,
    bring: PlaceGain,
    truck: int,
    cursor: Target | None,
    layout: Layout,
    strength: float,
) -> None:
    """Draw a place in reach with its gain; fainter if the chosen truck does not reach it."""
    good = bool(bring.loads) or bring.stored != NOTHING
    faint = truck not in bring.trucks
    rect = layout.depot(view.turn) if last_space == DEPOT else layout.space(last_space)
    draw_place(
        canvas,
        rect if good else rect.scaled(PLAIN_PLACE_GLOW),
        strength if good else PLAIN_PLACE_GLOW,
        faint=faint,
    )
    if cursor == (DEPOT_TARGET if last_space == DEPOT else ("space", last_space)):
        return
    with canvas.faded(FAINT_OPACITY if faint else 1.0):
        if bring.stored != NOTHING:
            place = layout.stored(view.turn, bring.stored, view.stored.item(view.turn, bring.stored))
            draw_cube(canvas, place, COLOURS[bring.stored], ghost=True)
        loads = bring.loads or bring.unaffordable
        with canvas.faded(1.0 if bring.loads else UNPAYABLE_OPACITY):
            for place, load in zip(_chips(rect, len(loads)), loads, strict=False):
                draw_cube(canvas, place, COLOURS[load.colour])


def _chips(space: Rect, count: int) -> list[Rect]:
    """Rectangles on a space for the cubes that could be loaded there: one, or two side by side."""
    size = 0.78 * min(space.w, space.h)
    if count < 2:
        return [Rect.around(*space.centre, size)]
    halves = space.columns(1, 1) if space.w > space.h else space.rows(1, 1)
    return [Rect.around(*half.centre, size) for half in halves]


def draw_way(ctx: PaintContext, view: State, action: Drive | Leave, driving: Driving, layout: Layout) -> None:
    """Draw the route of a truck: small dots, and a large one on each space that it only passes.

    A frame marks the platform from which it loads.
    """
    load = load_of(view, action) if isinstance(action, Drive) else None
    if load is not None:
        draw_glow(ctx.canvas, layout.platform(load.platform), 1.0, strong=True)
    steps = int(driving.length / DOT_SPACING) - 2
    for step in range(1, steps + 1):
        spot = layout.lattice_point(driving.way_at(DOT_SPACING * step))
        ctx.canvas.circle(spot, 3.2 * layout.scale, f"seat.{view.turn}", "ghawar.bone", 1.2)
    draw_spaces(ctx.canvas, layout, view.turn, route_of(view, action).spaces[:-1])
