"""Preview on the ground of Down Under: new cards, translucent ribbons of what paths gain, and how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from client.boards.down_under.art import GHOST_OPACITY, Billabong, CardArt, Gain
from client.boards.down_under.layout import Layout
from client.boards.down_under.pieces import (
    FULL_SIZE_CELL,
    GAIN_SIZE,
    LENGTH_LAYER,
    RIBBON_LAYER,
    point_beyond_end,
    style,
    tag_size,
)
from client.boards.down_under.ribbons import Ribbon, block_of
from client.boards.down_under.step_schedule import Growth, compare
from client.boards.kit.pieces import Piece
from client.boards.kit.preview import GHOST_OPACITY as OPACITY
from client.boards.kit.preview import Preview
from client.ui.geometry import Rect
from core.games.down_under.scoring import worth
from core.games.down_under.state import EndState, State

HELD_LIFT: Final = 9.0
"""Units by which the card in hand lies above the ground."""
GHOST_GLOW: Final = 0.375
"""Brightness, 0 … 1, of the light around the ribbon that a path would gain."""
OPEN_GAIN_OFFSET, CLOSED_GAIN_OFFSET = 0.62, 1.1
"""Distance from an open and from a closed end of a path to the label with its gain, in sides of a cell."""


def preview(view: State, after: State, preview: Preview, lying: Sequence[Piece], layout: Layout) -> Preview:
    """Preview of an action: `preview` is the kit's preview, `lying` are the pieces of the position before.

    Gains are shown at the paths, not by the kit's list of gains.
    """
    result = compare(view, after)
    cards = tuple(_held(piece) for piece in preview.comes if piece.id[0] in ("card", "animal"))
    ghosts = (ghost for growth in result.growths for ghost in _ghosts(view, growth, layout))
    more = [(growth, worth(after, growth.path) - worth(view, growth.path)) for growth in result.growths]
    gains = (_gain(after, growth, gain, layout) for growth, gain in more if gain)
    cells = {stretch[:2] for growth in result.growths for stretch in growth.run}
    known = {piece.id for piece in cards}
    near = (piece for piece in lying if piece.id[0] == "animal" and piece.id[1:3] in cells)
    return Preview((*cards, *ghosts, *(piece for piece in near if piece.id not in known), *gains), (), ())


def _held(piece: Piece) -> Piece:
    """New card or animal as in hand: opaque, a card lifted so that it throws a shadow."""
    art = replace(piece.art, lift=HELD_LIFT) if isinstance(piece.art, CardArt | Billabong) else piece.art
    return replace(piece, art=art, alpha=1 / OPACITY)


def _ghosts(view: State, growth: Growth, layout: Layout) -> Iterator[Piece]:
    """Translucent ribbons of what a path would gain at its two ends."""
    first, last = growth.tips
    ends: tuple[tuple[slice, tuple[EndState, EndState]], ...] = (
        (slice(growth.start), (first, "closed")),
        (slice(growth.end, None), ("closed", last)),
    )
    for number, (part, tips) in enumerate(ends):
        run, its = growth.run[part], growth.parts[part]
        if run:
            art = Ribbon(run, tips, its, style(view, growth.path), GHOST_OPACITY, GHOST_GLOW)
            yield Piece(("ghost", growth.path, number), art, layout.grid.box(block_of(run)), RIBBON_LAYER)


def _gain(after: State, growth: Growth, gain: int, layout: Layout) -> Piece:
    """Label with what a path would gain, at the end at which it grows."""
    path, first = after.paths[growth.path], growth.end == len(growth.run)
    far, viewport = (
        OPEN_GAIN_OFFSET if path.tips[0 if first else 1] == "open" else CLOSED_GAIN_OFFSET,
        layout.grid,
    )
    size = tag_size(GAIN_SIZE, layout)
    far += (size[0] - GAIN_SIZE[0] * min(1.0, viewport.size / FULL_SIZE_CELL)) / 2 / viewport.size
    spot = point_beyond_end(path, growth.parts, viewport, first, far)
    art = Gain(style(after, growth.path), gain)
    return Piece(("gain", growth.path), art, Rect.around(*spot, *size), LENGTH_LAYER)
