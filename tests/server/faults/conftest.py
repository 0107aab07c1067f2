"""Short forms of all faults in `./test`, their long forms by `./test --faults`: the same tests, more cases.

`store_*` and `test_store_*` are about what is kept, `hostile_*` and `test_hostile_*` about who connects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

T = TypeVar("T")
Cases = Callable[[T, T], T]
"""Chooses between what the short and what the long form of a test takes."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--faults", action="store_true", help="the long form of every test in tests/server/faults"
    )


@pytest.fixture(scope="session")
def long_form(request: pytest.FixtureRequest) -> bool:
    """Whether there is time for everything."""
    # Pytest knows the option only where this folder is named in the command.
    return bool(request.config.getoption("--faults", default=False))


@pytest.fixture(scope="session")
def cases(long_form: bool) -> Cases[T]:
    """`cases(short, long)`: the one or the other."""
    return lambda short, long: long if long_form else short
