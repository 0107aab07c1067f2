"""What can be read off a state: whose cards are left, which path is to get one, where the field lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from core.game import Seat
from core.games.down_under.field import CellRect, PlayingField, extent, size_name, size_of
from core.games.down_under.frames import FRAMES, FieldFrame
from core.games.down_under.paths import is_closed, on_cell, open_leads
from core.games.down_under.state import (
    BILLABONG,
    BILLABONGS,
    ENDS,
    NEUTRAL_SIDES,
    SET_ANIMALS,
    SET_CARDS,
    SHAPES,
    Action,
    Animal,
    Cell,
    Laid,
    Lay,
    Options,
    PathLetter,
    Shape,
    State,
    paths_of,
    reading_order,
)

Supply = Mapping[tuple[Shape, Animal | None], int]
"""How many cards there are of each shape, and with animals of each animal."""


def frame_of(options: Options, seats: int) -> FieldFrame | None:
    """The drawing of what lies there from the start."""
    return FRAMES.get((options.frame, size_name(options, seats))) if options.frame else None


def field_of(s: State) -> PlayingField:
    """The playing field as it is now."""
    return field_with(s.options, s.seats, s.cards)


def field_with(options: Options, seats: int, cards: Iterable[Laid]) -> PlayingField:
    """The playing field with these cards, those of a frame among them."""
    return _agreed(options, seats)._replace(taken=extent(cards))


@cache
def _agreed(options: Options, seats: int) -> PlayingField:
    """The playing field before any card lies there."""
    frame = frame_of(options, seats)
    fixed = None if frame is None else CellRect(0, 0, frame.width - 1, frame.height - 1)
    return PlayingField(size_of(options, seats), None, fixed)


def supply(s: State, path: int) -> Supply:
    """How many cards of each shape, and with animals of each animal, are left for a path."""
    left = whole_set(s.options.animals)
    for laid in s.cards:
        if laid.path == path:
            left[SHAPES[laid.card], laid.animal] -= 1
    return {card: count for card, count in left.items() if count > 0}


def whole_set(animals: bool) -> Counter[tuple[Shape, Animal | None]]:
    """What a path has before its first card."""
    herds: Mapping[Shape, Mapping[Any, int]] = SET_ANIMALS if animals else {}
    return Counter(
        {
            (shape, animal): number
            for shape, count in SET_CARDS.items()
            for animal, number in herds.get(shape, {None: count}).items()
        }
    )


def billabongs_left(s: State) -> int:
    """How many billabongs have not been laid."""
    return BILLABONGS - sum(laid.card == BILLABONG for laid in s.cards)


def is_finished(s: State, path: int) -> bool:
    """Whether no card is laid at this path any more by its seat."""
    return s.stuck[path] or is_closed(s.paths[path])


def colour(s: State, path: int) -> PathLetter | None:
    """With two paths a seat, `a` or `b`."""
    if not s.options.two_paths:
        return None
    return "a" if path < s.seats else "b"


def path_of(s: State, seat: Seat, a: Action) -> int:
    """The path for which the seat does this; there are no rings where a seat has two."""
    return seat + s.seats if isinstance(a, Lay) and a.colour == "b" else int(seat)


def starts_with_ends(options: Options) -> bool:
    """Whether every path begins with an end, two of them back to back."""
    return options.single_start or bool(options.two_paths)


def is_beginning(s: State) -> bool:
    """Whether a path is begun next."""
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
    """The path that is begun next."""
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


def neutral_part_is_free(s: State, laid: Laid) -> bool:
    """Whether the neutral part of a card belongs to no path."""
    sides = NEUTRAL_SIDES[laid.card]
    return not any(stretch.enters in sides for _, stretch in on_cell(s.paths, laid.x, laid.y))


def arriving_paths(s: State, cell: Cell) -> dict[int, list[int]]:
    """The paths that lead to a cell, each with the sides of the cell over which it comes."""
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
