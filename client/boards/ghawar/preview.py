"""What can be done with a roll: where trucks get, what that brings, which derricks may go where.

Worked out once for a position, and asked in every frame.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from client.boards.ghawar.places import Spot
from core.game import Place, Refusal, Seat
from core.games.ghawar.loading import Load, beside, loads_at
from core.games.ghawar.roads import SIDES, Route, platforms_beside, roads
from core.games.ghawar.rules import Ghawar, reachable, rolled_platforms
from core.games.ghawar.state import (
    DEPOT,
    LATTICE,
    NOTHING,
    Action,
    Drive,
    Leave,
    Pass,
    State,
    place_of,
    place_of_platform,
    truck_number,
)


class Choice(NamedTuple):
    """One of the things that can be done by driving to a place: with which truck (an index), loading what."""

    truck: int
    load: Load | None


class Bring(NamedTuple):
    """What a place in reach would bring.

    `trucks` are those (indices) that get there, `loads` what one of them may load, best first, `dear` what
    none of them can pay, `stored` the colour that would be brought home, `NOTHING` if none.
    """

    trucks: tuple[int, ...]
    loads: tuple[Load, ...]
    dear: tuple[Load, ...]
    stored: int


def spot_of(seat: Seat, end: int) -> Spot:
    """Where a drive of this seat ends, as something one can point at."""
    return Spot("depot", seat) if end == DEPOT else Spot("space", end)


def place_of_spot(spot: Spot, near: Place = (LATTICE // 2, LATTICE // 2)) -> Place:
    """Where it is on the lattice.

    A depot lies along its side, just outside, nearest to `near`; the dice lie east of everything.
    """
    match spot.kind:
        case "space":
            return place_of(spot.number)
        case "platform":
            return place_of_platform(spot.number)
    x, y = near
    if spot.kind == "die":
        return LATTICE + 1, y
    return {0: (x, LATTICE), 1: (x, -1), 2: (-1, y), 3: (LATTICE, y)}[SIDES[spot.number]]


class Outlook:
    """What a seat can do at a position in which it has to decide."""

    def __init__(self, game: Ghawar, view: State, seat: Seat) -> None:
        self.game = game
        self.view = view
        self.seat = seat
        self._asked: tuple[Action, Refusal | None] | None = None

    @cached_property
    def legal(self) -> frozenset[Action]:
        """Everything that may be done."""
        return frozenset(self.game.legal(self.view, self.seat))

    def why_not(self, action: Action) -> Refusal | None:
        """Why something may not be done; None if it may. Remembered for what was asked last."""
        if self._asked is None or self._asked[0] != action:
            refusal = None if action in self.legal else self.game.why_not(self.view, self.seat, action)
            self._asked = action, refusal
        return self._asked[1]

    # --- trucks -------------------------------------------------------------------------------

    @cached_property
    def reach(self) -> tuple[dict[int, Route], ...]:
        """For each truck where it gets, and how."""
        if self.view.stage != "move":
            return ()
        return tuple(reachable(self.view, truck) for truck in range(self.view.options.trucks))

    @cached_property
    def drivers(self) -> tuple[int, ...]:
        """The trucks that can drive."""
        return tuple(truck for truck, ends in enumerate(self.reach) if ends)

    @cached_property
    def ends(self) -> tuple[Spot, ...]:
        """Where trucks get, in reading order; the depot comes first."""
        found = sorted({end for ends in self.reach for end in ends})
        return tuple(spot_of(self.seat, end) for end in found)

    def end(self, spot: Spot) -> int:
        """Where a drive there would end."""
        return DEPOT if spot.kind == "depot" else spot.number

    def choices(self, spot: Spot) -> tuple[Choice, ...]:
        """What can be done by driving there: truck by truck, what is worth most first, no load last."""
        if spot.kind == "platform" or (spot.kind == "depot" and spot.number != self.seat):
            return ()
        end, found = self.end(spot), list[Choice]()
        for truck, ends in enumerate(self.reach):
            if end in ends:
                loads = sorted(loads_at(self.view, self.seat, truck, end), key=self._dearness)
                found += [Choice(truck, load) for load in (*loads, None)]
        return tuple(found)

    def _dearness(self, load: Load) -> tuple[int, int]:
        """What is free comes first, then what is worth most."""
        return load.price, -self.worth(load.colour)

    def merit(self, choice: Choice, spot: Spot) -> tuple[int, int]:
        """How good it looks at first sight: bring home, load free, pay, drive on."""
        if spot.kind == "depot":
            colour = self.view.loads.item(self.seat, choice.truck)
            return (3, self.worth(colour)) if colour != NOTHING else (0, 0)
        if choice.load is None:
            return 0, 0
        return 1 if choice.load.price else 2, self.worth(choice.load.colour)

    def action(self, spot: Spot, choice: Choice) -> Drive | Leave:
        """Driving there and doing that."""
        number = truck_number(self.view.options, choice.truck)
        if spot.kind == "depot":
            return Leave(number)
        x, y = place_of(spot.number)
        if choice.load is None:
            return Drive(x, y, None, number)
        u, v = place_of_platform(choice.load.platform)
        return Drive(x, y, (u, v), number)

    @cached_property
    def brings(self) -> dict[Spot, Bring]:
        """What each place in reach would bring."""
        return {spot: self._bring(spot) for spot in self.ends}

    def _bring(self, spot: Spot) -> Bring:
        choices = self.choices(spot)
        trucks = tuple(dict.fromkeys(choice.truck for choice in choices))
        loads = tuple(dict.fromkeys(choice.load for choice in choices if choice.load is not None))
        carried = [self.view.loads.item(self.seat, truck) for truck in trucks]
        if spot.kind == "depot":
            return Bring(trucks, (), (), max(carried, key=self.worth))
        empty = NOTHING in carried
        offered = beside(self.view, self.seat, spot.number) if empty else ()
        return Bring(trucks, loads, tuple(load for load in offered if load not in loads), NOTHING)

    def loading_from(self, platform: int) -> tuple[tuple[Spot, Choice], ...]:
        """Every way to load what lies on a platform."""
        return tuple(
            (spot, choice)
            for spot in self.ends
            for choice in self.choices(spot)
            if choice.load is not None and choice.load.platform == platform
        )

    def beside(self, platform: int) -> tuple[Spot, ...]:
        """The spaces from which a platform can be loaded, those in reach first."""
        net, crossings = roads(self.view.options.roads), self.view.options.crossing_loads
        spaces = [space for space in sorted(net.spaces) if platform in platforms_beside(space, crossings)]
        spots = [Spot("space", space) for space in spaces]
        return tuple(sorted(spots, key=lambda spot: spot not in self.brings))

    def asked(self, platform: int, truck: int) -> tuple[Spot, int]:
        """From where and with which truck (an index) one asks why nothing can be loaded from a platform.

        Rather with one that gets there without a load, so that the answer is about the platform; else
        with `truck`.
        """

        def fitting(pair: tuple[Spot, int]) -> tuple[bool, bool, bool]:
            spot, other = pair
            gets_there = spot.number in self.reach[other]
            empty = self.view.loads.item(self.seat, other) == NOTHING
            return gets_there and empty, gets_there, other == truck

        pairs = [(spot, other) for spot in self.beside(platform) for other in range(len(self.reach))]
        return max(pairs, key=fitting)

    # --- derricks -----------------------------------------------------------------------------

    @cached_property
    def derricks(self) -> tuple[int, ...]:
        """The platforms with own derricks, if they can be moved now."""
        before_the_roll = self.view.options.rolls_to_drive
        if self.view.stage != ("choose" if before_the_roll else "move") or not self.free:
            return ()
        own: list[int] = (self.view.derricks.ravel() == self.seat).nonzero()[0].tolist()
        return tuple(own)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The platforms without a derrick."""
        free: list[int] = (self.view.derricks.ravel() == NOTHING).nonzero()[0].tolist()
        return tuple(free)

    @cached_property
    def rolled(self) -> tuple[int, ...]:
        """The platforms among which whoever rolled chooses."""
        return rolled_platforms(self.view) if self.view.stage == "build" else ()

    @property
    def stuck(self) -> bool:
        """Whether nothing is left but to pass."""
        return Pass() in self.legal

    # --- what things are worth ----------------------------------------------------------------

    def worth(self, colour: int) -> int:
        """What a cube of a colour pays; nothing for `NOTHING`."""
        return 0 if colour == NOTHING else self.view.values.item(colour)
