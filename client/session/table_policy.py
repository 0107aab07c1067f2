"""How a table treats its people: while somebody is away or thinks for long, who may watch, who may come."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

import msgspec

from core.protocol import messages as m

CLOCK_MINUTES: Final = (5, 10, 20, 40)
"""Minutes of thinking time to choose from."""
BONUS_SECONDS: Final = (0, 10, 30)
"""Seconds more for every decision."""
SPECTATOR_DELAYS: Final = (0.0, 10.0, 30.0, 120.0, None)
"""So many seconds late spectators may see what happens; None: there are none."""


class TablePolicy(msgspec.Struct, frozen=True):
    """See `core.protocol.messages.Open`, which says each of these."""

    stand_in: m.Level | None = None
    clock: m.Clock | None = None
    delay: float | None = 0.0
    password: str = ""

    def __repr__(self) -> str:
        """Without the password: what is printed somewhere may be read by anybody."""
        lock = "locked" if self.password else "open"
        return f"Manners({self.stand_in}, {self.clock}, {self.delay}, {lock})"

    @property
    def asked(self) -> dict[str, Any]:
        """As fields of an `Open`."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


def clean_password(text: str) -> str:
    """A password as it is sent: typed on whatever keyboard, the same letters are the same."""
    return unicodedata.normalize("NFC", text.strip())[: m.PASSWORD_LENGTH]
