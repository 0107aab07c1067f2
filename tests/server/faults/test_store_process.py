"""`kill -9` at random moments, while people play: a real server, real files, one start after the other."""

from __future__ import annotations

import os
import random
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest

from tests.server.faults.conftest import Cases
from tests.server.faults.store_process import Couch, Nursery

GAMES: Final = ("sturt", "ghawar", "sturt", "ghawar", "sturt", "sturt")
MOST: Final = 60
"""Commands that are answered before a kill, at most."""
WAIT: Final = 30.0
"""Seconds in which they have to be."""
EARLY: Final = 0.1
"""How often the kill comes while the server still starts."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are made by fork here")
def test_killed_under_load_nothing_told_is_lost(tmp_path: Path, cases: Cases[int]) -> None:
    luck, kills = random.Random(9), cases(3, 500)
    couches = [Couch(game, random.Random(number)) for number, game in enumerate(GAMES)]
    with Nursery(tmp_path / "data") as nursery, ThreadPoolExecutor(len(couches)) as pool:
        for number in range(kills):
            nursery.start()
            if number and luck.random() < EARLY:
                time.sleep(luck.uniform(0.0, 0.2))
                nursery.kill()
                continue
            port = nursery.port()
            playing = [pool.submit(couch.play, port) for couch in couches]
            _wait(couches, playing, luck.randrange(MOST))
            time.sleep(luck.uniform(0.0, 0.005))
            nursery.kill()
            for couch in playing:
                couch.result()
    told = sum(couch.acknowledged for couch in couches)
    print(f"{kills} kills, {told} commands acknowledged")
    assert told > kills


def _wait(couches: list[Couch], playing: list[Future[None]], answers: int) -> None:
    """Until so many commands more are answered, or somebody has something to complain about."""
    enough, end = sum(couch.acknowledged for couch in couches) + answers, time.monotonic() + WAIT
    while sum(couch.acknowledged for couch in couches) < enough and not any(each.done() for each in playing):
        assert time.monotonic() < end, "nobody is answered"
        time.sleep(0.0005)
