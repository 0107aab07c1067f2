"""Series: several games at one table with the seats carried over and the points added up."""

from __future__ import annotations

from typing import Any

import msgspec

from core.game import AnyGame, Goal, Outcome, Refused


class Series(msgspec.Struct, frozen=True, gc=False):
    """Account of a series at a table.

    `played` games are over; `points` is the account of each seat *as they sit now*; `options` are those of
    the present or next game.
    """

    goal: Goal
    options: Any
    points: tuple[float, ...]
    played: int = 0

    @classmethod
    def begin(cls, game: AnyGame, goal: Goal, options: Any, seats: int) -> Series:
        """Raises `Refused` for a goal that the game does not offer."""
        if goal not in game.info.goals:
            raise Refused("match.refusal.goal")
        return cls(goal, options, (0.0,) * seats)

    def scored(self, game: AnyGame, outcome: Outcome) -> Series:
        """The series after a game is scored."""
        added = tuple(a + b for a, b in zip(self.points, game.points(outcome), strict=True))
        return msgspec.structs.replace(self, points=added, played=self.played + 1)

    def following(self, game: AnyGame, outcome: Outcome) -> tuple[Series, tuple[int, ...]]:
        """The series ready for the next game, and where each seat of the last game sits now.

        Once the series is over, the next game begins a new one.
        """
        step = game.follow(self.options, outcome)
        points = tuple(self.points[seat] for seat in step.seating)
        played = self.played
        if self.over():
            points, played = (0.0,) * len(points), 0
        return Series(self.goal, step.options, points, played), tuple(step.seating)

    def over(self) -> bool:
        """Whether the goal has been reached, or nobody can catch up within the games left."""
        if self.goal.points:
            return max(self.points) >= self.goal.points
        best, *rest = sorted(self.points, reverse=True)
        left = self.goal.games - self.played
        return left <= 0 or (self.goal.games > 1 and best - rest[0] > left * self.goal.most)

    def leaders(self) -> tuple[int, ...]:
        """Seats with the most points."""
        return tuple(i for i, p in enumerate(self.points) if p == max(self.points))
