"""Logs of a server: a file beside the data with bounded size, and the console.

A program that only looks at the data prints its own messages: nobody reads its log.
"""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from server.storage import file_errors

LOG_FILE: Final = "server.log"
LOG_BYTES: Final = 2_000_000
OLDER_FILES: Final = 4
"""Older log files that are kept besides the present one."""
MOST_HELD_LINES: Final = 10_000
"""Log lines that are held back at most."""

_ours: Final = logging.getLogger("tilewright")
_ours.addHandler(logging.NullHandler())


@contextlib.contextmanager
def hold_log() -> Iterator[None]:
    """Hold log messages back until the end; an error drops them, for it says what is wrong."""
    waiting = logging.handlers.BufferingHandler(MOST_HELD_LINES)
    _ours.addHandler(waiting)
    try:
        yield
    finally:
        _ours.removeHandler(waiting)
    for line in waiting.buffer:
        _ours.handle(line)


def write(folder: Path, quiet: bool) -> None:
    """Send all log messages to the file from now on, and those that are wanted to the console.

    Raises `Refused("net.refusal.data_file")`.
    """
    form = logging.Formatter("%(asctime)s  %(levelname)-7s  %(message)s", "%Y-%m-%d %H:%M:%S")
    name = folder / LOG_FILE
    try:
        file = logging.handlers.RotatingFileHandler(
            name, maxBytes=LOG_BYTES, backupCount=OLDER_FILES, encoding="utf-8"
        )
    except OSError as error:
        raise file_errors.system_refusal(name, error) from None
    console = logging.StreamHandler()
    _ours.setLevel(logging.INFO)
    console.setLevel(logging.WARNING if quiet else logging.INFO)
    for handler in (file, console):
        handler.setFormatter(form)
        _ours.addHandler(handler)


def check(folder: Path) -> None:
    """Whether the file can be written to. Raises `Refused("net.refusal.data_file")`."""
    try:
        (folder / LOG_FILE).open("ab").close()
    except OSError as error:
        raise file_errors.system_refusal(folder / LOG_FILE, error) from None
