"""The gate as a process of its own: `python -m client.gate`.

It reads one line of JSON from stdin: where to bring its guests (`GateOrder`), writes one with its port, word
and token (`GateOpened`), or with the reason why there is none, and ends when stdin does.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import Final

import msgspec
import pygame

from client.app.start import set_memory_policy
from client.gate.server import Gate
from client.session.gate_order import GateOpened, GateOrder
from client.ui import fonts

NICENESS: Final = 5
"""Niceness of the gate, which steps back for the server and the host's window, on systems that know that."""


def main() -> int:
    """Run the gate until stdin ends; the exit code."""
    try:
        order = msgspec.json.decode(sys.stdin.buffer.readline(), type=GateOrder)
    except (msgspec.DecodeError, ValueError) as error:
        return _tell(GateOpened(trouble=str(error)))
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))  # so that pictures get the format of a screen
    set_memory_policy()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        return asyncio.run(_run(order))
    finally:
        fonts.forget_fonts()
        pygame.quit()


async def _run(order: GateOrder) -> int:
    gate, loop, ended = Gate(order.target, order.code), asyncio.get_running_loop(), asyncio.Event()
    try:
        port = await gate.listen(order.host, order.port)
    except OSError as error:
        return _tell(GateOpened(trouble=str(error)))
    _tell(GateOpened(port, order.code.word, order.code.token))

    def wait_for_end() -> None:
        sys.stdin.buffer.read()
        loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=wait_for_end, daemon=True).start()
    await ended.wait()
    await gate.close()
    return 0


def _tell(gate_opened: GateOpened) -> int:
    """Say where the gate is; the exit code."""
    sys.stdout.buffer.write(msgspec.json.encode(gate_opened) + b"\n")
    sys.stdout.buffer.flush()
    return 1 if gate_opened.trouble else 0


if __name__ == "__main__":
    sys.exit(main())
