"""Kernel of Ghawar: its rules compiled (see `core.bots.kernel`).

The lattice is 7 × 7 *cells* of two by two places each, numbered `7 * row + column`:

    CROSSING  ACROSS       a crossing, and the gap to the east of it, in a road that leads across;
    DOWN      platform     the gap to the south of it, in a road that leads down, and a platform

In the easternmost and southernmost cells there is no platform. So places of one kind are a *bitboard*, a bit
for each cell. A space is `cell | kind << 6`, or `DEPOT` as in the rules; a platform is its cell.

A state is an int64 array with the indices `SEATS` … `CUBES_OUT`, and from these on:

    TAKEN             bitboards of the spaces on which trucks stand, one for each kind
    CUBES, DERRICKS   bitboards of the platforms with a cube of each colour, and with a derrick of each seat
    VALUES            for each colour
    MONEY, HOPED      for each seat
    STORED, ROLLED    for each seat and colour, or pips: `FIELD_SIZE` numbers a seat
    SPACES, LOADS     for each seat and truck: `MOST_TRUCKS` numbers a seat

`CUBES_OUT` counts the cubes on platforms and trucks. The dice are 0 where none lies.

Code of an action: its kind, `CUBE` … `PASS`, and details in the lowest 16 bits:

    CUBE, VALUE, DIE  colour, or pips - 1            BUILD   platform
    DICE              6 * (column - 1) + row - 1     SHIFT   platform | platform to which it goes << TO
    LEAVE             number of the truck << NUMBER
    DRIVE             space | (platform from which it loads + 1, or 0) << LOAD | number of the truck << NUMBER
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from core import codec
from core.bots.compiled import bit_count, jit, lowest_bit, nth_bit, random_below, share_win
from core.bots.contract import FloatArray
from core.bots.kernel import CHANCE, OVER, Generator, IntArray
from core.game import Seat, read_only
from core.games.ghawar.roads import DEPOT_SIDES, RoadLayout, roads
from core.games.ghawar.scoring import MOST_SEATS
from core.games.ghawar.state import (
    COLOURS,
    CUBES_PER_COLOUR,
    DEPOT,
    DERRICKS_PER_SEAT,
    FIELD_SIZE,
    MOST_BUILDING_ROUNDS,
    MOST_QUIET_ROUNDS,
    NOTHING,
    PLATFORMS,
    Action,
    Build,
    Cube,
    Dice,
    Die,
    Drive,
    Leave,
    Options,
    Pass,
    Roll,
    Shift,
    Stage,
    State,
    Value,
    place_of,
    space_at,
)

MOST_TRUCKS: Final = 3

TRUCKS, LAYOUT, CROSSING_LOADS, DICE_CHOICE, ROLLS_TO_DRIVE, STALEMATE, ENDS_LOADED, SEATS = range(8)
STAGE, TURN, FIRST_DIE, SECOND_DIE, ROUNDS, QUIET, IDLE, CUBES_OUT, TAKEN = range(8, 17)
CUBES: Final = TAKEN + 3
DERRICKS: Final = CUBES + FIELD_SIZE
VALUES: Final = DERRICKS + MOST_SEATS
MONEY: Final = VALUES + FIELD_SIZE
HOPED: Final = MONEY + MOST_SEATS
STORED: Final = HOPED + MOST_SEATS
ROLLED: Final = STORED + MOST_SEATS * FIELD_SIZE
SPACES: Final = ROLLED + MOST_SEATS * FIELD_SIZE
LOADS: Final = SPACES + MOST_SEATS * MOST_TRUCKS
SIZE: Final = LOADS + MOST_SEATS * MOST_TRUCKS
MOST_ACTIONS: Final = 14 * 22 + MOST_TRUCKS * 186
"""Moves of 14 derricks to 22 platforms, and the most drives: from one place, over the ring, by one roll."""
HIDDEN: Final = False

STAGES: Final = get_args(Stage)
AT_CUBES, AT_VALUES, AT_DICE, AT_BUILD, AT_CHOOSE, AT_DIE, AT_MOVE, AT_END = range(len(STAGES))
DERRICKS_EACH: Final = np.array([DERRICKS_PER_SEAT.get(count, 0) for count in range(MOST_SEATS + 1)])
"""Derricks of each seat, by the number of seats."""

DETAILS: Final = 16
"""Bits of an action's details."""
CUBE, VALUE, DICE, DIE, ROLL, BUILD, DRIVE, LEAVE, SHIFT, PASS = (kind << DETAILS for kind in range(10))
TO, LOAD, NUMBER = 6, 8, 14
SPACE: Final = (1 << LOAD) - 1
"""Bits of the space where a drive ends."""

CROSSING, ACROSS, DOWN, HOME = range(4)
"""Kinds of spaces, and where else a drive may end: bit 0 of its bitboard is the depot."""
WIDTH: Final = FIELD_SIZE + 1
"""Cells in a row."""
CELL: Final = (1 << 6) - 1
"""Bits of a space's cell."""


def space_of(x: int, y: int) -> int:
    """The space at a place of the lattice."""
    return y // 2 * WIDTH + x // 2 | (y % 2 * 2 + x % 2) << 6


def _place(space: int) -> tuple[int, int]:
    """The place of a space on the lattice."""
    y, x = divmod(space & CELL, WIDTH)
    return 2 * x + (space >> 6) % 2, 2 * y + (space >> 6) // 2


def platform_of(x: int, y: int) -> int:
    """The platform at a place of the lattice."""
    return space_of(x, y) & CELL


def _place_of_platform(platform: int) -> tuple[int, int]:
    """The place of a platform on the lattice."""
    y, x = divmod(platform, WIDTH)
    return 2 * x + 1, 2 * y + 1


def _bitboards(spaces: Iterable[int]) -> list[int]:
    """The bitboards of spaces, numbered as in the rules, one for each kind."""
    bitboards = [0, 0, 0]
    for space in (space_of(*place_of(number)) for number in spaces):
        bitboards[space >> 6] |= 1 << (space & CELL)
    return bitboards


LAYOUTS: Final = get_args(RoadLayout)
ROAD: Final = np.array([_bitboards(roads(layout).spaces) for layout in LAYOUTS])
"""All spaces, by layout and kind."""
EDGE: Final = np.array([[_bitboards(roads(layout).edge[side]) for side in DEPOT_SIDES] for layout in LAYOUTS])
"""Spaces where the trucks of a seat enter and leave, by layout, seat and kind."""
PLATFORM_CELLS: Final = np.add.outer(WIDTH * np.arange(FIELD_SIZE), np.arange(FIELD_SIZE))
"""Cells of the platforms, shape (6, 6)."""
FIELD: Final[int] = sum(1 << cell for cell in PLATFORM_CELLS.ravel().tolist())
"""Bits of all platforms."""
DIAGONALS: Final = np.array(
    [sum(1 << row * WIDTH + row + east for row in range(FIELD_SIZE - east)) for east in range(FIELD_SIZE)]
)
"""Bits of the platforms so many columns to the east of the main diagonal."""

Ends = tuple[int, int, int, int]
"""Ends of drives: bitboards of the kinds `CROSSING` … `HOME`."""
GROUP_KINDS: Final = np.array([HOME, CROSSING, ACROSS, DOWN, *[ACROSS] * 2, *[DOWN] * 2, *[CROSSING] * 4])
GROUP_OFFSETS: Final = np.array([*[NOTHING] * 4, 0, WIDTH, 0, 1, 0, 1, WIDTH, WIDTH + 1])
"""All drives of a truck in groups: the kind of space where they end, and how many cells before it lies the
platform from which they load, or `NOTHING`. The last four are those that load on crossings."""
GAP_GROUPS, ALL_GROUPS = 8, 12
"""Number of groups without and with loading on crossings."""


# --- From the rules and back ---------------------------------------------------------------------------


def from_state(state: State) -> IntArray:
    """The array of a state."""
    s = np.zeros(SIZE, dtype=np.int64)
    options, seats = state.options, state.seats
    s[:SEATS], s[SEATS] = codec.option_numbers(options), seats
    s[STAGE], s[TURN] = STAGES.index(state.stage), state.turn
    s[FIRST_DIE : FIRST_DIE + len(state.dice)] = state.dice
    s[ROUNDS], s[QUIET], s[IDLE] = state.rounds, state.quiet, state.idle
    s[CUBES_OUT] = np.count_nonzero(state.cubes != NOTHING) + np.count_nonzero(state.loads != NOTHING)
    _put_on_platforms(s[CUBES:DERRICKS], state.cubes)
    _put_on_platforms(s[DERRICKS:VALUES], state.derricks)
    s[VALUES:MONEY] = state.values
    s[MONEY : MONEY + seats], s[HOPED : HOPED + seats] = state.money, state.hoped
    _by_seat(s, STORED, FIELD_SIZE)[:] = state.stored
    _by_seat(s, ROLLED, FIELD_SIZE)[:] = state.rolled
    s[TAKEN:CUBES] = _bitboards(state.trucks[state.trucks != DEPOT].tolist())
    for truck, space in np.ndenumerate(state.trucks):
        _by_seat(s, SPACES, MOST_TRUCKS)[truck] = DEPOT if space == DEPOT else space_of(*place_of(int(space)))
    _by_seat(s, LOADS, MOST_TRUCKS)[:, : options.trucks] = state.loads
    return s


def to_state(s: IntArray) -> State:
    """The state of an array."""
    options: Options = codec.options_of_numbers(Options, s[:SEATS].tolist())
    seats = int(s[SEATS])
    spaces = _by_seat(s, SPACES, MOST_TRUCKS)[:, : options.trucks].tolist()
    trucks = [[DEPOT if space == DEPOT else space_at(*_place(space)) for space in own] for own in spaces]
    return State(
        options,
        seats,
        cubes=_on_platforms(s[CUBES:DERRICKS]),
        derricks=_on_platforms(s[DERRICKS:VALUES]),
        values=read_only(s[VALUES:MONEY].astype(np.int8)),
        trucks=read_only(np.array(trucks, dtype=np.int16)),
        loads=read_only(_by_seat(s, LOADS, MOST_TRUCKS)[:, : options.trucks].astype(np.int8)),
        stored=read_only(_by_seat(s, STORED, FIELD_SIZE).astype(np.int8)),
        money=read_only(s[MONEY : MONEY + seats].astype(np.int16)),
        rolled=read_only(_by_seat(s, ROLLED, FIELD_SIZE).astype(np.int16)),
        hoped=read_only(s[HOPED : HOPED + seats].astype(np.int16)),
        stage=STAGES[s[STAGE]],
        turn=Seat(int(s[TURN])),
        dice=tuple(pips for pips in s[FIRST_DIE : SECOND_DIE + 1].tolist() if pips),
        rounds=int(s[ROUNDS]),
        quiet=int(s[QUIET]),
        idle=bool(s[IDLE]),
    )


def _by_seat(s: IntArray, begin: int, width: int) -> IntArray:
    """View of what each seat has `width` numbers of, shape (seats, width)."""
    return s[begin : begin + MOST_SEATS * width].reshape(MOST_SEATS, width)[: s[SEATS]]


def _put_on_platforms(bitboards: IntArray, numbers: NDArray[np.int8]) -> None:
    """Fill the bitboards from the number, a colour or a seat, of what is on each platform, shape (6, 6)."""
    for number in range(len(bitboards)):
        bitboards[number] = (1 << PLATFORM_CELLS[numbers == number]).sum()


def _on_platforms(bitboards: IntArray) -> NDArray[np.int8]:
    """The number of what is on each platform, shape (6, 6)."""
    numbers = np.full((FIELD_SIZE, FIELD_SIZE), NOTHING, dtype=np.int8)
    for number, bits in enumerate(bitboards):
        numbers[(bits >> PLATFORM_CELLS & 1) == 1] = number
    return read_only(numbers)


def code_of(action: Action) -> int:
    """The code of an action."""
    match action:
        case Cube(colour):
            return CUBE | COLOURS.index(colour)
        case Value(colour):
            return VALUE | COLOURS.index(colour)
        case Dice(column, row):
            return DICE | (column - 1) * FIELD_SIZE + row - 1
        case Die(pips):
            return DIE | pips - 1
        case Build(x, y):
            return BUILD | platform_of(x, y)
        case Drive(x, y, load, truck):
            platform = NOTHING if load is None else platform_of(*load)
            return DRIVE | space_of(x, y) | platform + 1 << LOAD | truck << NUMBER
        case Leave(truck):
            return LEAVE | truck << NUMBER
        case Shift(x, y, to):
            return SHIFT | platform_of(x, y) | platform_of(*to) << TO
        case Roll():
            return ROLL
        case Pass():
            return PASS


_ACTIONS: Final[dict[int, Callable[[int], Action]]] = {
    CUBE: lambda details: Cube(COLOURS[details]),
    VALUE: lambda details: Value(COLOURS[details]),
    DICE: lambda details: Dice(details // FIELD_SIZE + 1, details % FIELD_SIZE + 1),
    DIE: lambda details: Die(details + 1),
    ROLL: lambda details: Roll(),
    BUILD: lambda details: Build(*_place_of_platform(details)),
    DRIVE: lambda details: Drive(*_place(details & SPACE), _load_place(details), details >> NUMBER),
    LEAVE: lambda details: Leave(details >> NUMBER),
    SHIFT: lambda details: Shift(*_place_of_platform(details & CELL), _place_of_platform(details >> TO)),
    PASS: lambda details: Pass(),
}
"""Actions of each kind, from their details."""


def action_of(code: int) -> Action:
    """The action with a code."""
    kind = code >> DETAILS << DETAILS
    return _ACTIONS[kind](code - kind)


def _load_place(details: int) -> tuple[int, int] | None:
    """The place of the platform from which a drive loads."""
    platform = (details >> LOAD & CELL) - 1
    return None if platform < 0 else _place_of_platform(platform)


# --- The game ------------------------------------------------------------------------------------------


@jit
def seats(s: IntArray) -> int:
    """Number of seats."""
    return s[SEATS]  # type: ignore[no-any-return]


@jit
def actor(s: IntArray) -> int:
    """The seat to act, `CHANCE` or `OVER`."""
    stage = s[STAGE]
    if stage in (AT_BUILD, AT_CHOOSE, AT_MOVE):
        return s[TURN]  # type: ignore[no-any-return]
    return OVER if stage == AT_END else CHANCE


@jit
def legal(s: IntArray, seat: int, actions: IntArray) -> int:
    """Write the codes of all legal actions; returns their number."""
    count = 0
    if s[STAGE] == AT_BUILD:
        platforms = _rolled_platforms(s)
        while platforms:
            actions[count] = BUILD | lowest_bit(platforms)
            platforms &= platforms - 1
            count += 1
        return count
    if s[STAGE] == AT_CHOOSE:
        actions[0] = ROLL
        return _list_shifts(s, actions, 1)
    for truck in range(s[TURN] * MOST_TRUCKS, s[TURN] * MOST_TRUCKS + s[TRUCKS]):
        count = _list_drives(s, truck, actions, count)
    if not s[ROLLS_TO_DRIVE]:
        count = _list_shifts(s, actions, count)
    if not count:
        actions[0] = PASS
        return 1
    return count


@jit
def apply(s: IntArray, seat: int, action: int) -> None:
    """Change the state to the one after an action."""
    kind = action >> DETAILS << DETAILS
    details = action - kind
    if kind == CUBE:
        _put_cube(s, details)
    elif kind == VALUE:
        _put_value(s, details)
    elif kind == DICE:
        _roll_dice(s, details // FIELD_SIZE + 1, details % FIELD_SIZE + 1)
    elif kind == BUILD:
        _build(s, details)
    elif kind == ROLL:
        s[STAGE] = AT_DIE
    elif kind == DIE:
        _roll_die(s, details + 1)
    else:
        if kind == DRIVE:
            truck = _truck(s, details >> NUMBER)
            _arrive(s, truck, details & SPACE)
            if details >> LOAD & CELL:
                _load(s, truck, (details >> LOAD & CELL) - 1)
        elif kind == LEAVE:
            _leave(s, _truck(s, details >> NUMBER))
        elif kind == SHIFT:
            s[DERRICKS + s[TURN]] ^= 1 << (details & CELL) | 1 << (details >> TO)
        _next_driver(s)


@jit
def chances(s: IntArray, actions: IntArray, weights: FloatArray) -> int:
    """Write what chance may do and how likely each is; returns their number."""
    stage, count = s[STAGE], 0
    if stage in (AT_CUBES, AT_VALUES):
        for colour in range(FIELD_SIZE):
            weight = _cubes_left(s, colour) if stage == AT_CUBES else s[VALUES + colour] == 0
            if weight:
                actions[count] = (CUBE if stage == AT_CUBES else VALUE) | colour
                weights[count] = weight
                count += 1
        return count
    count = FIELD_SIZE * FIELD_SIZE if stage == AT_DICE else FIELD_SIZE
    for roll in range(count):
        actions[roll] = (DICE if stage == AT_DICE else DIE) | roll
        weights[roll] = 1
    return count


@jit
def draw(s: IntArray, rng: Generator) -> int:
    """Action of chance, drawn at random."""
    stage, colour = s[STAGE], 0
    if stage == AT_DIE:
        return DIE | random_below(rng, FIELD_SIZE)
    if stage == AT_DICE:
        return DICE | random_below(rng, FIELD_SIZE * FIELD_SIZE)
    if stage == AT_CUBES:
        number = random_below(rng, PLATFORMS - s[CUBES_OUT])
        while number >= _cubes_left(s, colour):
            number -= _cubes_left(s, colour)
            colour += 1
        return CUBE | colour
    without = 0
    for colour in range(FIELD_SIZE):
        without |= (s[VALUES + colour] == 0) << colour
    return VALUE | nth_bit(without, random_below(rng, bit_count(without)))


@jit
def outcome(s: IntArray, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's share of the win, and its points, which are its money in the end."""
    for seat in range(s[SEATS]):
        points[seat] = s[MONEY + seat]
    for colour in range(FIELD_SIZE):
        value, leader, most = s[VALUES + colour], NOTHING, 0
        for seat in range(s[SEATS]):
            stored = s[STORED + seat * FIELD_SIZE + colour]
            points[seat] += stored * value
            if stored >= most:
                leader, most = (seat if stored > most else NOTHING), stored
        if leader != NOTHING:
            points[leader] += value
    share_win(points, s[SEATS], wins)


@jit
def playout(s: IntArray, rng: Generator) -> None:
    """Play on at random to the end."""
    while s[STAGE] != AT_END:
        if actor(s) == CHANCE:
            apply(s, CHANCE, draw(s, rng))
        else:
            apply(s, s[TURN], random_action(s, rng))


@jit
def random_action(s: IntArray, rng: Generator) -> int:
    """Something that the seat in turn may do, every legal action as likely; no list is needed."""
    if s[STAGE] == AT_BUILD:
        platforms = _rolled_platforms(s)
        return BUILD | nth_bit(platforms, random_below(rng, bit_count(platforms)))
    own, free = s[DERRICKS + s[TURN]], free_platforms(s)
    shifts = bit_count(own) * bit_count(free)
    if s[STAGE] == AT_CHOOSE:
        number = random_below(rng, shifts + 1)
        return ROLL if number == shifts else _nth_shift(own, free, number)
    if s[ROLLS_TO_DRIVE]:
        shifts = 0
    # What was chosen before a truck gives way to one of its drives as often as their share of all is.
    none = 0 * s[TURN]  # a number, no literal: for that its functions would be compiled once more
    total, chosen, chosen_count, chosen_ends, chosen_offers = shifts, NOTHING, 0, (none, none, none, none), 0
    for truck in range(s[TURN] * MOST_TRUCKS, s[TURN] * MOST_TRUCKS + s[TRUCKS]):
        ends, offers = reachable(s, truck), offered(s, truck)
        count = _count_drives(s, ends, offers)
        total += count
        if count and random_below(rng, total) < count:
            chosen, chosen_count, chosen_ends, chosen_offers = truck, count, ends, offers
    if chosen != NOTHING:
        return _nth_drive(s, chosen, chosen_ends, chosen_offers, random_below(rng, chosen_count))
    return _nth_shift(own, free, random_below(rng, shifts)) if shifts else PASS


# --- Setup ---------------------------------------------------------------------------------------------


@jit
def _cubes_left(s: IntArray, colour: int) -> int:
    """Number of cubes of a colour that are not laid out yet."""
    return CUBES_PER_COLOUR - bit_count(s[CUBES + colour])


@jit
def _put_cube(s: IntArray, colour: int) -> None:
    """A cube on the next platform, row by row from the north-west."""
    platform = s[CUBES_OUT] // FIELD_SIZE * WIDTH + s[CUBES_OUT] % FIELD_SIZE
    s[CUBES + colour] |= 1 << platform
    s[CUBES_OUT] += 1
    if s[CUBES_OUT] == PLATFORMS:
        s[STAGE] = AT_VALUES


@jit
def _put_value(s: IntArray, colour: int) -> None:
    """The next value for a colour, from 1 to 6; then the derricks go up."""
    value = s[VALUES : VALUES + FIELD_SIZE].max() + 1
    s[VALUES + colour] = value
    if value == FIELD_SIZE:
        s[STAGE] = AT_DICE


# --- Phase 1: derricks ---------------------------------------------------------------------------------


@jit
def all_derricks(s: IntArray) -> int:
    """All platforms with a derrick."""
    bits = 0
    for seat in range(MOST_SEATS):
        bits |= s[DERRICKS + seat]
    return bits


@jit
def _roll_dice(s: IntArray, column: int, row: int) -> None:
    """A derrick goes up where the dice say, if there is none."""
    s[FIRST_DIE], s[SECOND_DIE] = column, row
    s[HOPED + s[TURN]] += _useful_rolls(s)
    platforms = _rolled_platforms(s)
    if not platforms:
        _next_builder(s)
    elif s[DICE_CHOICE]:
        s[STAGE] = AT_BUILD
    else:
        _build(s, lowest_bit(platforms))


@jit
def _rolled_platforms(s: IntArray) -> int:
    """The platforms without a derrick that the dice name."""
    column, row = s[FIRST_DIE] - 1, s[SECOND_DIE] - 1
    platforms = 1 << row * WIDTH + column
    if s[DICE_CHOICE]:
        platforms |= 1 << column * WIDTH + row
    return platforms & ~all_derricks(s)  # type: ignore[no-any-return]


@jit
def _useful_rolls(s: IntArray) -> int:
    """Number of the 36 rolls that find room for a derrick now."""
    taken = all_derricks(s)
    if not s[DICE_CHOICE]:
        return PLATFORMS - bit_count(taken)
    useless = bit_count(taken & DIAGONALS[0])
    for east in range(1, FIELD_SIZE):
        # From a platform to the one with column and row exchanged.
        exchanged = east * (WIDTH - 1)
        useless += 2 * bit_count(taken & taken >> exchanged & DIAGONALS[east])
    return PLATFORMS - useless


@jit
def _build(s: IntArray, platform: int) -> None:
    s[DERRICKS + s[TURN]] |= 1 << platform
    _next_builder(s)


@jit
def _next_builder(s: IntArray) -> None:
    """The next seat rolls. Once one has put up its last derrick, the round is finished; then trucks drive."""
    s[STAGE] = AT_DICE
    s[TURN] += 1
    if s[TURN] < s[SEATS]:
        return
    s[TURN] = 0
    s[ROUNDS] += 1
    built = 0
    for seat in range(s[SEATS]):
        built = max(built, bit_count(s[DERRICKS + seat]))
    if built == DERRICKS_EACH[s[SEATS]] or s[ROUNDS] == MOST_BUILDING_ROUNDS:
        s[STAGE], s[ROUNDS] = _before_driving(s), 0


# --- Phase 2: trucks -----------------------------------------------------------------------------------


@jit
def _before_driving(s: IntArray) -> int:
    """The stage in which a turn of phase 2 begins."""
    return AT_CHOOSE if s[ROLLS_TO_DRIVE] else AT_DIE


@jit
def _roll_die(s: IntArray, pips: int) -> None:
    s[STAGE] = AT_MOVE
    s[FIRST_DIE], s[SECOND_DIE] = pips, 0
    s[ROLLED + s[TURN] * FIELD_SIZE + pips - 1] += 1


@jit
def _truck(s: IntArray, number: int) -> int:
    """Index, from `SPACES` and `LOADS` on, of the truck of the seat in turn that actions call so."""
    return s[TURN] * MOST_TRUCKS + max(number - 1, 0)  # type: ignore[no-any-return]


@jit
def reachable(s: IntArray, truck: int) -> Ends:
    """Places to which a truck of the seat in turn may drive with the roll: a bitboard for each kind.

    It drives all routes at once, space by space: `north` … `west` are the crossings that it has reached in
    this direction, `a_east` … `d_north` the gaps. Its own start counts as taken: no route comes back there.
    """
    start, pips, edge = s[SPACES + truck], s[FIRST_DIE], EDGE[s[LAYOUT], s[TURN]]
    edge_c, edge_a, edge_d = edge[CROSSING], edge[ACROSS], edge[DOWN]
    free = ROAD[s[LAYOUT]]
    free_c = free[CROSSING] & ~s[TAKEN + CROSSING]
    free_a = free[ACROSS] & ~s[TAKEN + ACROSS]
    free_d = free[DOWN] & ~s[TAKEN + DOWN]
    if start == DEPOT:
        crossing, across, down = edge_c & free_c, edge_a & free_a, edge_d & free_d
        edge_c = edge_a = edge_d = 0
        pips -= 1
    else:
        bit, kind = 1 << (start & CELL), start >> 6
        crossing, across, down = bit * (kind == CROSSING), bit * (kind == ACROSS), bit * (kind == DOWN)
    north = east = south = west = crossing
    a_east = a_west = across
    d_south = d_north = down
    home = 0
    for _ in range(pips):
        home |= (north | east | south | west) & edge_c
        home |= (a_east | a_west) & edge_a | (d_south | d_north) & edge_d
        east, west, south, north, a_east, a_west, d_south, d_north = (
            a_east << 1 & free_c,
            a_west & free_c,
            d_south << WIDTH & free_c,
            d_north & free_c,
            (north | east | south) & free_a,
            (north | west | south) >> 1 & free_a,
            (west | south | east) & free_d,
            (west | north | east) >> WIDTH & free_d,
        )
    return north | east | south | west, a_east | a_west, d_south | d_north, 1 if home else 0


@jit
def offered(s: IntArray, truck: int) -> int:
    """The platforms whose cube a truck of the seat in turn could load, if it comes beside them."""
    if s[LOADS + truck] != NOTHING:
        return 0
    cubes = cheap = 0
    own = s[DERRICKS + s[TURN]]
    for colour in range(FIELD_SIZE):
        cubes |= s[CUBES + colour]
        if s[VALUES + colour] <= s[MONEY + s[TURN]]:
            cheap |= s[CUBES + colour]
    return cubes & own | cheap & all_derricks(s) & ~own  # type: ignore[no-any-return]


@jit
def group_count(s: IntArray) -> int:
    """Number of groups of drives that there are."""
    return ALL_GROUPS if s[CROSSING_LOADS] else GAP_GROUPS


@jit
def ends_of_group(ends: Ends, offers: int, group: int) -> int:
    """Ends of the drives of a group: a bitboard of their kind."""
    offset = GROUP_OFFSETS[group]
    if offset == NOTHING:
        return ends[GROUP_KINDS[group]]
    return ends[GROUP_KINDS[group]] & offers << offset  # type: ignore[no-any-return]


@jit
def drive_code(s: IntArray, truck: int, group: int, cell: int) -> int:
    """Code of the drive of a group that ends in this cell."""
    number = truck - s[TURN] * MOST_TRUCKS + (s[TRUCKS] > 1)
    if GROUP_KINDS[group] == HOME:
        return LEAVE | number << NUMBER  # type: ignore[no-any-return]
    offset = GROUP_OFFSETS[group]
    load = 0 if offset == NOTHING else cell - offset + 1
    return DRIVE | cell | GROUP_KINDS[group] << 6 | load << LOAD | number << NUMBER  # type: ignore[no-any-return]


@jit
def _count_drives(s: IntArray, ends: Ends, offers: int) -> int:
    """Number of drives of a truck."""
    count = 0
    for group in range(group_count(s)):
        count += bit_count(ends_of_group(ends, offers, group))
    return count


@jit
def _nth_drive(s: IntArray, truck: int, ends: Ends, offers: int, number: int) -> int:
    """Code of one of a truck's drives."""
    group = 0
    cells = ends_of_group(ends, offers, group)
    while number >= bit_count(cells):
        number -= bit_count(cells)
        group += 1
        cells = ends_of_group(ends, offers, group)
    return drive_code(s, truck, group, nth_bit(cells, number))


@jit
def _list_drives(s: IntArray, truck: int, actions: IntArray, count: int) -> int:
    """Write the codes of a truck's drives after `count` others; returns the new number."""
    ends, offers = reachable(s, truck), offered(s, truck)
    for group in range(group_count(s)):
        cells = ends_of_group(ends, offers, group)
        while cells:
            actions[count] = drive_code(s, truck, group, lowest_bit(cells))
            cells &= cells - 1
            count += 1
    return count


@jit
def _arrive(s: IntArray, truck: int, space: int) -> None:
    """A truck stands on another space, or in the depot."""
    for there in (s[SPACES + truck], space):
        if there != DEPOT:
            s[TAKEN + (there >> 6)] ^= 1 << (there & CELL)
    s[SPACES + truck] = space


@jit
def _load(s: IntArray, truck: int, platform: int) -> None:
    """A truck has loaded the cube of a platform, which is paid for."""
    colour = 0
    while not s[CUBES + colour] >> platform & 1:
        colour += 1
    s[CUBES + colour] ^= 1 << platform
    s[LOADS + truck] = colour
    for owner in range(s[SEATS]):
        if s[DERRICKS + owner] >> platform & 1:
            s[MONEY + s[TURN]] -= s[VALUES + colour]
            s[MONEY + owner] += s[VALUES + colour]
    s[QUIET] = s[IDLE] = 0


@jit
def _leave(s: IntArray, truck: int) -> None:
    """A truck is in its depot; its load is stored."""
    _arrive(s, truck, DEPOT)
    colour = s[LOADS + truck]
    if colour != NOTHING:
        s[STORED + s[TURN] * FIELD_SIZE + colour] += 1
        s[LOADS + truck] = NOTHING
        s[CUBES_OUT] -= 1
        s[QUIET] = s[IDLE] = 0


@jit
def any_cube(s: IntArray) -> bool:
    """Whether there is a cube on a platform."""
    cubes = 0
    for colour in range(FIELD_SIZE):
        cubes |= s[CUBES + colour]
    return cubes != 0


@jit
def _store_all(s: IntArray) -> None:
    """All loads are stored where their trucks are."""
    for truck in range(MOST_SEATS * MOST_TRUCKS):
        colour = s[LOADS + truck]
        if truck // MOST_TRUCKS < s[SEATS] and truck % MOST_TRUCKS < s[TRUCKS] and colour != NOTHING:
            s[STORED + truck // MOST_TRUCKS * FIELD_SIZE + colour] += 1
            s[LOADS + truck] = NOTHING
            s[CUBES_OUT] -= 1


@jit
def free_platforms(s: IntArray) -> int:
    """The platforms to which a derrick can be moved."""
    return FIELD & ~all_derricks(s)


@jit
def shift_code(here: int, there: int) -> int:
    """Code of the move of a derrick."""
    return SHIFT | here | there << TO


@jit
def _nth_shift(own: int, free: int, number: int) -> int:
    """Code of one of the moves from `own` platforms to `free` ones."""
    here = number // bit_count(free)
    return shift_code(nth_bit(own, here), nth_bit(free, number - here * bit_count(free)))


@jit
def _list_shifts(s: IntArray, actions: IntArray, count: int) -> int:
    """Write the codes of all moves of derricks after `count` others; returns the new number."""
    own = s[DERRICKS + s[TURN]]
    while own:
        free = free_platforms(s)
        while free:
            actions[count] = shift_code(lowest_bit(own), lowest_bit(free))
            free &= free - 1
            count += 1
        own &= own - 1
    return count


@jit
def _next_driver(s: IntArray) -> None:
    """The next seat's turn, unless the field is empty or nothing has happened for too many whole rounds."""
    s[STAGE] = _before_driving(s)
    if s[ENDS_LOADED] and not any_cube(s):
        _store_all(s)
    if not s[CUBES_OUT]:
        s[STAGE] = AT_END
    elif s[TURN] + 1 < s[SEATS]:
        s[TURN] += 1
    else:
        s[QUIET] = s[QUIET] + 1 if s[IDLE] else 0
        if s[QUIET] == (s[STALEMATE] if s[STALEMATE] else MOST_QUIET_ROUNDS):
            s[STAGE] = AT_END
        s[TURN], s[IDLE] = 0, 1
        s[ROUNDS] += 1
