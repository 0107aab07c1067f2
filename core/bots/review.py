"""Review of a game: what each decision was worth, where the game turned, and how well each seat decided.

The values come from advice to the seat that decided, by what it knew then (`core.bots.advice`). After all
decisions those that seem to have lost most are checked by a longer search, before anybody is shown them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, inf
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from core.bots.advice import Advice, AdvisedAction
from core.bots.motifs import Motif
from core.bots.parts import has_part, part_of
from core.game import CHANCE, AnyGame, Seat
from core.record import Record

REVIEW_VERSION: Final = 4
"""Counted up when reviews are made otherwise: older ones are made anew."""
USUAL_TRIES: Final = 1_000
"""Tries of a search for each decision of a game that names no number of its own."""
LEAST_TRIES: Final = 20
"""Tries from which on the value of an action that was played counts as known."""
MOST_CHECKS: Final = 8
"""Decisions that are checked at most: those that seem to have lost most."""
CHECK_FACTOR: Final = 5
"""Tries of a check, as a multiple of those for each decision."""
MOST_TURNING_POINTS: Final = 4
LEAST_TURN: Final = 0.08
"""Share of a game that a decision must lose to be a turning point."""
BLUNDER: Final = 0.15
"""Share of a game that a decision must lose to be one to learn from."""
EQUAL: Final = 0.02
"""Share of a game by which actions may differ and be called equally good."""
MOST_EQUAL: Final = 8

Verdict = Literal["flawless", "strong", "sound", "shaky", "wild"]
VERDICTS: Final[tuple[tuple[float, Verdict], ...]] = (
    (0.08, "flawless"), (0.25, "strong"), (0.5, "sound"), (1.0, "shaky"), (inf, "wild")
)  # fmt: skip
"""Words for how well a seat decided, each with the loss of all its decisions below which it is used.

Of a mean the many decisions at which nothing can be lost would make good play.
"""

Share = Annotated[float, Meta(ge=0, le=1)]


class ReviewedDecision(msgspec.Struct, frozen=True, gc=False):
    """Decision with its values: `win` of the best action, `got` of the one that was played; None: not known.

    `step` is its number in the record, from 0; `best` and `played` are notation, `motifs` what speaks for the
    best alone. `expected`: points in the end, as they were to be expected with the best; `points`: those that
    the decision lost, 0 where that is not known. `checked`: the values are those of a longer search, which
    compared the two; `equal` are then other actions that are as good as the best.
    """

    step: int
    seat: int
    played: str
    best: str
    win: Share
    got: Share | None
    motifs: tuple[Motif, ...] = ()
    points: float = 0.0
    checked: bool = False
    equal: tuple[str, ...] = ()
    expected: float = 0.0

    @property
    def loss(self) -> float:
        """Chance to win, 0 … 1, that it lost; 0 where that is not known."""
        return 0.0 if self.got is None else max(0.0, self.win - self.got)


class Review(msgspec.Struct, frozen=True):
    """Review of a game, as far as it has come: `decisions` of the `total` that there are to look at.

    `game_points`: the points that weigh as much as a game, where losses are counted in points; else 0.
    """

    total: int
    decisions: tuple[ReviewedDecision, ...] = ()
    version: int = REVIEW_VERSION
    game_points: float = 0.0

    @property
    def done(self) -> bool:
        """Whether all decisions have been looked at, and all checks made."""
        return len(self.decisions) == self.total and self.next_check() is None

    def loss(self, one: ReviewedDecision) -> float:
        """Loss of a decision, as a share of a game."""
        return one.points / self.game_points if self.game_points else one.loss

    def checked(self) -> tuple[ReviewedDecision, ...]:
        """The decisions that have been checked, the worst first."""
        return tuple(sorted((one for one in self.decisions if one.checked), key=lambda one: -self.loss(one)))

    def to_check(self) -> tuple[int, ...]:
        """Indices of the decisions still to be checked, the worst first; none before all are known."""
        if len(self.decisions) < self.total:
            return ()
        due = [
            index
            for index, one in enumerate(self.decisions)
            if not one.checked and self.loss(one) >= LEAST_TURN
        ]
        due.sort(key=lambda index: -self.loss(self.decisions[index]))
        return tuple(due[: MOST_CHECKS - len(self.checked())])

    def next_check(self) -> int | None:
        """Index of the decision to be checked next; None: no other is."""
        return next(iter(self.to_check()), None)

    def turning_points(self) -> tuple[ReviewedDecision, ...]:
        """The checked decisions that lost most, in their order."""
        worst = [one for one in self.checked() if self.loss(one) >= LEAST_TURN][:MOST_TURNING_POINTS]
        return tuple(sorted(worst, key=lambda one: one.step))

    def blunders(self, seat: Seat) -> tuple[ReviewedDecision, ...]:
        """The checked decisions of a seat that lost much, the worst first."""
        return tuple(one for one in self.checked() if one.seat == seat and self.loss(one) >= BLUNDER)

    def value(self, one: ReviewedDecision) -> float:
        """Prospect of a seat before a decision: its chance to win; points where these are counted."""
        return one.expected if self.game_points else one.win

    def lost(self, one: ReviewedDecision) -> float:
        """Part of that value that a decision lost."""
        return one.points if self.game_points else one.loss

    def mean_loss(self, seat: Seat) -> float:
        """Mean loss of a seat's decisions; 0 if none is known."""
        known = [self.lost(one) for one in self.decisions if one.seat == seat and one.got is not None]
        return fsum(known) / len(known) if known else 0.0

    def verdict(self, seat: Seat) -> Verdict | None:
        """Word for how well a seat decided; None if none of its decisions is known."""
        known = [self.loss(one) for one in self.decisions if one.seat == seat and one.got is not None]
        return next(word for end, word in VERDICTS if fsum(known) < end) if known else None

    def course(self, seat: Seat, seats: int) -> tuple[tuple[int, float], ...]:
        """Prospects of a seat before each of its decisions; of two seats, chances before every one."""
        both = seats == 2 and not self.game_points
        return tuple(
            (one.step, self.value(one) if one.seat == seat else 1 - one.win)
            for one in self.decisions
            if one.seat == seat or both
        )

    def luck(self, played: Record) -> tuple[float, ...]:
        """Luck of each seat, more than of all on average; empty if there were no draws that are known.

        What it could hope for changed by that much from one of its decisions to the next, where something was
        drawn between. Chances that others gave away meanwhile are no luck: each to all its opponents alike.
        """
        given = tuple(self._given(played, Seat(seat)) for seat in range(played.header.seats))
        known = [one for one in given if one is not None]
        if len(known) < len(given):
            return ()
        mean = fsum(known) / len(known)
        return tuple(one - mean for one in known)

    def _given(self, played: Record, seat: Seat) -> float | None:
        """Gain of a seat by draws, as far as its decisions say it; None if nothing was drawn between them."""
        total, drawn, gifts = 0.0, False, 0.0
        before: ReviewedDecision | None = None
        for one in self.decisions:
            if one.seat != seat:
                gifts += 0.0 if self.game_points else one.loss / (played.header.seats - 1)
                continue
            if before is not None and before.got is not None and _draws(played, before.step, one.step):
                drawn = True
                total += self.value(one) - self.value(before) + self.lost(before) - gifts
            before, gifts = one, 0.0
        return total if drawn else None


def decisions_of(played: Record) -> tuple[int, ...]:
    """Numbers of the steps in which a seat had a choice."""
    return tuple(
        number
        for number, step in enumerate(played.steps)
        if step.seat != CHANCE and len(played.game.legal(played.states[number], step.seat)) > 1
    )


def reviewed(played: Record, number: int, advice: Advice, checked: bool = False) -> ReviewedDecision:
    """The decision of a step, by the advice that its seat would have got."""
    step = played.steps[number]
    notation = played.game.notation(step.action)
    best = advice.actions[0]
    known = {one.action: one for one in advice.actions if advice.solved or one.tries >= LEAST_TRIES}
    found = best if notation == best.action else known.get(notation)
    got, lost = (None, 0.0) if found is None else (found.win, max(0.0, best.points - found.points))
    unit = game_points(played.game)
    equal = [
        one.action
        for one in known.values()
        if one.action not in (best.action, notation)
        and ((best.points - one.points) / unit if unit else best.win - one.win) <= EQUAL
    ]
    return ReviewedDecision(
        number,
        int(step.seat),
        notation,
        best.action,
        _share(best.win),
        _share(got),
        _only_of(best, advice, notation),
        lost,
        checked,
        tuple(equal[:MOST_EQUAL]) if checked else (),
        best.points,
    )


def _only_of(best: AdvisedAction, advice: Advice, played: str) -> tuple[Motif, ...]:
    """Facts that speak for the best action, and not for the one that was played as well."""
    shared = {
        (motif.code, *sorted(motif.values.items()))
        for one in advice.actions
        if one.action == played != best.action
        for motif in one.motifs
    }
    return tuple(motif for motif in best.motifs if (motif.code, *sorted(motif.values.items())) not in shared)


def with_values_after(decisions: Sequence[ReviewedDecision], played: Record) -> tuple[ReviewedDecision, ...]:
    """Decisions whose action was hardly tried get the value of the position that it led to.

    That is known where two play without secrets, and no chance acts before the next decision.
    """
    if played.header.seats != 2 or played.game.info.hidden:
        return tuple(decisions)
    values = list[ReviewedDecision]()
    for one, after in zip(decisions, [*decisions[1:], None], strict=True):
        if one.got is None and after is not None and not _draws(played, one.step, after.step):
            got = after.win if after.seat == one.seat else 1 - after.win
            one = msgspec.structs.replace(one, got=min(one.win, got))
        values.append(one)
    return tuple(values)


def begin(played: Record) -> Review:
    """The review of a game in which nothing has been looked at."""
    return Review(len(decisions_of(played)), game_points=game_points(played.game))


def tries_for(game: AnyGame) -> int:
    """Tries of a search for each decision: a game's own `REVIEW_TRIES`, in its `bot/player.py`."""
    tries: int = _of_player(game, "REVIEW_TRIES", USUAL_TRIES)
    return tries


def game_points(game: AnyGame) -> float:
    """Points that weigh as much as a game: a game's own `REVIEW_POINTS`; 0 where chances are counted."""
    points: float = _of_player(game, "REVIEW_POINTS", 0.0)
    return points


def _of_player(game: AnyGame, name: str, usual: Any) -> Any:
    """Value of a name in a game's `bot/player.py`."""
    key = game.info.key
    return getattr(part_of(key, "player"), name, usual) if has_part(key, "player") else usual


def _draws(played: Record, first: int, end: int) -> bool:
    return any(step.seat == CHANCE for step in played.steps[first:end])


def _share(value: Any) -> Any:
    """A value kept between 0 and 1; None stays."""
    return None if value is None else min(1.0, max(0.0, value))
