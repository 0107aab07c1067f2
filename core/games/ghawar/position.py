"""Positions of Ghawar as text.

ghawar
seats: 3
board:
+   -   +   -   +   …    the whole lattice: + crossings, - and | gaps, · bare platforms
|   r   |   gS  |   …    a red cube; a green one under a derrick of the south
+   -   N   -   +   …    the truck of the north; trucks that are not drawn are in their depots
|   W   Wb  ·   |   …    a derrick of the west over nothing, and its truck with a blue cube
values: g r b o v y      the colours worth 1, 2 … 6; as long as one is missing nothing but cubes is laid out
stored: rrv · b          the cubes in each seat's depot, unless all are empty; · is an empty one
barrels: 2 4 3           each seat's money, unless all have what they began with
rounds: 12               complete rounds of building, or of driving, unless there are none
quiet: 2                 complete rounds since a cube was loaded or stored; left out if in this one one was,
                         and where a round begins if there are none
turn: 1                  the seat whose turn it is, unless it is 0
stage: move              what comes next (see `Stage`), unless cubes or values are drawn or the game is over
dice: 4                  as they lie: the one for trucks, or the red (column) and the white one (row)
rolled-0: 2 0 1 3 1 1    how often seat 0 has rolled 1, 2 … 6 for its trucks, unless never
hoped: 432 380 401       the sum over each seat's rolls for derricks of how many of the 36 found room

With several trucks each has its number: W2b is the second of the west. Cubes are red, orange, yellow,
green, blue and violet, the sides those of South (seat 0), North (1), West (2) and East (3).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np

from core.game import Seat, read_only
from core.games.ghawar import scoring
from core.games.ghawar.roads import roads
from core.games.ghawar.state import (
    CUBES_PER_COLOUR,
    DEPOT,
    DERRICKS_PER_SEAT,
    FIELD_SIZE,
    LATTICE_SIZE,
    MOST_BUILDING_ROUNDS,
    NOTHING,
    PLATFORMS,
    Options,
    Stage,
    State,
    place_of,
    space_at,
    truck_index,
    truck_number,
)
from core.position_fields import Field, Fields, Word

replace = msgspec.structs.replace

SIDE_LETTERS: Final = "SNWE"
"""The side of each seat."""
COLOUR_LETTERS: Final = "roygbv"
"""The colours in the order of their numbers."""
NOTHING_SIGN: Final = "·"
"""A bare platform, an empty depot."""
EMPTY_LATTICE: Final = tuple(
    tuple((("+", "-"), ("|", NOTHING_SIGN))[y % 2][x % 2] for x in range(LATTICE_SIZE))
    for y in range(LATTICE_SIZE)
)
"""The words of a lattice with nothing on it."""
WORD_WIDTH: Final = 4
"""Columns of a word in a drawing: as many for each, so that drawings of one game lie over each other."""

_COLOUR: Final = {cube: number for number, cube in enumerate(COLOUR_LETTERS)}
_PLATFORM: Final = re.compile(rf"([{COLOUR_LETTERS}]?)([{SIDE_LETTERS}]?)")
_TRUCK: Final = re.compile(rf"([{SIDE_LETTERS}])([1-3]?)([{COLOUR_LETTERS}]?)")


def describe(s: State) -> list[Field]:
    """The fields of a position."""
    cheapest_first = sorted(
        (value, cube) for cube, value in zip(COLOUR_LETTERS, s.values.tolist(), strict=True)
    )
    nothing_yet = s.idle and s.turn > 0 and not _is_building(s.stage)
    words = {
        "values": " ".join(cube for value, cube in cheapest_first if value),
        "stored": " ".join(cube_letters(row) or NOTHING_SIGN for row in s.stored.tolist())
        if s.stored.any()
        else "",
        "barrels": _numbers(s.money, usual=scoring.START_BARRELS),
        "rounds": str(s.rounds or ""),
        "quiet": str(s.quiet) if s.quiet or nothing_yet else "",
        "turn": str(s.turn or ""),
        "stage": "" if s.stage in ("cubes", "values", "over") else s.stage,
        "dice": " ".join(map(str, s.dice)),
        **{f"rolled-{seat}": _numbers(row) for seat, row in enumerate(s.rolled)},
        "hoped": _numbers(s.hoped),
    }
    board = [Field("board", rows=drawing(s))] if _anything(s) else []
    return board + [Field(name, text) for name, text in words.items() if text]


def restore(fields: Fields, start: State) -> State:
    """The position of these fields in the game that begins with `start`."""
    board = _board(fields, start.options, start.seats)
    s = replace(start, **board._asdict(), values=_values(fields))
    if not s.values.all():
        return _laying_out(fields, s)
    s = replace(s, stage=fields.one_of("stage", _stages(s.options), "over"))
    return _building(fields, s) if _is_building(s.stage) else _driving(fields, s)


# --- The board -----------------------------------------------------------------------------------------


class DrawnPieces(NamedTuple):
    """Drawn part of a state: arrays as there."""

    cubes: np.ndarray
    derricks: np.ndarray
    trucks: np.ndarray
    loads: np.ndarray


def drawing(s: State) -> tuple[str, ...]:
    """The lattice with everything that lies and stands on it."""
    words = [list(row) for row in EMPTY_LATTICE]
    for row, column in np.argwhere((s.cubes != NOTHING) | (s.derricks != NOTHING)).tolist():
        cube, derrick = s.cubes.item(row, column), s.derricks.item(row, column)
        words[2 * row + 1][2 * column + 1] = _letter(COLOUR_LETTERS, cube) + _letter(SIDE_LETTERS, derrick)
    for seat, index in np.argwhere(s.trucks != DEPOT).tolist():
        x, y = place_of(s.trucks.item(seat, index))
        number = truck_number(s.options, index) or ""
        words[y][x] = f"{SIDE_LETTERS[seat]}{number}{_letter(COLOUR_LETTERS, s.loads.item(seat, index))}"
    return tuple("".join(f"{word:{WORD_WIDTH}}" for word in row).rstrip() for row in words)


def read_drawing(rows: Sequence[Sequence[Word]], options: Options, seats: int) -> DrawnPieces:
    """The pieces on the lattice in these rows."""
    fleet = (seats, options.trucks)
    pieces = DrawnPieces(
        np.full((FIELD_SIZE, FIELD_SIZE), NOTHING, dtype=np.int8),
        np.full((FIELD_SIZE, FIELD_SIZE), NOTHING, dtype=np.int8),
        np.full(fleet, DEPOT, dtype=np.int16),
        np.full(fleet, NOTHING, dtype=np.int8),
    )
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            if word.text == EMPTY_LATTICE[y][x]:
                continue
            if x % 2 and y % 2:
                _put_on_platform(pieces, (y // 2, x // 2), word, seats)
            else:
                _put_on_road(pieces, (x, y), word, options, seats)
    return DrawnPieces(*map(read_only, pieces))


def _put_on_platform(pieces: DrawnPieces, at: tuple[int, int], word: Word, seats: int) -> None:
    found = _PLATFORM.fullmatch(word.text) or word.refuse("ghawar.position.platform")
    cube, side = found.groups()
    if cube:
        pieces.cubes[at] = _COLOUR[cube]
    if side:
        pieces.derricks[at] = _seat(side, word, seats)


def _put_on_road(pieces: DrawnPieces, at: tuple[int, int], word: Word, options: Options, seats: int) -> None:
    x, y = at
    found = _TRUCK.fullmatch(word.text) or word.refuse("ghawar.position.road", empty=EMPTY_LATTICE[y][x])
    side, number, load = found.groups()
    truck = (_seat(side, word, seats), truck_index(int(number or 0)))
    if truck[1] >= options.trucks:
        word.refuse("ghawar.position.truck", trucks=options.trucks)
    if pieces.trucks[truck] != DEPOT:
        word.refuse("ghawar.position.twice")
    if space_at(x, y) not in roads(options.roads).spaces:
        word.refuse("ghawar.position.no_road")
    pieces.trucks[truck] = space_at(x, y)
    if load:
        pieces.loads[truck] = _COLOUR[load]


def _seat(side: str, word: Word, seats: int) -> int:
    seat = SIDE_LETTERS.index(side)
    if seat >= seats:
        word.refuse("ghawar.position.side", sides=" ".join(SIDE_LETTERS[:seats]))
    return seat


def _board(fields: Fields, options: Options, seats: int) -> DrawnPieces:
    """The board, drawn in full."""
    rows = fields.rows("board")
    for row in rows:
        if row and len(row) != LATTICE_SIZE:
            row[min(LATTICE_SIZE, len(row) - 1)].refuse("ghawar.position.size", size=LATTICE_SIZE)
    if rows and (len(rows) != LATTICE_SIZE or () in rows):
        fields.refuse("board", "ghawar.position.size", size=LATTICE_SIZE)
    return read_drawing(rows, options, seats)


def _anything(s: State) -> bool:
    """Whether anything is on the board."""
    return bool((s.cubes != NOTHING).any() or (s.derricks != NOTHING).any() or (s.trucks != DEPOT).any())


# --- Values and cubes ----------------------------------------------------------------------------------


def cube_letters(counts: Sequence[int]) -> str:
    """Counts of cubes of each colour."""
    return "".join(cube * count for cube, count in zip(COLOUR_LETTERS, counts, strict=True))


def _values(fields: Fields) -> np.ndarray:
    values = np.zeros(len(COLOUR_LETTERS), dtype=np.int8)
    for value, word in enumerate(fields.words("values", most=len(COLOUR_LETTERS)), start=1):
        colour = word.one_of(_COLOUR)
        if values[colour]:
            word.refuse("ghawar.position.value")
        values[colour] = value
    return read_only(values)


def _stored(fields: Fields, seats: int) -> np.ndarray:
    stored = np.zeros((seats, len(COLOUR_LETTERS)), dtype=np.int8)
    for seat, word in enumerate(fields.words("stored", seats, seats)):
        for letter in word.letters() if word.text != NOTHING_SIGN else ():
            colour = letter.one_of(_COLOUR)
            if stored[seat, colour] == CUBES_PER_COLOUR:
                letter.refuse("ghawar.position.stored", most=CUBES_PER_COLOUR)
            stored[seat, colour] += 1
    return read_only(stored)


def _totals(s: State) -> list[int]:
    """Counts of cubes of each colour on platforms and trucks and in depots."""
    out = np.concatenate([s.cubes.ravel(), s.loads.ravel()])
    return [int((out == colour).sum() + s.stored[:, colour].sum()) for colour in range(len(COLOUR_LETTERS))]


def _expect_cubes(fields: Fields, s: State, least: int) -> None:
    """Refuse a colour of which there are more than there can be, or less than `least`."""
    for cube, total in zip(COLOUR_LETTERS, _totals(s), strict=True):
        if not least <= total <= CUBES_PER_COLOUR:
            fields.refuse("board", "ghawar.position.cubes", colour=cube, count=total, right=CUBES_PER_COLOUR)


# --- Laying out ----------------------------------------------------------------------------------------


def _laying_out(fields: Fields, s: State) -> State:
    """A position in which cubes or values are still drawn: there is nothing else yet."""
    if (s.derricks != NOTHING).any() or (s.trucks != DEPOT).any() or "stage" in fields:
        fields.refuse("values", "ghawar.position.values")
    _expect_cubes(fields, s, CUBES_PER_COLOUR if s.values.any() else 0)
    lying = (s.cubes != NOTHING).ravel()
    if not lying[: lying.sum()].all():
        fields.refuse("board", "ghawar.position.order")
    return replace(s, stage="values" if lying.all() else "cubes")


# --- Building and driving ------------------------------------------------------------------------------


def _stages(options: Options) -> dict[str, Stage]:
    """Stages that may come next while somebody builds or drives."""
    stages: list[Stage] = ["dice", "die", "move"]
    if options.dice_choice:
        stages.append("build")
    if options.rolls_to_drive:
        stages.append("choose")
    return {stage: stage for stage in stages}


def _is_building(stage: Stage) -> bool:
    return stage in ("dice", "build")


def _rounds(fields: Fields, s: State) -> int:
    """The complete rounds, as many as there can be at the most (see `Ghawar.bound`)."""
    driving = (2 * PLATFORMS + 1) * s.options.quiet_rounds
    return fields.number("rounds", 0, 0, MOST_BUILDING_ROUNDS - 1 if _is_building(s.stage) else driving)


def _building(fields: Fields, s: State) -> State:
    """A position in which derricks go up."""
    if (s.cubes == NOTHING).any() or (s.trucks != DEPOT).any():
        fields.refuse("board", "ghawar.position.building")
    _expect_cubes(fields, s, CUBES_PER_COLOUR)
    s = replace(s, rounds=_rounds(fields, s), turn=_turn(fields, s.seats))
    for seat in range(s.seats):
        rolls, left = s.rounds + (seat < s.turn), DERRICKS_PER_SEAT[s.seats] - (seat >= s.turn)
        _expect_derricks(fields, s, seat, min(rolls, left))
    dice = 2 if s.stage == "build" or s.rounds or s.turn else 0
    return replace(s, dice=_dice(fields, dice, dice), hoped=_hoped(fields, s))


def _driving(fields: Fields, s: State) -> State:
    """A position in which trucks drive, or the game is over."""
    s = replace(s, stored=_stored(fields, s.seats), money=_money(fields, s.seats))
    _expect_cubes(fields, s, CUBES_PER_COLOUR)
    for seat in range(s.seats):
        _expect_derricks(fields, s, seat, DERRICKS_PER_SEAT[s.seats])
    s = replace(s, rounds=_rounds(fields, s))
    if scoring.is_empty(s):
        s = replace(s, turn=_turn(fields, s.seats), idle=False)
    else:
        quiet = fields.number("quiet", 0, 0, min(s.rounds, s.options.quiet_rounds))
        turn = _turn(fields, 1 if quiet == s.options.quiet_rounds else s.seats)
        s = replace(s, turn=turn, quiet=quiet, idle="quiet" in fields or turn == 0)
    _expect_end(fields, s)
    return replace(s, dice=_die(fields, s), rolled=_rolled(fields, s), hoped=_hoped(fields, s))


def _turn(fields: Fields, seats: int) -> Seat:
    return Seat(fields.number("turn", 0, 0, seats - 1))


def _expect_end(fields: Fields, s: State) -> None:
    """Refuse a game that goes on although it is over, or the other way round."""
    over = scoring.is_empty(s) or s.quiet == s.options.quiet_rounds
    if over != (s.stage == "over"):
        fields.refuse("stage", "ghawar.position.over" if over else "ghawar.position.stage")
    if scoring.is_empty(s) and (s.loads != NOTHING).any():
        fields.refuse("board", "ghawar.position.loaded")


def _expect_derricks(fields: Fields, s: State, seat: int, most: int) -> None:
    if (s.derricks == seat).sum() > most:
        fields.refuse("board", "ghawar.position.derricks", side=SIDE_LETTERS[seat], most=most)


def _money(fields: Fields, seats: int) -> np.ndarray:
    """The barrels: they only go from hand to hand."""
    everything = scoring.START_BARRELS * seats
    money = fields.numbers("barrels", [scoring.START_BARRELS] * seats, 0, everything)
    if sum(money) != everything:
        fields.refuse("barrels", "ghawar.position.barrels", count=everything)
    return read_only(np.array(money, dtype=np.int16))


# --- Dice ----------------------------------------------------------------------------------------------


def _die(fields: Fields, s: State) -> tuple[int, ...]:
    """The die, or those of the last derrick as long as nobody has rolled for a truck."""
    if s.stage == "move":
        return _dice(fields, 1, 1)
    if s.rounds == s.turn == 0:
        return _dice(fields, 2, 2)
    return _dice(fields, 1, 2 if s.options.rolls_to_drive else 1)


def _dice(fields: Fields, least: int, most: int) -> tuple[int, ...]:
    words = fields.words("dice", least, most)
    if len(words) < least:
        fields.refuse("dice", "position.refusal.few", count=least)
    return tuple(word.number(1, FIELD_SIZE) for word in words)


def _rolled(fields: Fields, s: State) -> np.ndarray:
    usual = [0] * FIELD_SIZE
    rows = [fields.numbers(f"rolled-{seat}", usual, 0, s.rounds + 1) for seat in range(s.seats)]
    return read_only(np.array(rows, dtype=np.int16))


def _hoped(fields: Fields, s: State) -> np.ndarray:
    hoped = fields.numbers("hoped", [0] * s.seats, 0, MOST_BUILDING_ROUNDS * FIELD_SIZE**2)
    return read_only(np.array(hoped, dtype=np.int16))


def _letter(signs: str, number: int) -> str:
    return "" if number == NOTHING else signs[number]


def _numbers(numbers: np.ndarray, usual: int = 0) -> str:
    """The numbers as words; nothing if all are the usual one."""
    return " ".join(map(str, numbers.tolist())) if (numbers != usual).any() else ""
