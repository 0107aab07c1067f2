"""Decisions of every game: each has its words, each option is explained, the pages say the same."""

from __future__ import annotations

import pytest

from assets.texts import LANGUAGES, Texts
from core.game import AnyGame
from core.games import GAMES
from tests.core.floors import GROWN
from tools import decision_tables

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)


@EACH_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_decision_has_its_words_and_no_words_lie_about(language: str, game: AnyGame) -> None:
    texts, start = Texts(language), f"{game.info.key}.decided."
    due = {
        f"{start}{group.key}.{decision.key}.{part}"
        for group in game.info.decisions
        for decision in group.decisions
        for part in ("source", "here")
    }
    there = {key for key in texts.keys() if key.startswith(start)}  # noqa: SIM118
    chapters = {
        f"{start}{group.key}.{part}" for group in game.info.decisions for part in ("title", "caption")
    }
    assert due <= there <= due | chapters


@EACH_GAME
def test_each_option_is_named_by_a_decision_or_is_a_variant_of_the_source(game: AnyGame) -> None:
    decided = {decision.option for group in game.info.decisions for decision in group.decisions}
    assert (decided - {""}) | set(game.info.variants) == set(game.info.options.__struct_fields__)


@EACH_GAME
def test_no_decision_stands_there_twice(game: AnyGame) -> None:
    groups = [group.key for group in game.info.decisions]
    keys = [decision.key for group in game.info.decisions for decision in group.decisions]
    assert len(groups) == len(set(groups)) and len(keys) == len(set(keys))
    assert keys or game not in GROWN


@pytest.mark.parametrize("game", GROWN, ids=lambda game: game.info.key)
def test_the_page_about_the_rules_has_the_same_table(game: AnyGame) -> None:
    written = decision_tables.page(game).read_text(encoding="utf-8")
    assert written == decision_tables.rewritten(written, game), "write it: python -m tools.decision_tables"


def test_a_page_without_marks_is_noticed() -> None:
    with pytest.raises(ValueError, match=r"no table of decisions in rules-sturt\.md"):
        decision_tables.rewritten("## Decisions\n", GAMES[1])
