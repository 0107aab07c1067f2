"""Inspection of a server without disturbing it: its status, and whether it could run."""

from __future__ import annotations

import errno
import json
from datetime import datetime
from typing import Final, Literal

import msgspec

from assets.texts import Texts
from core.game import Refused
from core.games import game as game_of
from server import logs, metrics, status
from server.configuration import Configuration
from server.net.ports import listen_at_port

UNHEALTHY_EXIT: Final = 1
"""Exit code if not all is well."""


StatusForm = Literal["sentences", "json", "metrics"]


def tell_status(configured: Configuration, texts: Texts, form: StatusForm) -> int:
    """Print the status of the server on this data; 0 if it runs and answers."""
    found = status.find(configured.folder)
    now = found.status
    late = found.age is not None and found.age > status.HANGING_AFTER
    answers = found.running and now is not None and not late
    if form == "metrics":
        print(metrics.exposition(found, answers), end="")
    elif form == "json":
        print(msgspec.json.encode({"running": found.running, "late": late, "found": found}).decode())
    elif not found.running:
        print(texts.translate("serve.not_running", folder=configured.folder, tables=found.kept))
        for line in _damage_lines(texts, found):
            print(line)
    elif now is None and found.unreadable:
        print(texts.translate("serve.status_unreadable", folder=configured.folder, why=found.unreadable))
    elif now is None:
        print(texts.translate("serve.no_status", folder=configured.folder))
    else:
        _tell_running(texts, now, found.age, late)
    return 0 if answers else UNHEALTHY_EXIT


def _tell_running(texts: Texts, running_status: status.Status, age: float | None, late: bool) -> None:
    since = datetime.fromtimestamp(running_status.started).strftime("%Y-%m-%d %H:%M")
    print(
        texts.translate(
            "serve.status",
            name=running_status.name,
            version=running_status.version,
            port=running_status.port,
            pid=running_status.pid,
            since=since,
        )
    )
    print(
        texts.translate(
            "serve.counts",
            guests=running_status.guests,
            commands=running_status.commands,
            commits=running_status.commits,
        )
    )
    print(texts.translate("serve.slowest", seconds=f"{running_status.slowest:.3f}"))
    if age is None:
        print(texts.translate("serve.age_unknown"))
    elif late:
        print(texts.translate("serve.late", seconds=round(age)))
    for row in running_status.tables:
        key = f"serve.phase.{row.phase}"
        phase = texts.translate(key) if texts.has(key) else row.phase
        if row.phase == "aside":
            print(texts.translate("serve.table_aside", table=row.table, phase=phase, why=row.why))
        else:
            about = msgspec.structs.asdict(row) | {"phase": phase, "game": _title(row.game)}
            print(texts.translate("serve.table", **about))


def _title(game: str) -> str:
    """Title of a game; its key where a server of another version knows more games."""
    try:
        return game_of(game).info.title
    except Refused:
        return game


def _damage_lines(texts: Texts, folder_status: status.FolderStatus) -> list[str]:
    """A line for each table that cannot go on, and one for damaged finished games."""
    phase = texts.translate("serve.phase.aside")
    lines = [
        texts.translate("serve.table_aside", table=number, phase=phase, why=why)
        for number, why in folder_status.aside.items()
    ]
    return [*lines, damage_sentence(texts, folder_status.damaged)] if folder_status.damaged else lines


def damage_sentence(texts: Texts, numbers: tuple[int, ...]) -> str:
    """Sentence about damaged finished games."""
    return texts.translate("serve.damaged", numbers=", ".join(map(str, numbers)))


def check(configured: Configuration, texts: Texts) -> int:
    """Check whether a server could run with this configuration; nothing is served."""
    print(_as_file(configured))
    troubles = [*_trouble_with_data(configured, texts), *_trouble_with_port(configured, texts)]
    for trouble in troubles:
        print(trouble)
    print(texts.translate("serve.check_failed" if troubles else "serve.check_passed"))
    return UNHEALTHY_EXIT if troubles else 0


def _as_file(configured: Configuration) -> str:
    """The choices in the form of a configuration file."""
    whole = msgspec.structs.replace(configured, data=str(configured.folder))
    values = msgspec.structs.asdict(whole).items()
    return "\n".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values)


def _trouble_with_data(configured: Configuration, texts: Texts) -> list[str]:
    folder = configured.folder
    try:
        found = status.open_as_server(folder)
        logs.check(folder)
    except Refused as refused:
        return [texts.translate(refused.refusal.code, **refused.refusal.values)]
    return _damage_lines(texts, found)


def _trouble_with_port(configured: Configuration, texts: Texts) -> list[str]:
    try:
        for sock in listen_at_port(configured.host or None, configured.port):
            sock.close()
    except OSError as error:
        return [texts.translate(address_error_key(error), port=configured.port, host=configured.host or "*")]
    return []


def address_error_key(error: OSError) -> str:
    """Key of the text for an address that cannot be listened at."""
    taken = error.errno == errno.EADDRINUSE
    return "serve.refusal.port_in_use" if taken else "serve.refusal.cannot_listen"
