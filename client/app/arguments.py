"""Arguments of the command line as typed values: each is checked, each mistake a `Refused`."""

from __future__ import annotations

import difflib
import json
import re
import secrets
import shutil
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np

from client.session.table_policy import TablePolicy, clean_password
from client.stage.settings import LARGEST_SIDE, LEAST_SIZE
from core import chance, codec, refusal
from core import position as positions
from core import record as records
from core.game import AnyGame, Refused
from core.games import GAMES
from core.games import game as game_of
from core.protocol.messages import (
    LEVELS,
    MOST_DUPLICATE_TABLES,
    PASSWORD_LENGTH,
    RECORD_LENGTH,
    Clock,
    DuplicatePlan,
    Level,
    clean_name,
)

LARGEST_SEED: Final = 2**53
AWAY_CHOICES: Final = ("wait", "stand-in", *LEVELS[1:])
"""Choices for when somebody is away; `stand-in` is an AI of the usual level."""
LONGEST_DELAY: Final = 600
MAX_OPTIONS: Final = 10_000
"""Most characters of options; no game's come near."""


def one_of(what: str, word: str, allowed: Sequence[str]) -> str:
    """`word` if it is known. Raises `Refused("cli.refusal.<what>")` with the known words and the nearest."""
    if word in allowed:
        return word
    told = {"word": printable(word), "known": ", ".join(allowed)}
    near = difflib.get_close_matches(word[:60].lower(), allowed, 1, 0.6)
    raise Refused(f"cli.refusal.{what}", (), **told, **({"near": near[0]} if near else {}))


def game(word: str | None) -> AnyGame:
    """The game of this key. Raises `Refused`."""
    known = tuple(game.info.key for game in GAMES)
    if not word:
        raise Refused("cli.refusal.no_game_named", known=", ".join(known))
    return game_of(one_of("game", word, known))


def level(word: str) -> Level:
    """An AI's level. Raises `Refused`."""
    return LEVELS[LEVELS.index(one_of("level", word, LEVELS))]


def bots(game: AnyGame | None, arguments: Sequence[str]) -> tuple[Level, ...]:
    """The levels of several AIs, not more than the game has seats. Raises `Refused`."""
    _check_bots(game, arguments)
    return tuple(map(level, arguments))


def bots_and_programs(game: AnyGame | None, arguments: Sequence[str]) -> tuple[str, ...]:
    """The same, but some may be commands of programs from outside. Raises `Refused`."""
    _check_bots(game, arguments)
    return tuple(map(bot, arguments))


def bot(word: str) -> str:
    """A level, or the command of a program that is there. Raises `Refused`."""
    from server.bots.child_program import check_command

    try:
        return level(word)
    except Refused:
        if re.fullmatch(r"[\w-]*", word) is not None and shutil.which(word) is None:
            raise  # one word that is no program: rather a level that was mistyped
    check_command(word)
    return word


def _check_bots(game: AnyGame | None, arguments: Sequence[str]) -> None:
    most = max(max(known.info.seats) for known in ([game] if game else GAMES))
    if len(arguments) > most:
        raise Refused("cli.refusal.too_many_bots", most=most)


def seats(game: AnyGame, word: str | None) -> int:
    """Number of seats of the game, the smallest if none is given. Raises `Refused`."""
    if word is None:
        return game.info.seats[0]
    wanted = number("--seats", word, 1, 99)
    if wanted not in game.info.seats:
        raise Refused("match.refusal.seats", seats=wanted, allowed=", ".join(map(str, game.info.seats)))
    return wanted


def options(game: AnyGame, word: str | None) -> Any:
    """The game's options from JSON. Raises `Refused`."""
    if word is None:
        return game.info.options()
    try:
        data = json.loads(word, object_pairs_hook=_each_once) if len(word) <= MAX_OPTIONS else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        usual = json.dumps(codec.plain(game.info.options()), ensure_ascii=False)
        raise Refused("cli.refusal.options", example=usual)
    return codec.options_of(game, data)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, refused if it has a key twice. Raises `Refused`."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise Refused("cli.refusal.option_twice", option=printable(name))
    return dict(pairs)


def number(option: str, word: str | None, least: int, most: int, default: int = 0) -> int:
    """A whole number within bounds. Raises `Refused`."""
    if word is None:
        return default
    if re.fullmatch(r"[0-9]{1,20}", word, re.ASCII) is None or not least <= int(word) <= most:
        raise Refused("cli.refusal.number", option=option, word=printable(word), least=least, most=most)
    return int(word)


def decimal(option: str, word: str | None, least: float, most: float, default: float) -> float:
    """A number within bounds, with at most four decimals. Raises `Refused`."""
    if word is None:
        return default
    if (
        re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,4})?", word, re.ASCII) is None
        or not least <= float(word) <= most
    ):
        bounds: dict[str, Any] = {"least": f"{least:g}", "most": f"{most:g}"}
        raise Refused("cli.refusal.decimal", option=option, word=printable(word), **bounds)
    return float(word)


def seconds(option: str, word: str | None, least: float, most: float, default: float) -> float:
    """A number of seconds within bounds, with at most three decimals. Raises `Refused`."""
    if word is None:
        return default
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,3})?", word, re.ASCII) is None or not least <= float(word) <= most:
        bounds: dict[str, Any] = {"least": f"{least:g}", "most": f"{most:g}"}
        raise Refused("cli.refusal.seconds", option=option, word=printable(word), **bounds)
    return float(word)


def today() -> date:
    """The date that the clock of this machine says."""
    return date.today()


def day(word: str) -> date:
    """A date. Raises `Refused`."""
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", word, re.ASCII) is not None:
            return date.fromisoformat(word)
    except ValueError:
        pass
    raise Refused("cli.refusal.date", word=printable(word))


def seed(word: str | None) -> int | None:
    """Seed of a repeatable game, None if it shall not be one. Raises `Refused`."""
    return None if word is None else number("--seed", word, 0, LARGEST_SEED)


def seed_bytes(word: str | None) -> bytes:
    """Seed of all draws: made from a number, or one that nobody knows. Raises `Refused`."""
    known = seed(word)
    return secrets.token_bytes(chance.SEED_BYTES) if known is None else chance.seed_from(known)


def size(word: str | None) -> tuple[int, int] | None:
    """A window's width and height in pixels. Raises `Refused`."""
    if word is None:
        return None
    found = re.fullmatch(r"([0-9]{1,5})[xX×]([0-9]{1,5})", word, re.ASCII)
    width, height = map(int, found.groups()) if found else (0, 0)
    if width < LEAST_SIZE[0] or height < LEAST_SIZE[1] or max(width, height) > LARGEST_SIDE:
        least = "x".join(map(str, LEAST_SIZE))
        raise Refused("cli.refusal.size", word=printable(word), least=least, most=LARGEST_SIDE)
    return width, height


def folder(word: str | None) -> Path | None:
    """Folder for pictures, made if it is missing. Raises `Refused`."""
    if word is None:
        return None
    try:
        Path(word).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError):
        raise Refused("cli.refusal.folder", word=printable(word)) from None
    return Path(word)


def record(word: str, draws: bool = True) -> records.Record:
    """Record from a file; without `draws` these are not checked against the seed. Raises `Refused`."""
    return records.read_bytes(_read(word, 4 * RECORD_LENGTH), draws)


def _read(word: str, most: int) -> bytes:
    """Bytes of a file, at most one more than `most`. Raises `Refused`."""
    try:
        with open(word, "rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise Refused("cli.refusal.no_such_file", file=printable(word)) from None
    except (OSError, ValueError):
        raise Refused("cli.refusal.unreadable", file=printable(word)) from None


def position(named: AnyGame | None, given: Mapping[str, Any]) -> positions.Position:
    """Position in the file that is `given`, with its options and seats; of its own game if none is named.

    Raises `Refused`.
    """
    both = [f"--{name}" for name in ("options", "seats") if name in given]
    if both:
        raise Refused("cli.refusal.position_says", option=both[0])
    raw = _read(given["position"], 4 * positions.LONGEST_POSITION_TEXT)
    if named is None:
        first, _, _ = raw.partition(b"\n")
        named = game(first.removesuffix(b"\r").decode("utf-8", "replace"))
    return positions.read_bytes(raw, named)


def position_to_play(game: AnyGame, given: Mapping[str, Any], seed: str | None) -> positions.Position:
    """The same for a game that goes on from there: what the position leaves unknown is drawn at random."""
    begin = position(game, given)
    if not game.to_act(begin.state):
        raise Refused("position.refusal.over")
    return positions.complete(
        begin, np.random.default_rng(number("--seed", seed, 0, LARGEST_SEED) if seed else None)
    )


def address(word: str | None, usual_port: int) -> tuple[str, int]:
    """Host and port; the host is empty where none was given. Raises `Refused`."""
    from client.session.connection import parse_address

    if word is None:
        return "", usual_port
    if not word.isprintable():
        raise Refused("net.refusal.address", address=printable(word))
    return parse_address(word, usual_port)


def name(word: str) -> str:
    """A player's name. Raises `Refused`."""
    return clean_name(word)


def table_policy(given: dict[str, str]) -> TablePolicy:
    """Policy of a table from `--away`, `--clock` and so on. Raises `Refused`."""
    return TablePolicy(
        stand_in=away(given.get("away", "wait")),
        clock=clock(given["clock"]) if "clock" in given else None,
        delay=spectators(given.get("spectators", "yes")),
        password=password(given["password"]) if "password" in given else "",
        duplicate=duplicate(given["duplicate"]) if "duplicate" in given else None,
        coach=one_of("coach", given.get("coach", "yes"), ("yes", "no")) == "yes",
    )


def duplicate(word: str) -> DuplicatePlan:
    """Duplicate of this number of tables. Raises `Refused`."""
    return DuplicatePlan(number("--duplicate", word, 2, MOST_DUPLICATE_TABLES))


def away(word: str) -> Level | None:
    """Level of the AI that decides for somebody who is away; None: all wait. Raises `Refused`."""
    chosen = one_of("away", word, AWAY_CHOICES)
    return None if chosen == "wait" else "normal" if chosen == "stand-in" else level(chosen)


def clock(word: str) -> Clock:
    """Thinking time as in 10m+10s. Raises `Refused`."""
    found = re.fullmatch(r"([0-9]{1,5})(m|s)(?:\+([0-9]{1,3})s)?", word, re.ASCII)
    seconds = int(found[1]) * (60 if found[2] == "m" else 1) if found else 0
    bonus = int(found[3] or 0) if found else 0
    if not (5 <= seconds <= 86_400 and bonus <= 600):
        raise Refused("cli.refusal.clock", word=printable(word))
    return Clock(float(seconds), float(bonus))


def spectators(word: str) -> float | None:
    """Spectator delay in seconds; None: nobody may watch. Raises `Refused`."""
    if word in ("yes", "no"):
        return 0.0 if word == "yes" else None
    if re.fullmatch(r"[0-9]{1,3}", word, re.ASCII) is None or int(word) > LONGEST_DELAY:
        raise Refused("cli.refusal.spectators", word=printable(word), most=LONGEST_DELAY)
    return float(word)


def password(word: str) -> str:
    """Password of a table; a wrong one is not repeated in the sentence. Raises `Refused`."""
    if not word.strip() or not word.isprintable() or len(word) > PASSWORD_LENGTH:
        raise Refused("cli.refusal.password", most=PASSWORD_LENGTH)
    return clean_password(word)


def printable(word: str, most: int = 80) -> str:
    """A word from outside for use in a sentence, at most this number of characters."""
    return refusal.printable(word, most)
