"""Open information: the part of the contract that is the same in every game that hides nothing."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np

from core.game import Seat

S = TypeVar("S")
A = TypeVar("A")


class OpenInformation(Generic[S, A]):
    """Rules of a game in which everybody sees everything; see `core.game.Game` for each method."""

    def view(self, s: S, viewer: Seat | None) -> S:
        """The whole state."""
        return s

    def secrets(self, s: S) -> bool:
        """There are none."""
        return False

    def seen(self, s: S, seat: Seat, a: A, viewer: Seat | None, now: S) -> A:
        """Every action as it is."""
        return a

    def sample_state(self, view: S, seat: Seat | None, rng: np.random.Generator) -> S:
        """The same: there is nothing hidden to fill in."""
        return view
