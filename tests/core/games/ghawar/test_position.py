"""Positions as text: what they mean, and what is wrong with those that mean nothing (law 9 does the rest)."""

from __future__ import annotations

import pytest

from assets.texts import LANGUAGES, Texts
from core import position
from core.game import Refused
from core.games.ghawar.rules import GHAWAR
from core.games.ghawar.state import DEPOT, NOTHING, Options, State
from tests.core.games.ghawar.diagrams import CHOICE, LAID_OUT, building, start
from tests.core.positions import refusal_of

DRIVING = """\
ghawar
options: {"trucks":2,"roads":"ring"}
seats: 3
board:
  +   -   N1  -   +   -   +   -   +   -   +   -   +
  |   rS  |   o   |   y   |   gN  |   b   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   S   |   oN  |   y   |   gN  |   bW  |   W   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   rS  |   W   |   y   |   g   |   bW  |   v   |
  +   -   +   -   +   -   W2o -   +   -   +   -   +
  |   rS  S1  o   |   yW  |   g   |   b   |   v   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   yN  |   g   |   b   |   v   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   y   |   g   |   b   |   vN  |
  +   -   +   -   +   -   +   -   +   -   +   -   +
values: g r b y v o
stored: r · vv
barrels: 2 3 4
rounds: 12
quiet: 2
turn: 1
stage: move
dice: 4
rolled-1: 3 1 2 2 3 1
hoped: 350 343 334
"""
"""The north has rolled 4 and drives. All arrays of the state are checked below."""

BUILDING = """\
ghawar
board:
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   y   |   g   |   b   |   v   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   y   |   g   |   b   |   v   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   y   |   gN  |   b   |   v   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   y   |   g   |   b   |   v   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   yS  |   g   |   b   |   v   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   y   |   g   |   b   |   v   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
values: r o y g b v
rounds: 1
stage: dice
dice: 4 3
hoped: 36 35
"""
"""Each of two seats has put up a derrick, at 5,9 and 7,5."""

LAYING_OUT = """\
ghawar
board:
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   y   |   g   |   b   |   v   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   r   |   o   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
"""
VALUES = start().play(*LAID_OUT, "value green", "value red").text()
OVER = """\
ghawar
board:
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   S   |   N   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
  |   ·   |   ·   |   ·   |   ·   |   ·   |   ·   |
  +   -   +   -   +   -   +   -   +   -   +   -   +
values: r o y g b v
stored: rrrrrrooooooyyyyyy ggggggbbbbbbvvvvvv
rounds: 90
turn: 1
dice: 6
"""
BOTH_TAKEN = building(options=CHOICE).play("dice 4 3", "place 7,5", "dice 3 4", "place 5,7").text()
LOADED = OVER.replace("ghawar\n", 'ghawar\noptions: {"roads":"ring","end":"last cube loaded"}\n')
LAST_ROW = "  +   -   +   -   +   -   +   -   +   -   +   -   +\nvalues: r o y g b v\nstored: r"
INSTEAD = OVER.replace("ghawar\n", 'ghawar\noptions: {"derricks":"instead of the roll"}\n')


def state_of(text: str) -> State:
    """What a text means."""
    state: State = position.read(text, GHAWAR).state
    return state


# --- What a text means -------------------------------------------------------------------------------------


def test_in_the_middle_of_driving() -> None:
    s = state_of(DRIVING)
    assert (s.options, s.seats) == (Options(trucks=2, roads="ring"), 3)
    assert s.cubes[0].tolist() == [0, 1, 2, 3, 4, NOTHING] and s.cubes[2].tolist() == [0, NOTHING, 2, 3, 4, 5]
    assert s.derricks[0].tolist() == [0, NOTHING, NOTHING, 1, NOTHING, NOTHING]
    assert s.derricks[1].tolist() == [0, 1, NOTHING, 1, 2, 2]
    assert s.values.tolist() == [2, 6, 4, 1, 3, 5]
    assert s.trucks.tolist() == [[7 * 13 + 2, DEPOT], [2, DEPOT], [DEPOT, 6 * 13 + 6]]
    assert s.loads.tolist() == [[NOTHING, NOTHING], [NOTHING, NOTHING], [NOTHING, 1]]
    assert s.stored.tolist() == [[1, 0, 0, 0, 0, 0], [0] * 6, [0, 0, 0, 0, 0, 2]]
    assert (s.money.tolist(), s.hoped.tolist()) == ([2, 3, 4], [350, 343, 334])
    assert s.rolled.tolist() == [[0] * 6, [3, 1, 2, 2, 3, 1], [0] * 6]
    assert (s.stage, s.turn, s.dice, s.rounds, s.quiet, s.idle) == ("move", 1, (4,), 12, 2, True)


def test_while_derricks_go_up() -> None:
    """The fourth column and the third row were rolled last."""
    assert building().play("dice 3 5", "dice 4 3").text() == BUILDING
    read = state_of(BUILDING)
    assert (read.stage, read.turn, read.dice, read.rounds) == ("dice", 0, (4, 3), 1)
    assert read.derricks[4, 2] == 0 and read.derricks[2, 3] == 1
    s = building(options=CHOICE).play("dice 4 3")
    assert s.text().endswith("stage: build\ndice: 4 3\nhoped: 36 0\n") and state_of(s.text()).stage == "build"


def test_while_cubes_and_values_are_drawn() -> None:
    assert start().text() == "ghawar\n" and state_of("ghawar").stage == "cubes"
    assert start().play(*LAID_OUT[:8]).text() == LAYING_OUT
    assert state_of(LAYING_OUT).stage == "cubes"
    assert VALUES.endswith("values: g r\n") and state_of(VALUES).values.tolist() == [2, 0, 0, 1, 0, 0]


def test_the_end() -> None:
    """The north has stored the last cube, so in this round oil was moved."""
    s = state_of(OVER)
    assert (s.stage, s.turn, s.idle, s.quiet) == ("over", 1, False, 0)
    assert GHAWAR.outcome(s).winners == (1,)  # type: ignore[union-attr]
    s = state_of(DRIVING.replace("quiet: 2\nturn: 1\nstage: move", "quiet: 12").replace('"ring"', STALEMATE))
    assert (s.stage, s.turn, s.quiet) == ("over", 0, 12)


STALEMATE = '"ring","stalemate":12'


@pytest.mark.parametrize(
    ("turn", "quiet", "idle", "counted"),
    [
        ("", "", True, 0),
        ("", "quiet: 3\n", True, 3),
        ("turn: 1\n", "", False, 0),
        ("turn: 1\n", "quiet: 0\n", True, 0),
    ],
)
def test_whether_oil_was_moved_in_this_round(turn: str, quiet: str, idle: bool, counted: int) -> None:
    """Nothing is said of it at the beginning of a round, and where it was; else how long it was not."""
    s = state_of(DRIVING.replace("quiet: 2\nturn: 1\n", quiet + turn))
    assert (s.idle, s.quiet) == (idle, counted)


# --- What is no position -----------------------------------------------------------------------------------

BAD: list[tuple[str, str, str, str, int, int]] = [
    # the drawing
    (DRIVING, "|   rS  |   o ", "|   rX  |   o ", "platform", 6, 7),
    (DRIVING, "|   rS  |   o ", "|   Sr  |   o ", "platform", 6, 7),
    (DRIVING, "|   rS  |   o ", "|   rr  |   o ", "platform", 6, 7),
    (DRIVING, "|   rS  |   o ", "|   +   |   o ", "platform", 6, 7),
    (DRIVING, "|   rS  |   o ", "|   rE  |   o ", "side", 6, 7),
    (DRIVING, "N1  -", "E1  -", "side", 5, 11),
    (DRIVING, "N1  -", "N4  -", "road", 5, 11),
    (DRIVING, "N1  -", "|   -", "road", 5, 11),
    (DRIVING, "N1  -", "N1S -", "road", 5, 11),
    (DRIVING, "N1  -", "N3  -", "truck", 5, 11),
    (DRIVING, "W2o -", "N1o -", "twice", 11, 27),
    (DRIVING, "N1  -", "N   -", "spelling", 5, 12),
    (DRIVING, '"ring"', '"inner"', "no_road", 5, 11),
    (DRIVING, "b   |   v   |", "b   |   v", "size", 12, 47),
    (DRIVING, "b   |   v   |", "b   |   v   | ·", "size", 12, 53),
    (DRIVING, "  |   r   |   o   |   yN  |   g   |   b   |   v   |\n", "", "size", 4, 1),
    (DRIVING, "  |   r   |   o   |   yN  |   g   |   b   |   v   |\n", "  \n", "size", 4, 1),
    (LAYING_OUT, "board:", "board: 0,0", "spelling", 2, 7),
    # cubes and values
    (DRIVING, "|   rS  |   o ", "|   S   |   o ", "cubes", 4, 1),
    (DRIVING, "stored: r ·", "stored: rr ·", "cubes", 4, 1),
    (DRIVING, "stored: r ·", "stored: rrrrrrr ·", "stored", 19, 15),
    (DRIVING, "stored: r ·", "stored: x ·", "position.refusal.word", 19, 9),
    (DRIVING, "stored: r · vv", "stored: r vv", "position.refusal.few", 19, 1),
    (DRIVING, "· vv", "· vv ·", "position.refusal.many", 19, 16),
    (DRIVING, "y v o", "y v x", "position.refusal.word", 18, 19),
    (DRIVING, "y v o", "y v g", "value", 18, 19),
    (DRIVING, "y v o", "y v", "values", 18, 1),
    (DRIVING, "values: g r b y v o\n", "", "values", 27, 1),
    (DRIVING, "y v o", "y v o r", "position.refusal.many", 18, 21),
    (LAYING_OUT, "r   |   o   |   ·", "r   |   ·   |   y", "order", 2, 1),
    (LAYING_OUT, "|   r   |   o   |   y   |", "|   r   |   oS  |   y   |", "values", 16, 1),
    (
        LAYING_OUT,
        "|   ·   |   ·   |   ·   |   ·   |\n  +   -   +   -   +   -   +   -   +   -   +   -   +\n  |   ·",
        "|   o   |   o   |   o   |   o   |\n  +   -   +   -   +   -   +   -   +   -   +   -   +\n  |   o",
        "cubes",
        2,
        1,
    ),
    (VALUES, "|   v   |", "|   b   |", "cubes", 2, 1),
    (VALUES, "values: g r", "values: g r\nturn: 1", "position.refusal.field", 17, 1),
    # derricks
    (BUILDING, "|   v   |", "|   ·   |", "building", 2, 1),
    (BUILDING, "  +   -   +", "  +   -   S", "no_road", 3, 11),
    (BUILDING, "  |   r   |   o   |   yS", "  |   r   S   o   |   yS", "building", 2, 1),
    (BUILDING, "|   v   |", "|   vS  |", "derricks", 2, 1),
    (BUILDING, "rounds: 1\n", "", "derricks", 2, 1),
    (BUILDING, "rounds: 1\n", "rounds: 400\n", "position.refusal.number", 17, 9),
    (BUILDING, "stage: dice\n", "stage: build\n", "position.refusal.word", 18, 8),
    (BUILDING, "dice: 4 3", "dice: 4", "position.refusal.few", 19, 1),
    (BUILDING, "dice: 4 3\n", "", "position.refusal.few", 20, 1),
    (BUILDING, "dice: 4 3", "dice: 4 7", "position.refusal.number", 19, 9),
    (BUILDING, "values", "stored: r ·\nvalues", "position.refusal.field", 16, 1),
    (BUILDING, "stage", "quiet: 1\nstage", "position.refusal.field", 18, 1),
    (BOTH_TAKEN, "stage: dice", "stage: build", "position.refusal.stuck", 22, 1),
    # driving
    (DRIVING, "barrels: 2 3 4", "barrels: 2 3 5", "barrels", 20, 1),
    (DRIVING, "barrels: 2 3 4", "barrels: 2 3", "position.refusal.few", 20, 1),
    (DRIVING, "barrels: 2 3 4", "barrels: 3 3 3", "spelling", 20, 1),
    (DRIVING, "barrels: 2 3 4", "barrels: -1 5 5", "position.refusal.number", 20, 10),
    (DRIVING, "rounds: 12", "rounds: 1461", "position.refusal.number", 21, 9),
    (DRIVING, "quiet: 2", "quiet: 13", "position.refusal.number", 22, 8),
    (DRIVING, "turn: 1", "turn: 3", "position.refusal.number", 23, 7),
    (DRIVING, "turn: 1", "turn: 0", "spelling", 23, 1),
    (DRIVING, "stage: move\n", "", "stage", 27, 1),
    (DRIVING, "stage: move", "stage: choose", "position.refusal.word", 24, 8),
    (DRIVING, "stage: move", "stage: over", "position.refusal.word", 24, 8),
    (DRIVING, "dice: 4", "dice: 4 3", "position.refusal.many", 25, 9),
    (DRIVING, "rolled-1: 3", "rolled-1: 14", "position.refusal.number", 26, 11),
    (DRIVING, "rolled-1: 3 1", "rolled-1: 3", "position.refusal.few", 26, 1),
    (DRIVING, "rolled-1:", "rolled-3:", "position.refusal.field", 26, 1),
    (DRIVING, "hoped: 350", "hoped: 99999", "position.refusal.number", 27, 8),
    (OVER, "dice", "stage: die\ndice", "over", 20, 1),
    (OVER, "turn: 1", "quiet: 0\nturn: 1", "position.refusal.field", 19, 1),
    (LOADED, LAST_ROW, LAST_ROW.replace("+   -   +", "Sr  -   +", 1)[:-1], "loaded", 3, 1),
    (INSTEAD, "turn: 1\ndice: 6", "turn: 1\ndice: 6 1 1", "position.refusal.many", 21, 11),
]
"""A good text, what is altered in it, and what is wrong with the new one: why, the line, and the column."""


@pytest.mark.parametrize(("text", "old", "new", "why", "line", "column"), BAD)
def test_what_is_wrong(text: str, old: str, new: str, why: str, line: int, column: int) -> None:
    state_of(text)
    assert old in text
    code = why if "." in why else f"position.refusal.{why}" if why == "spelling" else f"ghawar.position.{why}"
    assert refusal_of(text.replace(old, new, 1), GHAWAR) == (code, line, column)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_and_a_case(language: str) -> None:
    texts, begin = Texts(language), "ghawar.position."
    written = {key.removeprefix(begin) for key in texts.keys() if key.startswith(begin)}  # noqa: SIM118
    assert written == {why for _, _, _, why, _, _ in BAD if "." not in why} - {"spelling"}
    for text, old, new, why, *_ in BAD:
        if why in written:
            with pytest.raises(Refused) as caught:
                position.read(text.replace(old, new, 1), GHAWAR)
            refusal = caught.value.refusal
            assert {"line", "column"} <= texts.gaps(refusal.code) <= set(refusal.values)
