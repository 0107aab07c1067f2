"""Planted faults: something that a test breaks on purpose, to see that it is noticed."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest


def plant(patch: pytest.MonkeyPatch, owner: ModuleType | type, name: str, faulty: Callable[..., Any]) -> None:
    """Wrong function in the place of one of a module or class, until `patch` is undone.

    It is called with the real one, then its arguments. A fault sits inside, in whatever a rule or a message
    is worked out by: so the place is a name, as for `MonkeyPatch.setattr`. Raises KeyError where it is gone.
    """
    real = vars(owner)[name]

    def planted(*args: Any, **named: Any) -> Any:
        return faulty(real, *args, **named)

    patch.setattr(owner, name, planted)
