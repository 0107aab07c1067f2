"""A second reading of The Great Divide's rules: slow, plain, sharing no code and no idea with the engine.

A board is a dict from places (column, row) to tiles, and a tile is the word of the notation: "SE" for a river
tile, "basin", "NE-SW" for the Pass. There is one question about a placement: would the board be in order
with the tile on it? Whether every river can still reach an ocean is asked in two ways: `by_completion` tries
every arrow on every empty space that water comes to, for small maps; `by_routes` looks for routes.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Place = tuple[int, int]
Board = dict[Place, str]

WAYS = ("N", "NE", "SE", "S", "SW", "NW")
AXES = ("N-S", "NE-SW", "SE-NW")
PACIFIC, ATLANTIC = OCEANS = (0, 1)
"""The oceans are called by the seats they belong to."""

CHANCE = -1
EVENTS = ("flood", "volcanoes", "inland-sea", "quiet")
PLAIN: dict[str, Any] = {
    "great_basin": False,
    "two_ocean_pass": False,
    "earthquake": False,
    "events": 0,
    "limited_selection": False,
    "first": 0,
    "turning": "start of turn",
    "fourth_event": "quiet year",
    "inland_pass": "oceans reached",
}
"""The options of the basic game."""

BANDS = {"1": "22222", "2": "22212", "3": "22222", "4": "21222", "5": "22222"}
"""How many spaces each central area has in the columns between the coasts, from the rules' table."""

COLUMNS = ("W" * 9, *("".join(a * int(n[x]) for a, n in BANDS.items()) for x in range(5)), "E" * 9)


class Chart:
    """The spaces of a map and what lies beyond each of their sides, by the rules' notation.

    `area` says which area a place belongs to; `beyond` where an arrow leads: to a place, to an ocean, or out
    of the board (None).
    """

    def __init__(self, columns: Sequence[str] = COLUMNS) -> None:
        self.columns = tuple(columns)
        self.area = {(x, y): area for x, column in enumerate(columns) for y, area in enumerate(column)}
        coasts = columns[0][0], columns[-1][0]
        self.areas = (coasts[0], *sorted(set(self.area.values()) - set(coasts)), coasts[1])
        self.beyond = {(place, way): self._beyond(place, way) for place in self.area for way in WAYS}

    def _beyond(self, place: Place, way: str) -> Place | int | None:
        x, y = place
        north = y - x % 2
        rows = {"N": y - 1, "S": y + 1, "NE": north, "NW": north, "SE": north + 1, "SW": north + 1}
        column = x + ("E" in way) - ("W" in way)
        if (column, rows[way]) in self.area:
            return column, rows[way]
        return PACIFIC if column < 0 else ATLANTIC if column == len(self.columns) else None

    def targets(self, tile: str, place: Place) -> list[Place | int | None]:
        """Where the arrows of a tile on `place` lead."""
        return [self.beyond[place, way] for way in arms(tile)]


def arms(tile: str) -> list[str]:
    """The directions of a tile's arrows."""
    return [] if tile == "basin" else tile.split("-")


def special(tile: str) -> bool:
    """Whether this is the Great Basin or the Two-Ocean Pass."""
    return tile == "basin" or "-" in tile


def two_ocean(tile: str) -> bool:
    """Whether this is the Two-Ocean Pass."""
    return "-" in tile


# Whether a board is in order


def keeps_apart(chart: Chart, board: Board, place: Place) -> bool:
    """Whether the tile on `place` breaks no rule that needs only a look at its neighbours.

    These also hold with the inland sea: no arrow leaves the board except over an ocean side, no two face each
    other, none points at a special tile.
    """
    for there in chart.targets(board[place], place):
        if there is None:
            return False
        if there in board and (special(board[there]) or place in chart.targets(board[there], there)):
            return False
    around = [chart.beyond[place, way] for way in WAYS]
    pointing = [p for p in around if p in board and place in chart.targets(board[p], p)]
    return not (pointing and special(board[place]))


def end_of(chart: Chart, board: Board, place: Place, way: str) -> Place | int | None:
    """Where water from a tile comes to: an ocean, the empty space that it waits at, or None for nowhere."""
    seen = {place}
    there = chart.beyond[place, way]
    while there in board and there not in seen and not special(board[there]):
        seen.add(there)
        there = chart.beyond[there, board[there]]
    return None if there in board else there


def by_completion(chart: Chart, board: Board) -> bool:
    """Whether the empty spaces can get arrows so that every river reaches an ocean, and the Pass both.

    Tries them all: at the first empty space that some water comes to, every arrow. Spaces to which no water
    comes may stay as they are.
    """
    ends = {}
    for place in reversed(board):
        for way in arms(board[place]):
            end = ends[place, way] = end_of(chart, board, place, way)
            if end is None:
                return False
            if isinstance(end, tuple):
                return any(by_completion(chart, {**board, end: arrow}) for arrow in WAYS)
        if two_ocean(board[place]) and len({ends[place, way] for way in arms(board[place])}) == 1:
            return False
    return True


def by_routes(chart: Chart, board: Board) -> bool:
    """The same by looking for routes: over tiles by their arrows, over empty spaces any way.

    In a completion everybody's water runs along a route, and the two streams of the Pass share no space, or
    they would end in one ocean. The other way round: with a route from each tile and two such streams, lay
    arrows along the streams, and let every other space flow one step nearer to an ocean or a stream.
    """
    steps = {place: steps_from(chart, board, place) for place in chart.area}
    dry = spaces_without_a_route(steps)
    return all(special(board[place]) for place in dry if place in board) and all(
        can_reach_both(steps, place) for place, tile in board.items() if two_ocean(tile)
    )


Steps = dict[Place, list[Place | int]]
"""Where water may go next from each space."""


def steps_from(chart: Chart, board: Board, place: Place) -> list[Place | int]:
    """Where water on `place` may go next: never onto a special tile."""
    ways = arms(board[place]) if place in board else WAYS
    found = [chart.beyond[place, way] for way in ways]
    return [there for there in found if there is not None and not (there in board and special(board[there]))]


def spaces_without_a_route(steps: Steps) -> set[Place]:
    """The spaces from which no ocean can be walked to; the others are found one step after the other."""
    left = set(steps)
    known: set[Place | int] = set(OCEANS)
    while found := {place for place in left if not known.isdisjoint(steps[place])}:
        known |= found
        left -= found
    return left


def can_reach_both(steps: Steps, pass_at: Place) -> bool:
    """Whether two routes lead from the Pass to both oceans and share no space.

    A flow of two units: each space has an entry and an exit with one way between them, each ocean one way
    into the sea. Twice a path from the Pass to the sea is looked for, along ways that are free, or back along
    used ones.
    """
    free: dict[Any, set[Any]] = {"sea": set(), **{ocean: {"sea"} for ocean in OCEANS}}
    for place, onward in steps.items():
        free[place, "in"] = {(place, "out")}
        free[place, "out"] = {p if p in OCEANS else (p, "in") for p in onward}
    for _ in OCEANS:
        source: Any = (pass_at, "out")
        came = {source: source}
        waiting = deque([source])
        while waiting and "sea" not in came:
            here = waiting.popleft()
            for there in free[here] - came.keys():
                came[there] = here
                waiting.append(there)
        if "sea" not in came:
            return False
        step: Any = "sea"
        while step != source:
            free[came[step]].discard(step)
            free[step].add(came[step])
            step = came[step]
    return True


# The game


class Oracle:
    """One game, changed in place. Actions are the words of the notation."""

    def __init__(
        self,
        options: Mapping[str, Any],
        chart: Chart | None = None,
        possible: Callable[[Chart, Board], bool] = by_routes,
    ) -> None:
        self.options = {**PLAIN, **options}
        self.chart = chart or Chart()
        self.possible = possible
        self.geography = self.options["great_basin"] or self.options["two_ocean_pass"]
        self.letters = [*self.chart.areas, *(["S"] if self.geography else [])]
        self.bag = Counter(self.chart.area.values()) + Counter(
            five=1,
            basin=int(self.options["great_basin"]),
            **{"pass": int(self.options["two_ocean_pass"])},
            quake=int(self.options["earthquake"]),
            event=self.options["events"],
        )
        self.board: Board = {}
        self.limited = bool(self.options["limited_selection"])
        self.active: list[set[str] | None] = [set(self.letters) if self.limited else None for _ in OCEANS]
        self.stage = "turn" if self.limited else "cards"
        self.turn = self.actor = int(self.options["first"])
        self.flipped: set[str] = set()
        self.deck = Counter(EVENTS)
        if self.options["fourth_event"] == "second volcanoes":
            self.deck = Counter({"flood": 1, "volcanoes": 2, "inland-sea": 1})
        self.drawn = ""
        self.inland = False
        self.five: int | None = None
        self.aside: list[tuple[str, frozenset[str]]] = []
        self.last: int | None = None
        self.turned: Place | None = None
        self.lays: set[str] = set()
        self.happened: Counter[str] = Counter()

    # Who acts, and how

    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision, or chance, or nobody."""
        if self.stage == "over":
            return ()
        if self.stage in ("bag", "deck"):
            return (CHANCE,)
        if self.stage == "cards":
            return tuple(seat for seat in OCEANS if self.active[seat] is None)
        return (self.actor,)

    def chances(self) -> dict[str, Fraction]:
        """What chance may do, and how likely."""
        if self.stage == "bag":
            kinds = {f"tile {kind}": n for kind, n in self.bag.items() if n}
            return {text: Fraction(n, sum(kinds.values())) for text, n in kinds.items()}
        if self.stage == "deck":
            return {f"event {card}": Fraction(n, self.deck.total()) for card, n in self.deck.items() if n}
        return {}

    def legal(self, seat: int) -> set[str]:
        """Everything a seat may do."""
        if seat not in self.to_act():
            return set()
        if self.stage == "cards":
            sizes = range(len(self.letters) + 1)
            return {f"cards {''.join(c) or '-'}" for n in sizes for c in combinations(self.letters, n)}
        if self.stage in ("turn", "again"):
            return {"draw", *(f"flip {card}" for card in self.letters if self.may_flip(card))}
        if self.stage == "lay":
            return set(self.lays)
        if self.stage == "five":
            return {"keep", "give"}
        if self.stage == "quake":
            return {"pass", *(f"remove@{x},{y}" for x, y in self.board)}
        choices = set(self.floods() if self.stage == "flood" else self.turns())
        if not choices or (self.stage == "flood" and self.actor != self.turn):
            choices.add("pass")
        return choices

    def may_flip(self, card: str) -> bool:
        """Any number before the first draw (or each), every card once; limited, one before each draw."""
        if self.limited:
            return not self.flipped
        every_draw = self.options["turning"] == "before each draw"
        return (every_draw or self.stage == "turn") and card not in self.flipped

    def in_order(self, place: Place, tile: str) -> bool:
        """Whether the board may look like this: as it is, with this tile on `place`."""
        board = {**{p: t for p, t in self.board.items() if p != place}, place: tile}
        return keeps_apart(self.chart, board, place) and (self.inland or self.possible(self.chart, board))

    def lays_of(self, kind: str) -> Iterator[str]:
        """Every way to lay a tile of this kind."""
        tiles = {"basin": ("basin",), "pass": AXES}.get(kind, WAYS)
        for (x, y), area in self.chart.area.items():
            if (x, y) not in self.board and kind in (area, "basin", "pass"):
                yield from (f"{tile}@{x},{y}" for tile in tiles if self.in_order((x, y), tile))

    def floods(self) -> Iterator[str]:
        """Where a flood may begin: at any river tile, and on either side of the Pass."""
        for (x, y), tile in self.board.items():
            if two_ocean(tile):
                yield from (f"flood@{x},{y}:{way}" for way in arms(tile))
            elif tile != "basin":
                yield f"flood@{x},{y}"

    def turns(self) -> Iterator[str]:
        """What a volcano may do: turn a river tile or the Pass, but not what has just been turned."""
        for (x, y), tile in self.board.items():
            if tile != "basin" and (x, y) != self.turned:
                ways = AXES if two_ocean(tile) else WAYS
                yield from (f"turn@{x},{y}:{way}" for way in ways if self.in_order((x, y), way))

    # What becomes of it

    def apply(self, seat: int, text: str) -> None:
        """Play a legal action."""
        word, _, rest = text.partition(" ")
        head, _, spot = text.partition("@")
        spot, _, way = spot.partition(":")
        place = tuple(map(int, spot.split(","))) if spot else ()
        if word == "cards":
            self.active[seat] = {card for card in rest if card != "-"}
            self.stage = "cards" if None in self.active else "turn"
        elif word == "flip":
            self.happened["card turned later in a turn"] += self.stage == "again" and not self.limited
            self.active[self.turn] ^= {rest}  # type: ignore[operator]
            self.flipped.add(rest)
        elif word == "draw":
            self.flipped = set()
            self.stage = "bag"
        elif word == "tile":
            self.draw(rest)
        elif word == "event":
            self.turn_up(rest)
        elif word in ("keep", "give"):
            self.place_five(mine=word == "keep")
        elif word == "pass":
            self.happened[f"pass in {self.stage}"] += 1
            self.declined()
        elif head == "remove":
            self.remove(place)  # type: ignore[arg-type]
        elif head == "flood":
            self.flood(place, way or self.board[place])  # type: ignore[arg-type,index]
        elif head == "turn":
            self.volcano(place, way)  # type: ignore[arg-type]
        else:
            self.lay(place, head)  # type: ignore[arg-type]

    def mine(self, kind: str) -> bool:
        """Whether the active seat's card for this kind says active."""
        card = "S" if kind in ("five", "basin", "pass") else kind
        return card in (self.active[self.turn] or ())

    def draw(self, kind: str) -> None:
        """A tile has come out of the bag."""
        self.bag[kind] -= 1
        self.drawn = kind
        if kind == "quake":
            self.stage, self.actor = "quake", self.turn
        elif kind == "event":
            self.stage = "deck"
        elif kind == "five" and not self.geography:
            self.stage, self.actor = "five", self.turn
        elif kind == "five":
            self.place_five(mine=self.mine("five"))
        else:
            self.lays = set(self.lays_of(kind))
            self.stage, self.actor = "lay", self.turn if self.mine(kind) else 1 - self.turn
            if not self.lays:
                self.happened[f"{kind if kind in ('basin', 'pass') else 'river'} set aside"] += 1
                self.aside.append((kind, self.specials()))
                self.again()

    def specials(self) -> frozenset[str]:
        """Which special tiles lie on the board."""
        return frozenset(self.kind(place) for place, tile in self.board.items() if special(tile))

    def kind(self, place: Place) -> str:
        """What the tile on a place is called in the bag."""
        tile = self.board[place]
        return "basin" if tile == "basin" else "pass" if two_ocean(tile) else self.chart.area[place]

    def again(self) -> None:
        """The active seat draws again, if there is anything left."""
        self.drawn, self.turned, self.lays, self.actor = "", None, set(), self.turn
        self.stage = "again" if self.bag.total() else "over"

    def end_turn(self) -> None:
        """The other seat's turn, if there is anything left."""
        self.again()
        if self.stage != "over":
            self.turn = self.actor = 1 - self.turn
            self.stage, self.flipped = "turn", set()

    def lay(self, place: Place, tile: str) -> None:
        """The drawn tile goes onto the board."""
        self.board[place] = tile
        self.last = self.actor
        if self.actor == self.turn:
            self.end_turn()
        else:
            self.again()

    def place_five(self, mine: bool) -> None:
        """The "5" goes to somebody."""
        self.happened["five kept" if mine else "five given"] += 1
        self.five = self.turn if mine else 1 - self.turn
        if mine:
            self.last = self.turn
            self.end_turn()
        else:
            self.again()

    def turn_up(self, card: str) -> None:
        """An event card has been turned up."""
        self.happened[card] += 1
        self.deck[card] -= 1
        if card in ("flood", "volcanoes"):
            self.stage, self.actor = card, self.turn
        else:
            self.inland |= card == "inland-sea"
            self.again()

    def declined(self) -> None:
        """Somebody passes: the earthquake is over; a flood or volcano goes on to the other seat."""
        if self.stage == "quake":
            self.end_turn()
        else:
            self.next_seat()

    def next_seat(self) -> None:
        """After the active seat the other one; after that, drawing goes on."""
        if self.actor == self.turn:
            self.actor = 1 - self.turn
        else:
            self.again()

    def back(self, place: Place) -> None:
        """A tile returns from the board to the bag."""
        self.bag[self.kind(place)] += 1
        del self.board[place]

    def remove(self, place: Place) -> None:
        """The earthquake takes a tile, and with a special one what was set aside because of it."""
        before = self.specials()
        self.back(place)
        for kind, because in list(self.aside):
            if because & (before - self.specials()):
                self.happened["returned with a special tile"] += 1
                self.aside.remove((kind, because))
                self.bag[kind] += 1
        self.actor = 1 - self.actor

    def flood(self, place: Place, way: str) -> None:
        """Everything downstream goes."""
        there = self.chart.beyond[place, way]
        swept = 0
        while there in self.board and there != place:
            onward = self.chart.beyond[there, self.board[there]]
            self.back(there)
            there = onward
            swept += 1
        what = "flood of a ring" if there == place else "flood of a river" if swept else "dry flood"
        self.happened["flood from the Pass" if two_ocean(self.board[place]) else what] += 1
        self.next_seat()

    def volcano(self, place: Place, way: str) -> None:
        """A tile is turned."""
        if two_ocean(way):
            self.happened["Pass left as it is" if way == self.board[place] else "Pass turned"] += 1
        self.board[place] = way
        self.turned = place
        self.next_seat()

    # The end

    def scores(self) -> tuple[int, int]:
        """What both seats have on the board as it lies, with the "5"."""
        points = [0, 0]
        for place, tile in self.board.items():
            reached = {end_of(self.chart, self.board, place, way) for way in arms(tile)} & {*OCEANS}
            if two_ocean(tile) and self.inland and self.options["inland_pass"] == "one each":
                self.happened["Pass short of an ocean"] += len(reached) < len(OCEANS)
                reached = {*OCEANS}
            for ocean in reached:
                points[ocean] += 1  # type: ignore[index]
        if self.five is not None:
            points[self.five] += 5
        return points[0], points[1]

    def winners(self) -> tuple[int, ...]:
        """Most points; a tie goes to the last to lay or keep, in the game with special geography."""
        west, east = self.scores()
        if west != east:
            return (0,) if west > east else (1,)
        return (self.last,) if self.geography and self.last is not None else (0, 1)

    def series_points(self) -> tuple[int, int]:
        """What the game adds to each account of a series."""
        west, east = (score if seat in self.winners() else 0 for seat, score in enumerate(self.scores()))
        return west, east

    def next_first(self) -> int:
        """Who begins the next game of a series; both stay at their oceans."""
        if len(self.winners()) == 2:
            return 1 - int(self.options["first"])
        return 1 - self.winners()[0]
