"""The glossary: each word stands there once, and the type it names is defined in the file it names."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.core.floors import GROWN
from tools.bootstrap import ROOT

ROW = re.compile(r"^\| ([^|`]+) \| [^|]+ \| `([\w.]+)` \| `([\w/.<>]+)` \|$", re.MULTILINE)


def rows(text: str) -> list[tuple[str, str, str]]:
    """Word, type and file of every row."""
    return ROW.findall(text)


def bound(node: ast.stmt) -> Iterator[str]:
    """Names that a statement defines; those in a class as `Class.name`."""
    match node:
        case ast.ClassDef():
            yield node.name
            yield from (f"{node.name}.{name}" for part in node.body for name in bound(part))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield node.name
        case ast.Assign():
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(name)):
            yield name


@cache
def defined(path: Path) -> set[str]:
    """What a module defines; nothing if there is no such module."""
    if not path.is_file():
        return set()
    return {name for node in ast.parse(path.read_text(encoding="utf-8")).body for name in bound(node)}


def wrong(text: str) -> list[str]:
    """Words that stand there twice, and types that a file does not define."""
    found = rows(text)
    twice = [word for word, count in Counter(word.lower() for word, _, _ in found).items() if count > 1]
    undefined = [
        f"{name} in {path}"
        for _, name, given in found
        for path in sorted({given.replace("<game>", game.info.key) for game in GROWN})
        if name not in defined(ROOT / path)
    ]
    return twice + undefined


def test_each_word_stands_there_once_and_is_defined_where_it_says() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    titles = sum(line.startswith(("| Word |", "| ---")) for line in text.splitlines())
    assert len(rows(text)) == sum(line.startswith("|") for line in text.splitlines()) - titles
    assert wrong(text) == []


def test_this_test_can_see() -> None:
    row = "| {} | something | `{}` | `{}` |\n"
    text = row.format("match", "Match", "core/match.py") + row.format("Match", "Macth", "core/match.py")
    text += row.format("gone", "Gone", "core/gone.py") + row.format("view", "Game.view", "core/game.py")
    assert wrong(text) == ["match", "Macth in core/match.py", "Gone in core/gone.py"]
