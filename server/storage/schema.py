"""The tables of the database file and what is asked of them, but for the archive (`server.storage.archive`).

A connection is anything with `execute(sql, parameters)` that leaves transactions to us.
"""

from __future__ import annotations

from typing import Any, Final

from core.game import Refused
from server.storage import archive

APPLICATION_ID: Final = 0x54574C53
"""`TWLS`: mark in the file's head that says it is ours."""


def _first(db: Any) -> None:
    """Create version 1.

    Entries `first` to `last` of a table are there; `anchor` is the hash before the first of them, `head` that
    of the last.
    """
    db.execute("CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID")
    db.execute("INSERT INTO counters VALUES ('commits', 0), ('last_table', 0)")
    db.execute(
        "CREATE TABLE tables (number INTEGER PRIMARY KEY, first INTEGER NOT NULL, anchor BLOB NOT NULL,"
        " last INTEGER NOT NULL, head BLOB NOT NULL)"
    )
    db.execute(
        "CREATE TABLE lines (in_table INTEGER NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL,"
        " hash BLOB NOT NULL, PRIMARY KEY (in_table, number)) WITHOUT ROWID"
    )
    archive.create(db)


def _second(db: Any) -> None:
    """Upgrade to version 2: the archive has the numbers of its games a second time, see `archive.mend`."""
    archive.create(db)


def _third(db: Any) -> None:
    """Upgrade to version 3: receipts of closed tables, for commands that are sent again."""
    db.execute("CREATE TABLE past (in_table INTEGER PRIMARY KEY, receipts BLOB NOT NULL, hash BLOB NOT NULL)")


UPGRADES: Final = (_first, _second, _third)
"""Upgrades in order: each brings a file from the version of its index to the next one."""
SCHEMA_VERSION: Final = len(UPGRADES)
MOST_PAST_TABLES: Final = 256
"""Closed tables whose receipts are kept."""


def check(db: Any, file: str) -> None:
    """Make a new file ours, upgrade an older one, and check whether its pages are sound.

    `file` names it in what is raised: `Refused("net.refusal.data_…")` for a file that is somebody else's,
    newer than this program, or damaged.
    """
    version, application = _number(db, "user_version"), _number(db, "application_id")
    if version > SCHEMA_VERSION and application == APPLICATION_ID:
        raise Refused("net.refusal.data_newer", theirs=version, ours=SCHEMA_VERSION)
    foreign = application != APPLICATION_ID and (application or version or _is_used(db))
    if foreign or not 0 <= version <= SCHEMA_VERSION:
        raise Refused("net.refusal.data_foreign")
    if version < SCHEMA_VERSION:
        _upgrade(db, version)
    if why := _fault(db, "quick_check"):
        raise Refused("net.refusal.data_damaged", file=file, why=why)
    if _fault(db, "integrity_check"):  # only an index is bad: its table has all of it
        db.execute("REINDEX")
    if why := _fault(db, "integrity_check"):
        raise Refused("net.refusal.data_damaged", file=file, why=why)


def _fault(db: Any, check: str) -> str:
    """The first thing that one of SQLite's checks finds; empty if all is well."""
    found = str(db.execute(f"PRAGMA {check}(1)").fetchall()[0][0])
    return "" if found == "ok" else found


def _upgrade(db: Any, version: int) -> None:
    """Upgrade the file completely or not at all."""
    db.execute("BEGIN IMMEDIATE")
    for upgrade in UPGRADES[version:]:
        upgrade(db)
    db.execute(f"PRAGMA application_id={APPLICATION_ID}")
    db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
    db.execute("COMMIT")


def _number(db: Any, pragma: str) -> int:
    return int(db.execute(f"PRAGMA {pragma}").fetchall()[0][0])


def _is_used(db: Any) -> bool:
    return bool(db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall())


def counters(db: Any) -> tuple[int, int]:
    """Number of commits, and the highest number of a table."""
    found = dict(db.execute("SELECT name, value FROM counters").fetchall())
    highest = db.execute("SELECT max(number) FROM tables").fetchall()[0][0] or 0
    return int(found.get("commits", 0)), max(int(found.get("last_table", 0)), highest)


def count(db: Any, commits: int, last_table: int) -> None:
    """Write both numbers."""
    db.execute("UPDATE counters SET value = ? WHERE name = 'commits'", (commits,))
    db.execute("UPDATE counters SET value = ? WHERE name = 'last_table'", (last_table,))


def tables(db: Any) -> list[tuple[int, int, bytes, int, bytes]]:
    """All tables: number, first, anchor, last, head. One whose row is lost has entries only."""
    found: list[tuple[int, int, bytes, int, bytes]] = db.execute(
        "SELECT number, first, anchor, last, head FROM tables"
        " UNION SELECT DISTINCT in_table, 1, x'', 0, x'' FROM lines"
        " WHERE in_table NOT IN (SELECT number FROM tables) ORDER BY 1"
    ).fetchall()
    return found


def lines(db: Any, table_number: int) -> list[tuple[int, bytes, bytes]]:
    """The entries of a table in their order: number, body, hash."""
    found: list[tuple[int, bytes, bytes]] = db.execute(
        "SELECT number, body, hash FROM lines WHERE in_table = ? ORDER BY number", (table_number,)
    ).fetchall()
    return found


def append(db: Any, table_number: int, number: int, body: bytes, hashed: bytes) -> None:
    """Add an entry to a table, which is new with the first."""
    db.execute("INSERT INTO lines VALUES (?, ?, ?, ?)", (table_number, number, body, hashed))
    if number == 1:
        db.execute("INSERT INTO tables VALUES (?, 1, x'', 1, ?)", (table_number, hashed))
    else:
        db.execute("UPDATE tables SET last = ?, head = ? WHERE number = ?", (number, hashed, table_number))


def drop(db: Any, table_number: int, last: int, hashed: bytes) -> None:
    """Delete the entries up to number `last`, whose hash is given."""
    if not last:
        return
    db.execute("DELETE FROM lines WHERE in_table = ? AND number <= ?", (table_number, last))
    db.execute("UPDATE tables SET first = ?, anchor = ? WHERE number = ?", (last + 1, hashed, table_number))


def close(db: Any, table_number: int) -> None:
    """Delete a closed table."""
    db.execute("DELETE FROM lines WHERE in_table = ?", (table_number,))
    db.execute("DELETE FROM tables WHERE number = ?", (table_number,))


def keep_past_receipts(db: Any, table_number: int, receipts: bytes, hashed: bytes) -> None:
    """Store the receipts of a closed table; those of the oldest table are deleted."""
    db.execute("INSERT OR REPLACE INTO past VALUES (?, ?, ?)", (table_number, receipts, hashed))
    db.execute("DELETE FROM past WHERE in_table <= ?", (table_number - MOST_PAST_TABLES,))


def past_receipts(db: Any) -> list[tuple[bytes, bytes]]:
    """Receipts of closed tables with their hashes."""
    found: list[tuple[bytes, bytes]] = db.execute(
        "SELECT CAST(receipts AS BLOB), CAST(hash AS BLOB) FROM past ORDER BY in_table"
    ).fetchall()
    return found
