"""Marks in The Great Divide's pictures of the rules: flow of water, allowed directions, turn of a tile."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar, Final

from client.boards.great_divide import art
from client.boards.great_divide.art import rotation_between
from client.boards.great_divide.layout import Layout, Spaces
from client.boards.great_divide.water import draw_glimmer
from client.boards.kit.hexes import side
from client.boards.kit.hooks import place
from client.boards.kit.illustration_captions import draw_head, draw_mark
from client.boards.kit.pieces import Art, PaintContext, Piece
from client.ui.geometry import Rect
from core.game import Seat
from core.games.great_divide import state as play
from core.games.great_divide.drainage import AXIS_COUNT, PASS_CODE, arrows, is_pass
from core.games.great_divide.land import Heading, Land
from core.games.great_divide.rules import GreatDivide
from core.games.great_divide.state import ACTIVE, PASSIVE, State

SIDE_WORDS: Final = {"active": ACTIVE, "passive": PASSIVE}
"""Sides of a selection card by their words."""


def loose_art(word: str, land: Land) -> Piece:
    """Loose thing: a tile as drawn from the bag (`3`) or laid (`tile 3 NE`), `active 0 W`, `event flood`.

    Raises KeyError for any other.
    """
    name, *words = word.split()
    match name, words:
        case "tile", [area, way]:
            return Piece(("loose", word), art.TileFace(area, Heading[way], arrowed=True), Rect(0, 0, 1, 0.9))
        case "active" | "passive", [seat, letter]:
            card = art.SelectionCard(letter, SIDE_WORDS[name], Seat(int(seat)))
            return Piece(("loose", word), card, Rect(0, 0, 0.8, 0.95))
        case "event", [event]:
            return Piece(("loose", word), art.EventCardArt(event), Rect(0, 0, 2 * art.EVENT_RATIO, 2))
        case kind, [] if kind in (*land.areas, *play.OTHER_KINDS):
            return Piece(("loose", word), art.DrawnTileArt(kind), Rect(0, 0, 1, 0.9))
    raise KeyError(word)


def mark(game: GreatDivide, kind: str, arguments: Sequence[str], view: State, layout: Layout) -> list[Piece]:
    """Pieces of a mark: `flow 1,0` (from the Pass `flow 3,4 NW`), `ways 0,0`, `turn 3,4 SE`; else none."""
    if kind not in ("flow", "ways", "turn"):
        return []
    land = game.land
    x, y = place(arguments[0])
    space = land.space[x, y]
    code, box = int(view.tiles[space]), layout.spaces.box(space)
    way = Heading[arguments[1]] if len(arguments) > 1 else Heading.N
    if kind == "flow":
        start = way if len(arguments) > 1 else arrows(code)[0]
        flow = FlowMark(land, view.tiles.tobytes(), view.inland, space, int(start))
        return [Piece((kind, space, int(start)), flow, layout.spaces.whole)]
    if kind == "ways":
        allowed = (game.why_not(view, view.actor, play.Lay(x, y, way)) is None for way in Heading)
        return [Piece((kind, space), WaysMark(tuple(allowed)), box)]
    return [
        Piece((kind, space), TurnMark(code, PASS_CODE + way % AXIS_COUNT if is_pass(code) else int(way)), box)
    ]


class FlowMark(art.WaterArt, frozen=True):
    """Light on the water that springs on a space and leaves it over side `way`; it grows downstream."""

    space: int
    way: int

    def grow(self, ctx: PaintContext, rect: Rect, share: float) -> None:
        course = self.rivers.along(self.space, self.way)
        for stretch in course[: math.ceil(share * len(course))]:
            draw_glimmer(ctx.canvas, Spaces.within(self.land, rect), stretch, 0.8)


class WaysMark(Art, frozen=True):
    """Arrows to the sides of a space, clockwise from the north, with ticks and crosses as `allowed` says."""

    allowed: tuple[bool, ...]

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        (cx, cy), radius = rect.centre, rect.w / 2
        for way, allowed in enumerate(self.allowed):
            x, y = side(rect.centre, radius, way)
            near, far = ((cx + (x - cx) * share, cy + (y - cy) * share) for share in (0.2, 0.75))
            ctx.canvas.line(near, far, radius * 0.16, "great_divide.paper")
            ctx.canvas.line(near, far, radius * 0.09, "paper_good" if allowed else "paper_bad")
            draw_mark(ctx.canvas, Rect.around(x, y, radius * 0.44), "right" if allowed else "wrong")


class TurnMark(Art, frozen=True):
    """Arrows from the old to the new direction of a tile; `before` and `after` as in `State.tiles`."""

    live: ClassVar[bool] = True

    before: int
    after: int

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        (cx, cy), reach = rect.centre, rect.w * 0.31
        turn = rotation_between(self.before, self.after)
        step = -1 if turn < 0 else 1
        for way in arrows(self.before):
            start = 60.0 * way - 90 + 16 * step
            end = start + turn - 34 * step
            tip, at = math.radians(end), (-math.sin(math.radians(end)), math.cos(math.radians(end)))
            spot = (cx + reach * math.cos(tip), cy + reach * math.sin(tip))
            for ink, wide in (("great_divide.ink", 0.1), ("great_divide.glow", 0.055)):
                ctx.canvas.arc(rect.centre, reach, start, end, rect.w * wide, ink)
                draw_head(ctx.canvas, spot, at, rect.w * (wide + 0.05) * step, ink)
