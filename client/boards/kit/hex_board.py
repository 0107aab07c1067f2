"""Hex board: games on the hexes of a land that is seen as a whole.

The targets on the board are its spaces, `("space", x, y)`: column and place in it. A layout has `spaces`, the
`HexGrid` of all of them: `HexLayout`, unless the game's own has more in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, Protocol

import msgspec

from client.boards.kit.board import KitBoard
from client.boards.kit.hexes import HexGrid, draw_invitation, draw_rim
from client.boards.kit.hooks import place
from client.boards.kit.pieces import Art, HitArea, PaintContext, Piece, Target
from client.ui.geometry import Rect
from client.ui.theme import Ink
from core.game import Place, Seat

SPACE_PATH: Final = (("space", "x", "y"),)
"""Path of gestures that do something on a space: the action has the fields `x` and `y`."""


class HasSpaces(Protocol):
    """Layout of a hex board."""

    @property
    def spaces(self) -> HexGrid:
        """Places of all spaces."""
        ...


class HexLayout(msgspec.Struct, frozen=True):
    """Layout of a board that has nothing but its spaces."""

    spaces: HexGrid


class HexBoard(KitBoard):
    """Board of hexes. A game defines `pieces`, `gestures`, and `columns` or a layout of its own."""

    columns: tuple[int, ...] = ()
    """Number of spaces in each column, from the west."""
    angle = 60.0
    picture_margin = 0.225

    def layout(self, view: Any) -> Any:
        return HexLayout(HexGrid.inside(self.columns, self.field))

    def spots(self, view: Any, layout: Any) -> Sequence[HitArea]:
        spaces: HexGrid = layout.spaces
        return [HitArea(("space", *place), spaces.box(n), True) for place, n in spaces.numbers.items()]

    def start(self, view: Any, seat: Seat) -> Target | None:
        """Space in the middle of the numbers."""
        places = list(self.layout(view).spaces.numbers)
        return ("space", *places[len(places) // 2])

    def refused_target(self, place: tuple[int, ...]) -> Target:
        return ("space", *place)

    def ground_key(self, layout: Any) -> Hashable:
        spaces: HexGrid = layout.spaces
        return spaces

    # --- pictures of the rules ------------------------------------------------------------------------

    def unit(self, view: Any, layout: Any) -> float:
        spaces: HexGrid = layout.spaces
        return 2 * spaces.radius

    def rect_of(self, word: str, view: Any, layout: Any) -> Rect:
        spaces: HexGrid = layout.spaces
        x, y = place(word)
        return spaces.hex_rect(spaces.numbers[x, y])

    # --- looks ----------------------------------------------------------------------------------------

    def paint_ground(self, ctx: PaintContext, layout: Any) -> None:
        """Paint plain hexes, until a game paints its land."""
        spaces: HexGrid = layout.spaces
        for number in range(len(spaces.centres)):
            corners = spaces.corners(number)
            ctx.canvas.polygon(corners, "sheet")
            ctx.canvas.polyline(corners, 3, "line", closed=True)

    def paint_invitation(self, ctx: PaintContext, view: Any, rect: Rect, strength: float) -> None:
        draw_invitation(ctx.canvas, rect, "lamp", strength)

    def paint_rim(self, ctx: PaintContext, view: Any, target: Target, rect: Rect, ink: Ink) -> None:
        if target[0] == "space":
            draw_rim(ctx.canvas, rect, ink)
        else:
            super().paint_rim(ctx, view, target, rect, ink)

    def paint_lit(self, ctx: PaintContext, view: Any, piece: Piece) -> None:
        """Light up the rim of the space that a piece covers; other pieces as usual."""
        spaces: HexGrid = self.layout(view).spaces
        if piece.rect in map(spaces.box, spaces.numbers.values()):
            draw_rim(ctx.canvas, piece.rect, "lamp")
        else:
            super().paint_lit(ctx, view, piece)


def on_space(word: str, space: Place, art: Art, spaces: HexGrid, layer: int = 0, *more: int) -> Piece:
    """Piece on a space, as large as the square around it; `more` tells it from others there before."""
    return Piece((word, *space, *more), art, spaces.box(spaces.numbers[space]), layer)
