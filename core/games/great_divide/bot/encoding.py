"""Encoding of The Great Divide: actions and observations as numbers (see `core.environments.encoding`).

What the number of an action means depends on the stage only, which everybody knows:

    0 …          choose cards before the game: bit i says whether card i lies active
    FLIPS …      turn over card i
    WORDS …      draw, keep, give, decline
    ARROWS …     6 * space + way: lay the drawn river tile there, or turn the one that lies there
    CRESTS …     3 * space + axis: lay the Two-Ocean Pass there, or turn it
    AT_SPACES …  space: lay the Great Basin there, remove the tile, or flood from the river tile
    STREAMS …    way: flood from the Two-Ocean Pass on this side of it

Spaces, ways and axes have the numbers of the rules. Seats in observations are relative: the observer first.
"""

from __future__ import annotations

from typing import Final

from core.bots.compiled import jit, lowest_bit
from core.bots.kernel import IntArray
from core.environments.encoding import Part, Row, offsets, option_part
from core.games.great_divide.bot.kernel import (
    ALL_EVENTS,
    ASIDE,
    ASIDES,
    AXES,
    AXIS,
    BAG,
    BASIN,
    CARDS_STAGE,
    CHOOSE,
    CREST,
    CUT,
    DECK,
    DECLINE,
    DRAW,
    DRAWN,
    EIGHTH,
    FIVE,
    FLIP,
    FLIPPED,
    FLOOD_FROM,
    GIVE,
    KEEP,
    KIND,
    KINDS,
    LAST,
    LAY,
    LAY_BASIN,
    LAY_PASS,
    LAY_STAGE,
    NO_WAY,
    QUAKE_STAGE,
    REMOVE,
    RIVERS,
    SIDES,
    SPACE,
    SPACES,
    STAGE,
    STAGES,
    TURN,
    TURN_PASS,
    TURN_RIVER,
    TURNED,
    WAYS,
    WITH_BASIN,
    actor,
)
from core.games.great_divide.state import EVENTS, NOT_CHOSEN, Options

CARDS: Final = EIGHTH + 1
FLIPS: Final = 1 << CARDS
WORDS: Final = FLIPS + CARDS
DRAW_NUMBER, KEEP_NUMBER, GIVE_NUMBER, DECLINE_NUMBER = range(WORDS, WORDS + 4)
ARROWS: Final = WORDS + 4
CRESTS: Final = ARROWS + SPACES * WAYS
AT_SPACES: Final = CRESTS + SPACES * AXES
STREAMS: Final = AT_SPACES + SPACES
ACTIONS: Final = STREAMS + WAYS


@jit
def number(s: IntArray, seat: int, code: int) -> int:
    """The number of an action with this code."""
    kind, detail = code & ~(KIND - 1), code & (KIND - 1)
    space, way = detail >> SPACE, detail & NO_WAY
    if kind == CHOOSE:
        return detail
    if kind == FLIP:
        return FLIPS + detail
    if kind == DRAW:
        return DRAW_NUMBER
    if kind == KEEP:
        return KEEP_NUMBER
    if kind == GIVE:
        return GIVE_NUMBER
    if kind == DECLINE:
        return DECLINE_NUMBER
    if kind in (LAY, TURN_RIVER):
        return ARROWS + space * WAYS + way
    if kind in (LAY_PASS, TURN_PASS):
        return CRESTS + space * AXES + way
    return AT_SPACES + space if way == NO_WAY else STREAMS + way


@jit
def code(s: IntArray, seat: int, number: int) -> int:
    """The code of the action with this number."""
    if number < FLIPS:
        return CHOOSE | number
    if number < WORDS:
        return FLIP | number - FLIPS
    if number == DRAW_NUMBER:
        return DRAW
    if number == KEEP_NUMBER:
        return KEEP
    if number == GIVE_NUMBER:
        return GIVE
    if number == DECLINE_NUMBER:
        return DECLINE
    return _code_at(s, number)


@jit
def _code_at(s: IntArray, number: int) -> int:
    """The code of the action on a space with this number."""
    is_lay = s[STAGE] == LAY_STAGE
    if number < CRESTS:
        at = number - ARROWS
        return (LAY if is_lay else TURN_RIVER) | at // WAYS << SPACE | at % WAYS
    if number < AT_SPACES:
        at = number - CRESTS
        return (LAY_PASS if is_lay else TURN_PASS) | at // AXES << SPACE | at % AXES
    if number < STREAMS:
        kind = LAY_BASIN if is_lay else REMOVE if s[STAGE] == QUAKE_STAGE else FLOOD_FROM
        return kind | number - AT_SPACES << SPACE | NO_WAY
    return FLOOD_FROM | s[CREST] << SPACE | number - STREAMS  # type: ignore[no-any-return]


# --- Observations --------------------------------------------------------------------------------------

KIND_NAMES: Final = ", ".join(KINDS)
OBSERVATION: Final = (
    Part(
        "board",
        (WAYS + AXES + 1, SPACES),
        "by space: a river tile by its way; the Pass by its axis; the Basin",
    ),
    Part("stage", (len(STAGES),), "what happens next: " + ", ".join(STAGES)),
    Part("ocean", (2,), "whose ocean the observer plays for: Pacific, Atlantic"),
    Part("turn", (2,), "whose turn it is"),
    Part("deciding", (2,), "who owes a decision"),
    Part("drawn", (len(KINDS),), "the drawn tile: " + KIND_NAMES),
    Part("bag", (len(KINDS),), "number of tiles of each kind in the bag"),
    Part(
        "aside",
        (4, len(KINDS)),
        "number of tiles set aside while there was no special tile, the Basin, the Pass, both",
    ),
    Part("active", (2, CARDS), "cards that lie active; not those that the opponent has chosen unseen"),
    Part("flipped", (CARDS,), "cards turned over since the last draw"),
    Part("five", (2,), "who has the 5"),
    Part("last", (2,), "who laid a tile or kept the 5 last"),
    Part("events", (ALL_EVENTS,), "event cards turned up, by kind: " + ", ".join(EVENTS)),
    Part("turned", (SPACES,), "the tile that the active seat has turned in this eruption"),
    option_part(Options),
)
(
    AT_BOARD, AT_STAGE, AT_OCEAN, AT_TURN, AT_DECIDING, AT_DRAWN, AT_BAG, AT_ASIDE,
    AT_ACTIVE, AT_FLIPPED, AT_FIVE, AT_LAST, AT_EVENTS, AT_TURNED, AT_OPTIONS,
) = offsets(OBSERVATION)  # fmt: skip


@jit
def observe(s: IntArray, seat: int, out: Row) -> None:
    """Write what a seat may know."""
    out[:] = 0
    _observe_board(s, out)
    _observe_seats(s, seat, out)
    _observe_bag(s, out)
    out[AT_STAGE + s[STAGE]] = 1
    for event in range(2):
        if s[DECK + event] >= 0:
            out[AT_EVENTS + s[DECK + event]] += 1
    if s[TURNED] >= 0:
        out[AT_TURNED + s[TURNED]] = 1
    _set_bits(out, AT_FLIPPED, s[FLIPPED])
    out[AT_OPTIONS : AT_OPTIONS + STAGE] = s[:STAGE]


@jit
def _set_bits(out: Row, at: int, bits: int) -> None:
    """Write 1 for each bit that is set."""
    while bits:
        out[at + lowest_bit(bits)] = 1
        bits &= bits - 1


@jit
def _observe_board(s: IntArray, out: Row) -> None:
    """Write what lies on the spaces."""
    for way in range(WAYS):
        row = AT_BOARD + way * SPACES
        _set_bits(out, row, s[RIVERS + 2 * way])
        _set_bits(out, row + CUT, s[RIVERS + 2 * way + 1])
    if s[CREST] >= 0:
        out[AT_BOARD + (WAYS + s[AXIS]) * SPACES + s[CREST]] = 1
    if s[BASIN] >= 0:
        out[AT_BOARD + (WAYS + AXES) * SPACES + s[BASIN]] = 1


@jit
def _observe_seats(s: IntArray, seat: int, out: Row) -> None:
    """Write what belongs to a seat, or to its opponent."""
    out[AT_OCEAN + seat] = 1
    choosing = s[STAGE] == CARDS_STAGE
    if not choosing:
        out[AT_TURN + (s[TURN] != seat)] = 1
    for other in range(2):
        row = 1 if other != seat else 0
        if choosing:
            out[AT_DECIDING + row] = s[SIDES + other] == NOT_CHOSEN
        elif actor(s) == other:
            out[AT_DECIDING + row] = 1
        if s[SIDES + other] >= 0 and not (choosing and row):
            _set_bits(out, AT_ACTIVE + row * CARDS, s[SIDES + other])
        out[AT_FIVE + row] = s[FIVE] == other
        out[AT_LAST + row] = s[LAST] == other


@jit
def _observe_bag(s: IntArray, out: Row) -> None:
    """Write which tiles do not lie on the board."""
    if s[DRAWN] >= 0:
        out[AT_DRAWN + s[DRAWN]] = 1
    for kind in range(len(KINDS)):
        out[AT_BAG + kind] = s[BAG + kind]
    for number in range(s[ASIDES]):
        aside = s[ASIDE + number]
        out[AT_ASIDE + aside // WITH_BASIN * len(KINDS) + aside % WITH_BASIN] += 1
