"""Tournaments: how much faster two workers of a Dask cluster on this machine are than one.

    ./test --bench tournament
    python -m tests.benchmarks.bench_tournament --games 2000 --game sturt

plays the same games on one worker and on two. Goal: two are at least 1.8 times as fast. Where other programs
want the processors, too, wall time says little; so games a second are also printed without the time in which
a worker was ready and had no processor (Linux counts it), and that is the ratio to look at there.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core import codec
from core.games import game as game_of
from server.tables.lobby import version
from server.tournament.contract import Tournament
from server.tournament.results import Results
from server.tournament.run import run
from server.tournament.runners import Cluster


def tournament(key: str, games: int) -> Tournament:
    """`normal` against itself."""
    game = game_of(key)
    options = codec.plain(game.info.options())
    return Tournament(
        game.info.key, game.info.rules, version(), options, game.info.seats[0], ("normal", "normal"),
        "round-robin", games, 1, 7,
    )  # fmt: skip


def busiest_thread(process: int) -> tuple[float, float]:
    """Seconds that the busiest thread of a process has run, and been ready without a processor."""
    counts = [file.read_text().split() for file in Path(f"/proc/{process}/task").glob("*/schedstat")]
    return max((int(ran) / 1e9, int(ready) / 1e9) for ran, ready, _ in counts)


def speeds(t: Tournament, workers: int) -> tuple[float, float]:
    """Games a second by wall time, and without the time in which workers had no processor; prints a row."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=":0", worker_dashboard_address=None
    ) as cluster:
        runner = Cluster(cluster.scheduler_address)
        run(tournament(t.game, 8 * workers), Results(), runner, lambda test: None)
        processes = [nanny.pid for nanny in cluster.workers.values()]
        before, begun, results = list(map(busiest_thread, processes)), time.perf_counter(), Results()
        run(t, results, runner, lambda test: None)
        seconds = time.perf_counter() - begun
        after = list(map(busiest_thread, processes))
        runner.close()
    assert len(results.played) == t.games
    ran = [end[0] - start[0] for start, end in zip(before, after, strict=True)]
    ready = [end[1] - start[1] for start, end in zip(before, after, strict=True)]
    alone = sum(
        t.games * mine / sum(ran) / (seconds - waited) for mine, waited in zip(ran, ready, strict=True)
    )
    print(
        f"| {workers} | {t.game} | {t.games} | {seconds:.1f} | {sum(ran):.1f} | {sum(ready):.1f} "
        f"| {t.games / seconds:.2f} | {alone:.2f} |",
        flush=True,
    )
    return t.games / seconds, alone


def main(arguments: Sequence[Any] | None = None) -> None:
    """Print a row for one worker and for two, and their ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--game", default="sturt")
    given = parser.parse_args(arguments)
    t = tournament(given.game, given.games)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print("| workers | game | games | s | s run | s ready | games/s | games/s without waiting |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    one, two = speeds(t, 1), speeds(t, 2)
    print(
        f"two workers against one: {two[1] / one[1]:.2f} without waiting, {two[0] / one[0]:.2f} by wall time"
    )


if __name__ == "__main__":
    main()
