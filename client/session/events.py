"""Events of a table as those at this screen see them: positions, and the steps from one to the next."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from core.game import AnyGame, Outcome, Seat
from core.protocol.messages import EVERYBODY


class PositionView(msgspec.Struct, frozen=True):
    """Position of a game as its viewers see it: one view each (-1: what everybody may see).

    With several viewers one of the views is everybody's. While decisions are sealed, the view of a seat is
    the state after its own ones, `plies` counts how often these have changed at this `turn`, and seats not in
    `to_act` are ready.
    """

    views: dict[int, Any]
    turn: int
    to_act: tuple[Seat, ...]
    outcome: Outcome | None
    plies: dict[int, int] = {}

    def view(self, viewer: int = EVERYBODY) -> Any:
        """The view of `viewer`; without one of their own that of everybody, or the only one."""
        return _told_to(self.views, viewer)

    def ply(self, seat: int) -> int:
        """Number of changes of this seat's sealed decisions at this turn."""
        return self.plies.get(seat, 0)


class StepShown(msgspec.Struct, frozen=True):
    """Step of a seat (or of chance), as each viewer was shown it."""

    seat: Seat
    actions: dict[int, Any]

    def action(self, viewer: int = EVERYBODY) -> Any:
        """The step as `viewer` saw it; without one of their own as everybody did, or the only viewer."""
        return _told_to(self.actions, viewer)


class GameEvent(msgspec.Struct, frozen=True):
    """Event of a game: steps, with the positions before and after them; all that an animation may depend on.

    There are several `steps` where sealed decisions were revealed together: they count as made at once. To
    the seats that made them they are nothing new (those see them made in `before` already). `sealed` marks
    such a decision when it is made, which only its seat is shown. `opening` marks what chance did before
    anybody could decide.
    """

    before: PositionView
    steps: tuple[StepShown, ...]
    after: PositionView
    sealed: bool = False
    opening: bool = False

    @property
    def seat(self) -> Seat:
        """The seat of the last step."""
        return self.steps[-1].seat

    def action(self, viewer: int = EVERYBODY) -> Any:
        """The last step as `viewer` saw it."""
        return self.steps[-1].action(viewer)


class EventSource(Protocol):
    """Source of events: a client table, or a record being replayed."""

    @property
    def position_view(self) -> PositionView:
        """The position on the screen now."""
        ...

    def next(self) -> GameEvent | None:
        """The next event to show, if there is one; afterwards `position_view` is the position after it."""
        ...


def step_event(game: AnyGame, view: Any, seat: Seat, action: Any) -> GameEvent:
    """The event that an action of a seat would be, as the seat sees it."""
    viewer, after = int(seat), game.apply(view, seat, action)
    return GameEvent(
        PositionView({viewer: view}, 0, game.to_act(view), None),
        (StepShown(seat, {viewer: action}),),
        PositionView({viewer: after}, 1, game.to_act(after), game.outcome(after)),
    )


def _told_to(views: dict[int, Any], viewer: int) -> Any:
    """The value for `viewer`; else that for everybody, or for the only viewer."""
    if viewer in views:
        return views[viewer]
    return views[EVERYBODY] if EVERYBODY in views else next(iter(views.values()))
