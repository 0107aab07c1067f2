"""Folders where a server keeps its data."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import platformdirs

SERVER_FOLDER: Final = "server"
"""Folder of `tilewright serve`."""
COUCH_FOLDER: Final = "couch"
"""Folder of the games at this machine."""


def data(purpose: str, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for this purpose: below TILEWRIGHT_HOME, or in the place the system has for data."""
    home = environment.get("TILEWRIGHT_HOME")
    return (Path(home) if home else platformdirs.user_data_path("tilewright", appauthor=False)) / purpose


def create_private_file(file: Path) -> None:
    """Create a file that only its owner can read, if it is not there. Raises OSError.

    A file that is there is not even opened: closing it would give up all locks that this process has on it.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
