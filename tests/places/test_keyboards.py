"""The whole program in a real X11 window, with keyboards of other countries and hands on them."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.places import parts

PATIENCE: Final = 40.0
"""Seconds in which something has to happen."""
KEYCODES: Final = {"M": 58, ";": 47}
"""X11's codes of keys by what QWERTY has there."""

TOLD: Final = """
import json, sys
from client.stage.window import App
from client.app.command_line import main

def tell(app, last=[]):
    names = app.labels.names()
    state = [app.top.name if app.top else "", names["key_turn_left"], names["key_explain"]]
    if state != last:
        last[:] = state
        print(json.dumps(state), flush=True)

frame = App.frame
App.frame = lambda app, *args, **kwargs: (frame(app, *args, **kwargs), tell(app))[0]
sys.exit(main(sys.argv[1:]))
"""
"""The program, which tells its screen and the names of two keys whenever they change."""


class Played:
    """The program in a window of an X display."""

    def __init__(self, display: str, home: Path, *command: str) -> None:
        self.display = display
        environment = parts.seen_by(display) | {"TILEWRIGHT_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", TOLD, *command], env=environment, stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.process.stdout, selectors.EVENT_READ)
        self._part = b""
        self.state = ["", "", ""]

    def until(self, true: Callable[[list[str]], bool]) -> None:
        """Wait until screen and names of keys are as they should."""
        end = time.monotonic() + PATIENCE
        assert self.process.stdout is not None
        while not true(self.state):
            assert time.monotonic() < end and self.process.poll() is None, self.state
            if not self._selector.select(1.0):
                continue
            *lines, self._part = (self._part + (self.process.stdout.read() or b"")).split(b"\n")
            for line in filter(lambda one: one.startswith(b"["), lines):
                self.state = json.loads(line)

    def close(self) -> None:
        self._selector.close()
        self.process.terminate()
        self.process.communicate()

    def run(self, name: str, package: str, *arguments: str) -> None:
        command = [parts.program(name, package), *arguments]
        subprocess.run(command, check=True, env=os.environ | {"DISPLAY": self.display}, timeout=30)

    def layout(self, *layout: str) -> None:
        self.run("setxkbmap", "x11-xkb-utils", *layout)

    def press(self, key: str) -> None:
        """Press the key at which QWERTY has this."""
        self.run("xdotool", "xdotool", "key", str(KEYCODES.get(key, key)))


@contextmanager
def played(home: Path, *command: str) -> Iterator[Played]:
    for name, package in (("setxkbmap", "x11-xkb-utils"), ("xdotool", "xdotool")):
        parts.program(name, package)
    with parts.x_server(24, (1280, 800)) as display:
        program = Played(display, home, *command)
        try:
            program.until(lambda state: state[0] == "title")
            yield program
        finally:
            program.close()


@pytest.mark.parametrize(
    ("layout", "turn", "explain", "menu"),
    [
        ("us", "Q", "I", "M"),
        ("ru", "Й", "Ш", "M"),
        ("gr", ";", "Ι", "M"),
        ("il", "/", "ן", "M"),
        ("bg", ",", "С", "M"),
        ("fr", "Q", "I", ";"),
        ("tr", "Q", "I", "M"),
    ],
)
def test_the_menu_opens_by_its_key_and_hints_name_the_keys(
    layout: str, turn: str, explain: str, menu: str, tmp_path: Path
) -> None:
    with played(tmp_path, "--size", "960x540") as program:
        program.layout(layout)
        program.until(lambda state: state[1:] == [turn, explain])
        program.press("M" if menu != "M" else ";")
        program.press("Escape")  # what the other key does here, if anything, is left again
        program.press("Escape")
        program.until(lambda state: state[0] == "title")
        program.press(menu)
        program.until(lambda state: state[0] == "settings")


def test_a_layout_is_followed_while_the_program_runs(tmp_path: Path) -> None:
    with played(tmp_path, "--size", "960x540") as program:
        for layout, turn in (("ru", "Й"), ("fr", "Q"), ("gr", ";"), ("us", "Q")):
            program.layout(layout)
            program.until(lambda state, turn=turn: state[1] == turn)  # type: ignore[misc]
