"""A full server under load: 200 tables, 800 seats, 200 spectators, 1,000 commands a second for 2 minutes.

Goal: answered after the commit p99 ≤ 50 ms, no error, the server on one core. The load comes from other
processes over loopback, each command at its fixed time; the seconds of setting up are not counted. Beside it
the disk is measured by itself: what it lets wait no server can answer sooner.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.benchmarks import disk
from tests.benchmarks.disk import Disk
from tests.benchmarks.server_load import Window
from tests.benchmarks.server_load_process import Load, Server, Usage, cores, end_tidily, plans, server
from tests.benchmarks.server_load_report import everything, line, percentile, together, verdict

GOAL = 50.0
"""Milliseconds, of 99 of 100 commands."""


def main() -> int:
    """Measure as the arguments say; 1 if the goal is missed."""
    args = arguments()
    core, others = cores()
    tables = plans(args.tables, args.seats, args.spectators)
    seconds = args.warm_up + args.seconds
    window = min(args.window, args.warm_up or args.window)
    with tempfile.TemporaryDirectory() as folder, server(data := Path(args.data or folder), core) as running:
        load = Load.of(running.port, tables, others, args.rate, seconds, window, args.browsers)
        try:
            with Disk(data) as probe:
                return report(running, load, probe, args)
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
    return parser.parse_args()


def report(running: Server, load: Load, probe: Disk, args: argparse.Namespace) -> int:
    """Print every window, then all of them together, and whether the goal is met."""
    print(f"{args.tables} tables, {args.seats} seats, {args.spectators} spectators, {args.rate:g} a second")
    before = begun = running.usage()
    whole, passed = Window(), 0.0
    for windows in load.windows():
        now = running.usage()
        seen = together(windows)
        counts = passed >= args.warm_up
        print(line(seen, before, now) + ("" if counts else "  (warming up)"))
        print("    " + alone(probe, before, now), flush=True)
        if counts:
            whole = together([whole, seen])
        else:
            begun = now
        passed, before = passed + now.at - before.at, now
    verdict(whole, begun, before)
    print("  " + alone(probe, begun, before))
    met = bool(whole.done) and percentile(everything(whole), 99) <= GOAL and not whole.errors
    print(f"goal (p99 ≤ {GOAL:g} ms, no error): {'met' if met else 'MISSED'}")
    return 0 if met else 1


def alone(probe: Disk, begun: Usage, now: Usage) -> str:
    """What the disk did between two moments."""
    return disk.told(probe.since(begun.at, now.at), now.at - begun.at)


if __name__ == "__main__":
    end_tidily()
    sys.exit(main())
