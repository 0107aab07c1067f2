"""A server in a process of its own: `python -m tests.server.faults.hostile_server` tells its port.

It ends with its input. Its limits are the usual ones; what it logs as an error it writes to its error output.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from server.bots.pool import DirectThinker
from server.net.listener import Listener
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby


async def _serve() -> None:
    door = Listener(Lobby("Faults", MemoryStore(), DirectThinker()))
    print(await door.listen("127.0.0.1", 0), flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        pass
    await door.close()


@contextmanager
def serving() -> Iterator[int]:
    """Such a server's port. Fails afterwards if the server has logged an error."""
    command = [sys.executable, "-m", "tests.server.faults.hostile_server"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8") as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            _, errors = process.communicate("")
        assert not errors, errors
        assert process.returncode == 0


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(_serve())
