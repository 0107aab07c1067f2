"""Encoding of Down Under: actions and observations as numbers (see `core.environments.encoding`).

The board is told on a *torus* of 16 × 16 cells: `x, y` is column `x & 15` of row `y & 15`, so that nothing
moves while the board grows. Only without a limit can there be two cards on one cell of it; then the later
one is shown. The ends of a path are its *first* and *second* one by row, column and side of the cell to
which they lead; an end that leads nowhere is the second one.

Paths are told from the observer on: the first path of each seat, then the second one of each, then those of
a frame, as many as there are.

    0 …          40 * cell + kind: begin a path on a cell of the rectangle in which it may begin, row by row.
                 Kinds: 6 * (index of straight or curve) + animal, 36 + index of the end
    LAYS …       38 * colour + 19 * (first or second end) + kind: lay a card where a path leads.
                 Kinds: animal: a straight; 6 + animal: a curve to the next side clockwise, seen from the
                 side where the path comes in; 12 + animal: a curve to the other one; 18: an end
    BILLABONG    lay a billabong instead of the curve that one has not got
    TURNS …      2 * number + direction: turn an own curve, counted row by row on the torus, by 90°
                 clockwise or counterclockwise

Animals are numbered from 1, 0 is none; colours and directions 0 and 1.
"""

from __future__ import annotations

from typing import Final

from core.bots.compiled import jit
from core.bots.kernel import OVER, IntArray
from core.environments.encoding import Part, Row, offsets, option_part
from core.games.down_under.bot.kernel import (
    ANIMAL_BITS,
    ANIMAL_MASK,
    BILLABONG_CARD,
    BOTTOM,
    CARDS_PLAYED,
    CELLS,
    CLOSED,
    CURVE_SUPPLY,
    END_SUPPLY,
    FIRST_CURVE,
    FIRST_DUE,
    FIRST_END,
    FIRST_LAID,
    GROUND,
    HEIGHT,
    LEFT,
    LENGTH_BITS,
    LENGTH_MASK,
    LONG,
    NOT_BEGUN,
    ONE,
    OTHER,
    PATHS,
    PLACES,
    PLAYED,
    POOLS,
    RIGHT,
    RING,
    SEATS,
    SECOND_COLOUR,
    SECOND_DUE,
    SECOND_LAID,
    SHORT,
    SIDES_OF,
    STAGE,
    STAGES,
    STUCK,
    SUPPLY,
    TOP,
    TURNED,
    TWO_PATHS,
    WIDTH,
    WORTH,
    actor,
    around_cards,
    is_beginning,
    next_to_begin,
    place_of,
    x_of,
    y_of,
)
from core.games.down_under.state import ANIMALS, CARDS, SET_CARDS, SETS, SIDES, Options

TORUS: Final = 16
ANIMAL_KINDS: Final = 1 + len(ANIMALS)
BEGINNING_KINDS: Final = FIRST_END * ANIMAL_KINDS + len(CARDS) - FIRST_END
BEGINNING_CELLS: Final = 49
"""Most cells of the rectangle in which a path may begin."""
END_KIND: Final = 3 * ANIMAL_KINDS
LAY_KINDS: Final = END_KIND + 1
COLOURS: Final = 2
LAYS: Final = BEGINNING_CELLS * BEGINNING_KINDS
BILLABONG: Final = LAYS + COLOURS * 2 * LAY_KINDS
TURNS: Final = BILLABONG + 1
ACTIONS: Final = TURNS + 2 * SET_CARDS["curve"]

OBSERVATION: Final = (
    Part(
        "ground",
        (len(SIDES), TORUS, TORUS),
        "what the side N, E, S, W of a cell is joined to: 1 … 4 a side, 5 the middle, 6 a pool, 7 blank;"
        " 0 where nothing lies",
    ),
    Part(
        "colours",
        (len(SIDES), TORUS, TORUS),
        "1 + the path whose own part of a card lies at the side; 0 for neutral parts and those of a frame",
    ),
    Part("animals", (TORUS, TORUS), "the animal on the card: " + ", ".join(ANIMALS) + " as 1 … 5"),
    Part(
        "ends",
        (SETS, 2, 5),
        "of each path's first and second end: 0 not begun, 1 open, 2 an end card, 3 a pool, 4 a ring; row,"
        " column and side where an open one leads; whether a card is due there",
    ),
    Part("length", (SETS,), "stretches of each path"),
    Part("herd", (SETS, len(ANIMALS)), "animals along each path"),
    Part(
        "supply",
        (SETS, 2 * len(ANIMALS) + 1),
        "cards left for each path: straights and curves by animal, ends; without animals all are the first",
    ),
    Part("stuck", (SETS,), "paths that are finished though they are not closed"),
    Part("laid", (SETS,), "paths that got a card in this turn"),
    Part("billabongs", (1,), "billabongs left"),
    Part("turn", (SETS,), "1 for who is to act, from the observer on"),
    Part("stage", (len(STAGES),), "1 for the stage: " + ", ".join(STAGES)),
    Part("field", (4,), "size agreed, shorter and longer side, 0 without a limit; width and height if fixed"),
    Part("taken", (4,), "row and column, height and width of the rectangle around all cards but ends"),
    option_part(Options),
    Part("seats", (1,), "number of seats"),
)
(
    AT_GROUND, COLOURS_AT, ANIMALS_AT, ENDS, LENGTH, HERD, AT_SUPPLY, AT_STUCK, LAID, BILLABONGS_LEFT,
    AT_TURN, AT_STAGE, FIELD, TAKEN, OPTIONS, AT_SEATS,
) = offsets(OBSERVATION)  # fmt: skip
END_NUMBERS: Final = 5


@jit
def _on_torus(place: int) -> int:
    """The cell of the torus, `TORUS * row + column`, on which a place lies."""
    return TORUS * (y_of(place) & TORUS - 1) + (x_of(place) & TORUS - 1)


@jit
def _rank(s: IntArray, key: int) -> int:
    """Key by which the ends of a path are sorted."""
    if key < 0:
        return 1 << 40
    place = s[PLACES + (key >> 2)]
    return (4 * _on_torus(place) + (key & 3)) << 16 | place  # type: ignore[no-any-return]


@jit
def _ends(s: IntArray, path: int) -> tuple[int, int]:
    """The keys of the first and of the second end of a path, or what stands instead."""
    one, other = s[ONE + path], s[OTHER + path]
    if _rank(s, other) < _rank(s, one):
        return other, one
    return one, other


# --- Actions -------------------------------------------------------------------------------------------


@jit
def number(s: IntArray, seat: int, code: int) -> int:
    """The number of an action with this code."""
    card, animal, colour, place = code & 15, code >> 4 & 7, code >> 7 & 3, code >> 9
    if card == BILLABONG_CARD:
        return BILLABONG
    if card >= TURNED:
        return _number_of_turn(s, seat, card - TURNED, place)
    if is_beginning(s):
        left, top, right, _ = around_cards(s)
        kind = ANIMAL_KINDS * card + animal
        if card >= FIRST_END:
            kind = ANIMAL_KINDS * FIRST_END + card - FIRST_END
        cell = (y_of(place) - top) * (right - left + 1) + x_of(place) - left
        return BEGINNING_KINDS * cell + kind
    path = seat + s[SEATS] if colour == SECOND_COLOUR else seat
    first, second = _ends(s, path)
    end, side = 0, first & 3
    if not _fits(s, first, card, place):
        end, side = 1, second & 3
    if card >= FIRST_END:
        kind = END_KIND
    elif card < FIRST_CURVE:
        kind = animal
    else:
        kind = (ANIMAL_KINDS if card - FIRST_CURVE == side else 2 * ANIMAL_KINDS) + animal
    return LAYS + LAY_KINDS * (2 * (colour == SECOND_COLOUR) + end) + kind


@jit
def _fits(s: IntArray, key: int, card: int, place: int) -> bool:
    """Whether a card on a place goes on from the end that leads to a key."""
    if key < 0 or s[PLACES + (key >> 2)] != place:
        return False
    return SIDES_OF[card, 0] == key & 3 or SIDES_OF[card, 1] == key & 3  # type: ignore[no-any-return]


@jit
def _number_of_turn(s: IntArray, seat: int, curve: int, place: int) -> int:
    """The number of turning the curve on a place so that it is this one."""
    before, was = 0, 0
    for played in range(s[CARDS_PLAYED]):
        laid = s[PLAYED + played]
        if _is_curve_of(laid, seat):
            before += _on_torus(laid >> 18) < _on_torus(place)
            if laid >> 18 == place:
                was = (laid & 15) - FIRST_CURVE
    return TURNS + 2 * before + (0 if (was + 1) % 4 == curve else 1)


@jit
def _is_curve_of(laid: int, path: int) -> bool:
    """Whether a card played is a curve of a path."""
    return laid >> 7 & 7 == path + 1 and FIRST_CURVE <= laid & 15 < FIRST_END


@jit
def code(s: IntArray, seat: int, number: int) -> int:
    """The code of the action with this number."""
    if number < LAYS:
        return _code_of_beginning(s, number)
    if number == BILLABONG:
        return BILLABONG_CARD | s[PLACES + (s[ONE + seat] >> 2)] << 9  # type: ignore[no-any-return]
    if number > BILLABONG:
        return _code_of_turn(s, seat, number - TURNS)
    end, kind = (number - LAYS) // LAY_KINDS, (number - LAYS) % LAY_KINDS
    first, second = _ends(s, seat + s[SEATS] * (end >> 1))
    key = second if end & 1 else first
    side, animal, way = key & 3, kind % ANIMAL_KINDS, kind // ANIMAL_KINDS
    if kind == END_KIND:
        card, animal = FIRST_END + side, 0
    elif way == 0:
        card = side & 1
    else:
        card = FIRST_CURVE + (side if way == 1 else side + 3 & 3)
    colour = 1 + (end >> 1) if s[TWO_PATHS] else 0
    return card | animal << 4 | colour << 7 | s[PLACES + (key >> 2)] << 9  # type: ignore[no-any-return]


@jit
def _code_of_beginning(s: IntArray, number: int) -> int:
    """The code of beginning a path."""
    left, top, right, _ = around_cards(s)
    cell, kind, width = number // BEGINNING_KINDS, number % BEGINNING_KINDS, right - left + 1
    card, animal = kind // ANIMAL_KINDS, kind % ANIMAL_KINDS
    if card >= FIRST_END:
        card, animal = FIRST_END + kind - ANIMAL_KINDS * FIRST_END, 0
    colour = 1 + next_to_begin(s) // s[SEATS] if s[TWO_PATHS] else 0
    place = place_of(left + cell % width, top + cell // width)
    return card | animal << 4 | colour << 7 | place << 9


@jit
def _code_of_turn(s: IntArray, seat: int, number: int) -> int:
    """The code of turning a curve."""
    for played in range(s[CARDS_PLAYED]):
        laid = s[PLAYED + played]
        if _is_curve_of(laid, seat):
            curve = (laid & 15) - FIRST_CURVE + (3 if number & 1 else 1) & 3
            if _number_of_turn(s, seat, curve, laid >> 18) == TURNS + number:
                return TURNED + curve | laid >> 18 << 9  # type: ignore[no-any-return]
    return 0


# --- Observations --------------------------------------------------------------------------------------


@jit
def observe(s: IntArray, seat: int, out: Row) -> None:
    """Write the position: nothing is hidden from anybody."""
    out[:] = 0
    for cell in range(CELLS):
        ports = s[GROUND + cell]
        if ports:
            at = AT_GROUND + _on_torus(s[PLACES + cell])
            for side in range(4):
                out[at + TORUS * TORUS * side] = 1 + (ports >> 4 * side & 15)
    for number in range(s[CARDS_PLAYED]):
        _observe_card(s, seat, s[PLAYED + number], out)
    for path in range(SETS):
        _observe_path(s, seat, path, out)
    out[BILLABONGS_LEFT] = s[POOLS]
    acting = actor(s)
    if acting != OVER:
        out[AT_TURN + _behind(s, seat, acting)] = 1
    out[AT_STAGE + s[STAGE]] = 1
    out[FIELD], out[FIELD + 1], out[FIELD + 2], out[FIELD + 3] = s[SHORT], s[LONG], s[WIDTH], s[HEIGHT]
    if s[LEFT] <= s[RIGHT]:
        out[TAKEN], out[TAKEN + 1] = s[TOP] & TORUS - 1, s[LEFT] & TORUS - 1
        out[TAKEN + 2], out[TAKEN + 3] = s[BOTTOM] - s[TOP] + 1, s[RIGHT] - s[LEFT] + 1
    out[OPTIONS:AT_SEATS], out[AT_SEATS] = s[:SEATS], s[SEATS]


@jit
def _behind(s: IntArray, seat: int, other: int) -> int:
    """Number of seats by which another one comes after a seat."""
    return other - seat if other >= seat else other - seat + s[SEATS]


@jit
def _seen_path(s: IntArray, seat: int, path: int) -> int:
    """The number that a path has for a seat."""
    if path >= s[PATHS]:
        return path
    if path >= s[SEATS]:
        return s[SEATS] + _behind(s, seat, path - s[SEATS])  # type: ignore[no-any-return]
    return _behind(s, seat, path)


@jit
def _observe_card(s: IntArray, seat: int, laid: int, out: Row) -> None:
    """Write the own part of a card played, and its animal."""
    card = laid & 15
    if card == BILLABONG_CARD:
        return
    at = _on_torus(laid >> 18)
    colour = 1 + _seen_path(s, seat, (laid >> 7 & 7) - 1)
    out[COLOURS_AT + TORUS * TORUS * SIDES_OF[card, 0] + at] = colour
    out[COLOURS_AT + TORUS * TORUS * SIDES_OF[card, 1] + at] = colour
    if card < FIRST_END:
        out[ANIMALS_AT + at] = laid >> 4 & 7


@jit
def _observe_path(s: IntArray, seat: int, path: int, out: Row) -> None:
    """Write what there is to say of a path."""
    seen = _seen_path(s, seat, path)
    first, second = _ends(s, path)
    _observe_end(s, first, out, ENDS + END_NUMBERS * 2 * seen)
    _observe_end(s, second, out, ENDS + END_NUMBERS * (2 * seen + 1))
    out[LENGTH + seen] = s[WORTH + path] & LENGTH_MASK
    for animal in range(len(ANIMALS)):
        herd = s[WORTH + path] >> LENGTH_BITS + ANIMAL_BITS * animal & ANIMAL_MASK
        out[HERD + len(ANIMALS) * seen + animal] = herd
        at = AT_SUPPLY + (2 * len(ANIMALS) + 1) * seen + animal
        out[at] = s[SUPPLY + path] >> 4 * animal & 15
        out[at + len(ANIMALS)] = s[SUPPLY + path] >> CURVE_SUPPLY + 4 * animal & 15
    out[AT_SUPPLY + (2 * len(ANIMALS) + 1) * seen + 2 * len(ANIMALS)] = s[SUPPLY + path] >> END_SUPPLY
    out[AT_STUCK + seen] = s[STUCK] >> path & 1
    out[LAID + seen] = s[FIRST_LAID] == path or s[SECOND_LAID] == path


@jit
def _observe_end(s: IntArray, key: int, out: Row, at: int) -> None:
    """Write where an end of a path leads."""
    if key == NOT_BEGUN:
        return
    if key < 0:
        out[at] = 2 if key == CLOSED else 4 if key == RING else 3
        return
    cell = _on_torus(s[PLACES + (key >> 2)])
    out[at], out[at + 1], out[at + 2], out[at + 3] = 1, cell // TORUS, cell % TORUS, key & 3
    out[at + 4] = key == s[FIRST_DUE] or key == s[SECOND_DUE]
