"""Down Under over the LAN: four seats from three processes, to the end.

Each decision follows from what its seat sees: so the game is the one that they make without a server.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from client.screens.result import ResultScreen
from client.settings import Settings
from core import codec
from core import messages as m
from core.game import Seat
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Options, State
from tests.client.couch import DEVICES, couch
from tests.client.great_split_guest import pick
from tests.client.kit_player import KitPlayer

pytestmark = pytest.mark.usefixtures("home")
"""Each with a machine of its own, where the first table is number 1."""

ROOT: Final = Path(__file__).parents[2]
NAMES: Final = ("Ada", "Bo", "Cleo", "Dino")
QUICK: Final = Settings(language="en", names=NAMES, speed=4.0)
HERE: Final = Seat(0)
GUESTS: Final = ((1, 3), (2,))
"""The seats of each process that is not the window's."""


@contextmanager
def elsewhere(port: int, seats: tuple[int, ...]) -> Iterator[subprocess.Popen[str]]:
    """A guest in a process of its own, who decides whatever the game is."""
    role = json.dumps({"port": port, "seats": seats, "cuts": []})
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.client.great_split_guest", role],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def twin(options: Options) -> tuple[list[list[Any]], State]:
    """The same game without a server."""
    state, log = DOWN_UNDER.start(options, 4), list[list[Any]]()
    while DOWN_UNDER.to_act(state):
        action = pick(DOWN_UNDER, state, state.turn)
        log.append([int(state.turn), DOWN_UNDER.notation(action)])
        state = DOWN_UNDER.apply(state, state.turn, action)
    return log, state


@pytest.mark.parametrize("options", [Options(), Options(size="hard", animals=True)], ids=["usual", "animals"])
def test_four_seats_from_three_processes_play_to_the_end(options: Options) -> None:
    """Ada plays in the window with all devices in turn; the other seats are taken from two other machines."""
    log, end = twin(options)
    with couch(QUICK, (960, 540), tick=0.1) as hands, ExitStack() as stack:
        hands.program.port = 0
        hands.open("down_under", options, *[m.Plan("me", name=name) for name in NAMES])
        table, player = hands.table, KitPlayer(hands)
        table.menu._publish()
        hands.until(lambda: table.mirror.port > 0)
        for seats in GUESTS:
            for seat in seats:
                table.session.ask(m.Free, seat=seat)
        hands.until(lambda: all(holder.kind == "open" for holder in table.mirror.holders[1:]))
        guests = [stack.enter_context(elsewhere(table.mirror.port, seats)) for seats in GUESTS]
        decided = 0
        while table.mirror.latest.outcome is None:
            hands.until(lambda: table.chooser == HERE or table.mirror.latest.outcome is not None)
            if table.mirror.latest.outcome is None:
                moment = hands.moment
                player.does(pick(DOWN_UNDER, table.frame().view, HERE), DEVICES[decided % 3])
                hands.until(lambda moment=moment: hands.moment != moment)
                decided += 1
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))
        told = [json.loads(guest.communicate(timeout=60)[0]) for guest in guests]
        assert [[int(step.seat), DOWN_UNDER.notation(step.action)] for step in table.mirror.log] == log
        assert decided == sum(seat == HERE for seat, _ in log)
        for story in told:
            assert story["log"] == log
            assert story["view"] == codec.digest(end)
            assert story["outcome"] == json.loads(json.dumps(codec.plain(DOWN_UNDER.outcome(end))))
