"""AIs decide by arithmetic that has the same last digits on every processor (`core/bots/arithmetic.py`)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import core.games
from core.bots.arithmetic import logistic

BOTS = sorted(Path(core.games.__path__[0]).glob("*/bot/*.py"))
UNLIKE = {"linalg", "dot", "vdot", "inner", "matmul", "tensordot", "einsum"} | {
    *("exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "power"),
    *("sin", "cos", "tan", "tanh", "arctan", "arctan2"),
}
"""Names in numpy of what ends in other last digits on another processor."""


def unlike(source: str) -> Iterator[str]:
    """Such places in a module, apart from what is compiled: "line: name"."""
    for node in ast.parse(source).body:
        names = [ast.unparse(each) for each in getattr(node, "decorator_list", [])]
        if not any(name.startswith("jit") for name in names):
            yield from _unlike_in(node)


def _unlike_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            yield f"{node.lineno}: @"
        elif isinstance(node, ast.Attribute) and node.attr in UNLIKE and ast.unparse(node.value) == "np":
            yield f"{node.lineno}: {node.attr}"


@pytest.mark.parametrize("path", BOTS, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_bots_use_plain_arithmetic(path: Path) -> None:
    assert list(unlike(path.read_text(encoding="utf-8"))) == []


def test_what_is_unlike_is_found() -> None:
    source = "def f(a):\n    return np.linalg.inv(a) @ np.exp(a)\n@jit\ndef g(a):\n    return np.exp(a)\n"
    assert sorted(unlike(source)) == ["2: @", "2: exp", "2: linalg"]


def test_the_logistic_function_is_numpys_to_nine_digits() -> None:
    values = np.linspace(-60, 60, 4001)
    assert np.allclose(logistic(values), 1 / (1 + np.exp(-values.clip(-50, 50))), rtol=1e-9, atol=0)
    assert logistic(0.0) == 0.5
