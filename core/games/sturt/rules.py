"""The rules of Sturt's Stony Desert, a game for two by Günter Cornett, top-down as in its rulebook.

Seat 0 wants to join the west edge to the east edge of a desert of 5 × 5 cards, seat 1 the north to the
south. Cards, board and routes are in `board`. Left out: the eight end markers, which are derived
(`ends`). Ours, where the rulebook is silent: announcing by itself, passing, and the draw after two
passes; in phase 1 a card that completes both connections wins for the seat that laid it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.game import GameInfo, Goal, NextGame, Outcome, Place, Refusal, Refused, Seat, read_only
from core.games.sturt import board, position
from core.games.sturt.board import (
    BOARD_WIDTH,
    DESERT_SIZE,
    DOUBLES,
    EMPTY_BOARD,
    FORKS,
    ORIGIN_INDEX,
    TRIPLES,
    Board,
    Supply,
    Tracks,
)
from core.games.sturt.decisions import DECISIONS, VARIANTS
from core.games.sturt.state import (
    DRAW_OUTCOME,
    GROWING_CARDS,
    Action,
    Declare,
    Lay,
    Options,
    Pass,
    State,
    Stop,
    opponent,
    win_outcome,
)
from core.grid import spread
from core.open_information import OpenInformation
from core.position_fields import Field, Fields

# --- Constants -----------------------------------------------------------------------------------------

SHORTEST_ROUTE: Final = 10
"""Cards of the shortest route: five columns (or rows), two cards in each, for every card is a bend."""

_LONGEST_NOTATION: Final = 40

_WORDS: Final[dict[str, Action]] = {"pass": Pass(), "declare": Declare(), "stop": Stop()}
_NUMBER: Final = r"(0|-?[1-9][0-9]?)"
_LAY_TEXT: Final = re.compile(rf"([5a36c9edb7])@{_NUMBER},{_NUMBER}(!?)")


# --- Which lays are there? Masks over the board, and tables of all actions by cell. --------------------

_FIRST_CELL: Final = read_only(
    np.arange(BOARD_WIDTH * BOARD_WIDTH).reshape(BOARD_WIDTH, BOARD_WIDTH)
    == ORIGIN_INDEX * BOARD_WIDTH + ORIGIN_INDEX
)
_TWO_CURVES: Final = read_only(np.array([corners.bit_count() == 2 for corners in range(16)]))

_LOW, _HIGH, _INDEX = np.ogrid[:BOARD_WIDTH, :BOARD_WIDTH, :BOARD_WIDTH]
_ROOM: Final = read_only(np.maximum(_HIGH, _INDEX) - np.minimum(_LOW, _INDEX) < DESERT_SIZE)
"""Mask [low, high, i]: row (or column) i may have a card when cards lie from row low to row high."""


def _table(cards: Sequence[int], announce: bool) -> NDArray[np.object_]:
    """Every lay of these cards: an object array of shape (9, 9, number of cards)."""
    table = np.empty((BOARD_WIDTH, BOARD_WIDTH, len(cards)), dtype=np.object_)
    for y, x, k in np.ndindex(table.shape):
        table[y, x, k] = Lay(cards[k], x - ORIGIN_INDEX, y - ORIGIN_INDEX, announce)
    return table


_LAYS: Final[dict[tuple[tuple[int, ...], bool], NDArray[np.object_]]] = {
    (cards, announce): _table(cards, announce)
    for cards in ((), DOUBLES, FORKS, DOUBLES + FORKS, TRIPLES)
    for announce in (False, True)
}


def cards(s: State) -> tuple[int, ...]:
    """The cards that may be laid now, by their corners, as far as the supply goes."""
    if s.phase == 2:
        return TRIPLES if s.supply.triples else ()
    return (DOUBLES if s.supply.doubles else ()) + (FORKS if s.supply.forks else ())


def cells(s: State) -> NDArray[np.bool_]:
    """Mask of the cells where a card may be laid now, shape (9, 9)."""
    if s.phase == 2:
        covered: NDArray[np.bool_] = _TWO_CURVES[s.corners]
        return covered
    if s.last is None:
        return _FIRST_CELL
    taken = s.corners != 0
    left, top, right, bottom = board.area(s.corners)
    rows, columns = _ROOM[top, bottom], _ROOM[left, right]
    free: NDArray[np.bool_] = spread(taken) & ~taken & rows[:, None] & columns
    return free


def _may_lay(s: State, a: Lay) -> bool:
    """Whether this is one of the `_lays`, judged by its card, its cell and its announcement alone."""
    if (
        a.corners not in cards(s)
        or not board.is_on_board((a.x, a.y))
        or not cells(s)[a.y + ORIGIN_INDEX, a.x + ORIGIN_INDEX]
    ):
        return False
    return not a.announce or (announcing(s) and _connects_after(s, a))


def _lays(s: State) -> list[Action]:
    """Every card that may be laid, cell by cell from the north-west; those with an announcement last."""
    may = cards(s)
    where = cells(s)
    plain: list[Action] = _LAYS[may, False][where].ravel().tolist()
    if not announcing(s):
        return plain
    return plain + _winning_lays(s, may, where)


def announcing(s: State) -> bool:
    """Whether a card laid now could carry an announcement."""
    by_hand = s.options.announce == "by hand"
    return by_hand and s.alone is None and s.supply.on_field >= GROWING_CARDS - 1


def _winning_lays(s: State, may: tuple[int, ...], where: NDArray[np.bool_]) -> list[Lay]:
    """The lays, with an announcement, after which the seat to act has a connection."""
    now = board.connects(board.tracks(s.corners), s.turn)
    decisive = board.reachable_from_both(s.corners, s.turn)
    lays: list[Lay] = _LAYS[may, True][where if now else where & decisive].ravel().tolist()
    matters = decisive.tolist()
    return [
        lay
        for lay in lays
        if not matters[lay.y + ORIGIN_INDEX][lay.x + ORIGIN_INDEX] or _connects_after(s, lay)
    ]


def _connects_after(s: State, lay: Lay) -> bool:
    """Whether the seat to act has a connection with this card lying."""
    return board.connects(board.tracks(_with_card(s.corners, lay)), s.turn)


def _with_card(corners: Board, lay: Lay) -> Board:
    """The board with the card of `lay` on it."""
    after = corners.copy()
    after[lay.y + ORIGIN_INDEX, lay.x + ORIGIN_INDEX] = lay.corners
    return read_only(after)


# --- Apply: what becomes of the position ---------------------------------------------------------------


def _lay(s: State, a: Lay) -> State:
    after = _with_card(s.corners, a)
    supply = s.supply.without(a.corners)
    cell = (a.x, a.y)
    return State(
        options=s.options,
        corners=after,
        turn=s.turn if s.alone is not None else opponent(s.turn),
        supply=supply,
        announced=a.announce,
        last=cell,
        alone=s.alone,
        result=_judge(s, supply, after, cell),
    )


def _judge(s: State, supply: Supply, after: Board, cell: Place) -> Outcome | None:
    """Result of the game with the card just laid on `cell`; None if it goes on."""
    if supply.on_field < SHORTEST_ROUTE:
        return None
    t = board.tracks(after)
    if s.alone is not None:
        return win_outcome(s.alone, "declared_wrong") if _anybody_connected(t) else None
    if supply.on_field < GROWING_CARDS:
        return _judge_growing(t, s.turn)
    return _judge_covering(s, t, after, cell)


def _anybody_connected(t: Tracks) -> bool:
    return board.connects(t, board.WEST_EAST) or board.connects(t, board.NORTH_SOUTH)


def _pass(s: State) -> State:
    """The other seat's turn starts: what it announced still stands; after two passes it is a draw."""
    result = (
        DRAW_OUTCOME
        if s.passed
        else win_outcome(opponent(s.turn), "connected")
        if _announced_stands(s)
        else None
    )
    return msgspec.structs.replace(s, turn=opponent(s.turn), announced=False, passed=True, result=result)


def _announced_stands(s: State) -> bool:
    """Whether the seat that is not to act has a connection that counts and was not broken."""
    by_itself = s.options.announce == "automatic"
    return (s.announced or by_itself) and board.connects(board.tracks(s.corners), opponent(s.turn))


def _declare(s: State) -> State:
    """The other seat goes on alone, and has won if any connection stands."""
    alone = opponent(s.turn)
    result = win_outcome(alone, "declared_wrong") if _anybody_connected(board.tracks(s.corners)) else None
    return msgspec.structs.replace(s, turn=alone, announced=False, alone=alone, result=result)


# --- Winning -------------------------------------------------------------------------------------------


def _judge_growing(t: Tracks, layer: Seat) -> Outcome | None:
    """Phase 1, before the 25th card: a connection wins at once, whoever laid it."""
    own, theirs = board.connects(t, layer), board.connects(t, opponent(layer))
    if own:
        return win_outcome(layer, "early_both" if theirs else "early")
    return win_outcome(opponent(layer), "early_gift") if theirs else None


def _judge_covering(s: State, t: Tracks, after: Board, cell: Place) -> Outcome | None:
    """From the 25th card on: the seat whose turn starts wins by a connection that counts.

    `s` is the position before the card on `cell` was laid, `after` the board with it, `t` its tracks. A
    connection counts if it was announced in the seat's last turn or runs over the card just laid.
    """
    seat = opponent(s.turn)
    if not board.connects(t, seat):
        return None
    rest = after.copy()
    rest[cell[1] + ORIGIN_INDEX, cell[0] + ORIGIN_INDEX] = 0
    if not board.connects(board.tracks(rest), seat):
        return win_outcome(seat, "gift")
    if s.announced or s.options.announce == "automatic":
        return win_outcome(seat, "connected")
    return win_outcome(seat, "gift") if board.runs_over(after, seat, cell) else None


# --- Why not? The reason for what the masks do not allow, with the places to blame. --------------------


def _why_not_lay(s: State, a: Lay) -> Refusal:
    """Why a card cannot be laid so: the card, then the place, then the announcement."""
    code = _wrong_card(s, a.corners)
    if code:
        return Refusal(f"sturt.refusal.{code}")
    code, places = _wrong_place_to_cover(s, a) if s.phase == 2 else _wrong_place_to_grow(s, a)
    if code:
        return Refusal(f"sturt.refusal.{code}", tuple(p for p in places if board.is_on_board(p)))
    return Refusal(f"sturt.refusal.{_wrong_announcement(s)}")


def _wrong_card(s: State, corners: int) -> str:
    if corners not in DOUBLES + FORKS + TRIPLES:
        return "no_such_card"
    if corners in TRIPLES and s.phase == 1:
        return "triple_too_early"
    if corners not in TRIPLES and s.phase == 2:
        return "two_curves_too_late"
    return "" if corners in cards(s) else "used_up"


def _wrong_place_to_cover(s: State, a: Lay) -> tuple[str, tuple[Place, ...]]:
    lying = board.card_at(s.corners, (a.x, a.y))
    if lying == 0:
        return "nothing_to_cover", ((a.x, a.y),)
    if lying in TRIPLES:
        return "triple_on_triple", ((a.x, a.y),)
    return "", ()


def _wrong_place_to_grow(s: State, a: Lay) -> tuple[str, tuple[Place, ...]]:
    cell = (a.x, a.y)
    if s.last is None:
        return ("", ()) if cell == (0, 0) else ("first_card", ((0, 0),))
    if board.card_at(s.corners, cell):
        return "cell_taken", (cell,)
    far = _too_far(s.corners, cell)
    if far:
        return "too_far", (cell, far)
    if not (board.is_on_board(cell) and cells(s)[a.y + ORIGIN_INDEX, a.x + ORIGIN_INDEX]):
        return "not_adjacent", (cell,)
    return "", ()


def _too_far(corners: Board, cell: Place) -> Place | None:
    """A card that cannot lie in the same 5 × 5 cells as one on `cell`: the nearest; None if all can."""
    ys, xs = np.nonzero(corners)
    away = [
        (max(abs(x - cell[0]), abs(y - cell[1])), (x, y))
        for x, y in zip((xs - ORIGIN_INDEX).tolist(), (ys - ORIGIN_INDEX).tolist(), strict=True)
    ]
    return min((item for item in away if item[0] >= DESERT_SIZE), default=(0, None))[1]


def _wrong_announcement(s: State) -> str:
    if s.options.announce == "automatic":
        return "announce_automatic"
    if s.alone is not None:
        return "announce_alone"
    return "announce_nothing" if s.supply.on_field >= GROWING_CARDS - 1 else "announce_too_early"


def _why_not_say(s: State, a: Pass | Declare | Stop) -> str:
    """Why one cannot pass, declare or stop."""
    if isinstance(a, Stop):
        return "stop_not_alone"
    if s.alone is not None:
        return "pass_alone" if isinstance(a, Pass) else "declare_alone"
    if isinstance(a, Pass):
        return "pass_can_lay" if cards(s) else "pass_must_declare"
    return "declare_too_early" if s.options.no_draws else "declare_not_played"


# --- The game ------------------------------------------------------------------------------------------


class Sturt(OpenInformation[State, Action]):
    """Sturt's Stony Desert as a `core.game.Game`."""

    info: Final = GameInfo(
        key="sturt",
        title="Sturt's Stony Desert",
        seats=(2,),
        options=Options,
        state=State,
        action=Action,
        hidden=False,
        chance=False,
        goals=(Goal(games=1), Goal(games=3), Goal(games=5), Goal(games=7)),
        scored=False,
        decisions=DECISIONS,
        variants=VARIANTS,
        daily=True,
    )

    def start(self, options: Options, seats: int) -> State:
        """The empty desert. Every combination of options goes together."""
        return State(options, EMPTY_BOARD, Seat(options.first))

    def to_act(self, s: State) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return () if s.result else (s.turn,)

    def legal(self, s: State, seat: Seat) -> list[Action]:
        """Lays cell by cell, lays with an announcement, then what can be said instead."""
        if s.result is not None or seat != s.turn:
            return []
        lays = _lays(s)
        if s.alone is not None:
            return [*lays, Stop()]
        if s.options.no_draws and s.phase == 2:
            return [*lays, Declare()]
        return lays or [Pass()]

    def chances(self, s: State) -> Sequence[tuple[Action, float]]:
        """Nothing is left to chance."""
        return ()

    def apply(self, s: State, seat: Seat, a: Action) -> State:
        """The position after a legal action."""
        if isinstance(a, Lay):
            return _lay(s, a)
        if isinstance(a, Pass):
            return _pass(s)
        if isinstance(a, Declare):
            return _declare(s)
        return msgspec.structs.replace(s, result=win_outcome(opponent(seat), "declared_right"))

    def outcome(self, s: State) -> Outcome | None:
        """The result of the finished game."""
        return s.result

    def why_not(self, s: State, seat: Seat, a: Action) -> Refusal | None:
        """None exactly for what `legal` lists; the reason is looked for afterwards."""
        if s.result is not None:
            return Refusal("sturt.refusal.over")
        if seat != s.turn:
            return Refusal("sturt.refusal.not_your_turn")
        if isinstance(a, Lay):
            return None if _may_lay(s, a) else _why_not_lay(s, a)
        if a in self.legal(s, seat):
            return None
        return Refusal(f"sturt.refusal.{_why_not_say(s, a)}")

    def bound(self, options: Options, seats: int) -> int:
        """49 cards, and at most two of pass, declare and stop; one to spare."""
        return 52

    def notation(self, a: Action) -> str:
        """`5@0,0`, `e@1,-2!`, `pass`, `declare` or `stop`."""
        if isinstance(a, Lay):
            return f"{a.corners:x}@{a.x},{a.y}{'!' if a.announce else ''}"
        return {Pass: "pass", Declare: "declare", Stop: "stop"}[type(a)]

    def parse(self, text: str) -> Action:
        """An action from its text, spelled exactly so. Raises `Refused("notation.refusal.malformed")`."""
        if text in _WORDS:
            return _WORDS[text]
        found = _LAY_TEXT.fullmatch(text)
        if found is None:
            shown = text if len(text) <= _LONGEST_NOTATION else text[: _LONGEST_NOTATION - 1] + "…"
            raise Refused("notation.refusal.malformed", text=shown)
        corners, x, y, announce = found.groups()
        return Lay(int(corners, 16), int(x), int(y), announce == "!")

    def describe(self, s: State) -> list[Field]:
        """The desert as drawn, whose turn it is, and what was said."""
        return position.describe(s)

    def restore(self, fields: Fields, options: Options, seats: int) -> State:
        """The position of a text."""
        return position.restore(fields, options)

    def points(self, outcome: Outcome) -> tuple[float, ...]:
        """A game won is a point, a draw half a point each."""
        return outcome.scores

    def follow(self, options: Options, outcome: Outcome) -> NextGame:
        """The other seat begins; everybody keeps their direction."""
        first: Literal[0, 1] = 1 if options.first == 0 else 0
        return NextGame(msgspec.structs.replace(options, first=first), (Seat(0), Seat(1)))


STURT: Final = Sturt()
