"""Positions of Sturt as text: a few with what they mean, and what cannot be one."""

from __future__ import annotations

import pytest

from assets.texts import LANGUAGES, Texts
from core import position
from core.games.sturt.board import Supply
from core.games.sturt.rules import STURT
from core.games.sturt.state import DRAW_OUTCOME, Options, State, win_outcome
from tests.core.positions import refusal_of

GROWN = """\
sturt
board: -2,-1
  . 5 .
  9 a 3
  . . 6
last: 0,1
turn: 1
"""

FULL = """\
sturt
options: {"announce":"by hand"}
board: -2,-2
  9 3 c a 3
  6 5 3 c 5
  6 6 7 6 5
  5 a b c 5
  5 d c 5 6
doubles: 11
last: 0,0
said: announced
turn: 1
"""


def read(text: str) -> State:
    state: State = position.read(text, STURT).state
    return state


def test_while_the_desert_grows() -> None:
    s = read(GROWN)
    assert (s.phase, s.turn, s.last, s.supply) == (1, 1, (0, 1), Supply(20, 19, 24))
    assert s.corners[4, 4] == 0x3, "the first card lies in the middle"


def test_a_full_desert_says_which_cards_lie_under_triples() -> None:
    s = read(FULL)
    assert (s.phase, s.options, s.announced) == (2, Options(announce="by hand"), True)
    assert s.supply == Supply(11, 8, 21), "of the three cards under triples one is a double curve"


def test_how_it_ended() -> None:
    assert read(GROWN.replace("turn: 1", "turn: 1\nwon: 0 early_gift")).result == win_outcome(0, "early_gift")
    assert read(GROWN.replace("turn: 1", "turn: 1\nwon:")).result == DRAW_OUTCOME


def test_the_beginning_is_the_shortest_text() -> None:
    assert position.write(STURT, 2, STURT.start(Options(), 2)) == "sturt\n"
    assert read("sturt").last is None


BAD = [
    (GROWN, ". 5 .", ". 7 .", "triple_too_early", 2, 1),
    (GROWN, "-2,-1", "-1,1", "first_card", 2, 1),
    (GROWN, ". 5 .\n  9 a 3", "5 . .\n  9 . 3", "apart", 2, 1),
    (GROWN, ". . 6", ". . 6\n  . . 6\n  . . 6\n  . . 6", "wide", 2, 1),
    (GROWN, "-2,-1", "3,3", "far", 4, 7),
    (GROWN, "0,1", "1,1", "no_card", 6, 7),
    (FULL, "doubles: 11", "doubles: 99", "position.refusal.number", 9, 10),
    (FULL, FULL[FULL.index("  9") : FULL.index("doubles")], "  5 5 5 5 5\n" * 5, "too_many", 3, 1),
    (FULL.replace('options: {"announce":"by hand"}\n', ""), "turn: 1\n", "", "connected", 2, 1),
]


@pytest.mark.parametrize(("text", "old", "new", "code", "line", "column"), BAD)
def test_what_is_wrong(text: str, old: str, new: str, code: str, line: int, column: int) -> None:
    code = code if "." in code else f"sturt.position.{code}"
    assert refusal_of(text.replace(old, new, 1), STURT) == (code, line, column)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_and_a_case(language: str) -> None:
    keys = Texts(language).keys()
    written = {key for key in keys if key.startswith("sturt.position.")}
    assert written == {f"sturt.position.{code}" for *_, code, _, _ in BAD if "." not in code}
