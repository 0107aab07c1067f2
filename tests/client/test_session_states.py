"""What can happen to a session and to its commands, and that nothing else can."""

from __future__ import annotations

from itertools import product

import pytest

from client.session.states import (
    DELIVERIES,
    TRANSITIONS,
    Delivery,
    DeliveryEvent,
    IllegalTransition,
    SessionEvent,
    SessionState,
    delivery_after,
    state_after,
)

WAY = (
    SessionEvent.WELCOMED,
    SessionEvent.RETURNED,
    SessionEvent.REPEATED,
    SessionEvent.LOST,
    SessionEvent.REDIALLED,
)


def test_a_session_goes_its_way_round() -> None:
    state = SessionState.CALLING
    for event, then in zip(
        WAY,
        (
            SessionState.RETURNING,
            SessionState.REPEATING,
            SessionState.OPEN,
            SessionState.LOST,
            SessionState.CALLING,
        ),
        strict=True,
    ):
        state = state_after(state, event)
        assert state is then


def test_a_connection_may_be_lost_at_any_time() -> None:
    assert {state_after(state, SessionEvent.LOST) for state in SessionState} == {SessionState.LOST}


@pytest.mark.parametrize(
    ("state", "event"), [pair for pair in product(SessionState, WAY[:3] + WAY[4:]) if pair not in TRANSITIONS]
)
def test_nothing_else_happens_to_a_session(state: SessionState, event: SessionEvent) -> None:
    assert WAY[(list(SessionState).index(state))] is not event, "the table lacks a step of the way"
    with pytest.raises(IllegalTransition, match=f"{event.name} while {state.name}"):
        state_after(state, event)


def test_a_command_is_said_once_over_each_connection() -> None:
    """What was said over a lost one is unsure until it is said again; what was not said stays new."""
    say, welcomed = DeliveryEvent.SAY, DeliveryEvent.WELCOMED
    said = delivery_after(Delivery.QUEUED, say)
    unsure = delivery_after(said, welcomed)
    assert (said, unsure, delivery_after(unsure, say)) == (
        Delivery.SAID,
        Delivery.UNSURE,
        Delivery.SAID_AGAIN,
    )
    assert delivery_after(Delivery.SAID_AGAIN, welcomed) is unsure is delivery_after(unsure, welcomed)
    assert delivery_after(Delivery.QUEUED, welcomed) is Delivery.QUEUED


@pytest.mark.parametrize("delivery", [Delivery.SAID, Delivery.SAID_AGAIN])
def test_nothing_is_said_twice_over_one_connection(delivery: Delivery) -> None:
    with pytest.raises(IllegalTransition, match=f"SAY while {delivery.name}"):
        delivery_after(delivery, DeliveryEvent.SAY)
    assert len(DELIVERIES) == len(Delivery) * len(DeliveryEvent) - 2
