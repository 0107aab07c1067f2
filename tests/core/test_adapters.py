"""The adapters where what they adapt to is not installed."""

from __future__ import annotations

import importlib
import sys

import pytest


@pytest.mark.parametrize(("adapter", "package"), [("pettingzoo", "pettingzoo"), ("open_spiel", "pyspiel")])
def test_an_adapter_says_what_is_missing(adapter: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"core.environments.{adapter}", raising=False)
    with pytest.raises(ImportError, match=f"is missing: pip install {adapter}$"):
        importlib.import_module(f"core.environments.{adapter}")
