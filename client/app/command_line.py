"""Command line: reads and checks all arguments, and starts what does the command.

Every mistake is one sentence in the player's language on stderr and exit code 2. Commands that need no window
run without importing pygame, and nothing is imported that the command does not need.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NoReturn, cast

import msgspec

from assets.texts import LANGUAGES, Texts
from client.app import arguments
from client.app.launch import WINDOW_NAMES, Command, Launch
from client.session.table_policy import TablePolicy, comparison
from client.stage import settings
from core import position as positions
from core.game import AnyGame, Refused
from core.protocol.messages import MAX_SEATS
from server.storage import folders

OK_EXIT: Final = 0
USAGE_EXIT: Final = 2
LOST_EXIT: Final = 1
"""Exit code where the display server has gone."""
INTERRUPTED_EXIT: Final = 130

PROGRAM: Final = os.environ.get("TILEWRIGHT_TYPED", "tilewright")
"""Name that was typed to start the program, as help shows it."""


class CommandShape(msgspec.Struct, frozen=True):
    """Shape of a command: words (`?` one or none, `*` any number), options, flags."""

    words: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


GAME_WORD: Final = (("game", "?"),)
POLICY_OPTIONS: Final = ("away", "clock", "spectators", "password", "duplicate", "coach")
COMMAND_SHAPES: Final[dict[str, CommandShape]] = {
    "couch": CommandShape(
        GAME_WORD, ("seats", "options", "position", "bot", "seconds", "name"), ("duplicate",)
    ),
    "learn": CommandShape(GAME_WORD, ("name",)),
    "host": CommandShape(
        GAME_WORD,
        ("seats", "options", "position", "bot", "name", "port", *POLICY_OPTIONS),
        ("continue", "new", "devices"),
    ),
    "join": CommandShape(
        (("address", "?"),), ("name", "seat", "bot", "seconds", "password", "open", "seats", "options")
    ),
    "find": CommandShape(options=("seconds",)),
    "desktop": CommandShape(flags=("remove",)),
    "serve": CommandShape(flags=("devices",)),
    "demo": CommandShape(GAME_WORD, ("games", "seats", "options", "bot")),
    "replay": CommandShape((("file", "?"),), flags=("check",)),
    "archive": CommandShape((("action", "?"), ("words", "*")), ("game", "page", "data"), ("server", "json")),
    "export": CommandShape((("directory", "?"),), ("format", "game", "data", "results"), ("server",)),
    "rules": CommandShape(GAME_WORD),
    "challenge": CommandShape(options=("date",)),
    "analyse": CommandShape(
        (("subject", "?"),), ("seat", "move", "position", "seats", "options", "seconds"), ("json",)
    ),
    "referee": CommandShape(GAME_WORD, ("seats", "options", "position")),
    "check-bot": CommandShape((("program", "?"), ("played", "*")), ("seconds",)),
    "arena": CommandShape(
        (("game", "?"), ("bots", "*")),
        (
            *("bot", "schedule", "games", "rounds", "seats", "options", "elo0", "elo1", "alpha", "beta"),
            *("results", "report", "workers", "dask"),
        ),
        ("json",),
    ),
}
COMMON_OPTIONS: Final = ("seed", "lang", "size", "shots")
COMMON_FLAGS: Final = ("headless",)
METAVARS: Final = {
    "seats": "N", "options": "JSON", "bot": "LEVEL", "name": "NAME", "port": "PORT", "seat": "N",
    "seconds": "S", "games": "N", "workers": "N", "seed": "S", "lang": "LANG", "size": "WxH", "shots": "DIR",
    "away": "WHAT", "clock": "TIME", "spectators": "WHO", "password": "WORD", "coach": "yes|no",
    "position": "FILE", "game": "GAME", "address": "HOST[:PORT]", "file": "FILE", "bots": "BOT",
    "action": "list|search|show|export|stats", "words": "WORD", "page": "N", "data": "DIR",
    "schedule": "round-robin|swiss|sprt", "rounds": "N", "elo0": "E", "elo1": "E", "alpha": "P", "beta": "P",
    "results": "FILE", "report": "FILE", "dask": "ADDRESS",
    "directory": "DIR", "format": "jsonl|parquet", "program": "COMMAND", "played": "GAME",
    "open": "GAME", "subject": "FILE|GAME", "move": "K", "duplicate": "N", "date": "YYYY-MM-DD",
}  # fmt: skip
REPEATED_OPTIONS: Final = ("bot",)
PROGRAM_SECONDS: Final = (0.1, 3600.0)
"""Least and most seconds that a program may have for a move."""
USUAL_VALUES: Final = {"duplicate": "2"}
"""Values of options that may be given without one."""


def main(argv: Sequence[str] | None = None) -> int:
    """The whole program; returns its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _replace_unprintable()
    texts = Texts(settings.load()[0].language)
    try:
        texts = _texts(words, texts)
        code = _run(words, texts)
        # Output still to be written fails here, with a sentence, and not while Python ends.
        sys.stdout.flush()
        return code
    except Refused as refused:
        print(sentence(texts, refused), file=sys.stderr)
        return USAGE_EXIT
    except BrokenPipeError:
        _silence_output()
        return OK_EXIT
    except OSError as trouble:
        _silence_output()
        print(texts.translate("cli.refusal.system", trouble=trouble.strerror or trouble), file=sys.stderr)
        return USAGE_EXIT
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT


def sentence(texts: Texts, refused: Refused) -> str:
    """A refusal as one line for people, with the nearest known word."""
    values = refused.refusal.values
    text = texts.translate(refused.refusal.code, **values)
    return f"{text} {texts.translate('cli.did_you_mean', near=values['near'])}" if "near" in values else text


def _run(raw_arguments: list[str], texts: Texts) -> int:
    common, rest = _parser(texts).parse_known_args(raw_arguments)
    if not rest or rest[0].startswith("-"):
        if common.help:
            return _print(overview(texts))
        if common.version:
            return _say_version()
        _nothing_left(rest)
        folders.user_folder("settings")
        return _open(_launch("title", common, common), texts)
    name = arguments.one_of("command", rest[0], tuple(COMMAND_SHAPES))
    parser = _parser(texts, name)
    try:
        args, left = parser.parse_known_args(rest[1:])
    except argparse.ArgumentError as error:
        raise Refused("cli.refusal.value", option=str(error.argument_name)) from None
    if common.help:
        return _print(parser.format_help())
    _nothing_left(left)
    folders.user_folder("settings")  # where nothing can be kept, nothing is begun: this raises
    return COMMAND_RUNNERS[name](args, common, texts)


def _texts(raw_arguments: list[str], default_texts: Texts) -> Texts:
    """Texts in the language asked for; read first because every message needs them."""
    parser = _parser(default_texts)
    try:
        lang = parser.parse_known_args(raw_arguments)[0].lang
    except argparse.ArgumentError as error:
        raise Refused("cli.refusal.value", option=str(error.argument_name)) from None
    return default_texts if lang is None else Texts(arguments.one_of("language", lang, LANGUAGES))


def _nothing_left(remainder: Sequence[str]) -> None:
    if remainder:
        code = "cli.refusal.unknown_option" if remainder[0].startswith("-") else "cli.refusal.too_many"
        raise Refused(code, word=arguments.printable(remainder[0]))


# --- Parsers and help ---------------------------------------------------------------------------------


class _Help(argparse.HelpFormatter):
    """Formatter whose own words come from the texts."""

    def __init__(self, prog: str, word: str) -> None:
        super().__init__(prog, width=100)
        self._word = word

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{self._word} ")

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "".join(indent + line for line in text.splitlines(keepends=True))


def _parser(texts: Texts, command: str = "") -> argparse.ArgumentParser:
    """Parser for a command's own arguments, or without a command for those that all understand."""
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} {command}".rstrip(),
        description=texts.translate(f"cli.about.{command}") if command else None,
        epilog=_examples(texts, command) if command else None,
        formatter_class=partial(_Help, word=texts.translate("cli.help.usage")),
        add_help=False,
        allow_abbrev=False,
        exit_on_error=False,
    )
    if not command:
        _add(parser, texts, CommandShape(options=COMMON_OPTIONS, flags=(*COMMON_FLAGS, "help", "version")))
        return parser
    if COMMAND_SHAPES[command] != CommandShape():
        _add(parser, texts, COMMAND_SHAPES[command], command)
    if command == "serve":
        from server.serve import add_arguments

        # A group takes arguments as a parser does, and has a title of our own.
        group = parser.add_argument_group(texts.translate("cli.help.arguments"))
        add_arguments(cast("argparse.ArgumentParser", group), texts)
    return parser


def _add(
    parser: argparse.ArgumentParser, texts: Texts, command_shape: CommandShape, command: str = ""
) -> None:
    about = partial(_about_option, texts, command)
    group = parser.add_argument_group(texts.translate("cli.help.arguments"))
    for word, count in command_shape.words:
        group.add_argument(word, nargs=count, metavar=METAVARS[word], help=about(word))
    for name in command_shape.options:
        if name in USUAL_VALUES:
            usual = USUAL_VALUES[name]
            group.add_argument(f"--{name}", metavar=METAVARS[name], nargs="?", const=usual, help=about(name))
            continue
        action = "append" if name in REPEATED_OPTIONS else "store"
        group.add_argument(f"--{name}", metavar=METAVARS[name], action=action, help=about(name))
    for name in command_shape.flags:
        names = ["-h", "--help"] if name == "help" else [f"--{name}"]
        group.add_argument(*names, action="store_true", help=about(name))


def _about_option(texts: Texts, command: str, name: str) -> str:
    """Description of an option; a command that uses it in another way has its own."""
    own = f"cli.option.{command}_{name}"
    return texts.translate(own if texts.has(own) else f"cli.option.{name}")


def _examples(texts: Texts, command: str) -> str:
    lines = texts.translate(f"cli.examples.{command}", program=PROGRAM).strip().splitlines()
    common = texts.translate("cli.help.everywhere", options=" ".join(_common_parser()))
    said = (
        texts.translate(f"cli.lines.{command}").strip().splitlines()
        if texts.has(f"cli.lines.{command}")
        else []
    )
    known = [texts.translate("cli.help.lines"), *(f"  {line}" for line in said), ""] if said else []
    return "\n".join(
        [*known, texts.translate("cli.help.examples"), *(f"  {line}" for line in lines), "", common]
    )


def _common_parser() -> list[str]:
    return [f"--{name} {METAVARS[name]}" for name in COMMON_OPTIONS] + [f"--{name}" for name in COMMON_FLAGS]


def overview(texts: Texts) -> str:
    """Text that `tilewright --help` prints."""
    width = max(map(len, COMMAND_SHAPES)) + 2
    about = [f"  {name:{width}}{texts.translate(f'cli.about.{name}')}" for name in COMMAND_SHAPES]
    flags = (*COMMON_FLAGS, "version")
    heads = [f"--{name} {METAVARS[name]}" for name in COMMON_OPTIONS] + [f"--{name}" for name in flags]
    room = max(map(len, heads)) + 2
    options = [
        f"  {head:{room}}{texts.translate(f'cli.option.{name}')}"
        for head, name in zip(heads, (*COMMON_OPTIONS, *flags), strict=True)
    ]
    examples = [
        f"  {line}" for line in texts.translate("cli.examples.title", program=PROGRAM).strip().splitlines()
    ]
    parts = [
        [f"{texts.translate('cli.help.usage')} {PROGRAM} [{texts.translate('cli.help.command')}] …"],
        [texts.translate("cli.about.title")],
        [texts.translate("cli.help.commands"), *about],
        [texts.translate("cli.help.options"), *options],
        [texts.translate("cli.help.examples"), *examples],
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


# --- Commands -----------------------------------------------------------------------------------------


def _launch(subcommand: Command, args: Any, common: Any, **kwargs: Any) -> Launch:
    """Launch of the window, from the command's arguments."""
    given = {name: value for name, value in vars(args).items() if value is not None}
    game = (
        arguments.game(given.get("game")) if {"game", "seats", "options", "position"} & given.keys() else None
    )
    return Launch(
        command=subcommand,
        game=game.info.key if game else "",
        options=arguments.options(game, given["options"]) if game and "options" in given else None,
        seats=arguments.seats(game, given["seats"]) if game and "seats" in given else 0,
        position=arguments.position_to_play(game, given, common.seed)
        if game and "position" in given
        else None,
        bots=_bots(subcommand, game, given.get("bot", ())),
        name=arguments.name(given["name"]) if "name" in given else "",
        seed=arguments.seed(common.seed),
        lang=common.lang or "",
        size=arguments.size(common.size),
        shots=arguments.folder(common.shots),
        headless=common.headless,
        **kwargs,
    )


def _bots(subcommand: Command, game: AnyGame | None, raw_arguments: Sequence[str]) -> tuple[str, ...]:
    """Levels of AIs, and where people play commands of programs, too. Raises `Refused`."""
    known = arguments.bots_and_programs if subcommand in ("couch", "join") else arguments.bots
    return known(game, raw_arguments)


def _program_seconds(args: Any) -> float:
    return arguments.seconds("--seconds", args.seconds, *PROGRAM_SECONDS, 0.0)


def _couch(args: Any, common: Any, texts: Texts) -> int:
    game = arguments.game(args.game)
    policy = None
    if args.duplicate:
        _need_usual_start(args)
        policy = TablePolicy(duplicate=comparison(arguments.bots(game, args.bot or ())))
    return _open(_launch("couch", args, common, policy=policy, seconds=_program_seconds(args)), texts)


def _need_usual_start(args: Any) -> None:
    """Check that a duplicate does not begin with a position. Raises `Refused`."""
    if args.position is not None:
        raise Refused("net.refusal.duplicate_record")


def _learn(args: Any, common: Any, texts: Texts) -> int:
    arguments.game(args.game)
    return _open(_launch("learn", args, common), texts)


def _host(args: Any, common: Any, texts: Texts) -> int:
    from server.net.listener import DEFAULT_PORT

    arguments.game(args.game)
    port = arguments.number("--port", args.port, 0, 65535, DEFAULT_PORT)
    given = {
        name: value for name, value in vars(args).items() if name in POLICY_OPTIONS and value is not None
    }
    policy = arguments.table_policy(given) if given else None
    if policy is not None and policy.duplicate is not None:
        _need_usual_start(args)
    asked = vars(args)
    if asked["continue"] and asked["new"]:
        raise Refused("cli.refusal.continue_and_new")
    go_on = asked["continue"] or (False if asked["new"] else None)
    devices = asked["devices"]
    return _open(_launch("host", args, common, port=port, policy=policy, go_on=go_on, devices=devices), texts)


def _join(args: Any, common: Any, texts: Texts) -> int:
    from server.net.listener import DEFAULT_PORT

    host, port = arguments.address(args.address, DEFAULT_PORT)
    seat = arguments.number("--seat", args.seat, 1, MAX_SEATS) - 1 if args.seat is not None else None
    password = arguments.password(args.password) if args.password is not None else ""
    seconds = _program_seconds(args)
    if args.open is not None and not args.bot:
        raise Refused("cli.refusal.open_without_bot")
    args.game = args.open
    launch = _launch(
        "join", args, common, host=host, port=port, seat=seat, password=password, seconds=seconds
    )
    if launch.bots:
        from client.app.bot_seats import hold_seats

        return hold_seats(launch, texts)
    return _open(launch, texts)


def _demo(args: Any, common: Any, texts: Texts) -> int:
    games = arguments.number("--games", args.games, 1, 100_000)
    launch = _launch("demo", args, common, games=games)
    if launch.headless and launch.shots is None:
        from client.app.headless import demo

        return demo(launch)
    return _open(launch, texts)


def _replay(args: Any, common: Any, texts: Texts) -> int:
    if args.file is None:
        raise Refused("cli.refusal.no_file_named")
    if args.check:
        from client.app.headless import check

        return check(arguments.record(args.file, draws=False), texts)
    launch = _launch("replay", args, common, file=args.file, record=arguments.record(args.file))
    if launch.headless and launch.shots is None:
        from client.app.headless import replay

        return replay(launch.record, texts)
    return _open(launch, texts)


def _archive(args: Any, common: Any, texts: Texts) -> int:
    from client.app.archive_command import run

    return run(args, texts)


def _export(args: Any, common: Any, texts: Texts) -> int:
    from client.app.export_command import run

    return run(args, texts)


def _rules(args: Any, common: Any, texts: Texts) -> int:
    game = arguments.game(args.game)
    launch = _launch("rules", args, common)
    if launch.headless and launch.shots is None:
        from client.app.headless import rules

        return rules(game, texts)
    return _open(launch, texts)


def _challenge(args: Any, common: Any, texts: Texts) -> int:
    from client.session.challenges import challenge_on

    today = arguments.today()
    day = today if args.date is None else arguments.day(args.date)
    challenge_on(day, today)
    return _open(_launch("challenge", argparse.Namespace(), common, day=day), texts)


def _find(args: Any, common: Any, texts: Texts) -> int:
    from client.app.headless import find

    return find(arguments.number("--seconds", args.seconds, 1, 60, 2), texts)


def _serve(args: Any, common: Any, texts: Texts) -> int:
    from server.serve import serve

    if not args.devices:
        return serve(args, texts)
    from client.app.gate_command import open_gate

    return serve(args, texts, partial(open_gate, texts))


def _analyse(args: Any, common: Any, texts: Texts) -> int:
    from client.app.analyse_command import run

    return run(args, common.seed, texts)


def _referee(args: Any, common: Any, texts: Texts) -> int:
    from server.referee import Referee, serve

    if args.position is None:
        game = arguments.game(args.game)
        options, seats = arguments.options(game, args.options), arguments.seats(game, args.seats)
    else:
        given = {name: value for name, value in vars(args).items() if value is not None}
        begin = arguments.position(arguments.game(args.game) if args.game else None, given)
        game, options, seats = positions.from_position(begin), begin.options, begin.seats
    referee = Referee(game, options, seats, arguments.seed_bytes(common.seed), texts)
    return serve(referee, sys.stdin.buffer, sys.stdout.buffer)


def _check_bot(args: Any, common: Any, texts: Texts) -> int:
    from client.app.check_bot_command import run

    return run(args, _program_seconds(args), texts)


def _arena(args: Any, common: Any, texts: Texts) -> int:
    from client.app.arena_command import play_arena

    return play_arena(args, common.seed, texts)


def _desktop(args: Any, common: Any, texts: Texts) -> int:
    from client.app.desktop_command import run

    return run(args, texts)


COMMAND_RUNNERS: Final[dict[str, Callable[[Any, Any, Texts], int]]] = {
    "couch": _couch,
    "learn": _learn,
    "host": _host,
    "join": _join,
    "find": _find,
    "serve": _serve,
    "demo": _demo,
    "replay": _replay,
    "archive": _archive,
    "export": _export,
    "rules": _rules,
    "challenge": _challenge,
    "analyse": _analyse,
    "referee": _referee,
    "check-bot": _check_bot,
    "arena": _arena,
    "desktop": _desktop,
}


def _open(launch: Launch, texts: Texts) -> int:
    """Open the window. Raises `Refused` where there can be none, or where nothing can be done without one."""
    if launch.headless and launch.shots is None:
        raise Refused("cli.refusal.headless")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.update(WINDOW_NAMES)  # pygame, once imported, has put names of its own there
    try:
        import pygame
    except ImportError:
        raise Refused("cli.refusal.no_pygame") from None
    if not getattr(pygame, "IS_CE", False):
        raise Refused("cli.refusal.not_pygame_ce")
    from client.app.start import run
    from client.stage.display import DisplayLost, NoDisplay, UnknownPixels
    from client.ui import theme

    try:
        theme.check()
        return run(launch) or OK_EXIT
    except DisplayLost:
        return _end_without_display(texts)
    except UnknownPixels as error:
        raise Refused("cli.refusal.unknown_pixels", detail=arguments.printable(str(error))) from None
    except NoDisplay as error:
        raise Refused("cli.refusal.no_display", detail=arguments.printable(str(error))) from None
    except theme.ThemeError as error:
        code = "cli.refusal.theme_colour" if error.colour else "cli.refusal.theme"
        detail = arguments.printable(error.detail, 200)
        raise Refused(code, file=error.file, colour=error.colour, detail=detail) from None


def _end_without_display(texts: Texts) -> NoReturn:
    """Say that the display is gone, and end; all is put away by now but SDL, which would wait for ever."""
    print(texts.translate("cli.display_lost"), file=sys.stderr, flush=True)
    _silence_output()
    os._exit(LOST_EXIT)


def _print(text: str) -> int:
    print(text.rstrip("\n"))
    return OK_EXIT


def _say_version() -> int:
    from server.tables.lobby import version

    return _print(f"Tilewright {version()}")


def _silence_output() -> None:
    """Discard all further output; Python must not complain about it at exit either."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _replace_unprintable() -> None:
    """Replace a character that a console cannot show by a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
