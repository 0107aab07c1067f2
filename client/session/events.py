"""Events of a table as those at this screen see them: positions, and the steps from one to the next."""

from __future__ import annotations

from typing import Any

import msgspec

from core.game import Outcome, Seat
from core.protocol.messages import EVERYBODY


class PositionView(msgspec.Struct, frozen=True):
    """A moment of a game as its viewers see it: one view each (-1: what everybody may see).

    Where there are several, one of them is everybody's. While decisions are sealed the view of a seat is
    where its own have led, `plies` counts how often these have changed at this `turn`, and who is not in
    `to_act` is ready.
    """

    views: dict[int, Any]
    turn: int
    to_act: tuple[Seat, ...]
    outcome: Outcome | None
    plies: dict[int, int] = {}

    def view(self, viewer: int = EVERYBODY) -> Any:
        """The view of `viewer`; without it everybody's, or the only one there is."""
        return _told_to(self.views, viewer)

    def ply(self, seat: int) -> int:
        """How often the sealed decisions of a seat have changed at this turn."""
        return self.plies.get(seat, 0)


class StepShown(msgspec.Struct, frozen=True):
    """A step of a seat (or of chance), for each viewer as it was told of it."""

    seat: Seat
    actions: dict[int, Any]

    def action(self, viewer: int = EVERYBODY) -> Any:
        """The step as `viewer` saw it when it was told; without that as everybody did, or whoever did."""
        return _told_to(self.actions, viewer)


class GameEvent(msgspec.Struct, frozen=True):
    """What happened, with what was before and what is after it: all that an animation may depend on.

    `steps` are several where sealed decisions were opened together: they were made at once, and to the seats
    that made them they are nothing new (in `before` those see them made). With `sealed` it is such a decision
    when it is made, told to nobody else. With `opening` chance did it before anybody could decide.
    """

    before: PositionView
    steps: tuple[StepShown, ...]
    after: PositionView
    sealed: bool = False
    opening: bool = False

    @property
    def seat(self) -> Seat:
        """Whose the last step is."""
        return self.steps[-1].seat

    def action(self, viewer: int = EVERYBODY) -> Any:
        """The last step as `viewer` saw it."""
        return self.steps[-1].action(viewer)


def _told_to(told: dict[int, Any], viewer: int) -> Any:
    """What `viewer` is told; else what everybody is, or whoever is told anything."""
    if viewer in told:
        return told[viewer]
    return told[EVERYBODY] if EVERYBODY in told else next(iter(told.values()))
