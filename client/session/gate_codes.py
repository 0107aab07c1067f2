"""Words and tokens of a server's tables to which devices were invited: after a restart they are the same.

So the pages that are still open come back to their seats by themselves. Whoever has the file can come in,
hence it can be read by its owner only.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

import msgspec

from client.session import seat_keys
from client.session.gate_order import GateCode

CODES_FILE: Final = "devices.json"
MOST_CODES: Final = 16
"""Tables whose codes are kept: the ones to which devices were invited last."""


def code_of(table_number: int | None, folder: Path | None) -> GateCode:
    """The code of a table (None: of all) of the server with this data folder; new, if none is kept there."""
    if folder is None:
        return GateCode.drawn()
    file, key = folder / CODES_FILE, "" if table_number is None else str(table_number)
    kept = _read(file)
    code = kept.pop(key, None) or GateCode.drawn()
    kept[key] = code
    with contextlib.suppress(OSError):  # on a full disk it is forgotten
        seat_keys.save(file, dict(list(kept.items())[-MOST_CODES:]))
    return code


def _read(file: Path) -> dict[str, GateCode]:
    """The codes in a file; one that is missing or makes no sense counts as empty."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, GateCode])
    except (OSError, ValueError):
        return {}
