"""Each term of a game is one word: `docs/terms/<language>.toml` names it, and the words not used for it."""

from __future__ import annotations

import re
import tomllib
from functools import cache

import pytest

from assets.texts import LANGUAGES, Texts
from tests.core.floors import GROWN
from tools.bootstrap import ROOT

Terms = dict[str, dict[str, dict[str, list[str]]]]
EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@cache
def terms(language: str) -> Terms:
    """By game and term, `word` and the words that are `not` it."""
    read: Terms = tomllib.loads((ROOT / "docs" / "terms" / f"{language}.toml").read_text(encoding="utf-8"))
    return read


def sentences(language: str, game: str) -> dict[str, str]:
    """All texts of a game, with nothing in their gaps."""
    texts = Texts(language)
    found = sorted(key for key in texts.keys() if key.startswith(f"{game}."))  # noqa: SIM118
    return {key: texts.translate(key, **dict.fromkeys(texts.gaps(key), "·")) for key in found}


def says(text: str, word: str, language: str) -> bool:
    """Whether a word stands in a text; where words have spaces between them, at the beginning of one."""
    start = "" if language == "ja" else r"(?<!\w)"
    return re.search(start + re.escape(word), text, re.IGNORECASE) is not None


def refused(language: str, words: list[str], texts: dict[str, str]) -> list[str]:
    """Texts in which one of these words stands."""
    return [f"{key}: {word}" for key, text in texts.items() for word in words if says(text, word, language)]


@EACH_LANGUAGE
def test_every_language_has_the_terms_of_every_grown_game(language: str) -> None:
    named = {game: set(rows) for game, rows in terms(language).items()}
    assert named == {game: set(rows) for game, rows in terms(LANGUAGES[0]).items()}
    assert named.keys() >= {game.info.key for game in GROWN}


@EACH_LANGUAGE
@pytest.mark.parametrize("game", terms(LANGUAGES[0]))
def test_a_term_is_said_by_its_word_and_no_other(language: str, game: str) -> None:
    texts = sentences(language, game)
    everything = "\n".join(texts.values())
    for term, row in terms(language)[game].items():
        assert row.keys() == {"word", "not"} and row["not"], term
        assert says(everything, str(row["word"]), language), f"{term}: nobody says {row['word']}"
        assert refused(language, row["not"], texts) == [], f"{term} is {row['word']}"


def test_this_test_can_see() -> None:
    assert refused("ja", ["旗"], {"a": "最後に着いた旗の点になります。"}) == ["a: 旗"]
    assert refused("de", ["Fahne"], {"a": "Die Fahnenstange", "b": "Wetterfahne"}) == ["a: Fahne"]
