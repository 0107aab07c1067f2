"""States of a session and of its commands, and what leads from one to the next; all else is a bug.

Welcome ─▶ taking the old place again ─▶ saying what was not answered once more ─▶ open
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final


class IllegalTransition(Exception):
    """Something happened to a session or a command that cannot happen in its state."""


class State(Enum):
    """A session: calling, taking its old place, repeating what was not answered, open, lost."""

    CALLING = auto()
    RETURNING = auto()
    REPEATING = auto()
    OPEN = auto()
    LOST = auto()


class Event(Enum):
    """What happens to a session."""

    WELCOMED = auto()
    """The server has answered the call."""
    RETURNED = auto()
    """All steps of the way back are answered; on the first call there are none."""
    REPEATED = auto()
    """All that was said before the connection was lost is answered."""
    LOST = auto()
    """The connection is over, for whatever reason, or the person has left."""
    REDIALLED = auto()
    """The server is called once more."""


TRANSITIONS: Final = {
    (State.CALLING, Event.WELCOMED): State.RETURNING,
    (State.RETURNING, Event.RETURNED): State.REPEATING,
    (State.REPEATING, Event.REPEATED): State.OPEN,
    (State.LOST, Event.REDIALLED): State.CALLING,
    **{(state, Event.LOST): State.LOST for state in State},
}


class Delivery(Enum):
    """An unanswered command: not said yet, said, said over a lost connection, said again over this one."""

    QUEUED = auto()
    SAID = auto()
    UNSURE = auto()
    SAID_AGAIN = auto()


class DeliveryEvent(Enum):
    """What happens to a command."""

    SAY = auto()
    WELCOMED = auto()
    """There is another connection."""


DELIVERIES: Final = {
    (Delivery.QUEUED, DeliveryEvent.SAY): Delivery.SAID,
    (Delivery.UNSURE, DeliveryEvent.SAY): Delivery.SAID_AGAIN,
    (Delivery.QUEUED, DeliveryEvent.WELCOMED): Delivery.QUEUED,
    (Delivery.SAID, DeliveryEvent.WELCOMED): Delivery.UNSURE,
    (Delivery.UNSURE, DeliveryEvent.WELCOMED): Delivery.UNSURE,
    (Delivery.SAID_AGAIN, DeliveryEvent.WELCOMED): Delivery.UNSURE,
}


def state_after(state: State, event: Event) -> State:
    """The state of a session to which an event leads. Raises `IllegalTransition`."""
    if (state, event) not in TRANSITIONS:
        raise IllegalTransition(f"{event.name} while {state.name}")
    return TRANSITIONS[state, event]


def delivery_after(delivery: Delivery, event: DeliveryEvent) -> Delivery:
    """The state of a command to which an event leads. Raises `IllegalTransition`."""
    if (delivery, event) not in DELIVERIES:
        raise IllegalTransition(f"{event.name} while {delivery.name}")
    return DELIVERIES[delivery, event]
