"""The client's figures: frames while everything moves, the first picture of a table, memory.

For each game, at 1920×1080 (goals: median ≤ 3 ms, p99 ≤ 8 ms a frame) and 3840×2160 (≤ 8, ≤ 20):
Sturt while cards fly; a full table of The Great Divide, water and tiles in motion; The Great Split with
seven seats, wallets and steps in motion; Down Under with four long paths that grow; Ghawar with four
trucks that drive. The title is drawn ≤ 0.6 s after the process starts, the first picture of a table
≤ 0.4 s after it was asked for; memory with all five tables opened one after another in one process is
≤ 220 MB (at 1920×1080).
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import numpy as np

from client.app.navigation import Program
from client.app.start import set_memory_policy
from client.screens.table.screen import TableScreen
from client.stage.settings import Settings
from client.stage.window import App
from client.ui.intents import Turn
from core.game import Goal, Seat
from core.games.down_under.board import length
from core.games.great_divide.state import Draw
from core.protocol import messages as m
from tests.client.boards.ghawar.wants import wants

SIZES = (((1920, 1080), 3, 8), ((3840, 2160), 8, 20))
"""Windows, with the goals for a frame in milliseconds: median, p99."""
FIRST = 0.4
"""Seconds until a table is seen."""
CARDS = 60
FRAME = 1 / 60
RIVERS = {"two_ocean_pass": True, "earthquake": True, "events": 2, "limited_selection": True}
"""Everything that moves; and no cards are chosen unseen, so nobody has to lift a curtain."""
LYING = 44
"""Tiles that lie when the measuring of The Great Divide begins."""
RESTING = 20
"""Frames between two steps in which only the water moves."""


WALKABOUT = 32
"""Cards that lie when the measuring of Down Under begins."""
WIDE = {"size": "easy"}
"""The widest field."""

DRIVEN = 6
"""Rounds of driving before the measuring of Ghawar begins: by then all trucks are out on the roads."""
TRIPS = 5
"""Rounds of driving in which it is measured."""

COUCH = (m.SeatPlan("me", name="Ada"), m.SeatPlan("me", name="Bo"))
FOUR = tuple(m.SeatPlan("me", name=name) for name in ("Ada", "Bo", "Cy", "Di"))
SEVEN = (m.SeatPlan("me", name="Ada"), *[m.SeatPlan("bot", level="easy")] * 6)


def table(
    app: App, program: Program, game: str, options: dict[str, Any], plans: tuple[m.SeatPlan, ...] = COUCH
) -> TableScreen:
    """A table for these people, on the screen."""
    program.title()
    program.open(game, options, plans, Goal(games=1))
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
        position = screen.client_table.latest
        if position.outcome is not None:
            break
        legal = screen.client_table.game.legal(position.view(), position.to_act[0])
        screen.model.decide(legal[int(rng.integers(len(legal)))])
        while (
            screen.client_table.latest is position
            or screen.client_table.waiting
            or screen.model.playback.busy
        ):
            clock += FRAME
            flying = screen.model.playback.busy
            begun = time.perf_counter()
            app.frame(clock, events=[])
            if flying:
                times.append((time.perf_counter() - begun) * 1000)
    return times


def currents(app: App, screen: TableScreen) -> list[float]:
    """Milliseconds of each frame on a well filled board of The Great Divide: at rest and in motion."""
    rng = np.random.default_rng(7)
    clock, times = app.now, []
    while screen.client_table.latest.outcome is None:
        position = screen.client_table.latest
        full = np.count_nonzero(position.view().tiles + 1) >= LYING
        legal = screen.client_table.game.legal(position.view(), position.to_act[0])
        draws = [action for action in legal if isinstance(action, Draw)]
        screen.model.decide(draws[0] if draws else legal[int(rng.integers(len(legal)))])
        rest = RESTING if full else 1
        while (
            screen.client_table.latest is position
            or screen.client_table.waiting
            or screen.model.playback.busy
            or rest
        ):
            if screen.model.playback.busy and not full:
                screen.model.playback.skip()
            rest = (
                rest
                if screen.model.playback.busy or screen.client_table.latest is position
                else max(0, rest - 1)
            )
            clock += FRAME
            begun = time.perf_counter()
            app.frame(clock, events=[])
            if full:
                times.append((time.perf_counter() - begun) * 1000)
    return times


def wallets(app: App, screen: TableScreen) -> list[float]:
    """Milliseconds of each frame of The Great Split from the second round on: one person, six AIs.

    While nothing moves and nobody is asked, the AIs think; such frames draw nothing and are left out.
    """
    rng = np.random.default_rng(7)
    clock, times, seat = app.now, list[float](), Seat(0)
    while screen.client_table.latest.outcome is None:
        busy, view = screen.model.playback.busy, screen.client_table.latest.view(seat)
        if not busy and screen.model.asked == seat and not screen.model.state.pending:
            legal = screen.client_table.game.legal(view, seat)
            screen.model.decide(legal[int(rng.integers(len(legal)))])
        if busy and view.round == 1:
            screen.model.playback.skip()
        clock += FRAME
        begun = time.perf_counter()
        app.frame(clock, events=[])
        if view.round > 1 and (busy or screen.model.asked == seat):
            times.append((time.perf_counter() - begun) * 1000)
        elif not busy:
            time.sleep(0.002)
    return times


def walkabouts(app: App, screen: TableScreen) -> list[float]:
    """Milliseconds of each frame of Down Under once much lies: cards fly, and paths grow far.

    At rest legal places breathe, with the card in hand over one of them.
    """
    clock, times = app.now, list[float]()
    while screen.client_table.latest.outcome is None:
        position, game = screen.client_table.latest, screen.client_table.game
        view, seat = position.view(), position.to_act[0]
        full = len(view.cards) >= WALKABOUT
        screen.model.board.handle(Turn(step=1), screen.model.frame())
        for _ in range(RESTING if full else 0):
            clock += FRAME
            times.append(_frame(app, clock))
        screen.model.decide(max(game.legal(view, seat), key=lambda action: _worth(game, view, seat, action)))
        while (
            screen.client_table.latest is position
            or screen.client_table.waiting
            or screen.model.playback.busy
        ):
            if not full:
                screen.model.playback.skip()
            clock += FRAME
            took = _frame(app, clock)
            if full:
                times.append(took)
    return times


def trips(app: App, screen: TableScreen) -> list[float]:
    """Milliseconds of each frame of Ghawar while four trucks drive, load and bring home, and between.

    Derricks pump all the while; at rest the spaces in reach breathe.
    """
    rng = random.Random(7)
    clock, times, done = app.now, list[float](), False
    while not done and screen.client_table.latest.outcome is None:
        position, game = screen.client_table.latest, screen.client_table.game
        view, asked = position.view(), screen.model.asked is not None and not screen.model.state.pending
        driving = view.stage in ("die", "move") and view.rounds >= DRIVEN
        done = driving and view.rounds == DRIVEN + TRIPS
        for _ in range(RESTING if driving and asked else 0):
            clock += FRAME
            times.append(_frame(app, clock))
        if asked:
            screen.model.decide(wants(view, game.legal(view, position.to_act[0]), rng))
        if not driving:
            screen.model.playback.skip()
        clock += FRAME
        took = _frame(app, clock)
        if driving:
            times.append(took)
    return times


def _frame(app: App, clock: float) -> float:
    """Milliseconds of one frame."""
    begun = time.perf_counter()
    app.frame(clock, events=[])
    return (time.perf_counter() - begun) * 1000


def _worth(game: Any, view: Any, seat: Seat, action: Any) -> tuple[int, int]:
    """Open ends of the own path, and all lengths: so paths go on for long."""
    after = game.apply(view, seat, action)
    return after.paths[seat].tips.count("open"), sum(map(length, after.paths))


def told(what: str, times: list[float], median: int, worst: int) -> None:
    """Print the figures of some frames beside their goals."""
    cut = statistics.quantiles(times, n=100)
    print(
        f"{what}: median {cut[49]:.2f} ms (goal {median}), p99 {cut[98]:.2f} ms (goal {worst}), "
        f"{len(times)} frames"
    )


def first_picture() -> float:
    """Seconds from the start of a process to its first drawn title."""
    code = (
        "import sys, time; from client.stage.window import App; from client.app.navigation import Program;"
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


def first_table(app: App, program: Program, game: str) -> float:
    """Seconds from opening a table to its first picture."""
    program.title()
    app.frame(events=[])
    begun = time.perf_counter()
    program.open(game, {}, COUCH, Goal(games=1))
    while not isinstance(app.top, TableScreen):
        app.frame(events=[])
    app.frame(events=[])
    return time.perf_counter() - begun


def tables(size: tuple[int, int], median: int, worst: int) -> None:
    """Print what every game's table costs in a window of this size, in a process of its own."""
    set_memory_policy()
    app = App(Settings(language="en"), size=size, headless=True)
    program = Program(app, 7)
    window = f"{size[0]}×{size[1]}"
    for game in ("sturt", "great_divide", "great_split", "down_under", "ghawar"):
        took = first_table(app, program, game)
        print(f"{game} {window}: first picture {took:.2f} s (goal {FIRST})")
    print(f"memory with all five tables opened, {window}: {memory():.0f} MB at most (goal 240 at 1920×1080)")
    told(f"sturt {window}, cards fly", flights(app, table(app, program, "sturt", {})), median, worst)
    rivers = currents(app, table(app, program, "great_divide", RIVERS))
    told(f"great_divide {window}, rivers in motion", rivers, median, worst)
    ring = wallets(app, table(app, program, "great_split", {}, SEVEN))
    told(f"great_split {window}, seven seats resolve", ring, median, worst)
    paths = walkabouts(app, table(app, program, "down_under", WIDE, FOUR))
    told(f"down_under {window}, four paths grow", paths, median, worst)
    trucks = trips(app, table(app, program, "ghawar", {}, FOUR))
    told(f"ghawar {window}, four trucks drive", trucks, median, worst)
    print(f"memory with all five games played, {window}: {memory():.0f} MB at most", flush=True)
    program.close()
    app.close()


def main() -> None:
    """Print the figures."""
    starts = sorted(first_picture() for _ in range(5))
    print(f"title drawn after process start: median {starts[2]:.2f} s, worst {starts[-1]:.2f} s (goal 0.6 s)")
    for index in range(len(SIZES)):
        code = f"from tests.benchmarks.bench_client import SIZES, tables; tables(*SIZES[{index}])"
        subprocess.run([sys.executable, "-c", code], check=True)


if __name__ == "__main__":
    main()
