"""A second reading of the rules of Ghawar: slow and plain, written without a look at the engine.

Places are pairs (x, y) of the lattice, the depot is the place None, steps are texts as in the notation.
Nothing is worked out in advance: whoever drives tries every way there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

Place = tuple[int, int]
Truck = Place | None
"""Where a truck is: on a road space, or in the depot."""

DEPOT = None
CHANCE = -1
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
PLATFORMS = [(x, y) for y in range(1, 12, 2) for x in range(1, 12, 2)]
"""Row by row from the north-west."""
DERRICKS = {2: 14, 3: 10, 4: 8}
LONGEST_BUILDING = 400
"""Rounds of phase 1 at the most."""
LONGEST_QUIET = 200
"""Rounds without oil at the most, where stalemate has no rule."""

PLAIN: dict[str, Any] = {
    "trucks": 1,
    "roads": "inner",
    "crossing_loads": False,
    "dice_choice": False,
    "derricks": "after the roll",
    "stalemate": 20,
    "end": "last cube home",
}


# Roads

HEADINGS: dict[str, Place] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}
SIDES = ("south", "north", "west", "east")
"""Of the seats."""


def road(layout: str) -> set[Place]:
    """All crossings and gaps: the whole lattice but for platforms, or only what lies between platforms."""
    first, last = (0, 12) if layout == "ring" else (1, 11)
    line = range(first, last + 1)
    return {(x, y) for x in line for y in line} - set(PLATFORMS)


ROADS = {layout: road(layout) for layout in ("inner", "ring")}


def is_crossing(place: Place) -> bool:
    """Whether one may turn there."""
    return place[0] % 2 == 0 and place[1] % 2 == 0


def onward(place: Place, heading: str) -> Place:
    """The place next to another."""
    return place[0] + HEADINGS[heading][0], place[1] + HEADINGS[heading][1]


@cache
def own_edge(layout: str, seat: int) -> frozenset[Place]:
    """Where the trucks of a seat enter and leave: its outer road with both corners, or its mouths."""
    first, last = (0, 12) if layout == "ring" else (1, 11)
    line = last if SIDES[seat] in ("south", "east") else first
    across = SIDES[seat] in ("south", "north")
    return frozenset((x, y) for x, y in ROADS[layout] if (y if across else x) == line)


def ways(
    layout: str, seat: int, start: Truck, pips: int, blocked: Collection[Place] = ()
) -> Iterator[tuple[Truck, ...]]:
    """Every way to drive: the spaces one after the other, None at the end of one into the depot.

    `blocked` is where other trucks are.
    """
    edge = own_edge(layout, seat)
    if start is not DEPOT:
        for way in walks(layout, edge, (start,), "", pips, blocked):
            yield way[1:]
        return
    for first in edge - set(blocked):
        for way in walks(layout, edge, (first,), "", pips - 1, blocked):
            if way[-1] is not DEPOT:
                yield way


def walks(
    layout: str,
    edge: Collection[Place],
    path: tuple[Place, ...],
    heading: str,
    left: int,
    blocked: Collection[Place],
) -> Iterator[tuple[Truck, ...]]:
    """All ways to go on from the end of a path.

    `heading` is how the truck has come there, "" if it sets off; `left` are the pips that are left.
    """
    here = path[-1]
    if left == 0:
        yield path
        return
    if here in edge:
        yield (*path, DEPOT)
    for turned in HEADINGS:
        free = not heading or turned == heading or (is_crossing(here) and turned != BACK[heading])
        there = onward(here, turned)
        if free and there in ROADS[layout] and there not in blocked:
            yield from walks(layout, edge, (*path, there), turned, left - 1, blocked)


def platforms_beside(place: Place, crossing_loads: bool) -> list[Place]:
    """The platforms at the sides of a gap; with the option, those at the corners of a crossing."""
    x, y = place
    if is_crossing(place):
        near = [(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)] if crossing_loads else []
    else:
        near = [onward(place, heading) for heading in HEADINGS]
    return [spot for spot in near if spot in PLATFORMS]


# The game


class Oracle:
    """A game, by the rules' text. Any of its facts may be set by hand."""

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        self.options, self.seats = {**PLAIN, **options}, seats
        self.layout: str = self.options["roads"]
        self.cubes: dict[Place, str] = {}
        self.derricks: dict[Place, int] = {}
        self.values: dict[str, int] = {}
        self.trucks: list[list[Truck]] = [[DEPOT] * self.options["trucks"] for _ in range(seats)]
        self.loads: list[list[str | None]] = [[None] * self.options["trucks"] for _ in range(seats)]
        self.stored: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.money = [3] * seats
        self.stage, self.turn = "cubes", 0
        self.dice: tuple[int, ...] = ()
        self.rounds = self.quiet = 0
        self.idle = True
        self.rolled: list[Counter[int]] = [Counter() for _ in range(seats)]
        self.hoped = [0] * seats
        self.reason = ""
        self.happened: Counter[str] = Counter()

    # Who and what may come

    def to_act(self) -> tuple[int, ...]:
        """Whose decision is awaited."""
        if self.stage == "over":
            return ()
        return (self.turn,) if self.stage in ("build", "choose", "move") else (CHANCE,)

    def chances(self) -> dict[str, Fraction]:
        """What may be drawn or rolled, and how likely it is."""
        if self.stage == "cubes":
            bag = Counter(dict.fromkeys(COLOURS, 6)) - Counter(self.cubes.values())
            return {f"cube {colour}": Fraction(n, bag.total()) for colour, n in bag.items()}
        if self.stage == "values":
            bag = Counter(COLOURS) - Counter(self.values.keys())
            return {f"value {colour}": Fraction(1, bag.total()) for colour in bag}
        if self.stage == "dice":
            pips = range(1, 7)
            return {f"dice {red} {white}": Fraction(1, 36) for red in pips for white in pips}
        if self.stage == "die":
            return {f"die {pips}": Fraction(1, 6) for pips in range(1, 7)}
        return {}

    def legal(self) -> set[str]:
        """All that the seat in turn may do."""
        if self.stage == "build":
            return {f"place {x},{y}" for x, y in self.choice(*self.dice)}
        if self.stage == "choose":
            return {"roll", *self.shifts()}
        if self.stage == "move":
            return {*self.drives(), *(() if self.says_first() else self.shifts())} or {"pass"}
        return set()

    def says_first(self) -> bool:
        """Whether a seat says if it drives or moves a derrick, and rolls only for driving."""
        return bool(self.options["derricks"] == "instead of the roll")

    def begin_turn(self) -> None:
        """A turn of phase 2 begins: with the die, or with what the seat says."""
        self.stage = "choose" if self.says_first() else "die"

    # Phase 1

    def choice(self, red: int, white: int) -> set[Place]:
        """The free platforms that these dice name."""
        named = {(2 * red - 1, 2 * white - 1)}
        if self.options["dice_choice"]:
            named.add((2 * white - 1, 2 * red - 1))
        return named - set(self.derricks)

    def roll_for_derrick(self, red: int, white: int) -> None:
        """A derrick goes up, if there is room; with the option the roller says where."""
        pips = range(1, 7)
        self.hoped[self.turn] += sum(bool(self.choice(a, b)) for a in pips for b in pips)
        self.dice = (red, white)
        free = self.choice(red, white)
        if free and self.options["dice_choice"]:
            self.stage = "build"
            return
        self.happened["derrick" if free else "occupied"] += 1
        for platform in free:
            self.build(platform)
        self.next_builder()

    def build(self, platform: Place) -> None:
        """The seat in turn has a derrick there."""
        self.derricks[platform] = self.turn

    def derricks_left(self, seat: int) -> int:
        """How many a seat has not yet placed."""
        return DERRICKS[self.seats] - list(self.derricks.values()).count(seat)

    def next_builder(self) -> None:
        """The next seat rolls; a round after which somebody has none left was the last one."""
        self.stage = "dice"
        self.end_turn()
        if self.turn == 0:
            self.rounds += 1
            if not self.building_goes_on():
                self.happened["several with none left"] += sum(map(self.has_none, range(self.seats))) > 1
                self.rounds = 0
                self.begin_turn()

    def building_goes_on(self) -> bool:
        """Whether there is another round of phase 1, by how it stands after one."""
        return not any(map(self.has_none, range(self.seats))) and self.rounds < LONGEST_BUILDING

    def has_none(self, seat: int) -> bool:
        """Whether a seat has placed its last derrick."""
        return self.derricks_left(seat) == 0

    def end_turn(self) -> None:
        """The next seat's turn."""
        self.turn = (self.turn + 1) % self.seats

    # Phase 2: driving

    def others_of(self, truck: int) -> set[Place]:
        """Where there are trucks, but for this one of the seat in turn."""
        return {
            place
            for seat, places in enumerate(self.trucks)
            for number, place in enumerate(places)
            if place is not DEPOT and (seat, number) != (self.turn, truck)
        }

    def ends(self, truck: int) -> set[Truck]:
        """Where this truck may end with the roll."""
        start = self.trucks[self.turn][truck]
        return {way[-1] for way in ways(self.layout, self.turn, start, self.dice[0], self.others_of(truck))}

    def drives(self) -> Iterator[str]:
        """All that the trucks of the seat in turn may do."""
        for truck in range(self.options["trucks"]):
            name = f"{truck + 1}: drive" if self.options["trucks"] > 1 else "drive"
            for end in self.ends(truck):
                if end is DEPOT:
                    yield f"{name} depot"
                    continue
                yield f"{name} {end[0]},{end[1]}"
                for x, y in self.loadable(truck, end):
                    yield f"{name} {end[0]},{end[1]} load {x},{y}"

    def waiting(self, truck: int, end: Place) -> list[Place]:
        """Platforms with derrick and cube beside an empty truck."""
        near = platforms_beside(end, self.options["crossing_loads"])
        full = self.loads[self.turn][truck] is not None
        return [] if full else [spot for spot in near if spot in self.derricks and spot in self.cubes]

    def loadable(self, truck: int, end: Place) -> list[Place]:
        """Those of them that the seat in turn can pay for."""
        return [spot for spot in self.waiting(truck, end) if self.price(spot) <= self.money[self.turn]]

    def price(self, platform: Place) -> int:
        """What the seat in turn pays for the cube there."""
        return 0 if self.derricks[platform] == self.turn else self.values[self.cubes[platform]]

    def drive(self, truck: int, end: Truck, load: Place | None) -> None:
        """Drive there; load, or store."""
        self.note_drive(truck, end, load)
        self.trucks[self.turn][truck] = end
        if load is not None:
            self.load(truck, load)
        elif end is DEPOT:
            self.store(truck)

    def load(self, truck: int, platform: Place) -> None:
        """The cube comes onto the truck, the money to the owner of the derrick."""
        price = self.price(platform)
        self.money[self.turn] -= price
        self.money[self.derricks[platform]] += price
        self.loads[self.turn][truck] = self.cubes.pop(platform)
        self.idle, self.quiet = False, 0

    def store(self, truck: int) -> None:
        """What a truck brings into the depot is stored."""
        load = self.loads[self.turn][truck]
        if load is not None:
            self.stored[self.turn][load] += 1
            self.loads[self.turn][truck] = None
            self.idle, self.quiet = False, 0

    # Phase 2: derricks

    def shifts(self) -> Iterator[str]:
        """All ways to move a derrick of the seat in turn."""
        for x, y in [spot for spot in PLATFORMS if self.derricks.get(spot) == self.turn]:
            for to_x, to_y in PLATFORMS:
                if (to_x, to_y) not in self.derricks:
                    yield f"derrick {x},{y}>{to_x},{to_y}"

    # Steps

    def play(self, text: str) -> None:
        """One step of whoever is to act."""
        if self.stage == "cubes":
            self.cubes[PLATFORMS[len(self.cubes)]] = text.removeprefix("cube ")
            self.stage = "values" if len(self.cubes) == len(PLATFORMS) else "cubes"
        elif self.stage == "values":
            self.values[text.removeprefix("value ")] = len(self.values) + 1
            self.stage = "dice" if len(self.values) == len(COLOURS) else "values"
        elif self.stage == "dice":
            _, red, white = text.split()
            self.roll_for_derrick(int(red), int(white))
        elif self.stage == "build":
            self.build(place(text.removeprefix("place ")))
            self.next_builder()
        elif self.stage == "die":
            self.dice = (int(text.removeprefix("die ")),)
            self.rolled[self.turn][self.dice[0]] += 1
            self.stage = "move"
        elif text == "roll":
            self.happened["rolled to drive"] += 1
            self.stage = "die"
        else:
            self.move(text)

    def move(self, text: str) -> None:
        """A move of phase 2."""
        number, _, drive = text.rpartition(": ")
        if drive.startswith("drive "):
            where, _, load = drive.removeprefix("drive ").partition(" load ")
            end = DEPOT if where == "depot" else place(where)
            self.drive(int(number or 1) - 1, end, place(load) if load else None)
        elif text.startswith("derrick "):
            here, there = map(place, text.removeprefix("derrick ").split(">"))
            self.happened["derrick to a cube" if there in self.cubes else "derrick to no cube"] += 1
            self.happened["derrick instead of the roll"] += self.stage == "choose"
            del self.derricks[here]
            self.derricks[there] = self.turn
        else:
            self.happened["pass"] += 1
            self.happened["rolled, and cannot drive"] += self.says_first()
        self.next_mover()

    def next_mover(self) -> None:
        """The end, or the next seat's roll."""
        self.begin_turn()
        if self.is_empty():
            for seat, loads in enumerate(self.loads):
                for load in filter(None, loads):
                    self.happened["stored by the end"] += 1
                    self.stored[seat][load] += 1
                loads[:] = [None] * len(loads)
            self.stage, self.reason = "over", "empty"
            return
        self.end_turn()
        if self.turn == 0:
            self.rounds += 1
            self.quiet = self.quiet + 1 if self.idle else 0
            self.idle = True
            if self.quiet >= (self.options["stalemate"] or LONGEST_QUIET):
                self.stage, self.reason = "over", "stalemate"

    def is_empty(self) -> bool:
        """Whether no cube is on a platform, nor on a truck where those count."""
        if self.options["end"] == "last cube loaded":
            return not self.cubes
        return not self.cubes and not any(load for loads in self.loads for load in loads)

    # What it comes to

    def leads(self, seat: int, colour: str) -> bool:
        """Whether a seat has stored more cubes of a colour than every other one."""
        others = [self.stored[other][colour] for other in range(self.seats) if other != seat]
        return self.stored[seat][colour] > max(others)

    def account(self, seat: int) -> dict[str, int]:
        """What a seat would get if the game ended now, by kind."""
        led = [colour for colour in COLOURS if self.leads(seat, colour)]
        return {
            "barrels": self.money[seat],
            "cubes": sum(self.values.get(colour, 0) * n for colour, n in self.stored[seat].items()),
            "majorities": sum(self.values.get(colour, 0) for colour in led),
        }

    def scores(self) -> list[int]:
        """What each seat would have."""
        return [sum(self.account(seat).values()) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """All who have most."""
        scores = self.scores()
        return [seat for seat in range(self.seats) if scores[seat] == max(scores)]

    # For the tests: what has happened

    def note_drive(self, truck: int, end: Truck, load: Place | None) -> None:
        """Write down what is special about a drive."""
        start, full = self.trucks[self.turn][truck], self.loads[self.turn][truck]
        others = self.others_of(truck)
        every = [way for way in ways(self.layout, self.turn, start, self.dice[0]) if way[-1] == end]
        routes = [way for way in every if not others.intersection(way)]
        notes = {
            "several ways": len(routes) > 1,
            "a way round": len(routes) < len(every),
            "out of the depot": start is DEPOT,
            "stored": end is DEPOT and full is not None,
            "came back empty": end is DEPOT and full is None,
            "rest lost": end is DEPOT and min(map(len, routes)) < self.dice[0],
            "left from a corner": any(len(way) > 1 and corner(way[-2]) for way in routes if end is DEPOT),
            "stays at its edge": end in own_edge(self.layout, self.turn),
        }
        if end is not DEPOT and not full:
            near = self.waiting(truck, end)
            notes["too dear"] = any(self.price(spot) > self.money[self.turn] for spot in near)
            notes["choice of two"] = len(near) >= 2
            notes["loaded nothing"] = bool(near) and load is None
        if load is not None:
            notes["paid" if self.price(load) else "loaded freely"] = True
        self.happened.update(note for note, is_so in notes.items() if is_so)


def place(text: str) -> Place:
    """A place from its text."""
    x, y = text.split(",")
    return int(x), int(y)


def corner(where: Truck) -> bool:
    """Whether this is a corner of the outer road."""
    return where in ((0, 0), (0, 12), (12, 0), (12, 12))
