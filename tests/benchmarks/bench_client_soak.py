"""An hour in which AIs play, with a resize a minute: what the program keeps of it in memory.

Without words the show of the shelf, which goes through all games; else what the command line says, like
`demo ghawar`. Goal: ≤ 260 MB at every look, and no more in the last quarter than in the second.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import subprocess
import time

from tests.benchmarks.window import MISSING, display, program

LEAST, MOST = (640, 480), (1600, 1000)
"""Pixels of the smallest and the largest window."""
LIVELY = 4
"""Presses of the key that makes a demo faster."""
BOUND = 260.0
"""Megabytes."""


def main() -> None:
    """Print a line every five minutes, and what it comes to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("words", nargs="*")
    asked = parser.parse_args()
    minutes = asked.minutes
    if MISSING:
        print(f"the long demo: not measured, there is no {MISSING}")
        return
    rng, seen = random.Random(7), []
    with display() as on, program(on, *asked.words, "--size", "1280x720") as running:
        time.sleep(15)
        for _ in range(LIVELY if asked.words else 0):
            on.press("plus")
            time.sleep(0.2)
        for minute in itertools.count(1):
            time.sleep(60)
            seen.append(running.megabytes())
            if minute % 5 == 0:
                print(f"{minute} minutes: {seen[-1]:.0f} MB", flush=True)
            if minute == minutes:
                break
            size = [str(rng.randint(*bounds)) for bounds in zip(LEAST, MOST, strict=True)]
            resize(on.name, *size)
    quarter = max(1, len(seen) // 4)
    second = statistics.median(seen[quarter : 2 * quarter] or seen)
    last = statistics.median(seen[-quarter:])
    print(f"most {max(seen):.0f} MB (≤ {BOUND:.0f}); second quarter {second:.0f}, last quarter {last:.0f}")


def resize(on: str, width: str, height: str) -> None:
    """Give the window on a display another size, as somebody who drags its corner."""
    subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--class", ".", "windowsize", width, height],
        env={"DISPLAY": on},
        check=True,
    )


if __name__ == "__main__":
    main()
