"""When a server looks for garbage that reference counts do not find.

A search through everything stops all tables for as long as it takes. So what lives as long as the program
is never looked through again, searches among what is young stay short, and one through everything happens at
fixed times, however much was made meanwhile: it finds tables that were closed and guests who have left.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

YOUNG: Final = 1_000
"""So many more objects than before are looked through; every twentieth time those found alive too."""
OLDER: Final = 20
NEVER: Final = 1_000_000_000
EVERY: Final = 30.0
"""Seconds between two searches through everything."""


def settle() -> None:
    """From now on; what there is lives as long as the program."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, NEVER)


async def tend() -> None:
    """Search through everything now and then, until cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
