"""Motifs of every game as sentences: written out in each language, with names of seats and things."""

from __future__ import annotations

import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from client.screens.shared.panes import motif_sentence, sentence
from core.bots.motifs import Motif, motifs
from core.game import CHANCE, AnyGame, Seat
from tests.core import laws
from tests.core.floors import TOLD
from tests.core.laws import Shape


@pytest.mark.parametrize("language", LANGUAGES)
def test_gaps_are_filled_by_numbers_names_and_words(language: str) -> None:
    say = Texts(language).translate
    values = {"colour": "ghawar.cargo.blue", "price": 4, "seat": 1}
    told = sentence(motif_sentence(Motif("ghawar.motif.buys", 1, (), values)), say, ("Ada", "Bo").__getitem__)
    assert say("ghawar.cargo.blue") in told and "Bo" in told and "4" in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.info.key)
def test_no_gap_and_no_key_is_left(game: AnyGame, language: str) -> None:
    rng, say = np.random.default_rng(6), Texts(language).translate
    played = laws.playout(Shape(game, game.info.options(), game.info.seats[-1]), rng)
    steps = [(s, step) for s, step in zip(played.states, played.steps, strict=False) if step.seat != CHANCE]
    told = [
        sentence(motif_sentence(motif), say, "Ada{}".format)
        for s, step in steps[::3]
        for motif in motifs(game, game.view(s, Seat(step.seat)), Seat(step.seat), step.action)
    ]
    assert len(set(told)) > 5
    assert not [text for text in told if "{" in text or f"{game.info.key}." in text]
