"""Tips: what a thing is, what it does, and what it is worth now. They open where the pointer rests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from client.boards.contract import Sentence
from client.boards.kit.pieces import PaintContext
from client.ui.geometry import Point, Rect
from core.game import Seat

WriteSentence = Callable[[Sentence], str]
"""Function that writes a sentence out in the player's language, with the names of people."""

TIP_REST_SECONDS: Final = 0.4
"""Seconds the pointer rests on a thing before its tip opens."""
MOST_TIP_WIDTH: Final = 420.0
"""Most units across a tip."""
TIP_PADDING: Final = 18.0
"""Units between the rim of a tip and its words."""
TIP_DISTANCE: Final = 10.0
"""Units between a thing and its tip."""
LARGE_THING_SIZE: Final = 300.0
"""Width or height in units above which a thing gets its tip beside the pointer instead of beside itself."""
POINTER_SIZE: Final = 56.0
"""Width and height in units of the room that such a tip leaves free around the pointer."""


class Tip(msgspec.Struct, frozen=True):
    """Name of a thing and what it does; `worth` is what it is worth now, if anything can be said."""

    name: Sentence
    about: Sentence
    worth: Sentence | None = None

    @property
    def lines(self) -> tuple[Sentence, ...]:
        """All sentences of the tip."""
        return (self.name, self.about, *(() if self.worth is None else (self.worth,)))


def tip_of(
    game: str,
    thing: str,
    worth: Sentence | None = None,
    *,
    name: str | Sentence = "",
    values: Mapping[str, str | int] | None = None,
    seats: Mapping[str, Seat] | None = None,
) -> Tip:
    """Tip by the convention of the texts: `<game>.tip.<thing>` names a thing, `…_does` says what it does.

    `name`: a sentence, or another key of the game, that names the thing. Both have the same gaps.
    """
    gaps = dict(values or {}), dict(seats or {})
    if isinstance(name, str):
        name = Sentence(f"{game}.{name or f'tip.{thing}'}", *gaps)
    return Tip(name, Sentence(f"{game}.tip.{thing}_does", *gaps), worth)


def explained_rect(rect: Rect, pointer: Point) -> Rect:
    """Rectangle that a tip leaves free: the thing, or for a large one the room around the pointer."""
    return rect if max(rect.w, rect.h) <= LARGE_THING_SIZE else Rect.around(*pointer, POINTER_SIZE)


def draw_tip(ctx: PaintContext, tip: Tip, thing: Rect, room: Rect, told: WriteSentence) -> None:
    """Draw the tip above a thing, or below it where there is no room, wholly inside the room."""
    canvas = ctx.canvas
    name, *rest = map(told, tip.lines)
    wrap_at = MOST_TIP_WIDTH - 2 * TIP_PADDING
    sizes = [canvas.measure(text, "small", wrap_at=wrap_at) for text in rest]
    sizes.insert(0, canvas.measure(name, "small", face="display", wrap_at=wrap_at))
    wide = max(width for width, _ in sizes) + 2 * TIP_PADDING
    high = sum(height for _, height in sizes) + 2 * TIP_PADDING + 8
    above = thing.y - TIP_DISTANCE - high
    x, y = thing.cx - wide / 2, above if above >= room.y else thing.bottom + TIP_DISTANCE
    sheet = Rect(min(max(x, room.x), room.right - wide), min(max(y, room.y), room.bottom - high), wide, high)
    canvas.panel(sheet, "tip")
    inner = sheet.inset(TIP_PADDING)
    head, body = inner.cut_top(sizes[0][1], 8)
    canvas.text(name, head, "small", "paper_ink", face="display", fit="wrap")
    for text, (_, height) in zip(rest, sizes[1:], strict=True):
        line, body = body.cut_top(height)
        canvas.text(text, line, "small", "paper_ink", fit="wrap")
