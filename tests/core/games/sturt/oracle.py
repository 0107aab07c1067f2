"""A second reading of Sturt's rules: slow, plain, sharing no code and no idea with the engine.

Boards are dicts from cells to sets of corners, actions are the strings of the notation, and a
connection is looked for by walking every route, one curve after the other, remembering which curves
are used up. The tests play it in lock-step with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from core.game import AnyGame, Outcome
from tests.core.lockstep import LockstepTable

Cell = tuple[int, int]
Card = frozenset[str]
Board = dict[Cell, Card]
Curve = tuple[Cell, str]
Route = tuple[Curve, ...]

BITS = {"NE": 1, "SE": 2, "SW": 4, "NW": 8}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}
DOUBLES, FORKS, TRIPLES = "5a", "36c9", "edb7"
MEETS = {"N": {"SE", "SW"}, "E": {"NW", "SW"}, "S": {"NE", "NW"}, "W": {"NE", "SE"}}
"""The corners of the card beyond a side whose curves meet that side."""

EDGES = (("W", "E"), ("N", "S"))
"""Per seat, the two edges of the field it wants to join."""

AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def card(digit: str) -> Card:
    """The corners that carry a curve on the card written as `digit`."""
    return frozenset(corner for corner, bit in BITS.items() if int(digit, 16) & bit)


def digit_of(corners: Card) -> str:
    """The hexadecimal digit of a card."""
    return f"{sum(BITS[corner] for corner in corners):x}"


def beside(cell: Cell, side: str) -> Cell:
    """The cell on the other side of `side`."""
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def other_end(corner: str, side: str) -> str:
    """Where the curve in `corner` leads when it is entered over `side`."""
    return corner.replace(side, "")


def box(cells: Any) -> tuple[int, int, int, int]:
    """West, north, east and south limit (all inclusive) of some cells."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return min(xs), min(ys), max(xs), max(ys)


def rim(board: Board, side: str) -> set[Cell]:
    """The cells of the outermost row or column on `side`, for a field spanning five that way."""
    west, north, east, south = box(board)
    return {
        (x, y) for x, y in board if {"W": x == west, "E": x == east, "N": y == north, "S": y == south}[side]
    }


def spans(board: Board, owner: int) -> bool:
    """Whether the field reaches over five cells in the direction of `owner`."""
    west, north, east, south = box(board)
    return (east - west, south - north)[owner] == 4


def without_dead_ends(board: Board, owner: int) -> dict[Cell, set[str]]:
    """The curves left after striking out, again and again, each with an end that leads nowhere.

    A curve's end leads somewhere if it lies on an edge of the owner or meets another curve that is
    left. No route can use what is struck out, so this only saves walking.
    """
    left = {cell: set(corners) for cell, corners in board.items()}
    gates = {(cell, side) for side in EDGES[owner] for cell in rim(board, side)}

    waiting = list(board)
    while waiting:
        cell = waiting.pop()
        around = {side: left.get(beside(cell, side), set()) for side in STEPS}
        ends = {side for side in STEPS if (cell, side) in gates or not MEETS[side].isdisjoint(around[side])}
        dead = {corner for corner in left[cell] if not ends.issuperset(corner)}
        if dead:
            left[cell] -= dead
            waiting += [beside(cell, side) for side in STEPS if around[side]]
    return left


def routes(board: Board, owner: int) -> Iterator[Route]:
    """Every route from the owner's first edge to the second, in no particular order."""
    if not board or not spans(board, owner):
        return
    start, goal = EDGES[owner]
    left, exits = without_dead_ends(board, owner), rim(board, goal)

    def walk(cell: Cell, entered: str, used: Route) -> Iterator[Route]:
        for corner in sorted(left.get(cell, ())):
            if entered not in corner or (cell, corner) in used:
                continue
            leaving, longer = other_end(corner, entered), (*used, (cell, corner))
            if leaving == goal and cell in exits:
                yield longer
            else:
                yield from walk(beside(cell, leaving), ACROSS[leaving], longer)

    for cell in sorted(rim(board, start)):
        yield from walk(cell, start, ())


def connected(board: Board, owner: int) -> bool:
    """Whether a connection of `owner` stands."""
    return any(True for _ in routes(board, owner))


def connected_over(board: Board, owner: int, cell: Cell) -> bool:
    """Whether a connection of `owner` stands that runs over a curve of the card on `cell`."""
    return any(cell in [where for where, _ in route] for route in routes(board, owner))


class Oracle:
    """One game. `options` has `announce`, `no_draws` and `first`; missing ones have their default."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.by_hand = options.get("announce", "automatic") == "by hand"
        self.no_draws = bool(options.get("no_draws", False))
        self.turn: int = options.get("first", 0)
        self.board: Board = {}
        self.supply = {"double": 22, "fork": 22, "triple": 24}
        self.announced = [False, False]
        self.last_laid: Cell | None = None
        """Where the last action put a card; None after a pass."""
        self.passes = 0
        self.declarer: int | None = None
        self.result: dict[str, list[Any]] | None = None
        self.offered: set[str] | None = None
        """What may be done now, once it has been asked for."""
        self.ending = ""
        """How it ended, in a word for the statistics of the tests."""

    def copy(self) -> Oracle:
        """An independent game in the same position."""
        twin = Oracle({})
        twin.__dict__.update(self.__dict__)
        twin.board, twin.supply = dict(self.board), dict(self.supply)
        twin.announced = list(self.announced)
        return twin

    # What may be done

    def to_act(self) -> list[int]:
        return [] if self.result else [self.turn]

    def outcome(self) -> dict[str, list[Any]] | None:
        return self.result

    def phase(self) -> int:
        return 1 if len(self.board) < 25 else 2

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act():
            return set()
        if self.offered is None:
            self.offered = self.offer()
        return self.offered

    def offer(self) -> set[str]:
        lays = self.lays()
        texts = {f"{digit}@{x},{y}" for digit, (x, y) in lays}
        if self.by_hand and self.declarer is None:
            texts |= self.announcements(lays)
        if self.declarer is not None:
            return texts | {"stop"}
        if self.no_draws and self.phase() == 2:
            return texts | {"declare"}
        return texts or {"pass"}

    def lays(self) -> list[tuple[str, Cell]]:
        """Every card the supply and the field allow, with its place."""
        digits = ""
        if self.phase() == 1:
            digits += DOUBLES if self.supply["double"] else ""
            digits += FORKS if self.supply["fork"] else ""
        elif self.supply["triple"]:
            digits += TRIPLES
        return [(digit, cell) for digit in digits for cell in sorted(self.places())]

    def places(self) -> set[Cell]:
        """The cells where a card may go now."""
        if self.phase() == 2:
            return {cell for cell, corners in self.board.items() if len(corners) == 2}
        if not self.board:
            return {(0, 0)}
        near = {(x + dx, y + dy) for x, y in self.board for dx, dy in AROUND} - set(self.board)
        return {cell for cell in near if self.still_fits(cell)}

    def still_fits(self, cell: Cell) -> bool:
        west, north, east, south = box([*self.board, cell])
        return east - west <= 4 and south - north <= 4

    def announcements(self, lays: list[tuple[str, Cell]]) -> set[str]:
        """The lays after which a connection of the seat to act stands, as announced."""
        if len(self.board) < 24:
            return set()
        standing = next(routes(self.board, self.turn), ())
        unharmed = set(self.board) - {cell for cell, _ in standing} if standing else set()
        helpful = {cell for _, cell in lays if cell in unharmed or self.could_connect(cell)}
        return {
            f"{digit}@{x},{y}!"
            for digit, (x, y) in lays
            if (x, y) in unharmed
            or ((x, y) in helpful and connected({**self.board, (x, y): card(digit)}, self.turn))
        }

    def could_connect(self, cell: Cell) -> bool:
        """Whether a card with all four curves on `cell` would do; if not, no other does."""
        return connected({**self.board, cell: frozenset(BITS)}, self.turn)

    # What becomes of it

    def play(self, seat: int, text: str) -> None:
        """Do what `text` says. Raises ValueError if `seat` may not."""
        if text not in self.legal(seat):
            raise ValueError(f"{text} by {seat}")
        self.offered = None
        if text == "stop":
            assert self.declarer is not None
            self.win(self.declarer, "stopped" if self.lays() else "stopped for want of cards")
        elif text == "declare":
            self.declare(seat)
        elif text == "pass":
            self.passing(seat)
        else:
            self.lay(seat, text)

    def lay(self, seat: int, text: str) -> None:
        digit, _, place = text.rstrip("!").partition("@")
        x, y = place.split(",")
        phase, cell = self.phase(), (int(x), int(y))
        self.board[cell] = card(digit)
        self.supply["triple" if phase == 2 else "double" if digit in DOUBLES else "fork"] -= 1
        self.last_laid, self.passes = cell, 0
        if self.declarer is not None:
            if connected(self.board, seat):
                self.win(seat, "alone: own connection")
            elif connected(self.board, 1 - seat):
                self.win(seat, "alone: the declarer's connection")
        elif len(self.board) < 25:
            self.turn = 1 - seat
            self.judge_phase_1(seat)
        else:
            self.announced[seat] = text.endswith("!") or not self.by_hand
            self.begin_turn(1 - seat)

    def judge_phase_1(self, layer: int) -> None:
        mine, theirs = connected(self.board, layer), connected(self.board, 1 - layer)
        if mine:
            self.win(layer, "phase 1: both" if theirs else "phase 1: own card")
        elif theirs:
            self.win(1 - layer, "phase 1: the opponent's card")

    def passing(self, seat: int) -> None:
        self.passes += 1
        self.last_laid, self.announced[seat] = None, False
        if self.passes == 2:
            self.result = {"winners": [0, 1], "scores": [0.5, 0.5]}
            self.ending = "draw"
        else:
            self.begin_turn(1 - seat)

    def declare(self, seat: int) -> None:
        self.declarer, self.turn = seat, 1 - seat
        if connected(self.board, seat) or connected(self.board, 1 - seat):
            self.win(1 - seat, "declared while a connection stood")

    def begin_turn(self, seat: int) -> None:
        """A turn of phase 2 starts: has `seat` won?"""
        self.turn = seat
        if not connected(self.board, seat):
            return
        announced = self.announced[seat]
        if announced or (self.last_laid and connected_over(self.board, seat, self.last_laid)):
            both = connected(self.board, 1 - seat)
            how = "announced" if announced else "laid by the opponent"
            self.win(seat, "turn start: both connected" if both else f"turn start: {how}")

    def win(self, seat: int, ending: str) -> None:
        self.result = {"winners": [seat], "scores": [float(seat == 0), float(seat == 1)]}
        self.ending = ending


class Table(LockstepTable):
    """Engine and oracle side by side, compared after every step."""

    def __init__(self, game: AnyGame, options: dict[str, Any], **more: Any) -> None:
        self.options = game.info.options(**{**options, **more})
        self.origin = (0, 0)
        """Where in the diagram the first card was laid."""
        super().__init__(game, Oracle({**options, **more}), game.start(self.options, 2), 2)

    def oracle_expects(self) -> dict[str, Fraction]:
        return {}

    def result_of(self, outcome: Outcome) -> dict[str, Any]:
        return {"winners": list(outcome.winners), "scores": list(outcome.scores)}

    def result_by(self) -> dict[str, Any]:
        return self.oracle.outcome()

    def outcome(self) -> dict[str, Any] | None:
        """How the game ended; None while it goes on."""
        outcome = self.game.outcome(self.state)
        return outcome and self.result_of(outcome)

    @property
    def turn(self) -> int:
        return self.oracle.turn

    @property
    def winner(self) -> int | None:
        """The only winner; None while the game goes on."""
        o = self.outcome()
        if o is None:
            return None
        assert o["scores"] == [float(seat in o["winners"]) for seat in self.seats]
        (seat,) = o["winners"]
        return int(seat)

    def text(self, digit: str, place: tuple[int, int], mark: str = "") -> str:
        return f"{digit}@{place[0] - self.origin[0]},{place[1] - self.origin[1]}{mark}"

    def lay(self, digit: str, place: tuple[int, int], mark: str = "") -> Table:
        return self.play(self.text(digit, place, mark))

    def may(self, digit: str, place: tuple[int, int], mark: str = "") -> bool:
        """Whether the seat to act may lay this; both readings say the same."""
        text = self.text(digit, place, mark)
        self.ask(self.turn, text)
        return text in self.legal

    def fill(self, diagram: str, last: tuple[int, int] | None = None) -> Table:
        """Lay a diagram card by card in reading order as far as cards touch; `last` at the end."""
        for place, digit in in_order(cards_of(diagram), last):
            if not self.oracle.board:
                self.origin = place
            assert self.winner is None, "the diagram wins too early"
            self.lay(digit, place)
        return self


def cards_of(diagram: str) -> dict[tuple[int, int], str]:
    rows = diagram.split()
    return {(x, y): digit for y, row in enumerate(rows) for x, digit in enumerate(row) if digit != "."}


def in_order(
    cards: dict[tuple[int, int], str], last: tuple[int, int] | None = None, rng: Random | None = None
) -> list[tuple[tuple[int, int], str]]:
    """The cards in an order in which each touches one before it; at random if `rng` is given."""
    todo = [place for place in cards if place != last]
    if rng:
        rng.shuffle(todo)
    order = [todo.pop(0)]
    while todo:
        near = [p for p in todo if any(abs(p[0] - q[0]) <= 1 >= abs(p[1] - q[1]) for q in order)]
        order.append(near[0])
        todo.remove(near[0])
    return [(place, cards[place]) for place in [*order, *([last] if last else [])]]


# Diagrams

ZIGZAG = """
5a5a5
5a5a5
"""
"""West to east in ten cards: down on SW + NE in the even columns, up on NW + SE in the odd ones."""

CROSSED = """
5a5a5
5a5a5
ccccc
ccccc
ccccc
"""
"""The zigzag over rows of `c` (SW + NW), on which nothing ever moves east. Whoever enters row 0 from
the north is led out again in the north (5 and a side by side) or at the east edge: no north-south."""

GAP = CROSSED.replace("5a5a5", "5a9a5", 1)
"""The zigzag with `9` (NW + NE) at (2, 0), where SW is wanted."""

BOTH = """
565a5
3a5a5
55...
aa...
55...
"""
"""West-east in rows 0 and 1, north-south in columns 0 and 1; both run over NW of (1, 1):
W (0,0)SW (0,1)NE (1,1)NW (1,0)SE (2,0)SW (2,1)NE (3,1)NW (3,0)SE (4,0)SW (4,1)NE E
N (0,0)NE (1,0)SW (1,1)NW (0,1)SE (0,2)NE (1,2)SW (1,3)NW (0,3)SE (0,4)NE (1,4)SW S"""

BOTH_FULL = """
565a5
3a5a5
553cc
aaccc
55ccc
"""
"""BOTH, filled up with forks that lead nowhere."""

DULL = """
acaca
cacac
acaca
cacac
ccacc
"""
"""Curves only in SE, SW, NW. On a field like that nobody connects, not even if every card had all three:
westward and up it goes W-N, S-E, W-N … one column a row, and five columns want six rows; the other
ways turn round to the edge they came from (N-W or E-S). So laying `e` everywhere stays dull."""
