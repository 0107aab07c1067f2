"""The bots of docs/bots.md: the page shows the one in the folder, and both do nothing wrong."""

from __future__ import annotations

import shlex
import shutil
import sys

import pytest

from core.games import game as game_of
from server.bots.bot_check import BotChecker
from server.bots.outside import TimeLimits
from tools.bootstrap import ROOT

EXAMPLES = ROOT / "docs" / "examples"


@pytest.mark.parametrize(
    ("program", "file", "game"),
    [(sys.executable, "random_bot.py", "great_split"), ("node", "loading_bot.js", "ghawar")],
)
def test_an_example_does_nothing_wrong(program: str, file: str, game: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    checker = BotChecker(shlex.join([program, str(EXAMPLES / file)]), TimeLimits())
    try:
        first = next(checker.check([game_of(game)]))
    finally:
        checker.close()
    assert first.decisions and not first.troubles
    if checker.bot.log.file is not None:
        checker.bot.log.file.unlink()


def test_the_page_shows_the_example() -> None:
    source = (EXAMPLES / "random_bot.py").read_text(encoding="utf-8")
    assert source.partition('"""\n\n')[2] in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
