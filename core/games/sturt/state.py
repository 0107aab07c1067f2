"""Types of Sturt's Stony Desert: options, actions, and the state."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
import numpy as np

from core.game import Outcome, Seat
from core.games.sturt.board import DESERT_SIZE, FULL_SUPPLY, Supply

GROWING_CARDS: Final = DESERT_SIZE * DESERT_SIZE
"""Cards on the board at which phase 1 ends."""


class Options(msgspec.Struct, frozen=True, gc=False):
    """Options: how connections are announced, whether draws are ruled out, and who begins."""

    announce: Literal["automatic", "by hand"] = "automatic"
    no_draws: bool = False
    first: Literal[0, 1] = 0


# --- Actions -------------------------------------------------------------------------------------------


class Lay(msgspec.Struct, frozen=True, gc=False, tag="lay"):
    """Lay the card with these `corners` on cell `x`, `y`, seen from the first card at 0, 0.

    On an empty cell in phase 1, over a card in phase 2. `announce` says "I have a connection".
    """

    corners: int
    x: int
    y: int
    announce: bool = False


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Nothing can be laid."""


class Declare(msgspec.Struct, frozen=True, gc=False, tag="declare"):
    """Claim that neither seat can connect any more; the other goes on alone."""


class Stop(msgspec.Struct, frozen=True, gc=False, tag="stop"):
    """End going on alone."""


Action = Lay | Pass | Declare | Stop


# --- State ---------------------------------------------------------------------------------------------


class State(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A position.

    `corners` is the board (int8, shape (9, 9), index [y + 4, x + 4], see `board`); `turn` the seat to
    act; `announced` says that the last move announced a connection (by hand only); `passed` that it was
    a pass; `last` is the cell of the last card; `alone` the seat that goes on alone after the other declared.
    """

    options: Options
    corners: np.ndarray
    turn: Seat
    supply: Supply = FULL_SUPPLY
    announced: bool = False
    passed: bool = False
    last: tuple[int, int] | None = None
    alone: Seat | None = None
    result: Outcome | None = None

    @property
    def phase(self) -> Literal[1, 2]:
        """1 while the desert grows to 25 cards, 2 while cards are covered."""
        return 1 if self.supply.on_field < GROWING_CARDS else 2


def opponent(seat: Seat) -> Seat:
    """The opponent."""
    return Seat(1 - seat)


# --- How it ends ---------------------------------------------------------------------------------------

Reason = Literal["early", "early_both", "early_gift", "gift", "connected", "declared_wrong", "declared_right"]
"""Reason of a win: the last part of a text's key."""


def win_outcome(winner: Seat, reason: Reason) -> Outcome:
    """The outcome of a game that this seat has won."""
    return Outcome((winner,), (1.0, 0.0) if winner == 0 else (0.0, 1.0), f"sturt.reason.{reason}")


DRAW_OUTCOME: Final = Outcome((Seat(0), Seat(1)), (0.5, 0.5), "sturt.reason.draw")
