"""The client's figures: frames while a card flies, the first picture, memory.

Goals: a Sturt table at 1920×1080 while a card flies median ≤ 3 ms and p99 ≤ 8 ms a frame; the title is
drawn ≤ 1.0 s after the process starts; memory ≤ 200 MB.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import numpy as np

from client.app import App
from client.program import Program
from client.screens.table import TableScreen
from client.settings import Settings
from core import messages as m
from core.game import Goal

SIZE = (1920, 1080)
CARDS = 60
FRAME = 1 / 60


def table(app: App, program: Program) -> TableScreen:
    """A couch table, on the screen."""
    program.title()
    plans = (m.Plan("me", name="Ada"), m.Plan("me", name="Bo"))
    program.open("sturt", {}, plans, Goal(games=1))
    while not isinstance(app.top, TableScreen):
        app.frame(events=[])
    begun = app.now
    while app.now < begun + 1.0:
        app.frame(events=[])
    return app.top


def flights(app: App, screen: TableScreen) -> list[float]:
    """Milliseconds of each frame while cards fly: from the decision to the end of the animation."""
    rng = np.random.default_rng(7)
    clock, times = app.now, []
    for _ in range(CARDS):
        position = screen.mirror.latest
        if position.outcome is not None:
            break
        legal = screen.mirror.game.legal(position.view(), position.to_act[0])
        screen.decide(legal[int(rng.integers(len(legal)))])
        while screen.mirror.latest is position or screen.mirror.waiting or screen.stage.busy:
            clock += FRAME
            flying = screen.stage.busy
            begun = time.perf_counter()
            app.frame(clock, events=[])
            if flying:
                times.append((time.perf_counter() - begun) * 1000)
    return times


def first_picture() -> float:
    """Seconds from the start of a process to its first drawn title."""
    code = (
        "import sys, time; from client.app import App; from client.program import Program;"
        "a = App(size=(1920, 1080), headless=True); Program(a).title(); a.frame(); print(time.time())"
    )
    begun = time.time()
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(run.stdout.split()[-1]) - begun


def memory() -> float:
    """The most memory this process has held, in MB; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def main() -> None:
    """Print the figures."""
    starts = sorted(first_picture() for _ in range(5))
    print(f"title drawn after process start: median {starts[2]:.2f} s, worst {starts[-1]:.2f} s (goal 1.0 s)")
    app = App(Settings(language="en"), size=SIZE, headless=True)
    program = Program(app, 7)
    times = flights(app, table(app, program))
    cut = statistics.quantiles(times, n=100)
    print(
        f"table {SIZE[0]}×{SIZE[1]} while a card flies: median {cut[49]:.2f} ms (goal 3), "
        f"p99 {cut[98]:.2f} ms (goal 8), {len(times)} frames"
    )
    print(f"memory at most: {memory():.0f} MB (goal 200)")
    program.close()
    app.close()


if __name__ == "__main__":
    main()
