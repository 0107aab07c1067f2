"""Changes of the source that tests are to find: the planted faults of `faults.txt`, and what a mutant is."""

from __future__ import annotations

import ast
import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from time import time
from typing import Final, NamedTuple

FAULTS: Final = Path(__file__).with_name("faults.txt")


class Moved(Exception):
    """Raised where a change does not fit its file any more: what it replaces is not there exactly once."""


class Change(NamedTuple):
    """A replacement in one source file, which tests are to find.

    `before` occurs exactly once in the file `path` (from the project's folder), or from character `start` on
    where that is known. `why` says which promise it breaks, empty for a mutant.
    """

    name: str
    path: str
    before: str
    after: str
    why: str = ""
    start: int | None = None

    @property
    def key(self) -> str:
        """What identifies this change among results: another text is another change."""
        return hashlib.sha256("\0".join([*map(str, self)]).encode()).hexdigest()[:12]

    @property
    def place(self) -> str:
        """The game, or the first two folders, that it belongs to."""
        parts = self.path.split("/")
        return parts[2] if self.path.startswith("core/games/") else "/".join(parts[:-1][:2])

    def offset(self, text: str) -> int:
        """Where in the file's text it begins. Raises Moved."""
        if self.start is not None and text.startswith(self.before, self.start):
            return self.start
        if self.start is not None or text.count(self.before) != 1:
            raise Moved(f"{self.name}: in {self.path} there is not exactly one {self.before!r}")
        return text.index(self.before)

    def applied(self, text: str) -> str:
        """The file's text with the change. Raises Moved."""
        at = self.offset(text)
        return text[:at] + self.after + text[at + len(self.before) :]

    def lines(self, text: str) -> set[int]:
        """Numbers of the lines of the statements that it changes."""
        first = text.count("\n", 0, self.offset(text)) + 1
        last = first + self.before.count("\n")
        found = set(range(first, last + 1))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.ClassDef):
                end = _end_of_head(node)
                if node.lineno <= last and first <= end:
                    found |= set(range(node.lineno, end + 1))
        return found


def _end_of_head(node: ast.stmt) -> int:
    """The last line of a statement without the statements inside it."""
    inside = [
        child.pattern.lineno if isinstance(child, ast.match_case) else child.lineno
        for child in ast.iter_child_nodes(node)
        if isinstance(child, ast.stmt | ast.match_case)
    ]
    return max(node.lineno, min(inside) - 1) if inside else node.end_lineno or node.lineno


def planted(text: str | None = None) -> list[Change]:
    """The planted faults, as `faults.txt` has them. Raises ValueError for a block that is none."""
    path, found = "", []
    whole = FAULTS.read_text(encoding="utf-8") if text is None else text
    for block in re.split(r"\n{2,}", whole.strip("\n")):
        lines = [line for line in block.split("\n") if not line.startswith("#")]
        if len(lines) == 1 and lines[0].endswith(".py"):
            path = lines[0]
        elif lines:
            found.append(_fault(path, lines))
    return found


def _fault(path: str, lines: list[str]) -> Change:
    """A fault from its lines: `name: why`, what is replaced after `-`, what replaces it after `+`."""
    name, colon, why = lines[0].partition(": ")
    before, after = (
        "\n".join(line[1:] for line in lines[1:] if line.startswith(sign)) for sign in ("-", "+")
    )
    if not (path and colon and before) or any(line[0] not in "-+" for line in lines[1:]):
        raise ValueError(f"no fault: {lines}")
    return Change(name, path, before, after, why)


_stamps: Final = count(int(time()))


def write(file: Path, text: str) -> None:
    """Write a source file with a time of its own: no bytecode of another text is taken for it."""
    file.write_text(text, encoding="utf-8", newline="\n")
    stamp = next(_stamps)
    os.utime(file, (stamp, stamp))


def interleaved(changes: Iterable[Change]) -> Iterator[Change]:
    """The changes in turn from each place, so that the first ones are a fair sample."""
    by_place: dict[str, list[Change]] = {}
    for change in changes:
        by_place.setdefault(change.place, []).append(change)
    while by_place:
        for place in [*by_place]:
            yield by_place[place].pop(0)
            if not by_place[place]:
                del by_place[place]
