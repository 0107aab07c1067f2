"""Positions as text: some that are read by hand, and everything that a text can get wrong."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from core import position
from core.game import Refused
from core.games.great_split.state import TRACKS, UNKNOWN_CARD, Options, Scored
from tests.core.games.great_split.diagrams import FIRST, GAME, SECOND, Position
from tests.core.positions import refusal_of

# --- Read by hand --------------------------------------------------------------------------------------

RESOLVING = """\
great_split
round: 1 resolve
tokens: books none | art gems
discards: 1 20
seat-0: pell
  tracks art 1 gold 3
  hand   7 21 34 46 splitter
  played (13)
  arrows 1
  before gold 2
seat-1: vesper
  tracks art 3 gold 1
  hand   0 4 10 16 23
  before gold 0
"""
"""Pell has sold the 13 for gold and has reached a double arrow; Vesper has played the splitter."""

CHOOSING = """\
great_split
round: 1 choose
tokens: books none | art gems
decks: ?
discards: ? ?
seat-0: pell
  tracks art 1 gold 2
  wallet 0 4 | 7 13 34
seat-1: vesper ready
  tracks art 3
  wallet 10 16 23 | 21 46
"""
"""What Pell may know: both wallets, his own and the one he chooses from; and that Vesper has chosen."""

TRADING = """\
great_split
seats: 3
round: 4 trade
tokens: books none | art gems
market: 1 0 3
discards: 9 10 11 37
scored:
  books 4 0 1
seat-0: ottilie
  prestige 17
  tracks   books 7       topaz 2 gold 4
  seals    books 2 art 1         gold 1
  hand     0 1 2 29 30 31 50
seat-1: vesper
  tracks art 3
  hand   3 4 5 32 33
seat-2: pell
  prestige 1
  tracks   books 3 art 1 gold 2
  hand     6 7 8 34 35 36
"""
"""Ottilie has drawn her card of level III; books have been scored after round 3."""


@cache
def chosen() -> Position:
    """A game of two up to where the second has chosen."""
    s = Position(GAME, GAME.start(Options(), 2))
    s = s.play(*(f"card {card}" for card in (0, 4, 7, 13, 1, 10, 16, 23)))
    s = s.play(
        "character 4", "character 1", *(f"scoring {token}" for token in ("books", "none", "art", "gems"))
    )
    s = s.play("card 34", "card 20", "card 46", "card 21").each("discard 20", "discard 1")
    return s.each("split 0 4 | 7 13 34", "split 10 16 23 | 21 46").play("take left", seat=1)


def test_a_position_in_the_middle_of_sealed_decisions() -> None:
    s = chosen().play("take right").play("sell 13 gold").play("splitter gold", seat=1)
    assert s.text() == RESOLVING and position.read(RESOLVING, GAME).state == s.state
    before, now = s.state.shown[0], s.estate()
    assert before.hand == (7, 13, 21, 34, 46) and before.splitter and before.tracks[TRACKS.index("gold")] == 2
    assert (now.played, now.sold, now.arrows) == ((13,), (True,), 1)
    assert not s.estate(1).splitter and s.state.ready == (False, False)


def test_a_position_as_a_seat_may_know_it() -> None:
    view = GAME.view(chosen().state, FIRST)
    assert position.write(GAME, 2, view) == CHOOSING and position.read(CHOOSING, GAME).state == view
    assert view.ready == (False, True) and view.estates[1].taken is None
    assert view.discards == (UNKNOWN_CARD, UNKNOWN_CARD) and [len(deck) for deck in view.decks] == [
        19,
        19,
        21,
    ]


def test_a_position_in_a_later_round() -> None:
    s = position.read(TRADING, GAME).state
    assert s.scored == (Scored(3, "books", (4, 0, 1)),) and s.slider == 4
    assert [e.character for e in s.estates] == [0, 1, 4] and s.estates[0].prestige == 17
    assert s.estates[0].tracks == (7, 0, 2, 0, 4, 2, 1, 0, 0, 1)
    assert s.drawn == 1 and GAME.drawing(s) == (SECOND, 2)
    assert s.decks == (tuple(range(12, 29)), tuple(range(38, 50)), tuple(range(51, 71)))


def test_what_a_view_does_not_know_can_be_drawn() -> None:
    read = position.read(CHOOSING, GAME)
    s = position.complete(read, np.random.default_rng(1)).state
    assert GAME.view(s, FIRST) == read.state and s.estates[1].taken is not None


# --- Wrong ---------------------------------------------------------------------------------------------

DISCARDING = """\
great_split
round: 1 discard
tokens: books none | art gems
seat-0: pell
  tracks    art 1 gold 2
  hand      0 4 7 13 34
  discarded 20
seat-1: vesper
  tracks art 3
  hand   1 10 16 21 23 46
"""
MARKET = """\
great_split
round: 1 market
tokens: books none | art gems
decks: ?
discards: ? ?
seat-0: pell
  tracks art 1 gold 3
  played 7 (13) 21 (34) 46
seat-1: vesper
  tracks art 3 gold 1
  played 0 (?) 10 16 23
"""
SPLITTING = """\
great_split
round: 1 split
tokens: books none | art gems
discards: 1 20
seat-0: pell
  tracks art 1 gold 2
  wallet 0 4 | 7 13 34
seat-1: vesper
  tracks art 3
  hand   10 16 21 23 46
"""
CHARACTERS = """\
great_split
round: 1 characters
seat-0:
  hand 0 1 2 3
seat-1:
  hand 4 5 6 7
"""

BAD: list[tuple[str, str, str, str, int, int]] = [
    # round, stage, tokens
    (RESOLVING, "round: 1 resolve\n", "", "round", 14, 1),
    (RESOLVING, "round: 1", "round: 7", "position.refusal.number", 2, 8),
    (RESOLVING, "1 resolve", "1 resolves", "position.refusal.word", 2, 10),
    (CHARACTERS, "round: 1", "round: 2", "stage", 2, 10),
    (TRADING, "4 trade", "4 over", "stage", 3, 10),
    (RESOLVING, "tokens: books none | art gems", "tokens: books", "tokens", 3, 1),
    (RESOLVING, "art gems", "art books", "twice", 3, 26),
    (RESOLVING, "art gems", "art gold", "position.refusal.word", 3, 26),
    (RESOLVING, "none | art", "none art |", "position.refusal.spelling", 3, 20),
    (CHARACTERS, "seat-0:", "tokens: art\nseat-0:", "tokens", 3, 1),
    (TRADING, "market: 1 0 3", "market: 1 0", "tokens", 5, 1),
    (TRADING, "market: 1 0 3", "market: 4 0 4", "twice", 5, 13),
    (TRADING, "market: 1 0 3", "market: 1 0 5", "position.refusal.word", 5, 13),
    # rows
    (RESOLVING, "  played", "  plaid", "position.refusal.word", 8, 3),
    (CHOOSING, "  tracks art 3\n", "  tracks art 3\n  arrows 1\n", "row", 11, 3),
    (TRADING, "seat-2: pell\n", "seat-2: pell\n  tracks art 1\n", "twice", 20, 3),
    (TRADING, "  prestige 1\n", "  prestige\n", "position.refusal.few", 18, 3),
    (TRADING, "  prestige 1\n", "  prestige 1 2\n", "position.refusal.many", 18, 14),
    (RESOLVING, "art 1 gold 3", "art 1 gold", "pair", 6, 16),
    (RESOLVING, "art 1 gold 3", "art 1 art 3", "twice", 6, 16),
    (RESOLVING, "art 1 gold 3", "art gold 3", "position.refusal.number", 6, 14),
    (RESOLVING, "art 1 gold 3", "art 1 gold 16", "position.refusal.number", 6, 21),
    (RESOLVING, "art 1 gold 3", "art 1 gold-seal 3", "position.refusal.word", 6, 16),
    (CHOOSING, "0 4 | 7 13 34", "0 4 7 13 34", "wallet", 8, 10),
    (CHOOSING, "0 4 | 7 13 34", "0 4 | 7 | 13 34", "wallet", 8, 18),
    (CHOOSING, "0 4 | 7 13 34", "0 4 7 13 34 |", "wallet", 8, 10),
    # cards
    (RESOLVING, "7 21 34 46", "7 21 34 71", "position.refusal.number", 7, 18),
    (RESOLVING, "7 21 34 46", "7 21 34 23", "twice", 13, 20),
    (RESOLVING, "7 21 34 46", "7 34 21 46", "position.refusal.spelling", 7, 12),
    (RESOLVING, "7 21 34 46", "splitter 7 21 34 46", "position.refusal.number", 7, 10),
    (RESOLVING, "discards: 1 20", "discards: ? ?", "unknown", 4, 11),
    (CHOOSING, "10 16 23 |", "10 16 ? |", "mixed", 11, 16),
    (MARKET, "(?)", "?", "face_down", 11, 12),
    (MARKET, "(13)", "(0)", "twice", 11, 10),
    (MARKET, "(13)", "((13)", "position.refusal.number", 8, 13),
    (RESOLVING, "discards: 1 20", "discards: 1", "cards", 2, 1),
    (RESOLVING, "discards: 1 20", "discards: 1 20 22", "cards", 2, 1),
    (RESOLVING, "0 4 10 16 23", "0 4 10 16 50", "level", 13, 20),
    (TRADING, "31 50\n", "31 38\n", "level", 20, 24),
    # characters
    (CHARACTERS, "round: 1 characters\nseat-0:", "round: 1 deal\nseat-0: pell", "character", 3, 9),
    (CHARACTERS, "seat-1:", "seat-1: pell", "character", 5, 9),
    (RESOLVING, "seat-1: vesper", "seat-1:", "no_character", 11, 1),
    (RESOLVING, "seat-1: vesper", "seat-1: pell", "twice", 11, 9),
    (RESOLVING, "seat-1: vesper", "seat-1: 1", "position.refusal.word", 11, 9),
    (RESOLVING, "seat-1: vesper", "seat-1: vesper pell", "position.refusal.spelling", 11, 15),
    (RESOLVING, "seat-1: vesper", "seat-2: vesper", "no_character", 15, 1),
    # scorings
    (TRADING, "scored:\n  books 4 0 1\n", "", "scored", 19, 1),
    (TRADING, "books 4 0 1", "books 4 0", "amounts", 8, 3),
    (TRADING, "books 4 0 1", "books 3 0 1", "amount", 8, 9),
    (TRADING, "books 4 0 1", "books 6 0 1", "amount", 8, 9),
    (TRADING, "books 4 0 1", "books 4 0 x", "position.refusal.number", 8, 13),
    (TRADING, "  books 4 0 1\n", "  books 4 0 1\n  art 0 0 0\n", "row", 9, 3),
    (TRADING, "  books 4 0 1\n", "  books 4 0 1\n  books 4 0 1\n", "twice", 9, 3),
    (TRADING, "  prestige 1\n", "", "prestige", 17, 1),
    # sealed decisions
    (RESOLVING, "before gold 2", "before gold 3", "before", 10, 15),
    (RESOLVING, "before gold 2", "before gold 2 prestige 0", "before", 10, 26),
    (RESOLVING, "16 23\n", "16 23 splitter\n", "idle", 14, 10),
    (RESOLVING, "arrows 1", "arrows 2", "arrows", 9, 10),
    (CHOOSING, "seat-1: vesper ready\n", "seat-1: vesper ready\n  taken left\n", "ready", 9, 16),
    (RESOLVING, "seat-1: vesper", "seat-1: vesper ready", "ready", 11, 16),
    (CHOOSING, "seat-0: pell\n", "seat-0: pell ready\n", "all_ready", 2, 1),
    (CHOOSING, "decks: ?\n", "", "unknown", 4, 11),
    (CHOOSING, "wallet 10 16 23 | 21 46", "wallet ? ? ? | ? ?", "impossible", 4, 1),
    # hands
    (TRADING, "32 33\n", "32 33 51 52 53\n", "cards", 3, 1),
    (DISCARDING, "0 4 7 13 34\n  discarded 20", "0 4 7 13\n  discarded 20 34", "discarded", 4, 1),
    (DISCARDING, "1 10 16 21 23 46", "10 16 21 23 46", "cards", 2, 1),
    (DISCARDING, "0 4 7 13 34\n", "0 4 7 13 34 1\n", "twice", 10, 10),
    (CHOOSING, "seat-0: pell\n", "seat-0: pell\n  hand 5\n", "row", 7, 3),
    (SPLITTING, "wallet 0 4 | 7 13 34", "hand   13 34\n  wallet 0 4 | 7", "filled", 5, 1),
    (CHARACTERS, "2 3\nseat-1:\n  hand 4", "2 3 4\nseat-1:\n  hand", "hand", 3, 1),
]


def bad(text: str, old: str, new: str) -> str:
    """A good text with one thing in it that is wrong."""
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.mark.parametrize(("text", "old", "new", "code", "line", "column"), BAD)
def test_what_is_wrong_is_said_with_its_place(
    text: str, old: str, new: str, code: str, line: int, column: int
) -> None:
    if "." not in code:
        code = f"great_split.position.{code}"
    assert refusal_of(bad(text, old, new), GAME) == (code, line, column)


@pytest.mark.parametrize("text", [RESOLVING, CHOOSING, TRADING, DISCARDING, SPLITTING, MARKET, CHARACTERS])
def test_what_the_bad_texts_are_made_of_is_right(text: str) -> None:
    read = position.read(text, GAME)
    assert position.write(GAME, read.seats, read.state) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_and_a_bad_text(language: str) -> None:
    texts, start = Texts(language), "great_split.position."
    keys = texts.keys()
    written = {key.removeprefix(start) for key in keys if key.startswith(start)}
    assert written == {code for *_, code, _, _ in BAD if "." not in code}
    for text, old, new, code, _, _ in BAD:
        if "." not in code:
            with pytest.raises(Refused) as caught:
                position.read(bad(text, old, new), GAME)
            assert texts.translate(start + code, **caught.value.refusal.values)
