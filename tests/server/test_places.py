"""Places to think at are given in turn to those who ask, and none is lost."""

from __future__ import annotations

import asyncio

from server.bots.fair_queue import FairQueue
from tests.server.helpers import settle


class Askers:
    """Everybody who asks; `served` in the order in which they got a place."""

    def __init__(self, count: int) -> None:
        self.places = FairQueue(count)
        self.served: list[str] = []

    async def ask(self, *names: str) -> list[asyncio.Task[None]]:
        """Each for one place. The first letter of a name says whose."""
        asked = [asyncio.ensure_future(self._ask(name)) for name in names]
        await settle()
        return asked

    async def _ask(self, name: str) -> None:
        await self.places.take(name[0])
        self.served.append(name)

    async def done(self, times: int) -> list[str]:
        """So many places become free one after the other; who got them."""
        self.served.clear()
        for _ in range(times):
            self.places.give()
            await settle()
        return self.served


def test_one_after_the_other_has_a_turn_and_each_in_the_order_of_asking() -> None:
    async def test() -> None:
        askers = Askers(1)
        await askers.ask("a1", "a2", "a3", "a4", "b1", "c1", "c2")
        assert askers.served == ["a1"]
        assert await askers.done(3) == ["a2", "b1", "c1"]
        await askers.ask("b2")
        assert await askers.done(5) == ["a3", "c2", "b2", "a4"]

    asyncio.run(test())


def test_who_is_cancelled_takes_no_turn_of_others_and_no_place() -> None:
    async def test() -> None:
        askers = Askers(1)
        _, *rest = await askers.ask("x1", "a1", "a2", "b1", "b2", "c1")
        rest[0].cancel()
        rest[3].cancel()
        assert await askers.done(3) == ["a2", "b1", "c1"]
        assert await askers.done(2) == []
        assert len(await askers.ask("d1", "d2", "d3")) == 3 and askers.served == ["d1", "d2"]

    asyncio.run(test())


def test_a_place_that_was_given_to_who_is_cancelled_meanwhile_is_the_next_ones() -> None:
    async def test() -> None:
        askers = Askers(1)
        _, given, _ = await askers.ask("x1", "a1", "b1")
        askers.served.clear()
        askers.places.give()
        given.cancel()
        await settle()
        assert askers.served == ["b1"]

    asyncio.run(test())
