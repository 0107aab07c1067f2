"""Snapshots of a table: values that say what a frame, the buttons and the dialogs show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from client.boards.contract import Board, Frame, Offer, SeatScore, Sentence
from client.screens.shared.clock import ClockFace
from client.screens.shared.plates import Plate
from client.screens.table.booth import BoothSnapshot
from client.screens.table.coach import CoachSnapshot
from client.screens.table.intents import OpenDialog
from client.screens.table.journal_view import Entry
from client.screens.table.layout import TableLayout
from client.ui.animation import Motion
from client.ui.bindings import KeyLabels
from client.ui.intents import Device
from client.ui.overlays import Hint
from core.game import Seat


class Translate(Protocol):
    """Gives a sentence in the player's language."""

    def __call__(self, key: str, /, **values: object) -> str: ...


class Surroundings(msgspec.Struct, frozen=True):
    """App as views need it: words, motion, labels of keys; `line` makes a board's sentence text."""

    translate: Translate
    line: Callable[[Sentence], str]
    language: str
    motion: Motion
    labels: KeyLabels


class CurtainSnapshot(msgspec.Struct, frozen=True):
    """Snapshot of the curtain: seats and names of all who may lift it, the one asked first; empty if open.

    Others than that one have gamepads of their own. `lifted_at`: seconds, while somebody has the screen;
    `device`: what the one asked lifts it with; `away`: their gamepad has gone.
    """

    owing: tuple[tuple[Seat, str], ...]
    lifted_at: float | None
    device: Device
    away: bool = False

    @property
    def closed(self) -> bool:
        """Whether the curtain hides the position."""
        return bool(self.owing)


class TableSnapshot(msgspec.Struct, frozen=True):
    """Snapshot of a frame of a table. `plates`, `standings` and `faces` (of clocks) are one for each seat."""

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
    coach: CoachSnapshot | None = None


class ControlsSnapshot(msgspec.Struct, frozen=True):
    """Snapshot of a table's buttons and the dialog over it. `scene` counts jumps to another position."""

    scene: int
    demo: bool
    paused: bool
    undo: bool
    offers: tuple[Offer, ...]
    lay: TableLayout
    dialog: OpenDialog | None


class SeatChoice(msgspec.Struct, frozen=True):
    """Choice that a person has with a seat: take it, give it away, or (unless it is `open`) free it."""

    seat: int
    name: str
    takeable: bool
    gives: bool
    open: bool


class MenuSnapshot(msgspec.Struct, frozen=True):
    """Facts that the dialogs of a table depend on.

    `booths`: the key of the text that offers another way for several to decide at once, or "". `publishes`:
    the table can be opened to the LAN; `talks`: others may be at it; `kept`: the game can be gone on with if
    it is left; `invites`: devices can be invited; `pad`: the gamepad in use, if somebody's own. `coach`:
    it may be asked; `warning`: what it says before an action that loses much.
    """

    opening: bool
    seats: tuple[SeatChoice, ...]
    booths: str
    publishes: bool
    invites: bool
    talks: bool
    muted: bool
    kept: bool
    journal: tuple[Entry, ...]
    coach: bool = False
    warning: str = ""
    pad: Device | None = None
