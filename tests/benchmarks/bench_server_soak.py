"""A server that plays for an hour: memory and descriptors stay as they are.

200 commands a second at 200 tables. What a server remembers of each guest (the last commands they gave)
fills up in the first half hour, so the last quarter of the time is compared with the one before it. Goal: the
median of memory grows by no more than 3 %, no descriptor more, no error.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.server_load_process import Load, Server, Usage, cores, end_tidily, plans, server
from tests.benchmarks.server_load_report import everything, line, percentile, together

GROWTH = 0.03
LATE = 50.0


def main() -> int:
    """Measure as the arguments say; 1 if the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=800)
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--browsers", type=int, default=10, help="guests who look at the list of tables")
    parser.add_argument("--rate", type=float, default=200.0, help="commands a second")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--window", type=float, default=60.0, help="seconds between two lines")
    args = parser.parse_args()
    core, others = cores()
    tables = plans(args.tables, args.seats, args.spectators)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), core) as running:
        seconds = args.minutes * 60
        load = Load.of(running.port, tables, others, args.rate, seconds, args.window, args.browsers)
        try:
            return report(running, load)
        finally:
            load.end()


def report(running: Server, load: Load) -> int:
    """Print every window, then the verdict."""
    seen, errors = [running.usage()], 0
    for number, windows in enumerate(load.windows()):
        whole = together(windows)
        errors += len(whole.errors)
        seen.append(running.usage())
        slow = "  p99 over 50 ms" if percentile(everything(whole), 99) > LATE else ""
        print(f"{number + 1:3}  {line(whole, *seen[-2:])}{slow}", flush=True)
        for error in sorted(set(whole.errors))[:5]:
            print(f"     {error}")
    return verdict(seen[1:], errors)


def verdict(seen: Sequence[Usage], errors: int) -> int:
    """Compare the last quarter with the one before it; 1 if something has grown."""
    part = max(1, len(seen) // 4)
    before, after = seen[-2 * part : -part], seen[-part:]
    memory = [statistics.median(usage.memory for usage in some) for some in (before, after)]
    descriptors = [max(usage.descriptors for usage in some) for some in (before, after)]
    growth = memory[1] / memory[0] - 1
    hours = (after[-1].at - before[0].at) / 2 / 3600
    slope = (memory[1] - memory[0]) / 2**20 / hours
    print(f"memory: {memory[0] / 2**20:.1f} MiB, then {memory[1] / 2**20:.1f} MiB", end=" ")
    print(
        f"({growth:+.1%}, {slope:+.1f} MiB an hour); descriptors at most: {descriptors[0]}, {descriptors[1]}"
    )
    met = growth <= GROWTH and descriptors[1] <= descriptors[0] and not errors
    print(f"goal (flat, no error): {'met' if met else 'MISSED'}; errors: {errors}")
    return 0 if met else 1


if __name__ == "__main__":
    end_tidily()
    sys.exit(main())
