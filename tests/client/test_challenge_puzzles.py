"""Puzzles of the daily challenge: each is a position as the rules know it, with a clearly best move."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import assets
from client.session import puzzles
from client.session.puzzles import PuzzleError, challenge_puzzles, known_actions
from core.bots.analysis import Analyst
from core.bots.contract import Budget
from core.challenge import DAILY_GAMES
from core.game import AnyGame
from core.games import game
from tools.make_challenges import LEAST_CHOICES, LEAST_MARGIN, LEAST_WIN, MOST_ANSWERS

WITHOUT_CHANCE = [game for game in DAILY_GAMES if not game.info.chance]
EVERY = pytest.mark.parametrize("game", WITHOUT_CHANCE, ids=lambda game: game.info.key)
LEAST_PUZZLES = 30


def entries(game: AnyGame) -> list[dict[str, Any]]:
    return tomllib.loads(assets.path(f"challenges/{game.info.key}.toml").read_text(encoding="utf-8"))[
        "puzzles"
    ]


@EVERY
def test_every_puzzle_can_be_played(game: AnyGame) -> None:
    found = challenge_puzzles(game)
    assert len(found) >= LEAST_PUZZLES
    for puzzle in found:
        state, seat = puzzle.position.state, puzzle.seat
        legal = game.legal(state, seat)
        assert set(puzzle.answers) <= set(legal)
        assert len(legal) >= LEAST_CHOICES > len(puzzle.answers)
        assert all(game.to_act(game.apply(state, seat, answer)) for answer in puzzle.answers)


@EVERY
def test_an_answer_is_far_ahead_and_no_puzzle_comes_twice(game: AnyGame) -> None:
    for entry in entries(game):
        assert entry["win"] >= LEAST_WIN - 0.07 and entry["win"] - entry["next"] >= LEAST_MARGIN - 0.01
        assert 1 <= len(entry["answers"]) <= MOST_ANSWERS
    assert len({entry["position"] for entry in entries(game)}) == len(entries(game))


@pytest.mark.long
@EVERY
def test_a_search_of_its_own_finds_the_answers(game: AnyGame) -> None:
    analyst = Analyst(game)
    wrong = []
    for number, puzzle in enumerate(challenge_puzzles(game)[::5]):
        rng = np.random.default_rng(1000 + number)
        best = analyst.analyse(puzzle.position.state, puzzle.seat, rng, Budget(100_000)).actions[0]
        if best.action not in puzzle.answers:
            wrong.append(number)
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "puzzles = 5",
        '[[puzzles]]\nposition = "sturt\\n"\nanswers = []\nwin = 1.0\nnext = 0.0\ngame = 1',
        '[[puzzles]]\nposition = "sturt\\n"\nanswers = ["5@9"]\nwin = 1.0\nnext = 0.0\ngame = 1',
        '[[puzzles]]\nposition = "ghawar\\n"\nanswers = ["5@0,0"]\nwin = 1.0\nnext = 0.0\ngame = 1',
        '[[puzzles]]\nposition = "sturt\\n"\nanswers = ["5@0,0"]\nwin = 1.0\nnext = 0.0\ngame = 1\nmore = 1',
    ],
    ids=["empty", "number", "no answer", "no notation", "another game", "more"],
)
def test_a_broken_file_says_where_it_is(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.toml").write_text(text)
    monkeypatch.setattr(puzzles.assets, "path", lambda name: tmp_path / "broken.toml")
    with pytest.raises(PuzzleError, match=r"challenges/sturt\.toml"):
        challenge_puzzles(game("sturt"))


def test_moves_that_are_none_are_left_out() -> None:
    sturt = game("sturt")
    assert known_actions(sturt, ["5@0,0", "nonsense", "5@0,0 "]) == (sturt.parse("5@0,0"),)
