"""Every code that the program may give as a reason or a notice has a sentence, with gaps it can fill."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from assets.texts import LANGUAGES, Texts

ROOT = Path(__file__).parents[2]
FOLDERS = ("core", "server", "client")
CODE = re.compile(r"[a-z_]+(\.[a-z_]+)*\.(refusal|notice|bye|reason|points)\.[a-z0-9_]*[a-z0-9]")
GIVERS = ("Refused", "Refusal", "Notice", "translate")


class Given(NamedTuple):
    """A code in the source; `filled` are the gaps that its place fills, None where that cannot be seen."""

    place: str
    code: str
    filled: frozenset[str] | None


def given() -> list[Given]:
    found: list[Given] = []
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            place = file.relative_to(ROOT).as_posix()
            found += codes_of(place, file.read_text(encoding="utf-8"))
    return found


def codes_of(place: str, source: str) -> list[Given]:
    nodes = list(ast.walk(ast.parse(source)))
    calls = [node for node in nodes if isinstance(node, ast.Call) and name_of(node) in GIVERS]
    found = [
        Given(f"{place}:{call.lineno}", code, filled(call))
        for call in calls
        if call.args
        for code in constants(call.args[0])
    ]
    seen = {(entry.place.partition(":")[0], entry.code) for entry in found}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (place, node.value) not in seen:
            found.append(Given(f"{place}:{node.lineno}", node.value, None))
    return [entry for entry in found if CODE.fullmatch(entry.code)]


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def constants(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be: one, or either side of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def filled(call: ast.Call) -> frozenset[str] | None:
    """The names of the values that a call gives along."""
    names: set[str] = set()
    for keyword in call.keywords:
        if keyword.arg is None:
            return None
        names.add(keyword.arg)
    for argument in call.args[1:]:
        if isinstance(argument, ast.Dict):
            names |= {key.value for key in argument.keys if isinstance(key, ast.Constant)}
    return frozenset(names)


def faults(entries: list[Given], texts: Texts) -> list[str]:
    told = []
    for entry in entries:
        if not texts.has(entry.code):
            told.append(f"{entry.place}: no text {entry.code!r}")
        elif entry.filled is not None and texts.gaps(entry.code) - entry.filled:
            told.append(
                f"{entry.place}: {entry.code!r} lacks {sorted(texts.gaps(entry.code) - entry.filled)}"
            )
    return told


def test_every_code_has_a_sentence_that_can_be_filled() -> None:
    entries = given()
    assert len({entry.code for entry in entries}) > 60, "the search finds nothing any more"
    for language in LANGUAGES:
        assert faults(entries, Texts(language)) == [], language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "values"), [("command", 2), ("game", 2), ("level", 2), ("language", 2)])
def test_what_one_of_builds_itself(language: str, code: str, values: int) -> None:
    assert len(Texts(language).gaps(f"cli.refusal.{code}")) == values


@pytest.mark.parametrize(
    ("source", "faulty"),
    [
        ('raise Refused("match.refusal.over")', False),
        ('raise Refused("match.refusal.ovre")', True),
        ('raise Refused("a.refusal.x" if late else "match.refusal.over")', True),
        ('x = "match.refusal.ovre"', True),
        ('raise Refused("match.refusal.no_such_seat", seat=1, seats=2)', False),
        ('raise Refused("match.refusal.no_such_seat", seat=1)', True),
        ('Refusal("match.refusal.no_such_seat", (), {"seat": 1, "seats": 2})', False),
        ('Refusal("match.refusal.no_such_seat", (), {"seat": 1})', True),
        ('raise Refused("match.refusal.no_such_seat", **values)', False),
    ],
)
def test_the_search_sees_a_fault(source: str, faulty: bool) -> None:
    assert bool(faults(codes_of("x.py", source), Texts("en"))) == faulty
