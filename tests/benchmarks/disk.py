"""How long the disk itself lets wait, beside whatever else is measured.

No server can answer sooner than the disk has synced. On a machine shared with others a sync now and then
takes many times as long as usual, so a figure about a server needs this one of the same minutes next to it.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

import numpy as np

BLOCK: Final = 16 * 1024
"""Bytes written before each sync: about what a commit of eight lines writes."""
SIZE: Final = 256 * BLOCK
"""Of the file that is written over and over, so that it never grows."""
EVERY: Final = 0.02
"""Seconds between two syncs."""
Sync = tuple[float, float]
"""When one began (`time.monotonic`) and how many seconds it took."""


class Disk:
    """Writes and syncs a file in `folder`, in a thread of its own, as long as it is open."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "disk.probe"
        self._syncs: list[Sync] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="disk probe", daemon=True)

    def __enter__(self) -> Disk:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        self._file.unlink(missing_ok=True)

    def _work(self) -> None:
        with self._file.open("w+b", buffering=0) as file:
            file.write(bytes(SIZE))
            os.fsync(file.fileno())
            while not self._stop.wait(EVERY):
                file.seek(len(self._syncs) * BLOCK % SIZE)
                file.write(secrets.token_bytes(BLOCK))
                begun = time.monotonic()
                os.fsync(file.fileno())
                self._syncs.append((begun, time.monotonic() - begun))

    def since(self, begun: float, until: float) -> list[Sync]:
        """The syncs that began within these times."""
        return [sync for sync in self._syncs.copy() if begun <= sync[0] < until]


def least(syncs: Sequence[Sync], seconds: float, share: float) -> float:
    """Milliseconds that this share of all commands waits at most for a sync that is under way.

    That is for commands at random moments within so many `seconds`, and a server that does nothing but sync.
    """
    took = np.array([took for _, took in syncs])
    low, high = 0.0, float(took.max(initial=0.0))
    for _ in range(50):
        middle = (low + high) / 2
        if np.clip(took - middle, 0.0, None).sum() > (1.0 - share) * seconds:
            low = middle
        else:
            high = middle
    return high * 1000.0


def told(syncs: Sequence[Sync], seconds: float) -> str:
    """The syncs in words."""
    if not syncs:
        return "disk alone: no sync has ended"
    p50, p99, most = (float(np.percentile([took for _, took in syncs], q)) * 1000 for q in (50, 99, 100))
    waits = least(syncs, seconds, 0.99)
    return f"disk alone: sync p50 {p50:.2f}  p99 {p99:.1f}  most {most:.0f} ms; 99 % wait ≤ {waits:.0f} ms"
