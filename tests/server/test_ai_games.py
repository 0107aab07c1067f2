"""AIs decide the same from the same seed, with every Python and every package that is allowed."""

from __future__ import annotations

import builtins
import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, cast

import pytest

from tests.core.floors import GROWN
from tests.server.ai_games import LEVELS, played, recorded


class Sums:
    """Stands in for `sum`, and remembers in which modules of `core` it has added floats.

    Since Python 3.12 it adds them more exactly than before: an AI that compares such sums may decide
    otherwise. `math.fsum` is the same everywhere.
    """

    def __init__(self) -> None:
        self.of_floats = set[str]()
        self._sum: Callable[..., Any] = sum

    def __call__(self, values: Iterable[Any], /, start: Any = 0) -> Any:
        total = self._sum(values, start)
        frame = inspect.currentframe()
        assert frame is not None and frame.f_back is not None
        module = str(frame.f_back.f_globals["__name__"])
        if isinstance(total, float) and module.startswith("core."):
            self.of_floats.add(module)
        return total


@pytest.fixture
def sums(monkeypatch: pytest.MonkeyPatch) -> Sums:
    sums = Sums()
    monkeypatch.setattr(builtins, "sum", sums)
    return sums


def test_every_game_is_recorded() -> None:
    assert LEVELS.keys() == {game.info.key for game in GROWN}


@pytest.mark.parametrize("key", LEVELS)
def test_the_same_seed_is_the_same_game_with_every_python(key: str, sums: Sums) -> None:
    written = recorded(key).read_text(encoding="utf-8")
    assert played(key).splitlines() == written.splitlines(), "see tests/server/ai_games.py"
    assert sums.of_floats == set(), "math.fsum adds floats the same with every Python"


def test_the_same_seed_is_the_same_game_on_every_processor() -> None:
    """What looks ahead with matrices decides alike where linear algebra is done for an older processor."""
    key = "great_divide"
    code = f"from tests.server.ai_games import played; print(played({key!r}), end='')"
    older = {**os.environ, "OPENBLAS_CORETYPE": "Prescott"}
    game = subprocess.run([sys.executable, "-c", code], env=older, capture_output=True, text=True, check=True)
    assert game.stdout.splitlines() == recorded(key).read_text(encoding="utf-8").splitlines()


def test_only_plain_sums_of_floats_in_core_are_noticed(sums: Sums) -> None:
    def add() -> tuple[float, int]:
        return sum([0.5, 0.25]), sum([1, 2])

    def whole() -> int:
        return sum([1, 2])

    assert add() == (0.75, 3)
    _in_module("core.games.planted", add)()
    _in_module("core.games.whole", whole)()
    assert sums.of_floats == {"core.games.planted"}


def _in_module(name: str, function: Callable[[], Any]) -> Callable[[], Any]:
    """A function as if a module of this name had it."""
    return FunctionType(cast(FunctionType, function).__code__, {"__name__": name, "__builtins__": builtins})
