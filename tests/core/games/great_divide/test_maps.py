"""Maps are data: the one in the file, bad ones with what is wrong with them, and one of another shape."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from core import codec
from core.game import Place, Refused
from core.games.great_divide.land import ATLANTIC, GREAT_DIVIDE_MAP, PACIFIC, WAYS, read
from core.games.great_divide.rules import GREAT_DIVIDE, GreatDivide
from tests.core import laws
from tests.core.games.great_divide.diagrams import ALL, BASIC, EVENTFUL, SPECIAL

SMALL = """
columns = ["WW", "122", "12", "322", "EE"]
[tiles]
W = 2
2 = 5
1 = 2
3 = 1
E = 2
"""
"""Five columns, three areas inland; the order of the cards is that of the tiles."""


def small(old: str = "", new: str = "") -> str:
    """The small map with something put in the place of something else."""
    assert old in SMALL
    return SMALL.replace(old, new, 1)


# --- The map of the game -------------------------------------------------------------------------------


def test_the_land_is_what_the_rules_say() -> None:
    land = GREAT_DIVIDE_MAP
    assert [len(column) for column in land.columns] == [9, 10, 9, 10, 9, 10, 9] and land.size == 66
    assert land.areas == "W12345E"
    assert np.bincount(land.area).tolist() == [9, 10, 9, 10, 9, 10, 9]
    assert set(land.columns[0]) == {"W"} and set(land.columns[-1]) == {"E"}
    for column in land.columns[1:-1]:
        assert "".join(sorted(column)) == column, "the inland areas follow one another from north to south"


def test_every_area_hangs_together() -> None:
    land = GREAT_DIVIDE_MAP
    for area in range(len(land.areas)):
        spaces = set(np.flatnonzero(land.area == area).tolist())
        met = [min(spaces)]
        for here in met:
            met += [there for there in land.beside[here] if there in spaces and there not in met]
        assert set(met) == spaces


def test_water_leaves_over_the_coasts_only() -> None:
    land = GREAT_DIVIDE_MAP
    for space, (x, _) in enumerate(land.places):
        for ocean, seaward, coast in ((PACIFIC, [4, 5], 0), (ATLANTIC, [1, 2], 6)):
            out = [way for way in WAYS if land.beside[space][way] == land.ocean(ocean)]
            assert out == (seaward if x == coast else [])


def test_the_file_is_the_map_of_the_game() -> None:
    text = (files("core.games.great_divide") / "map.toml").read_text(encoding="utf-8")
    assert read(text).columns == GREAT_DIVIDE.land.columns


LETTERS = "12345678ab"
WITH_MANY_AREAS = f"""
columns = ["{"W" * 9}", "{LETTERS}", "{"E" * 9}"]
[tiles]
W = 9
E = 9
""" + "".join(f"{letter} = 1\n" for letter in LETTERS)
VAST = f"""
columns = ["{"W" * 33}", "{"1" * 34}", "{"1" * 33}", "{"1" * 34}", "{"E" * 33}"]
[tiles]
W = 33
1 = 101
E = 33
"""

# --- Bad maps ------------------------------------------------------------------------------------------

BAD: list[tuple[str, str, str, tuple[Place, ...]]] = [
    ("a hole", small('"122"', '"1.2"'), "hole", ((1, 1),)),
    ("a blank", small('"12"', '" 2"'), "hole", ((2, 0),)),
    ("an unknown area", small('"322"', '"392"'), "area", ((3, 1),)),
    ("too many tiles", small("2 = 5", "2 = 6"), "count", ((1, 1), (1, 2), (2, 1), (3, 1), (3, 2))),
    ("no tiles", small("3 = 1", "3 = 0"), "count", ((3, 0),)),
    ("tiles without spaces", small("3 = 1", "3 = 1\n4 = 2"), "count", ()),
    ("one coast on both sides", small('"EE"', '"WW"'), "coast", ((0, 0),)),
    ("a coast inland", small('"12"', '"W2"'), "coast", ((2, 0),)),
    ("land in the coast", small('"WW"', '"W1"'), "coast", ((0, 1),)),
    ("another area in the coast", small('"EE"', '"E1"'), "coast", ((4, 1),)),
    ("a column too high", small('"12"', '"122"'), "height", ((2, 0),)),
    ("a column too low", small('"322"', '"32"'), "height", ((3, 0),)),
    ("a low coast", small('"EE"', '"E"'), "height", ((4, 0),)),
    ("an empty column", small('"12"', '""'), "column", ((2, 0),)),
    ("a column without end", small('"12"', f'"{"1" * 41}"'), "column", ((2, 0),)),
    ("more areas than anybody has cards for", WITH_MANY_AREAS, "areas", ()),
    ("an area without end", VAST, "tiles", ()),
    ("two columns", 'columns = ["W", "EE"]\n[tiles]\nW = 1\nE = 2', "columns", ()),
    ("too many columns", f"columns = {['1'] * 41}\n[tiles]\n1 = 41", "columns", ()),
    ("the letter of the eighth card", SMALL.replace("3", "S"), "letter", ()),
    ("no letter", SMALL.replace("3 =", "'-' =").replace('"322"', '"-22"'), "letter", ()),
    ("two letters", small("3 = 1", "3 = 1\n10 = 1"), "letter", ()),
    ("no tables", "", "unreadable", ()),
    ("no toml", "columns = [", "unreadable", ()),
    ("words for numbers", small("2 = 5", '2 = "five"'), "unreadable", ()),
    ("no columns", "[tiles]\nW = 2", "unreadable", ()),
    ("no counts", SMALL.partition("[tiles]")[0], "unreadable", ()),
    ("a field too many", 'name = "Atlantis"\n' + SMALL, "unreadable", ()),
    ("a control character", small("W = 2", "W = 2\x00"), "unreadable", ()),
]


@pytest.mark.parametrize(("text", "code", "places"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_a_bad_map_is_refused_with_its_place(text: str, code: str, places: tuple[Place, ...]) -> None:
    with pytest.raises(Refused) as caught:
        read(text)
    refusal = caught.value.refusal
    assert refusal.code == f"great_divide.refusal.map_{code}" and refusal.places == places
    assert all(isinstance(value, int) or value.isprintable() for value in refusal.values.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bad_map_is_told_in_words(language: str) -> None:
    texts = Texts(language)
    for name, text, _, _ in BAD:
        with pytest.raises(Refused) as caught:
            read(text)
        refusal = caught.value.refusal
        assert texts.gaps(refusal.code) <= set(refusal.values), name
        assert "{" not in texts.translate(refusal.code, **refusal.values)


# --- Another map ---------------------------------------------------------------------------------------


def test_another_map_has_its_own_cards_and_tiles() -> None:
    game = GreatDivide(read(SMALL))
    assert game.letters == "W213ES"
    assert game.start(BASIC, 2).bag.tolist() == [2, 5, 2, 1, 2, 1, 0, 0, 0, 0]
    assert len(game.legal(game.start(BASIC, 2), game.to_act(game.start(BASIC, 2))[0])) == 2**5


@pytest.mark.covering(most=3)
@pytest.mark.parametrize("options", [BASIC, SPECIAL, EVENTFUL, ALL], ids=str)
@pytest.mark.parametrize("columns", [None, ("W", "11", "E"), ("WWWW", "11111", "2222", "33333", "EEEE")])
def test_the_laws_hold_and_games_end_on_another_map(columns: tuple[str, ...] | None, options: object) -> None:
    game = GreatDivide(read(SMALL if columns is None else text_of(columns)))
    shape = laws.Shape(game, options, 2)
    rng = np.random.default_rng(5)
    pool = laws.pool_of([shape], rng)
    laws.every_law(shape, laws.imagined_twin(game), pool, rng, every=3)
    for _ in range(6):
        played = laws.playout(shape, rng)
        laws.law_7_outcome(played)
        assert codec.digest(played.states[-1])


def text_of(columns: tuple[str, ...]) -> str:
    """A map file with these columns."""
    every = "".join(columns)
    counts = [f"{letter} = {every.count(letter)}" for letter in dict.fromkeys(every)]
    return "\n".join([f"columns = {list(columns)}", "[tiles]", *counts])
