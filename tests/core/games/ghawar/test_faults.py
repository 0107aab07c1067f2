"""Tests of a test: every one of these wrong engines of Ghawar is found out by the lock-step.

Each breaks one sentence of the rules. The fact at which the readings part is named, so that a fault is found
for what it is and not by accident.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace as changed

from core.game import ScoreLine, Seat, read_only
from core.games.ghawar import rules, scoring
from core.games.ghawar.roads import Route, loads_at
from core.games.ghawar.rules import GHAWAR, Ghawar
from core.games.ghawar.state import DEPOT, NOTHING, State
from tests.core.games.ghawar import wrong_games as wrong
from tests.core.games.ghawar.test_lockstep import random_game, try_boards, try_thought_out_boards
from tests.core.games.ghawar.test_reach import CASES, agree, single_blockers
from tests.core.games.ghawar.wrong_games import altered
from tests.core.games.ghawar.wrong_roads import HABITS, Habits, Patch, drive_like_that

BY_HAND: dict[str, Any] = {}
"""Instead of options: boards set up by hand."""


# Parts of the engine that are asked


def loads_of(change: Callable[[State, Seat, int], State]) -> Callable[[Patch], None]:
    """An engine that looks for loads as if the state were another."""

    def fault(patch: Patch) -> None:
        patch.setattr(
            rules,
            "loads_at",
            lambda s, seat, truck, space: loads_at(change(s, seat, truck), seat, truck, space),
        )

    return fault


def crossings(value: bool) -> Callable[[State, Seat, int], State]:
    """Whether one loads on crossings, whatever the option says."""
    return lambda s, seat, truck: changed(s, options=changed(s.options, crossing_loads=value))


loads_when_full = loads_of(lambda s, seat, truck: changed(s, loads=altered(s.loads, (seat, truck), NOTHING)))
loads_on_credit = loads_of(lambda s, seat, truck: changed(s, money=altered(s.money, seat, 99)))
pays_for_its_own = loads_of(
    lambda s, seat, truck: changed(
        s,
        derricks=read_only(
            np.where(s.derricks == seat, (seat + 1) % s.seats, s.derricks).astype(s.derricks.dtype)
        ),
    )
)
needs_no_derrick = loads_of(
    lambda s, seat, truck: changed(
        s, derricks=read_only(np.where(s.derricks == NOTHING, seat, s.derricks).astype(s.derricks.dtype))
    )
)
loads_on_crossings = loads_of(crossings(True))
loads_only_in_gaps = loads_of(crossings(False))


def own_trucks_do_not_block(patch: Patch) -> None:
    """A truck passes its own kind."""

    def reachable(s: State, truck: int) -> dict[int, Route]:
        trucks = s.trucks.copy()
        trucks[s.turn] = np.where(np.arange(len(trucks[s.turn])) == truck, trucks[s.turn], DEPOT)
        own = {int(space) for space in s.trucks[s.turn] if space != DEPOT}
        ends = real(changed(s, trucks=read_only(trucks)), truck)
        return {end: route for end, route in ends.items() if end not in own}

    real = rules.reachable
    patch.setattr(rules, "reachable", reachable)


def tied_majorities_pay(patch: Patch) -> None:
    """Of those with most cubes of a colour the first has the majority."""

    def leader(s: State, colour: int) -> Seat | None:
        most = int(s.stored[:, colour].argmax())
        return Seat(most) if s.stored[most, colour] else None

    patch.setattr(scoring, "leader", leader)


def sheets_with(change: Callable[[State, Seat, ScoreLine], float]) -> Callable[[Patch], None]:
    """An engine that pays out something else in the end."""

    def fault(patch: Patch) -> None:
        real = scoring.sheet

        def sheet(s: State, seat: Seat) -> tuple[ScoreLine, ...]:
            return tuple(changed(point, amount=change(s, seat, point)) for point in real(s, seat))

        patch.setattr(scoring, "sheet", sheet)

    return fault


def held(s: State, seat: Seat) -> int:
    """What is on a seat's trucks."""
    return sum(int(s.values[colour]) for colour in s.loads[seat] if colour != NOTHING)


barrels_are_worth_nothing = sheets_with(
    lambda s, seat, point: 0 if point.code.endswith("barrels") else point.amount
)
cubes_on_trucks_pay = sheets_with(
    lambda s, seat, point: point.amount + (held(s, seat) if point.code.endswith("cubes") else 0)
)
majorities_pay_each_cube = sheets_with(
    lambda s, seat, point: (
        sum(
            int(s.values[colour] * s.stored[seat, colour])
            for colour in range(6)
            if scoring.leader(s, colour) == seat
        )
        if point.code.endswith("majorities")
        else point.amount
    )
)


Fault = type[Ghawar] | Callable[[Patch], None]

PLAIN: dict[str, Any] = {"stalemate": 20}
CHOICE: dict[str, Any] = {"dice_choice": True, "stalemate": 2}

FAULTS: dict[str, tuple[Fault, dict[str, Any], str]] = {
    "paid to the bank": (wrong.PaidToTheBank, BY_HAND, "money"),
    "everything is free": (wrong.EverythingIsFree, BY_HAND, "money"),
    "price of another colour": (wrong.PriceOfAnotherColour, BY_HAND, "money"),
    "pays for its own": (pays_for_its_own, BY_HAND, "legal|money"),
    "loads on credit": (loads_on_credit, BY_HAND, "legal"),
    "loads when full": (loads_when_full, BY_HAND, "legal"),
    "needs no derrick": (needs_no_derrick, BY_HAND, "legal"),
    "loads on crossings": (loads_on_crossings, BY_HAND, "legal"),
    "loads only in gaps": (loads_only_in_gaps, BY_HAND, "legal"),
    "has to load": (wrong.HasToLoad, BY_HAND, "legal"),
    "never from others": (wrong.NeverFromOthers, BY_HAND, "legal"),
    "pumped dry": (wrong.PumpedDry, BY_HAND, "derricks"),
    "cube stays": (wrong.CubeStays, BY_HAND, "cubes"),
    "load is lost": (wrong.LoadIsLost, BY_HAND, "stored"),
    "stays loaded": (wrong.StaysLoaded, BY_HAND, "loads"),
    "own trucks do not block": (own_trucks_do_not_block, BY_HAND, "legal"),
    "derricks to cubes only": (wrong.DerricksToCubesOnly, BY_HAND, "legal"),
    "derricks to empty platforms only": (wrong.DerricksToEmptyOnly, BY_HAND, "legal"),
    "anybody's derricks": (wrong.AnybodysDerricks, BY_HAND, "legal"),
    "fills a waiting truck": (wrong.FillsWaitingTruck, BY_HAND, "cubes"),
    "may pass": (wrong.MayPass, BY_HAND, "legal"),
    "drive if you can": (wrong.DriveIfYouCan, BY_HAND, "legal"),
    "derricks after the roll too": (wrong.DerricksAfterTheRollToo, BY_HAND, "legal"),
    "rolls only with a truck that can drive": (wrong.RollsOnlyWithATruckThatCanDrive, BY_HAND, "legal"),
    "derrick and roll": (wrong.DerrickAndRoll, BY_HAND, "to act|stage|turn"),
    "says after the roll": (wrong.SaysAfterTheRoll, BY_HAND, "to act"),
    "always says first": (wrong.AlwaysSaysFirst, PLAIN, "to act"),
    "last derrick ends it": (wrong.LastDerrickEndsIt, PLAIN, "stage"),
    "one more round": (wrong.OneMoreRound, PLAIN, "stage"),
    "rolls again": (wrong.RollsAgain, PLAIN, "turn"),
    "takes over": (wrong.TakesOver, PLAIN, "derricks"),
    "red is the row": (wrong.RedIsTheRow, PLAIN, "derricks"),
    "no choice of dice": (wrong.NoChoiceOfDice, CHOICE, "legal"),
    "placed anyhow": (wrong.PlacedAnyhow, CHOICE, "to act"),
    "equal colours": (wrong.EqualColours, PLAIN, "chances"),
    "empty field": (wrong.EmptyField, BY_HAND, "to act"),
    "round is finished": (wrong.RoundIsFinished, BY_HAND, "to act"),
    "one quiet round more": (wrong.OneQuietRoundMore, BY_HAND, "to act"),
    "every turn is a round": (wrong.EveryTurnIsARound, BY_HAND, "to act|quiet"),
    "quiet loading": (wrong.QuietLoading, BY_HAND, "quiet|idle"),
    "quiet storing": (wrong.QuietStoring, BY_HAND, "quiet|idle"),
    "coming home counts": (wrong.ComingHomeCounts, BY_HAND, "quiet|idle"),
    "first of equals wins": (wrong.FirstOfEqualsWins, BY_HAND, "result"),
    "tied majorities pay": (tied_majorities_pay, BY_HAND, "sheets|leaders"),
    "barrels are worth nothing": (barrels_are_worth_nothing, BY_HAND, "sheets"),
    "cubes on trucks pay": (cubes_on_trucks_pay, BY_HAND, "sheets"),
    "majorities pay each cube": (majorities_pay_each_cube, BY_HAND, "sheets"),
}
"""Wrong engines, with the options they are played with, and the fact at which they are found out."""


def try_everything(game: Ghawar = GHAWAR) -> None:
    """All boards that there are."""
    try_thought_out_boards(game)
    try_boards(game, range(400))


@pytest.mark.covering(most=8)
@pytest.mark.parametrize("name", FAULTS)
def test_a_wrong_engine_is_found_out(monkeypatch: Patch, name: str) -> None:
    fault, options, fact = FAULTS[name]
    game = fault() if isinstance(fault, type) else GHAWAR
    if not isinstance(fault, type):
        fault(monkeypatch)
    with pytest.raises(AssertionError, match=rf"^[^:]*\b({fact})\b"):
        if options is BY_HAND:
            try_everything(game)
        for number in range(40):
            random_game(game, (2, options), number)


@pytest.mark.covering(most=4)
@pytest.mark.parametrize("habit", HABITS)
def test_a_wrong_driver_is_found_out(monkeypatch: Patch, habit: str) -> None:
    drive_like_that(monkeypatch, replace(Habits(), **{habit: True}))
    with pytest.raises(AssertionError, match=r"^[^:]*\b(legal|route)\b"):
        try_everything()


def test_without_habits_one_drives_right(monkeypatch: Patch) -> None:
    drive_like_that(monkeypatch, Habits())
    try_boards(GHAWAR, range(20))
    for case in CASES[::50]:
        agree(*case)


@pytest.mark.parametrize("habit", HABITS)
def test_a_wrong_road_is_found_out(monkeypatch: Patch, habit: str) -> None:
    drive_like_that(monkeypatch, replace(Habits(), **{habit: True}))
    with pytest.raises(AssertionError, match=r"^(ends|way): "):
        for case in CASES[::5]:
            agree(*case)
            for at in single_blockers(case)[::5]:
                agree(*case, {at})
