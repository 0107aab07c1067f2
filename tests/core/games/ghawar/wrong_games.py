"""Engines of Ghawar that have misread the rules: what the right one says or does is changed, from outside."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from msgspec.structs import replace

from core.game import Outcome, Seat, read_only
from core.games.ghawar import rules, scoring
from core.games.ghawar.rules import Ghawar
from core.games.ghawar.state import (
    DEPOT,
    NOTHING,
    Action,
    Build,
    Dice,
    Drive,
    Leave,
    Pass,
    Roll,
    Shift,
    State,
    place_of,
    platform_at,
    truck_index,
)


def altered(array: np.ndarray, at: Any, number: int) -> np.ndarray:
    """The array with another number there."""
    copy = array.copy()
    copy[at] = number
    return read_only(copy)


def price_of(s: State, a: Drive) -> tuple[int, int, int]:
    """What the seat in turn has to pay for what it loads, whose the derrick is, and its colour."""
    assert a.load
    platform = platform_at(*a.load)
    assert platform is not None
    owner, colour = int(s.derricks.flat[platform]), int(s.cubes.flat[platform])
    return 0 if owner == s.turn else int(s.values[colour]), owner, colour


class PaidToTheBank(Ghawar):
    """What is loaded is paid to nobody."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if not isinstance(a, Drive) or not a.load:
            return after
        price, owner, _ = price_of(s, a)
        return replace(after, money=altered(after.money, owner, int(after.money[owner]) - price))


class EverythingIsFree(Ghawar):
    """Nobody pays."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        return replace(after, money=s.money) if isinstance(a, Drive) and a.load else after


class PriceOfAnotherColour(Ghawar):
    """Each colour costs what the one before it in the list is worth."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        if not isinstance(a, Drive) or not a.load:
            return super().apply(s, seat, a)
        return replace(
            super().apply(replace(s, values=read_only(np.roll(s.values, 1))), seat, a), values=s.values
        )


class PumpedDry(Ghawar):
    """The derrick goes with its cube."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if not isinstance(a, Drive) or not a.load:
            return after
        x, y = a.load
        return replace(after, derricks=altered(after.derricks, (y // 2, x // 2), NOTHING))


class CubeStays(Ghawar):
    """A platform never runs dry."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        return replace(after, cubes=s.cubes) if isinstance(a, Drive) else after


class LoadIsLost(Ghawar):
    """What comes into the depot is not stored."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        return replace(after, stored=s.stored) if isinstance(a, Leave) else after


class StaysLoaded(Ghawar):
    """A truck in the depot keeps its load."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        return replace(after, loads=s.loads, stored=s.stored) if isinstance(a, Leave) else after


class HasToLoad(Ghawar):
    """Who can load does."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        every = super().legal(s, seat)
        loading = {(a.truck, a.x, a.y) for a in every if isinstance(a, Drive) and a.load}
        return [
            a for a in every if not (isinstance(a, Drive) and not a.load and (a.truck, a.x, a.y) in loading)
        ]


class NeverFromOthers(Ghawar):
    """Only one's own derricks fill one's truck."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        every = super().legal(s, seat)
        return [a for a in every if not (isinstance(a, Drive) and a.load and price_of(s, a)[1] != seat)]


class DerricksToCubesOnly(Ghawar):
    """A derrick goes to a platform with a cube."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        every = super().legal(s, seat)
        return [
            a for a in every if not (isinstance(a, Shift) and s.cubes[a.to[1] // 2, a.to[0] // 2] == NOTHING)
        ]


class DerricksToEmptyOnly(Ghawar):
    """A free platform is one without a cube."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        every = super().legal(s, seat)
        return [
            a for a in every if not (isinstance(a, Shift) and s.cubes[a.to[1] // 2, a.to[0] // 2] != NOTHING)
        ]


class AnybodysDerricks(Ghawar):
    """One may move others' derricks too."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        all_mine = read_only(np.where(s.derricks == NOTHING, NOTHING, seat).astype(s.derricks.dtype))
        drives: list[Action] = [a for a in super().legal(s, seat) if isinstance(a, Drive | Leave)]
        shifts = super().legal(replace(s, derricks=all_mine), seat) if s.stage == "move" else ()
        moves: list[Action] = [*drives, *(a for a in shifts if isinstance(a, Shift))]
        return moves or super().legal(s, seat)


class FillsWaitingTruck(Ghawar):
    """A derrick that comes beside one's empty truck fills it."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if not isinstance(a, Shift) or after.stage == "over":
            return after
        at = a.to[1] // 2, a.to[0] // 2
        for truck, space in enumerate(s.trucks[seat].tolist()):
            x, y = place_of(space)
            waits = space != DEPOT and abs(x - a.to[0]) + abs(y - a.to[1]) == 1
            if waits and s.loads[seat, truck] == NOTHING and s.cubes[at] != NOTHING:
                loads = altered(after.loads, (seat, truck), int(s.cubes[at]))
                return replace(after, loads=loads, cubes=altered(after.cubes, at, NOTHING))
        return after


class MayPass(Ghawar):
    """Passing is always allowed."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        every = super().legal(s, seat)
        return [*every, Pass()] if s.stage == "move" and seat == s.turn and Pass() not in every else every


class DriveIfYouCan(Ghawar):
    """Derricks are moved only by those who cannot drive."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        every = super().legal(s, seat)
        drives: list[Action] = [a for a in every if isinstance(a, Drive | Leave)]
        return drives or every


class DerricksAfterTheRollToo(Ghawar):
    """Who has rolled to drive may still move a derrick."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        every = super().legal(s, seat)
        if s.stage != "move" or seat != s.turn or not s.options.rolls_to_drive:
            return every
        shifts = [a for a in super().legal(replace(s, stage="choose"), seat) if isinstance(a, Shift)]
        return [*(a for a in every if a != Pass() or not shifts), *shifts]


class RollsOnlyWithATruckThatCanDrive(Ghawar):
    """Nobody may roll in vain."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        every = super().legal(s, seat)
        if s.stage != "choose" or seat != s.turn or len(every) == 1:
            return every
        rolled = (replace(s, stage="move", dice=(pips,)) for pips in range(1, 7))
        drives = any(
            super(RollsOnlyWithATruckThatCanDrive, self).legal(one, seat) != [Pass()] for one in rolled
        )
        return every if drives else [a for a in every if a != Roll()]


class DerrickAndRoll(Ghawar):
    """Who has moved a derrick rolls and drives as well."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        moved = isinstance(a, Shift) and s.stage == "choose"
        return replace(s, stage="die", derricks=after.derricks) if moved else after


class SaysAfterTheRoll(Ghawar):
    """With the option too, the die is rolled first."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        return replace(after, stage="die") if after.stage == "choose" else after


class AlwaysSaysFirst(Ghawar):
    """Without the option too, one says first whether one rolls."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        return replace(after, stage="choose") if after.stage == "die" and s.stage != "choose" else after


# Phase 1


class LastDerrickEndsIt(Ghawar):
    """Phase 1 ends at once with somebody's last derrick."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        last = rules.DERRICKS_PER_SEAT[s.seats]
        if s.stage in ("dice", "build") and (after.derricks == s.turn).sum() == last:
            return replace(after, stage="die", turn=Seat(0), rounds=0)
        return after


class OneMoreRound(Ghawar):
    """After somebody's last derrick there is another round."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        had = max(int((s.derricks == one).sum()) for one in range(s.seats))
        if after.stage == "die" and s.stage in ("dice", "build") and had < rules.DERRICKS_PER_SEAT[s.seats]:
            return replace(after, stage="dice", rounds=s.rounds + 1)
        return after


class RollsAgain(Ghawar):
    """Who rolls an occupied platform rolls again."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if isinstance(a, Dice) and after.stage == "dice" and (after.derricks == s.derricks).all():
            return replace(after, turn=s.turn, rounds=s.rounds)
        return after


class TakesOver(Ghawar):
    """One's derrick goes up where another's stood."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if not isinstance(a, Dice) or s.options.dice_choice:
            return after
        return replace(after, derricks=altered(after.derricks, (a.row - 1, a.column - 1), s.turn))


class RedIsTheRow(Ghawar):
    """The red die names the row."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        return super().apply(s, seat, Dice(a.row, a.column) if isinstance(a, Dice) else a)


class NoChoiceOfDice(Ghawar):
    """With the option too, the red die is the column unless that is taken."""

    def legal(self, s: State, seat: Seat) -> list[Action]:
        every = super().legal(s, seat)
        if s.stage != "build":
            return every
        column, row = s.dice
        return [a for a in every if isinstance(a, Build) and (a.x, a.y) == (2 * column - 1, 2 * row - 1)] or (
            every
        )


class PlacedAnyhow(Ghawar):
    """With the option, nobody is asked where there is only one place."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        places = self.legal(after, after.turn) if after.stage == "build" else ()
        return super().apply(after, after.turn, places[0]) if len(places) == 1 else after


class EqualColours(Ghawar):
    """Every colour still in the bag is equally likely."""

    def chances(self, s: State) -> Sequence[tuple[Action, Any]]:
        every = super().chances(s)
        return [(a, Fraction(1, len(every))) for a, _ in every]


# The end


class EmptyField(Ghawar):
    """The game is over when nothing is left on platforms."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        return (
            replace(after, stage="over") if (after.cubes == NOTHING).all() and after.values.all() else after
        )


class RoundIsFinished(Ghawar):
    """After the last cube the round is played to its end."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if after.stage == "over" and scoring.is_empty(after) and s.turn + 1 < s.seats:
            return replace(after, stage="die", turn=Seat(s.turn + 1))
        return after


class OneQuietRoundMore(Ghawar):
    """The stalemate comes a round late."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        options = replace(s.options, stalemate=s.options.stalemate + 1)
        return replace(super().apply(replace(s, options=options), seat, a), options=s.options)


class EveryTurnIsARound(Ghawar):
    """A stalemate counts turns."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if s.stage == "move" and after.stage == "die" and after.idle:
            quiet = s.quiet + 1
            return replace(after, quiet=quiet, stage="over" if quiet >= s.options.stalemate else "die")
        return after


class QuietLoading(Ghawar):
    """A round in which something is loaded is a quiet one."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if isinstance(a, Drive) and a.load and s.idle and after.stage == "die" and after.turn:
            return replace(after, idle=True, quiet=s.quiet)
        return after


class QuietStoring(Ghawar):
    """A round in which something is stored is a quiet one."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if isinstance(a, Leave) and s.idle and after.stage == "die" and after.turn:
            return replace(after, idle=True, quiet=s.quiet)
        return after


class ComingHomeCounts(Ghawar):
    """An empty truck that comes home ends the quiet."""

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        after = super().apply(s, seat, a)
        if isinstance(a, Leave) and s.loads[seat, truck_index(a.truck)] == NOTHING and after.turn:
            return replace(after, idle=False)
        return after


class FirstOfEqualsWins(Ghawar):
    """Ties are won by who sits first."""

    def outcome(self, s: State) -> Outcome | None:
        outcome = super().outcome(s)
        return outcome and replace(outcome, winners=outcome.winners[:1])
