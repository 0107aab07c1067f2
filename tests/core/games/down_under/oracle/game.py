"""The course of the game by the second reading.

Nothing is kept of the paths: whatever is asked, they are looked for on the whole board again. Whether a card
may lie is found by laying it on a copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from tests.core.games.down_under.oracle.board import (
    ACROSS,
    CURVES,
    ENDS,
    POOL,
    STRAIGHTS,
    TOWARDS,
    Board,
    Card,
    Cell,
    Run,
    apart,
    beyond,
    colours,
    is_ring,
    leads,
    length,
    own_sides,
    runs,
    shape_of,
    spot,
    tips,
    way,
    with_card,
)

POOLS = 4
"""How many billabongs there are."""

CARDS = {"straight": 7, "curve": 9, "end": 2}
"""How many cards of a shape a set has."""

HERDS = {
    "straight": {"kangaroo": 2, "emu": 2, "platypus": 1, "rabbit": 2},
    "curve": {"kangaroo": 2, "emu": 2, "platypus": 2, "rabbit": 2, "dingo": 1},
}

SIZES = {
    "easy": {2: "6x6", 3: "7x7", 4: "8x8"},
    "recommended": {2: "5x7", 3: "6x8", 4: "7x9"},
    "hard": {2: "4x8", 3: "4x10", 4: "5x11"},
}

PLAIN: dict[str, Any] = {
    "size": "recommended",
    "animals": False,
    "frame": None,
    "single_start": False,
    "two_paths": False,
    "dingo": "0 points",
    "paths_scored": "both",
}


class Oracle:
    """A game, by the rules' text. `board`, `turn`, `stage` and `stuck` may be set by hand: see `at`."""

    def __init__(
        self, options: Mapping[str, Any], seats: int, frame: tuple[int, int, Board] | None = None
    ) -> None:
        """`frame` is (width, height, board) with paths of numbers beyond those of the seats."""
        self.options, self.seats = {**PLAIN, **options}, seats
        self.two = self.options["two_paths"]
        self.count = 2 * seats if self.two else seats
        self.board: Board = dict(frame[2]) if frame else {}
        self.frame = frame[:2] if frame else None
        self.stage, self.turn, self.beginning = "start", 0, 0
        self.stuck: set[int] = set()
        self.laid: set[int] = set()
        self.due: list[tuple[Cell, str]] = []
        self.mover = 0
        self.set: Mapping[str, int] = CARDS
        self.happened: Counter[str] = Counter()

    @classmethod
    def at(cls, options: Mapping[str, Any], seats: int, board: Board, turn: int, **rest: Any) -> Oracle:
        """A position of the main part of a game, set up by hand."""
        oracle = cls(options, seats)
        oracle.board, oracle.turn, oracle.stage = dict(board), turn, "play"
        for name, value in rest.items():
            setattr(oracle, name, value)
        return oracle

    # What everybody sees

    def to_act(self) -> tuple[int, ...]:
        """Whose turn it is."""
        return () if self.stage == "over" else (self.turn,)

    def paths(self) -> dict[int, Run]:
        """Each path that has been begun."""
        return {path: run for run in runs(self.board) for path in colours(run)}

    def lengths(self) -> list[int]:
        """How long the path of each seat is; with two paths in the order 0 a, 1 a, 0 b, 1 b."""
        paths = self.paths()
        return [length(paths.get(path, ())) for path in range(self.count)]

    def owner(self, path: int) -> int:
        """Whose path this is."""
        return path % self.seats

    def mine(self, seat: int) -> list[int]:
        """The paths of a seat."""
        return [path for path in range(self.count) if self.owner(path) == seat]

    def is_finished(self, path: int) -> bool:
        """Whether nothing can be laid at it any more, for good."""
        run = self.paths().get(path)
        return path in self.stuck or bool(run and not leads(run) and not is_ring(run))

    def left(self, path: int) -> Counter[tuple[str, str | None]]:
        """Cards of the set that have not been laid, by shape and animal."""
        kinds: Counter[tuple[str, str | None]] = Counter()
        for shape, number in self.set.items():
            herd = HERDS.get(shape) if self.options["animals"] else None
            kinds.update(
                {(shape, animal): n for animal, n in herd.items()} if herd else {(shape, None): number}
            )
        for card in self.cards():
            if card.path == path:
                kinds[shape_of(card.name), card.animal] -= 1
        return +kinds

    def cards(self) -> list[Card]:
        """All that lie."""
        return [card for cards in self.board.values() for card in cards]

    # The field

    def size(self) -> tuple[int, int] | None:
        """Columns and rows, or the other way round; None without a field."""
        name = self.options["size"]
        name = SIZES[name][self.seats] if name in SIZES else name
        return None if name == "unlimited" else (int(name.split("x")[0]), int(name.split("x")[1]))

    def fits(self, cell: Cell) -> bool:
        """Whether a straight, curve or billabong may lie there as far as the field goes."""
        size = self.size()
        if self.frame:
            return cell[0] in range(self.frame[0]) and cell[1] in range(self.frame[1])
        if size is None:
            return True
        inner = [at for at, cards in self.board.items() if not cards[0].name.startswith("end")]
        across, down = (max(line) - min(line) + 1 for line in zip(cell, *inner, strict=True))
        return any(across <= columns and down <= rows for columns, rows in (size, size[::-1]))

    # What may be done

    def legal(self) -> set[str]:
        """All that the seat to act may do, in notation."""
        if self.stage == "over":
            return set()
        if self.due:
            return set(self.at_exits(self.due))
        if self.stage == "start":
            return set(self.first_cards(self.beginning))
        if self.stage == "opening":
            return {text for text in self.turns_moves() if "end" not in text}
        return self.turns_moves()

    def turns_moves(self) -> set[str]:
        """All that may be done at those paths of the seat that are still to come in this turn."""
        paths = [p for p in self.mine(self.turn) if p not in self.laid and not self.is_finished(p)]
        return {text for path in paths for text in self.moves(path)}

    def at_exits(self, exits: Iterable[tuple[Cell, str]]) -> Iterator[str]:
        """Cards at these exits of billabongs that await one, for the path that has just moved."""
        for cell, side in exits:
            yield from self.lays(self.mover, cell, side)

    def moves(self, path: int) -> Iterator[str]:
        """All that may be done with a path that has been begun."""
        run = self.paths().get(path, ())
        if run and is_ring(run):
            yield from self.turns(path)
            return
        for cell, side in leads(run):
            yield from self.lays(path, cell, side)
        yield from self.pools(path, {cell for cell, _ in leads(run)})

    def lays(self, path: int, cell: Cell, side: str) -> Iterator[str]:
        """Cards that may lie on the cell so that their own part joins the end that comes over `side`."""
        for name in (*STRAIGHTS, *CURVES, *ENDS):
            if side in own_sides(name) and self.may_lie(path, cell, name):
                yield from self.texts(path, cell, name)

    def may_lie(self, path: int, cell: Cell, name: str) -> bool:
        """Whether a card finds its place there, without joining two paths."""
        beneath = [card.name for card in self.board.get(cell, ())]
        if shape_of(name) == "end":
            across = f"end{ACROSS[name[-1]]}"
            room = beneath in ([], [across])
        else:
            room = not beneath and self.fits(cell)
        return room and apart(with_card(self.board, cell, Card(name, path)))

    def texts(self, path: int, cell: Cell, name: str) -> Iterator[str]:
        """The notation of laying it, with each animal that is left."""
        before = ("a:" if path < self.seats else "b:") if self.two else ""
        for shape, animal in self.left(path):
            if shape == shape_of(name):
                yield f"{before}{name}@{cell[0]},{cell[1]}" + (f"={animal}" if animal else "")

    def first_cards(self, path: int) -> Iterator[str]:
        """With what a path may begin."""
        ends = self.options["single_start"] or self.two
        if ends and path % 2:
            for cell, cards in self.board.items():
                for card in cards:
                    if card.path == path - 1 and shape_of(card.name) == "end":
                        across = f"end{ACROSS[card.name[-1]]}"
                        yield from self.texts(path, cell, across) if self.may_lie(path, cell, across) else ()
            return
        for cell, name in product(self.first_cells(path), ENDS if ends else (*STRAIGHTS, *CURVES)):
            if self.may_lie(path, cell, name) and (not ends or self.leaves_room(path, cell, name)):
                yield from self.texts(path, cell, name)

    def first_cells(self, path: int) -> set[Cell]:
        """Empty cells where a path may begin."""
        if path == 0 and self.frame:
            cells = set(product(range(self.frame[0]), range(self.frame[1])))
        elif path == 0:
            cells = {(0, 0)}
        else:
            steps = list(product((-1, 0, 1), repeat=2))
            cells = {(x + dx, y + dy) for x, y in self.board for dx, dy in steps}
        return {cell for cell in cells if cell not in self.board and (not self.frame or self.fits(cell))}

    def leaves_room(self, path: int, cell: Cell, name: str) -> bool:
        """Whether the next path can begin against the back of this end; the last of three has none there."""
        if path + 1 == self.count:
            return True
        board = with_card(self.board, cell, Card(name, path))
        return apart(with_card(board, cell, Card(f"end{ACROSS[name[-1]]}", path + 1)))

    def turns(self, path: int) -> Iterator[str]:
        """The curves that open a ring when they are turned."""
        for (x, y), cards in self.board.items():
            card = cards[0]
            if card.path == path and card.name in CURVES and self.neutral_is_free((x, y)):
                at = CURVES.index(card.name)
                for name in (CURVES[at - 1], CURVES[(at + 1) % 4]):
                    if self.opens(path, (x, y), card._replace(name=name)):
                        yield f"turn {name}@{x},{y}"

    def neutral_is_free(self, cell: Cell) -> bool:
        """Whether the neutral part there belongs to no path."""
        return not any(
            stretch.cell == cell and stretch.path is None for run in self.paths().values() for stretch in run
        )

    def opens(self, path: int, cell: Cell, card: Card) -> bool:
        """Whether with this card instead the path is one run with two open ends."""
        board = {**self.board, cell: (card,)}
        own = [run for run in runs(board) if path in colours(run)]
        return apart(board) and len(own) == 1 and tips(own[0]) == ["open", "open"]

    # Billabongs

    def pools_left(self) -> int:
        """How many billabongs nobody has laid."""
        return POOLS - sum(card.name == POOL for card in self.cards())

    def crossings(self) -> dict[Cell, dict[str, int]]:
        """The cells to which open ends lead: over which sides, of which paths."""
        cells: dict[Cell, dict[str, int]] = {}
        for path, run in self.paths().items():
            for cell, side in leads(run):
                cells.setdefault(cell, {})[side] = path
        return cells

    def ends_at(self, cell: Cell) -> dict[str, int]:
        """The open ends that lead to a cell."""
        return self.crossings().get(cell, {})

    def pools(self, path: int, cells: set[Cell]) -> Iterator[str]:
        """Case 3: two paths with both their ends at one cell, and no curve to lead them past each other."""
        if not self.pools_left() or any(shape == "curve" for shape, _ in self.left(path)):
            return
        for cell in cells - set(self.board):
            ends = self.ends_at(cell)
            pairs = [way(side for side in ends if ends[side] == one) for one in self.pairs(ends)]
            if len(pairs) == 2 and set(pairs) < set(CURVES) and path in ends.values() and self.fits(cell):
                yield f"{POOL}@{cell[0]},{cell[1]}"

    def pairs(self, ends: Mapping[str, int]) -> list[int]:
        """The paths with both ends among these, in order."""
        return sorted(path for path, times in Counter(ends.values()).items() if times == 2)

    def lay_pools(self, mover: int) -> None:
        """Cases 1 and 2, wherever they are, until there is none."""
        while self.pools_left() and (crowded := self.crowded()):
            self.lay_pool(mover, min(crowded, key=lambda cell: (cell[1], cell[0])))

    def crowded(self) -> list[Cell]:
        """The empty cells inside the field to which three or four paths lead."""
        cells = [cell for cell, ends in self.crossings().items() if len(set(ends.values())) >= 3]
        return [cell for cell in cells if cell not in self.board and self.fits(cell)]

    def lay_pool(self, mover: int, cell: Cell) -> None:
        """Three or four paths lead to this cell."""
        ends = self.ends_at(cell)
        own = {side for side in ends if ends[side] == mover}
        ways: tuple[str, ...] = ()
        free = set(TOWARDS) - set(ends)
        if len(set(ends.values())) == 4:
            self.happened["case 2"] += 1
        elif own and free:
            ways = (way(own | free),)
            exit_ = free.pop()
            self.due = [*self.due, (beyond(cell, spot(cell, exit_)), ACROSS[exit_])]
            self.happened["case 1, mover runs on"] += 1
        elif len(own) == 2:
            ways = (way(own),)
            self.happened["case 1, ring"] += 1
        else:
            self.happened["case 1, all end" if own else "case 1, mover is not there"] += 1
        self.board = {**self.board, cell: (Card(POOL, ways=ways),)}

    # Steps

    def play(self, text: str) -> None:
        """One step of the seat to act."""
        before, due = self.paths(), self.due
        what, _, where = text.partition("@")
        where, _, animal = where.partition("=")
        x, y = map(int, where.split(","))
        cell = (x, y)
        if what.startswith("turn "):
            old = self.board[cell][0]
            self.mover = old.path or 0
            self.board = {**self.board, cell: (old._replace(name=what.removeprefix("turn ")),)}
            self.happened["ring opened"] += 1
        elif what == POOL:
            self.mover = self.lay_between(cell)
        else:
            self.mover = self.path_named(what)
            card = Card(what.rpartition(":")[2], self.mover, animal or None)
            self.board = with_card(self.board, cell, card)
        self.lay_pools(self.mover)
        self.note(before, cell)
        own = leads(self.paths()[self.mover])
        self.happened["exit over a free run"] += sum(at not in own for at in self.due if at not in due)
        self.go_on()

    def path_named(self, what: str) -> int:
        """The path for which a card is laid."""
        if self.due:
            return self.mover
        if self.stage == "start":
            return self.beginning
        return self.turn + (self.seats if what.startswith("b:") else 0)

    def note(self, before: Mapping[int, Run], cell: Cell) -> None:
        """Count what has happened in a step that changed this cell."""
        after, cards = self.paths(), self.board[cell]
        for path, run in after.items():
            gain = len(run) - len(before.get(path, ()))
            whose = "own" if path == self.mover else "another's"
            self.happened["several stretches gained"] += path == self.mover and gain > 2
            self.happened["another lengthened"] += path != self.mover and gain > 0
            if is_ring(run) and not (path in before and is_ring(before[path])):
                self.happened[f"{whose} ring closed"] += 1
        if cards[0].name.startswith("end"):
            whose = "own" if len({card.path for card in cards}) == 1 else "two paths'"
            self.happened[f"{whose} ends in one cell"] += len(cards) == 2
            self.happened["end outside"] += not self.fits(cell)

    def lay_between(self, cell: Cell) -> int:
        """Case 3: both paths lead on over the billabong. For whom it was laid: a before b."""
        ends = self.ends_at(cell)
        ways = [way(side for side in ends if ends[side] == path) for path in self.pairs(ends)]
        mover = min(
            path
            for path in self.mine(self.turn)
            if f"{POOL}@{cell[0]},{cell[1]}" in set(self.pools(path, {cell})) and path not in self.laid
        )
        self.board = {**self.board, cell: (Card(POOL, ways=tuple(ways)),)}
        self.happened["case 3"] += 1
        return mover

    def go_on(self) -> None:
        """Who acts next, and whose paths are at an end because they cannot."""
        own = leads(self.paths()[self.mover])
        self.due = [exit_ for exit_ in self.due if exit_ in own]
        fitting = [exit_ for exit_ in self.due if set(self.at_exits([exit_]))]
        self.happened["nothing fits at the exit"] += len(self.due) - len(fitting)
        self.due = fitting
        if self.due:
            return
        if self.stage == "start":
            self.begin_next()
        elif self.stage == "opening":
            self.stage = "play"
            self.next_turn()
        else:
            self.laid.add(self.mover)
            if self.two != "two cards":
                self.next_turn()
            elif not self.turns_moves():
                self.finish(path for path in self.mine(self.turn) if path not in self.laid)
                self.next_turn()

    def begin_next(self) -> None:
        """The next path begins if it can; after the last all go on."""
        self.beginning += 1
        if self.beginning < self.count:
            self.turn = self.owner(self.beginning)
            if not self.legal():
                self.stuck.add(self.beginning)
                self.happened["cannot begin"] += 1
                self.begin_next()
            return
        self.stage, self.turn = "opening", 0
        if self.two != "two cards" or not self.legal():
            self.stage, self.turn = "play", self.seats - 1
            self.next_turn()

    def next_turn(self) -> None:
        """The next seat that can do anything; those that cannot are finished."""
        for _ in range(self.seats):
            self.turn, self.laid = (self.turn + 1) % self.seats, set()
            if self.turns_moves():
                return
            self.finish(self.mine(self.turn))
        self.stage = "over"

    def finish(self, paths: Iterable[int]) -> None:
        """These paths can do nothing; unless they are finished already, they are now."""
        for path in paths:
            if not self.is_finished(path):
                self.stuck.add(path)
                run = self.paths().get(path, ())
                self.happened["ring that stays" if run and is_ring(run) else "stuck"] += 1

    # The end

    def amounts(self, path: int) -> tuple[int, int, int]:
        """Points of a path: for its length, for sets of animals, for rabbits."""
        run = self.paths().get(path, ())
        if not self.options["animals"]:
            return length(run), 0, 0
        herd = Counter(stretch.animal for stretch in run)
        sets = min(herd["emu"], herd["kangaroo"], herd["platypus"])
        return length(run), 5 * sets, 0 if herd["dingo"] else -2 * herd["rabbit"]

    def scores(self) -> list[int]:
        """The points of each seat; whoever may not win has none."""
        points = [sum(self.bringing(seat).values()) for seat in range(self.seats)]
        if self.options["dingo"] == "loses":
            return points
        return [had if seat in self.eligible() else 0 for seat, had in enumerate(points)]

    def series_points(self) -> list[int]:
        """What the game brings in a series: nothing without a dingo that had to be laid."""
        return [had if seat in self.eligible() else 0 for seat, had in enumerate(self.scores())]

    def bringing(self, seat: int) -> dict[int, int]:
        """Paths of a seat that bring it points, and how many; of two equal ones that is the first."""
        points = {path: sum(self.amounts(path)) for path in sorted(self.mine(seat))}
        if self.options["paths_scored"] == "both":
            return points
        path = sorted(points, key=lambda each: (-points[each], each))[0]
        self.happened["one path of two counts"] += 1
        return {path: points[path]}

    def eligible(self) -> list[int]:
        """Seats that may win: with animals those that have laid every dingo."""
        dingos = {card.path for card in self.cards() if card.animal == "dingo"}
        seats = range(self.seats)
        return [s for s in seats if not self.options["animals"] or dingos.issuperset(self.mine(s))]

    def winners(self) -> list[int]:
        """Whoever has most of those who may win; nobody if nobody may."""
        scores, eligible = self.scores(), self.eligible()
        return [seat for seat in eligible if scores[seat] == max(scores[other] for other in eligible)]

    def outcome(self) -> tuple[list[int], list[int]] | None:
        """Winners and scores when the game is over."""
        return (self.winners(), self.scores()) if self.stage == "over" else None
