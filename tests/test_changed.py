"""Choice of tests for `./test --fast`: those that import what was changed, and the folder of its game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import changed

FILES = {
    "tests/kit.py": "from core import (\n    match,\n    codec,\n)\n",
    "tests/core/games/__init__.py": "",
    "tests/core/test_match.py": "from tests import kit\n",
    "tests/core/test_wire.py": "import core.protocol.wire\nfrom core.codec import plain\n",
    "tests/core/games/sturt/test_rules.py": "from core.games.sturt.rules import STURT\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("core/match.py", ["tests/core/test_match.py"]),
        ("core/codec.py", ["tests/core/test_match.py", "tests/core/test_wire.py"]),
        ("core/protocol/wire.py", ["tests/core/test_wire.py"]),
        ("core/wire_format.py", []),
        ("tests/kit.py", ["tests/core/test_match.py"]),
        ("tests/core/test_wire.py", ["tests/core/test_wire.py"]),
        ("tests/core/test_deleted.py", []),
        ("core/games/sturt/routes.py", ["tests/core/games/sturt"]),
        ("tests/data/sturt/perft.toml", ["tests/core/games/sturt"]),
        ("core/games/__init__.py", []),
        ("docs/look.md", []),
    ],
)
def test_a_change_concerns_who_imports_it(file: str, tests: list[str], root: Path) -> None:
    assert sorted(changed.tests_of([file], root)) == tests


def test_what_everything_imports_is_left_to_its_namesake(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed, "MANY", 1)
    assert changed.tests_of(["core/codec.py"], root) == []
    (root / "tests/core/test_codec.py").write_text("import core.codec\n", encoding="utf-8")
    assert changed.tests_of(["core/codec.py"], root) == ["tests/core/test_codec.py"]


def test_without_git_nothing_is_known_to_be_changed(root: Path) -> None:
    assert changed.changed(root) == []
