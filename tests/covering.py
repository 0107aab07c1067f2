"""Covering choice of a parametrized test's cases: what `./test` asks, while `./test --long` asks all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence, Set
from typing import Final, TypeVar

import pytest

USUALLY: Final = "tests/client/"
"""Folder whose tests are taken as marked: games, windows, languages and devices are multiplied there."""

T = TypeVar("T")
Values = Set[Hashable]
"""What occurs in a case: of a parametrized test its parameters, each a name and a value."""


def late(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Tests left to `--long`: those marked `long`, and repetitions of those marked `covering`."""
    left = {item for item in items if item.get_closest_marker("long")}
    groups = defaultdict[tuple[str, int | None], list[pytest.Item]](list)
    for item in items:
        usual = pytest.mark.covering.mark if item.nodeid.startswith(USUALLY) else None
        mark = item.get_closest_marker("covering") or usual
        if mark is not None and item not in left and hasattr(item, "callspec"):
            groups[item.nodeid.partition("[")[0], mark.kwargs.get("most")].append(item)
    for (_, most), cases in groups.items():
        left.update(set(cases) - set(chosen(cases, [values_of(case) for case in cases], most)))
    return left


def values_of(case: pytest.Item) -> Values:
    """What a case is called with; what cannot be hashed counts as its place in the list of values."""
    call = case.callspec  # type: ignore[attr-defined]  # a test with this mark has parameters
    return {
        (name, value if _hashes(value) else f"#{call.indices[name]}") for name, value in call.params.items()
    }


def _hashes(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def chosen(cases: Sequence[T], values: Sequence[Values], most: int | None = None) -> Sequence[T]:
    """Cases in which every value occurs: always next one that brings most new values, and of these the first
    whose others have been met most rarely. At equal distances if they are more than `most`; in their order.
    """
    wanted, found, met = dict(enumerate(values)), list[int](), Counter[Hashable]()
    while wanted:
        most_new = max(map(len, wanted.values()))
        equal = [at for at, left in wanted.items() if len(left) == most_new]
        best = min(equal, key=lambda at: sum(met[value] for value in values[at]))
        new = wanted.pop(best)
        met.update(values[best])
        found.append(best)
        wanted = {at: left for at, one in wanted.items() if (left := one - new)}
    return spread([cases[at] for at in sorted(found)], most or len(found))


def spread(cases: Sequence[T], most: int) -> Sequence[T]:
    """At most so many of them, at equal distances; the first is one of them."""
    return cases[:: max(1, -(-len(cases) // most))]
