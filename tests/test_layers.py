"""Layers that import-linter cannot see: circles of imports, who may name a game, where chance comes from.

And that it sees the breach of one of ours, wherever an import stands.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from client.stage.settings import to_toml
from tools.bootstrap import ROOT

GAMES = {path.name for path in (ROOT / "core" / "games").iterdir() if (path / "__init__.py").exists()}

# What numpy.random offers without the one state that everybody shares.
EXPLICIT = {"BitGenerator", "Generator", "PCG64", "PCG64DXSM", "Philox", "SeedSequence", "default_rng"}


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@cache
def imported(source: str) -> frozenset[str]:
    """Every module a source imports, and every name it imports from one, in full."""
    return frozenset(_imported(ast.parse(source)))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circle(sources: Mapping[str, str]) -> list[str]:
    """Modules of which each imports the next and the last is the first; empty where there is no circle.

    `sources` are modules by their full names. All imports count: at the top, in functions, for types only.
    """
    graph = {
        module: {name if name in sources else name.rpartition(".")[0] for name in imported(source)}
        & sources.keys() - {module}
        for module, source in sources.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def particular_games(source: str) -> set[str]:
    """The games whose own modules `source` imports."""
    parts = (name.split(".") for name in imported(source))
    return {part[2] for part in parts if part[:2] == ["core", "games"] and len(part) > 2} & GAMES


def shared_chance(source: str) -> set[str]:
    """What `source` uses of numpy.random that draws from state shared by everybody."""
    used = {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Attribute)
        and (node.value.attr, ast.unparse(node.value.value)) in (("random", "np"), ("random", "numpy"))
    }
    used |= {name.split(".")[2] for name in imported(source) if name.startswith("numpy.random.")}
    return used - EXPLICIT


def may_name_a_game(path: Path) -> bool:
    """The list of games, a game's own rooms, its board on the screen, and bots."""
    inner = path.relative_to(ROOT).as_posix()
    return inner.startswith(("core/games/", "core/bots/", "client/boards/"))


@pytest.mark.parametrize("folder", ["core", "server", "client"])
def test_only_its_own_rooms_know_a_particular_game(folder: str) -> None:
    known = {
        path.relative_to(ROOT).as_posix(): games
        for path in files(folder)
        if not may_name_a_game(path) and (games := particular_games(path.read_text(encoding="utf-8")))
    }
    assert known == {}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_no_module_knows_one_that_knows_it() -> None:
    folders = ("core", "server", "client", "assets", "tools", "tests")
    assert circle({module_of(p): p.read_text(encoding="utf-8") for f in folders for p in files(f)}) == []


def breaches(planted: Mapping[str, str], folder: Path) -> list[str]:
    """What import-linter, set up as for ours, has against a client of these layers and planted modules."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    linter = project["tool"]["importlinter"]
    (contract,) = [one for one in linter.pop("contracts") if one["type"] == "layers"]
    tables = to_toml({**linter, "root_packages": ["client"]}), to_toml(contract)
    setup = "[tool.importlinter]\n{}[[tool.importlinter.contracts]]\n{}".format(*tables)
    (folder / "pyproject.toml").write_text(setup, encoding="utf-8")
    (folder / "client").mkdir()
    layers = [one.strip() for layer in contract["layers"] for one in layer.split("|")]
    for module, source in {"__init__": "", **dict.fromkeys(layers, ""), **planted}.items():
        (folder / "client" / f"{module}.py").write_text(source, encoding="utf-8")
    script = "from importlinter.cli import lint_imports_command as main; main()"
    said = subprocess.run(
        [sys.executable, "-c", script, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert "Contracts: " in said.stdout, said.stdout + said.stderr
    return sorted(line for line in said.stdout.splitlines() if line.startswith("- "))


def test_no_import_goes_up_the_stairs_of_the_client_unseen(tmp_path: Path) -> None:
    planted = {
        "session": "import client.ui\nfrom client import stage",
        "boards": "def late():\n    import client.screens",
        "app": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import client.gate",
        "screens": "import client.stage, client.boards, client.session, client.ui",
    }
    assert breaches(planted, tmp_path) == [
        "- client.app -> client.gate (l.3)",
        "- client.boards -> client.screens (l.2)",
        "- client.session -> client.stage (l.2)",
    ]


def test_every_folder_of_the_client_has_its_step(tmp_path: Path) -> None:
    assert breaches({"attic": ""}, tmp_path) == ["- client.attic"]


def test_no_module_waits_for_the_compiler() -> None:
    """It takes a second to start: only what compiles imports it, when it does."""
    names = [module_of(path) for folder in ("client", "server", "assets") for path in files(folder)]
    script = f"import importlib, sys\nfor name in {names}:\n    importlib.import_module(name)\n"
    told = subprocess.run(
        [sys.executable, "-c", f"{script}print('numba' in sys.modules, 'pygame' in sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.splitlines()[-1] == "False True"


@pytest.mark.parametrize("folder", ["core", "server"])
def test_nobody_draws_from_shared_chance(folder: str) -> None:
    drawn = {
        path.relative_to(ROOT).as_posix(): names
        for path in files(folder)
        if (names := shared_chance(path.read_text(encoding="utf-8")))
    }
    assert drawn == {}


def test_these_tests_can_see() -> None:
    late = "def f():\n    from a import b"
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a.b import C"
    assert circle({"a.b": "import a.c", "a.c": late, "a": ""}) == ["a.b", "a.c", "a.b"]
    assert circle({"a.b": "import a.c", "a.c": "import a.d", "a.d": typed}) != []
    assert circle({"a.b": "from a import c", "a.c": "import a.d", "a.d": "from a import e"}) == []
    game = min(GAMES)
    assert particular_games(f"import core.games.{game}.rules") == {game}
    assert particular_games(f"from core.games import GAMES, {game}") == {game}
    assert particular_games("from core.games import GAMES") == set()
    assert shared_chance("import numpy as np\nnp.random.shuffle([])") == {"shuffle"}
    assert shared_chance("from numpy.random import Generator, randint") == {"randint"}
    assert shared_chance("import numpy as np\nnp.random.default_rng(3)") == set()
