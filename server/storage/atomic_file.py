"""Files that are replaced whole or not at all, where they really lie: symbolic links stay links."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from typing import Final

DRAFT_SUFFIX: Final = ".part"
O_BINARY: Final = getattr(os, "O_BINARY", 0)


def write(file: Path, content: bytes, *, private: bool = False, sync: bool = True) -> None:
    """Replace the content of a file, or make it. Raises OSError, and then nothing has changed.

    The draft lies beside the file that a link leads to, as only there it can take its place at once. The
    folder of `file` is made; that of a link's target is not: it may be a disk that is not mounted.
    `private`: only its owner may read it. Without `sync` a power cut may leave an empty file.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    target = real_path(file)
    draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}{DRAFT_SUFFIX}")
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | O_BINARY
    handle = os.open(draft, flags, 0o600 if private else 0o666)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(content)
            if sync:
                opened.flush()
                os.fsync(opened.fileno())
        draft.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def set_aside(file: Path, name: str) -> Path:
    """Rename a file, keeping links that lead to it; where it lies now. Raises OSError."""
    target = real_path(file)
    return target.replace(target.with_name(name))


def real_path(file: Path) -> Path:
    """The file that a path leads to through all links, be it there or not. Raises OSError for a circle."""
    try:
        return Path(os.path.realpath(file, strict=True))
    except FileNotFoundError:
        return Path(os.path.realpath(file))
