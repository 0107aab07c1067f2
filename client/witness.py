"""What a server says, held against the rules: nothing is believed that can be worked out here.

Pictures, routes and sounds may then trust every position they are given. Where somebody may not know
everything there are several *worlds*: states that fit all that was told. One of them is the real one, so a
server that leaves none has lied. Only where there are too many, seats and shapes are all that is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import msgspec

from core import codec
from core.game import CHANCE, AnyGame, Outcome, Refused, Seat
from core.match import Step
from core.messages import EVERYBODY
from core.series import Series

MANY: Final = 600
"""More worlds than these are not followed. In The Great Divide there are at most 256."""


class Guess(msgspec.Struct, frozen=True):
    """A step as it may have been: its number in the log, and the state before it."""

    number: int
    before: Any
    step: Step


class World(msgspec.Struct, frozen=True):
    """A state that may be the real one; `last` is the step to it, `guessed` are those not told in full."""

    state: Any
    last: Guess | None = None
    guessed: tuple[Guess, ...] = ()


Worlds = Sequence[World]


def replayed(
    game: AnyGame, start: Any, log: Sequence[Step], views: Mapping[int, Any], viewer: int
) -> Worlds | None:
    """The worlds to which a log leads, as `viewer` sees it by now; None if they are too many.

    Where a view has no secrets there is one, with nothing guessed. Raises
    `Refused("codec.refusal.malformed")` if there is none.
    """
    secrets = secret(game, views)
    worlds: Worlds = (World(start),)
    tried = 0
    for number, step in enumerate(log):
        worlds = _after(game, worlds, number, step.seat, (step.action,), guess=secrets)
        if not worlds:
            raise _wrong("action")
        tried += len(worlds) if worlds[0].guessed else 0
        if tried > MANY:
            return None
    as_told = [
        world
        for world in worlds
        if all(_seen(game, world, guess, viewer) == log[guess.number].action for guess in world.guessed)
    ]
    return _fitting(game, as_told, views)


def followed(
    game: AnyGame, worlds: Worlds, number: int, seat: Seat, told: Mapping[int, Any], views: Mapping[int, Any]
) -> Worlds | None:
    """The worlds after step number `number`, as each viewer was `told` it and sees the state after it.

    None if they are too many. Raises `Refused("codec.refusal.malformed")` if there is none.
    """
    after = _after(game, worlds, number, seat, tuple(told.values()), guess=secret(game, views))
    if len(after) > MANY:
        return None
    as_told = [
        world
        for world in after
        if world.last and all(_seen(game, world, world.last, who) == action for who, action in told.items())
    ]
    if not as_told:
        raise _wrong("action")
    return _fitting(game, as_told, views)


def secret(game: AnyGame, views: Mapping[int, Any]) -> bool:
    """Whether somebody may not know everything about the position with these views."""
    return all(map(game.secrets, views.values()))


def _after(
    game: AnyGame, worlds: Worlds, number: int, seat: Seat, told: Collection[Any], guess: bool
) -> Worlds:
    """Up to one more than `MANY` worlds after a step of which this was told."""
    found = (after for world in worlds for after in _steps(game, world, number, seat, told, guess))
    return tuple(islice(found, MANY + 1))


def _steps(
    game: AnyGame, world: World, number: int, seat: Seat, told: Collection[Any], guess: bool
) -> Iterator[World]:
    """What is told if the rules allow it, for a hidden step looks like none; else all that they allow."""
    state = world.state
    if seat not in game.to_act(state):
        return
    in_full = next((action for action in told if _allowed(game, state, seat, action)), None)
    actions = (in_full,) if in_full is not None else _possible(game, state, seat) if guess else ()
    for action in actions:
        last = Guess(number, state, Step(seat, action))
        guessed = world.guessed if in_full is not None else (*world.guessed, last)
        yield World(game.apply(state, seat, action), last, guessed)


def _allowed(game: AnyGame, state: Any, seat: Seat, action: Any) -> bool:
    if seat == CHANCE:
        return action in _possible(game, state, seat)
    return game.why_not(state, seat, action) is None


def _possible(game: AnyGame, state: Any, seat: Seat) -> Sequence[Any]:
    if seat == CHANCE:
        return [action for action, _ in game.chances(state)]
    return game.legal(state, seat)


def _seen(game: AnyGame, world: World, guess: Guess, viewer: int) -> Any:
    """A step as `viewer` sees it in this world."""
    seat, action = guess.step.seat, guess.step.action
    return game.seen(guess.before, seat, action, _viewer(viewer), world.state)


def _fitting(game: AnyGame, worlds: Worlds, views: Mapping[int, Any]) -> Worlds:
    wanted = {viewer: codec.plain(view) for viewer, view in views.items()}
    fitting = [
        world
        for world in worlds
        if all(codec.plain(game.view(world.state, _viewer(who))) == view for who, view in wanted.items())
    ]
    if not fitting:
        raise _wrong("view")
    return fitting


def _viewer(number: int) -> Seat | None:
    return None if number == EVERYBODY else Seat(number)


def alike(told: Iterable[Any]) -> None:
    """Raises `Refused("codec.refusal.malformed")` if viewers hear different things of what is open to all."""
    first, *others = told
    if any(other != first for other in others):
        raise _wrong("action")


def sighted(seats: int, views: Mapping[int, Any]) -> None:
    """Raises `Refused("codec.refusal.malformed")` if somebody looks who has no seat, or several look and none
    of the views is everybody's.
    """
    if not all(EVERYBODY <= viewer < seats for viewer in views):
        raise _wrong("sights")
    if len(views) > 1 and EVERYBODY not in views:
        raise _wrong("sights")


def judged(game: AnyGame, worlds: Worlds | None, to_act: tuple[Seat, ...], outcome: Outcome | None) -> None:
    """Raises `Refused("codec.refusal.malformed")` if the rules say otherwise who is to act or who has won.

    Both are the same in all worlds: everybody may know them, and nobody wins while there are secrets.
    """
    if worlds is not None and to_act != tuple(game.to_act(worlds[0].state)):
        raise _wrong("to_act")
    if outcome != (None if worlds is None else game.outcome(worlds[0].state)):
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
