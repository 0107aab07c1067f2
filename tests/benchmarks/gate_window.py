"""A window beside the gate, as a process: what its frames take while a table is played.

    python -m tests.benchmarks.gate_window PORT TABLE SECONDS

Prints as JSON the milliseconds of processor that a frame takes, and how late frames came.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from typing import Final

from client.gate.guest import GuestKeys, GuestProgram
from client.session.gate_order import GateTarget
from client.session.identity import ProgramIdentity
from client.stage.settings import Settings
from client.stage.window import FPS, App

SIZE: Final = (1280, 720)
WARMED: Final = 5.0
"""Seconds until a window has drawn everything once."""


def main(port: int, table: int, seconds: float) -> None:
    """Watch a table for this time, as the window of its host would."""
    app = App(Settings(), size=SIZE, headless=True)
    keys = GuestKeys("", lambda kept: None)
    program = GuestProgram(app, GateTarget("127.0.0.1", port, table), keys, ProgramIdentity(), _nothing)
    program.arrive()
    spent, late = list[float](), list[float]()
    begun = due = time.perf_counter()
    while due < begun + WARMED + seconds:
        time.sleep(max(0.0, due - time.perf_counter()))
        came, before = time.perf_counter() - due, time.process_time()
        app.frame()
        if due > begun + WARMED:
            late.append(1000 * came)
            spent.append(1000 * (time.process_time() - before))
        due = max(due + 1 / FPS, time.perf_counter())
    print(json.dumps({"spent": statistics.median(spent), "late": sorted(late)[int(0.95 * len(late))]}))


def _nothing(name: str, data: bytes) -> None:
    pass


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
