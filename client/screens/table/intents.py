"""Intents of a table's buttons and dialogs: what a person wants, as values."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any, Literal

import msgspec

from client.ui.intents import Device
from core.game import Seat
from core.protocol.messages import Level

DialogKind = Literal["menu", "seats", "seat", "journal", "people", "talk", "join", "undo", "warning", "pad"]


class OpenDialog(msgspec.Struct, frozen=True):
    """Open a dialog; `seat` is the one that "seat" or "undo" is about, `action` what "warning" is about.

    "pad" asks who at the `empty` seats here has the gamepad `device`.
    """

    kind: DialogKind
    seat: int = -1
    action: Any = None
    device: Device | None = None
    empty: tuple[Seat, ...] = ()


class GivePad(msgspec.Struct, frozen=True):
    """Make a gamepad that of the person at a seat."""

    device: Device
    seat: Seat


class TakeBackBy(msgspec.Struct, frozen=True):
    """Take back the last move of whoever a device belongs to."""

    device: Device


class Decide(msgspec.Struct, frozen=True):
    """Do an action for the seat that is asked."""

    action: Any


class DecideAnyway(msgspec.Struct, frozen=True):
    """Do an action for the seat that is asked, of which the coach has warned."""

    action: Any


class ToggleOffer(msgspec.Struct, frozen=True):
    """Switch an offer of the board that has no action."""

    key: str


class TakeSeat(msgspec.Struct, frozen=True):
    """Sit down at a seat, or take it back from an AI."""

    seat: int


class FreeSeatIntent(msgspec.Struct, frozen=True):
    """Let nobody hold a seat."""

    seat: int


class HandOverIntent(msgspec.Struct, frozen=True):
    """Let an AI of this level play a seat."""

    seat: int
    level: Level


class LightStep(msgspec.Struct, frozen=True):
    """Light up where a step was made; its journal `line` is counted from the newest."""

    line: int


class SendChat(msgspec.Struct, frozen=True):
    """Say something to all at the table."""

    text: str


class AnswerUndoIntent(msgspec.Struct, frozen=True):
    """Agree to somebody taking their move back, or not."""

    yes: bool


class ChangeSpeed(msgspec.Struct, frozen=True):
    """Change the speed of everything by this number of steps; slower if negative."""

    step: int


class PlainIntent(Enum):
    """Intents without a value."""

    UNDO = auto()
    RULES = auto()
    SETTINGS = auto()
    LEAVE = auto()
    RESULT = auto()
    COPY = auto()
    SLOW_OPENING = auto()
    TOGGLE_BOOTHS = auto()
    PUBLISH = auto()
    INVITE = auto()
    PAUSE = auto()
    STEP = auto()
    SKIP = auto()
    TAKE_SEATS_BACK = auto()
    CLOSE_DIALOG = auto()
    COACH = auto()
    WHOLE_TABLE = auto()


TableIntent = (
    PlainIntent | OpenDialog | GivePad | TakeBackBy | Decide | DecideAnyway | ToggleOffer | TakeSeat
    | FreeSeatIntent | HandOverIntent | LightStep | SendChat | AnswerUndoIntent | ChangeSpeed
)  # fmt: skip
