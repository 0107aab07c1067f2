"""Duplicate: several tables play one game with the same draws, the seats swapped from table to table.

The sums over the tables decide. So everybody on a side has had what the others had, each at another table.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.game import AnyGame, Outcome

Points = tuple[float, ...]
"""Points of each seat of a table, or of each side."""


def side(table: int, seat: int, seats: int, game: int = 0) -> int:
    """Side for which a seat plays, 0 … `seats` - 1. `table` counts the tables of the duplicate from 0.

    `game` counts the games before: for the next one everybody goes to the seat before theirs.
    """
    return (seat + table + game) % seats


def next_seating(seats: int) -> tuple[int, ...]:
    """Seats in the last game of those who sit down for the next one, as in `core.game.NextGame`."""
    return tuple((seat + 1) % seats for seat in range(seats))


def points(game: AnyGame, outcome: Outcome) -> Points:
    """Points that each seat brings to its side: its score, or in a game without scores its victory."""
    return outcome.scores if game.info.scored else game.points(outcome)


def by_side(table: int, points: Points, game: int = 0) -> Points:
    """The points of a table's seats in the order of the sides."""
    found = {side(table, seat, len(points), game): value for seat, value in enumerate(points)}
    return tuple(found[side] for side in range(len(points)))


def sums(tables: Sequence[Points | None], game: int = 0) -> Points | None:
    """The sum of each side over all tables; None (no decision) where one was not played to the end."""
    found = [by_side(number, points, game) for number, points in enumerate(tables) if points is not None]
    if len(found) < len(tables):
        return None
    return tuple(sum(column) for column in zip(*found, strict=True))


def leaders(sums: Points) -> tuple[int, ...]:
    """Sides with the most points."""
    return tuple(side for side, value in enumerate(sums) if value == max(sums))
