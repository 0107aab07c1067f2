"""Leaks of a table that tests plant, to see that they are heard."""

from __future__ import annotations

from typing import Any

import pytest

from core.game import Seat
from core.protocol import messages as m
from server.tables.table import Table

Patch = pytest.MonkeyPatch


def second_thoughts(patch: Patch) -> None:
    """Everybody hears that something was taken back."""
    real = Table.withdraw

    async def leaky(self: Table, seat: Seat) -> None:
        await real(self, seat)
        self.send_all(m.Notice("net.notice.undo_refused", {"name": ""}))

    patch.setattr(Table, "withdraw", leaky)


def thinking(patch: Patch) -> None:
    """And that somebody decides."""
    real = Table.move

    async def leaky(self: Table, move: Any) -> None:
        self.send_all(m.Thinking(move.step.seat))
        await real(self, move)

    patch.setattr(Table, "move", leaky)
