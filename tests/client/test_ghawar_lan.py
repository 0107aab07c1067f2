"""Ghawar over the LAN: four seats from three processes, to the end.

Each decision follows from what its seat sees, and whatever the dice brought is in the log: so the game can be
told again without a server.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from client.screens.result import ResultScreen
from client.settings import Settings
from core import codec
from core import messages as m
from core.game import CHANCE, Seat
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import Options, State
from tests.client.couch import DEVICES, couch
from tests.client.ghawar_guest import pick
from tests.client.players import GhawarPlayer

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
    """A guest in a process of its own."""
    role = json.dumps({"port": port, "seats": seats, "cuts": []})
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.client.ghawar_guest", role],
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


def retold(options: Options, log: Sequence[Any]) -> State:
    """The end of the game without a server; everybody has to decide as they would from the position alone."""
    state = GHAWAR.start(options, 4)
    for step in log:
        if step.seat == CHANCE:
            assert step.action in [action for action, _ in GHAWAR.chances(state)]
        else:
            assert step.seat == state.turn and step.action == pick(state, step.seat)
        state = GHAWAR.apply(state, step.seat, step.action)
    return state


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(Options(), id="usual"),
        pytest.param(
            Options(trucks=2, roads="inner", dice_choice=True, crossing_loads=True, stalemate=2),
            id="all else",
            marks=pytest.mark.long,
        ),
    ],
)
def test_four_seats_from_three_processes_play_to_the_end(options: Options) -> None:
    """Ada plays in the window with all devices in turn; the other seats are taken from two other machines."""
    with couch(QUICK, (960, 540), tick=0.2, drawn=False) as hands, ExitStack() as stack:
        hands.program.port = 0
        hands.open("ghawar", options, *[m.Plan("me", name=name) for name in NAMES])
        table, player = hands.table, GhawarPlayer(hands)
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
                player.does(pick(table.frame().view, HERE), DEVICES[decided % 3])
                hands.until(lambda moment=moment: hands.moment != moment)
                decided += 1
        hands.until(lambda: isinstance(hands.app.top, ResultScreen))
        told = [json.loads(guest.communicate(timeout=60)[0]) for guest in guests]
        log = table.mirror.log
        end = retold(options, log)
        assert GHAWAR.outcome(end) == table.mirror.latest.outcome
        assert decided == sum(step.seat == HERE for step in log)
        for story in told:
            assert story["log"] == [[int(step.seat), GHAWAR.notation(step.action)] for step in log]
            assert story["view"] == codec.digest(end)
            assert story["outcome"] == json.loads(json.dumps(codec.plain(GHAWAR.outcome(end))))
