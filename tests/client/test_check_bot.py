"""`tilewright check-bot`: what it says about programs that do something wrong, and one that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.texts import Texts
from client.app.command_line import main
from core.games import game as game_of
from server.bots.bot_check import BotChecker
from server.bots.outside import TimeLimits
from tests.server.outside_programs import WRONG, command

SAY = Texts("en").translate


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")


def test_a_program_that_does_nothing_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("check-bot", command(tmp_path), "sturt")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == SAY(
        "cli.check_bot.plays", name="Tester", games="sturt, great_divide, great_split, ghawar, down_under"
    )
    assert [line for line in lines if '"no_draws": true' in line] and lines[-1].startswith(
        "Nothing is wrong: "
    )


@pytest.mark.parametrize("fault", ["illegal", "death", "flood"])
def test_what_is_wrong_is_a_sentence(fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done, code = WRONG[fault]
    assert main(("check-bot", command(tmp_path, done.replace("first", "True")), "sturt")) == 1
    told = capsys.readouterr().out
    assert told.count(SAY(code, answer="5@2,2", why="", exit=3, lines=64, bytes=4096)) >= 3
    assert "That is enough" in told and told.splitlines()[-1].startswith("Something is wrong in 3 of 3 games")


def test_a_line_that_nobody_asked_for_is_wrong(tmp_path: Path) -> None:
    checker = BotChecker(
        command(tmp_path, "os.write(1, f'{move}\\n'.encode() * (1 + (asked == 2))); continue"), TimeLimits()
    )
    try:
        first = next(checker.check([game_of("sturt")]))
    finally:
        checker.close()
    assert len(first.troubles) == 1


@pytest.mark.parametrize(
    ("words", "exit_code", "code"),
    [
        ((), 2, "cli.refusal.no_program"),
        (("nonsuch",), 2, "outside.refusal.not_found"),
        (("'",), 2, "outside.refusal.no_command"),
        (("true", "chess"), 2, "cli.refusal.game"),
        (("true",), 1, "outside.refusal.ended"),
        (("cat",), 1, "outside.refusal.no_hello"),
    ],
)
def test_bad_input(
    words: tuple[str, ...], exit_code: int, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("check-bot", *words)) == exit_code
    told = capsys.readouterr()
    begin = SAY(code, **dict.fromkeys(Texts("en").gaps(code), "\0")).partition("\0")[0]
    assert begin in (told.err if exit_code == 2 else told.out)
