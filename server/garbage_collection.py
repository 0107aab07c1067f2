"""When a server looks for garbage that reference counts do not find.

A search through everything stops all tables for as long as it takes: 200 of them for 60 ms. So what lives as
long as the program is never looked through again, searches among what is young stay short, and one through
everything comes only where it finds something: once tables were closed and guests have left, or after long.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from time import monotonic
from typing import Final

YOUNG_THRESHOLD: Final = 1_000
"""New objects before a search of the youngest; every fifth also searches older ones."""
OLDER_THRESHOLD: Final = 5
NEVER_THRESHOLD: Final = 1_000_000_000
LEAST_INTERVAL: Final = 30.0
"""Seconds between two searches through everything, at least."""
MANY_GONE: Final = 100
"""Tables and guests that are gone: worth a search."""
LONGEST_INTERVAL: Final = 600.0
"""Seconds after which there is one anyhow."""


def freeze_startup_objects() -> None:
    """From now on; what there is lives as long as the program."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, OLDER_THRESHOLD, NEVER_THRESHOLD)


async def collect_periodically(gone: Callable[[], int]) -> None:
    """Search through everything now and then, until cancelled; `gone` counts tables and guests that were."""
    searched, known = monotonic(), gone()
    while True:
        await asyncio.sleep(LEAST_INTERVAL)
        if gone() - known >= MANY_GONE or monotonic() - searched >= LONGEST_INTERVAL:
            gc.collect()
            searched, known = monotonic(), gone()
