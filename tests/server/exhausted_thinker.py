"""A worker that runs out of memory when an expert thinks; other levels play properly."""

from __future__ import annotations

import sys
from typing import Any

from server.bots import worker

think = worker.think


def exhausted(asked: worker.ThinkRequest, *rest: Any) -> Any:
    if asked.level == "expert":
        raise MemoryError
    return think(asked, *rest)


if __name__ == "__main__":
    worker.think = exhausted
    worker.serve(sys.stdin.buffer, sys.stdout.buffer)
