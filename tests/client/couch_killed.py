"""A program with a game on the couch that is about to be killed: `python -m tests.client.couch_killed ROLE`.

ROLE is JSON: `game`, `options`, `seats`, a `goal` of so many games, the seconds of a `clock` (0: none), how
many `games` to play out and how many `decisions` to make after that. Then a line of JSON says how the table
stands, and the program goes on until it is killed.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from client.screens.table.screen import TableScreen
from client.session.table_policy import TablePolicy
from client.stage.settings import Settings
from core import codec
from core.game import Goal, Seat
from core.protocol import messages as m
from tests.client.couch import Couch

NAMES = ("Ada", "Bo", "Cy", "Di")


def stands(hands: Couch) -> dict[str, Any]:
    """All that a table shows, and what comes of it."""
    client_table = hands.table.client_table
    return {
        "table": client_table.table,
        "turn": client_table.latest.turn,
        "views": {str(viewer): codec.digest(view) for viewer, view in client_table.latest.views.items()},
        "lines": [[repr(a) for a in client_table.line(Seat(seat))] for seat in range(client_table.seats)],
        "log": [repr(step) for step in client_table.log],
        "names": [holder.name for holder in client_table.holders],
        "yours": list(client_table.yours),
        "points": list(client_table.series.points),
        "played": client_table.series.played,
        "commitment": client_table.commitment,
        "clock": repr(client_table.clock),
    }


def decide(hands: Couch, choice: int = 0) -> None:
    """Whoever is asked decides, or the next game of the series begins."""
    table = hands.table
    client_table, moment = table.client_table, hands.moment
    if client_table.latest.outcome is not None:
        table.session.ask(m.Rematch)
        hands.until(lambda: client_table.latest.outcome is None)
        return
    seat = next(seat for seat in client_table.latest.to_act if seat in client_table.yours)
    legal = client_table.game.legal(client_table.latest.view(seat), seat)
    table.session.act(seat, legal[choice % len(legal)])
    hands.until(lambda: hands.moment != moment)


def at_the_table(hands: Couch, role: dict[str, Any]) -> None:
    """Open the table of this role and make its decisions."""
    hands.program.title()
    plans = tuple(m.SeatPlan("me", name=name) for name in NAMES[: role["seats"]])
    goal = Goal(games=role["goal"])
    clock = m.Clock(role["clock"]) if role["clock"] else None
    hands.program.open(role["game"], role["options"], plans, goal, policy=TablePolicy(clock=clock))
    hands.until(lambda: isinstance(hands.app.top, TableScreen))
    while hands.table.client_table.series.played < role.get("games", 0):
        decide(hands)
    for number in range(role["decisions"]):
        decide(hands, number)


def main() -> None:
    hands = Couch(Settings(language="en"), (960, 540), drawn=False)
    at_the_table(hands, json.loads(sys.argv[1]))
    print(json.dumps(stands(hands)), flush=True)
    while True:
        hands.frame()


if __name__ == "__main__":
    main()
