"""Check of a game's draws: each must be the one that follows from the seed committed to (`core.chance`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final, Literal

import msgspec

from core import chance
from core.game import CHANCE, AnyGame
from core.simultaneous import Step, states_after

VerdictKind = Literal["proven", "nothing", "no_promise", "untold", "other_seed", "differs"]
"""Result of the check.

proven: every draw was made as committed. nothing: there was no draw. no_promise: there is no commitment, for
instance because earlier draws were made with another seed. untold: the seed is not known (yet). other_seed:
the seed is not the one that was committed to. differs: a draw is not the one that follows from the seed.
"""

FRAUD_VERDICTS: Final[tuple[VerdictKind, ...]] = ("other_seed", "differs")
"""Verdicts that no honest server's game gets."""


class Verdict(msgspec.Struct, frozen=True):
    """Result of the check, with the number of `draws` of the game.

    Where a draw differs, `step` is its number among all steps, counted from 0, `drawn` the draw in the game
    and `due` the draw that follows from the seed (None: nothing was to be drawn there).
    """

    kind: VerdictKind
    draws: int
    step: int = 0
    drawn: Any = None
    due: Any = None

    @property
    def is_fraud(self) -> bool:
        """Whether it is certain that something is wrong."""
        return self.kind in FRAUD_VERDICTS


def audit(
    game: AnyGame, options: Any, seats: int, steps: Sequence[Step], commitment: bytes, seed: bytes
) -> Verdict:
    """The verdict on a game of these legal steps from the start on, in the order in which they were sent.

    `commitment` and `seed` are empty where they are not known. Of sealed decisions the order does not
    matter, as long as nothing is drawn between them.
    """
    start = game.start(options, seats)
    return judge(game, chain((start,), states_after(game, start, steps)), steps, commitment, seed)


def judge(
    game: AnyGame, states: Iterable[Any], steps: Sequence[Step], commitment: bytes, seed: bytes
) -> Verdict:
    """The same as `audit`, where the states are known: one before each step."""
    draws = sum(step.seat == CHANCE for step in steps)
    if not draws:
        return Verdict("nothing", 0)
    if not commitment:
        return Verdict("no_promise", draws)
    if not seed:
        return Verdict("untold", draws)
    by_draw = chance.is_by_draw(seed, commitment)
    if not by_draw and chance.commitment(seed) != commitment:
        return Verdict("other_seed", draws)
    drawn = 0
    for number, (state, step) in enumerate(zip(states, steps, strict=False)):
        if step.seat == CHANCE:
            chances = game.chances(state)
            due = chance.draw(seed, drawn if by_draw else number, chances) if chances else None
            if step.action != due:
                return Verdict("differs", draws, number, step.action, due)
            drawn += 1
    return Verdict("proven", draws)
