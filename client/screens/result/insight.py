"""Sentence about what decided a game, from its course, its score sheets and its dice.

Nothing is claimed that these facts do not support.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from client.boards.contract import LuckReport, SeatLuck, Sentence
from client.screens.result.luck import luck_rank
from client.screens.result.score_sheet import amount, codes
from core.game import Outcome, Seat

Evaluations = Sequence[Sequence[float]]
"""Value of each seat's position at the start and after each decision, see `graph.ScoreCourse`."""

SHORTEST_GAME: Final = 6
"""Fewest decisions of a game whose course is worth a sentence."""
LEAST_LEAD_CHANGES: Final = 5
"""Fewest changes of the lead that are worth a sentence."""
LONG_LEAD: Final = 0.6
"""Share of the game for which a seat has to lead to be mentioned although it did not win."""
LATE_SHARE: Final = 0.8
"""Share of the game from which on a winner's lead counts as late."""
SHORT_LEAD: Final = 0.25
"""Share of the game below which a lead only interrupts another seat's."""
NARROW_LEAD_SHARE: Final = 0.03
WIDE_LEAD_SHARE: Final = 0.4
"""Shares of the winner's points: a margin up to the first, or from the second on, is worth a sentence."""
MOST_CATEGORY_SHARE: Final = 0.5
"""Share of the winner's points above which a category is not called decisive: that would be obvious."""
RARE_LUCK_SHARE: Final = 0.1
"""Share of fair dice that do better or worse, below which a seat's luck is remarkable."""
LEAST_PIPS_OFF: Final = 3.0
"""Pips from the expected total from which on luck is worth a sentence."""


class Insight(msgspec.Struct, frozen=True):
    """Sentence, its weight (0 … 1), and the number of the decision that it is about (0: none)."""

    line: Sentence
    weight: float
    turned: int = 0


def insights(
    outcome: Outcome, values: Evaluations, report: LuckReport | None, decisions: int
) -> tuple[Insight, ...]:
    """All insights into a game, the weightiest first; at least one. Unknown `values` are empty."""
    found = [_length(decisions), *_margins(outcome), *_categories(outcome), *_dice(outcome, report)]
    if len(outcome.winners) == 1 and decisions >= SHORTEST_GAME and len(values) == len(outcome.scores):
        found += _course(outcome.winners[0], values)
    return tuple(sorted(found, key=lambda insight: -insight.weight))


def _length(decisions: int) -> Insight:
    """Length of the game: always true, for games with no other insight."""
    return Insight(Sentence("result.insight.length", {"moves": decisions}), 0.05)


# --- the course ---------------------------------------------------------------------------------------


def leaders(values: Evaluations) -> tuple[int | None, ...]:
    """Seat that was alone ahead, at the start and after each decision; None where there was none."""
    found: list[int | None] = []
    for standing in zip(*values, strict=True):
        best = [seat for seat, value in enumerate(standing) if value == max(standing)]
        found.append(best[0] if len(best) == 1 else None)
    return tuple(found)


def _course(winner: int, values: Evaluations) -> list[Insight]:
    lead = leaders(values)
    others = {seat for seat in lead if seat not in (None, winner)}
    found = [*_long_lead(winner, lead), *_changes(lead)]
    if not others and all(row[winner] == max(row) for row in zip(*values, strict=True)):
        found.append(Insight(Sentence("result.insight.never_behind", seats=_seats(winner=winner)), 0.5))
    if others and lead[-1] == winner:
        found.append(_overtaking(winner, lead))
    return found


def _overtaking(winner: int, lead: Sequence[int | None]) -> Insight:
    """Insight: when the winner took the lead for good, and from whom."""
    last = len(lead) - 1
    taken = last + 1 - next((n for n, seat in enumerate(reversed(lead)) if seat != winner), last + 1)
    rival = lead[taken - 1]
    late = taken / last
    if rival is None:
        key = "result.insight.open" if late > LATE_SHARE else "result.insight.taken"
        told = Sentence(key, {"move": taken}, seats=_seats(winner=winner))
        return Insight(told, 0.3 + 0.4 * late, taken)
    if taken == last:
        return Insight(Sentence("result.insight.last_move", seats=_seats(rival=rival)), 1.0, taken)
    run = next((n for n, seat in enumerate(reversed(lead[:taken])) if seat != rival), taken)
    if winner in lead[: taken - run] and run < SHORT_LEAD * last:
        told = Sentence(
            "result.insight.taken_back", {"move": taken}, seats=_seats(winner=winner, rival=rival)
        )
        return Insight(told, 0.4 + 0.5 * late, taken)
    told = Sentence("result.insight.until", {"move": taken}, seats=_seats(rival=rival))
    return Insight(told, 0.4 + 0.55 * late, taken)


def _long_lead(winner: int, lead: Sequence[int | None]) -> list[Insight]:
    """Insights: seats that were ahead for most of the game and did not win."""
    shares = {seat: lead.count(seat) / len(lead) for seat in set(lead) if seat not in (None, winner)}
    return [
        Insight(
            Sentence("result.insight.long_lead", {"share": int(100 * share)}, seats=_seats(rival=seat)),
            0.6 + 0.3 * (share - LONG_LEAD) / (1 - LONG_LEAD),
        )
        for seat, share in shares.items()
        if seat is not None and share >= LONG_LEAD
    ]


def _changes(lead: Sequence[int | None]) -> list[Insight]:
    """Insight: how often the lead changed."""
    led = [seat for seat in lead if seat is not None]
    times = sum(before != after for before, after in pairwise(led))
    if times < LEAST_LEAD_CHANGES:
        return []
    return [Insight(Sentence("result.insight.changes", {"times": times}), min(0.75, 0.45 + 0.03 * times))]


# --- the score sheets ---------------------------------------------------------------------------------


def _margins(outcome: Outcome) -> list[Insight]:
    """Insight: how close the result was, or how clear."""
    scores = sorted(outcome.scores, reverse=True)
    if not outcome.breakdown or not outcome.winners:
        return []
    if len(outcome.winners) == len(scores):
        return [Insight(Sentence("result.insight.level", {"points": amount(scores[0])}), 0.9)]
    if len(outcome.winners) > 1 or scores[0] <= 0:
        return []
    margin, points = scores[0] - scores[1], amount(scores[0] - scores[1])
    if margin == 1:
        return [Insight(Sentence("result.insight.one_point"), 0.95)]
    if 0 < margin <= NARROW_LEAD_SHARE * scores[0]:
        return [Insight(Sentence("result.insight.narrow", {"points": points}), 0.85)]
    if margin >= WIDE_LEAD_SHARE * scores[0]:
        seats = _seats(winner=outcome.winners[0])
        return [Insight(Sentence("result.insight.wide", {"points": points}, seats=seats), 0.55)]
    return []


def _categories(outcome: Outcome) -> list[Insight]:
    """Insight: the category without which another seat would have been ahead alone."""
    if len(outcome.winners) != 1 or not outcome.breakdown:
        return []
    winner, found = outcome.winners[0], list[tuple[float, Insight]]()
    for code in codes(outcome):
        brought = [sum(point.amount for point in sheet if point.code == code) for sheet in outcome.breakdown]
        without = [score - part for score, part in zip(outcome.scores, brought, strict=True)]
        best = [seat for seat, score in enumerate(without) if score == max(without)]
        owed = 0 < brought[winner] <= MOST_CATEGORY_SHARE * outcome.scores[winner]
        if owed and len(best) == 1 and best[0] != winner:
            words = {"category": code}
            told = Sentence("result.insight.category", seats=_seats(rival=best[0]), words=words)
            found.append((brought[winner] - brought[best[0]], Insight(told, 0.75)))
    return [max(found, key=lambda pair: pair[0])[1]] if found else []


# --- the dice -----------------------------------------------------------------------------------------


def _dice(outcome: Outcome, report: LuckReport | None) -> list[Insight]:
    """Insight: a seat that lost with remarkably high dice, or won with remarkably low ones."""
    found = []
    for seat, luck in enumerate(report.seats if report is not None and outcome.winners else ()):
        won, off = seat in outcome.winners, luck.total - luck.due
        if abs(off) < LEAST_PIPS_OFF or not _is_rare(luck, high=not won):
            continue
        key = "result.insight.low_won" if won else "result.insight.high_lost"
        found.append(Insight(Sentence(key, {"pips": amount(abs(off))}, seats=_seats(name=seat)), 0.8))
    return found


def _is_rare(luck: SeatLuck, high: bool) -> bool:
    return (1 - luck_rank(luck) if high else luck_rank(luck)) <= RARE_LUCK_SHARE


def _seats(**seats: int) -> dict[str, Seat]:
    return {gap: Seat(seat) for gap, seat in seats.items()}
