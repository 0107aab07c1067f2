"""States of a session and of its commands, with their transitions; any other transition is a bug.

Welcome ─▶ taking the old place again ─▶ repeating unanswered commands ─▶ open
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final


class IllegalTransition(Exception):
    """Raised for an event that is impossible in the present state of a session or command."""


class SessionState(Enum):
    """State of a session: calling, taking its old place, repeating unanswered commands, open, lost."""

    CALLING = auto()
    RETURNING = auto()
    REPEATING = auto()
    OPEN = auto()
    LOST = auto()


class SessionEvent(Enum):
    """Event that changes the state of a session."""

    WELCOMED = auto()
    """The server has answered the call."""
    RETURNED = auto()
    """All steps of the way back are answered; the first call has none."""
    REPEATED = auto()
    """All commands sent before the connection was lost are answered."""
    LOST = auto()
    """The connection is over for whatever reason, or the person has left."""
    REDIALLED = auto()
    """The server is called once more."""


TRANSITIONS: Final = {
    (SessionState.CALLING, SessionEvent.WELCOMED): SessionState.RETURNING,
    (SessionState.RETURNING, SessionEvent.RETURNED): SessionState.REPEATING,
    (SessionState.REPEATING, SessionEvent.REPEATED): SessionState.OPEN,
    (SessionState.LOST, SessionEvent.REDIALLED): SessionState.CALLING,
    **{(state, SessionEvent.LOST): SessionState.LOST for state in SessionState},
}


class Delivery(Enum):
    """State of a command without an answer: not sent, sent, sent over a lost connection, sent again."""

    QUEUED = auto()
    SAID = auto()
    UNSURE = auto()
    SAID_AGAIN = auto()


class DeliveryEvent(Enum):
    """Event that changes the state of a command."""

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


def state_after(state: SessionState, happening: SessionEvent) -> SessionState:
    """The state of a session to which an event leads. Raises `IllegalTransition`."""
    if (state, happening) not in TRANSITIONS:
        raise IllegalTransition(f"{happening.name} while {state.name}")
    return TRANSITIONS[state, happening]


def delivery_after(delivery: Delivery, happening: DeliveryEvent) -> Delivery:
    """The state of a command to which an event leads. Raises `IllegalTransition`."""
    if (delivery, happening) not in DELIVERIES:
        raise IllegalTransition(f"{happening.name} while {delivery.name}")
    return DELIVERIES[delivery, happening]
