"""Metrics of a server in the text format of Prometheus, made from its status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from server.status import FolderStatus, Status

PREFIX: Final = "tilewright_"


def exposition(status: FolderStatus, answers: bool) -> str:
    """The metrics of a folder's server, a line each; `answers`: it has been heard of lately."""
    lines = _metric("up", "gauge", {"": int(answers)})
    if status.status is not None:
        lines += "".join(_running(status.status))
        if status.age is not None:
            lines += _metric("status_age_seconds", "gauge", {"": round(status.age, 3)})
    else:
        lines += _metric("tables_waiting", "gauge", {"": status.kept})
    return lines + _metric("archive_damaged_games", "gauge", {"": len(status.damaged)})


def _running(status: Status) -> Iterator[str]:
    """Status that a running server has written of itself."""
    yield _metric("info", "gauge", {_labels(version=status.version, name=status.name): 1})
    yield _metric("status_time_seconds", "gauge", {"": status.at})
    yield _metric("start_time_seconds", "gauge", {"": status.started})
    yield _metric("guests", "gauge", {"": status.guests})
    yield _metric("commands_total", "counter", {"": status.commands})
    yield _metric("commits_total", "counter", {"": status.commits})
    yield _metric("slowest_commit_seconds", "gauge", {"": status.slowest})
    tables = Counter(_labels(game=table.game, phase=table.phase) for table in status.tables)
    yield _metric("tables", "gauge", tables)
    kinds = ("persons", "away", "bots")
    seats = {_labels(holder=kind): sum(getattr(table, kind) for table in status.tables) for kind in kinds}
    yield _metric("seats", "gauge", seats)
    yield _metric("spectators", "gauge", {"": sum(table.spectators for table in status.tables)})


def _metric(name: str, kind: Literal["gauge", "counter"], values: Mapping[str, float]) -> str:
    """A metric with its value for each set of labels."""
    lines = [f"# TYPE {PREFIX}{name} {kind}\n"]
    return "".join([*lines, *(f"{PREFIX}{name}{labels} {value}\n" for labels, value in values.items())])


def _labels(**labels: str) -> str:
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items()) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
