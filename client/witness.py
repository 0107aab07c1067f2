"""What a server says, held against the rules: nothing is believed that can be worked out here.

Pictures, routes and sounds may then trust every position they are given. While somebody may not know
everything, the rules cannot be asked; then seats and shapes are all that is checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core import codec
from core.game import CHANCE, AnyGame, Outcome, Refused, Seat
from core.match import Step
from core.series import Series


def followed(game: AnyGame, state: Any, seat: Seat, action: Any) -> Any:
    """The state after a step that the rules allow. Raises `Refused("codec.refusal.malformed")`."""
    if seat not in game.to_act(state):
        raise _wrong("seat")
    if seat == CHANCE:
        allowed = any(action == possible for possible, _ in game.chances(state))
    else:
        allowed = game.why_not(state, seat, action) is None
    if not allowed:
        raise _wrong("action")
    return game.apply(state, seat, action)


def replayed(game: AnyGame, options: Any, seats: int, log: Iterable[Step]) -> Any:
    """The state that a log leads to. Raises `Refused("codec.refusal.malformed")`."""
    state = game.start(options, seats)
    for step in log:
        state = followed(game, state, step.seat, step.action)
    return state


def agree(state: Any, views: Iterable[Any]) -> None:
    """Raises `Refused("codec.refusal.malformed")` if a view shows another state than this one."""
    wanted = codec.plain(state)
    if any(codec.plain(view) != wanted for view in views):
        raise _wrong("view")


def alike(told: Iterable[Any]) -> None:
    """Raises `Refused("codec.refusal.malformed")` if viewers hear different things of what is open to all."""
    first, *others = told
    if any(other != first for other in others):
        raise _wrong("action")


def sighted(views: dict[int, Any]) -> None:
    """Raises `Refused("codec.refusal.malformed")` if several look and none of the views is everybody's."""
    if len(views) > 1 and -1 not in views:
        raise _wrong("sights")


def judged(game: AnyGame, state: Any, to_act: tuple[Seat, ...], outcome: Outcome | None) -> None:
    """Raises `Refused("codec.refusal.malformed")` if the rules say otherwise who is to act or who has won."""
    if to_act != tuple(game.to_act(state)):
        raise _wrong("to_act")
    if outcome != game.outcome(state):
        raise _wrong("outcome")


def seated(seats: int, to_act: tuple[Seat, ...], outcome: Outcome | None, series: Series) -> None:
    """Raises `Refused("codec.refusal.malformed")` if somebody is meant who has no seat."""
    if not all(CHANCE <= seat < seats for seat in to_act):
        raise _wrong("to_act")
    if len(series.points) != seats:
        raise _wrong("series")
    if outcome is None:
        return
    whole = len(outcome.scores) == seats and len(outcome.breakdown) in (0, seats)
    if not whole or not all(0 <= seat < seats for seat in outcome.winners):
        raise _wrong("outcome")


def _wrong(detail: str) -> Refused:
    return Refused("codec.refusal.malformed", detail=detail)
