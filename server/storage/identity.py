"""Secret of a server's identity (`core.protocol.identity`), made once and kept beside its database."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
from pathlib import Path
from typing import Final

from core.protocol.identity import SECRET_BYTES
from server.storage import atomic_file, file_errors

log = logging.getLogger("tilewright.store")

SECRET_FILE: Final = "server.key"
BROKEN_SUFFIX: Final = ".broken"


def server_secret(folder: Path) -> bytes:
    """The secret in a folder that no other program uses now; made up where there is none.

    A file of another length is set aside. Raises `Refused("net.refusal.data_file")`.
    """
    file = folder / SECRET_FILE
    try:
        with contextlib.suppress(FileNotFoundError):
            kept = file.read_bytes()
            if len(kept) == SECRET_BYTES:
                return kept
            log.warning("%s is damaged and set aside: guests cannot know this server again", file)
            atomic_file.set_aside(file, file.with_suffix(BROKEN_SUFFIX).name)
        return _new_secret(file)
    except OSError as error:
        raise file_errors.system_refusal(file, error) from None


def _new_secret(file: Path) -> bytes:
    """Make up a secret, which is on the disk, for its owner only, when this returns. Raises OSError."""
    secret = secrets.token_bytes(SECRET_BYTES)
    atomic_file.write(file, secret, private=True)
    _sync_folder(file.parent)
    return secret


def _sync_folder(folder: Path) -> None:
    """Have the system write the folder's list of files, on systems where that can be asked for."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
