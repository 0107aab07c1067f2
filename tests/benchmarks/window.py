"""The real program in a window on a display of its own: keys, pixels, and what it takes of the machine.

Needs Xvfb, libXtst and `/proc`: what a benchmark of the window can be run with is `MISSING`.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import mmap
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from client.stage.settings import SETTINGS_FILE as SETTINGS

SCREEN = 1920, 1080
"""Pixels of the display."""
DEPTH = 4
"""Bytes a pixel takes."""
WORDS = struct.Struct(">25I")
"""The head of the file in which Xvfb keeps its pixels: an XWD file's."""
LOOKED_AT = 4
"""Every such row and column is looked at when two pictures are compared."""
POLL = 0.0005
"""Seconds between two looks at the pixels."""


def _missing() -> str:
    if not shutil.which("Xvfb"):
        return "Xvfb"
    if not ctypes.util.find_library("Xtst"):
        return "libXtst"
    return "" if Path("/proc/self/stat").exists() else "/proc"


MISSING = _missing()
"""What this machine lacks of what is needed here; "" for nothing."""


class Display:
    """A virtual display: its pixels, and a keyboard and mouse."""

    def __init__(self, name: str, pixels: Path) -> None:
        self.name = name
        with pixels.open("rb") as file:
            self._file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        head = WORDS.unpack(self._file[: WORDS.size])
        start, row, colours = head[0], head[12], head[19]
        whole = np.frombuffer(self._file, np.uint8, row * SCREEN[1], start + 12 * colours)
        self.pixels = whole.reshape(SCREEN[1], row // DEPTH, DEPTH)[:, : SCREEN[0], :3]
        self._x11 = ctypes.CDLL(ctypes.util.find_library("X11"))
        self._xtest = ctypes.CDLL(ctypes.util.find_library("Xtst"))
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._x11.XKeysymToKeycode.argtypes = ctypes.c_void_p, ctypes.c_ulong
        self._x11.XFlush.argtypes = (ctypes.c_void_p,)
        self._xtest.XTestFakeKeyEvent.argtypes = ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong
        self._link = self._x11.XOpenDisplay(name.encode())

    def look(self) -> np.ndarray:
        """Some of the pixels, (height / 4, width / 4, 3)."""
        return np.array(self.pixels[::LOOKED_AT, ::LOOKED_AT])

    def press(self, key: str) -> None:
        """Press a key and let it go; named as X names it."""
        symbol = self._x11.XStringToKeysym(key.encode())
        code = self._x11.XKeysymToKeycode(self._link, symbol)
        for down in (1, 0):
            self._xtest.XTestFakeKeyEvent(self._link, code, down, 0)
        self._x11.XFlush(self._link)

    def changes(self, before: np.ndarray, patience: float) -> float:
        """Seconds until the picture is another one; infinity if it is the same after `patience`."""
        begun = time.monotonic()
        while (passed := time.monotonic() - begun) < patience:
            if not np.array_equal(self.look(), before):
                return passed
            time.sleep(POLL)
        return float("inf")


@contextmanager
def display() -> Iterator[Display]:
    """A display that nobody else uses."""
    with tempfile.TemporaryDirectory(prefix="tilewright-display-") as folder:
        heard, said = os.pipe()
        screen = ["-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-fbdir", folder]
        command = ["Xvfb", "-displayfd", str(said), "-nolisten", "tcp", *screen]
        server = subprocess.Popen(command, pass_fds=(said,), stderr=subprocess.DEVNULL)
        os.close(said)
        try:
            with os.fdopen(heard) as line:
                name = f":{line.readline().strip()}"
            yield Display(name, Path(folder, "Xvfb_screen0"))
        finally:
            server.terminate()
            server.wait()


class Running:
    """The program as a process."""

    def __init__(self, process: subprocess.Popen[bytes], on: Display) -> None:
        self.process, self.display = process, on

    def megabytes(self) -> float:
        """Memory it has in use, without its AIs."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))

    def share(self, seconds: float) -> float:
        """The share of a core that it takes over so many seconds, without its AIs."""
        before, since = self._ticks(), time.monotonic()
        time.sleep(seconds)
        used = (self._ticks() - before) / os.sysconf("SC_CLK_TCK")
        return used / (time.monotonic() - since)

    def _ticks(self) -> int:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])


@contextmanager
def program(on: Display, *words: str, settings: str = "") -> Iterator[Running]:
    """The program, started with these words, as somebody who has nothing but these settings (TOML)."""
    with tempfile.TemporaryDirectory(prefix="tilewright-window-") as home:
        Path(home, SETTINGS).write_text(settings, encoding="utf-8")
        hidden = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        env = hidden | {"DISPLAY": on.name, "SDL_AUDIODRIVER": "dummy", "TILEWRIGHT_HOME": home}
        process = subprocess.Popen([sys.executable, "-m", "client", *words], env=env)
        try:
            yield Running(process, on)
        finally:
            process.terminate()
            process.wait()
