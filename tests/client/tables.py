"""Tables of any game on one couch, and its player: for tests in which everything is done by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from client.screens.result.screen import ResultScreen
from client.stage.settings import Settings
from core.game import Seat
from core.protocol import messages as m
from tests.client.couch import DEVICES, Couch, couch
from tests.client.kit_player import KitPlayer
from tests.client.players import PLAYERS

NAMES = ("Ada", "Bo", "Cleo", "Dino")
QUICK = Settings(language="en", names=NAMES, speed=4.0)


def people(count: int) -> list[m.SeatPlan]:
    """So many persons at this screen."""
    return [m.SeatPlan("me", name=name) for name in NAMES[:count]]


@contextmanager
def table(
    key: str, options: Any, *plans: m.SeatPlan, size: tuple[int, int] = (960, 540), **window: Any
) -> Iterator[tuple[Couch, KitPlayer]]:
    """A table where a game has begun, and who plays it by hand."""
    with couch(QUICK, size, **{"tick": 0.1, **window}) as hands:
        hands.open(key, options, *plans)
        yield hands, PLAYERS[key](hands)


def view_of(hands: Couch) -> Any:
    """What whoever is asked sees."""
    return hands.table.client_table.latest.view(hands.table.chooser)


def legal_of(hands: Couch) -> Sequence[Any]:
    """What whoever is asked may do."""
    return hands.table.client_table.game.legal(view_of(hands), Seat(hands.table.chooser or 0))


def decide(hands: Couch, player: KitPlayer, action: Any, device: str) -> None:
    """Make a decision, and see that it was made."""
    seat, known, moment = hands.table.chooser, len(hands.table.client_table.log), hands.moment
    assert seat is not None
    player.does(action, device)
    hands.until(lambda: hands.moment != moment)
    assert hands.has_decided(known, seat, action)
    hands.settle()


def play_out(hands: Couch, player: KitPlayer, choose: Callable[[], Any]) -> set[int]:
    """Decide, devices in turn, until the result is shown; returns the seats that were asked."""
    asked, count = set[int](), 0
    while hands.table.client_table.latest.outcome is None:
        assert hands.table.chooser is not None
        asked.add(hands.table.chooser)
        decide(hands, player, choose(), DEVICES[count % 3])
        count += 1
    hands.until(lambda: isinstance(hands.app.top, ResultScreen))
    return asked
