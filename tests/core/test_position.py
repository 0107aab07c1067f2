"""Positions as text, of any game: one spelling, every mistake with its place, games that begin so."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from core import codec, position, record
from core.game import CHANCE, AnyGame, Refused, Seat
from core.games import GAMES
from core.games.sturt.rules import STURT
from core.games.sturt.state import Lay
from core.match import Match
from core.record import Header
from tests.core import laws, toy
from tests.core.positions import refusal_of
from tests.core.shapes import enough_of, shapes_of
from tests.covering import spread

EVERY: tuple[AnyGame, ...] = (*GAMES, toy.GAME)
TYPED = ("", "?", ".", "·", "-1", "7", "٣", "²", "9" * 9, "\x00", ":", "\t", "o" * 300, "turn: 1", "(?)")
"""What else fingers may slip into a text."""

GROWN = """\
sturt
board: -1,0
  5 3 .
  . a 9
turn: 1
"""


@lru_cache
def texts_of(game: AnyGame) -> tuple[str, ...]:
    """Texts of states and views of a few random games."""
    rng, found = np.random.default_rng(4), list[str]()
    for shape in spread(enough_of(shapes_of(game)), 5):
        for state in laws.sample(laws.playout(shape, rng).states, 6, rng):
            viewer = rng.choice(np.array([None, Seat(0), Seat(1)]))
            found.append(position.write(game, shape.seats, game.view(state, viewer)))
    return tuple(found)


def edited(text: str, words: list[str], rng: np.random.Generator) -> str:
    """A text with characters, words or lines left out, doubled, swapped or replaced."""
    for _ in range(int(rng.integers(1, 4))):
        between = ("", " ", "\n")[int(rng.integers(3))]
        parts = text.split(between) if between else list(text)
        if not parts:
            return text
        one, other = (int(n) for n in rng.integers(len(parts), size=2))
        match int(rng.integers(4)):
            case 0:
                del parts[one]
            case 1:
                parts.insert(one, parts[other])
            case 2:
                parts[one], parts[other] = parts[other], parts[one]
            case _:
                parts[one] = words[int(rng.integers(len(words)))]
        text = between.join(parts)
    return text


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_any_text_is_a_position_or_refused_with_its_place(game: AnyGame) -> None:
    rng, refused = np.random.default_rng(8), 0
    words = sorted({word for text in texts_of(game) for word in text.split()} | set(TYPED))
    for text in texts_of(game):
        for _ in range(25):
            typed = edited(text, words, rng)
            try:
                read = position.read(typed, game)
            except Refused as reason:
                assert {"line", "column"} <= set(reason.refusal.values), typed
                refused += 1
            else:
                assert position.write(game, read.seats, read.state).rstrip("\n") == typed.rstrip("\n")
    assert refused > 10 * len(texts_of(game)), "hardly any of the texts was wrong: the words are not its own"


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"),
    [
        ("sturt", "ghawar", "position.refusal.other_game", 1, 1),
        ("turn: 1", "turn 1", "position.refusal.line", 5, 1),
        ("turn: 1", "turn: 1\nturn: 1", "position.refusal.twice", 6, 1),
        ("turn: 1", "turn:", "position.refusal.few", 5, 1),
        ("turn: 1", "turn: 1 0", "position.refusal.many", 5, 9),
        ("turn: 1", "turn: 2", "position.refusal.number", 5, 7),
        ("turn: 1", "turn: 0", "position.refusal.spelling", 5, 1),
        ("turn: 1", "wind: 3", "position.refusal.field", 5, 1),
        ("5 3 .", "5  3 .", "position.refusal.spelling", 3, 5),
        ("  5 3 .", " 5 3 .", "position.refusal.line", 3, 1),
        ("5 3 .", "5 x .", "position.refusal.word", 3, 5),
        ("-1,0", "-1;0", "position.refusal.place", 2, 8),
        ("-1,0", "-1,k", "position.refusal.number", 2, 11),
        ("sturt", "sturt\noptions: {", "position.refusal.options", 2, 10),
        ("sturt", "sturt\noptions: {}", "position.refusal.spelling", 2, 1),
        ("sturt", 'sturt\noptions: {"sand":1}', "codec.refusal.unknown_option", 2, 10),
    ],
)
def test_what_is_wrong_is_said_with_its_place(old: str, new: str, code: str, line: int, column: int) -> None:
    text = GROWN.replace(old, new, 1)
    assert refusal_of(text, STURT) == (code, line, column)


def test_a_text_may_end_as_files_do_and_no_file_is_too_much() -> None:
    for text in (GROWN.rstrip("\n"), GROWN.replace("\n", "\r\n")):
        assert position.write(STURT, 2, position.read(text, STURT).state) == GROWN
    for raw in (b"\xff\xfe", b"x" * 10**6, ("x" * 20_000).encode()):
        with pytest.raises(Refused, match=r"position\.refusal"):
            position.read_bytes(raw, STURT)


# --- games that begin with a position ------------------------------------------------------------------


def test_a_game_goes_on_from_a_position() -> None:
    begin = position.read(GROWN, STURT)
    match = Match(position.from_position(begin), begin.options, begin.seats, b"s" * 32)
    assert match.to_act() == (1,) and match.turn == 0
    match.submit(Seat(1), Lay(0x5, -1, 1), 0)
    text = record.of_match(match)
    again = record.read(text)
    assert record.write(again.game, again.header, again.steps) == text
    assert codec.encode(again.states[-1]) == codec.encode(match.state)
    assert position.beginning(again.game) == GROWN
    assert position.beginning(position.usual(again.game)) == ""


def test_a_record_of_a_position_with_other_options_is_refused() -> None:
    begin = position.read(GROWN, STURT)
    game = position.from_position(begin)
    text = record.write(game, Header("sturt", {"no_draws": True}, 2), ())
    with pytest.raises(Refused, match=r"position\.refusal\.other_options"):
        record.read(text)


def test_chance_draws_as_promised_from_a_position_on() -> None:
    """The dealing of the toy goes on where the position stands; what is drawn can be checked."""
    s = toy.GAME.start(toy.ToyOptions(), 2)
    for card in (3, 9):
        s = toy.GAME.apply(s, CHANCE, toy.Deal(card))
    begin = position.read(position.write(toy.GAME, 2, s), toy.GAME)
    match = Match(position.from_position(begin), begin.options, 2, b"s" * 32)
    assert match.to_act() == (0, 1) and match.state.hands[0, 0] == 3 and match.state.hands[1, 0] == 9


def test_a_viewer_is_told_only_what_they_may_know_of_the_beginning() -> None:
    played = laws.playout(laws.Shape(toy.GAME, toy.ToyOptions(), 2), np.random.default_rng(1))
    s = next(state for state in played.states if toy.GAME.to_act(state) == (0, 1))
    game = position.from_position(position.Position(toy.GAME, s.options, 2, s))
    match = Match(game, s.options, 2, b"s" * 32)
    hands = [" ".join(map(str, hand)) for hand in s.hands.tolist()]
    assert hands[0] in match.begin(Seat(0)) and hands[1] not in match.begin(Seat(0))
    assert not any(hand in match.begin(None) for hand in hands)
    while match.to_act():
        seat = match.to_act()[0]
        match.submit(seat, game.legal(match.tip(seat), seat)[0], match.turn, match.ply(seat))
    assert match.begin(None) == position.write(toy.GAME, 2, s), "after the end all of it is told"


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.info.key)
def test_what_a_view_does_not_know_is_drawn(game: AnyGame) -> None:
    rng = np.random.default_rng(5)
    for text in texts_of(game):
        read = position.read(text, game)
        whole = position.complete(read, rng)
        assert position.UNKNOWN_WORD not in position.write(game, read.seats, whole.state)
        viewers = (None, *map(Seat, range(read.seats)))
        looks = [codec.encode(game.view(whole.state, viewer)) for viewer in viewers]
        assert codec.encode(read.state) in (codec.encode(whole.state), *looks)


def test_a_view_that_nobody_has_cannot_be_completed() -> None:
    text = "toy\nhand-0: 1 2 3\nhand-1: ? 5 6\n"
    with pytest.raises(Refused, match=r"position\.refusal\.unknown"):
        position.complete(position.read(text, toy.GAME), np.random.default_rng(0))
