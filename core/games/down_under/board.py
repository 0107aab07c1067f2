"""The board: where the field lies, what lies on it, how paths run over it, and what a card would join.

Every card is read as its *ports*: for each side N, E, S, W the side that it is joined to. A straight `EW` is
`(2, 3, 0, 1)`; an end `endN` is `(MIDDLE, 3, BLANK, 1)` until another end lies on its free half.

Paths are never worked out again from the whole board: a path grows at an open end when something comes to
lie where it leads. Only a ring that is opened is followed once around.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from core.games.down_under.frames import FRAMES, FieldFrame
from core.games.down_under.state import (
    CARDS,
    CELL_MIDDLE,
    ENDS,
    NEUTRAL_SIDES,
    NOBODY,
    OWN_SIDES,
    SHAPES,
    SIDES,
    Card,
    Cell,
    EndState,
    FieldSize,
    Laid,
    Lead,
    Options,
    Path,
    State,
    Stretch,
    billabongs_left,
    cell_over,
    open_leads,
    opposite,
    reading_order,
)

# --- The playing field -----------------------------------------------------------------------------------

FIELD_SIZES: Final[dict[int, dict[FieldSize, FieldSize]]] = {
    2: {"easy": "6x6", "recommended": "5x7", "hard": "4x8"},
    3: {"easy": "7x7", "recommended": "6x8", "hard": "4x10"},
    4: {"easy": "8x8", "recommended": "7x9", "hard": "5x11"},
}
"""Field sizes in cells by number of seats: what each level of difficulty means."""


def size_name(options: Options, seats: int) -> FieldSize:
    """The agreed size in cells, spelled out: `"5x7"`, or `"unlimited"`."""
    return FIELD_SIZES[seats].get(options.size, options.size)


def size_of(options: Options, seats: int) -> tuple[int, int] | None:
    """Shorter and longer side of the field, in cells; None if it has no bounds."""
    size = size_name(options, seats)
    if size == "unlimited":
        return None
    short, long = size.split("x")
    return int(short), int(long)


class CellRect(NamedTuple):
    """A rectangle of cells, both ends included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

    def holds(self, cell: Cell) -> bool:
        """Whether the cell lies inside."""
        return self.left <= cell[0] <= self.right and self.top <= cell[1] <= self.bottom

    def around(self, cell: Cell) -> CellRect:
        """The smallest rectangle around this one and a cell."""
        x, y = cell
        return CellRect(min(self.left, x), min(self.top, y), max(self.right, x), max(self.bottom, y))


def extent(cards: Iterable[Laid]) -> CellRect | None:
    """The smallest rectangle around all cards but ends; None if there are none."""
    cells = [(laid.x, laid.y) for laid in cards if laid.card not in ENDS]
    if not cells:
        return None
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return CellRect(min(xs), min(ys), max(xs), max(ys))


class PlayingField(NamedTuple):
    """The playing field as far as it is settled: where straights, curves and billabongs may lie.

    `size` is the agreed size in cells, None without bounds; `taken` the smallest rectangle around all such
    cards, None if there are none; `fixed` the field's place if a frame settles it from the start.
    """

    size: tuple[int, int] | None
    taken: CellRect | None
    fixed: CellRect | None = None

    def has(self, cell: Cell) -> bool:
        """Whether a straight, curve or billabong could lie on this cell without leaving the field."""
        if self.fixed is not None:
            return self.fixed.holds(cell)
        return self.size is None or self.taken is None or self._fits(self.taken.around(cell))

    def _fits(self, rect: CellRect) -> bool:
        assert self.size is not None
        short, long = self.size
        width, height = rect.width, rect.height
        return min(width, height) <= short and max(width, height) <= long


def frame_of(options: Options, seats: int) -> FieldFrame | None:
    """The frame these options ask for; None without one, and where no drawing of this size exists."""
    return FRAMES.get((options.frame, size_name(options, seats))) if options.frame else None


def field_of(s: State) -> PlayingField:
    """The playing field as it is now."""
    return field_with(s.options, s.seats, s.cards)


def field_with(options: Options, seats: int, cards: Iterable[Laid]) -> PlayingField:
    """The playing field with these cards, those of a frame among them."""
    return _empty_field(options, seats)._replace(taken=extent(cards))


@cache
def _empty_field(options: Options, seats: int) -> PlayingField:
    """The playing field before any card lies there."""
    frame = frame_of(options, seats)
    fixed = None if frame is None else CellRect(0, 0, frame.width - 1, frame.height - 1)
    return PlayingField(size_of(options, seats), None, fixed)


# --- The ground: what is joined to what ------------------------------------------------------------------

POOL_PORT: Final = -2
"""Instead of a side: the water of a billabong."""
BLANK_PORT: Final = -3
"""Instead of a side: nothing, where an end leaves its half of the cell free."""

Ports = tuple[int, int, int, int]
"""Ports of a cell: what N, E, S, W are joined to, a side, `CELL_MIDDLE`, `POOL_PORT` or `BLANK_PORT`."""

Ground = dict[Cell, Ports]
"""The ports of every cell on which something lies."""


def _join_ports(ways: Iterable[tuple[int, ...]], rest: int) -> Ports:
    """The ports of a cell over which these ways run, `rest` for the other sides.

    A way of one side leads to the middle.
    """
    ports = [rest] * len(SIDES)
    for way in ways:
        ports[way[0]] = way[-1] if len(way) == 2 else CELL_MIDDLE
        if len(way) == 2:
            ports[way[1]] = way[0]
    north, east, south, west = ports
    return north, east, south, west


CARD_PORTS: Final[dict[str, Ports]] = {
    card: _join_ports((OWN_SIDES[card], NEUTRAL_SIDES[card]), BLANK_PORT) for card in CARDS
}
"""The ports of a cell on which this card lies alone."""


TWO_ENDS_PORTS: Final[dict[str, Ports]] = {
    card: _join_ports((OWN_SIDES[card], NEUTRAL_SIDES[card], (opposite(OWN_SIDES[card][0]),)), BLANK_PORT)
    for card in CARDS
    if len(OWN_SIDES[card]) == 1
}
"""The ports of a cell on which this end lies and another one opposite."""


def _pool(billabong: Laid) -> Ports:
    """The ports of a billabong."""
    return _join_ports((OWN_SIDES[way] for way in billabong.through), POOL_PORT)


def ground(cards: Iterable[Laid]) -> Ground:
    """The ports of every cell on which these cards lie."""
    found: Ground = {}
    for laid in cards:
        cell = (laid.x, laid.y)
        found[cell] = TWO_ENDS_PORTS[laid.card] if cell in found else CARD_PORTS.get(laid.card) or _pool(laid)
    return found


def next_stretch(land: Ground, cell: Cell, side: int) -> Stretch | None:
    """The stretch of the next cell that begins where this side ends; None where nothing leads on."""
    there, enters = cell_over(cell, side), opposite(side)
    ports = land.get(there)
    if ports is None or ports[enters] == BLANK_PORT:
        return None
    return Stretch(*there, enters, max(ports[enters], CELL_MIDDLE))


def is_pool(land: Ground, stretch: Stretch) -> bool:
    """Whether a stretch that leads to the middle ends in a billabong, not in an end card."""
    return land[stretch.x, stretch.y][stretch.enters] == POOL_PORT


# --- Paths -----------------------------------------------------------------------------------------------


def own_stretch(laid: Laid) -> Stretch:
    """The own part of a card, a stub from its middle outwards."""
    own = OWN_SIDES[laid.card]
    return Stretch(laid.x, laid.y, own[0] if len(own) == 2 else CELL_MIDDLE, own[-1])


def path_through(land: Ground, stretch: Stretch) -> Path:
    """The path that runs over this stretch, followed from there in both directions."""
    tips: tuple[EndState, EndState] = ("closed" if stretch.enters == CELL_MIDDLE else "open", "open")
    return extended_path(land, Path((stretch,), tips))


def trace_paths(cards: Sequence[Laid], count: int) -> tuple[Path, ...]:
    """The first `count` paths, each followed over these cards from its first one; empty without a card."""
    land = ground(cards)
    firsts = (next((laid for laid in cards if laid.path == number), None) for number in range(count))
    return tuple(Path() if first is None else path_through(land, own_stretch(first)) for first in firsts)


def paths_after_lay(paths: Sequence[Path], cards: tuple[Laid, ...]) -> tuple[Path, ...]:
    """All paths after the last of these cards was laid, each run on as far as it leads.

    The card begins its own path if that has none yet.
    """
    land, laid = ground(cards), cards[-1]
    after = [extended_path(land, path) for path in paths]
    if laid.path != NOBODY and not after[laid.path].run:
        after[laid.path] = path_through(land, own_stretch(laid))
    return tuple(after)


def paths_after_turn(paths: Sequence[Path], cards: tuple[Laid, ...], curve: Laid) -> tuple[Path, ...]:
    """All paths after this curve, one of the cards, was turned: its ring is followed anew.

    It begins at the path's first card.
    """
    first = next(laid for laid in cards if laid.path == curve.path)
    path = path_through(ground(cards), own_stretch(first))
    return (*paths[: curve.path], path, *paths[curve.path + 1 :])


def extended_path(land: Ground, path: Path) -> Path:
    """The path run on at both of its ends as far as stretches lead."""
    if not path.run:
        return path
    onwards = _run_on(land, path)
    first = onwards.run[0]
    if onwards.tips[0] != "open" or next_stretch(land, (first.x, first.y), first.enters) is None:
        return onwards
    return _reversed(_run_on(land, _reversed(onwards)))


def _run_on(land: Ground, path: Path) -> Path:
    """The path run on over its last stretch."""
    if path.tips[1] != "open":
        return path
    here = path.run[-1]
    added: list[Stretch] = []
    tip: EndState = "open"
    while tip == "open":
        ahead = next_stretch(land, (here.x, here.y), here.leaves)
        if ahead is None:
            break
        if ahead == path.run[0]:
            return Path((*path.run, *added), ("ring", "ring"))
        added.append(ahead)
        if ahead.leaves == CELL_MIDDLE:
            tip = "billabong" if is_pool(land, ahead) else "closed"
        here = ahead
    return Path((*path.run, *added), (path.tips[0], tip)) if added else path


def _reversed(path: Path) -> Path:
    """The same path read from its other end."""
    run = tuple(Stretch(s.x, s.y, s.leaves, s.enters) for s in reversed(path.run))
    return Path(run, (path.tips[1], path.tips[0]))


def length(path: Path) -> int:
    """Number of stretches of the path, its points; a pool in which both of its ends lie counts once."""
    twice = path.tips == ("billabong", "billabong") and path.run[0][:2] == path.run[-1][:2]
    return len(path.run) - twice


def on_cell(paths: Sequence[Path], x: int, y: int) -> Iterator[tuple[int, Stretch]]:
    """The stretches on a cell, each with the number of its path first."""
    for number, path in enumerate(paths):
        for stretch in path.run:
            if stretch.x == x and stretch.y == y:
                yield number, stretch


def neutral_part_is_free(s: State, laid: Laid) -> bool:
    """Whether the neutral part of a card belongs to no path."""
    sides = NEUTRAL_SIDES[laid.card]
    return not any(stretch.enters in sides for _, stretch in on_cell(s.paths, laid.x, laid.y))


def arriving_paths(s: State, cell: Cell) -> dict[int, list[int]]:
    """The paths that lead into a cell, each with the sides of the cell over which it enters."""
    found: dict[int, list[int]] = {}
    for number, path in enumerate(s.paths):
        for lead in open_leads(path):
            if (lead.x, lead.y) == cell:
                found.setdefault(number, []).append(lead.side)
    return found


def next_billabong_cell(s: State) -> Cell | None:
    """The first empty cell inside the field to which three paths lead, if there is a billabong for it."""
    meeting: dict[Cell, set[int]] = {}
    for number, path in enumerate(s.paths):
        for lead in open_leads(path):
            meeting.setdefault((lead.x, lead.y), set()).add(number)
    cells = sorted((cell for cell, paths in meeting.items() if len(paths) >= 3), key=reading_order)
    if not cells or not billabongs_left(s):
        return None
    field = field_of(s)
    return next((cell for cell in cells if field.has(cell)), None)


# --- What a card would join ------------------------------------------------------------------------------

_END_ON: Final = dict(zip(range(4), ENDS, strict=True))
"""The end card by the side on which its stub opens."""


class Placing:
    """The board before a card is laid: what lies where, and which path leads into which side of a cell.

    `open_leads[x, y, side]` is the number of the path whose open end leads there.
    """

    def __init__(self, s: State) -> None:
        self.land: Ground = ground(s.cards)
        self.field = field_of(s)
        self.leads: dict[tuple[int, int, int], int] = {
            lead: number for number, path in enumerate(s.paths) for lead in open_leads(path)
        }

    def cards_at(self, lead: Lead) -> tuple[Card, ...]:
        """The cards that fit the end that leads here and the field, whatever else they would join."""
        cell = (lead.x, lead.y)
        if cell in self.land:
            return (_END_ON[lead.side],)
        fits = self.field.has(cell)
        return tuple(
            card for card in CARDS if lead.side in OWN_SIDES[card] and (fits or SHAPES[card] == "end")
        )

    def ports(self, cell: Cell, card: Card) -> Ports:
        """The ports of the cell once this card lies there, be the cell empty or half free."""
        return TWO_ENDS_PORTS[card] if cell in self.land else CARD_PORTS[card]

    def has_half(self, cell: Cell, card: Card) -> bool:
        """Whether the cell holds one end and this card is the opposite one."""
        here = self.land.get(cell)
        return here is not None and SHAPES[card] == "end" and here[OWN_SIDES[card][0]] == BLANK_PORT

    def is_half_free(self, cell: Cell) -> bool:
        """Whether the cell holds one end only."""
        return BLANK_PORT in self.land.get(cell, ())

    def joins(self, cell: Cell, card: Card, path: int) -> tuple[int, ...]:
        """The paths that this card, laid for `path`, would join to one another; empty if it joins none."""
        ports = self.ports(cell, card)
        met, sides = self.strand(cell, ports, OWN_SIDES[card][0])
        met.add(path)
        if len(met) > 1:
            return tuple(sorted(met))
        if cell not in self.land and NEUTRAL_SIDES[card][0] not in sides:
            met, _ = self.strand(cell, ports, NEUTRAL_SIDES[card][0])
        return tuple(sorted(met)) if len(met) > 1 else ()

    def strand(self, cell: Cell, ports: Ports, side: int) -> tuple[set[int], set[int]]:
        """Paths and sides that a card with these ports on `cell` would connect to one of its sides.

        Returns the paths met, over free stretches too, and the sides of the card that are run over: a run of
        free stretches may come back to the card and go on over its other part.
        """
        met: set[int] = set()
        sides: set[int] = set()
        for out in (side, ports[side]):
            while out >= 0 and out not in sides:
                sides.add(out)
                path, back = self._beyond(cell, out)
                met |= path
                if back >= 0:
                    sides.add(back)
                    out = ports[back]
                else:
                    out = back
        return met, sides

    def _beyond(self, cell: Cell, side: int) -> tuple[set[int], int]:
        """Neighbour beyond a side of the card: the path met, and the side over which one comes back.

        -1 instead of a side where one does not come back: at a path, a billabong, or nothing.
        """
        if (owner := self.leads.get((*cell, side))) is not None:
            return {owner}, -1
        here, out = cell_over(cell, side), opposite(side)
        while here != cell:
            at = self.land.get(here)
            if at is None or at[out] < 0:
                return set(), -1
            out = at[out]
            here, out = cell_over(here, out), opposite(out)
        return set(), out
