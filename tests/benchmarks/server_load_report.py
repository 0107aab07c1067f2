"""What generators have seen, put together and put into words."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from tests.benchmarks.server_load import Window
from tests.benchmarks.server_load_process import Usage


def together(windows: Sequence[Window]) -> Window:
    """What several generators have seen, or one after the other."""
    whole = Window()
    for window in windows:
        for kind, taken in window.done.items():
            whole.done.setdefault(kind, []).extend(taken)
        whole.lag += window.lag
        whole.errors += window.errors
        whole.messages += window.messages
        whole.held += window.held
        whole.games += window.games
        whole.idle += window.idle / len(windows)
    return whole


def everything(window: Window) -> list[float]:
    """All latencies, of whatever kind of command."""
    return [taken for kind in window.done.values() for taken in kind]


def percentile(values: Sequence[float], which: float) -> float:
    """Of no values: 0."""
    return float(np.percentile(values, which)) if values else 0.0


def spread(values: Sequence[float]) -> str:
    """p50, p95, p99 and the most of some milliseconds."""
    p50, p95, p99 = (percentile(values, which) for which in (50, 95, 99))
    return f"p50 {p50:6.2f}  p95 {p95:6.2f}  p99 {p99:6.2f}  most {max(values, default=0.0):7.2f} ms"


def line(seen: Window, before: Usage, now: Usage) -> str:
    """One window in one line: what was done, what the server used, and how busy the machine was."""
    taken, seconds = everything(seen), now.at - before.at
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return (
        f"{len(taken) / seconds:6.0f}/s  {spread(taken)}  core {(now.cpu - before.cpu) / seconds:4.0%}"
        f"  {now.memory / 2**20:5.1f} MiB  {now.descriptors} fd  {commits(before, now)}"
        f"  errors {len(seen.errors)}  generator: idle {seen.idle:3.0%},"
        f" late p99 {percentile(seen.lag, 99):.1f} ms  load {load:.1f}"
    )


def commits(before: Usage, now: Usage) -> str:
    """How many commits a second, and how many lines shared one in the mean."""
    count, seconds = now.commits - before.commits, now.at - before.at
    size = (now.lines - before.lines) / count if count else 0.0
    return f"{count / seconds:3.0f} commits/s of {size:.1f}"


def verdict(whole: Window, begun: Usage, now: Usage) -> None:
    """Print all windows together, game by game."""
    for kind, taken in sorted(whole.done.items(), key=lambda item: -len(item[1])):
        print(f"  {kind:12}  {len(taken):7}  {spread(taken)}")
    taken = everything(whole)
    print(f"  {'all':12}  {len(taken):7}  {spread(taken)}")
    share = (now.cpu - begun.cpu) / (now.at - begun.at)
    print(f"  server: {share:.0%} of a core; {commits(begun, now)}; {whole.messages} messages told")
    print(f"  games finished: {whole.games}; not sent in time: {whole.held}; errors: {len(whole.errors)}")
    for error in sorted(set(whole.errors))[:10]:
        print(f"    {whole.errors.count(error)} × {error}")
