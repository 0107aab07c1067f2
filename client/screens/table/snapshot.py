"""Snapshots of a table: what a frame, the buttons and the dialogs show, as values that nobody changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from client.boards.contract import Board, Frame, Offer, SeatScore, Sentence
from client.screens.shared.clock import ClockFace
from client.screens.shared.plates import Plate
from client.screens.table.booth import BoothSnapshot
from client.screens.table.intents import OpenDialog
from client.screens.table.journal_view import Entry
from client.screens.table.layout import TableLayout
from client.ui.animation import Motion
from client.ui.intents import Device
from client.ui.overlays import Hint
from core.game import Seat


class Say(Protocol):
    """Gives a sentence in the player's language."""

    def __call__(self, key: str, /, **values: object) -> str: ...


class Surroundings(msgspec.Struct, frozen=True):
    """What views need of the app: words, motion, the device used last; `line` writes a board's sentence."""

    say: Say
    line: Callable[[Sentence], str]
    language: str
    motion: Motion
    device: Device


class CurtainSnapshot(msgspec.Struct, frozen=True):
    """The curtain: seats and names of all who may lift it, the one asked first; none while it is open.

    `pads`: each has a gamepad. `lifted_at`: seconds, while somebody has the screen.
    """

    owing: tuple[tuple[Seat, str], ...]
    pads: bool
    lifted_at: float | None

    @property
    def closed(self) -> bool:
        """Whether it hides the position."""
        return bool(self.owing)


class TableSnapshot(msgspec.Struct, frozen=True):
    """A frame of a table. `plates`, `standings` and `faces` (of clocks) are one for each seat."""

    around: Surroundings
    lay: TableLayout
    board: Board
    frame: Frame
    plates: tuple[Plate, ...]
    standings: tuple[SeatScore, ...]
    faces: tuple[ClockFace | None, ...]
    asked: Seat | None
    curtain: CurtainSnapshot
    booths: tuple[BoothSnapshot, ...]
    journal: tuple[Entry, ...]
    watching: str
    hints: tuple[Hint, ...]


class ControlsSnapshot(msgspec.Struct, frozen=True):
    """The buttons of a table and the dialog over it. `scene` counts jumps to another position."""

    scene: int
    demo: bool
    paused: bool
    undo: bool
    offers: tuple[Offer, ...]
    lay: TableLayout
    dialog: OpenDialog | None


class SeatChoice(msgspec.Struct, frozen=True):
    """What the person here may do with a seat: take it, give it away, or (not `open` yet) free it."""

    seat: int
    name: str
    takeable: bool
    gives: bool
    open: bool


class MenuSnapshot(msgspec.Struct, frozen=True):
    """The facts that dialogs depend on.

    `booths`: the text's key that changes how several decide at once, or "". `publishes`: the table can be
    opened to the LAN; `talks`: others may be at it; `kept`: the game can be gone on with if it is left.
    """

    opening: bool
    seats: tuple[SeatChoice, ...]
    booths: str
    publishes: bool
    talks: bool
    muted: bool
    kept: bool
    journal: tuple[Entry, ...]
