"""Types of Down Under: options, cards, actions, the state, and what can be read off it.

Cells are `x, y` from the first card (with a frame: from the field's north-west corner) at 0, 0, x to the
east and y to the south. A card is called by the sides that its own part joins (`NE`), an end by the side on
which its stub opens (`endN`). Sides are numbered clockwise, as in `core.grid.GRID_STEPS`:

          N 0
        +-----+
    W 3 |     | E 1
        +-----+
          S 2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from core.game import Seat

Cell = tuple[int, int]
"""Column and row, `x, y`; negative ones are west and north of the first card."""

N, E, S, W = range(4)
SIDES: Final = (N, E, S, W)
CELL_MIDDLE: Final = -1
"""Instead of a side: the middle of a cell, where a stub or a stretch into a pool ends."""

Straight = Literal["NS", "EW"]
Curve = Literal["NE", "SE", "SW", "NW"]
End = Literal["endN", "endE", "endS", "endW"]
Card = Literal["NS", "EW", "NE", "SE", "SW", "NW", "endN", "endE", "endS", "endW"]
BILLABONG: Final = "billabong"
STRAIGHTS: Final[tuple[Straight, ...]] = ("NS", "EW")
CURVES: Final[tuple[Curve, ...]] = ("NE", "SE", "SW", "NW")
ENDS: Final[tuple[End, ...]] = ("endN", "endE", "endS", "endW")
CARDS: Final[tuple[Card, ...]] = (*STRAIGHTS, *CURVES, *ENDS)

OWN_SIDES: Final[dict[str, tuple[int, ...]]] = {
    "NS": (N, S),
    "EW": (E, W),
    "NE": (N, E),
    "SE": (E, S),
    "SW": (S, W),
    "NW": (W, N),
    "endN": (N,),
    "endE": (E,),
    "endS": (S,),
    "endW": (W,),
}
"""The sides that the own part of each card joins."""

NEUTRAL_SIDES: Final[dict[str, tuple[int, ...]]] = {
    card: tuple(side for side in SIDES if side not in own and (len(own) == 2 or side != (own[0] + 2) % 4))
    for card, own in OWN_SIDES.items()
}
"""The sides that the neutral part of each card joins; behind a stub, those beside it."""

Animal = Literal["kangaroo", "emu", "platypus", "rabbit", "dingo"]
ANIMALS: Final[tuple[Animal, ...]] = ("kangaroo", "emu", "platypus", "rabbit", "dingo")
Shape = Literal["straight", "curve", "end"]
SHAPES: Final[dict[str, Shape]] = {
    **dict.fromkeys(STRAIGHTS, "straight"),
    **dict.fromkeys(CURVES, "curve"),
    **dict.fromkeys(ENDS, "end"),
}
SET_CARDS: Final[dict[Shape, int]] = {"straight": 7, "curve": 9, "end": 2}
"""Cards of each shape in a set."""
SET_ANIMALS: Final[dict[Shape, dict[Animal, int]]] = {
    "straight": {"kangaroo": 2, "emu": 2, "platypus": 1, "rabbit": 2},
    "curve": {"kangaroo": 2, "emu": 2, "platypus": 2, "rabbit": 2, "dingo": 1},
}
"""Cards in a set by shape and by the animal they show."""
SETS: Final = 4
"""Sets of cards in the box."""
BILLABONGS: Final = 4

NOBODY: Final = -1
"""Instead of a path: whose a billabong is."""

FieldSize = Literal[
    "recommended", "easy", "hard",
    "4x8", "5x7", "6x6", "4x10", "5x9", "6x8", "7x7", "5x11", "6x10", "7x9", "8x8",
    "unlimited",
]  # fmt: skip


class Options(msgspec.Struct, frozen=True, gc=False):
    """The size of the field, and the variants.

    `dingo` says what a seat has that cannot win since its dingo was not laid; `paths_scored`, which of two
    paths count.
    """

    size: FieldSize = "recommended"
    animals: bool = False
    frame: Literal[None, "river", "border"] = None
    single_start: bool = False
    two_paths: Literal[False, "two cards", "one card"] = False
    dingo: Literal["0 points", "loses"] = "0 points"
    paths_scored: Literal["both", "longest"] = "both"


PathLetter = Literal["a", "b"]
"""With two paths a seat, which of them."""

# --- Actions -------------------------------------------------------------------------------------------

Coordinate = Annotated[int, Meta(ge=-99, le=99)]


class Lay(msgspec.Struct, frozen=True, gc=False, tag="lay"):
    """Lay this card on cell `x`, `y`.

    With animals it is the one with this `animal`, with two paths a seat it is for the path of this `colour`.
    """

    card: Card
    x: Coordinate
    y: Coordinate
    animal: Animal | None = None
    colour: PathLetter | None = None


class LayBillabong(msgspec.Struct, frozen=True, gc=False, tag="billabong"):
    """Lay a billabong instead of the curve that one has not got."""

    x: Coordinate
    y: Coordinate


class Turn(msgspec.Struct, frozen=True, gc=False, tag="turn"):
    """Open a ring: turn the own curve that lies on `x`, `y` so that it is this `card`."""

    card: Curve
    x: Coordinate
    y: Coordinate


Action = Lay | LayBillabong | Turn


# --- State ---------------------------------------------------------------------------------------------


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card that lies on cell `x`, `y`.

    `path` is the path whose colour it has, `NOBODY` for a billabong. `through` are the ways over a
    billabong, called by the sides that they join as cards are; over its other sides paths end in the pool.
    """

    card: Card | Literal["billabong"]
    x: int
    y: int
    path: int
    animal: Animal | None = None
    through: tuple[Straight | Curve, ...] = ()


class Stretch(NamedTuple):
    """Stretch in the direction in which its path is read: from side to side, from or to `CELL_MIDDLE`."""

    x: int
    y: int
    enters: int
    leaves: int


EndState = Literal["open", "closed", "billabong", "ring"]
"""State of one end of a path: it leads on, has an end card, ends in a pool, or is joined to the other end."""


class Path(msgspec.Struct, frozen=True, gc=False):
    """One path: its stretches from one end to the other, and how it is at the first and at the last of them.

    A path that has not been begun has no stretches.
    """

    run: tuple[Stretch, ...] = ()
    tips: tuple[EndState, EndState] = ("open", "open")


class Lead(NamedTuple):
    """Target of an open end: cell `x`, `y`, entered over this side of it."""

    x: int
    y: int
    side: int


Stage = Literal["start", "opening", "play", "over"]
"""What happens next.

start: paths are begun, one after the other. opening: before two cards a turn, a single straight or
curve.
play: `turn` lays a card, or opens a ring.
"""


class State(msgspec.Struct, frozen=True, gc=False):
    """A position.

    `frame` lies there from the start, `played` was laid in this order. `paths` are those of the seats, with
    two paths each in the order 0 a, 1 a, 0 b, 1 b; then those of a frame. `stuck` says of each path of a seat
    whether it is finished for good although it is not closed. `laid` are the paths that got a card in this
    turn. `due` are the leads out of billabongs at which the seat to act still owes a card: those of the path
    that was lengthened last.
    """

    options: Options
    seats: int
    frame: tuple[Laid, ...]
    played: tuple[Laid, ...]
    paths: tuple[Path, ...]
    stuck: tuple[bool, ...]
    stage: Stage = "start"
    turn: Seat = Seat(0)
    laid: tuple[int, ...] = ()
    due: tuple[Lead, ...] = ()

    @property
    def cards(self) -> tuple[Laid, ...]:
        """All cards on the board, those of the frame first."""
        return self.frame + self.played


def owner(options: Options, seats: int, path: int) -> Seat | None:
    """The seat whose path this is; None for a path of a frame."""
    if options.two_paths:
        return Seat(path % seats)
    return Seat(path) if path < seats else None


def paths_of(options: Options, seats: int, seat: Seat) -> tuple[int, ...]:
    """The numbers of the paths of a seat."""
    return (seat, seat + seats) if options.two_paths else (seat,)


def cell_over(cell: Cell, side: int) -> Cell:
    """The cell on the other side."""
    x, y = cell
    return (x, y - 1) if side == N else (x + 1, y) if side == E else (x, y + 1) if side == S else (x - 1, y)


def reading_order(cell: Cell) -> tuple[int, int]:
    """The key that sorts cells row by row from the north-west."""
    return cell[1], cell[0]


def opposite(side: int) -> int:
    """The side across a cell, or the same border seen from the next cell."""
    return side ^ 2


# --- What can be read off a state ------------------------------------------------------------------------


def open_leads(path: Path) -> Iterator[Lead]:
    """The cells into which its open ends lead, each with the side entered; none before it has begun."""
    if not path.run:
        return
    first, last = path.run[0], path.run[-1]
    for tip, stretch, side in ((path.tips[0], first, first.enters), (path.tips[1], last, last.leaves)):
        if tip == "open":
            yield Lead(*cell_over((stretch.x, stretch.y), side), opposite(side))


def is_ring(path: Path) -> bool:
    """Whether both ends of the path are joined to each other."""
    return path.tips[0] == "ring"


def is_open(path: Path) -> bool:
    """Whether the path has an end at which it can be lengthened."""
    return "open" in path.tips


def is_closed(path: Path) -> bool:
    """Whether the path has been begun and neither of its ends can be lengthened any more."""
    return bool(path.run) and not is_open(path) and not is_ring(path)


Supply = Mapping[tuple[Shape, Animal | None], int]
"""Cards left by shape and animal; without animals the animal is None."""


def supply(s: State, path: int) -> Supply:
    """The cards left for a path, as many of each kind as there are; kinds that are used up are left out."""
    left = whole_set(s.options.animals)
    for laid in s.cards:
        if laid.path == path:
            left[SHAPES[laid.card], laid.animal] -= 1
    return {card: count for card, count in left.items() if count > 0}


def whole_set(animals: bool) -> Counter[tuple[Shape, Animal | None]]:
    """The cards of a path before its first one is laid."""
    herds: Mapping[Shape, Mapping[Any, int]] = SET_ANIMALS if animals else {}
    return Counter(
        {
            (shape, animal): number
            for shape, count in SET_CARDS.items()
            for animal, number in herds.get(shape, {None: count}).items()
        }
    )


def billabongs_left(s: State) -> int:
    """Number of billabongs not yet laid."""
    return BILLABONGS - sum(laid.card == BILLABONG for laid in s.cards)


def is_finished(s: State, path: int) -> bool:
    """Whether the seat of this path lays no card at it any more: it is closed or stuck."""
    return s.stuck[path] or is_closed(s.paths[path])


def colour(s: State, path: int) -> PathLetter | None:
    """The colour of a path, `a` or `b`; None if each seat has only one."""
    if not s.options.two_paths:
        return None
    return "a" if path < s.seats else "b"


def path_of(s: State, seat: Seat, a: Action) -> int:
    """The number of the path that an action of this seat is for.

    Only laying names a colour: where a seat has two paths there are no rings and no case 3.
    """
    return seat + s.seats if isinstance(a, Lay) and a.colour == "b" else int(seat)


def starts_with_ends(options: Options) -> bool:
    """Whether every path begins with an end, two of them back to back."""
    return options.single_start or bool(options.two_paths)


def is_beginning(s: State) -> bool:
    """Whether the next card begins a path."""
    return s.stage == "start" and not s.due


def nobody_has_begun(s: State) -> bool:
    """Whether the very first card of a seat is still to come."""
    return not any(path.run for path in s.paths[: len(s.stuck)])


def partner_of(s: State, path: int) -> Laid | None:
    """The end against whose back this path begins; None if it may choose its cell."""
    if not starts_with_ends(s.options) or path % 2 == 0:
        return None
    ends = (laid for laid in s.played if laid.path == path - 1 and laid.card in ENDS)
    return next(ends, None)


def next_to_begin(s: State) -> int:
    """The number of the path that is begun next."""
    return next(p for p in range(len(s.stuck)) if not s.paths[p].run and not s.stuck[p])


def paths_to_lay(s: State) -> tuple[int, ...]:
    """The paths for which the seat to act may lay a card now, as far as something fits there.

    With two cards a turn each path gets one. What is due at a billabong is for the path that led there.
    """
    own = paths_of(s.options, s.seats, s.turn)
    if s.due:
        return tuple(p for p in own if set(s.due) <= set(open_leads(s.paths[p])))
    if s.stage == "start":
        return (next_to_begin(s),)
    return tuple(p for p in own if p not in s.laid and not is_finished(s, p))
