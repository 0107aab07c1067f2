"""Pictures of `tiles/ghawar`: platforms, cubes, barrels, parts of derricks and trucks."""

from __future__ import annotations

from typing import Final

from client.boards.kit.paper import wants_clear_shapes
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Ink
from core.games.ghawar.state import Colour

WELL_POSITION: Final = (0.28, 0.66)
"""Middle of the well and of the cube on a platform, in its sides: under the head of a derrick's beam."""
WELL_SIZE: Final = 0.3
"""Width of the well, in sides of a platform."""
CUBE_SHARE, LARGEST_CUBE_SHARE = 0.43, 0.48
"""Usual size of a platform's cube, and greatest one on small platforms; in sides of the platform."""
READABLE_CUBE_SIZE: Final = 20.0
"""Least units across a cube, if its platform has room for that."""
SHADOW_MARGINS: Final = {
    "platform": 0.12,
    "cube": 0.3,
    "load": 0.16,
    "barrel": 0.16,
    "stack": 0.5,
    "tower": 0.1,
}
"""Margins for shadows in the pictures, by kind, in sides; kinds not named have none."""
SHADOW_DIRECTION: Final = (0.86, 0.5)
"""Direction of shadows: the sun stands low in the west-north-west."""


def cube_rect(platform: Rect) -> Rect:
    """Rectangle of a platform's cube, with or without a derrick."""
    side = min(max(CUBE_SHARE * platform.w, READABLE_CUBE_SIZE), LARGEST_CUBE_SHARE * platform.w)
    return Rect.around(
        platform.x + WELL_POSITION[0] * platform.w, platform.y + WELL_POSITION[1] * platform.h, side
    )


def draw_piece(
    canvas: Canvas, kind: str, rect: Rect, colour: Colour | None = None, tint: Ink | None = None
) -> None:
    """Draw a picture in the largest square inside the rectangle: that of a `colour`, or a tinted one."""
    folder, name = (
        "plain/" if wants_clear_shapes(canvas) else "",
        kind if colour is None else f"{kind}-{colour}",
    )
    side = rect.fit(1.0)
    canvas.picture(
        f"tiles/ghawar/{folder}{name}.svg", side.grown(SHADOW_MARGINS.get(kind, 0.0) * side.w), tint=tint
    )


def draw_cube(canvas: Canvas, rect: Rect, colour: Colour, *, ghost: bool = False) -> None:
    """Draw a cube in the largest square inside the rectangle, with its sign on top."""
    with canvas.faded(0.55 if ghost else 1.0):
        draw_piece(canvas, "cube", rect, colour)


def draw_barrel(canvas: Canvas, rect: Rect) -> None:
    """Draw a barrel of oil, which is money, as high as the rectangle."""
    draw_piece(canvas, "barrel", rect)
