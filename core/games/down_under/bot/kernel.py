"""Kernel of Down Under: its rules compiled (see `core.bots.kernel`).

The ground is kept as loose strands, runs of stretches that hang together, own or neutral, of which only the
two ends are remembered: laying a card ties strands together and never looks at what they are made of.

A *place* is `x + 128 | y + 128 << 8`. A *cell* is an index of a table of `CELLS`: that of a place is
`x & 15 | (y & 15) << 4`, or the next one that is free if another place has it. A *key* is a side of a cell
over which a strand leads into it, `4 * cell + side`. Instead of leading to a key, a strand may end in an end
card, `CLOSED`, or in a pool, `POOL - cell`. A *worth* is a length and, above it, numbers of animals, so that
worths add up. A *supply* is the cards left, four bits for each kind: straights by animal, curves by animal,
ends; without animals all show the first one.

A state is an int64 array with

    SEATS … STUCK      options; the field, `LEFT` … `BOTTOM` being taken (see `board.PlayingField`); the turn
    ONE … RING_OTHER   for each of four paths its two ends, its worth, its supply, and of a ring the keys to
                       which it led before (it is read from the first of its ends in the rules' state)
    PLACES + cell      the place of a cell; 0 if it has none yet
    GROUND + cell      what each side is joined to, four bits each: a side, `MIDDLE`, `WATER` or `BLANK`;
                       0 if nothing lies there
    STRANDS + key      the strand that leads over it: its other end, path and worth (see `_strand`); 0 if none
    PLAYED + number    card | animal << 4 | (path + 1) << 7 | ways << 10 | place << 18 of each card played

Cards are numbered as in `CARDS`, animals as in `ANIMALS` from 1, 0 is none. `ways` over a billabong are the
cards that join the same sides, + 1: the first one | the second one << 4.

Code of an action: `card | animal << 4 | colour << 7 | place << 9`, with `BILLABONG_CARD` or `TURNED` + a
number in `CURVES` as card if there is nothing to lay. The colour is 1 or 2, or 0 if seats have one path each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, get_args

import numpy as np
from msgspec.structs import replace

from core import codec
from core.bots.compiled import bit_count, jit, lowest_bit, random_below, share_win
from core.bots.contract import FloatArray
from core.bots.kernel import OVER, Generator, IntArray
from core.game import Seat
from core.games.down_under.board import (
    BLANK_PORT,
    CARD_PORTS,
    POOL_PORT,
    TWO_ENDS_PORTS,
    frame_of,
    size_of,
    trace_paths,
)
from core.games.down_under.rules import DOWN_UNDER, way
from core.games.down_under.scoring import RABBIT_POINTS, SET_POINTS
from core.games.down_under.state import (
    ANIMALS,
    BILLABONG,
    BILLABONGS,
    CARDS,
    CELL_MIDDLE,
    CURVES,
    NEUTRAL_SIDES,
    NOBODY,
    OWN_SIDES,
    SET_CARDS,
    SETS,
    SIDES,
    Action,
    Animal,
    Laid,
    Lay,
    LayBillabong,
    Lead,
    Options,
    Path,
    Shape,
    Stage,
    State,
    Stretch,
    Turn,
    cell_over,
    is_ring,
    opposite,
    starts_with_ends,
    supply,
)

SIZE_OPTION, WITH_ANIMALS, FRAME, SINGLE_START, TWO_PATHS, DINGO_LOSES, LONGEST_SCORED, SEATS = range(8)
PATHS, STARTS_WITH_ENDS, SHORT, LONG, WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = range(8, 18)
STAGE, TURN, FIRST_LAID, SECOND_LAID, FIRST_DUE, SECOND_DUE, POOLS, CARDS_PLAYED, STUCK = range(18, 27)
ONE, OTHER, WORTH, SUPPLY, RING_ONE, RING_OTHER = range(27, 27 + 6 * SETS, SETS)
CELLS: Final = 256
"""More than all cards and the cells around them: a path leads into two new ones at most with each card."""
PLACES: Final = RING_OTHER + SETS
GROUND: Final = PLACES + CELLS
STRANDS: Final = GROUND + CELLS
PLAYED: Final = STRANDS + 4 * CELLS
SIZE: Final = PLAYED + SETS * sum(SET_CARDS.values()) + BILLABONGS
MOST_ACTIONS: Final = 1024
"""More than 36 cells with 28 kinds of cards, for the first one within a border."""
HIDDEN: Final = False

FRAMES: Final = (None, "river", "border")
PAIRS: Final = (False, "two cards", "one card")
TWO_CARDS: Final = PAIRS.index("two cards")
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
START, OPENING, PLAY, ENDED = range(len(STAGES))

NOWHERE: Final = -1
"""Instead of a key, a cell or a path: none."""
CLOSED, RING, NOT_BEGUN, POOL = -2, -3, -4, -16
"""Instead of a key, at the end of a strand or path."""

FIRST_CURVE, FIRST_END, BILLABONG_CARD, TURNED = 2, 6, 10, 11
STRAIGHT_CARDS, CURVE_CARDS, END_CARDS = 0b11, 0b111100, 0b1111000000
"""Bits of the cards of each shape."""
CURVE_SUPPLY, END_SUPPLY = 4 * len(ANIMALS), 8 * len(ANIMALS)
"""First bits of curves and ends in a supply."""
LINE_SUPPLY: Final = (1 << CURVE_SUPPLY) - 1
"""Bits of the straights in a supply, and of the curves behind `CURVE_SUPPLY`."""
KANGAROO, EMU, PLATYPUS, RABBIT, DINGO = range(len(ANIMALS))
_SUPPLY: Final[dict[Shape, int]] = {"straight": 0, "curve": CURVE_SUPPLY, "end": END_SUPPLY}

LENGTH_BITS, ANIMAL_BITS = 8, 5
LENGTH_MASK, ANIMAL_MASK = (1 << LENGTH_BITS) - 1, (1 << ANIMAL_BITS) - 1
ANIMAL_WORTHS: Final = np.array([0, *(1 << LENGTH_BITS + ANIMAL_BITS * n for n in range(len(ANIMALS)))])
"""Worth of one animal of each kind."""

ENDS_FROM, PATH_SHIFT, WORTH_SHIFT = 512, 11, 14
SECOND_COLOUR: Final = 2
CROWD: Final = 3
"""Paths that lead to one cell if a billabong is to be laid there."""
OWN_STUB: Final = -2
"""Instead of a path: the stub of the end that is looked at (see `_met`)."""

MIDDLE, WATER, BLANK = 4, 5, 6
_PORTS: Final = {CELL_MIDDLE: MIDDLE, POOL_PORT: WATER, BLANK_PORT: BLANK}


def _packed(ports: Sequence[int]) -> int:
    """Side that each side is joined to, as in `GROUND`."""
    return sum(_PORTS.get(port, port) << 4 * side for side, port in enumerate(ports))


PORTS: Final = np.array([_packed(CARD_PORTS[card]) for card in CARDS])
"""Side that a card on an empty cell joins to each side."""
TWO_ENDS: Final = np.array([_packed(TWO_ENDS_PORTS.get(card, (0, 0, 0, 0))) for card in CARDS])
"""Side that an end joins to each side, if the opposite one lies there."""
ALL_WATER: Final = _packed((POOL_PORT,) * len(SIDES))
SIDES_OF: Final = np.array(
    [(OWN_SIDES[card][0], OWN_SIDES[card][-1], *NEUTRAL_SIDES[card]) for card in CARDS]
)
"""The two sides of the own part of each card, the only one of an end twice, and those of its neutral part."""
LINES_OVER: Final = np.array(
    [sum(1 << n for n, card in enumerate(CARDS[:FIRST_END]) if side in OWN_SIDES[card]) for side in SIDES]
)
"""Bits of the straights and curves that join each side."""
WAYS: Final = np.zeros(1 << len(SIDES), dtype=np.int64)
"""The way between two sides, by their bits."""
for _way, _card in enumerate(CARDS[:FIRST_END], 1):
    WAYS[sum(1 << side for side in OWN_SIDES[_card])] = _way
STEPS: Final = np.array([-256, 1, 256, -1])
"""From a place to the next one over each side."""


# --- From the rules and back ---------------------------------------------------------------------------


def from_state(state: State) -> IntArray:
    """The array of a state."""
    s = np.zeros(SIZE, dtype=np.int64)
    _set_options(s, state.options, state.seats)
    for laid in state.frame:
        _put(s, laid)
    s[CARDS_PLAYED] = 0
    for laid in state.played:
        _put(s, laid)
    for path in range(len(state.stuck)):
        s[STUCK] |= state.stuck[path] << path
        s[SUPPLY + path] = _supply(state, path)
        if is_ring(state.paths[path]):
            s[RING_ONE + path] = _key(s, _lead_behind(state.paths[path].run[0]))
    s[STAGE], s[TURN] = STAGES.index(state.stage), state.turn
    s[FIRST_LAID], s[SECOND_LAID] = (*state.laid, NOWHERE, NOWHERE)[:2]
    s[FIRST_DUE], s[SECOND_DUE] = (*(_key(s, lead) for lead in state.due), NOWHERE, NOWHERE)[:2]
    return s


def _set_options(s: IntArray, options: Options, seats: int) -> None:
    """Write the options, and an empty field."""
    s[:SEATS], s[SEATS] = codec.option_numbers(options), seats
    s[STARTS_WITH_ENDS] = starts_with_ends(options)
    s[PATHS] = 2 * seats if options.two_paths else seats
    s[SHORT], s[LONG] = size_of(options, seats) or (0, 0)
    if frame := frame_of(options, seats):
        s[WIDTH], s[HEIGHT] = frame.width, frame.height
    s[LEFT], s[TOP], s[RIGHT], s[BOTTOM] = 1, 1, 0, 0
    s[POOLS] = BILLABONGS
    s[ONE : OTHER + SETS] = NOT_BEGUN
    s[RING_ONE : RING_OTHER + SETS] = NOWHERE


def _put(s: IntArray, laid: Laid) -> None:
    """Put down a card that lies there already."""
    cell = _claimed(s, place_of(laid.x, laid.y))
    if laid.card == BILLABONG:
        first, second = (*(1 + CARDS.index(card) for card in laid.through), 0, 0)[:2]
        _lay_billabong(s, cell, first, second)
    else:
        _lay_down(s, laid.path, cell, CARDS.index(laid.card), _animal(laid.animal))


def _supply(state: State, path: int) -> int:
    return sum(
        number << _SUPPLY[shape] + 4 * max(0, _animal(animal) - 1)
        for (shape, animal), number in supply(state, path).items()
    )


def _animal(animal: Animal | None) -> int:
    return 0 if animal is None else 1 + ANIMALS.index(animal)


def _lead_behind(first: Stretch) -> Lead:
    """Place to which the first stretch of a ring led before its ends met."""
    return Lead(*cell_over((first.x, first.y), first.enters), opposite(first.enters))


def _key(s: IntArray, lead: Lead) -> int:
    return 4 * cell_at(s, place_of(lead.x, lead.y)) + lead.side


def to_state(s: IntArray) -> State:
    """The state of an array."""
    start = _start(codec.options_of_numbers(Options, s[:SEATS].tolist()), int(s[SEATS]))
    played = tuple(_laid(card) for card in s[PLAYED : PLAYED + s[CARDS_PLAYED]].tolist())
    paths = trace_paths(start.frame + played, len(start.paths))
    return replace(
        start,
        played=played,
        paths=tuple(_ring(s, number, path) if is_ring(path) else path for number, path in enumerate(paths)),
        stuck=tuple(bool(s[STUCK] >> path & 1) for path in range(s[PATHS])),
        stage=STAGES[s[STAGE]],
        turn=Seat(int(s[TURN])),
        laid=tuple(path for path in s[[FIRST_LAID, SECOND_LAID]].tolist() if path != NOWHERE),
        due=tuple(_lead(s, key) for key in s[[FIRST_DUE, SECOND_DUE]].tolist() if key != NOWHERE),
    )


@cache
def _start(options: Options, seats: int) -> State:
    return DOWN_UNDER.start(options, seats)


def _laid(card: int) -> Laid:
    """A card played, from its number in the array."""
    x, y = x_of(card >> 18), y_of(card >> 18)
    if card & 15 == BILLABONG_CARD:
        ways = (number for number in (card >> 10 & 15, card >> 14 & 15) if number)
        return Laid(BILLABONG, x, y, NOBODY, through=tuple(way(*OWN_SIDES[CARDS[n - 1]]) for n in ways))
    return Laid(CARDS[card & 15], x, y, (card >> 7 & 7) - 1, (None, *ANIMALS)[card >> 4 & 7])


def _ring(s: IntArray, number: int, path: Path) -> Path:
    """A ring read from where its ends met."""
    leads = [_lead(s, key) for key in s[[RING_ONE + number, RING_OTHER + number]].tolist() if key >= 0]
    for index, stretch in enumerate(path.run):
        if _lead_behind(stretch) in leads:
            return replace(path, run=path.run[index:] + path.run[:index])
    return path


def _lead(s: IntArray, key: int) -> Lead:
    place = int(s[PLACES + key // 4])
    return Lead(x_of(place), y_of(place), key % 4)


def code_of(action: Action) -> int:
    """The code of an action."""
    place = place_of(action.x, action.y) << 9
    if isinstance(action, LayBillabong):
        return BILLABONG_CARD | place
    if isinstance(action, Turn):
        return TURNED + CURVES.index(action.card) | place
    colour = 0 if action.colour is None else 1 + "ab".index(action.colour)
    return CARDS.index(action.card) | _animal(action.animal) << 4 | colour << 7 | place


def action_of(code: int) -> Action:
    """The action with a code."""
    card, x, y = code & 15, x_of(code >> 9), y_of(code >> 9)
    if card == BILLABONG_CARD:
        return LayBillabong(x, y)
    if card >= TURNED:
        return Turn(CURVES[card - TURNED], x, y)
    return Lay(CARDS[card], x, y, (None, *ANIMALS)[code >> 4 & 7], (None, "a", "b")[code >> 7 & 3])


# --- The rules -----------------------------------------------------------------------------------------


@jit
def seats(s: IntArray) -> int:
    """Number of seats."""
    return s[SEATS]  # type: ignore[no-any-return]


@jit
def actor(s: IntArray) -> int:
    """The seat to act, or `OVER`."""
    return OVER if s[STAGE] == ENDED else s[TURN]


@jit
def legal(s: IntArray, seat: int, actions: IntArray) -> int:
    """Write the codes of all legal actions; returns their number."""
    count = 0
    paths = paths_to_lay(s)
    while paths:
        count = _legal_for(s, lowest_bit(paths), actions, count)
        paths &= paths - 1
    return count


@jit
def apply(s: IntArray, seat: int, action: int) -> None:
    """Change the state to the one after an action, with the billabongs it brings about."""
    card, cell = action & 15, _claimed(s, action >> 9)
    path = seat + s[SEATS] if action >> 7 & 3 == SECOND_COLOUR else seat
    if s[FIRST_DUE] == NOWHERE:
        _note_laid(s, path)
    if card >= TURNED:
        _turn_curve(s, path, cell, FIRST_CURVE + card - TURNED)
    elif card == BILLABONG_CARD:
        _lay_instead_of_curve(s, path, cell)
    else:
        _lay_down(s, path, cell, card, action >> 4 & 7)
    _fill_billabongs(s, path)
    _go_on(s)


@jit
def outcome(s: IntArray, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's share of the win, and its points: without its dingos it cannot win."""
    for seat in range(s[SEATS]):
        points[seat] = _seat_points(s, seat)
        wins[seat] = points[seat] if is_eligible(s, seat) else -np.inf
        if wins[seat] == -np.inf and not s[DINGO_LOSES]:
            points[seat] = 0.0
    share_win(wins, s[SEATS], wins)


@jit
def playout(s: IntArray, rng: Generator) -> None:
    """Play on at random to the end."""
    actions = np.empty(MOST_ACTIONS, dtype=np.int64)
    while s[STAGE] != ENDED:
        apply(s, s[TURN], actions[random_below(rng, legal(s, s[TURN], actions))])


# --- Cells and the field -------------------------------------------------------------------------------


@jit
def place_of(x: int, y: int) -> int:
    """The place of a cell."""
    return x + 128 | y + 128 << 8


@jit
def x_of(place: int) -> int:
    """The column of a place."""
    return (place & 255) - 128


@jit
def y_of(place: int) -> int:
    """The row of a place."""
    return (place >> 8) - 128


@jit
def cell_at(s: IntArray, place: int) -> int:
    """The cell of a place, or the one that it would get."""
    cell = place & 15 | place >> 4 & 240
    while s[PLACES + cell] and s[PLACES + cell] != place:
        cell = cell + 1 & CELLS - 1
    return cell


@jit
def _claimed(s: IntArray, place: int) -> int:
    """The cell of a place, which has it from now on."""
    cell = cell_at(s, place)
    s[PLACES + cell] = place
    return cell


@jit
def _over(s: IntArray, key: int) -> int:
    """The same border seen from the next cell."""
    side = key & 3
    return 4 * _claimed(s, s[PLACES + (key >> 2)] + STEPS[side]) + (side ^ 2)


@jit
def has(s: IntArray, place: int) -> bool:
    """Whether a straight, curve or billabong could lie there without leaving the field."""
    x, y = x_of(place), y_of(place)
    if s[WIDTH]:
        return 0 <= x < s[WIDTH] and 0 <= y < s[HEIGHT]  # type: ignore[no-any-return]
    if not s[LONG] or s[LEFT] > s[RIGHT]:
        return True
    width = max(x, s[RIGHT]) - min(x, s[LEFT]) + 1
    height = max(y, s[BOTTOM]) - min(y, s[TOP]) + 1
    return min(width, height) <= s[SHORT] and max(width, height) <= s[LONG]  # type: ignore[no-any-return]


@jit
def _take(s: IntArray, place: int) -> None:
    """Count a place as taken in the field."""
    x, y = x_of(place), y_of(place)
    if s[LEFT] > s[RIGHT]:
        s[LEFT], s[TOP], s[RIGHT], s[BOTTOM] = x, y, x, y
    else:
        s[LEFT], s[RIGHT] = min(x, s[LEFT]), max(x, s[RIGHT])
        s[TOP], s[BOTTOM] = min(y, s[TOP]), max(y, s[BOTTOM])


# --- Strands -------------------------------------------------------------------------------------------


@jit
def _strand(end: int, path: int, worth: int) -> int:
    """A strand as it is noted at one of its ends, with the other one."""
    return end + ENDS_FROM | path + 1 << PATH_SHIFT | worth << WORTH_SHIFT


@jit
def end_of(strand: int) -> int:
    return (strand & (1 << PATH_SHIFT) - 1) - ENDS_FROM


@jit
def path_of(strand: int) -> int:
    """The path of a strand; `NOBODY` if it is free, or if there is none."""
    return (strand >> PATH_SHIFT & 7) - 1


@jit
def _join(s: IntArray, one: int, other: int, path: int, worth: int) -> None:
    """Add a stretch between two sides of a cell; instead of the other one may be an end card or a pool."""
    strand = s[STRANDS + one]
    if strand:
        s[STRANDS + one] = 0
        end, path, worth = end_of(strand), max(path, path_of(strand)), worth + (strand >> WORTH_SHIFT)
        if end == other and end >= 0:
            s[STRANDS + other] = 0
            _close_ring(s, path, one, other, worth)
            return
    else:
        end = _over(s, one)
    if other >= 0:
        strand = s[STRANDS + other]
        if strand:
            s[STRANDS + other] = 0
            other, path, worth = end_of(strand), max(path, path_of(strand)), worth + (strand >> WORTH_SHIFT)
        else:
            other = _over(s, other)
    _tie(s, end, other, path, worth)


@jit
def _tie(s: IntArray, one: int, other: int, path: int, worth: int) -> None:
    """Note a strand at both of its ends, and as its path."""
    if one >= 0:
        s[STRANDS + one] = _strand(other, path, worth)
    if other >= 0:
        s[STRANDS + other] = _strand(one, path, worth)
    if path != NOBODY:
        s[ONE + path], s[OTHER + path], s[WORTH + path] = one, other, worth


@jit
def _close_ring(s: IntArray, path: int, one: int, other: int, worth: int) -> None:
    """Note that a strand that led to these keys is a ring now."""
    if path != NOBODY:
        s[ONE + path], s[OTHER + path], s[WORTH + path] = RING, RING, worth
        s[RING_ONE + path], s[RING_OTHER + path] = one, other


@jit
def _sides_into(s: IntArray, cell: int, path: int) -> int:
    """Bits of the sides over which a path leads into a cell."""
    sides = 0
    for side in range(4):
        if path_of(s[STRANDS + 4 * cell + side]) == path:
            sides |= 1 << side
    return sides


@jit
def _paths_into(s: IntArray, cell: int) -> int:
    """Bits of the paths that lead into a cell."""
    paths = 0
    for side in range(4):
        paths |= 2 << path_of(s[STRANDS + 4 * cell + side])
    return paths >> 1


# --- Legal: what can be done for a path ------------------------------------------------------------------


@jit
def paths_to_lay(s: IntArray) -> int:
    """Bits of the paths for which the seat to act may lay a card, as far as something fits there."""
    if s[FIRST_DUE] != NOWHERE:
        return 1 << path_of(s[STRANDS + s[FIRST_DUE]])
    if s[STAGE] == START:
        return 1 << next_to_begin(s)
    paths = 0
    for path in range(s[TURN], s[PATHS], s[SEATS]):
        if path != s[FIRST_LAID] and path != s[SECOND_LAID] and not _is_finished(s, path):
            paths |= 1 << path
    return paths


@jit
def next_to_begin(s: IntArray) -> int:
    """The path that is begun next; `PATHS` if there is none."""
    for path in range(s[PATHS]):
        if s[ONE + path] == NOT_BEGUN and not s[STUCK] >> path & 1:
            return path
    return s[PATHS]  # type: ignore[no-any-return]


@jit
def _is_finished(s: IntArray, path: int) -> bool:
    """Whether a path is stuck or closed."""
    one, other = s[ONE + path], s[OTHER + path]
    closed = (one == CLOSED or one <= POOL) and (other == CLOSED or other <= POOL)
    return closed or s[STUCK] >> path & 1 == 1  # type: ignore[no-any-return]


@jit
def is_beginning(s: IntArray) -> bool:
    """Whether the next card begins a path."""
    return s[STAGE] == START and s[FIRST_DUE] == NOWHERE  # type: ignore[no-any-return]


@jit
def _legal_for(s: IntArray, path: int, actions: IntArray, count: int) -> int:
    """Write every action for a path behind `count` others; returns how many there are then."""
    if s[ONE + path] == RING:
        return legal_turns(s, path, actions, count)
    if is_beginning(s):
        return first_lays(s, path, actions, count, MOST_ACTIONS)
    one, fitting_one, other, fitting_other = lays(s, path)
    count = _write_lays(s, path, one, fitting_one, actions, count)
    count = _write_lays(s, path, other, fitting_other, actions, count)
    if meets_case_3(s, path):
        actions[count] = BILLABONG_CARD | s[PLACES + (one >> 2)] << 9
        count += 1
    return count


@jit
def _is_able(s: IntArray, path: int) -> bool:
    """Whether anything can be done for a path."""
    if s[ONE + path] == RING:
        return _can_be_opened(s, path)
    if is_beginning(s):
        return first_lays(s, path, np.empty(len(ANIMALS), dtype=np.int64), 0, 1) > 0
    left = _cards_left(s, path)
    if _fitting(s, path, s[ONE + path], left) or _fitting(s, path, s[OTHER + path], left):
        return True
    return meets_case_3(s, path)


# --- Legal: a card -------------------------------------------------------------------------------------


@jit
def lays(s: IntArray, path: int) -> tuple[int, int, int, int]:
    """The keys to which a path leads, or those that are due, each with the bits of the cards to lay there."""
    one, other = s[ONE + path], s[OTHER + path]
    if s[FIRST_DUE] != NOWHERE:
        one, other = s[FIRST_DUE], s[SECOND_DUE]
    left = _cards_left(s, path)
    fitting_one, fitting_other = _fitting(s, path, one, left), _fitting(s, path, other, left)
    if one >> 2 == other >> 2:
        fitting_other &= ~fitting_one
    return one, fitting_one, other, fitting_other


@jit
def _cards_left(s: IntArray, path: int) -> int:
    """Bits of the cards of which a path has any left, and which it may lay now."""
    cards = 0
    if s[SUPPLY + path] & LINE_SUPPLY:
        cards |= STRAIGHT_CARDS
    if s[SUPPLY + path] >> CURVE_SUPPLY & LINE_SUPPLY:
        cards |= CURVE_CARDS
    if s[SUPPLY + path] >> END_SUPPLY and (s[STAGE] != OPENING or s[FIRST_DUE] != NOWHERE):
        cards |= END_CARDS
    return cards


@jit
def _fitting(s: IntArray, path: int, key: int, cards: int) -> int:
    """Those of some cards that fit the end of a path that leads to a key, and join no two paths."""
    if key < 0:
        return 0
    cell, side = key >> 2, key & 3
    cards &= LINES_OVER[side] | 1 << FIRST_END + side
    if s[GROUND + cell]:
        return cards & END_CARDS
    if not has(s, s[PLACES + cell]):
        cards &= END_CARDS
    if _paths_into(s, cell) == 1 << path:
        return cards
    fitting = 0
    while cards:
        if not _joins(s, cell, lowest_bit(cards), path):
            fitting |= cards & -cards
        cards &= cards - 1
    return fitting


@jit
def _joins(s: IntArray, cell: int, card: int, path: int) -> bool:
    """Whether a card laid on an empty cell would join two paths."""
    if not _paths_into(s, cell) & ~(1 << path):
        return False
    ports = PORTS[card]
    one, other, left, right = SIDES_OF[card]
    met_one, met_other = _met(s, cell, ports, one), _met(s, cell, ports, other)
    if (met_one >= 0 and met_one != path) or (card < FIRST_END and met_other >= 0 and met_other != path):
        return True
    met_left, met_right = _met(s, cell, ports, left), _met(s, cell, ports, right)
    return met_left >= 0 and met_right >= 0 and met_left != met_right


@jit
def _met(s: IntArray, cell: int, ports: int, side: int) -> int:
    """The path that a card with these ports meets over one of its sides; less than 0 if it meets none.

    A run of free stretches may come back to the card and go on over its other part: `OWN_STUB` if it ends
    there.
    """
    out = side
    while True:
        strand = s[STRANDS + 4 * cell + out]
        if path_of(strand) != NOBODY:
            return path_of(strand)
        end = end_of(strand)
        if end >> 2 != cell:
            return NOBODY
        out = ports >> 4 * (end & 3) & 15
        if out == MIDDLE:
            return OWN_STUB
        if out in (BLANK, side):
            return NOBODY


@jit
def _write_lays(s: IntArray, path: int, key: int, cards: int, actions: IntArray, count: int) -> int:
    """Write the laying of these cards where a path leads, as in `_legal_for`."""
    while cards:
        count = _write_lay(s, path, s[PLACES + (key >> 2)], lowest_bit(cards), actions, count)
        cards &= cards - 1
    return count


@jit
def _write_lay(s: IntArray, path: int, place: int, card: int, actions: IntArray, count: int) -> int:
    """Write the laying of a card, with each animal that is left, as in `_legal_for`."""
    colour = 1 + path // s[SEATS] if s[TWO_PATHS] else 0
    action = card | colour << 7 | place << 9
    if card >= FIRST_END or not s[WITH_ANIMALS]:
        actions[count] = action
        return count + 1
    left = s[SUPPLY + path] >> (0 if card < FIRST_CURVE else CURVE_SUPPLY)
    for animal in range(len(ANIMALS)):
        if left >> 4 * animal & 15:
            actions[count] = action | animal + 1 << 4
            count += 1
    return count


# --- Legal: the first cards ----------------------------------------------------------------------------


@jit
def first_lays(s: IntArray, path: int, actions: IntArray, count: int, enough: int) -> int:
    """Write every card with which a path can be begun, as in `_legal_for`; no more if there are enough."""
    if s[STARTS_WITH_ENDS] and path % 2 and s[ONE + path - 1] != NOT_BEGUN:
        return _lay_against_the_back(s, path, actions, count)
    left, top, right, bottom = around_cards(s)
    begin, end = (FIRST_END, len(CARDS)) if s[STARTS_WITH_ENDS] else (0, FIRST_END)
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            place = place_of(x, y)
            if _may_begin_on(s, place):
                cell = cell_at(s, place)
                for card in range(begin, end):
                    if _may_begin_with(s, path, cell, card):
                        count = _write_lay(s, path, place, card, actions, count)
                        if count >= enough:
                            return count
    return count


@jit
def around_cards(s: IntArray) -> tuple[int, int, int, int]:
    """The rectangle in which a path may begin: the field if it has its place, else around all cards."""
    if s[WIDTH] or not s[CARDS_PLAYED]:
        return 0, 0, max(0, s[WIDTH] - 1), max(0, s[HEIGHT] - 1)
    left, top, right, bottom = 127, 127, -128, -128
    for number in range(s[CARDS_PLAYED]):
        x, y = x_of(s[PLAYED + number] >> 18), y_of(s[PLAYED + number] >> 18)
        left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
    return left - 1, top - 1, right + 1, bottom + 1


@jit
def _may_begin_on(s: IntArray, place: int) -> bool:
    """Whether a first card may lie there: next to a card, the very first anywhere; ends outside, too."""
    if s[GROUND + cell_at(s, place)] or not (has(s, place) or (s[STARTS_WITH_ENDS] and not s[WIDTH])):
        return False
    if not s[CARDS_PLAYED]:
        return True
    for down in (-256, 0, 256):
        for right in (-1, 0, 1):
            if s[GROUND + cell_at(s, place + down + right)]:
                return True
    return False


@jit
def _may_begin_with(s: IntArray, path: int, cell: int, card: int) -> bool:
    """Whether a card on an empty cell joins no paths, and an end leaves its partner room at its back."""
    if _joins(s, cell, card, path):
        return False
    if card < FIRST_END or path % 2 or path + 1 >= s[PATHS]:
        return True
    return _met(s, cell, PORTS[card], SIDES_OF[card, 0] ^ 2) == NOBODY


@jit
def _lay_against_the_back(s: IntArray, path: int, actions: IntArray, count: int) -> int:
    """Write the end opposite that of the partner, as in `_legal_for`, if it can be laid."""
    number = 0
    while s[PLAYED + number] >> 7 & 7 != path:
        number += 1
    place, side = s[PLAYED + number] >> 18, (s[PLAYED + number] & 15) - FIRST_END ^ 2
    if path_of(s[STRANDS + 4 * cell_at(s, place) + side]) != NOBODY:
        return count
    return _write_lay(s, path, place, FIRST_END + side, actions, count)


# --- Legal: opening a ring, a billabong instead of a curve -----------------------------------------------


@jit
def legal_turns(s: IntArray, path: int, actions: IntArray, count: int) -> int:
    """Write every way to open a ring, as in `_legal_for`."""
    for number in range(s[CARDS_PLAYED]):
        if _opens(s, path, number):
            place, curve = s[PLAYED + number] >> 18, (s[PLAYED + number] & 15) - FIRST_CURVE
            actions[count] = TURNED + (curve + 1) % 4 | place << 9
            actions[count + 1] = TURNED + (curve + 3) % 4 | place << 9
            count += 2
    return count


@jit
def _can_be_opened(s: IntArray, path: int) -> bool:
    """Whether there is a way to open a ring."""
    number = 0
    while number < s[CARDS_PLAYED] and not _opens(s, path, number):
        number += 1
    return number < s[CARDS_PLAYED]  # type: ignore[no-any-return]


@jit
def _opens(s: IntArray, path: int, number: int) -> bool:
    """Whether a card played is a curve that opens the ring of a path, whichever way it is turned.

    The ring then has the ends of the strand over the curve's neutral part: that has to be free, and open.
    """
    laid = s[PLAYED + number]
    if laid >> 7 & 7 != path + 1 or not CURVE_CARDS >> (laid & 15) & 1:
        return False
    one, other = neutral_ends(s, cell_at(s, laid >> 18), laid & 15)
    return one >= 0 and other >= 0 and path_of(s[STRANDS + one]) == NOBODY


@jit
def neutral_ends(s: IntArray, cell: int, card: int) -> tuple[int, int]:
    """The keys to which the strand over the neutral part of a card leads, each `NOWHERE` if it ends."""
    return _end_beyond(s, 4 * cell + SIDES_OF[card, 2]), _end_beyond(s, 4 * cell + SIDES_OF[card, 3])


@jit
def _end_beyond(s: IntArray, key: int) -> int:
    """The key to which a strand leads that leaves a cell over a side; `NOWHERE` if it ends or comes back."""
    cell = key >> 2
    while True:
        key = _over(s, key)
        if s[STRANDS + key]:
            return key
        out = s[GROUND + (key >> 2)] >> 4 * (key & 3) & 15
        if out >= MIDDLE or key >> 2 == cell:
            return NOWHERE
        key = key & ~3 | out


@jit
def meets_case_3(s: IntArray, path: int) -> bool:
    """Whether a billabong may lie instead of the curve over which two paths would become rings."""
    one, other = s[ONE + path], s[OTHER + path]
    if one < 0 or one >> 2 != other >> 2 or (one ^ other) & 1 == 0:
        return False
    if s[STAGE] != PLAY or s[FIRST_DUE] != NOWHERE or not s[POOLS]:
        return False
    if s[SUPPLY + path] >> CURVE_SUPPLY & LINE_SUPPLY or not has(s, s[PLACES + (one >> 2)]):
        return False
    strand = s[STRANDS + (one ^ 2)]
    return path_of(strand) != NOBODY and end_of(strand) == other ^ 2


# --- Apply: what lies where after an action --------------------------------------------------------------


@jit
def _note_laid(s: IntArray, path: int) -> None:
    """Note that a path gets its card of this turn."""
    if s[FIRST_LAID] == NOWHERE:
        s[FIRST_LAID] = path
    else:
        s[SECOND_LAID] = path


@jit
def _lay_down(s: IntArray, path: int, cell: int, card: int, animal: int) -> None:
    """Put a card on a cell and run paths on as far as they lead."""
    one, other, left, right = SIDES_OF[card]
    was_one, was_other = s[ONE + path], s[OTHER + path]
    if card < FIRST_END:
        _join(s, 4 * cell + one, 4 * cell + other, path, 1)
        _take(s, s[PLACES + cell])
    else:
        _join(s, 4 * cell + one, CLOSED, path, 1)
    if s[GROUND + cell]:
        s[GROUND + cell] = TWO_ENDS[card]
    else:
        s[GROUND + cell] = PORTS[card]
        _join(s, 4 * cell + left, 4 * cell + right, NOBODY, 1 + ANIMAL_WORTHS[animal])
    if s[ONE + path] == RING:
        s[RING_ONE + path], s[RING_OTHER + path] = was_one, was_other
    kind = END_SUPPLY if card >= FIRST_END else max(0, 4 * animal - 4) + CURVE_SUPPLY * (card >= FIRST_CURVE)
    s[SUPPLY + path] -= 1 << kind
    _note_played(s, cell, card | animal << 4 | path + 1 << 7)


@jit
def _note_played(s: IntArray, cell: int, card: int) -> None:
    s[PLAYED + s[CARDS_PLAYED]] = card | s[PLACES + cell] << 18
    s[CARDS_PLAYED] += 1


@jit
def _turn_curve(s: IntArray, path: int, cell: int, card: int) -> None:
    """Turn the curve of a ring: its path then has the ends of the strand over the neutral part."""
    number = 0
    while s[PLAYED + number] >> 18 != s[PLACES + cell]:
        number += 1
    one, other = neutral_ends(s, cell, s[PLAYED + number] & 15)
    s[PLAYED + number] += card - (s[PLAYED + number] & 15)
    s[GROUND + cell] = PORTS[card]
    _tie(s, one, other, path, s[WORTH + path] + (s[STRANDS + one] >> WORTH_SHIFT))


@jit
def _lay_instead_of_curve(s: IntArray, path: int, cell: int) -> None:
    """Lay the billabong of case 3."""
    sides = _sides_into(s, cell, path)
    own, other = WAYS[sides], WAYS[15 - sides]
    if path_of(s[STRANDS + 4 * cell + lowest_bit(15 - sides)]) < path:
        own, other = other, own
    _lay_billabong(s, cell, own, other)


@jit
def _lay_billabong(s: IntArray, cell: int, first: int, second: int) -> None:
    """A billabong with these ways, 0 for none; over the other sides paths end in its pool."""
    ports = ALL_WATER
    for through in (first, second):
        if through:
            one, other = SIDES_OF[through - 1, 0], SIDES_OF[through - 1, 1]
            ports += other - WATER << 4 * one
            ports += one - WATER << 4 * other
            _join(s, 4 * cell + one, 4 * cell + other, NOBODY, 1)
    for side in range(4):
        if ports >> 4 * side & 15 == WATER:
            _join(s, 4 * cell + side, POOL - cell, NOBODY, 1)
    s[GROUND + cell] = ports
    s[POOLS] -= 1
    _take(s, s[PLACES + cell])
    _note_played(s, cell, BILLABONG_CARD | first << 10 | second << 14)


# --- Apply: billabongs that come by themselves -----------------------------------------------------------


@jit
def _fill_billabongs(s: IntArray, mover: int) -> None:
    """Lay the billabongs of cases 1 and 2, until no cell has three or four paths leading to it."""
    _keep_due(s, mover)
    cell = _next_billabong_cell(s)
    while cell != NOWHERE:
        way = _way_through(s, cell, mover)
        _lay_billabong(s, cell, way, 0)
        _keep_due(s, mover)
        if way:
            _owe(s, mover, _over(s, 4 * cell + SIDES_OF[way - 1, 0]))
            _owe(s, mover, _over(s, 4 * cell + SIDES_OF[way - 1, 1]))
        cell = _next_billabong_cell(s)


@jit
def _next_billabong_cell(s: IntArray) -> int:
    """The first cell inside the field to which three paths lead, if there is a billabong for it."""
    first = NOWHERE
    for path in range(s[PATHS] - 2 if s[POOLS] else 0):
        for key in (s[ONE + path], s[OTHER + path]):
            cell = key >> 2
            if key >= 0 and bit_count(_paths_into(s, cell)) >= CROWD and has(s, s[PLACES + cell]):
                earlier = first == NOWHERE or s[PLACES + cell] < s[PLACES + first]
                first = cell if earlier else first
    return first


@jit
def _way_through(s: IntArray, cell: int, mover: int) -> int:
    """The way over a billabong on a cell: that of the mover over the fourth exit; 0 if there is none.

    There is none if that makes one side only: another path has both its ends there, or four end there.
    """
    if not _sides_into(s, cell, mover):
        return 0
    return WAYS[_sides_into(s, cell, mover) | _sides_into(s, cell, NOBODY)]  # type: ignore[no-any-return]


@jit
def _leads_to(s: IntArray, path: int, key: int) -> bool:
    return key >= 0 and (key == s[ONE + path] or key == s[OTHER + path])


@jit
def _keep_due(s: IntArray, path: int) -> None:
    """Forget what is due where the path does not lead any more."""
    if not _leads_to(s, path, s[SECOND_DUE]):
        s[SECOND_DUE] = NOWHERE
    if not _leads_to(s, path, s[FIRST_DUE]):
        s[FIRST_DUE], s[SECOND_DUE] = s[SECOND_DUE], NOWHERE


@jit
def _owe(s: IntArray, path: int, key: int) -> None:
    """Note that a card is due at a key if the path leads there."""
    if _leads_to(s, path, key):
        if s[FIRST_DUE] == NOWHERE:
            s[FIRST_DUE] = key
        else:
            s[SECOND_DUE] = key


# --- Apply: whose turn it is -----------------------------------------------------------------------------


@jit
def _go_on(s: IntArray) -> None:
    """Go on to the next position in which somebody has something to decide."""
    if s[FIRST_DUE] != NOWHERE:
        _forget_what_does_not_fit(s)
        if s[FIRST_DUE] != NOWHERE:
            return
    if s[STAGE] == START:
        _begin_next(s)
    elif s[TWO_PATHS] == TWO_CARDS and s[STAGE] == PLAY and _can_act(s):
        pass
    else:
        _pass_on(s)


@jit
def _forget_what_does_not_fit(s: IntArray) -> None:
    """Forget what is due where nothing can be laid."""
    path = path_of(s[STRANDS + s[FIRST_DUE]])
    left = _cards_left(s, path)
    if not _fitting(s, path, s[SECOND_DUE], left):
        s[SECOND_DUE] = NOWHERE
    if not _fitting(s, path, s[FIRST_DUE], left):
        s[FIRST_DUE], s[SECOND_DUE] = s[SECOND_DUE], NOWHERE


@jit
def _begin_next(s: IntArray) -> None:
    """Let the next path be begun; a path that cannot be begun is finished."""
    path = next_to_begin(s)
    while path < s[PATHS]:
        _give_turn(s, path % s[SEATS])
        if _is_able(s, path):
            return
        s[STUCK] |= 1 << path
        path = next_to_begin(s)
    if s[TWO_PATHS] != TWO_CARDS:
        s[TURN] = s[SEATS] - 1
        _pass_on(s)
        return
    s[STAGE] = OPENING
    _give_turn(s, 0)
    if not _is_any_able(s):
        _pass_on(s)


@jit
def _pass_on(s: IntArray) -> None:
    """Give the turn to the next seat that can do something, and finish those that can do nothing."""
    s[STAGE] = PLAY
    last = s[TURN]
    for step in range(1, s[SEATS] + 1):
        _give_turn(s, (last + step) % s[SEATS])
        if _can_act(s):
            return
    s[STAGE] = ENDED


@jit
def _give_turn(s: IntArray, seat: int) -> None:
    s[TURN], s[FIRST_LAID], s[SECOND_LAID] = seat, NOWHERE, NOWHERE


@jit
def _can_act(s: IntArray) -> bool:
    """Whether the seat can do something for a path that is to get a card; if not these are finished."""
    if _is_any_able(s):
        return True
    s[STUCK] |= paths_to_lay(s)
    return False


@jit
def _is_any_able(s: IntArray) -> bool:
    paths = paths_to_lay(s)
    while paths:
        if _is_able(s, lowest_bit(paths)):
            return True
        paths &= paths - 1
    return False


# --- Points ----------------------------------------------------------------------------------------------


@jit
def _seat_points(s: IntArray, seat: int) -> int:
    """Worth of a seat's paths that count."""
    points = _points(s, seat)
    if s[TWO_PATHS]:
        other = _points(s, seat + s[SEATS])
        points = max(points, other) if s[LONGEST_SCORED] else points + other
    return points


@jit
def _points(s: IntArray, path: int) -> int:
    """Worth of a path: its length and, with animals, their points."""
    points = s[WORTH + path] & LENGTH_MASK
    if s[ONE + path] == s[OTHER + path] and s[ONE + path] <= POOL:
        points -= 1
    sets = min(_animals(s, path, EMU), _animals(s, path, KANGAROO), _animals(s, path, PLATYPUS))
    rabbits = 0 if _animals(s, path, DINGO) else _animals(s, path, RABBIT)
    return points + SET_POINTS * sets + RABBIT_POINTS * rabbits  # type: ignore[no-any-return]


@jit
def _animals(s: IntArray, path: int, animal: int) -> int:
    """Number of animals of one kind on a path."""
    return s[WORTH + path] >> LENGTH_BITS + ANIMAL_BITS * animal & ANIMAL_MASK  # type: ignore[no-any-return]


@jit
def is_eligible(s: IntArray, seat: int) -> bool:
    """Whether the seat can win: with animals it has laid its dingos."""
    for path in range(seat, s[PATHS], s[SEATS]):
        if s[WITH_ANIMALS] and s[SUPPLY + path] >> CURVE_SUPPLY + 4 * DINGO & 15:
            return False
    return True
