"""The client in `docs/examples`, which knows nothing but the protocol, against a real server."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from core import games
from core.protocol import messages as m
from server.net.limits import Limits
from tests.server.helpers import Hall, planned

FILE = Path(__file__).parents[2] / "docs" / "examples" / "client.py"
UNHURRIED = Limits(rate=10_000.0, burst=10_000.0)


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_client", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_as_short_as_the_page_says() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 200


@pytest.mark.parametrize("key", [game.info.key for game in games.GAMES])
def test_it_plays_a_whole_game_of_each_kind(key: str) -> None:
    with Hall(UNHURRIED) as hall:
        player = example().Player("127.0.0.1", hall.port, random.Random(3).choice)
        player.open(key, "random")
        outcome = player.play()
        table = hall.lobby.tables[player.table]
        assert [*outcome["scores"]] == [*table.match.outcome().scores]
        game = table.match.game
        assert player.log == [[step.seat, game.notation(step.action)] for step in table.match.steps]
        assert player.view.startswith(f"{key}\n")
        player.connection.socket.close()


def test_it_comes_back_after_a_cut_and_nothing_happens_twice() -> None:
    """At a table where it sits down; cut each time right before it says what it has chosen."""
    with Hall(UNHURRIED) as hall, hall.dial() as ada:
        ada.do(m.Open, game="sturt", options={}, plans=planned(("random", "open")))
        client, chosen = example(), list[str]()

        def choose(legal: list[str]) -> Any:
            chosen.append(legal[0])
            if len(chosen) % 3 == 0:
                player.connection.socket.close()
            return legal[0]

        player = client.Player("127.0.0.1", hall.port, choose)
        player.join()
        ada.do(m.Start)
        player.play()
        table = hall.lobby.tables[player.table]
        made = [step.action for step in table.match.steps if step.seat == player.seat]
        assert [table.match.game.notation(action) for action in made] == chosen and len(chosen) >= 3
        player.connection.socket.close()
