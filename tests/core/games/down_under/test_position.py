"""Positions as text: what they mean, and what is wrong with others."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from assets.texts import LANGUAGES, Texts
from core import position
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import Laid, Lead, Options, State
from tests.core.games.down_under.diagrams import Position, start
from tests.core.laws import same
from tests.core.positions import refusal_of

# --- What they mean ------------------------------------------------------------------------------------


def read(text: str) -> State:
    """The state of a text."""
    state = position.read(text, DOWN_UNDER).state
    assert isinstance(state, State)
    return state


DUE = """\
down_under
seats: 3
board: 0,0
  ─0 ○└ ─2
  ·  │1 ·
order:
  0,0 1,1 2,0 1,0
stage: start
turn: 2
due: S@1,-1
"""
"""The first cards of all three lead to 1,0, and seat 2 goes on over the billabong."""


def test_a_card_is_due_at_a_billabong() -> None:
    s = read(DUE)
    assert s.played == (
        Laid("EW", 0, 0, 0),
        Laid("NS", 1, 1, 1),
        Laid("EW", 2, 0, 2),
        Laid("billabong", 1, 0, -1, through=("NE",)),
    )
    assert (s.stage, s.turn, s.laid, s.due) == ("start", 2, (2,), (Lead(1, -1, 2),))
    assert same(s, start(3, Options()).play("EW@0,0", "NS@1,1", "EW@2,0").state)
    assert Position(DOWN_UNDER, s).offers() == {"NS@1,-1", "SE@1,-1", "SW@1,-1", "endS@1,-1"}


RING = """\
down_under
board: -1,0
  ·  ┌0 ┐0
  │1 └0 ┘0
  │1 ·  ·
  │1 ·  ·
  │1 ·  ·
order:
  0,0 -1,1 1,0 -1,2 0,1 -1,3 1,1 -1,4
ring-0: SW@1,0
"""
"""The path of seat 0 ended on 1,0 and 0,1 when its last card, on 1,1, made it a ring."""


def test_a_ring_is_to_be_opened() -> None:
    s = read(RING)
    played = ("SE@0,0", "NS@-1,1", "SW@1,0", "NS@-1,2", "NE@0,1", "NS@-1,3", "NW@1,1", "NS@-1,4")
    assert same(s, start(2, Options()).play(*played).state)
    assert s.paths[0].tips == ("ring", "ring") and s.paths[0].run[0] == (1, 0, 2, 3)
    after = Position(DOWN_UNDER, s).play("turn NE@0,0")
    assert "ring" not in after.text() and "  ·  └0 ┐0\n" in after.text()


PAIRS = """\
down_under
options: {"animals":true,"two_paths":"two cards"}
board: 0,0
  ╵0╷1 ·    ·
  ┌3e  ╶2╴3 ─2k
order:
  0,0 0,0 1,1 1,1 2,1 0,1
turn: 1
laid: 3
"""
"""Seat 1 has laid a curve for its path b, and now lays one for its path a."""


def test_two_cards_a_turn() -> None:
    s = read(PAIRS)
    assert (s.stage, s.turn, s.laid, s.stuck) == ("play", 1, (3,), (False,) * 4)
    assert [laid.path for laid in s.played] == [0, 1, 2, 3, 2, 3]
    assert {text[:2] for text in Position(DOWN_UNDER, s).offers()} == {"a:"}


OVER = """\
down_under
board: 0,0
  ╶0 ─0 ╴0
  ╶1 ─1 ·
stuck: 1
turn: 1
"""


def test_the_game_is_over_when_every_path_is_closed_or_stuck() -> None:
    s = Position(DOWN_UNDER, read(OVER))
    assert s.state.stage == "over" and s.outcome().scores == (3.0, 2.0)


RIVER = """\
down_under
options: {"frame":"river"}
board: -1,-1
  ·  ·  ·  ·  ·  ·  ·  ╷2
  ·  ┌2 ┐2 ·  ·  ·  ┌2 ┘2
  ╶2 ┘2 │2 ·  ·  ·  │2 ·
  ·  ·  │2 ·  ─0 ·  │2 ·
  ·  ·  │2 ┌2 ─2 ─2 ┘2 ·
  ·  ·  └2 ┘2 ·  ·  ·  ·
turn: 1
"""


def test_what_lies_there_from_the_start_is_drawn_too() -> None:
    assert same(read(RIVER), start(2, Options(frame="river")).play("EW@3,2").state)


def test_a_game_begins_with_nothing() -> None:
    assert same(read("down_under\n"), start(2, Options()).state)
    assert start(2, Options()).text() == "down_under\n"


# --- What is wrong -------------------------------------------------------------------------------------

CURVES = "down_under\nboard: 0,0\n  ┌0 ┐0 ┌0 ┐0 ┌0\n  ┘0 └0 ┘0 └0 ┘0\n  │1 ·  ·  ·  ·\n"
FOUR = 'down_under\noptions: {"size":"unlimited"}\nseats: 4\nboard: -1,-1\n  ·  │1 ·\n  ─0 ·  ─2\n  ·  ─3 ·\n'
SINGLE = 'down_under\noptions: {"single_start":true}\nboard: 0,0\n'

BAD = [
    # The drawing.
    (DUE.replace("○└", "x0"), "position.refusal.word", 4, 6),
    (DUE.replace("─2", "─ "), "down_under.position.whose", 4, 9),
    (DUE.replace("─2", "─3"), "position.refusal.number", 4, 10),
    (DUE.replace("─2", "─x"), "position.refusal.number", 4, 10),
    (DUE.replace("─2", "─2d"), "down_under.position.animal", 4, 9),
    (DUE.replace("─2", "─2x"), "position.refusal.word", 4, 11),
    (DUE.replace("○└", "○2"), "position.refusal.word", 4, 7),
    (DUE.replace("○└", "○└┌"), "down_under.position.ways", 4, 6),
    (DUE.replace("○└", "○─│"), "down_under.position.ways", 4, 6),
    (DUE.replace("○└", "○└┐┘"), "down_under.position.ways", 4, 6),
    (DUE.replace("─2", "─2│1"), "down_under.position.cell", 4, 9),
    (PAIRS.replace("╵0╷1", "╵0╶1"), "down_under.position.cell", 4, 3),
    (PAIRS.replace("╵0╷1", "╵0╷1╵0"), "down_under.position.cell", 4, 3),
    (DUE.replace("board: 0,0", "board: 0"), "position.refusal.place", 3, 8),
    (DUE.replace("board: 0,0", "board:"), "position.refusal.few", 3, 1),
    (DUE.replace("board: 0,0", "board: 0,0 1"), "position.refusal.many", 3, 12),
    (DUE.replace("board: 0,0", "board: 100,0"), "position.refusal.number", 3, 8),
    (DUE.replace("  ─0", "  ·  ·  ·\n  ─0"), "down_under.position.first_card", 3, 1),
    # What may lie there.
    (PAIRS.replace("─2k", "─2"), "down_under.position.animal", 5, 13),
    (PAIRS.replace("─2k", "─2d"), "down_under.position.animal", 5, 13),
    (PAIRS.replace("╴3 ", "╴3k "), "down_under.position.animal", 5, 10),
    (CURVES, "down_under.position.too_many", 4, 15),
    (OVER.replace("─1 ·", "─1 ○ ○ ○ ○ ○"), "down_under.position.billabongs", 4, 17),
    (OVER.replace("╶0 ─0 ╴0", "╶0 ╴0 ╶0 ╴0"), "down_under.position.too_many", 3, 9),
    (OVER.replace("─1 ·", "─1 ─1 ─1 ─1 ─1 ─1 ─1 ┐1 "), "down_under.position.outside", 4, 27),
    (OVER.replace("╴0", "│0"), "down_under.position.torn", 3, 9),
    (OVER.replace("╴0", "─1"), "down_under.position.joined", 3, 3),
    (OVER.replace("╴0", "·  ·  │1"), "down_under.position.apart", 3, 15),
    (OVER.replace("board: 0,0", "board: 1,0"), "down_under.position.first_card", 2, 1),
    (RIVER.replace("╶2 ", "·  "), "down_under.position.frame", 3, 1),
    (RIVER.replace("╶2 ", "─2 "), "down_under.position.frame", 6, 3),
    (RIVER.replace("─0", "─2"), "down_under.position.frame", 7, 15),
    (RIVER.replace("·  ╷2", "─0 ╷2"), "down_under.position.outside", 4, 21),
    ('down_under\noptions: {"frame":"river"}\n', "down_under.position.frame", 3, 1),
    (FOUR, "down_under.position.first_card", 4, 1),
    (FOUR.replace("─3", "│3").replace("-1,-1", "-1,-2"), "down_under.position.crowded", 4, 1),
    # The order.
    (DUE.replace("2,0 1,0", "2,0"), "down_under.position.missing", 6, 1),
    (DUE.replace("2,0 1,0", "2,0 1,0 1,0"), "down_under.position.order", 7, 19),
    (DUE.replace("2,0 1,0", "2,0 0,1"), "down_under.position.order", 7, 15),
    (DUE.replace("2,0 1,0", "2,0 x"), "position.refusal.place", 7, 15),
    (RING.replace("SW@1,0", "SW@0,0"), "down_under.position.ring", 10, 9),
    (RING.replace("SW@1,0", "WS@1,0"), "down_under.position.ring", 10, 9),
    (RING.replace("SW@1,0", "SS@1,0"), "position.refusal.word", 10, 9),
    (RING.replace("SW@1,0", "SW@1"), "position.refusal.place", 10, 12),
    (RING.replace("SW@1,0", "ES@0,0"), "position.refusal.spelling", 10, 1),
    (RING.replace("ring-0", "ring-1"), "down_under.position.ring", 10, 9),
    (RING.replace("ring-0", "ring-2"), "position.refusal.field", 10, 1),
    # Whose turn it is.
    (SINGLE + "  ─0\nturn: 1\n", "down_under.position.no_end", 4, 3),
    ("down_under\nseats: 3\nboard: 0,0\n  ─0 ╷2\n", "down_under.position.too_early", 4, 6),
    ("down_under\nboard: 0,0\n  ─0\n", "down_under.position.turn", 4, 1),
    ("down_under\nturn: 1\n", "down_under.position.turn", 2, 1),
    ("down_under\nturn: 2\n", "position.refusal.number", 2, 7),
    (OVER.replace("stuck: 1\nturn: 1", "stuck: 1 2"), "position.refusal.number", 5, 10),
    (OVER.replace("stuck: 1\nturn: 1", "turn: 0"), "position.refusal.spelling", 5, 1),
    (OVER.replace("stuck: 1\n", "").replace("turn: 1\n", ""), "position.refusal.stuck", 5, 1),
    (OVER.replace("stuck: 1", "stuck: 0 1"), "down_under.position.stuck", 5, 8),
    (DUE.replace("stage: start", "stage: opening"), "down_under.position.stage", 8, 8),
    (DUE.replace("stage: start", "stage: play"), "position.refusal.word", 8, 8),
    (OVER.replace("turn: 1", "stage: start"), "down_under.position.stage", 6, 8),
    (PAIRS.replace("turn: 1\nlaid: 3", "stage: start"), "down_under.position.stage", 8, 8),
    (DUE.replace("turn: 2", "turn: 1"), "down_under.position.due", 10, 6),
    (DUE.replace("S@1,-1", "W@3,0"), "down_under.position.due", 10, 6),
    (DUE.replace("S@1,-1", "S@1,-1 S@1,-1"), "down_under.position.due", 10, 13),
    (DUE.replace("S@1,-1", "X@1,-1"), "position.refusal.word", 10, 6),
    (DUE.replace("S@1,-1", "1,-1"), "position.refusal.place", 10, 11),
    (DUE.replace("due", "stuck: 2\ndue"), "down_under.position.due", 11, 6),
    (DUE.replace("due", "laid: 1\ndue"), "down_under.position.laid", 10, 7),
    (PAIRS.replace("laid: 3", "laid: 2"), "down_under.position.laid", 9, 7),
    (PAIRS.replace("laid: 3", "laid: 3 1"), "down_under.position.laid", 9, 7),
    (PAIRS.replace("two cards", "one card"), "down_under.position.laid", 9, 7),
    (PAIRS.replace("laid", "lain"), "position.refusal.field", 9, 1),
]


@pytest.mark.parametrize(("text", "code", "line", "column"), BAD)
def test_what_is_wrong_is_said_with_its_place(text: str, code: str, line: int, column: int) -> None:
    assert refusal_of(text, DOWN_UNDER) == (code, line, column)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_and_a_case(language: str) -> None:
    keys = Texts(language).keys()
    written = {key for key in keys if key.startswith("down_under.position.")}
    assert written == {code for _, code, _, _ in BAD if code.startswith("down_under.")}


def test_a_position_that_was_read_can_be_played_to_its_end() -> None:
    rng = random.Random(5)
    for text in (DUE, RING, PAIRS, RIVER):
        states = [read(text)]
        while DOWN_UNDER.to_act(states[-1]):
            s = states[-1]
            states.append(DOWN_UNDER.apply(s, s.turn, rng.choice(DOWN_UNDER.legal(s, s.turn))))
        assert all(len(a.played) <= len(b.played) for a, b in pairwise(states))
