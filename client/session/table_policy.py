"""Policy of a table: absence, thinking time, who may watch, who may come, how many tables play the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from core.protocol import messages as m

CLOCK_MINUTES: Final = (5, 10, 20, 40)
"""Minutes of thinking time to choose from."""
BONUS_SECONDS: Final = (0, 10, 30)
"""Seconds of bonus for every decision to choose from."""
SPECTATOR_DELAYS: Final = (0.0, 10.0, 30.0, 120.0, None)
"""Spectator delays in seconds to choose from; None: no spectators."""


class TablePolicy(msgspec.Struct, frozen=True):
    """Policy of a table; see `core.protocol.messages.Open` for each field."""

    stand_in: m.Level | None = None
    clock: m.Clock | None = None
    delay: float | None = 0.0
    password: str = ""
    duplicate: m.DuplicatePlan | None = None
    coach: bool = True

    def __repr__(self) -> str:
        """Everything but the password, which must not be printed."""
        shown = {**self.asked, "password": "…" if self.password else ""}
        return f"TablePolicy({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    @property
    def asked(self) -> dict[str, Any]:
        """The policy as fields of an `Open`."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


def comparison(levels: Iterable[m.Level]) -> m.DuplicatePlan:
    """Duplicate that compares people with AIs in their seats, as good as the best of these."""
    best: m.Level = max(levels, key=m.LEVELS.index, default="normal")
    return m.DuplicatePlan(level=best)


def clean_password(text: str) -> str:
    """A password as it is sent: the same letters, typed on any keyboard, give the same text."""
    return unicodedata.normalize("NFC", text.strip())[: m.PASSWORD_LENGTH]
