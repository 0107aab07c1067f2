"""A program as a command starts it, with nobody at its window: `python -m tests.client.hosting WORDS…`

The words are those of the command line. Where people gather it begins as soon as nobody is waited for, and
decides when it is asked until the game has `STEPS`. Each time that changes, a line of JSON says where it is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from client.app import command_line, start
from client.app.launch import Launch
from client.screens.gather.screen import GatherScreen
from client.screens.table.screen import TableScreen
from client.stage.settings import Settings
from tests.client.couch import PATIENCE, Couch
from tests.client.couch_killed import decide

STEPS = 3


def launch_of(*words: str) -> Launch:
    """What the window is to open with, as the command line reads it."""
    read: list[Launch] = []
    with patch.object(start, "run", read.append):
        command_line.main(words)
    return read[0]


def begin(hands: Couch, *words: str) -> None:
    """The first screen of a command."""
    launch = launch_of(*words)
    hands.program.port = launch.port if launch.command == "host" else None
    start.first_screen(hands.program, launch)


def state(hands: Couch) -> dict[str, Any]:
    """Where the program is, and what it has said."""
    top = hands.app.top
    said = {"screen": type(top).__name__, "said": [notice.text for notice in hands.app.notices.shown]}
    if not isinstance(top, GatherScreen | TableScreen):
        return said
    client_table = top.session.client_table
    assert client_table is not None
    holders = [holder.kind for holder in client_table.holders]
    return {
        **said,
        "table": client_table.table,
        "port": client_table.port,
        "steps": len(client_table.log),
        "holders": holders,
    }


def play(hands: Couch) -> None:
    """Begin, or decide, where that is for us to do."""
    top = hands.app.top
    if (
        isinstance(top, GatherScreen)
        and top.host
        and all(holder.kind == "person" for holder in top.client_table.holders)
    ):
        top.start.press()
        hands.until(lambda: hands.app.top is not top)
    elif (
        isinstance(top, TableScreen)
        and top.client_table.own_seats_to_act()
        and len(top.client_table.log) < STEPS
    ):
        decide(hands)


def main() -> None:
    hands = Couch(Settings(language="en"), (960, 540), drawn=False)
    begin(hands, *sys.argv[1:])
    told: dict[str, Any] = {}
    while True:
        hands.frame()
        play(hands)
        if (now := state(hands)) != told:
            told = now
            print(json.dumps(told), flush=True)


class Hosting:
    """Such a process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first thing it says that fits."""
        end = time.monotonic() + PATIENCE
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{") and true(said := json.loads(line)):
                return dict(said)
            assert time.monotonic() < end, line
        raise AssertionError("it has ended")


@contextmanager
def hosting(words: Sequence[str], home: Path) -> Iterator[Hosting]:
    """One with its files in `home`, killed without a word at the end."""
    command = [sys.executable, "-m", "tests.client.hosting", *words]
    env = {**os.environ, "TILEWRIGHT_HOME": str(home)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=env) as process:
        try:
            yield Hosting(process)
        finally:
            process.kill()
            process.communicate()


if __name__ == "__main__":
    main()
