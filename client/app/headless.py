"""Commands that print instead of opening a window: `demo`, `replay`, `rules`, `find`."""

from __future__ import annotations

import json
import secrets
import textwrap
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, Final

from assets.texts import Texts
from client.app.arguments import game as game_of
from client.screens.rules import decision_chapter
from core import codec
from core.audit import judge
from core.game import CHANCE, AnyGame, Outcome, Seat
from core.games import GAMES

if TYPE_CHECKING:
    from client.app.launch import Launch
    from core.record import Record

LINE_WIDTH: Final = 88
USUAL_LEVEL: Final = "normal"
KEY_GAP: Final = "\x00"


def demo(launch: Launch) -> int:
    """Let AIs play; prints a line of JSON for each game. The same seed gives the same lines."""
    from server.demo import play_out

    game = game_of(launch.game or GAMES[0].info.key)
    seats = launch.seats or game.info.seats[0]
    levels: Any = list(islice(cycle(launch.levels or (USUAL_LEVEL,)), seats))
    options = codec.plain(launch.options) if launch.options is not None else {}
    seed = secrets.randbelow(2**32) if launch.seed is None else launch.seed
    for played in play_out(game.info.key, options, levels, seed, launch.games or 1):
        line = {
            "game": played.game,
            "seed": played.seed,
            "options": played.options,
            "steps": played.steps,
            "winners": list(played.outcome.winners),
            "scores": list(played.outcome.scores),
            "digest": played.digest,
        }
        print(json.dumps(line), flush=True)
    return 0


def replay(record: Record, texts: Texts) -> int:
    """Print a line for each step of a game, and its end."""
    from client.session.archive import seat_names

    names = seat_names(record.header, texts.translate)
    print(texts.translate("cli.replay.head", title=record.game.info.title, date=record.header.date or "–"))
    for number, step in enumerate(record.steps, start=1):
        print(f"{number:>4}  {_who(step.seat, names, texts)}: {record.game.notation(step.action)}")
    outcome = record.game.outcome(record.states[-1])
    print(texts.translate("cli.replay.unfinished") if outcome is None else _ending(outcome, names, texts))
    return 0


def check(record: Record, texts: Texts) -> int:
    """Check whether all was drawn as committed; exit code 1 if it was not."""
    header = record.header
    promise, seed = bytes.fromhex(header.commitment), bytes.fromhex(header.seed)
    verdict = judge(record.game, record.states, record.steps, promise, seed)
    values: dict[str, object] = {"draws": verdict.draws}
    if verdict.kind == "differs":
        notation = record.game.notation
        values = {"step": verdict.step + 1, "drawn": notation(verdict.drawn), "due": notation(verdict.due)}
    print(texts.translate(f"cli.check.{verdict.kind}", **values))
    return 1 if verdict.is_fraud else 0


def rules(game: AnyGame, texts: Texts) -> int:
    """Print the rules as the game explains them itself, without the pictures."""
    print(f"{game.info.title}\n")
    key, number = game.info.key, 1
    while texts.has(f"{key}.rules.{number}.title"):
        print(texts.translate(f"{key}.rules.{number}.title"))
        print(_wrapped(_without_keys(f"{key}.rules.{number}.body", texts), texts) + "\n")
        number += 1
    for group in game.info.decisions:
        print(texts.translate(f"{key}.decided.{group.key}.title"))
        print(_wrapped(decision_chapter.chapter(texts.translate, game.info, group), texts) + "\n")
    return 0


def find(seconds: int, texts: Texts) -> int:
    """Print the servers that answer on this network; exit code 1 if there are none."""
    from client.session.connection import address_text
    from server.net.discovery import find as search

    found = search(float(seconds))
    for server in found:
        line = texts.translate(
            "cli.find.line",
            name=server.name,
            address=address_text(server.host, server.port),
            tables=server.tables,
            seats=server.open_seats,
        )
        print(line if server.fits else f"{line} {texts.translate('cli.find.other', version=server.version)}")
    if not found:
        print(texts.translate("cli.find.none"))
    return 0 if found else 1


def _who(seat: Seat, names: tuple[str, ...], texts: Texts) -> str:
    if seat == CHANCE:
        return texts.translate("cli.replay.chance")
    return names[seat]


def _ending(outcome: Outcome, names: tuple[str, ...], texts: Texts) -> str:
    winners = ", ".join(_who(seat, names, texts) for seat in outcome.winners)
    scores = " : ".join(f"{score:g}" for score in outcome.scores)
    if not outcome.winners:
        return texts.translate("cli.replay.nobody", scores=scores)
    everybody = len(outcome.winners) == len(outcome.scores)
    return texts.translate(
        "cli.replay.draw" if everybody else "cli.replay.won", winners=winners, scores=scores
    )


def _without_keys(key: str, texts: Texts) -> str:
    """A text without the paragraphs about keys and buttons, which have gaps for them."""
    body = texts.translate(key, **dict.fromkeys(texts.gaps(key), KEY_GAP))
    return "\n\n".join(part for part in body.strip().split("\n\n") if KEY_GAP not in part)


def _wrapped(body: str, texts: Texts) -> str:
    """Paragraphs in lines that fit a terminal. Japanese has no spaces to break at and is left as it is."""
    if texts.language == "ja":
        return body.strip()
    return "\n".join(textwrap.fill(line, LINE_WIDTH) for line in body.strip().splitlines())
