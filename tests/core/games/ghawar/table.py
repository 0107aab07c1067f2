"""A table at which Ghawar is played by the engine and by the second reading of its rules at once.

After every step both must agree on all there is to know, and nothing may have got lost.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np

from core.game import Outcome, Seat, read_only
from core.games.ghawar import scoring
from core.games.ghawar.roads import loads_at
from core.games.ghawar.rules import Ghawar, reachable, route_of
from core.games.ghawar.state import (
    COLOURS,
    DEPOT,
    NOTHING,
    Drive,
    Leave,
    Options,
    State,
    place_of,
    place_of_platform,
    space_at,
    truck_index,
)
from tests.core.games.ghawar.oracle import PLATFORMS, ROADS, Oracle, Place, Truck, ways
from tests.core.lockstep import LockstepTable

Setting = tuple[int, dict[str, Any]]
"""Number of seats, and options."""

PAIRS = (False, True)
SETTINGS: list[Setting] = [
    (
        seats,
        {
            "trucks": trucks,
            "roads": roads,
            "crossing_loads": crossing,
            "dice_choice": choice,
            "derricks": derricks,
            "end": end,
        },
    )
    for seats, trucks, roads, crossing, choice, derricks, end in product(
        (2, 3, 4),
        (1, 2, 3),
        ROADS,
        PAIRS,
        PAIRS,
        ("after the roll", "instead of the roll"),
        ("last cube home", "last cube loaded"),
    )
]
"""All ways to play, but for the length of a stalemate."""


# Both readings in the same words


def place_of_truck(space: int) -> Truck:
    """Where a truck is."""
    if space == DEPOT:
        return None
    x, y = place_of(space)
    return x, y


def on_platforms(array: np.ndarray) -> dict[Place, int]:
    """What lies where; nothing is left out."""
    numbers = array.flatten().tolist()
    return {spot: n for spot, n in zip(PLATFORMS, numbers, strict=True) if n != NOTHING}


def colour_of(number: int) -> str | None:
    """The name of a colour."""
    return None if number == NOTHING else COLOURS[number]


def number_of(colour: str | None) -> int:
    """The number of a colour."""
    return NOTHING if colour is None else [*COLOURS].index(colour)  # type: ignore[arg-type]


def result_of(outcome: Outcome) -> dict[str, Any]:
    """How a game ended, by the engine; every sheet adds up."""
    for points, score in zip(outcome.breakdown, outcome.scores, strict=True):
        assert sum(point.amount for point in points) == score
    return {
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "reason": outcome.reason.removeprefix("ghawar.reason."),
        "sheets": [sheet_of(points) for points in outcome.breakdown],
    }


def sheet_of(points: Any) -> dict[str, float]:
    """What is on a sheet; lines without points may be left out."""
    assert len({point.code for point in points}) == len(points)
    return {point.code.removeprefix("ghawar.points."): point.amount for point in points if point.amount}


def sheet_by(oracle: Oracle, seat: int) -> dict[str, int]:
    """The same by the oracle."""
    return {kind: amount for kind, amount in oracle.account(seat).items() if amount}


def result_by(oracle: Oracle) -> dict[str, Any]:
    """How a game ended, by the oracle."""
    return {
        "winners": oracle.winners(),
        "scores": oracle.scores(),
        "reason": oracle.reason + ("_tie" if len(oracle.winners()) > 1 else ""),
        "sheets": [sheet_by(oracle, seat) for seat in range(oracle.seats)],
    }


def state_of(oracle: Oracle) -> State:
    """A position of the oracle as the engine has it."""

    def array(numbers: Any, dtype: Any = np.int8, shape: tuple[int, ...] | None = None) -> np.ndarray:
        return read_only(np.array(numbers, dtype=dtype).reshape(shape or np.shape(numbers)))

    trucks = [[DEPOT if at is None else space_at(*at) for at in own] for own in oracle.trucks]
    return State(
        options=Options(**oracle.options),
        seats=oracle.seats,
        cubes=array([number_of(oracle.cubes.get(spot)) for spot in PLATFORMS], shape=(6, 6)),
        derricks=array([oracle.derricks.get(spot, NOTHING) for spot in PLATFORMS], shape=(6, 6)),
        values=array([oracle.values.get(colour, 0) for colour in COLOURS]),
        trucks=array(trucks, np.int16),
        loads=array([[number_of(load) for load in own] for own in oracle.loads]),
        stored=array([[own[colour] for colour in COLOURS] for own in oracle.stored]),
        money=array(oracle.money, np.int16),
        rolled=array([[own[pips] for pips in range(1, 7)] for own in oracle.rolled], np.int16),
        hoped=array(oracle.hoped, np.int16),
        stage=oracle.stage,  # type: ignore[arg-type]
        turn=Seat(oracle.turn),
        dice=oracle.dice,
        rounds=oracle.rounds,
        quiet=oracle.quiet,
        idle=oracle.idle,
    )


class Table(LockstepTable):
    """A game played by both readings at once."""

    game: Ghawar
    state: State

    def __init__(self, game: Ghawar, oracle: Oracle, state: State) -> None:
        self.derricks = (
            Counter(oracle.derricks.values()) if oracle.stage in ("choose", "die", "move") else None
        )
        super().__init__(game, oracle, state, oracle.seats)

    @classmethod
    def new(cls, game: Ghawar, seats: int, options: dict[str, Any]) -> Table:
        """The beginning of a game."""
        return cls(game, Oracle(options, seats), game.start(Options(**options), seats))

    @classmethod
    def at(cls, game: Ghawar, oracle: Oracle) -> Table:
        """A position of the oracle, set up for the engine too."""
        return cls(game, oracle, state_of(oracle))

    def oracle_allows(self, seat: int) -> set[str]:
        return self.oracle.legal() if (seat,) == self.oracle.to_act() else set()

    def oracle_plays(self, seat: int, text: str) -> None:
        self.oracle.play(text)
        if self.state.stage in ("choose", "die") and self.derricks is None:
            self.derricks = Counter(self.oracle.derricks.values())

    def check(self) -> None:
        super().check()
        if self.state.stage == "move":
            self.check_roads()
        self.check_sums()

    def engine_says(self) -> dict[str, Any]:
        """Everything by the engine, in the words of the oracle."""
        s = self.state
        seats = [Seat(seat) for seat in range(s.seats)]
        return {
            "stage": s.stage,
            "cubes": {spot: colour_of(n) for spot, n in on_platforms(s.cubes).items()},
            "derricks": on_platforms(s.derricks),
            "values": dict(zip(COLOURS, s.values.tolist(), strict=True)),
            "trucks": [[place_of_truck(space) for space in own] for own in s.trucks.tolist()],
            "loads": [[colour_of(n) for n in own] for own in s.loads.tolist()],
            "stored": s.stored.tolist(),
            "money": s.money.tolist(),
            "turn": None if s.stage == "over" else s.turn,
            "dice": s.dice,
            "rounds": s.rounds,
            # What is counted stands until the round is over, but is void once something was loaded.
            "quiet": s.quiet if s.idle else 0,
            "idle": s.idle,
            "rolled": s.rolled.tolist(),
            "hoped": s.hoped.tolist(),
            "sheets": [sheet_of(scoring.sheet(s, seat)) for seat in seats],
            "worth": [scoring.worth(s, seat) for seat in seats],
            "leaders": [scoring.leader(s, colour) for colour in range(len(COLOURS))],
        }

    def oracle_says(self) -> dict[str, Any]:
        """The same by the oracle."""
        oracle = self.oracle
        seats, is_over = range(oracle.seats), oracle.stage == "over"
        lead = {colour: [seat for seat in seats if oracle.leads(seat, colour)] for colour in COLOURS}
        return {
            "stage": oracle.stage,
            "cubes": oracle.cubes,
            "derricks": oracle.derricks,
            "values": {colour: oracle.values.get(colour, 0) for colour in COLOURS},
            "trucks": oracle.trucks,
            "loads": oracle.loads,
            "stored": [[own[colour] for colour in COLOURS] for own in oracle.stored],
            "money": oracle.money,
            "turn": None if is_over else oracle.turn,
            "dice": oracle.dice,
            "rounds": oracle.rounds,
            "quiet": oracle.quiet,
            "idle": oracle.idle,
            "rolled": [[own[pips] for pips in range(1, 7)] for own in oracle.rolled],
            "hoped": oracle.hoped,
            "sheets": [sheet_by(oracle, seat) for seat in seats],
            "worth": oracle.scores(),
            "leaders": [lead[colour][0] if lead[colour] else None for colour in COLOURS],
        }

    def result_of(self, outcome: Outcome) -> dict[str, Any]:
        follow = self.game.follow(self.state.options, outcome)
        return {**result_of(outcome), "series": (list(self.game.points(outcome)), follow.seating)}

    def result_by(self) -> dict[str, Any]:
        series = self.oracle.scores(), (*range(1, self.oracle.seats), 0)
        return {**result_by(self.oracle), "series": series}

    # What is more than a list of actions

    def check_roads(self) -> None:
        """What the engine tells about the drives in reach is what the oracle finds."""
        oracle, s = self.oracle, self.state
        for truck in range(s.options.trucks):
            ends = oracle.ends(truck)
            told = {place_of_truck(end) for end in reachable(s, truck)}
            assert told == ends, self.explain("reach", told, ends)
            for end in ends - {None}:
                loads = {
                    place_of_platform(load.platform): (COLOURS[load.colour], load.price, load.owner)
                    for load in loads_at(s, s.turn, truck, space_at(*end))  # type: ignore[misc]
                }
                ours = {
                    spot: (oracle.cubes[spot], oracle.price(spot), oracle.derricks[spot])
                    for spot in oracle.loadable(truck, end)  # type: ignore[arg-type]
                }
                assert loads == ours, self.explain("loads", loads, ours)

    def check_route(self, text: str) -> None:
        """The way that the engine shows for a drive is one that the truck may take."""
        a, oracle = self.game.parse(text), self.oracle
        assert isinstance(a, Drive | Leave)
        truck = truck_index(a.truck)
        shown = tuple(place_of_truck(space) for space in route_of(self.state, a).spaces)
        start, others = oracle.trucks[oracle.turn][truck], oracle.others_of(truck)
        free = list(ways(oracle.layout, oracle.turn, start, oracle.dice[0], others))
        assert shown in free, self.explain("route", shown, free)
        assert shown[-1] == (None if isinstance(a, Leave) else (a.x, a.y)), self.explain("route", shown, a)

    def check_sums(self) -> None:
        """No cube, coin or derrick appears or is lost, and trucks stand alone on the road."""
        s = self.state
        on = Counter([*s.cubes.flatten().tolist(), *s.loads.flatten().tolist()])
        colours = [on[colour] + int(s.stored[:, colour].sum()) for colour in range(len(COLOURS))]
        if s.stage != "cubes":
            assert colours == [6] * len(COLOURS), self.explain("sum of cubes", colours, 6)
        assert s.money.sum() == 3 * s.seats, self.explain("sum of money", s.money, 3 * s.seats)
        assert s.money.min() >= 0, self.explain("sum of money", s.money, "no debts")
        if self.derricks is not None:
            now = Counter(on_platforms(s.derricks).values())
            assert now == self.derricks, self.explain("sum of derricks", now, self.derricks)
        places = [place_of_truck(space) for space in s.trucks.flatten().tolist() if space != DEPOT]
        alone = len(set(places)) == len(places)
        assert alone and set(places) <= ROADS[s.options.roads], self.explain("road", places, "")
        in_depot = s.loads[s.trucks == DEPOT]
        assert (in_depot == NOTHING).all(), self.explain("depot", in_depot, "nothing is left on trucks")
