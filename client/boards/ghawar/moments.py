"""Great events of Ghawar: all derricks stand, majorities won and lost, the last cubes of colours."""

from __future__ import annotations

from typing import Final

from client.boards.contract import Sentence
from client.boards.ghawar.reach import load_of
from client.boards.ghawar.timeline import StepAnimation
from client.boards.ghawar.words import colour_key
from client.boards.kit.moments import Moment
from core.games.ghawar.scoring import leader
from core.games.ghawar.state import NOTHING, Drive, Leave, truck_index

MOMENT_SOUNDS: Final = {
    "ghawar.moment.built": "flourish",
    "ghawar.moment.won": "brass",
    "ghawar.moment.lost": "stuck",
    "ghawar.moment.last": "ring",
}
"""Sounds of the moments, by the keys of their words."""
BUILDING_STAGES: Final = ("dice", "build")


def great_events(step: StepAnimation, start: float) -> tuple[Moment, ...]:
    """Moments of a step, from second `start` on; none in the last step, after which the ending is shown."""
    if step.after.stage == "over":
        return ()
    if step.before.stage in BUILDING_STAGES and step.after.stage not in BUILDING_STAGES:
        return (Moment(start, step.layout.core, Sentence("ghawar.moment.built"), jolts=True),)
    if isinstance(step.action, Leave):
        return _stored(step, step.action, start)
    load = load_of(step.before, step.action) if isinstance(step.action, Drive) else None
    if load is None or (step.after.cubes == load.colour).any():
        return ()
    words = Sentence("ghawar.moment.last", words={"colour": colour_key(load.colour)})
    return (Moment(start, step.layout.platform(load.platform), words, step.seat),)


def _stored(step: StepAnimation, action: Leave, start: float) -> tuple[Moment, ...]:
    """Moment of a stored cube that wins a shared or another seat's majority, or breaks one."""
    colour = step.before.loads.item(step.seat, truck_index(action.truck))
    if colour == NOTHING:
        return ()
    before, after = leader(step.before, colour), leader(step.after, colour)
    counts = step.before.stored[:, colour]
    if before == after or counts.sum() == counts[step.seat]:
        return ()
    won = after == step.seat
    words = Sentence(f"ghawar.moment.{'won' if won else 'lost'}", words={"colour": colour_key(colour)})
    place = step.layout.stored(step.seat, colour, int(counts[step.seat]))
    return (Moment(start, place, words, step.seat if before is None else before, jolts=won),)
