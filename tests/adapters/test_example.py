"""The example of learning prints what the docs say that it prints."""

from __future__ import annotations

import importlib.util

import pytest

from tools.bootstrap import ROOT

pytest.importorskip("pyspiel", reason="install it: pip install open_spiel")

ITERATIONS = 4
"""Of those in the docs, to be quick."""


def test_the_example_learns_as_in_the_docs(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("learn", ROOT / "docs" / "examples" / "learn.py")
    assert spec and spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    example.learn(ITERATIONS)
    printed = capsys.readouterr().out.splitlines()
    documented = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8").splitlines()
    assert {f"    {line}" for line in printed} <= set(documented)
    gaps = [float(line.split()[-1]) for line in printed[1:]]
    assert gaps == sorted(gaps, reverse=True)
