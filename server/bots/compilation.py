"""Compilation of the experts' search in a worker: in the background, kept in the user's cache folder.

The compiler keeps what it makes for one version of the rules, as `core` stands, in one folder. A folder that
cannot be written to is replaced by a temporary one; what cannot be read is compiled again, and what cannot be
kept, as on a full disk, is used all the same (`core.bots.compiled`).
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread
from time import time
from typing import Final

import msgspec
import platformdirs

from core.bots.expert import prepare
from core.game import AnyGame

log = logging.getLogger("tilewright.bots")

CORE: Final = Path(__file__).resolve().parents[2] / "core"
UNUSED_SECONDS: Final = 7 * 86_400
"""Seconds after which what was compiled for other rules is removed: another version may be running now."""
CACHE_VARIABLE: Final = "NUMBA_CACHE_DIR"
"""Environment variable by which the compiler finds its cache folder."""


class UnkeptCode(msgspec.Struct, frozen=True):
    """Folder in which compiled code could not be kept, and why: each start compiles it again."""

    folder: str
    why: str


def log_unkept(unkept: UnkeptCode) -> None:
    """Log that compiled code works but could not be kept."""
    log.warning(
        "compiled code cannot be kept in %s (%s): each start compiles again", unkept.folder, unkept.why
    )


def digest_of_core() -> str:
    """Hash of the rules with their data: what was compiled for others is of no use."""
    digest = hashlib.sha256()
    for path in sorted(CORE.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".toml", ".json", ".npy"):
            digest.update(path.relative_to(CORE).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Folder for compiled code: below TILEWRIGHT_HOME, or in the place the system has for such files."""
    home = environment.get("TILEWRIGHT_HOME")
    caches = Path(home) if home else platformdirs.user_cache_path("tilewright", appauthor=False)
    return caches / "compiled" / digest_of_core()


def use_cache(folder: Path) -> None:
    """Let the compiler keep its work in a folder, or in a temporary one if nothing can be written there.

    Has to be called before the compiler is imported. A folder that the environment names already stays.
    """
    if os.environ.get(CACHE_VARIABLE):
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
        for other in folder.parent.iterdir():
            if other != folder and time() - other.stat().st_mtime > UNUSED_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    except OSError as trouble:
        log.warning("compiled code cannot be kept in %s: %s", folder, trouble)
        folder = Path(tempfile.mkdtemp(prefix="tilewright-compiled-"))
    os.environ[CACHE_VARIABLE] = str(folder)


class Compilation:
    """Compilation of games' searches, one after the other, each begun when it is first asked for.

    `tell` is called once if what was compiled could not be kept.
    """

    def __init__(self, tell: Callable[[UnkeptCode], None] = log_unkept) -> None:
        self._tell = tell
        self._threads: dict[str, Thread] = {}
        self._ready = set[str]()
        self._told = False

    def is_ready(self, game: AnyGame) -> bool:
        """Whether the search of a game is compiled; if not, its compilation begins."""
        key = game.info.key
        if key not in self._threads:
            self._threads[key] = Thread(target=self._compile, args=(game,), daemon=True)
            self._threads[key].start()
        return key in self._ready

    def is_running(self, game: AnyGame) -> bool:
        """Whether the search of a game is being compiled; if nothing has been tried yet, that begins."""
        return not self.is_ready(game) and self._threads[game.info.key].is_alive()

    def wait(self, game: AnyGame) -> None:
        """Wait until the search of a game is compiled, or cannot be."""
        self.is_ready(game)
        self._threads[game.info.key].join()

    def _compile(self, game: AnyGame) -> None:
        try:
            prepare(game)
        except ImportError as trouble:
            log.info("experts play without compiled code: %s", trouble)
            return
        except Exception:
            log.exception("experts play without compiled code: the search cannot be compiled")
            return
        self._tell_unkept()
        self._ready.add(game.info.key)

    def _tell_unkept(self) -> None:
        from core.bots.compiled import unkept

        if unkept and not self._told:
            self._told = True
            self._tell(UnkeptCode(os.environ.get(CACHE_VARIABLE, ""), unkept[0]))
