"""The program in a real window: on a virtual X display where there is one, else on SDL's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SCRIPT = """
import sys, pygame
from client.stage.window import App
from client.app.navigation import Program
app = App(size=(960, 540))
assert pygame.display.get_driver() == sys.argv[1], pygame.display.get_driver()
program = Program(app, 7)
program.title()
frames = 0
while frames < 40:
    app.frame()
    frames += 1
    if frames == 20:
        program.demo("sturt")
pixels = {tuple(app.canvas.surface.get_at((x, y))) for x in range(0, 960, 40) for y in range(0, 540, 30)}
assert len(pixels) > 50, pixels
program.close()
app.close()
print("drawn")
"""


FULL = """
import pygame
from client.stage.window import App
from client.app.navigation import Program
app = App(size=(760, 560))
program = Program(app, 7)
program.title()
def rest():
    for _ in range(20):
        app.frame()
        pygame.time.wait(20)
    return pygame.display.get_window_position(), app.canvas.surface.get_size()
rest()
pygame.display.set_window_position((137, 91))
before = rest()
pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="", scancode=0))
pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_F11, mod=0, unicode="", scancode=0))
assert rest()[1] == pygame.display.get_desktop_sizes()[0]
pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="", scancode=0))
after = rest()
program.close()
app.close()
print(before, after)
"""


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """The environment of a display of our own, and the name SDL has for it."""
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    server = shutil.which("Xvfb")
    if server is None:
        yield {**environment, "SDL_VIDEODRIVER": "offscreen"}
        return
    reading, writing = os.pipe()
    command = [server, "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        yield {**environment, "SDL_VIDEODRIVER": "x11", "DISPLAY": f":{number}"}
    finally:
        process.terminate()
        process.wait()


def ran(script: str, home: Path) -> subprocess.CompletedProcess[str]:
    """A script that went well on a display of its own; its first word is the name SDL has for that."""
    with display() as environment:
        run = subprocess.run(
            [sys.executable, "-c", script, environment["SDL_VIDEODRIVER"]],
            env={**environment, "TILEWRIGHT_HOME": str(home)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert run.returncode == 0, run.stderr
    return run


def test_a_real_window_opens_draws_and_closes(tmp_path: Path) -> None:
    """Title and a demo in a window that a window system has given us."""
    assert ran(SCRIPT, tmp_path).stdout.strip().endswith("drawn")


@pytest.mark.long
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="there is no Xvfb")
def test_full_screen_and_back_leaves_the_window_where_it_was(tmp_path: Path) -> None:
    run = ran(FULL, tmp_path)
    assert run.stdout.strip().endswith("((137, 91), (760, 560)) ((137, 91), (760, 560))")
    assert not run.stderr


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_without_a_display_it_says_so(lang: str, tmp_path: Path) -> None:
    """One sentence and exit code 2, no traceback."""
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    run = subprocess.run(
        [sys.executable, "-m", "client", "--lang", lang],
        env={**environment, "SDL_VIDEODRIVER": "x11", "TILEWRIGHT_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 2, run.stderr
    assert "Traceback" not in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
