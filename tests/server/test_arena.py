"""The arena: who plays whom from which seat, what the score is worth, and the same from the same seed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assets.texts import LANGUAGES, Texts
from core import codec, games
from server import arena
from server.arena import GameResult, PairScore
from tests.core import toy

STURT = games.game("sturt")
USUAL = STURT.info.options()


def lines(capsys: pytest.CaptureFixture[str], *bots: str, **more: Any) -> list[dict[str, Any]]:
    given = {"games": 4, "seed": 7, "workers": 1} | more
    assert arena.compare(STURT, USUAL, bots, **given) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def without_times(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if not key.endswith("_ms")} for line in told]


def test_every_pairing_plays_and_gets_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines(capsys, "random", "random", "random", games=2)
    assert len(told) == 3
    for line in told:
        assert line["wins"] + line["draws"] + line["losses"] == line["games"] == 2
        assert line["low"] <= line["share"] <= line["high"]
        assert 0 < line["median_ms"][0] <= line["max_ms"][0]


def test_the_same_seed_gives_the_same_scores_however_many_work(
    capsys: pytest.CaptureFixture[str],
) -> None:
    alone = without_times(lines(capsys, "random", "random", games=12))
    assert alone == without_times(lines(capsys, "random", "random", games=12))
    assert alone == without_times(lines(capsys, "random", "random", games=12, workers=2))


def test_another_seed_gives_other_games() -> None:
    played = []
    for seed in (1, 2):
        tasks = arena.schedule(STURT, USUAL, ("random", "random"), 6, seed)
        played.append([(r.shares, len(r.seconds[0])) for r in map(arena.play, tasks)])
    assert played[0] != played[1]


def test_the_seats_are_taken_in_turns() -> None:
    tasks = arena.schedule(STURT, USUAL, ("easy", "hard"), 4, 7)
    assert [task.holders for task in tasks] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert [task.number for task in tasks] == [0, 1, 2, 3]


def test_both_games_of_a_pair_draw_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (toy.GAME,))
    dealt: list[Any] = []
    real = arena.Match

    class Noted(real):  # type: ignore[misc, valid-type]  # the class is only known when the test runs
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            dealt.append(list(self.steps))

    monkeypatch.setattr(arena, "Match", Noted)
    for task in arena.schedule(toy.GAME, toy.ToyOptions(), ("random", "random"), 4, 7):
        arena.play(task)
    assert dealt[0] == dealt[1] != dealt[2] == dealt[3]


def test_a_share_goes_to_who_sat_there() -> None:
    """The second bot holds seat 0 in the second game."""
    results = [
        GameResult((1.0, 0.0), ([0.1], [0.2])),
        GameResult((0.0, 1.0), ([0.3], [0.4])),
        GameResult((0.5, 0.5), ([], [])),
    ]
    told = arena.tally("sturt", ("easy", "hard"), results)
    assert (told.wins, told.draws, told.losses, told.share) == (1, 1, 1, 0.5)
    assert told.median_ms == (200.0, 300.0) and told.max_ms == (300.0, 400.0)


def test_who_wins_from_either_seat_wins_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that always resigns the toy: it plays its lowest card and the other its highest."""
    monkeypatch.setattr(games, "GAMES", (toy.GAME,))

    def think(asked: Any) -> Any:
        view: Any = codec.typed(asked.view, toy.ToyState)
        legal = sorted(a.card for a in toy.GAME.legal(view, asked.seat))  # type: ignore[union-attr]  # plays only
        return codec.plain(toy.Play(legal[-1 if asked.level == "hard" else 0]))

    monkeypatch.setattr(arena.worker, "think", think)
    tasks = arena.schedule(toy.GAME, toy.ToyOptions(rounds=1), ("hard", "easy"), 20, 7)
    told = arena.tally("toy", ("hard", "easy"), list(map(arena.play, tasks)))
    mirrored = arena.schedule(toy.GAME, toy.ToyOptions(rounds=1), ("easy", "hard"), 20, 7)
    turned = arena.tally("toy", ("easy", "hard"), list(map(arena.play, mirrored)))
    assert told.wins > 15 and (told.wins, told.losses) == (turned.losses, turned.wins)


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (1.0, 10, 0.7225, 1.0), (0.0, 10, 0.0, 0.2775), (0.9, 200, 0.8506, 0.9343)],
)
def test_the_interval_is_that_of_wilson(share: float, count: int, low: float, high: float) -> None:
    """Expected values worked out by hand from Wilson (1927), z = 1.96."""
    assert arena.interval(share, count) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_in_words(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    arena.compare(STURT, USUAL, ("random", "random"), games=2, seed=1, workers=1, texts=Texts(language))
    said = capsys.readouterr().out
    assert said.count("\n") == 1 and "random" in said and "%" in said


def test_a_tally_is_plain_data() -> None:
    told = PairScore("sturt", ("a", "b"), 1, 1, 0, 0, 1.0, 0.2, 1.0, (0.1, 0.1), (0.1, 0.1))
    assert json.loads(json.dumps(codec.plain(told)))["bots"] == ["a", "b"]
