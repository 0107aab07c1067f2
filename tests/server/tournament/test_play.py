"""One game of a tournament: draws, seats, records, and the same from the same task."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import codec, games, record
from server.tournament import choosers, play
from server.tournament.contract import PlayedGame, ScheduledGame, Tournament
from server.tournament.play import Reply, Task, play_text, program
from server.tournament.schedule import round_of
from tests.core import toy
from tests.server import outside_programs
from tests.server.tournament.kit import great_split, tournament

FIRST = ScheduledGame(0, 0, (0, 1))


def toys(count: int = 4, rounds: int = 2, seats: int = 2) -> Tournament:
    options = codec.plain(toy.ToyOptions(rounds=rounds))
    return tournament("random", "hard", game="toy", options=options, games=count, seats=seats)


def played(t: Tournament) -> list[PlayedGame]:
    due = round_of(t, 0, {})
    assert due is not None
    return [play.play(t, game) for game in due]


def without_times(game: PlayedGame) -> PlayedGame:
    return msgspec.structs.replace(game, times=())


def test_the_games_of_a_set_have_the_same_draws_whatever_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """In The Great Split chance acts also between decisions, and random players decide differently."""
    t = great_split(2, "random", "random", games=4)
    drawn = []
    for game in played(t):
        steps = record.read(game.record).steps
        drawn.append([step.action for step in steps if step.seat < 0])
    common = min(len(drawn[0]), len(drawn[1]))
    assert drawn[0][:common] == drawn[1][:common] != drawn[2][:common]
    assert drawn[2][:common] == drawn[3][:common]


def test_a_game_follows_from_its_task_and_its_record_is_whole() -> None:
    t = tournament("random", "easy")
    one, two = play.play(t, FIRST), play.play(t, FIRST)
    assert without_times(one) == without_times(two)
    other = play.play(msgspec.structs.replace(t, seed=8), FIRST)
    assert other.record != one.record
    read = record.read(one.record)
    assert read.finished and read.header.levels == ("random", "easy") and len(read.steps) == one.steps
    outcome = read.game.outcome(read.states[-1])
    assert (outcome.winners, outcome.scores) == (one.winners, one.scores)
    assert all(0 < middle <= longest for middle, longest in one.times)


def test_at_larger_tables_a_game_is_whole_too() -> None:
    game = play.play(great_split(5, "random", "random"), ScheduledGame(0, 0, (0, 1, 0, 1, 0)))
    assert record.read(game.record).finished and len(game.times) == len(game.faults) == 5
    assert sum(game.shares().values()) == pytest.approx(1) and game.shares().keys() == {0, 1}


def test_who_wins_from_either_seat_wins_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that always resigns the toy: it plays its lowest card and the other its highest."""
    monkeypatch.setattr(games, "GAMES", (toy.GAME,))

    def think(asked: Any) -> Any:
        view: Any = codec.typed(asked.view, toy.ToyState)
        legal = sorted(a.card for a in toy.GAME.legal(view, asked.seat))  # type: ignore[union-attr]  # plays only
        return codec.plain(toy.Play(legal[-1 if asked.level == "hard" else 0]))

    monkeypatch.setattr(choosers.worker, "think", think)
    shares = [game.shares()[1] for game in played(toys(20, rounds=1))]
    assert sum(share > 0.5 for share in shares) > 15
    assert {game.seating for game in played(toys(2))} == {(0, 1), (1, 0)}


def reply(t: Tournament, theirs: str) -> Reply:
    text = play_text(msgspec.json.encode(Task(t, FIRST, theirs)).decode())
    return msgspec.json.decode(text, type=Reply)


def test_another_program_and_an_entrant_that_is_none_are_answers_and_no_games() -> None:
    assert reply(tournament(), program()).played is not None
    stranger = reply(tournament(), "0.1-other-compiled").refusal
    assert stranger is not None and stranger.code == "arena.refusal.other_program"
    assert stranger.values == {"ours": "0.1-other-compiled", "theirs": program()}
    nobody = reply(tournament("easy", "no-such-program"), program()).refusal
    assert nobody is not None and nobody.code == "outside.refusal.not_found"


@pytest.fixture
def programs() -> Iterator[None]:
    """Programs that play, and are ended after the test."""
    yield
    choosers.close_idle()


@pytest.mark.usefixtures("programs")
def test_a_program_plays_game_after_game_and_its_faults_are_counted(tmp_path: Path) -> None:
    """It writes down its number at the first decision; a second process would write another one."""
    started = tmp_path / "started"
    note = f"if first: open({str(started)!r}, 'a').write(f'{{os.getpid()}} ')"
    t = tournament("random", outside_programs.command(tmp_path, note), games=4)
    games_played = played(t)
    assert len(started.read_text().split()) == 1
    assert all(game.faults == (0, 0) for game in games_played)
    header = record.read(games_played[0].record).header
    assert header.levels == ("random", "") and header.names[1].endswith("space.py'")
    (tmp_path / "wrong").mkdir()
    wrong = outside_programs.command(tmp_path / "wrong", "move = 'rubbish' if first else move")
    assert play.play(tournament(wrong, "random"), FIRST).faults == (1, 0)


@pytest.mark.usefixtures("programs")
def test_a_program_that_plays_other_games_is_an_answer(tmp_path: Path) -> None:
    command = outside_programs.command(tmp_path)
    file = next(tmp_path.iterdir())
    file.write_text(file.read_text().replace('"sturt", ', ""))
    other = reply(tournament("easy", command), program()).refusal
    assert other is not None and other.code == "outside.refusal.other_game"
