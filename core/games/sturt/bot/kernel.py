"""Kernel of Sturt's Stony Desert: its rules compiled (see `core.bots.kernel`).

A state is an int64 array with the indices `TURN` … `BOTTOM`. `LAST` is the cell of the last card (`9 * y + x`
as array indices of `board`), -1 before the first; `ALONE` the seat that goes on alone, or -1; `RESULT` is
0 while the game goes on, else `_won(winner, reason)` or `DRAWN`; `LEFT` … `BOTTOM` are the desert's edges.

The board is four bitboards, `NE` … `NW`, a bit for each cell that has this curve: bit `9 * row + x`, where
row 1 is the desert's uppermost row, so that there is room for a row beyond either edge:

    row 0   beyond the northern edge          x 0 … 8 as in `board`
    row 1   y = s[TOP]
    row 5   y = s[TOP] + 4
    row 6   beyond the southern edge

Code of an action: `corners | cell << 4`, with `ANNOUNCEMENT` added; or `PASS`, `DECLARE`, `STOP`.
"""

from __future__ import annotations

from typing import Final, get_args

import numpy as np

from core import codec
from core.bots.compiled import bit_count, jit, lowest_bit, nth_bit, random_below
from core.bots.contract import FloatArray
from core.bots.kernel import OVER, Generator, IntArray
from core.game import Outcome, Seat, read_only
from core.games.sturt import board
from core.games.sturt.board import BOARD_WIDTH, DESERT_SIZE, FULL_SUPPLY, ORIGIN_INDEX, Supply
from core.games.sturt.rules import SHORTEST_ROUTE
from core.games.sturt.state import (
    DRAW_OUTCOME,
    GROWING_CARDS,
    Action,
    Declare,
    Lay,
    Options,
    Pass,
    Reason,
    State,
    Stop,
    win_outcome,
)

BY_HAND, NO_DRAWS, FIRST, TURN, DOUBLES, FORKS, TRIPLES, ANNOUNCED, PASSED, LAST, ALONE, RESULT = range(12)
NE, SE, SW, NW, LEFT, TOP, RIGHT, BOTTOM = range(12, 20)
SIZE: Final = 20
MOST_ACTIONS: Final = 400
"""More than 49 cells with 6 cards, or 25 with 8, an announcement included."""
HIDDEN: Final = False

CARDS: Final = np.array([*board.DOUBLES, *board.FORKS, *board.TRIPLES])
"""Corners of all cards."""
FIRST_FORK, FIRST_TRIPLE, CARDS_END = 2, 6, 10

ANNOUNCEMENT: Final = 1 << 11
PASS, DECLARE, STOP = 1 << 12, (1 << 12) + 1, (1 << 12) + 2
_WORDS: Final[dict[int, Action]] = {PASS: Pass(), DECLARE: Declare(), STOP: Stop()}
_WORD_CODES: Final = {type(word): code for code, word in _WORDS.items()}

REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
DRAW: Final = len(REASONS)
EARLY, EARLY_BOTH, EARLY_GIFT, GIFT, CONNECTED, DECLARED_WRONG, DECLARED_RIGHT = range(DRAW)
DRAWN: Final = 1 + 2 * DRAW
_REASON_NUMBERS: Final = {
    f"sturt.reason.{reason}": number for number, reason in enumerate((*REASONS, "draw"))
}

ROWS: Final = DESERT_SIZE + 2
CELLS: Final = ROWS * BOARD_WIDTH
ROW: Final = (1 << BOARD_WIDTH) - 1
"""Bits of row 0."""
COLUMN: Final = sum(1 << BOARD_WIDTH * row for row in range(ROWS))
"""Bits of column 0."""
FIELD_CARDS: Final = FULL_SUPPLY.doubles + FULL_SUPPLY.forks


# --- From the rules and back ---------------------------------------------------------------------------


def from_state(state: State) -> IntArray:
    """The array of a state."""
    s = np.zeros(SIZE, dtype=np.int64)
    supply = state.supply
    s[:TURN], s[TURN] = codec.option_numbers(state.options), state.turn
    s[DOUBLES], s[FORKS], s[TRIPLES] = supply.doubles, supply.forks, supply.triples
    s[ANNOUNCED], s[PASSED] = state.announced, state.passed
    s[LAST] = -1 if state.last is None else _cell(*state.last)
    s[ALONE] = -1 if state.alone is None else state.alone
    s[LEFT:] = ORIGIN_INDEX
    if state.last is not None:
        area = board.area(state.corners)
        s[LEFT], s[TOP], s[RIGHT], s[BOTTOM] = area
        for y, x in np.argwhere(state.corners).tolist():
            bit = 1 << (y - area.top + 1) * BOARD_WIDTH + x
            for corner in range(4):
                s[NE + corner] |= bit * (int(state.corners[y, x]) >> corner & 1)
    if state.result is not None:
        s[RESULT] = 1 + 2 * _REASON_NUMBERS[state.result.reason] + state.result.winners[0]
    return s


def to_state(s: IntArray) -> State:
    """The state of an array."""
    corners = np.zeros((BOARD_WIDTH, BOARD_WIDTH), dtype=np.int8)
    for corner in range(4):
        for bit in range(CELLS):
            if s[NE + corner] >> bit & 1:
                corners[bit // BOARD_WIDTH - 1 + s[TOP], bit % BOARD_WIDTH] |= 1 << corner
    last, alone, result = int(s[LAST]), int(s[ALONE]), int(s[RESULT])
    return State(
        codec.options_of_numbers(Options, s[:TURN].tolist()),
        read_only(corners),
        Seat(int(s[TURN])),
        Supply(int(s[DOUBLES]), int(s[FORKS]), int(s[TRIPLES])),
        bool(s[ANNOUNCED]),
        bool(s[PASSED]),
        None if last < 0 else (last % BOARD_WIDTH - ORIGIN_INDEX, last // BOARD_WIDTH - ORIGIN_INDEX),
        None if alone < 0 else Seat(alone),
        _outcome(result) if result else None,
    )


def _outcome(result: int) -> Outcome:
    if result == DRAWN:
        return DRAW_OUTCOME
    return win_outcome(Seat((result - 1) % 2), REASONS[(result - 1) // 2])


def code_of(action: Action) -> int:
    """The code of an action."""
    if not isinstance(action, Lay):
        return _WORD_CODES[type(action)]
    return action.corners | _cell(action.x, action.y) << 4 | (ANNOUNCEMENT if action.announce else 0)


def action_of(code: int) -> Action:
    """The action with a code."""
    if code in _WORDS:
        return _WORDS[code]
    y, x = divmod(code >> 4 & 127, BOARD_WIDTH)
    return Lay(code & 15, x - ORIGIN_INDEX, y - ORIGIN_INDEX, code & ANNOUNCEMENT != 0)


def _cell(x: int, y: int) -> int:
    return (y + ORIGIN_INDEX) * BOARD_WIDTH + x + ORIGIN_INDEX


# --- The rules -----------------------------------------------------------------------------------------


@jit
def seats(s: IntArray) -> int:
    """Number of seats."""
    return 2


@jit
def actor(s: IntArray) -> int:
    """The seat to act, or `OVER`."""
    return OVER if s[RESULT] else s[TURN]


@jit
def legal(s: IntArray, seat: int, actions: IntArray) -> int:
    """Write the codes of all legal actions; returns their number."""
    count = 0
    begin, end = _cards(s)
    free = _free_cells(s)
    announcing = s[BY_HAND] and s[ALONE] < 0 and _on_field(s) >= GROWING_CARDS - 1
    while free:
        bit = lowest_bit(free)
        free &= free - 1
        for card in range(begin, end):
            lay = CARDS[card] | _cell_at(s, bit) << 4
            actions[count] = lay
            count += 1
            if announcing and _connects_with(s, CARDS[card], bit):
                actions[count] = lay | ANNOUNCEMENT
                count += 1
    if s[ALONE] >= 0:
        actions[count] = STOP
        return count + 1
    if s[NO_DRAWS] and _on_field(s) == GROWING_CARDS:
        actions[count] = DECLARE
        return count + 1
    if not count:
        actions[0] = PASS
        return 1
    return count


@jit
def apply(s: IntArray, seat: int, action: int) -> None:
    """Change the state to the one after an action."""
    other = 1 - seat
    if action == STOP:
        s[RESULT] = _won(other, DECLARED_RIGHT)
    elif action == DECLARE:
        if is_connected(s, 0) or is_connected(s, 1):
            s[RESULT] = _won(other, DECLARED_WRONG)
        s[TURN] = s[ALONE] = other
        s[ANNOUNCED] = 0
    elif action == PASS:
        if s[PASSED]:
            s[RESULT] = DRAWN
        elif (s[ANNOUNCED] or not s[BY_HAND]) and is_connected(s, other):
            s[RESULT] = _won(other, CONNECTED)
        s[TURN] = other
        s[ANNOUNCED], s[PASSED] = 0, 1
    else:
        _lay(s, action & 15, (action >> 4 & 127) - (s[TOP] - 1) * BOARD_WIDTH, action & ANNOUNCEMENT != 0)


@jit
def outcome(s: IntArray, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's share of the win, and its points, which are the same."""
    winner = (s[RESULT] - 1) & 1
    wins[winner] = 0.5 if s[RESULT] == DRAWN else 1.0
    wins[1 - winner] = 1.0 - wins[winner]
    points[0], points[1] = wins[0], wins[1]


@jit
def playout(s: IntArray, rng: Generator) -> None:
    """Play on at random to the end."""
    actions = np.empty(MOST_ACTIONS, dtype=np.int64)
    simple = not (s[BY_HAND] or s[NO_DRAWS])
    while not s[RESULT]:
        begin, end = _cards(s)
        free = _free_cells(s)
        if simple and free and begin < end:
            # Every cell may have every card: no list is needed.
            number = random_below(rng, bit_count(free) * (end - begin))
            cell = number // (end - begin)
            _lay(s, CARDS[begin + number - cell * (end - begin)], nth_bit(free, cell), False)
        else:
            apply(s, s[TURN], actions[random_below(rng, legal(s, s[TURN], actions))])


@jit
def _won(winner: int, reason: int) -> int:
    return 1 + 2 * reason + winner


@jit
def _on_field(s: IntArray) -> int:
    """Number of cells that have a card."""
    return FIELD_CARDS - s[DOUBLES] - s[FORKS]  # type: ignore[no-any-return]


@jit
def _cards(s: IntArray) -> tuple[int, int]:
    """The cards that may be laid, as a range of indices of `CARDS`."""
    if _on_field(s) == GROWING_CARDS:
        return (FIRST_TRIPLE, CARDS_END) if s[TRIPLES] else (0, 0)
    return 0 if s[DOUBLES] else FIRST_FORK, FIRST_TRIPLE if s[FORKS] else FIRST_FORK


@jit
def _free_cells(s: IntArray) -> int:
    """Bits of the cells where a card may be laid."""
    ne, se, sw, nw = s[NE], s[SE], s[SW], s[NW]
    taken = ne | se | sw | nw
    if _on_field(s) == GROWING_CARDS:
        return taken & ~(ne & se & (sw | nw) | sw & nw & (ne | se))  # type: ignore[no-any-return]
    if s[LAST] < 0:
        return 1 << BOARD_WIDTH + ORIGIN_INDEX
    free = taken | taken << BOARD_WIDTH | taken >> BOARD_WIDTH
    free = (free | free << 1 | free >> 1) & ~taken
    if s[BOTTOM] - s[TOP] == DESERT_SIZE - 1:
        free &= ~ROW
    free &= ~(ROW << (ROWS - 1) * BOARD_WIDTH)
    left = max(s[RIGHT] - DESERT_SIZE + 1, 0)
    right = min(s[LEFT] + DESERT_SIZE - 1, BOARD_WIDTH - 1)
    return free & ((1 << right - left + 1) - 1) * COLUMN << left  # type: ignore[no-any-return]


@jit
def _cell_at(s: IntArray, bit: int) -> int:
    """The cell of a bit."""
    return bit + (s[TOP] - 1) * BOARD_WIDTH  # type: ignore[no-any-return]


@jit
def _put(s: IntArray, corners: int, bit: int) -> int:
    """Put a card on the board. Returns its bit, which is another when the desert grows to the north."""
    x, y = bit % BOARD_WIDTH, bit // BOARD_WIDTH - 1 + s[TOP]
    s[LEFT], s[RIGHT] = min(s[LEFT], x), max(s[RIGHT], x)
    s[BOTTOM] = max(s[BOTTOM], y)
    if y < s[TOP]:
        s[TOP] = y
        bit += BOARD_WIDTH
        for corner in range(NE, NW + 1):
            s[corner] <<= BOARD_WIDTH
    for corner in range(4):
        s[NE + corner] = s[NE + corner] & ~(1 << bit) | (corners >> corner & 1) << bit
    return bit


@jit
def _lay(s: IntArray, corners: int, bit: int, announce: bool) -> None:
    s[LAST] = _cell_at(s, bit)
    bit = _put(s, corners, bit)
    if bit_count(corners) == 3:
        s[TRIPLES] -= 1
    elif corners in (0x5, 0xA):
        s[DOUBLES] -= 1
    else:
        s[FORKS] -= 1
    s[RESULT] = _judge(s, s[TURN], bit)
    s[ANNOUNCED], s[PASSED] = announce, 0
    if s[ALONE] < 0:
        s[TURN] = 1 - s[TURN]


@jit
def _judge(s: IntArray, seat: int, bit: int) -> int:
    """The result with the card on `bit` just laid by a seat; 0 if the game goes on."""
    count, other = _on_field(s), 1 - seat
    if count < SHORTEST_ROUTE:
        return 0
    if s[ALONE] >= 0:
        anybody = is_connected(s, 0) or is_connected(s, 1)
        return _won(s[ALONE], DECLARED_WRONG) if anybody else 0
    theirs = is_connected(s, other)
    if count < GROWING_CARDS:
        if is_connected(s, seat):
            return _won(seat, EARLY_BOTH if theirs else EARLY)
        return _won(other, EARLY_GIFT) if theirs else 0
    if not theirs:
        return 0
    rest = ~(1 << bit)
    if not _connects(s, s[NE] & rest, s[SE] & rest, s[SW] & rest, s[NW] & rest, other):
        return _won(other, GIFT)
    if s[ANNOUNCED] or not s[BY_HAND]:
        return _won(other, CONNECTED)
    return _won(other, GIFT) if _runs_over(s, other, bit) else 0


@jit
def _connects_with(s: IntArray, corners: int, bit: int) -> bool:
    """Whether the seat in turn has a connection once this card lies."""
    after = s.copy()
    _put(after, corners, bit)
    return is_connected(after, after[TURN])


@jit
def is_connected(s: IntArray, seat: int) -> bool:
    return _connects(s, s[NE], s[SE], s[SW], s[NW], seat)


@jit
def _connects(s: IntArray, ne: int, se: int, sw: int, nw: int, seat: int) -> bool:
    """Whether a route of these curves joins the edges of a seat; see the travellers of `board`."""
    if not _spans(s, seat):
        return False
    if seat == board.WEST_EAST:
        east, last, along, across = COLUMN << s[LEFT], COLUMN << s[RIGHT], 1, BOARD_WIDTH
    else:
        ne, sw = sw, ne
        east, last = ROW << BOARD_WIDTH, ROW << BOARD_WIDTH * DESERT_SIZE
        along, across = BOARD_WIDTH, 1
    west = 0
    fresh_east, fresh_west = ~east, -1
    while east | west:
        south = (east & sw | west & se) << across
        north = (east & nw | west & ne) >> across
        leaving = north & se | south & ne
        if leaving & last:
            return True
        east = leaving << along & fresh_east
        west = (north & sw | south & nw) >> along & fresh_west
        fresh_east ^= east
        fresh_west ^= west
    return False


@jit
def _spans(s: IntArray, seat: int) -> bool:
    """Whether the desert has its final size in the direction of a seat."""
    size = s[RIGHT] - s[LEFT] if seat == board.WEST_EAST else s[BOTTOM] - s[TOP]
    return size == DESERT_SIZE - 1  # type: ignore[no-any-return]


# --- Does a route run over this card? As `board.runs_over`, with travellers `4 * bit + side entered` -------

NORTH, EAST, SOUTH, WEST = range(4)
STEPS: Final = np.array([-BOARD_WIDTH, 1, BOARD_WIDTH, -1])
"""From a bit to the next one over each side."""
CORNERS: Final = np.array([[-1, 0, -1, 3], [0, -1, 1, -1], [-1, 1, -1, 2], [3, -1, 2, -1]])
"""Corner of the curve between two sides, as in `NE` … `NW`; -1 if there is none."""


@jit
def _has_curve(s: IntArray, bit: int, side: int, other: int) -> bool:
    corner = CORNERS[side, other]
    return corner >= 0 and s[NE + corner] >> bit & 1 == 1  # type: ignore[no-any-return]


@jit
def _across(s: IntArray, bit: int, side: int) -> int:
    """The bit of the card over a side; -1 if there is none."""
    if (side == WEST and bit % BOARD_WIDTH == 0) or (side == EAST and bit % BOARD_WIDTH == BOARD_WIDTH - 1):
        return -1
    there = bit + STEPS[side]
    return there if (s[NE] | s[SE] | s[SW] | s[NW]) >> there & 1 else -1


@jit
def _is_entry(s: IntArray, seat: int, bit: int, side: int) -> bool:
    if seat == board.WEST_EAST:
        return side == WEST and bit % BOARD_WIDTH == s[LEFT]
    return side == NORTH and bit // BOARD_WIDTH == 1


@jit
def _is_exit(s: IntArray, seat: int, bit: int, side: int) -> bool:
    if seat == board.WEST_EAST:
        return side == EAST and bit % BOARD_WIDTH == s[RIGHT]
    return side == SOUTH and bit // BOARD_WIDTH == DESERT_SIZE


@jit
def _leads_out(s: IntArray, seat: int, queue: IntArray, count: int, met: IntArray, used: IntArray) -> bool:
    """Whether one of `count` travellers in `queue` reaches an exit without the curves `used`.

    Marks in `met`, shape (4 * CELLS,), all that are reached. `used` has the shape (4 * CELLS, 4): traveller
    and side left over.
    """
    found = False
    index = 0
    while index < count:
        bit, entered = queue[index] // 4, queue[index] % 4
        index += 1
        for left in range(4):
            if not _has_curve(s, bit, entered, left) or used[4 * bit + entered, left]:
                continue
            found |= _is_exit(s, seat, bit, left)
            there = _across(s, bit, left)
            after = 4 * there + (left + 2) % 4
            if there >= 0 and not met[after]:
                met[after] = 1
                queue[count] = after
                count += 1
    return found


@jit
def _runs_over(s: IntArray, seat: int, bit: int) -> bool:
    """Whether a route of a seat that runs no curve twice runs over a curve of the card on `bit`."""
    if not _spans(s, seat):
        return False
    queue = np.empty(4 * CELLS, dtype=np.int64)
    reachable = np.zeros(4 * CELLS, dtype=np.int64)
    used = np.zeros((4 * CELLS, 4), dtype=np.int64)
    count = 0
    taken = s[NE] | s[SE] | s[SW] | s[NW]
    for start in range(4 * CELLS):
        if taken >> start // 4 & 1 and _is_entry(s, seat, start // 4, start % 4):
            queue[count] = start
            reachable[start] = 1
            count += 1
    _leads_out(s, seat, queue, count, reachable, used)
    for goal in range(4 * bit, 4 * bit + 4):
        if reachable[goal] and _way_back(s, seat, goal, reachable, used):
            return True
    return False


@jit
def _way_back(s: IntArray, seat: int, goal: int, reachable: IntArray, used: IntArray) -> bool:
    """Whether a way from an edge to the traveller `goal` has a way on; tries all that meet nobody twice.

    The ways are walked backwards, from the goal to the edge, depth first: `way` holds the travellers of the
    present one, `tried` the sides from which each of them may have come that were tried.
    """
    way, tried = np.empty(4 * CELLS, dtype=np.int64), np.zeros(4 * CELLS, dtype=np.int64)
    on_way = np.zeros(4 * CELLS, dtype=np.int64)
    way[0], depth, on_way[goal] = goal, 1, 1
    if _is_entry(s, seat, goal // 4, goal % 4) and _way_on(s, seat, goal, used):
        return True
    while depth:
        here = way[depth - 1]
        bit, entered = here // 4, here % 4
        came = tried[depth - 1]
        if came == 4:
            depth -= 1
            on_way[here], tried[depth] = 0, 0
            if depth:
                used[here, (way[depth - 1] % 4 + 2) % 4] = 0
            continue
        tried[depth - 1] += 1
        before, over = _across(s, bit, entered), (entered + 2) % 4
        earlier = 4 * before + came
        if before < 0 or not reachable[earlier] or on_way[earlier] or not _has_curve(s, before, came, over):
            continue
        way[depth], on_way[earlier], used[earlier, over] = earlier, 1, 1
        depth += 1
        if _is_entry(s, seat, before, came) and _way_on(s, seat, goal, used):
            return True
    return False


@jit
def _way_on(s: IntArray, seat: int, goal: int, used: IntArray) -> bool:
    """Whether the traveller `goal` gets out over a curve of its card, and no curve that is used."""
    queue, met = np.empty(4 * CELLS, dtype=np.int64), np.zeros(4 * CELLS, dtype=np.int64)
    for left in range(4):
        if not _has_curve(s, goal // 4, goal % 4, left):
            continue
        if _is_exit(s, seat, goal // 4, left):
            return True
        there = _across(s, goal // 4, left)
        if there >= 0:
            after = 4 * there + (left + 2) % 4
            queue[0] = after
            met[:], used[goal, left] = 0, 1
            met[after] = 1
            found = _leads_out(s, seat, queue, 1, met, used)
            used[goal, left] = 0
            if found:
                return True
    return False
