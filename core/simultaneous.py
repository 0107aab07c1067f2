"""Sealed decisions: where several seats owe one, each decides on a branch of its own.

In a seat's branch of the game nobody else has acted. So nothing that a seat is shown while it decides can
depend on what others decide, and the order in which they decided is never visible: once the last seat is
ready, the branches are joined in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from core.game import AnyGame, Seat


class Step(msgspec.Struct, frozen=True, gc=False):
    """One action of a seat, or of chance."""

    seat: Seat
    action: Any


class Branch(msgspec.Struct, frozen=True, gc=False):
    """Decisions of one seat so far; `states[i]` is the state before `steps[i]`, the last one is the tip.

    `ply` counts every change, taking back included, so that no two positions of the branch have the same.
    """

    states: tuple[Any, ...]
    steps: tuple[Step, ...] = ()
    ply: int = 0

    @property
    def tip(self) -> Any:
        """The state at the end of the branch."""
        return self.states[-1]

    def longer(self, step: Step, state: Any) -> Branch:
        """The branch with one more decision, which leads to `state`."""
        return Branch((*self.states, state), (*self.steps, step), self.ply + 1)

    def shorter(self) -> Branch:
        """The branch without its last decision."""
        return Branch(self.states[:-1], self.steps[:-1], self.ply + 1)


Branches = dict[Seat, Branch]
"""The branches of all who decide at once, in the order of their seats."""


def new_branches(game: AnyGame, state: Any) -> Branches:
    """An empty branch for each seat, if several are to act in `state`; else none."""
    owed = game.to_act(state)
    return {seat: Branch((state,)) for seat in sorted(owed)} if len(owed) > 1 else {}


def seats_owing(game: AnyGame, lines: Branches) -> tuple[Seat, ...]:
    """The seats that are not ready."""
    return tuple(seat for seat, line in lines.items() if seat in game.to_act(line.tip))


def all_steps(lines: Branches) -> tuple[Step, ...]:
    """All decisions, in the order of the seats."""
    return tuple(step for line in lines.values() for step in line.steps)


def states_after(game: AnyGame, state: Any, steps: Iterable[Step]) -> Iterator[Any]:
    """The state after each of `steps`, made one after the other from `state` on."""
    for step in steps:
        state = game.apply(state, step.seat, step.action)
        yield state


def in_order(game: AnyGame, state: Any, steps: Sequence[Step]) -> list[Step]:
    """Legal steps from `state` on, with those that are decided at once put in the order of the seats.

    It leads to the same states: decisions made at once do not depend on each other.
    """
    ordered: list[Step] = []
    lines = new_branches(game, state)
    for step in steps:
        if not lines:
            ordered.append(step)
            state = game.apply(state, step.seat, step.action)
            lines = new_branches(game, state)
            continue
        line = lines[step.seat]
        lines[step.seat] = line.longer(step, game.apply(line.tip, step.seat, step.action))
        if not seats_owing(game, lines):
            ordered += all_steps(lines)
            *_, state = states_after(game, state, all_steps(lines))
            lines = new_branches(game, state)
    return [*ordered, *all_steps(lines)]
