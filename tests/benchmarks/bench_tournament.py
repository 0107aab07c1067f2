"""Tournaments: how much faster two workers of a Dask cluster are than one, and two processes than one.

    ./test --bench tournament
    python -m tests.benchmarks.bench_tournament --games 2000 --game sturt

plays the same games each time, on clusters that are begun on this machine. Goal: two workers ≥ 1.8 times as
fast as one. Processor time is printed, too: it shows where other programs took the processors away.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from typing import Any

import psutil

from core import codec
from core.games import game as game_of
from server.tables.lobby import version
from server.tournament.contract import Tournament
from server.tournament.results import Results
from server.tournament.run import run
from server.tournament.runners import Cluster, InProcess, Processes, Runner


def tournament(key: str, games: int) -> Tournament:
    """`normal` against itself."""
    game = game_of(key)
    options = codec.plain(game.info.options())
    return Tournament(
        game.info.key, game.info.rules, version(), options, game.info.seats[0], ("normal", "normal"),
        "round-robin", games, 1, 7,
    )  # fmt: skip


def processor_seconds() -> float:
    """Processor time of this process and of its children."""
    alive = [psutil.Process(), *psutil.Process().children(recursive=True)]
    return sum(sum(process.cpu_times()[:2]) for process in alive)


def measure(name: str, t: Tournament, runner: Runner) -> float:
    """Print and return the seconds of a tournament, after a few games to warm up."""
    run(tournament(t.game, 8), Results(), runner, lambda test: None)
    begun, used = time.perf_counter(), processor_seconds()
    results = Results()
    run(t, results, runner, lambda test: None)
    seconds, processor = time.perf_counter() - begun, processor_seconds() - used
    assert len(results.played) == t.games
    speed = t.games / seconds
    print(f"| {name} | {t.game} | {t.games} | {seconds:.1f} | {speed:.1f} | {processor:.1f} |", flush=True)
    return seconds


def cluster(name: str, t: Tournament, workers: int) -> float:
    """The same on a cluster of this machine."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=None, worker_dashboard_address=None
    ) as local:
        runner = Cluster(local.scheduler_address)
        seconds = measure(name, t, runner)
        runner.close()
    return seconds


def main(arguments: Sequence[Any] | None = None) -> None:
    """Print a row for each way to play."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--game", default="sturt")
    given = parser.parse_args(arguments)
    t = tournament(given.game, given.games)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print("| where | game | games | s | games/s | processor s |\n| --- | --- | --- | --- | --- | --- |")
    alone = measure("this process", t, InProcess())
    processes = Processes(2)
    two_processes = measure("2 processes", t, processes)
    processes.close()
    one, two = cluster("1 Dask worker", t, 1), cluster("2 Dask workers", t, 2)
    print(f"2 processes against this one: {alone / two_processes:.2f}")
    print(f"2 Dask workers against 1: {one / two:.2f}")


if __name__ == "__main__":
    main()
