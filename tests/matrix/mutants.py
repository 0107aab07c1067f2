"""Mutants: small changes of rules, scoring, tables and sessions, drawn at random from all there are."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.matrix.changes import Change

SEED: Final = 2026
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    **{
        game: tuple(f"core/games/{game}/{name}.py" for name in names)
        for game, names in {
            "sturt": ("rules", "board"),
            "great_divide": ("rules", "scoring", "drainage"),
            "great_split": ("rules", "scoring", "tracks", "knowledge"),
            "ghawar": ("rules", "scoring", "roads"),
            "down_under": ("rules", "scoring", "board", "state"),
        }.items()
    },
    "server/tables": ("server/tables/*.py",),
    "client/session": ("client/session/*.py",),
}
"""Files whose mutants are drawn, by place: as many from each."""

_SWAPPED: Final[dict[type[Any], type[Any]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
_OTHER_NAME: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


def sample(
    root: Path, each: int, seed: int = SEED, only: Callable[[str, Collection[int]], bool] | None = None
) -> list[Change]:
    """As many mutants from each place; the same seed draws the same ones from the same source.

    `only` says of a file and lines in it whether mutants there are wanted.
    """
    drawn = []
    for place, patterns in PLACES.items():
        files = sorted(file for pattern in patterns for file in root.glob(pattern))
        every = [
            mutant
            for file in files
            for mutant in mutants(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))
        ]
        random.Random(f"{seed} {place}").shuffle(every)
        taken = 0
        for mutant in every:
            if taken < each and (
                only is None or only(mutant.path, mutant.lines((root / mutant.path).read_text("utf-8")))
            ):
                drawn.append(mutant)
                taken += 1
    return drawn


@cache
def mutants(path: str, text: str) -> tuple[Change, ...]:
    """All mutants of one file: what stands inside its functions, changed in one place."""
    whole, starts = text.encode(), [0]
    for line in whole.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    return tuple(
        _change(path, whole, starts, node, other)
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for statement in function.body
        for node, other in _mutated(statement)
    )


def _change(path: str, text: bytes, starts: list[int], node: Any, other: str) -> Change:
    first = starts[node.lineno - 1] + node.col_offset
    last = starts[node.end_lineno - 1] + node.end_col_offset
    before, start = text[first:last].decode(), len(text[:first].decode())
    name = f"{path}:{node.lineno} `{' '.join(before.split())}` → `{other}`"
    return Change(name, path, before, other, start=start)


def _mutated(statement: ast.stmt) -> Iterator[tuple[ast.AST, str]]:
    """Every node in a statement that has a mutant, with its text; inner functions have their own."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        if isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assert | ast.JoinedStr
        ):
            continue
        todo += ast.iter_child_nodes(node)
        if isinstance(node, ast.AnnAssign):
            todo.remove(node.annotation)
        for other in _others(node):
            yield node, f"({ast.unparse(other)})" if isinstance(other, ast.expr) else ast.unparse(other)


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """The mutants of one node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _SWAPPED:
            yield _with(node, ops=[_SWAPPED[type(op)]()])
        case ast.BoolOp(op=op) | ast.BinOp(op=ast.Add() | ast.Sub() as op):
            yield _with(node, op=_SWAPPED[type(op)]())
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in _OTHER_NAME:
            yield _with(node, func=ast.Name(_OTHER_NAME[name]))
        case ast.IfExp(test=test):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise() | ast.Continue():
            yield ast.Pass()


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    """A copy of the node with other fields."""
    other = deepcopy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
