"""How steps of Ghawar are shown: what is special about its timelines."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from client.boards.ghawar import payout
from client.boards.ghawar.timeline import LOAD_DELAY, drive_in
from client.boards.kit.timeline import Change, Timeline
from client.session.events import GameEvent
from client.ui.animation import GESTURE_SECONDS, Motion
from core.games.ghawar.state import Cube, Dice, Die, Drive, Leave, Shift, Value
from tests.client.boards.ghawar.fixtures import MANY, games, made_board, step_event

SOME = MANY[::2]
Shown = tuple[GameEvent, Timeline]


@cache
def played() -> tuple[Shown, ...]:
    """Everything that happened in one game of each kind, with its timeline."""
    found = []
    for options, seats in SOME:
        board = made_board(options, seats)
        for before, seat, action, after in games(options, seats, 4):
            event = step_event(before, seat, action, after)
            found.append((event, board.timeline(event, -1)))
    return tuple(found)


def of_kind(kind: type) -> list[Shown]:
    return [(event, shown) for event, shown in played() if isinstance(event.action(), kind)]


def changes(shown: Timeline, *words: str) -> list[Change]:
    """The changes of some kinds of pieces."""
    return [c for c in shown.changes if c.piece.id[0] in words]


def stop_of(event: GameEvent) -> float:
    """When the truck stops."""
    action: Any = event.action()
    return drive_in(event.before.view(-1), action).seconds


@pytest.mark.long
def test_setup_is_quick() -> None:
    assert all(shown.seconds <= 0.06 for _, shown in of_kind(Cube))
    assert all(shown.seconds <= 0.3 for _, shown in of_kind(Value))


@pytest.mark.long
def test_dice_for_derricks_take_a_second_at_most() -> None:
    kinds = set()
    for event, shown in of_kind(Dice):
        assert shown.seconds - sum(moment.seconds for moment in shown.highlights) <= 1.0 + 1e-9
        built = [change for change in changes(shown, "derrick") if change.after is not None]
        lie = [change for change in changes(shown, "die") if change.after is not None]
        assert all(derrick.start > die.start for derrick in built for die in lie)
        kinds.add((bool(built), event.after.view(-1).stage == "build"))
    assert kinds == {(True, False), (False, True), (False, False)}
    assert all(shown.seconds <= 0.8 for _, shown in of_kind(Die))


def test_cubes_and_money_move_only_after_the_truck_has_stopped() -> None:
    seen = {"free": 0, "paid": 0, "stored": 0}
    for event, shown in [*of_kind(Drive), *of_kind(Leave)]:
        moved, paid = changes(shown, "cube", "stored"), changes(shown, "money")
        assert all(change.start >= stop_of(event) + LOAD_DELAY - 1e-9 for change in (*moved, *paid))
        seen["stored"] += bool(changes(shown, "stored"))
        seen["paid"] += bool(paid)
        seen["free"] += bool(changes(shown, "cube")) and not paid
    assert min(seen.values()) > 3


def test_money_rolls_as_barrels_arrive() -> None:
    for event, shown in of_kind(Drive):
        for change in changes(shown, "money") if event.after.outcome is None else ():
            coins = [cue.at for cue in shown.cues if cue.sound == "coin"]
            assert change.start < coins[0] <= coins[-1] < change.end <= shown.seconds


def test_a_derrick_is_gone_before_it_rises_elsewhere() -> None:
    for _, shown in of_kind(Shift):
        derricks = changes(shown, "derrick")
        gone, comes = ([c for c in derricks if (c.after is None) == out] for out in (True, False))
        assert gone == [], "the piece itself: effects draw it from the first moment"
        assert len(comes) == 1 and comes[0].start > sum(effect.seconds for effect in shown.effects[:2])


def test_in_the_end_barrels_fly_to_the_plates() -> None:
    ends = [(event, shown) for event, shown in played() if event.after.outcome is not None]
    assert len(ends) == len(SOME)
    for event, shown in ends:
        after: Any = event.after.view(-1)
        paid = payout.payout(after, made_board(after.options, after.seats).layout(after), 0.0)
        assert len(shown.effects) >= len(paid) >= 2 * (after.stored > 0).sum()
        board = made_board(after.options, after.seats)
        begins = shown.seconds - payout.PAYOUT_SECONDS
        assert board.animation(event, Motion(), -1).seconds == pytest.approx(begins + GESTURE_SECONDS)
