"""The numbers in the words of Down Under's rules are those of the rules, and of the pictures beside them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from assets.texts import LANGUAGES, Texts
from client.screens.rules.pages import load
from core import position
from core.game import Seat
from core.games.down_under import scoring
from core.games.down_under.board import FIELD_SIZES, length
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import BILLABONGS, SET_ANIMALS, SET_CARDS, State
from tests.client.pages_kit import words

PAGES = load("down_under")
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def state(page: int, field: int = 0) -> State:
    """The position of a field."""
    read = position.read(PAGES[page - 1].picture.fields[field].position, DOWN_UNDER)
    assert isinstance(read.state, State)
    return read.state


def grown(page: int, field: int) -> list[int]:
    """By how many stretches paths become longer by what is done in a field."""
    before = state(page, field)
    action = DOWN_UNDER.parse(PAGES[page - 1].picture.fields[field].do)
    after = DOWN_UNDER.apply(before, before.turn, action)
    return [length(new) - length(old) for old, new in zip(before.paths, after.paths, strict=True)]


def numbers(language: str, page: int, part: str = "body") -> list[int]:
    """The numbers in a text, in their order."""
    return [int(n) for n in re.findall(r"\d+", words("down_under", language, page, part))]


def labels(page: int) -> list[str]:
    """The labels of a page that are only numbers and signs."""
    said = [
        Texts("en").translate(f"down_under.rules.label.{f.label}") for f in PAGES[page - 1].picture.fields
    ]
    return [label for label in said if not re.search(r"[a-z]", label)]


@EVERY_LANGUAGE
def test_the_words_tell_the_numbers_of_the_game(language: str) -> None:
    assert numbers(language, 2) == [sum(SET_CARDS.values()), *SET_CARDS.values(), BILLABONGS]
    sizes = re.findall(r"(\d+)\W*×\W*(\d+)", words("down_under", language, 8))
    named = {size for table in FIELD_SIZES.values() for size in table.values()}
    assert named | {"5x9", "6x10"} == {f"{a}x{b}" for a, b in sizes} and len(sizes) == 11
    assert numbers(language, 15) == [scoring.SET_POINTS, -scoring.RABBIT_POINTS]


@EVERY_LANGUAGE
def test_captions_tell_the_lengths_of_the_pictures(language: str) -> None:
    assert numbers(language, 1, "caption") == [length(path) for path in state(1).paths]
    assert numbers(language, 7, "caption") == [*grown(7, 0), *grown(7, 1)]
    run = state(14).paths[0].run
    cells = [stretch[:2] for stretch in run]
    twice = [number for number, cell in enumerate(cells, 1) if cells.count(cell) > 1]
    assert sorted(numbers(language, 14, "caption")) == sorted([len(run), *twice])


def test_labels_count_cards_and_animals() -> None:
    herd = [sum(animals.get(animal, 0) for animals in SET_ANIMALS.values()) for animal in _shown(15)]
    assert labels(2) == [f"× {count}" for count in (*SET_CARDS.values(), BILLABONGS)]
    assert labels(15)[:-1] == [f"× {count}" for count in herd]


@pytest.mark.parametrize("page", [15, 16])
def test_a_sum_is_what_the_rules_score(page: int) -> None:
    shown = state(page, -1)
    parts = [f"{'−' if p.amount < 0 else '+'} {abs(p.amount):g}" for p in scoring.points(shown, Seat(0))]
    total = scoring.score(shown, Seat(0))
    assert labels(page)[-1] == f"{' '.join(parts).removeprefix('+ ')} = {total}"


def test_the_ring_among_the_decisions_cannot_be_opened() -> None:
    """As long as it is not said to be stuck: its seat is asked and has nothing to do."""
    (page,) = (page for page in PAGES if page.decisions and page.picture.fields)
    text = page.picture.fields[0].position.replace("stuck: 0\nturn: 1\n", "")
    with pytest.raises(Exception, match=r"position\.refusal\.stuck"):
        position.read(text, DOWN_UNDER)


def _shown(page: int) -> list[Any]:
    return [thing for field in PAGES[page - 1].picture.fields for thing in field.show]
