"""Encoding of Ghawar: actions and observations as numbers (see `core.environments.encoding`).

A platform is `6 * row + column`. Trucks are those of the seat in turn, numbered from 0. In observations seats
are told from the observer on, and places as in the notation, columns and rows 0 … 12 of the lattice.

    0 …         platform: build a derrick there
    ROLL …      roll the die; pass
    SHIFTS …    36 * platform + platform: move a derrick from the first to the second
    LEAVES …    truck: drive it home
    DRIVES …    497 * truck + end: drive it there
                Ends: 5 * (7 * row + column) + load: a crossing; loads: none, or the cube of the platform
                      north-west, north-east, south-west, south-east of it
                      245 + 3 * (6 * row + column) + load: a gap in a road across; none, north, south
                      371 + 3 * (7 * row + column) + load: a gap in a road down; none, west, east

Rows and columns of crossings and gaps count those of the same kind.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from core.bots.compiled import jit, lowest_bit
from core.bots.kernel import IntArray
from core.environments.encoding import Part, Row, offsets, option_part
from core.games.ghawar.bot.kernel import (
    ACROSS,
    BUILD,
    CELL,
    CROSSING,
    CUBES,
    DERRICKS,
    DETAILS,
    DOWN,
    DRIVE,
    FIRST_DIE,
    IDLE,
    LAYOUT,
    LEAVE,
    LOAD,
    LOADS,
    MONEY,
    MOST_TRUCKS,
    NUMBER,
    PASS,
    QUIET,
    ROAD,
    ROLL,
    ROUNDS,
    SEATS,
    SHIFT,
    SPACES,
    STAGE,
    STAGES,
    STORED,
    TO,
    TRUCKS,
    VALUES,
    WIDTH,
    actor,
)
from core.games.ghawar.scoring import MOST_SEATS
from core.games.ghawar.state import COLOURS, DEPOT, FIELD_SIZE, LATTICE_SIZE, PLATFORMS, Options

ROLL_NUMBER: Final = PLATFORMS
PASS_NUMBER: Final = ROLL_NUMBER + 1
SHIFTS: Final = PASS_NUMBER + 1
LEAVES: Final = SHIFTS + PLATFORMS * PLATFORMS
DRIVES: Final = LEAVES + MOST_TRUCKS
CROSSING_CHOICES, GAP_CHOICES = 5, 3
"""Ways to end a drive in a place: without a load, or with one of those around it."""
ACROSS_ENDS: Final = CROSSING_CHOICES * WIDTH * WIDTH
DOWN_ENDS: Final = ACROSS_ENDS + GAP_CHOICES * WIDTH * FIELD_SIZE
ENDS: Final = DOWN_ENDS + GAP_CHOICES * FIELD_SIZE * WIDTH
ACTIONS: Final = DRIVES + MOST_TRUCKS * ENDS

LOAD_OFFSETS: Final = np.array([[WIDTH + 1, WIDTH, 1, 0], [WIDTH, 0, -1, -1], [1, 0, -1, -1]])
"""By kind of place, how many cells before it the platforms lie from which a truck loads there."""

OBSERVATION: Final = (
    Part("cubes", (FIELD_SIZE, FIELD_SIZE, FIELD_SIZE), "platforms with a cube of: " + ", ".join(COLOURS)),
    Part("derricks", (MOST_SEATS, FIELD_SIZE, FIELD_SIZE), "platforms with a derrick of each seat"),
    Part(
        "roads",
        (LATTICE_SIZE, LATTICE_SIZE),
        "rows and columns of the lattice: 0 no road, 1 an empty space, 2 + seat a truck",
    ),
    Part(
        "trucks",
        (MOST_SEATS, MOST_TRUCKS, 3),
        "of each truck 1 + column and 1 + row, 0 0 in the depot; 1 + colour of its load, 0 without",
    ),
    Part("values", (FIELD_SIZE,), "value of each colour, 0 before it has one"),
    Part("money", (MOST_SEATS,), "money of each seat"),
    Part("stored", (MOST_SEATS, FIELD_SIZE), "cubes stored by each seat, by colour"),
    Part("dice", (2,), "pips of the dice: column and row for a derrick, steps for trucks; 0 where none lies"),
    Part("stage", (len(STAGES),), "1 for the stage: " + ", ".join(STAGES)),
    Part("turn", (MOST_SEATS,), "1 for who is to act"),
    Part("depot", (MOST_SEATS,), "1 for the depot of the observer: that of seat 0, 1 …"),
    Part(
        "rounds",
        (3,),
        "rounds done; whole rounds in which nothing happened; whether nothing has happened in this one",
    ),
    option_part(Options),
    Part("seats", (1,), "number of seats"),
)
(
    AT_CUBES, AT_DERRICKS, ROADS, AT_TRUCKS, AT_VALUES, AT_MONEY, AT_STORED, DICE, AT_STAGE, AT_TURN,
    AT_DEPOT, AT_ROUNDS, OPTIONS, AT_SEATS,
) = offsets(OBSERVATION)  # fmt: skip


@jit
def _platform(cell: int) -> int:
    """The number of the platform in a cell."""
    return FIELD_SIZE * (cell // WIDTH) + cell % WIDTH


@jit
def _cell(platform: int) -> int:
    """The cell of the platform with a number."""
    return WIDTH * (platform // FIELD_SIZE) + platform % FIELD_SIZE


# --- Actions -------------------------------------------------------------------------------------------


@jit
def number(s: IntArray, seat: int, code: int) -> int:
    """The number of an action with this code."""
    kind = code >> DETAILS << DETAILS
    details = code - kind
    if kind == DRIVE:
        truck, load = max((details >> NUMBER) - 1, 0), details >> LOAD & CELL
        return DRIVES + ENDS * truck + _end(details >> 6 & 3, details & CELL, load - 1)
    if kind == SHIFT:
        return SHIFTS + PLATFORMS * _platform(details & CELL) + _platform(details >> TO)
    if kind == BUILD:
        return _platform(details)
    if kind == LEAVE:
        return LEAVES + max((details >> NUMBER) - 1, 0)
    return ROLL_NUMBER if kind == ROLL else PASS_NUMBER


@jit
def _end(kind: int, cell: int, platform: int) -> int:
    """The number of ending a drive in a place of a kind, with the cube of a platform or, below 0, none."""
    choice = 0
    if platform >= 0:
        while LOAD_OFFSETS[kind, choice] != cell - platform:
            choice += 1
        choice += 1
    if kind == CROSSING:
        return CROSSING_CHOICES * cell + choice
    if kind == ACROSS:
        return ACROSS_ENDS + GAP_CHOICES * _platform(cell) + choice
    return DOWN_ENDS + GAP_CHOICES * cell + choice


@jit
def code(s: IntArray, seat: int, number: int) -> int:
    """The code of the action with this number."""
    if number >= DRIVES:
        truck, end = (number - DRIVES) // ENDS, (number - DRIVES) % ENDS
        return DRIVE | _drive(end) | truck + (s[TRUCKS] > 1) << NUMBER  # type: ignore[no-any-return]
    if number >= LEAVES:
        return LEAVE | number - LEAVES + (s[TRUCKS] > 1) << NUMBER  # type: ignore[no-any-return]
    if number >= SHIFTS:
        here, there = (number - SHIFTS) // PLATFORMS, (number - SHIFTS) % PLATFORMS
        return SHIFT | _cell(here) | _cell(there) << TO
    if number < PLATFORMS:
        return BUILD | _cell(number)
    return ROLL if number == ROLL_NUMBER else PASS


@jit
def _drive(end: int) -> int:
    """The details of a drive: where it ends, and what is loaded there."""
    if end < ACROSS_ENDS:
        kind, cell, choice = CROSSING, end // CROSSING_CHOICES, end % CROSSING_CHOICES
    elif end < DOWN_ENDS:
        end -= ACROSS_ENDS
        kind, cell, choice = ACROSS, _cell(end // GAP_CHOICES), end % GAP_CHOICES
    else:
        end -= DOWN_ENDS
        kind, cell, choice = DOWN, end // GAP_CHOICES, end % GAP_CHOICES
    load = cell - LOAD_OFFSETS[kind, choice - 1] + 1 if choice else 0
    return cell | kind << 6 | load << LOAD


# --- Observations --------------------------------------------------------------------------------------


@jit
def observe(s: IntArray, seat: int, out: Row) -> None:
    """Write the position: nothing is hidden from anybody."""
    out[:] = 0
    for colour in range(FIELD_SIZE):
        _observe_platforms(s[CUBES + colour], out, AT_CUBES + PLATFORMS * colour)
        out[AT_VALUES + colour] = s[VALUES + colour]
    for kind in range(DOWN + 1):
        spaces = ROAD[s[LAYOUT], kind]
        while spaces:
            out[ROADS + _place(lowest_bit(spaces) | kind << 6)] = 1
            spaces &= spaces - 1
    for other in range(s[SEATS]):
        _observe_seat(s, other, other - seat if other >= seat else other - seat + s[SEATS], out)
    out[DICE], out[DICE + 1] = s[FIRST_DIE], s[FIRST_DIE + 1]
    out[AT_STAGE + s[STAGE]] = 1
    out[AT_DEPOT + seat] = 1
    out[AT_ROUNDS], out[AT_ROUNDS + 1], out[AT_ROUNDS + 2] = s[ROUNDS], s[QUIET], s[IDLE]
    out[OPTIONS:AT_SEATS], out[AT_SEATS] = s[:SEATS], s[SEATS]


@jit
def _observe_platforms(bits: int, out: Row, at: int) -> None:
    """Write 1 for each of these platforms."""
    while bits:
        out[at + _platform(lowest_bit(bits))] = 1
        bits &= bits - 1


@jit
def _place(space: int) -> int:
    """A space as `LATTICE_SIZE * row + column`."""
    cell, kind = space & CELL, space >> 6
    row = 2 * (cell // WIDTH) + (kind == DOWN)
    return LATTICE_SIZE * row + 2 * (cell % WIDTH) + (kind == ACROSS)


@jit
def _observe_seat(s: IntArray, seat: int, seen: int, out: Row) -> None:
    """Write what belongs to a seat, which comes so many after the observer."""
    _observe_platforms(s[DERRICKS + seat], out, AT_DERRICKS + PLATFORMS * seen)
    out[AT_MONEY + seen] = s[MONEY + seat]
    for colour in range(FIELD_SIZE):
        out[AT_STORED + FIELD_SIZE * seen + colour] = s[STORED + FIELD_SIZE * seat + colour]
    for truck in range(s[TRUCKS]):
        space, at = s[SPACES + MOST_TRUCKS * seat + truck], AT_TRUCKS + 3 * (MOST_TRUCKS * seen + truck)
        if space != DEPOT:
            place = _place(space)
            out[ROADS + place] = 2 + seen
            out[at], out[at + 1] = 1 + place % LATTICE_SIZE, 1 + place // LATTICE_SIZE
        out[at + 2] = 1 + s[LOADS + MOST_TRUCKS * seat + truck]
    if actor(s) == seat:
        out[AT_TURN + seen] = 1
