"""Seats held at other servers: what brings a person back to them, also after the program has ended.

A token is a key to a seat, so the file can be read by its owner only.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from client import settings

FILE: Final = "seats.json"
ADDRESSES: Final = 16
"""So many servers are remembered, those called last."""

Tokens = dict[int, tuple[int, bytes]]
"""For each seat: its table and the token that brings one back to it."""

_Hexadecimal = Annotated[str, Meta(pattern="^([0-9a-f]{2}){1,64}$")]
_Number = Annotated[int, Meta(ge=0, le=2**53)]
_Kept = dict[Annotated[str, Meta(max_length=300)], list[tuple[_Number, _Number, _Hexadecimal]]]


def load(address: str, home: Path | None = None) -> Tokens:
    """The seats kept for a server, as `host:port`; none if the file is missing or makes no sense."""
    kept = _read(_file(home)).get(address, [])
    return {seat: (table, bytes.fromhex(token)) for table, seat, token in kept}


def keep(address: str, tokens: Tokens, home: Path | None = None) -> None:
    """Remember the seats at a server, or forget it if there are none. A full disk is not our business."""
    file = _file(home)
    kept = {known: seats for known, seats in _read(file).items() if known != address}
    if tokens:
        kept[address] = [(table, seat, token.hex()) for seat, (table, token) in sorted(tokens.items())]
    with contextlib.suppress(OSError):
        _write(file, dict(list(kept.items())[-ADDRESSES:]))


def _file(home: Path | None) -> Path:
    return (home or settings.folder()) / FILE


def _read(file: Path) -> _Kept:
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Kept)
    except (OSError, ValueError):
        return {}


def _write(file: Path, kept: _Kept) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=FILE)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(msgspec.json.encode(kept))
        Path(temporary).replace(file)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
