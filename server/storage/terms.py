"""Terms of a table: what was chosen when it was opened, as the journal keeps it."""

from __future__ import annotations

import msgspec

from core.protocol.messages import Clock, Level


class DuplicatePlace(msgspec.Struct, frozen=True, gc=False):
    """Duplicate that a table belongs to: number of its first table, number of tables, level of its AIs.

    The numbers of its tables follow each other. For `level` see `core.protocol.commands.DuplicatePlan`.
    """

    first: int
    tables: int
    level: Level | None = None


class Terms(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Terms of a table: what was chosen when it was opened, and holds as long as it is there.

    For most see `core.protocol.commands.Open`. `pause` is the one it began with. `password` is empty or as
    `server.net.passwords` has it. `duplicate` is the one it belongs to, None without one.
    """

    title: str
    pause: float = 0.0
    seed: int | None = None
    stand_in: Level | None = None
    clock: Clock | None = None
    delay: float | None = 0.0
    password: bytes = b""
    duplicate: DuplicatePlace | None = None
    coach: bool = True
