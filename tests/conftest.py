"""What holds for every test: no screen, no sound, no player's files, the same examples each time."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import psutil
import pytest
from hypothesis import settings

from server.bots.compilation import digest_of_core
from tests.covering import late
from tools.checks import apart

# Set while this file is loaded: before pygame is, and for the processes that tests start.
HOME = tempfile.mkdtemp(prefix="tilewright-tests-")
os.environ.update(apart(HOME))
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(sys.prefix) / "compiled" / digest_of_core()))

# No test announces or searches beyond this machine: all that the program sees of its networks is loopback.
_all_states = psutil.net_if_stats
psutil.net_if_stats = lambda: {
    name: state for name, state in _all_states().items() if name.lower().startswith("lo")
}

settings.register_profile("short", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("long", deadline=None, max_examples=1000, print_blob=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run every case of every test, with more examples")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "short")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only long runs ask for: tests marked `long`, repetitions of those marked `covering`."""
    if config.getoption("--long") or config.getoption("--faults", default=False):
        return
    if left := late(items):
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


def pytest_unconfigure() -> None:
    shutil.rmtree(HOME, ignore_errors=True)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for a test that writes settings, saved games or logs."""
    monkeypatch.setenv("TILEWRIGHT_HOME", str(tmp_path))
    return tmp_path
