"""Frames: the cards that lie around the field or across it from the start, read from `frames.toml`.

The rulebook describes a river and a border without showing them: a set that nobody uses lies across the field
as a finished path, and two lie around it. The layouts are ours. Cells count from the field's north-west
corner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from core.game import Refused
from core.games.down_under.state import (
    OWN_SIDES,
    SET_ANIMALS,
    SET_CARDS,
    SHAPES,
    Animal,
    Card,
    Cell,
    Laid,
    Shape,
    cell_over,
    opposite,
    reading_order,
)

FrameName = Literal["river", "border"]
FrameSize = Annotated[str, Meta(pattern=r"^[1-9][0-9]?x[1-9][0-9]?$")]

EMPTY_CELL: Final = "·"
"""Sign of an empty cell of the field."""
CARD_SIGNS: Final[tuple[dict[str, Card], dict[str, Card]]] = (
    {
        "│": "NS", "─": "EW", "└": "NE", "┌": "SE", "┐": "SW", "┘": "NW",
        "╵": "endN", "╶": "endE", "╷": "endS", "╴": "endW",
    },
    {
        "┃": "NS", "━": "EW", "┗": "NE", "┏": "SE", "┓": "SW", "┛": "NW",
        "╹": "endN", "╺": "endE", "╻": "endS", "╸": "endW",
    },
)  # fmt: skip
"""Signs of the cards of the first and of the second set."""
SETS_PER_FRAME: Final[dict[FrameName, int]] = {"river": 1, "border": 2}
"""Sets that each frame takes, which are as many paths."""


class FieldFrame(msgspec.Struct, frozen=True):
    """A field, `width` cells wide and `height` high, with its frame.

    `runs` are the frame's paths: the cards of each from its first end to its last. Their `path` is the
    index of the run.
    """

    width: int
    height: int
    runs: tuple[tuple[Laid, ...], ...]


class FrameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: the animals along each path, and the drawings by size."""

    straights: tuple[Animal, ...]
    curves: tuple[Animal, ...]
    river: dict[FrameSize, str]
    border: dict[FrameSize, str]


def read(text: str) -> Mapping[tuple[str, str], FieldFrame]:
    """All frames by their name and size, `("river", "5x7")`. Raises `Refused("down_under.refusal.data")`."""
    try:
        sheet = msgspec.toml.decode(text, type=FrameFile)
    except (msgspec.MsgspecError, ValueError) as error:
        raise _fault(_shown(str(error))) from None
    _check_animals(sheet)
    drawings: dict[FrameName, dict[FrameSize, str]] = {"river": sheet.river, "border": sheet.border}
    return MappingProxyType(
        {
            (name, size): _frame(sheet, name, size, drawing)
            for name, sizes in drawings.items()
            for size, drawing in sizes.items()
        }
    )


def _check_animals(sheet: FrameFile) -> None:
    herds: dict[Shape, tuple[Animal, ...]] = {"straight": sheet.straights, "curve": sheet.curves}
    for shape, animals in herds.items():
        if Counter(animals) != SET_ANIMALS[shape]:
            wanted = ", ".join(f"{count} {animal}" for animal, count in SET_ANIMALS[shape].items())
            raise _fault(f"{shape}s: a set has {wanted}")


def _frame(sheet: FrameFile, name: FrameName, size: FrameSize, text: str) -> FieldFrame:
    """The frame of one drawing. Raises `Refused`, saying which drawing and what is wrong with it."""
    try:
        drawing = _Drawing(text, name)
        drawing.check_size(size)
        runs = [drawing.run(cards) for cards in drawing.sets]
        if name == "river":
            drawing.check_across(runs[0])
        else:
            drawing.check_around()
    except ValueError as problem:
        raise _fault(f"{name}.{size}: {problem}") from None
    return FieldFrame(
        drawing.width,
        drawing.height,
        tuple(tuple(_laid(sheet, drawing.sets[path], run, path)) for path, run in enumerate(runs)),
    )


def _laid(sheet: FrameFile, cards: Mapping[Cell, Card], run: Iterable[Cell], path: int) -> Iterator[Laid]:
    """The cards of a path with their animals."""
    herds: dict[Shape, Iterator[Animal]] = {"straight": iter(sheet.straights), "curve": iter(sheet.curves)}
    for x, y in run:
        card = cards[x, y]
        shape = SHAPES[card]
        yield Laid(card, x, y, path, next(herds[shape]) if shape in herds else None)


class _Drawing:
    """The cells of a drawing. All methods raise a `ValueError` that says what is wrong."""

    def __init__(self, text: str, name: FrameName) -> None:
        self.sets: list[dict[Cell, Card]] = [{} for _ in range(SETS_PER_FRAME[name])]
        self.empty: set[Cell] = set()
        for y, row in enumerate(text.split("\n")):
            for x, sign in enumerate(row):
                self._put((x, y), sign)
        lines = [cell for cards in self.sets for cell, card in cards.items() if SHAPES[card] != "end"]
        field = [*self.empty, *(lines if name == "river" else ())]
        if not field:
            raise ValueError("there is no field")
        (west, east), (north, south) = _extent(field)
        self.width, self.height = east - west + 1, south - north + 1
        self.empty = {(x - west, y - north) for x, y in self.empty}
        self.sets = [{(x - west, y - north): card for (x, y), card in cards.items()} for cards in self.sets]

    def _put(self, cell: Cell, sign: str) -> None:
        for cards, signs in zip(self.sets, CARD_SIGNS, strict=False):
            if sign in signs:
                cards[cell] = signs[sign]
                return
        if sign == EMPTY_CELL:
            self.empty.add(cell)
        elif sign != " ":
            raise ValueError(f"line {cell[1] + 1} has {_shown(sign)}, which is no card")

    def inside(self, cell: Cell) -> bool:
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height

    def check_size(self, size: FrameSize) -> None:
        """Raise unless the field has this size, either way round, and no holes."""
        if size not in (f"{self.width}x{self.height}", f"{self.height}x{self.width}"):
            raise ValueError(f"the field is {self.width}x{self.height}")
        taken = self.empty.union(*self.sets)
        for cell in ((x, y) for y in range(self.height) for x in range(self.width)):
            if cell not in taken:
                raise ValueError(f"{_at(cell)} of the field is neither empty nor covered")

    def run(self, cards: dict[Cell, Card]) -> list[Cell]:
        """The cells of a set along its path, from the end that stands first."""
        for shape, wanted in SET_CARDS.items():
            count = sum(SHAPES[card] == shape for card in cards.values())
            if count != wanted:
                raise ValueError(f"a set has {wanted} of shape {shape}, not {count}")
        ends = (cell for cell, card in cards.items() if SHAPES[card] == "end")
        here = min(ends, key=reading_order)
        run, came = [here], None
        while ahead := [side for side in OWN_SIDES[cards[here]] if side != came]:
            here, came = cell_over(here, ahead[0]), opposite(ahead[0])
            self._check_joins(cards, here, came)
            run.append(here)
        if len(run) != len(cards):
            raise ValueError(f"the path ends on {_at(here)}, with cards left over")
        return run

    def _check_joins(self, cards: dict[Cell, Card], here: Cell, came: int) -> None:
        """Raise unless a path that leads over this side of this cell goes on there."""
        if here in cards and came in OWN_SIDES[cards[here]]:
            return
        if any(came in OWN_SIDES[others[here]] for others in self.sets if here in others):
            raise ValueError(f"two paths are joined on {_at(here)}")
        raise ValueError(f"the path is broken on {_at(here)}")

    def check_across(self, run: list[Cell]) -> None:
        """Raise unless the river reaches all four borders and its ends lie on opposite ones or over them."""
        if _extent(run[1:-1]) != ((0, self.width - 1), (0, self.height - 1)):
            raise ValueError("its straights and curves do not reach from border to border both ways")
        (west, east), (north, south) = _extent((run[0], run[-1]))
        if not (west <= 0 and east >= self.width - 1) and not (north <= 0 and south >= self.height - 1):
            raise ValueError("its ends do not lie on opposite borders")

    def check_around(self) -> None:
        """Raise unless the border leaves the field free."""
        for cell in (cell for cards in self.sets for cell in cards if self.inside(cell)):
            raise ValueError(f"{_at(cell)} of the field is covered")


def _extent(cells: Iterable[Cell]) -> tuple[tuple[int, int], tuple[int, int]]:
    """First and last column, first and last row of some cells."""
    columns, rows = zip(*cells, strict=True)
    return (min(columns), max(columns)), (min(rows), max(rows))


def _at(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text[:160])


def _fault(detail: str) -> Refused:
    return Refused("down_under.refusal.data", detail=detail)


FRAMES: Final = read((files(__package__) / "frames.toml").read_text(encoding="utf-8"))
"""The frames of the game, by name and size."""
