"""What the program takes of the machine while nobody touches it: the real one, on a virtual display.

Goals: at rest ≤ 6 % of a core at 1280×720 and ≤ 10 % at 1920×1080, on the title and at a table; memory is
printed beside. Needs Xvfb and `/proc`; without them it says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SCREEN = "1920x1080x24"
SIZES = ("1280x720", "1920x1080")
VISITS: dict[str, tuple[str, ...]] = {
    "title": (),
    "table of Sturt": ("couch", "sturt", "--bot", "normal"),
    "table of The Great Split": ("couch", "great_split", "--bot", "normal"),
    "table of Ghawar": ("couch", "ghawar", "--bot", "normal"),
}
SETTLING = 45.0
"""Seconds until a title has unfolded and a game has begun: chance takes its time in Ghawar."""
WATCHED = 15.0
"""Seconds measured."""


@contextmanager
def display() -> Iterator[str]:
    """The name of a display that nobody else uses."""
    heard, said = os.pipe()
    command = ["Xvfb", "-displayfd", str(said), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(said,), stderr=subprocess.DEVNULL)
    os.close(said)
    try:
        with os.fdopen(heard) as line:
            yield f":{line.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def ticks(pid: int) -> int:
    """Processor time that a process has taken, in ticks of the system's clock."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def megabytes(pid: int) -> float:
    """Memory that a process has in use."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def at_rest(on: str, size: str, words: tuple[str, ...]) -> tuple[float, float]:
    """(share of a core, megabytes) of the program once it rests."""
    with tempfile.TemporaryDirectory(prefix="tilewright-rest-") as home:
        hidden = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        env = hidden | {"DISPLAY": on, "TILEWRIGHT_HOME": home, "SDL_AUDIODRIVER": "dummy"}
        program = subprocess.Popen([sys.executable, "-m", "client", *words, "--size", size], env=env)
        try:
            time.sleep(SETTLING if words else SETTLING / 6)
            before, since = ticks(program.pid), time.monotonic()
            time.sleep(WATCHED)
            used = (ticks(program.pid) - before) / os.sysconf("SC_CLK_TCK")
            return used / (time.monotonic() - since), megabytes(program.pid)
        finally:
            program.terminate()
            program.wait()


def main() -> None:
    """Print a line for each visit and size."""
    if not shutil.which("Xvfb") or not Path("/proc/self/stat").exists():
        print("at rest: not measured, there is no Xvfb or no /proc")
        return
    with display() as on:
        for size in SIZES:
            for name, words in VISITS.items():
                share, memory = at_rest(on, size, words)
                print(f"{name}, {size}: {share:.1%} of a core, {memory:.0f} MB", flush=True)


if __name__ == "__main__":
    main()
