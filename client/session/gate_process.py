"""The gate beside this program: its process, begun and ended from here."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import IO, Final

import msgspec

from client.session.gate_codes import code_of
from client.session.gate_order import GateOpened, GateOrder, GateTarget

GATE_MODULE: Final = "client.gate"


class GateProcess:
    """Gate that is opened with `open`, and closed with `close` or this program.

    `opened` is None until it has said where it is; then it may have `trouble`.
    """

    def __init__(self, module: str = GATE_MODULE) -> None:
        self._module = module
        self._process: subprocess.Popen[bytes] | None = None
        self._target: GateTarget | None = None
        self.opened: GateOpened | None = None
        self.folder: Path | None = None

    def open(self, gate_target: GateTarget) -> None:
        """Bring guests there from now on. Nothing happens if the gate does so already.

        Codes are kept in the `folder` of the server's data, if there is one.
        """
        if gate_target == self._target and (self.opened is None or not self.opened.trouble):
            return
        self.close()
        self._target = gate_target
        try:
            self._process = process = start(
                GateOrder(gate_target, code=code_of(gate_target.table, self.folder)), self._module
            )
        except OSError as error:
            self.opened = GateOpened(trouble=str(error))
            return
        assert process.stdout is not None
        Thread(target=self._hear, args=(process, process.stdout), daemon=True).start()

    def _hear(self, process: subprocess.Popen[bytes], said: IO[bytes]) -> None:
        """Take what a process says of itself, if it is still the one that was begun last."""
        opened = read(said)
        if process is self._process:
            self.opened = opened

    def close(self) -> None:
        """Close the gate: all its guests are sent away."""
        process, self._process = self._process, None
        self._target = self.opened = None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    if pipe is not None:
                        pipe.close()


def start(order: GateOrder, module: str = GATE_MODULE) -> subprocess.Popen[bytes]:
    """A process that is a gate until its stdin ends. Raises OSError."""
    from server.bots.pool import HIDDEN_WINDOW, worker_environment

    process = subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**worker_environment(), "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        creationflags=HIDDEN_WINDOW,
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(order) + b"\n")
    process.stdin.flush()
    return process


def read(said: IO[bytes]) -> GateOpened:
    """Message in which a gate tells of itself."""
    with contextlib.suppress(OSError, ValueError):
        return msgspec.json.decode(said.readline(), type=GateOpened)
    return GateOpened(trouble="it has ended")
