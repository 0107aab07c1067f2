"""Garbage is looked for at fixed times, and what a server leaves behind is found."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from server import garbage_collection


class Knot:
    """Holds itself, so only a search finds it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """The collector of this process is everybody's."""
    usual = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


def test_no_search_through_everything_happens_by_itself() -> None:
    garbage_collection.freeze_startup_objects()
    before = gc.get_stats()[2]["collections"]
    kept = [
        [Knot()] for _ in range(garbage_collection.YOUNG_THRESHOLD * garbage_collection.OLDER_THRESHOLD * 2)
    ]
    assert gc.get_stats()[1]["collections"] > 0
    assert gc.get_stats()[2]["collections"] == before
    assert len(kept) > garbage_collection.YOUNG_THRESHOLD


@pytest.mark.parametrize(("name", "value", "gone"), [("LONGEST_INTERVAL", 0.0, 0), ("MANY_GONE", 3, 3)])
def test_what_is_left_behind_is_found_once_many_have_gone_or_after_long(
    name: str, value: float, gone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        garbage_collection.freeze_startup_objects()
        counted = 0
        searching = asyncio.create_task(garbage_collection.collect_periodically(lambda: counted))
        knot = Knot()
        left = weakref.ref(knot)
        gc.collect(1)  # so it is old
        del knot
        for _ in range(100):
            await asyncio.sleep(0)
        assert left() is not None
        counted = gone
        monkeypatch.setattr(garbage_collection, name, value)
        while left() is not None:
            await asyncio.sleep(0)
        searching.cancel()

    monkeypatch.setattr(garbage_collection, "LEAST_INTERVAL", 0.0)
    asyncio.run(asyncio.wait_for(check(), 30))
