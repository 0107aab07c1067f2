"""Test files that concern what differs from the branch main: what `./test --fast` runs besides the laws.

A test concerns a module if it imports it, itself or through other modules in `tests/`. A change in a game's
folder, `core/games/<game>/` or `client/boards/<game>/`, concerns the folder of the same name in `tests/` too.
What more than `MANY` test files import is left to the laws, and to `./test`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

MANY: Final = 12
"""Test files that a module may concern, with those of the same name counted apart."""

GAMES: Final = ("core/games", "client/boards", "tests/data")
"""Folders with a folder for each game."""

IMPORT: Final = re.compile(r"^ *(?:import ([\w.]+)|from ([\w.]+) import (\([^)]*\)|.*))", re.MULTILINE)
WORD: Final = re.compile(r"\w+")


def changed(root: Path) -> list[str]:
    """Files that differ from main, or that git does not know yet; none where there is no git."""
    if shutil.which("git") is None or not (root / ".git").exists():
        return []
    base = _git(root, "merge-base", "HEAD", "main") or ["HEAD"]
    return _git(root, "diff", "--name-only", *base) + _git(root, "ls-files", "--others", "--exclude-standard")


def _git(root: Path, *words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, encoding="utf-8", check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def tests_of(files: Iterable[str], root: Path) -> list[str]:
    """Test files and folders that these files concern, each once."""
    known = {_dotted(path.relative_to(root)): path for path in (root / "tests").rglob("*.py")}
    uses = {module: set(_imports(path)) for module, path in known.items()}
    tests = {
        _within(root, path): _reached(module, uses)
        for module, path in known.items()
        if path.name.startswith("test_")
    }
    found = [test for file in files for test in _concerned(PurePosixPath(file), tests)]
    return [test for test in dict.fromkeys(found) if (root / test).exists()]


def _concerned(file: PurePosixPath, tests: dict[str, set[str]]) -> Iterator[str]:
    """Test files that one file concerns, and the folder of the game that it belongs to."""
    if file.name.startswith("test_"):
        yield str(file)
        return
    for folder in GAMES:
        if file.is_relative_to(folder) and len(file.relative_to(folder).parts) > 1:
            game = file.relative_to(folder).parts[0]
            yield f"tests/core/games/{game}" if folder == "tests/data" else f"tests/{folder}/{game}"
    if file.suffix == ".py":
        users = [test for test, used in tests.items() if _dotted(file) in used]
        namesakes = [test for test in tests if PurePosixPath(test).stem == f"test_{file.stem}"]
        yield from (users if len(users) <= MANY else namesakes)


def _reached(module: str, uses: dict[str, set[str]]) -> set[str]:
    """All modules that one imports, itself or through others in `tests/`."""
    found, todo = set[str](), [module]
    while todo:
        new = uses.get(todo.pop(), set()) - found
        found |= new
        todo += new & uses.keys()
    return found


def _imports(path: Path) -> Iterator[str]:
    """Names after `import` and `from … import` in a file: of modules, and of what may be in them."""
    for plain, module, names in IMPORT.findall(path.read_text(encoding="utf-8")):
        yield plain or module
        yield from (f"{module}.{name}" for name in WORD.findall(names))


def _dotted(path: Path | PurePosixPath) -> str:
    """A file's name in an import."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _within(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()
