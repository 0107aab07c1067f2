"""Portraits of players: their keys, who has which, and drawing one whose eyes look somewhere."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final
from zlib import crc32

from client.ui.geometry import Point, Rect
from core.protocol.messages import Holder

if TYPE_CHECKING:
    from client.ui.canvas import Canvas

PORTRAIT_KEYS: Final = (
    "surveyor", "sailor", "gardener", "scholar", "musician", "engineer", "scout", "trader",
    "kangaroo", "bison", "fox", "owl", "camel", "gull", "puffin", "koala",
)  # fmt: skip
"""Keys of the portraits that people choose from: people first, then animals."""

BOT_PORTRAITS: Final = {
    "random": "bot-easy",
    "easy": "bot-easy",
    "normal": "bot-normal",
    "hard": "bot-hard",
    "expert": "bot-expert",
}
"""Portraits of AIs by their levels."""

PUPIL_REACH: Final = 0.022
"""Distance that pupils move to one side, as a share of a portrait's width."""


def default_portrait(name: str, taken: Collection[str] = ()) -> str:
    """Portrait of a person who has chosen none: always the same for a name, unless it is `taken`."""
    first = crc32(name.encode()) % len(PORTRAIT_KEYS)
    order = (*PORTRAIT_KEYS[first:], *PORTRAIT_KEYS[:first])
    return next((key for key in order if key not in taken), order[0])


def portraits_of(holders: Sequence[Holder]) -> tuple[str, ...]:
    """Portrait of each seat of a table: the chosen one, a robot for an AI, "" for an open seat.

    People without a choice get their usual one, unless somebody else has it.
    """
    known = [_known(holder) for holder in holders]
    taken = set(known)
    for seat, holder in enumerate(holders):
        if not known[seat] and holder.kind != "open":
            known[seat] = default_portrait(holder.name, taken)
            taken.add(known[seat])
    return tuple(known)


def _known(holder: Holder) -> str:
    """Portrait of an AI, or the one that a person has chosen; "" for neither."""
    if holder.kind == "bot":
        return BOT_PORTRAITS[holder.level or "normal"]
    if holder.program:
        return holder.portrait if holder.portrait in BOT_PORTRAITS.values() else BOT_PORTRAITS["normal"]
    return holder.portrait if holder.portrait in PORTRAIT_KEYS else ""


def draw_portrait(canvas: Canvas, key: str, rect: Rect, gaze: Point = (0.0, 0.0)) -> None:
    """Draw the portrait in the largest square inside the rectangle; for an unknown key, that key's usual one.

    `gaze` is the direction of the eyes: (0, 0) ahead, (-1, 0) left, (0, 1) down, never longer than 1.
    """
    known = key if key in PORTRAIT_KEYS or key in BOT_PORTRAITS.values() else default_portrait(key)
    box = rect.fit(1.0)
    canvas.picture(f"portraits/{known}.svg", box)
    reach = PUPIL_REACH * box.w * canvas.scale / max(1.0, math.hypot(*gaze))
    # Whole pixels, so that both pictures always have the same size.
    dx, dy = (round(part * reach) / canvas.scale for part in gaze)
    canvas.picture(f"portraits/{known}-pupils.svg", box.moved(dx, dy))
