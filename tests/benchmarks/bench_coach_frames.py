"""Frames of a table in a real window while the coach thinks, and while it does not.

For each game a person's pointer moves over the board of a table against an AI, at 1920×1080, on a display
of its own. Goals are those of `bench_client`: a frame takes ≤ 3 ms (median), ≤ 8 ms (p99). Printed are
milliseconds by the clock, and those that the window's processor computed, which other programs do not change;
beside them the seconds that the coach has computed meanwhile.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame

from client.session.adviser_client import AdviserClient
from tests.benchmarks.window import MISSING, display

FRAMES = 400
FRAME = 1 / 60
SETTLING = 120
"""Frames before the measuring."""
DEEP = 10**9
"""Tries of a request that thinks until it is forgotten."""


def wandering(width: int, height: int) -> Iterator[tuple[int, int]]:
    """Where the pointer is, frame by frame: over the middle of the window, in loops."""
    for angle in np.linspace(0, 40, FRAMES):
        yield round(width * (0.5 + 0.2 * np.sin(1.7 * angle))), round(height * (0.5 + 0.35 * np.cos(angle)))


def coach_seconds(adviser: AdviserClient) -> float:
    """Seconds of the processor that the coach's process has used."""
    process = adviser._process  # noqa: SLF001  # nobody else needs to know it
    assert process is not None
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def measure(game: str) -> None:
    """Print the two lines of a game; the window is that of the environment."""
    from client.app.navigation import Program
    from client.app.start import set_memory_policy
    from client.screens.table.screen import TableScreen
    from client.stage.settings import Settings
    from client.stage.window import App
    from core.game import Goal, Seat
    from core.protocol import messages as m

    set_memory_policy()
    adviser = AdviserClient()
    app = App(Settings(language="en", coach="off"), size=(1920, 1080))
    program = Program(app, 7)
    program.title()
    program.open(game, {}, (m.SeatPlan("me", name="Ada"), m.SeatPlan("bot", level="easy")), Goal(games=1))
    while not (isinstance(app.top, TableScreen) and app.top.model.chooser is not None):
        app.frame()
        if isinstance(app.top, TableScreen) and app.top.model.opening:
            app.top.model.skip()
    table, seat = app.top.client_table, app.top.model.chooser or Seat(0)
    for _ in range(SETTLING):
        app.frame()
    view = table.latest.view(seat)
    adviser.ask(table.game, table.options, table.seats, view, seat, 1)
    while adviser.busy:  # compiled, and at rest
        list(adviser.poll())
        time.sleep(0.05)
    for name, tries in (("coach at rest", 0), ("coach thinks", DEEP)):
        if tries:
            adviser.ask(table.game, table.options, table.seats, view, seat, tries)
        times, computed, before = list[float](), list[float](), coach_seconds(adviser)
        for spot in wandering(*app.display.surface.get_size()):
            pygame.event.post(
                pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0), touch=False)
            )
            begun, worked = time.perf_counter(), time.thread_time()
            app.frame()
            times.append(1000 * (time.perf_counter() - begun))
            computed.append(1000 * (time.thread_time() - worked))
            time.sleep(max(0.0, FRAME - times[-1] / 1000))
        thought = coach_seconds(adviser) - before
        (median, late), (mid, most) = (np.percentile(each, [50, 99]) for each in (times, computed))
        print(
            f"{game}, {name} ({thought:.1f} s): median {median:.1f} ms, p99 {late:.1f} ms;"
            f" computed {mid:.1f} and {most:.1f} ms",
            flush=True,
        )
    adviser.close()
    program.close()
    app.close()


def main() -> None:
    """Print the figures of all games, each in a process of its own."""
    if MISSING:
        print(f"frames beside the coach: not measured, there is no {MISSING}")
        return
    with display() as on, tempfile.TemporaryDirectory() as home:
        hidden = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        env = hidden | {"DISPLAY": on.name, "SDL_AUDIODRIVER": "dummy", "TILEWRIGHT_HOME": home}
        for game in ("sturt", "great_divide", "great_split", "down_under", "ghawar"):
            code = f"from tests.benchmarks.bench_coach_frames import measure; measure({game!r})"
            subprocess.run([sys.executable, "-c", code], check=True, env=env)


if __name__ == "__main__":
    main()
