"""Planted faults fit the source, mutants are drawn repeatably, and a run goes on where it stopped."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.matrix import mutants, runs
from tests.matrix.changes import Change, Moved, interleaved, planted
from tools.bootstrap import ROOT

TEXT = "def f(x):\n    if x > 1:\n        return min(x, 2)\n    return g(\n        x,\n    )\n"
FAULT = Change("f", "core/match.py", "return min(x, 2)", "return 2", "a promise")


def source(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_every_planted_fault_changes_its_file_in_one_place() -> None:
    for fault in planted():
        text = source(fault.path)
        compile(fault.applied(text), fault.path, "exec")
        assert fault.lines(text)


def test_planted_faults_have_names_of_their_own() -> None:
    assert [name for name, count in Counter(fault.name for fault in planted()).items() if count > 1] == []


@pytest.mark.parametrize("text", [TEXT + TEXT, TEXT.replace("min", "max")], ids=["twice", "gone"])
def test_a_fault_whose_text_has_moved_is_an_error(text: str) -> None:
    assert "return 2\n" in FAULT.applied(TEXT)
    with pytest.raises(Moved):
        FAULT.applied(text)


@pytest.mark.parametrize("block", ["f: why\n-x\n y", "f\n-x\n+y", "f: why\n+y"])
def test_a_block_that_is_no_fault_is_an_error(block: str) -> None:
    assert planted("a.py\n\nf: why\n-x\n-y") == [Change("f", "a.py", "x\ny", "", "why")]
    with pytest.raises(ValueError, match="no fault"):
        planted("a.py\n\n" + block)


def test_a_change_touches_the_whole_statement_but_not_those_inside() -> None:
    assert FAULT._replace(before="        x,").lines(TEXT) == {4, 5, 6}
    assert FAULT._replace(before="x > 1").lines(TEXT) == {2}


def test_mutants_of_a_function() -> None:
    assert {(mutant.before, mutant.after) for mutant in mutants.mutants("a.py", TEXT)} == {
        ("x > 1", "(x >= 1)"),
        ("1", "(2)"),
        ("min(x, 2)", "(max(x, 2))"),
        ("2", "(3)"),
    }


def test_the_same_seed_draws_the_same_mutants_from_each_place() -> None:
    drawn = mutants.sample(ROOT, 3)
    assert drawn == mutants.sample(ROOT, 3) != mutants.sample(ROOT, 3, seed=1)
    assert Counter(mutant.place for mutant in drawn) == dict.fromkeys(mutants.PLACES, 3)
    for mutant in drawn:
        text = source(mutant.path)
        compile(mutant.applied(text), mutant.path, "exec")
        assert mutant.applied(text) != text
    assert len({mutant.place for mutant in [*interleaved(drawn)][: len(mutants.PLACES)]}) == len(
        mutants.PLACES
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the tool needs process groups")
def test_a_run_goes_on_where_the_last_one_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four test files that execute the change one finds it at once, two later: the last is not asked."""
    keep = runs.Keep(tmp_path)
    path = tmp_path / "copy-0" / "source" / FAULT.path
    path.parent.mkdir(parents=True)
    path.write_text(TEXT)
    keep.add(runs.Recorded(runs.BASELINE, True, 1.0, {FAULT.path: f"{1 << 1:x}"}))
    for number, lines in enumerate(("8", "e", "a", "8", "8", "8")):  # bits of lines; line 3 is changed
        keep.add(runs.Recorded(f"tests/test_{number}.py", True, number + 1.0, {FAULT.path: lines}))
    asked: list[str] = []

    class Copy:
        root = tmp_path / "copy-0" / "source"

        def __init__(self, *_: object) -> None:
            pass

        changed = runs.Copy.changed
        _environment = {"NUMBA_CACHE_DIR": ""}  # noqa: RUF012  # of one test

    def ask(copy: Copy, change: Change, test: runs.Recorded) -> runs.Result:
        assert "return 2\n" in (copy.root / change.path).read_text()
        asked.append(test.file[-4])
        return runs.Result(change.key, change.name, test.file, test.file[-4] in "035", 100.0)

    monkeypatch.setattr(runs, "Copy", Copy)
    monkeypatch.setattr(runs, "ask", ask)
    monkeypatch.setattr(runs, "planted", lambda: [FAULT])
    monkeypatch.setattr(runs.mutants, "sample", lambda *_, **__: [])
    monkeypatch.setattr(runs, "BUDGETS", (150.0,))
    runs.run(keep, minutes=1)
    assert asked == ["0", "1"], "until the budget is spent"
    monkeypatch.setattr(runs, "BUDGETS", (float("inf"),))
    runs.run(keep, minutes=0)
    assert asked == ["0", "1"], "the time is up"
    for _ in range(2):
        runs.run(keep, minutes=1)
        assert asked == ["0", "1", "2", "3"], "two have found it"
    assert path.read_text() == TEXT
