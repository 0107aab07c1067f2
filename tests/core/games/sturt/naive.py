"""Routes by plain recursion: walk everywhere, never over a curve already run. For comparison only."""

from __future__ import annotations

from collections.abc import Iterator

from core.games.sturt.board import Board

BENDS = {"N": {"E": 1, "W": 8}, "E": {"N": 1, "S": 2}, "S": {"E": 2, "W": 4}, "W": {"S": 4, "N": 8}}
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}

Curve = tuple[int, int, int]
"""Row, column and corner bit."""


def routes(board: Board, seat: int) -> Iterator[list[tuple[Curve, str, str]]]:
    """Every route of a seat: its curves with the sides entered and left over."""
    cards = {(y, x): int(board[y, x]) for y in range(9) for x in range(9) if board[y, x]}
    rows, columns = sorted({y for y, _ in cards}), sorted({x for _, x in cards})
    lines = columns if seat == 0 else rows
    if len(lines) < 5:
        return
    entered, out = ("W", "E") if seat == 0 else ("N", "S")
    for cell in sorted(cards):
        if cell[1 - seat] == lines[0]:
            yield from _onward(cards, cell, entered, out, lines[-1], 1 - seat, [])


def _onward(
    cards: dict[tuple[int, int], int],
    cell: tuple[int, int],
    entered: str,
    out: str,
    last: int,
    axis: int,
    way: list[tuple[Curve, str, str]],
) -> Iterator[list[tuple[Curve, str, str]]]:
    for left, corner in BENDS[entered].items():
        curve = (*cell, corner)
        if not cards[cell] & corner or any(curve == run for run, _, _ in way):
            continue
        longer = [*way, (curve, entered, left)]
        if left == out and cell[axis] == last:
            yield longer
        dx, dy = STEP[left]
        following = (cell[0] + dy, cell[1] + dx)
        if following in cards:
            yield from _onward(cards, following, BACK[left], out, last, axis, longer)
