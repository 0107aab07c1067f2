"""Great events of Ghawar: all derricks stand, majorities won and lost, the last cubes of colours."""

from __future__ import annotations

from typing import Final

from client.boards.contract import Sentence
from client.boards.ghawar.reach import load_of
from client.boards.ghawar.timeline import StepContext
from client.boards.ghawar.words import colour_key
from client.boards.kit.highlights import Highlight
from core.games.ghawar.scoring import leader
from core.games.ghawar.state import NOTHING, Drive, Leave, truck_index

HIGHLIGHT_SOUNDS: Final = {
    "ghawar.moment.built": "flourish",
    "ghawar.moment.won": "brass",
    "ghawar.moment.lost": "stuck",
    "ghawar.moment.last": "ring",
}
"""Sounds of the moments, by the keys of their words."""
BUILDING_STAGES: Final = ("dice", "build")


def great_events(context: StepContext, start: float) -> tuple[Highlight, ...]:
    """Moments of a step, from second `start` on; none in the last step, after which the ending is shown."""
    if context.after.stage == "over":
        return ()
    if context.before.stage in BUILDING_STAGES and context.after.stage not in BUILDING_STAGES:
        return (Highlight(start, context.layout.core, Sentence("ghawar.moment.built"), jolts=True),)
    if isinstance(context.action, Leave):
        return _stored(context, context.action, start)
    load = load_of(context.before, context.action) if isinstance(context.action, Drive) else None
    if load is None or (context.after.cubes == load.colour).any():
        return ()
    words = Sentence("ghawar.moment.last", words={"colour": colour_key(load.colour)})
    return (Highlight(start, context.layout.platform(load.platform), words, context.seat),)


def _stored(context: StepContext, action: Leave, start: float) -> tuple[Highlight, ...]:
    """Moment of a stored cube that wins a shared or another seat's majority, or breaks one."""
    colour = context.before.loads.item(context.seat, truck_index(action.truck))
    if colour == NOTHING:
        return ()
    before, after = leader(context.before, colour), leader(context.after, colour)
    counts = context.before.stored[:, colour]
    if before == after or counts.sum() == counts[context.seat]:
        return ()
    won = after == context.seat
    words = Sentence(f"ghawar.moment.{'won' if won else 'lost'}", words={"colour": colour_key(colour)})
    place = context.layout.stored(context.seat, colour, int(counts[context.seat]))
    return (Highlight(start, place, words, context.seat if before is None else before, jolts=won),)
