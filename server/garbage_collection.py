"""Garbage collection of a server: when to look for objects that reference counts do not free.

A full collection stops all tables: 60 ms for 200 of them. So objects that live as long as the program are
never searched again, collections of young objects stay short, and a full one comes only where it finds
something: once tables were closed and guests have left, or after a long time.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from time import monotonic
from typing import Final

YOUNG_THRESHOLD: Final = 1_000
"""New objects before a collection of the youngest; every fifth also includes older ones."""
OLDER_THRESHOLD: Final = 5
NEVER_THRESHOLD: Final = 1_000_000_000
LEAST_INTERVAL: Final = 30.0
"""Least seconds between two full collections."""
MANY_GONE: Final = 100
"""Closed tables and departed guests that are worth a full collection."""
LONGEST_INTERVAL: Final = 600.0
"""Seconds after which there is a full collection anyhow."""


def freeze_startup_objects() -> None:
    """Exempt all objects that exist now from collections: they live as long as the program."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, OLDER_THRESHOLD, NEVER_THRESHOLD)


async def collect_periodically(gone: Callable[[], int]) -> None:
    """Make full collections when due, until cancelled; `gone` counts closed tables and departed guests."""
    searched, known = monotonic(), gone()
    while True:
        await asyncio.sleep(LEAST_INTERVAL)
        if gone() - known >= MANY_GONE or monotonic() - searched >= LONGEST_INTERVAL:
            gc.collect()
            searched, known = monotonic(), gone()
