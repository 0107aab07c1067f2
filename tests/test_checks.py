"""What `./test` shows of checks and tests that run at the same time, and its exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import checks
from tools.bootstrap import NotOffered

Shown = Callable[..., tuple[int, list[str]]]

PYTHON = Path(sys.executable)
GOOD = ("good", ["-c", "print('nobody asks')"])
BAD = ("bad", ["-c", "print('line 7 is wrong'); raise SystemExit(3)"])


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Shown:
    """Runs checks beside tests that end with an exit code: what is returned, and the lines that are shown."""

    def run(code: int, *asked: tuple[str, list[str]]) -> tuple[int, list[str]]:
        monkeypatch.setattr(checks, "CHECKS", asked)
        words = f"print('2 tests'); print('closing line'); raise SystemExit({code})"
        monkeypatch.setattr(checks, "pytest", lambda python, *rest: [str(python), "-c", words])
        result = checks.together(PYTHON, [])
        return result, capfd.readouterr().out.splitlines()

    return run


@pytest.mark.parametrize("code", [0, 1])
def test_tests_are_shown_after_the_checks_and_their_code_counts(code: int, shown: Shown) -> None:
    result, lines = shown(code, GOOD)
    assert result == code
    assert lines[0].startswith("== good: ok") and lines[1:] == ["== pytest", "2 tests", "closing line"]


def test_a_check_that_fails_says_why_and_tests_are_broken_off(shown: Shown) -> None:
    result, lines = shown(0, GOOD, BAD)
    assert result == 1
    assert lines[0].startswith("== good: ok") and lines[1] == "line 7 is wrong"
    assert lines[2].startswith("== bad: FAILED") and lines[3:] == ["== pytest: broken off."]


def test_an_extra_that_is_not_to_be_had_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def add(root: Path, extra: str) -> None:
        """One extra is not offered; with the other comes nothing: of one it does not know pip only warns."""
        if extra == "first":
            raise NotOffered("not here")

    monkeypatch.setattr(checks, "add_extra", add)
    checks.fetch(PYTHON, {"known": "sys", "first": "unheard_of", "second": "unheard_of"})
    said = capsys.readouterr().out.splitlines()
    words = "is not to be had for this Python on this system: its tests are left out."
    assert said == [f"first {words}", f"second {words}"]
