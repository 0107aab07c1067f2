"""`tilewright check-bot`: plays games with a program from outside and says what it does wrong."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any, Final

from assets.texts import Texts
from client.app import arguments
from core import codec
from core.game import AnyGame, Refused
from server.bots.bot_check import BotChecker, CheckedGame
from server.bots.outside import TimeLimits, reason

WRONG_EXIT: Final = 1
MOST_BAD_GAMES: Final = 3
"""Games that go wrong before no other is played."""


def run(args: Any, seconds: float, texts: Texts) -> int:
    """Run the command; exit code 1 if something is wrong. Raises `Refused` if there is no such program."""
    if args.program is None:
        raise Refused("cli.refusal.no_program")
    games = [arguments.game(word) for word in args.played]
    with closing(BotChecker(args.program, TimeLimits(move=seconds or TimeLimits().move))) as checker:
        try:
            return _check(checker, games, texts)
        except Refused as refused:
            print(texts.translate(refused.refusal.code, **refused.refusal.values))
            return WRONG_EXIT
        finally:
            _tell_log(checker, texts)


def _check(checker: BotChecker, games: list[AnyGame], texts: Texts) -> int:
    """Let games be played, and print a line for each; the exit code. Raises `Refused`."""
    answer = checker.greet(games)
    print(
        texts.translate(
            "cli.check_bot.plays", name=arguments.printable(answer.name), games=", ".join(answer.games)
        )
    )
    played, bad, decisions, slowest = 0, 0, 0, 0.0
    for game in checker.check(games):
        _tell(game, texts)
        played, decisions = played + 1, decisions + game.decisions
        bad, slowest = bad + bool(game.troubles), max(slowest, game.slowest)
        if bad == MOST_BAD_GAMES:
            print(texts.translate("cli.check_bot.enough", games=bad))
            break
    values = {"games": played, "decisions": decisions, "slowest": round(slowest * 1000)}
    print(
        texts.translate(
            "cli.check_bot.wrong" if bad or not played else "cli.check_bot.good", **values, bad=bad
        )
    )
    return WRONG_EXIT if bad or not played else 0


def _tell(checked: CheckedGame, texts: Texts) -> None:
    options = json.dumps(codec.changed_options(checked.options), ensure_ascii=False)
    values = {"game": checked.game, "seats": checked.seats, "seat": checked.seat + 1, "options": options}
    print(texts.translate("cli.check_bot.game", **values, decisions=checked.decisions), flush=True)
    for trouble in checked.troubles:
        print(f"  {reason(trouble.why, trouble.cause, texts.translate)}", flush=True)


def _tell_log(checker: BotChecker, texts: Texts) -> None:
    if checker.bot.log.file is not None:
        print(texts.translate("cli.seat.log", file=checker.bot.log.file))
