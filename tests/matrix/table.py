"""The page of the test matrix, `docs/test-matrix.md`, from what is known so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tests.matrix.changes import Change
from tests.matrix.runs import Keep, Plan, Result, plan_of, test_files
from tools.bootstrap import ROOT

PAGE: Final = ROOT / "docs" / "test-matrix.md"

BEGINS: Final = "## How much has run\n"
"""Heading of the page from which on it is written anew; what is above it explains the matrix."""

FOUND: Final = """
Everything was run at the commit {commit}. {recorded} of {files} test files are recorded{failing}.

| | changes | executed by no recorded file | not asked about yet | found | not found |
| --- | --- | --- | --- | --- | --- |
{counts}

## Not found

By none of the recorded test files that execute it. A mutant may leave everything as it is: then there is
nothing to find.

{survivors}

## Test files

Seconds as recorded, with coverage and whatever else the machine did; lines of the file; the changes it was
asked about; those it found; and those that no other recorded file has found, though all that execute them
were asked.

| test file | seconds | lines | asked | faults found | mutants found | alone |
| --- | --- | --- | --- | --- | --- | --- |
{rows}
"""


def page(keep: Keep, text: str) -> str:
    """The page's text after that before."""
    plan = plan_of(keep)
    failing = f"; {', '.join(plan.failing)} fail in a copy and are left out" if plan.failing else ""
    return text[: text.index(BEGINS) + len(BEGINS)] + FOUND.format(
        commit=keep.commit()[:12],
        recorded=len(plan.recorded),
        files=len(test_files()),
        failing=failing,
        counts="\n".join(
            (_count(plan, "planted faults", plan.faults), _count(plan, "mutants", plan.mutants))
        ),
        survivors="\n".join(_survivors(plan)) or "None so far.",
        rows="\n".join(_row(plan, file) for file in sorted(plan.recorded)),
    )


def _finders(results: Iterable[Result]) -> list[str]:
    return [result.file for result in results if result.found]


def is_missed(plan: Plan, change: Change) -> bool:
    """Whether every test file that executes the change was asked, and none has found it."""
    asked = plan.results[change.key]
    return bool(asked) and not _finders(asked) and not plan.left(change)


def _count(plan: Plan, name: str, changes: Sequence[Change]) -> str:
    unexecuted = sum(not plan.askable[change.key] for change in changes)
    unasked = sum(bool(plan.askable[c.key]) and not plan.results[c.key] for c in changes)
    found = sum(bool(_finders(plan.results[change.key])) for change in changes)
    missed = sum(is_missed(plan, change) for change in changes)
    return f"| {name} | {len(changes)} | {unexecuted} | {unasked} | {found} | {missed} |"


def _survivors(plan: Plan) -> Iterator[str]:
    for change in filter(lambda change: is_missed(plan, change), plan.changes):
        asked = len(plan.results[change.key])
        what = f"`{change.path}` {change.name}: {change.why}" if change.why else change.name
        yield f"- {what.replace('](', '] (')} ({asked} asked)"


def _row(plan: Plan, file: str) -> str:
    lines = (ROOT / file).read_text(encoding="utf-8").count("\n") if (ROOT / file).exists() else 0
    asked = [c for c in plan.changes if file in [result.file for result in plan.results[c.key]]]
    found = [change for change in asked if file in _finders(plan.results[change.key])]
    alone = sum(_finders(plan.results[c.key]) == [file] and not plan.left(c) for c in found)
    faults = sum(bool(change.why) for change in found)
    seconds = plan.recorded[file].seconds
    return f"| {file} | {seconds:.0f} | {lines} | {len(asked)} | {faults} | {len(found) - faults} | {alone} |"
