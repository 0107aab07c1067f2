"""Game over positions that are views: what depends on something unknown is refused, nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np

from core import codec, position
from core.game import CHANCE, AnyGame, Refusal, Refused, Seat
from core.position_fields import UNKNOWN_WORD

SAMPLES: Final = 16
"""States behind a view that are tried: what comes out alike in all of them counts as known."""
HIDDEN: Final = "referee.refusal.hidden"
RULE_ERRORS: Final = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, RuntimeError)
"""Exceptions that rules may raise over what is unknown."""


class PartialGame:
    """Game whose positions may have something unknown in them, and is otherwise unchanged.

    A seat *knows* a position if the position is all that it may know there. Only such a seat is told what is
    legal and may decide, as long as what comes of it is the same in all states that it thinks possible.
    """

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game, self.seats = game, seats

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def legal(self, s: Any, seat: Seat) -> Sequence[Any]:
        """Everything that `seat` may do; nothing if it would know more than this position."""
        return self.game.legal(s, seat) if self._knows(s, seat) else ()

    def why_not(self, s: Any, seat: Seat, action: Any) -> Refusal | None:
        """Why `seat` may not do `action`; it may do nothing if it would know more than this position."""
        if not self._knows(s, seat):
            return Refusal("position.refusal.unknown_to_seat")
        return self.game.why_not(s, seat, action)

    def chances(self, s: Any) -> Sequence[tuple[Any, Any]]:
        """Draws that chance may make; none where that depends on what is unknown."""
        if self.game.to_act(s) != (CHANCE,) or self._is_whole(s):
            return self.game.chances(s)
        found = [self.game.chances(state) for state in self._states(s, self._viewer(s))]
        return found[0] if all(each == found[0] for each in found) else ()

    def apply(self, s: Any, seat: Seat, action: Any) -> Any:
        """The position after `action`. Raises `Refused(HIDDEN)` if that depends on what is unknown."""
        if self._is_whole(s):
            return self.game.apply(s, seat, action)
        viewer = self._viewer(s) if seat == CHANCE else seat
        after = [
            self.game.view(self.game.apply(state, seat, action), viewer) for state in self._states(s, viewer)
        ]
        if any(codec.encode(each) != codec.encode(after[0]) for each in after):
            raise Refused(HIDDEN)
        return after[0]

    def view(self, s: Any, viewer: Seat | None) -> Any:
        """View of a seat. Raises `Refused` if it would know more than that."""
        if not self._is_whole(s) and not self._knows(s, viewer):
            raise Refused("position.refusal.unknown_to_seat")
        return self.game.view(s, viewer)

    def _is_whole(self, s: Any) -> bool:
        return UNKNOWN_WORD not in position.write(position.usual(self.game), self.seats, s)

    def _knows(self, s: Any, viewer: Seat | None) -> bool:
        """Whether a position is all that a viewer may know there."""
        if self._is_whole(s):
            return True
        try:
            seen = self.game.view(s, viewer)
            possible = self.game.view(self.game.sample_state(s, viewer, np.random.default_rng(0)), viewer)
        except (Refused, *RULE_ERRORS):
            return False
        return codec.encode(seen) == codec.encode(s) == codec.encode(possible)

    def _viewer(self, s: Any) -> Seat | None:
        """Somebody who knows a position. Raises `Refused("position.refusal.unknown")` if nobody does."""
        for viewer in (None, *map(Seat, range(self.seats))):
            if self._knows(s, viewer):
                return viewer
        raise Refused("position.refusal.unknown")

    def _states(self, s: Any, viewer: Seat | None) -> list[Any]:
        """States that a viewer thinks possible, the same each time."""
        rng = np.random.default_rng(SAMPLES)
        return [self.game.sample_state(s, viewer, rng) for _ in range(SAMPLES)]


def with_views(game: AnyGame, seats: int) -> AnyGame:
    """The game, ready for a beginning with something unknown in it."""
    if UNKNOWN_WORD not in position.beginning(game):
        return game
    return cast("AnyGame", PartialGame(game, seats))
