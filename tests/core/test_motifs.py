"""Motifs of every game: few, weightiest first, in every language, by what the seat knows, and quick."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from core.bots import motifs as module
from core.bots.motifs import MOST_MOTIFS, Motif, motifs
from core.game import CHANCE, AnyGame, Seat
from tests.core import laws, toy
from tests.core.floors import TOLD
from tests.core.shapes import enough_of, shapes_of
from tests.core.test_laws import twin_of
from tests.core.test_texts_codes import name_of
from tests.covering import spread

POSITIONS = 40
"""Positions of each game."""


@lru_cache
def positions(game: AnyGame) -> list[tuple[Any, Seat, int, Any]]:
    """States with a seat that is to act, the number of seats, and one of its actions, from various games."""
    rng = np.random.default_rng([31, *game.info.key.encode()])
    found = []
    for shape in spread(enough_of(shapes_of(game)), 12):
        played = laws.playout(shape, rng)
        decisions = [
            (state, step.seat, shape.seats, step.action)
            for state, step in zip(played.states, played.steps, strict=False)
            if step.seat != CHANCE
        ]
        found += [*decisions[:3], *laws.sample(decisions, POSITIONS // 6 + 1, rng)]
    return found


def looked_at(game: AnyGame) -> Iterator[tuple[Motif, ...]]:
    for state, seat, _, action in positions(game):
        yield motifs(game, game.view(state, seat), seat, action)


@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.info.key)
def test_at_most_three_and_the_weightiest_first(game: AnyGame) -> None:
    counts = set()
    for found in looked_at(game):
        weights = [motif.weight for motif in found]
        assert len(found) <= MOST_MOTIFS and weights == sorted(weights, reverse=True)
        assert len({motif.code for motif in found}) == len(found), "the same fact twice"
        assert all(weight > 0 for weight in weights)
        counts.add(len(found))
    assert MOST_MOTIFS in counts


@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.info.key)
def test_all_of_them_are_sentences_in_every_language(game: AnyGame) -> None:
    for motif in {str(motif): motif for found in looked_at(game) for motif in found}.values():
        for texts in map(Texts, LANGUAGES):
            assert motif.code.startswith(f"{game.info.key}.motif.") and texts.has(motif.code), motif
            assert texts.gaps(motif.code) == motif.values.keys(), (motif, texts.language)
            for value in motif.values.values():
                assert isinstance(value, int) or texts.has(value), (motif, texts.language)


@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.info.key)
def test_every_code_in_the_source_has_a_text(game: AnyGame) -> None:
    """Also those of facts that hardly ever come about."""
    source = import_module(f"core.games.{game.info.key}.bot.motifs").__file__
    assert source is not None
    tree, texts = ast.parse(Path(source).read_text(encoding="utf-8")), Texts("en")
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node) == "_motif"]
    plain = [(call.args[0].value, call) for call in calls if isinstance(call.args[0], ast.Constant)]
    assert len(plain) > 8
    for code, call in plain:
        key, given = f"{game.info.key}.motif.{code}", {keyword.arg for keyword in call.keywords}
        assert texts.has(key) and (None in given or given == texts.gaps(key)), key


def test_all_texts_have_the_same_gaps() -> None:
    first, *others = map(Texts, LANGUAGES)
    for key in (key for key in sorted(first.keys()) if ".motif." in key):
        assert {first.gaps(key)} == {texts.gaps(key) for texts in others}, key


@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.info.key)
def test_equal_in_two_worlds_that_the_seat_cannot_tell_apart(game: AnyGame) -> None:
    rng, differ = np.random.default_rng(5), 0
    for state, seat, _, action in positions(game):
        other = twin_of(game)(state, seat, rng)
        differ += not laws.same(state, other)
        assert motifs(game, game.view(state, seat), seat, action) == motifs(
            game, game.view(other, seat), seat, action
        )
    assert bool(differ) == game.info.hidden


def test_a_game_that_names_none_has_none() -> None:
    assert motifs(toy.GAME, toy.GAME.start(toy.ToyOptions(), 2), Seat(0), None) == ()


def test_no_motif_waits_for_the_compiler() -> None:
    names = ", ".join(f"core.games.{game.info.key}.bot.motifs" for game in TOLD)
    code = f"import sys, {module.__name__}, {names}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
