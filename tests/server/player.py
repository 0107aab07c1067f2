"""A client process: `python -m tests.server.player PORT ROLE` plays at random and tells how it went.

ROLE is JSON: `{"open": [game, plan, …]}`, `{"sit": [table, seat, …]}` or `{"watch": table}`; `start` is
how many seats have to be taken before the host begins. The first line out is the table's number, the
second, at the end of the game, what this client knows of it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import core.games
from core import codec
from core.protocol import messages as m
from tests.core import toy
from tests.server.helpers import Talker, planned, play_at_random

core.games.GAMES = (*core.games.GAMES, toy.GAME)


def arrive(talker: Talker, role: dict[str, Any]) -> m.TableView:
    """Get to the table in that role; what it looks like when the game begins."""
    if "open" in role:
        game, *plans = role["open"]
        talker.ask(m.Open, game=game, options={}, plans=planned(tuple(plans)))
    elif "watch" in role:
        talker.ask(m.Watch, table=role["watch"])
    else:
        table, *seats = role["sit"]
        for seat in seats:
            talker.ask(m.Sit, table=table, seat=seat, name=f"Seat {seat}")
    table_view = talker.until(m.TableView)
    print(table_view.table, flush=True)
    if role.get("start"):
        talker.until(
            m.Occupants, lambda people: sum(h.kind == "person" for h in people.holders) == role["start"]
        )
        talker.ask(m.Start, level="random")
    while table_view.phase == "gathering":
        table_view = talker.until(m.TableView)
    return table_view


def main(port: int, role: dict[str, Any]) -> None:
    with Talker.dial(port) as talker:
        table_view = arrive(talker, role)
        last = play_at_random(talker, table_view, seed=port)
        view = last.views[0][1][-1].view
        known = {
            "yours": table_view.yours,
            "steps": last.now,
            "outcome": codec.plain(last.outcome),
            "view": codec.digest(view),
            "seed": last.seed,
        }
        print(json.dumps(known), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), json.loads(sys.argv[2]))
