"""Folders where data, settings and compiled code of this user lie, and what is typed as a path."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal

import platformdirs

from core.game import Refused
from core.refusal import printable_path

SERVER_FOLDER: Final = "server"
"""Folder of `tilewright serve`."""
COUCH_FOLDER: Final = "couch"
"""Folder of the games at this machine."""
XDG_FOLDERS: Final = re.compile(r"XDG_\w+_(HOME|DIR)")
"""Names of the environment variables that name a folder of the user."""
NO_HOME: Final = "cli.refusal.no_home"


Kind = Literal["settings", "data", "cache"]


def user_folder(kind: Kind, environment: Mapping[str, str] = os.environ) -> Path:
    """Folder of this user: TILEWRIGHT_HOME, or the place the system has for this kind of file.

    Raises `Refused("cli.refusal.no_home")` where there is neither.
    """
    home = environment.get("TILEWRIGHT_HOME")
    return Path(home) if home else _of_system(SYSTEM_FOLDERS[kind])


def data(purpose: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Folder of the data for this purpose. Raises `Refused("cli.refusal.no_home")`."""
    return user_folder("data", environment) / purpose


def shared_data() -> Path:
    """Folder in which programs put what a desktop reads of each, such as entries of its menu.

    Raises `Refused("cli.refusal.no_home_for_menu")`.
    """
    try:
        return _of_system(platformdirs.user_data_dir)
    except Refused:
        raise Refused("cli.refusal.no_home_for_menu") from None


def pictures() -> Path:
    """Folder of this user's pictures; where the system knows none, TILEWRIGHT_HOME.

    Raises `Refused("cli.refusal.no_home")`.
    """
    try:
        return _of_system(platformdirs.user_pictures_dir)
    except Refused:
        return user_folder("data")


SYSTEM_FOLDERS: Final[Mapping[Kind, Callable[[], str]]] = {
    "settings": lambda: platformdirs.user_config_dir("tilewright", appauthor=False),
    "data": lambda: platformdirs.user_data_dir("tilewright", appauthor=False),
    "cache": lambda: platformdirs.user_cache_dir("tilewright", appauthor=False),
}


def _of_system(find: Callable[[], str]) -> Path:
    """The folder that the system has; one that depends on where the program was started is none."""
    for name, value in list(os.environ.items()):
        if XDG_FOLDERS.fullmatch(name) and not Path(value).is_absolute():
            del os.environ[name]  # the specification of these variables: a relative path is to be ignored
    try:
        found = Path(find())
    except RuntimeError:  # versions of platformdirs that do not answer with a relative path
        found = Path()
    if not found.is_absolute():
        raise Refused(NO_HOME)
    return found


def typed_path(word: str) -> Path:
    """Path that a person has typed; `~` is their home. Raises `Refused("cli.refusal.no_such_home")`."""
    try:
        return Path(word).expanduser()
    except RuntimeError:
        raise Refused("cli.refusal.no_such_home", path=printable_path(word)) from None


def create_private_file(file: Path) -> None:
    """Create a file that only its owner can read, if it is not there. Raises OSError.

    A file that is there is not even opened: closing it would give up all locks that this process has on it.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
