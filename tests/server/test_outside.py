"""Bots from outside: programs that decide for a seat; what they do wrong costs a move and nothing else."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assets.texts import LANGUAGES, Texts
from core import chance, codec, position
from core.game import AnyGame, Refused, Seat
from core.games import GAMES
from core.games import game as game_of
from core.match import Match
from server.bots import child_program, outside
from server.bots.outside import MOVE_LOST, STAND_IN, UNASKED, OutsideBot, TimeLimits, Trouble
from tests.server.outside_programs import WRONG, command
from tools.bootstrap import ROOT

RNG = np.random.default_rng(1)
LIMITS = TimeLimits(start=20.0, move=20.0)


@contextlib.contextmanager
def playing(words: str, limits: TimeLimits = LIMITS) -> Iterator[tuple[OutsideBot, list[Trouble]]]:
    told: list[Trouble] = []
    bot = OutsideBot(words, limits, told.append)
    try:
        yield bot, told
    finally:
        bot.close()


def begun(game: AnyGame, seats: int = 0) -> Match:
    return Match(game, game.info.options(), seats or game.info.seats[0], chance.seed_from(3))


def decide(bot: OutsideBot, match: Match) -> Any:
    """Let a program decide for whoever is first to act, and do that."""
    seat = match.to_act()[0]
    view = match.game.view(match.tip(seat), seat)
    action = bot.choose(match.game, match.seats, view, seat, match.turn, RNG)
    match.submit(seat, action, match.turn, match.ply(seat))
    return action


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_program_plays_a_game_and_the_next_one(game: AnyGame, tmp_path: Path) -> None:
    with playing(command(tmp_path, "print('thinking', file=sys.stderr)")) as (bot, told):
        for _ in range(2):
            match = begun(game)
            for _ in range(40):
                if match.to_act():
                    decide(bot, match)
            outcome = match.outcome()
            if outcome is not None:
                bot.end(outcome)
        assert (told, bot.faults) == ([], 0)
        assert bot.log.file is not None
        bot.close()
        assert "thinking" in bot.log.file.read_text(encoding="utf-8")
        bot.log.file.unlink()


@pytest.mark.parametrize("fault", WRONG)
def test_what_goes_wrong_costs_one_move_and_is_said_once(fault: str, tmp_path: Path) -> None:
    """The program decides again after that: it goes on, or was started anew."""
    done, code = WRONG[fault]
    limits = TimeLimits(20.0, 0.5) if fault == "silence" else LIMITS
    match = begun(game_of("sturt"))
    with playing(
        command(tmp_path, done.replace("first", f"not os.path.exists({str(tmp_path / 'done')!r})")), limits
    ) as (
        bot,
        told,
    ):
        decide(bot, match)
        (tmp_path / "done").touch()
        seat = match.to_act()[0]
        last = match.game.legal(match.state, seat)[-1]
        assert decide(bot, match) == last
        assert [(trouble.code, trouble.why.code) for trouble in told] == [(MOVE_LOST, code)]
        assert bot.faults == 1
    for language in LANGUAGES:
        assert told[0].sentence(Texts(language).translate)


def test_an_answer_given_twice_is_not_the_answer_to_the_next_question(tmp_path: Path) -> None:
    match = begun(game_of("sturt"))
    with playing(command(tmp_path, "os.write(1, f'{move}\\n{move}\\n'.encode()); continue")) as (bot, told):
        decide(bot, match)
        decide(bot, match)
    assert [trouble.code for trouble in told] == [UNASKED]


def test_after_three_failures_an_ai_plays_the_game_on_and_the_program_the_next(tmp_path: Path) -> None:
    match = begun(game_of("sturt"))
    with playing(command(tmp_path, "move = '?' if message['turn'] else move")) as (bot, told):
        while match.to_act():
            decide(bot, match)
        assert [trouble.code for trouble in told] == [MOVE_LOST] * 3 + [STAND_IN]
        assert bot.faults == len(match.steps) - 1
        outcome = match.outcome()
        assert outcome is not None
        bot.end(outcome)
        again = begun(game_of("sturt"))
        last = again.game.legal(again.state, Seat(0))[-1]
        assert decide(bot, again) == last


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("hi", "outside.refusal.no_hello"),
        ('{"version": 1}', "outside.refusal.no_hello"),
        ("[" * 3000, "outside.refusal.no_hello"),
        ('{"version": 2, "games": ["sturt"]}', "outside.refusal.other_version"),
    ],
)
def test_a_wrong_greeting(answer: str, code: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(f"input()\nprint({answer!r})\ninput()", encoding="utf-8")
    with playing(f"{sys.executable} {file}") as (bot, _), pytest.raises(Refused, match=f"^{code}"):
        bot.start(game_of("sturt"))


@pytest.mark.parametrize("words", ["", "  ", "'", "nonsuch bot.py", "./README.md", "a\0b"])
def test_a_command_that_is_no_program(words: str) -> None:
    with pytest.raises(Refused, match=r"^outside\.refusal\.(not_found|no_command)"):
        OutsideBot(words)


def test_a_program_is_told_what_its_seat_may_know_and_nothing_else() -> None:
    match = begun(game_of("great_split"), 3)
    seat = match.to_act()[0]
    view = match.game.view(match.tip(seat), seat)
    asked = outside.question(match.game, match.seats, view, seat, match.turn, 5.0)
    known = match.game.sample_state(
        view, seat, RNG
    )  # another position that the seat cannot tell from this one
    assert codec.encode(known) != codec.encode(match.state)
    assert (
        outside.question(match.game, match.seats, match.game.view(known, seat), seat, match.turn, 5.0)
        == asked
    )
    assert position.read(asked["position"], match.game).seats == 3


@pytest.mark.parametrize(
    ("game", "options", "seats", "code"),
    [
        ("sturt", {}, 2, ""),
        ("sturt", {"no_draws": True}, 2, "outside.refusal.other_options"),
        ("sturt", {}, 3, "outside.refusal.other_options"),
        ("ghawar", {}, 2, "outside.refusal.other_game"),
    ],
)
def test_what_a_program_claims(game: str, options: dict[str, Any], seats: int, code: str) -> None:
    claims = outside.HelloAnswer(1, {"sturt": {"no_draws": [False], "seats": [2]}})
    refused = pytest.raises(Refused, match=f"^{code}") if code else contextlib.nullcontext()
    with refused:
        claims.check(game_of(game), codec.options_of(game_of(game), options), seats)


def test_stderr_is_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_program, "MOST_LOGGED", 100)
    log = child_program.ErrorLog()
    for _ in range(9):
        log.write(b"x" * 30)
    assert log.file is not None
    assert log.file.read_bytes() == b"x" * 100 + child_program.CUT
    log.file.unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")
def test_a_program_does_not_outlive_this_one_however_it_ends(tmp_path: Path) -> None:
    """Neither does what it has started: both are ended as a group."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    file = tmp_path / "bot.py"
    file.write_text(
        f"import os, time\nend = os.open({str(pipe)!r}, os.O_WRONLY)\n"
        "os.fork()\nos.write(end, b'.')\ntime.sleep(60)",
        encoding="utf-8",
    )
    ours = (
        "import sys\nfrom server.bots.child_program import *\n"
        "child = ChildProgram(sys.argv[1], ErrorLog())\nprint('started', flush=True)\nsys.stdin.read()"
    )
    words = [sys.executable, "-c", ours, f"{sys.executable} {file}"]
    both = subprocess.PIPE
    with (
        subprocess.Popen(words, stdin=both, stdout=both, cwd=ROOT) as process,
        pipe.open("rb") as reading,
    ):
        assert process.stdout is not None and process.stdout.readline() and reading.read(2) == b".."
        process.send_signal(signal.SIGKILL)
        ended, _, _ = select.select([reading], [], [], 20)  # it ends with the last of those who could write
        assert ended and reading.read() == b""
