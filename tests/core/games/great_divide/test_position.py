"""Positions as text: what they mean, and why a text is no position. (Law 9 reads and writes all others.)"""

from __future__ import annotations

import pytest

from assets.texts import LANGUAGES, Texts
from core import position
from core.game import Refused
from core.games.great_divide.rules import GREAT_DIVIDE, GreatDivide
from core.games.great_divide.state import Aside, Options
from tests.core import laws
from tests.core.games.great_divide.diagrams import EAST, LIMITED, WEST, Position, land_of
from tests.core.games.great_divide.test_rules import BROAD, SLIM
from tests.core.positions import refusal_of

SMALL = GreatDivide(land_of(SLIM))
LARGE = GreatDivide(land_of(BROAD))

ERUPTION = """\
great_divide
options: {"two_ocean_pass":true,"events":2,"turning":"before each draw"}
board: 1,1
     ·     ↘
  ·     ⤢     ·
active: W1S 1ES
events: quiet volcanoes
turn: 1
stage: volcanoes
turned: 3,1
"""
"""East has turned the river tile, now West is to turn another one: that can only be the Pass."""

FLIPPING = (
    ERUPTION.partition("events: ")[0].replace("↘", "↓")
    + """\
flipped: 1S
turn: 1
stage: again
"""
)
"""Before that East had a tile laid by West and turned over two more cards."""

QUAKE = """\
great_divide
options: {"great_basin":true,"earthquake":true}
board: 1,0
     ↙
  ↙     ·
     ○
  ·     ·
     ↓
active: 1E S
aside: ○ 1
turn: 1
stage: quake
actor: 0
"""
"""A tile of area 1 found no space, for the Basin had taken one; another one has just been shaken off."""

LAYING = """\
great_divide
options: {"two_ocean_pass":true,"earthquake":true}
board: 1,0
     ↙
  ↙     ·
active: 1E -
five: 0
gone: quake
turn: 1
drawn: 1
last: 1
"""
"""A river tile for West to lay, as East's card is passive; East laid the last one in a turn of its own."""

WHOLE = """\
great_divide
options: {"limited_selection":true}
board: 0,2
  ↙     ·     ·     ·
     ·     ·     ·
  ·     ·     ·     ·
     ·     ·     ↗
active: 12345E W12345E
turn: 1
"""


def begun(game: GreatDivide, options: Options, *texts: str) -> Position:
    """A game in which West's cards, East's cards and so on were these."""
    s = Position(game, game.start(options, 2))
    return s.play(texts[0], seat=WEST).play(*texts[1:])


def read(text: str, game: GreatDivide) -> Position:
    return Position(game, position.read(text, game).state)


# --- What texts mean -----------------------------------------------------------------------------------


def test_a_position_is_read_as_it_was_played() -> None:
    options = Options(two_ocean_pass=True, events=2, turning="before each draw")
    s = begun(LARGE, options, "cards W1S", "cards -", "draw", "tile pass", "NE-SW@2,1")
    s = s.play("flip E", "draw", "tile 1", "S@3,1", "flip 1", "flip S")
    assert s.text() == FLIPPING and laws.same(read(FLIPPING, LARGE).state, s.state)
    s = s.play("draw", "tile event", "event quiet", "draw", "tile event", "event volcanoes", "turn@3,1:SE")
    assert s.text() == ERUPTION and laws.same(read(ERUPTION, LARGE).state, s.state)


def test_a_position_is_gone_on_with() -> None:
    s = read(ERUPTION, LARGE)
    assert s.offers() == {"turn@2,1:N-S", "turn@2,1:NE-SW", "turn@2,1:SE-NW"} and s.actor == WEST
    s = s.play("turn@2,1:N-S")
    assert (s.actor, s.state.stage, s.state.last) == (EAST, "again", WEST)
    assert s.bag == {"W": 3, "1": 10, "E": 3, "five": 1}, "what does not lie on the board, nor was used up"


def test_tiles_set_aside_stand_behind_what_lay_there_already() -> None:
    options = Options(great_basin=True, earthquake=True)
    s = begun(SMALL, options, "cards 1E", "cards S", "draw", "tile W", "SW@0,0", "draw", "tile 1", "SW@1,0")
    s = s.play("draw", "tile basin", "basin@1,1", "draw", "tile 1", "S@1,2", "draw", "tile 1", "NW@1,3")
    s = s.play("draw", "tile 1", "draw", "tile quake", "remove@1,3")
    assert s.text() == QUAKE and laws.same(read(QUAKE, SMALL).state, s.state)
    assert read(QUAKE, SMALL).state.aside == (Aside("1", basin=True, two_ocean=False),)
    assert s.play("remove@1,1").text().endswith("active: 1E S\nturn: 1\nstage: quake\n")


def test_in_what_order_tiles_were_set_aside_is_kept() -> None:
    assert read(QUAKE.replace("○ 1", "1 ○ E W"), SMALL).state.aside == (
        Aside("1", basin=False, two_ocean=False),
        Aside("E", basin=True, two_ocean=False),
        Aside("W", basin=True, two_ocean=False),
    )


def test_the_card_says_who_lays_a_tile() -> None:
    s = read(LAYING, SMALL)
    assert (s.actor, s.state.turn, s.state.stage) == (WEST, EAST, "lay")
    assert (s.state.five, s.state.last, s.bag) == (WEST, EAST, {"W": 2, "1": 2, "E": 3, "pass": 1})
    assert read(LAYING.replace("active: 1E -", "active: - 1"), SMALL).actor == EAST


def test_without_an_eighth_card_the_five_is_decided_over() -> None:
    text = 'great_divide\noptions: {"first":1}\nactive: W -\nturn: 1\ndrawn: five\n'
    s = read(text, GREAT_DIVIDE)
    assert s.offers() == {"keep", "give"} and s.actor == EAST
    assert s.play("keep").text().endswith("active: W -\nfive: 1\nlast: 1\n"), "though nothing was laid"


def test_the_whole_land() -> None:
    s = begun_limited("flip W", "draw", "tile W", "SW@0,2", "draw", "tile 3", "NE@5,4")
    assert s.text() == WHOLE and laws.same(read(WHOLE, GREAT_DIVIDE).state, s.state)


def begun_limited(*texts: str) -> Position:
    return Position(GREAT_DIVIDE, GREAT_DIVIDE.start(LIMITED, 2)).play(*texts)


def test_the_beginning_is_the_shortest_text() -> None:
    assert read("great_divide\n", GREAT_DIVIDE).text() == "great_divide\n"
    assert begun_limited().text() == 'great_divide\noptions: {"limited_selection":true}\n'


def test_cards_are_not_known_while_one_seat_still_chooses() -> None:
    s = Position(GREAT_DIVIDE, GREAT_DIVIDE.start(Options(first=1), 2)).play("cards W35E", seat=WEST)
    seen = [s.changed(cards=s.game.view(s.state, seat).cards).text() for seat in (WEST, EAST, None)]
    head = 'great_divide\noptions: {"first":1}\nactive: '
    assert seen == [f"{head}{word} choosing\n" for word in ("W35E", "?", "?")]
    assert s.play("cards -", seat=EAST).text() == f"{head}W35E -\nturn: 1\n"


def test_when_the_bag_is_empty_the_game_is_over() -> None:
    text = f"great_divide\nboard: 1,0\n{FULL}active: - -\nfive: 1\n"
    s = read(text, SMALL)
    assert s.outcome().scores == (5.0, 10.0) and s.text() == text
    text = text.replace("five: 1\n", "drawn: five\n")
    assert read(text, SMALL).play("keep").outcome().scores == (10.0, 5.0)


# --- Why a text is no position -------------------------------------------------------------------------

FULL = """\
     ↙
  ↙     ↗
     ↙
  ↖     ↗
     ↗
  ↖     ↗
     ↗
"""


def text_of(*lines: str, options: str = "") -> str:
    """A text of these lines, in a game with these options."""
    head = ["great_divide", *([f"options: {{{options}}}"] if options else [])]
    return "\n".join([*head, *lines]) + "\n"


def drawn(column: str, west: str = "···", east: str = "···", options: str = "", then: str = "") -> str:
    """A text with all rows of the small land: the column in the middle, the coasts."""
    rows = [f"     {column[0]}"]
    for y in range(3):
        rows += [f"  {west[y]}     {east[y]}", f"     {column[y + 1]}"]
    return text_of("board: 1,0", *rows, NONE, *([then] if then else []), options=options)


SPECIALS = '"great_basin":true,"two_ocean_pass":true'
BASIN = '"great_basin":true'
TWO = '"events":2'
LIMIT = '"limited_selection":true'
NONE = "active: - -"
ENDED = f"board: 1,0\n{FULL}{NONE}\nfive: 1"

# fmt: off
DRAWN: list[tuple[str, str, str, int, int]] = [
    ("a row too many", ERUPTION.replace("active", 4 * "  ·     ·     ·\n" + "active"), "rows", 3, 1),
    ("an empty row", ERUPTION.replace("\n  ·     ⤢     ·\n", "\n  \n"), "rows", 3, 1),
    ("a board without rows", text_of("board: 1,0", NONE), "rows", 2, 1),
    ("a board from anywhere", ERUPTION.replace("board: 1,1", "board:"), "few", 3, 1),
    ("a board from the middle of a row", ERUPTION.replace("board: 1,1", "board: 3,1"), "word", 3, 8),
    ("a board from outside", ERUPTION.replace("board: 1,1", "board: 1,4"), "word", 3, 8),
    ("an empty row in the north", ERUPTION.replace("1,1\n", "0,0\n  ·     ·     ·\n", 1), "spelling", 3, 8),
    ("an empty row in the south", ERUPTION.replace("active", "     ·     ·\nactive"), "spelling", 6, 1),
    ("a space too few", ERUPTION.replace("     ·     ↘", "     ·"), "spaces", 4, 6),
    ("a space too many", ERUPTION.replace("     ·     ↘", "     ·     ↘ ·"), "spaces", 4, 14),
    ("an unknown sign", ERUPTION.replace("↘", "x"), "word", 4, 12),
    ("two signs in one", ERUPTION.replace("↘", "↘↘"), "word", 4, 12),
    ("words where rows belong", ERUPTION.replace("1,1\n", "1,1 ·\n", 1), "many", 3, 12),
    ("drawn askew", ERUPTION.replace("     ·     ↘", "    ·     ↘"), "spelling", 4, 5),
    ("an empty board drawn", drawn("····"), "spelling", 2, 1),
    ("out to the south", drawn("···↓"), "no_sea_there", 9, 6),
    ("out to the north", drawn("····", west="↑··"), "no_sea_there", 4, 3),
    ("the Pass out to the north", drawn("↕···", options=SPECIALS), "no_sea_there", 4, 6),
    ("onto the Basin", drawn("↓○··", options=SPECIALS), "onto_special", 4, 6),
    ("the Pass onto the Basin", drawn("·↕○·", options=SPECIALS), "onto_special", 6, 6),
    ("arrows that face each other", drawn("·↓↑·"), "facing", 5, 6),
    ("a ring", drawn("·↘↑·", east="·↙·"), "trapped", 5, 6),
    ("behind the Basin", drawn("↓○··", west="↗··", east="↖··", options=SPECIALS), "onto_special", 4, 6),
    ("shut in by the Basin", drawn("·○··", west="↗··", east="↖··", options=BASIN), "trapped", 5, 3),
    ("the Pass to one ocean", drawn("·⤡··", east="↖↓↙", options=SPECIALS), "no_two_oceans", 6, 6),
    ("a Basin that is not in play", drawn("·○··"), "too_many", 5, 6),
    ("two of the Pass", drawn("·⤢··", west="··⤢", options=SPECIALS), "too_many", 9, 3),
]
CARDS: list[tuple[str, str, str, int, int]] = [
    ("an unknown card", text_of("active: W X"), "word", 2, 11),
    ("a card not in play", text_of("active: W W1ES"), "word", 2, 14),
    ("a card twice", text_of("active: WW -"), "spelling", 2, 10),
    ("cards in another order", text_of("active: 1W -"), "spelling", 2, 9),
    ("cards of one seat", text_of("active: W1"), "few", 2, 1),
    ("cards of three seats", text_of("active: W 1 E"), "many", 2, 13),
    ("nobody has chosen", text_of("active: choosing choosing"), "spelling", 2, 1),
    ("unknown once all are known", text_of("active: W ?"), "chosen", 2, 11),
    ("unknown to everybody", text_of("active: ? ?"), "chosen", 2, 9),
    ("chosen where nobody chooses", text_of("active: W choosing", options=LIMIT), "chosen", 3, 11),
    ("begun before all have chosen", text_of("active: W choosing", "five: 0"), "field", 3, 1),
    ("begun before anybody has chosen", text_of("board:\n" + FULL[:-1]), "field", 2, 1),
    ("all active as they were", text_of("active: W1E W1E", options=LIMIT), "spelling", 3, 1),
    ("two cards for one draw", text_of("active: W1 E", "flipped: W1", options=LIMIT), "one_card", 4, 10),
    ("turned over too late", text_of(NONE, "flipped: W", "stage: again"), "field", 3, 1),
    ("turned over, and drawn", text_of(NONE, "flipped: W", "stage: bag"), "field", 3, 1),
    ("turned over, and no draw to come", text_of(ENDED, "flipped: W"), "field", 12, 1),
]
BESIDE: list[tuple[str, str, str, int, int]] = [
    ("a third seat", LAYING.replace("five: 0", "five: 2"), "number", 7, 7),
    ("the 5 twice", text_of(NONE, "five: 0", "drawn: five"), "too_many", 4, 8),
    ("more of a coast than there is", LAYING.replace("gone", "aside: W W W\ngone"), "too_many", 8, 12),
    ("an event set aside", QUAKE.replace("○ 1", "○ event"), "word", 10, 10),
    ("for a Pass that does not lie there", QUAKE.replace("○ 1", "○ 1 ↕ E"), "not_laid", 10, 12),
    ("for the Basin, and nothing", QUAKE.replace("○ 1", "1 ○"), "spelling", 10, 9),
    ("a third event", text_of(NONE, "events: quiet flood volcanoes", options=TWO), "too_many", 4, 21),
    ("an event twice", text_of(NONE, "events: quiet quiet", options=TWO), "too_many", 4, 15),
    ("and its card", text_of(NONE, "events: quiet flood", "stage: deck", options=TWO), "too_many", 5, 8),
    ("events where there are none", text_of(NONE, "events: quiet"), "field", 3, 1),
    ("an unknown event", text_of(NONE, "events: storm", options=TWO), "word", 4, 9),
    ("no earthquake to be over", text_of(NONE, "gone: quake"), "field", 3, 1),
    ("an earthquake twice", QUAKE.replace("turn: 1", "gone: quake\nturn: 1"), "too_many", 13, 8),
]
NEXT: list[tuple[str, str, str, int, int]] = [
    ("an unknown stage", QUAKE.replace("quake\n", "earthquake\n"), "word", 12, 8),
    ("the usual stage", text_of(NONE, "stage: turn"), "word", 3, 8),
    ("an earthquake not in play", text_of(NONE, "stage: quake"), "too_many", 3, 8),
    ("a flood without its card", text_of(NONE, "stage: flood", options=TWO), "other_event", 4, 8),
    ("a past flood", text_of(NONE, "events: flood quiet", "stage: flood", options=TWO), "other_event", 5, 8),
    ("a draw from an empty bag", text_of(ENDED, "stage: again"), "bag_empty", 12, 8),
    ("a tile drawn and a stage", LAYING.replace("last", "stage: again\nlast"), "field", 11, 1),
    ("a tile drawn and an actor", LAYING.replace("last", "actor: 0\nlast"), "field", 11, 1),
    ("no such tile", LAYING.replace("drawn: 1", "drawn: 3"), "word", 10, 8),
    ("the 5 with an eighth card", LAYING.replace("drawn: 1", "drawn: five"), "word", 10, 8),
    ("a tile that has no space", drawn("····", west="↖↖↖", then="drawn: W"), "too_many", 11, 8),
    ("a Basin with no place", drawn("↙↙↙↖", east="↖↖↖", options=BASIN, then="drawn: basin"), "stuck", 13, 1),
    ("the usual seat", text_of(NONE, "turn: 0"), "spelling", 3, 1),
    ("a turn nobody has", text_of(NONE, "turn: 2"), "number", 3, 7),
    ("an actor nobody is", QUAKE.replace("actor: 0", "actor: -1"), "number", 13, 8),
    ("the usual actor", QUAKE.replace("actor: 0", "actor: 1"), "spelling", 13, 1),
    ("an actor beside a tile turned", ERUPTION.replace("turned", "actor: 0\nturned"), "field", 10, 1),
    ("nothing turned yet", ERUPTION.replace("turned: 3,1", "actor: 0"), "first_turns", 10, 1),
    ("turned where nothing lies", ERUPTION.replace("3,1", "3,2"), "nothing_turned", 10, 9),
    ("turned off the land", ERUPTION.replace("3,1", "0,3"), "nothing_turned", 10, 9),
    ("turned far off the land", ERUPTION.replace("3,1", "3,9"), "number", 10, 11),
    ("turned in a flood", ERUPTION.replace("volcanoes", "flood"), "field", 10, 1),
    ("laid last by the usual seat", LAYING.replace("last: 1", "last: 0"), "spelling", 11, 1),
    ("in another order", LAYING.replace("gone: quake\nturn: 1", "turn: 1\ngone: quake"), "spelling", 8, 1),
]
# fmt: on
BAD = [*DRAWN, *CARDS, *BESIDE, *NEXT]


def game_of(text: str) -> GreatDivide:
    """The game on the land that a text draws, or on the small one."""
    return LARGE if '"turning"' in text else SMALL


@pytest.mark.parametrize(
    ("text", "code", "line", "column"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD]
)
def test_a_bad_text_is_refused_with_its_place(text: str, code: str, line: int, column: int) -> None:
    found, *place = refusal_of(text, game_of(text))
    assert (found.rpartition(".")[2], place) == (code, [line, column])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_and_a_case(language: str) -> None:
    start, texts = "great_divide.position.", Texts(language)
    keys = texts.keys()
    assert {key.removeprefix(start) for key in keys if key.startswith(start)} <= {bad[2] for bad in BAD}
    for name, text, _, _, _ in BAD:
        with pytest.raises(Refused) as caught:
            position.read(text, game_of(text))
        refusal = caught.value.refusal
        assert texts.gaps(refusal.code) <= set(refusal.values), name
        assert "{" not in texts.translate(refusal.code, **refusal.values)
