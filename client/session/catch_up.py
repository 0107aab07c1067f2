"""Events from before we came to a table, made from the log of its table view.

The rules lead from step to step. A step that is face down in the log stays face down: nothing is made up, and
nobody learns more than somebody who was there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from client.session.events import GameEvent, PositionView, StepShown
from client.session.table import ClientTable
from client.session.verification import RULE_ERRORS
from core import codec, simultaneous
from core.game import Seat
from core.protocol.messages import EVERYBODY
from core.simultaneous import Step


@runtime_checkable
class CoversActions(Protocol):
    """Part of a board that the boards of games with lasting secrets have, too."""

    def workable(self, state: Any, step: Step) -> tuple[Any, Any]:
        """A step with hidden parts as the rules can make it: the state before it, and the action.

        The state is `state` with the hidden thing where the step takes it from.
        """
        ...


class PastEvent(msgspec.Struct, frozen=True):
    """Event from before we came, with the number of steps made by its end."""

    event: GameEvent
    made: int


def catch_up_events(client_table: ClientTable, coverer: object, count: int) -> tuple[PastEvent, ...]:
    """The events of the first `count` steps, as the first of the viewers saw them.

    The `coverer` is a board; it has to be one of `CoversActions` if the game has lasting secrets.

    None where the server's log does not lead to the position that the server says.
    """
    try:
        return tuple(_CatchUp(client_table, coverer).events(count))
    except RULE_ERRORS:
        return ()


class _CatchUp:
    """Goes through the log of a client table; its states hold what the viewer knows, who may have a seat."""

    def __init__(self, client_table: ClientTable, coverer: object) -> None:
        self._client_table = client_table
        self._game = client_table.game
        self._coverer = coverer
        self._seat = None if client_table.eyes == EVERYBODY else Seat(client_table.eyes)

    def events(self, count: int) -> Iterator[PastEvent]:
        """The events. Raises one of `RULE_ERRORS` for a log that is impossible."""
        client_table, log = self._client_table, self._client_table.log
        state, made = self._game.start(client_table.options, client_table.seats), 0
        while made < count:
            steps = self._at_once(state, log[made:])
            own = [step.action for step in steps if step.seat == self._seat] if len(steps) > 1 else []
            tip = yield from self._sealed(state, own, made)
            for step in steps:
                state = self._after(state, step)
            made += len(steps)
            yield self._past_event(tip, steps, state, made)
        if made == len(log):
            own = [] if self._seat is None else list(client_table.line(self._seat))
            tip = yield from self._sealed(state, own, made)
            if codec.plain(self._view(tip)) != codec.plain(client_table.latest.view(client_table.eyes)):
                raise ValueError("the log leads elsewhere")

    def _at_once(self, state: Any, log: Sequence[Step]) -> Sequence[Step]:
        """The steps that were made together, or the next one alone."""
        lines = simultaneous.new_branches(self._game, state)
        if not lines:
            return log[:1]
        for count, step in enumerate(log, start=1):
            line = lines[step.seat]
            lines[step.seat] = line.longer(step, self._after(line.tip, step))
            if not simultaneous.seats_owing(self._game, lines):
                return log[:count]
        raise ValueError("somebody has not decided")

    def _sealed(self, state: Any, own: Sequence[Any], made: int) -> Generator[PastEvent, None, Any]:
        """Add the sealed decisions of the viewer's seat; returns the state after them."""
        assert self._seat is not None or not own
        for action in own:
            before, step = state, Step(Seat(self._client_table.eyes), action)
            state = self._game.apply(before, step.seat, action)
            yield self._past_event(before, (step,), state, made, sealed=True)
        return state

    def _after(self, state: Any, step: Step) -> Any:
        action = step.action
        if isinstance(self._coverer, CoversActions) and step.seat != self._seat:
            state, action = self._coverer.workable(state, step)
        return self._game.apply(state, step.seat, action)

    def _past_event(
        self, before: Any, steps: Sequence[Step], after: Any, made: int, sealed: bool = False
    ) -> PastEvent:
        eyes = self._client_table.eyes
        events = tuple(StepShown(step.seat, {eyes: step.action}) for step in steps)
        start = made if sealed else made - len(steps)
        event = GameEvent(self._position(before, start), events, self._position(after, made), sealed)
        return PastEvent(event, made)

    def _position(self, state: Any, made: int) -> PositionView:
        return PositionView({self._client_table.eyes: self._view(state)}, made, (), self._game.outcome(state))

    def _view(self, state: Any) -> Any:
        return self._game.view(state, self._seat)
