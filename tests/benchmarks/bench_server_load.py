"""A full server under load: 200 tables, 800 seats, 200 spectators, 1,000 commands a second for 2 minutes.

Goal: answered after the commit p99 ≤ 50 ms, no error, the server on one core. The load comes from other
processes over loopback, each command at its fixed time; the seconds of setting up are not counted.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

from tests.benchmarks.server_load import Window
from tests.benchmarks.server_load_process import Load, Server, Usage, cores, plans, server

GOAL = 50.0
"""Milliseconds, of 99 of 100 commands."""


def main() -> int:
    """Measure as the arguments say; 1 if the goal is missed."""
    args = arguments()
    core, others = cores()
    with tempfile.TemporaryDirectory() as folder:
        data = None if args.memory else Path(args.data or folder)
        with server(data, core) as running:
            load = Load.of(
                running.port,
                plans(args.tables, args.seats, args.spectators),
                others,
                args.rate,
                args.warm_up + args.seconds,
                args.window,
                args.browsers,
            )
            try:
                return report(running, load, args)
            finally:
                load.end()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=800)
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--browsers", type=int, default=10, help="guests who look at the list of tables")
    parser.add_argument("--rate", type=float, default=1000.0, help="commands a second")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--warm-up", type=float, default=10.0, help="seconds before, which do not count")
    parser.add_argument("--window", type=float, default=10.0)
    parser.add_argument("--data", default="", help="folder of the database; a temporary one if not given")
    parser.add_argument("--memory", action="store_true", help="without a database")
    return parser.parse_args()


def report(running: Server, load: Load, args: argparse.Namespace) -> int:
    """Print every window, then all of them together, and whether the goal is met."""
    print(f"{args.tables} tables, {args.seats} seats, {args.spectators} spectators, {args.rate:g} a second")
    before = begun = running.usage()
    whole, passed = Window(), 0.0
    for windows in load.windows():
        now = running.usage()
        seen = together(windows)
        counts = passed >= args.warm_up
        print(line(seen, before, now) + ("" if counts else "  (warming up)"), flush=True)
        if counts:
            whole = together([whole, seen])
        else:
            begun = now
        passed, before = passed + now.at - before.at, now
    verdict(whole, begun, running.usage())
    met = bool(whole.done) and percentile(everything(whole), 99) <= GOAL and not whole.errors
    print(f"goal (p99 ≤ {GOAL:g} ms, no error): {'met' if met else 'MISSED'}")
    return 0 if met else 1


def together(windows: list[Window]) -> Window:
    """What several generators have seen, or one after the other."""
    whole = Window()
    for window in windows:
        for kind, taken in window.done.items():
            whole.done.setdefault(kind, []).extend(taken)
        whole.lag += window.lag
        whole.errors += window.errors
        whole.messages += window.messages
        whole.held += window.held
        whole.games = max(whole.games, window.games)
        whole.idle += window.idle / len(windows)
    return whole


def everything(window: Window) -> list[float]:
    """All latencies, of whatever kind of command."""
    return [taken for kind in window.done.values() for taken in kind]


def percentile(values: list[float], which: float) -> float:
    """Of no values: 0."""
    return float(np.percentile(values, which)) if values else 0.0


def spread(values: list[float]) -> str:
    """p50, p95, p99 and the most of some milliseconds."""
    p50, p95, p99 = (percentile(values, which) for which in (50, 95, 99))
    return f"p50 {p50:6.2f}  p95 {p95:6.2f}  p99 {p99:6.2f}  most {max(values, default=0.0):7.2f} ms"


def line(seen: Window, before: Usage, now: Usage) -> str:
    """One window in one line."""
    taken, seconds = everything(seen), now.at - before.at
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return (
        f"{len(taken) / seconds:6.0f}/s  {spread(taken)}  core {(now.cpu - before.cpu) / seconds:4.0%}"
        f"  {now.memory / 2**20:4.0f} MiB  {now.descriptors} fd  errors {len(seen.errors)}"
        f"  generator: idle {seen.idle:3.0%}, late p99 {percentile(seen.lag, 99):.1f} ms  load {load:.1f}"
    )


def verdict(whole: Window, begun: Usage, now: Usage) -> None:
    """All windows together, game by game."""
    for kind, taken in sorted(whole.done.items(), key=lambda item: -len(item[1])):
        print(f"  {kind:12}  {len(taken):7}  {spread(taken)}")
    taken = everything(whole)
    print(f"  {'all':12}  {len(taken):7}  {spread(taken)}")
    share = (now.cpu - begun.cpu) / (now.at - begun.at)
    print(f"  server: {share:.0%} of a core; {whole.messages} messages told")
    print(f"  games finished: {whole.games}; not sent in time: {whole.held}; errors: {len(whole.errors)}")
    for error in sorted(set(whole.errors))[:10]:
        print(f"    {whole.errors.count(error)} × {error}")


if __name__ == "__main__":
    sys.exit(main())
