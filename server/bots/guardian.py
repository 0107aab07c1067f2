"""Guardian: a small process that ends the programs of this one if this one is killed.

It hears over its stdin which process groups there are, `+4711` and `-4711`. When its stdin ends, so do they.
On Windows there is none.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading


class Guardian:
    """Guardian of this process, started before its first program."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, unless it runs: before the first program, so that it hears of that at once."""
        self._send("")

    def watch(self, group: int) -> None:
        """End this process group when our process has ended, however that comes about."""
        self._send(f"+{group}\n")

    def forget(self, group: int) -> None:
        """Leave this process group alone from now on: it has been ended."""
        self._send(f"-{group}\n")

    def _send(self, line: str) -> None:
        if sys.platform == "win32":
            return
        with self._lock, contextlib.suppress(OSError):
            if self._process is None:
                self._process = self._start()
            assert self._process.stdin is not None
            self._process.stdin.write(line.encode())

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I", "-S", __file__]
        quiet, pipe = subprocess.DEVNULL, subprocess.PIPE
        return subprocess.Popen(command, 0, stdin=pipe, stdout=quiet, stderr=quiet, start_new_session=True)


GUARDIAN = Guardian()


def main() -> None:
    """Listen until the other process has ended."""
    groups = set[int]()
    for line in sys.stdin:
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    if sys.platform != "win32":
        for group in groups:
            with contextlib.suppress(OSError):
                os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
