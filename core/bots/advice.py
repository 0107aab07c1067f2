"""Advice: the actions of a seat with what they are worth and what speaks for the best, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from core.bots.motifs import Motif, motifs
from core.game import AnyGame, Seat
from core.refusal import Refusal

if TYPE_CHECKING:
    from core.bots.analysis import Analysis

MOST_EXPLAINED: Final = 3
"""Actions, the best ones, whose motifs are looked for."""


class AdvisedAction(msgspec.Struct, frozen=True, gc=False):
    """Action in notation, with the seat's chance to win (0 … 1), its points, and what speaks for it.

    `tries`: playouts or positions that began with it, all of them if it ends the game; 0 where nothing is
    known about it.
    """

    action: str
    win: float = 0.0
    points: float = 0.0
    tries: int = 0
    motifs: tuple[Motif, ...] = ()


class Advice(msgspec.Struct, frozen=True):
    """Actions of a seat, the best first.

    `solved`: the values are exact. Without `measured` a bot that knows no values has chosen the only one.
    """

    actions: tuple[AdvisedAction, ...]
    solved: bool = False
    measured: bool = True

    def find(self, notation: str) -> AdvisedAction | None:
        """The action with this notation, if its values are known; else None."""
        found = next((one for one in self.actions if one.action == notation), None)
        return found if found is not None and (found.tries or self.solved) else None

    def loss(self, notation: str) -> float | None:
        """Chance to win, 0 … 1, that an action loses against the best; None if that is not known."""
        played, best = self.find(notation), self.find(self.actions[0].action)
        return None if played is None or best is None else max(0.0, best.win - played.win)


class AdviceRequest(msgspec.Struct, frozen=True):
    """Request for advice to a seat, by what it may know, as plain data.

    With `tries` the answer depends on nothing else, and there is one; with 0 there are several, by the clock.
    `also`: an action, in notation, that is explained like the best; with `compare` searched as long, too.
    """

    number: int
    game: str
    options: Any
    seats: int
    view: Any
    seat: int
    tries: int = 0
    also: str = ""
    compare: bool = False


class AdviceReply(msgspec.Struct, frozen=True):
    """Answer to the request with this number; more follow unless it is the `last`."""

    number: int
    advice: Advice | None
    last: bool
    trouble: Refusal | None = None


def advice_of(game: AnyGame, view: Any, seat: Seat, analysis: Analysis, also: str = "") -> Advice:
    """The advice that follows from an analysis; the action `also` (notation) is explained like the best."""
    actions = list[AdvisedAction]()
    for rank, ranked in enumerate(analysis.actions):
        notation = game.notation(ranked.action)
        explained = rank < MOST_EXPLAINED or notation == also
        why = motifs(game, view, seat, ranked.action) if explained else ()
        tries = analysis.iterations if ranked.ends else int(ranked.visits)
        actions.append(AdvisedAction(notation, float(ranked.win), float(ranked.points), tries, why))
    return Advice(tuple(actions), analysis.solved)


def choice(game: AnyGame, view: Any, seat: Seat, action: Any) -> Advice:
    """The advice to do an action, where nothing is measured."""
    only = AdvisedAction(game.notation(action), motifs=motifs(game, view, seat, action))
    return Advice((only,), measured=False)
