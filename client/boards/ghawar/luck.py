"""Luck of all seats: their rolls for trucks, and the derricks that dice brought, compared with fair dice."""

from __future__ import annotations

from typing import Final

import numpy as np

from client.boards.contract import LuckReport, SeatLuck, Sentence
from core.game import Seat
from core.games.ghawar.state import FIELD_SIZE, State

PIPS: Final = np.arange(1, FIELD_SIZE + 1)
DICE_ROLLS: Final = FIELD_SIZE * FIELD_SIZE
"""Number of results of two dice."""


def luck_report(s: State) -> LuckReport:
    """Luck in a finished game: how often each seat rolled each number, and how many derricks it got."""
    return LuckReport(tuple(map(str, PIPS)), tuple(_luck(s, Seat(seat)) for seat in range(s.seats)))


def _luck(s: State, seat: Seat) -> SeatLuck:
    counts = s.rolled[seat]
    rolls, total = int(counts.sum()), int(counts @ PIPS)
    odds = total_chances(rolls)
    below = total - rolls
    return SeatLuck(
        counts=tuple(map(int, counts)),
        expected=rolls / FIELD_SIZE,
        total=total,
        due=rolls * float(PIPS.mean()),
        less=float(odds[:below].sum()),
        more=float(odds[below + 1 :].sum()),
        facts=(_derricks(s, seat),),
    )


def total_chances(rolls: int) -> np.ndarray:
    """Probability of `rolls` … 6 · `rolls` pips with fair dice (float64, shape (5 · rolls + 1,))."""
    odds = np.ones(1)
    for _ in range(rolls):
        odds = np.convolve(odds, np.full(FIELD_SIZE, 1 / FIELD_SIZE))
    return odds


def _derricks(s: State, seat: Seat) -> Sentence:
    """Sentence on a seat's derricks, which no move changes, and how many its dice might have brought."""
    placed = int((s.derricks == seat).sum())
    whole, tenths = divmod(round(10 * int(s.hoped[seat]) / DICE_ROLLS), 10)
    return Sentence("ghawar.luck.derricks", {"placed": placed, "whole": whole, "tenths": tenths})
