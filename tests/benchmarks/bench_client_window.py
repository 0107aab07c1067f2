"""The real program in a real window: its first picture, its answers to keys, and what it takes at rest.

Goals: the first picture ≤ 0.8 s after the start, a changed one ≤ 25 ms after a key (p95); at rest ≤ 6 % of a
core at 1280×720 and ≤ 10 % at 1920×1080, on the title, at a table, in its menu and at a result. Memory is
printed beside.
"""

from __future__ import annotations

import random
import statistics
import time

from tests.benchmarks.window import MISSING, Display, Running, display, program

SIZES = ("1280x720", "1920x1080")
TABLES = ("sturt", "great_divide", "great_split", "ghawar", "down_under")
STARTS = 7
KEYS = 60
"""Keys pressed for the time to a changed picture."""
BEGUN = 18.0
"""Seconds until a table has opened and shown how its game began."""
WATCHED = 15.0
"""Seconds measured."""
FASTER = 8
"""Presses that give a demo its fastest pace."""
OVER = 75.0
"""Seconds in which a demo of Sturt is over at that pace."""
FALLEN = 60.0
"""Seconds after which no confetti fall any more."""


def first_pictures(on: Display, size: str) -> list[float]:
    """Seconds from the start of the program to the first picture in its window."""
    found = []
    for _ in range(STARTS):
        dark = on.look()
        with program(on, "--size", size):
            found.append(on.changes(dark, 20))
        time.sleep(0.5)
    return found


def answers(on: Display, size: str, rng: random.Random) -> list[float]:
    """Seconds from a key to the first changed picture, on a title that nothing moves on by itself."""
    found = []
    with program(on, "--size", size, settings='motion = "reduced"\n'):
        time.sleep(6)
        for _ in range(KEYS):
            time.sleep(0.9 + rng.random() / 10)
            before = on.look()
            on.press("Tab")
            found.append(on.changes(before, 2))
    return found


def tell(name: str, size: str, running: Running) -> None:
    """A line about a place at rest."""
    print(f"{name}, {size}: {running.share(WATCHED):.1%} of a core, {running.megabytes():.0f} MB", flush=True)


def at_rest(on: Display, size: str) -> None:
    """A line for every place."""
    with program(on, "--size", size) as running:
        time.sleep(6)
        tell("title", size, running)
    for game in TABLES:
        with program(on, "couch", game, "--bot", "normal", "--size", size) as running:
            time.sleep(BEGUN)
            tell(f"table of {game}", size, running)
            if game == TABLES[0]:
                on.press("Escape")
                time.sleep(3)
                tell("menu of the table", size, running)
    with program(on, "demo", "sturt", "--bot", "random", "--size", size, "--seed", "7") as running:
        time.sleep(4)
        for _ in range(FASTER):
            on.press("plus")
            time.sleep(0.3)
        for _ in range(round(OVER / 5)):
            time.sleep(5)
            on.press("Tab")  # somebody is here: once it is over the next game waits
        time.sleep(FALLEN)
        tell("result", size, running)


def main() -> None:
    """Print all of it."""
    if MISSING:
        print(f"the window: not measured, there is no {MISSING}")
        return
    rng = random.Random(1)
    with display() as on:
        for size in SIZES:
            starts = first_pictures(on, size)
            print(f"first picture, {size}: {statistics.median(starts):.2f} s, at most {max(starts):.2f} s")
            told = sorted(1000 * seconds for seconds in answers(on, size, rng))
            p95 = told[round(0.95 * (len(told) - 1))]
            print(f"a key to a picture, {size}: median {statistics.median(told):.1f} ms, p95 {p95:.1f} ms")
            at_rest(on, size)


if __name__ == "__main__":
    main()
