"""A client's connection is cut after any byte: it comes back, and knows what its uncut twin knows."""

from __future__ import annotations

import asyncio
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from core.games import GAMES
from core.games import game as game_of
from tests.server.faults.conftest import Cases
from tests.server.faults.hostile_cuts import Play, Seeds, Twins
from tests.server.faults.hostile_room import Room

EACH = 50
"""Cuts of one pair of rooms."""


@pytest.mark.parametrize("key", [game.info.key for game in GAMES])
def test_after_every_cut_a_client_knows_what_its_uncut_twin_knows(key: str, cases: Cases[int]) -> None:
    """And every decision was made once, as the steps of both tables show."""
    pairs = cases(1, 40)
    begun = time.perf_counter()
    if pairs == 1:
        done = [cuts(key, 0, 20)]
    else:
        with ProcessPoolExecutor(os.cpu_count() or 1, get_context("spawn")) as pool:
            done = list(pool.map(cuts, [key] * pairs, range(pairs), [EACH] * pairs))
    print(f"\n{sum(done)} cuts of {key} in {time.perf_counter() - begun:.0f} s")
    assert sum(done) >= (20 if pairs == 1 else pairs * EACH)


def cuts(key: str, seed: int, count: int) -> int:
    """So many cuts at random bytes in one game after the other; how many it were."""
    return asyncio.run(_cuts(key, seed, count))


async def _cuts(key: str, seed: int, count: int) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("server.tables.opening.seed_of", Seeds(seed))
        rng = random.Random(f"{key} {seed}")
        game = game_of(key)
        seats = rng.choice(game.info.seats)
        rooms = [Room(), Room()]
        plays = [Play(room, "10.0.0.1") for room in rooms]
        try:
            for play in plays:
                await play.begin(game, game.info.options(), seats)
            twins = Twins(plays[0], plays[1], rng)
            while twins.cut.calls < count:
                await twins.decide()
        finally:
            for play in plays:
                play.close()
            for room in rooms:
                assert room.errors.seen == []
                await room.close()
        return twins.cut.calls
