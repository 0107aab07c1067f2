"""`tilewright arena`: plays a tournament of AIs, prints who is how strong, and writes results and report."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

from assets.texts import Texts
from client.app import arguments
from client.app.text_table import print_table
from core import codec
from core.game import Refused
from core.protocol.messages import LEVELS
from core.refusal import printable_path
from server.bots.child_program import check_command
from server.storage.folders import typed_path
from server.tables.lobby import version
from server.tournament import schedule
from server.tournament.contract import (
    LEAST_RISK,
    MOST_ELO,
    MOST_ENTRANTS,
    MOST_GAMES,
    MOST_RISK,
    SCHEDULES,
    Hypotheses,
    PlayedGame,
    Tournament,
    names,
)
from server.tournament.ratings import duels
from server.tournament.report import FIRST_WORDS, report, test_sentence
from server.tournament.results import ResultFile, Results, tournament_in
from server.tournament.run import counted, is_over, run, test_of
from server.tournament.runners import runner_of
from server.tournament.sprt import SequentialTest
from server.tournament.standings import COLUMNS, cells, standings

USUAL_GAMES: Final = {"round-robin": 100, "swiss": 20, "sprt": 10_000}
MOST_WORKERS: Final = 256
SEQUENTIAL_OPTIONS: Final = ("elo0", "elo1", "alpha", "beta")
SETTINGS: Final = ("schedule", "games", "rounds", "seats", "options", *SEQUENTIAL_OPTIONS)
"""Options that say what is played: a file of results knows them itself."""
MOST_DUELS: Final = 15
"""Pairs that get a line each; of more the report has a table."""
BAR_WIDTH: Final = 24


def play_arena(args: Any, seed: str | None, texts: Texts) -> int:
    """Run the command; the exit code. Raises `Refused`."""
    given = {name: value for name, value in vars(args).items() if value not in (None, [])}
    workers = arguments.number("--workers", args.workers, 0, MOST_WORKERS, 0)
    if "workers" in given and "dask" in given:
        raise Refused("arena.refusal.workers_and_dask")
    path = typed_path(args.results) if args.results is not None else None
    target = _new_report(args.report) if args.report is not None else None
    again = path is not None and "game" not in given
    tournament = _again(path, given) if again and path else tournament_of(given, seed)
    with ResultFile(path, tournament) if path else Results() as results:
        if not is_over(tournament, results):
            _check_trust(tournament, again)
            with runner_of(workers, args.dask) as runner, closing(ProgressBar(tournament, texts)) as bar:
                run(tournament, results, runner, lambda test: bar.show(len(results.played), test))
        played, test = counted(tournament, results), test_of(tournament, results)
    if target is not None:  # first: what reads the output may not read it to the end
        _write_report(target, report(tournament, played, texts))
    if args.json:
        print(json.dumps(as_data(tournament, played, test), ensure_ascii=False))
    else:
        print_results(tournament, played, test, texts)
    return 0


def tournament_of(given: Mapping[str, Any], seed: str | None) -> Tournament:
    """The tournament that the arguments describe. Raises `Refused`."""
    game = arguments.game(given.get("game"))
    kind = arguments.one_of("schedule", given.get("schedule", SCHEDULES[0]), SCHEDULES)
    entrants = (*map(arguments.level, given.get("bots", ())), *given.get("bot", ()))
    for command in {*entrants} - {*LEVELS} if "dask" not in given else ():
        check_command(command)
    if not 2 <= len(entrants) <= MOST_ENTRANTS:
        raise Refused("arena.refusal.entrants", most=MOST_ENTRANTS, known=", ".join(LEVELS))
    for option, fits in (("rounds", "swiss"), *((option, "sprt") for option in SEQUENTIAL_OPTIONS)):
        if option in given and kind != fits:
            raise Refused("arena.refusal.only_with", option=f"--{option}", schedule=fits)
    rounds = schedule.usual_rounds(len(entrants)) if kind == "swiss" else 1
    tournament = Tournament(
        game=game.info.key,
        rules=game.info.rules,
        version=version(),
        options=codec.plain(arguments.options(game, given.get("options"))),
        seats=arguments.seats(game, given.get("seats")),
        entrants=entrants,
        schedule=SCHEDULES[SCHEDULES.index(kind)],
        games=arguments.number("--games", given.get("games"), 1, MOST_GAMES, USUAL_GAMES[kind]),
        rounds=arguments.number("--rounds", given.get("rounds"), 1, MOST_ENTRANTS, rounds),
        seed=arguments.seed(seed) or 0,
        hypotheses=_hypotheses(given) if kind == "sprt" else None,
    )
    schedule.check(tournament)
    return tournament


def _hypotheses(given: Mapping[str, Any]) -> Hypotheses:
    usual = Hypotheses()

    def decimal(option: str, least: float, most: float) -> float:
        return arguments.decimal(f"--{option}", given.get(option), least, most, getattr(usual, option))

    elo0, elo1 = (decimal(option, -MOST_ELO, MOST_ELO) for option in ("elo0", "elo1"))
    alpha, beta = (decimal(option, LEAST_RISK, MOST_RISK) for option in ("alpha", "beta"))
    return Hypotheses(elo0, elo1, alpha, beta)


def _again(path: Path, given: Mapping[str, Any]) -> Tournament:
    """The tournament of a file that is gone on with. Raises `Refused` if it is described a second time."""
    tournament = tournament_in(path)
    for option in SETTINGS:
        if option in given:
            raise Refused("arena.refusal.file_says", option=f"--{option}")
    return tournament


def _check_trust(tournament: Tournament, again: bool) -> None:
    """Check that games may be played: by this version, and no command that only a file names."""
    if tournament.version != version():
        raise Refused("arena.refusal.version", theirs=tournament.version, ours=version())
    commands = [entrant for entrant in tournament.entrants if entrant not in LEVELS]
    if again and commands:
        raise Refused("arena.refusal.commands", command=arguments.printable(commands[0]))


# --- While it goes on -----------------------------------------------------------------------------------


class ProgressBar:
    """Progress on a terminal, in one line; nothing of it stays there."""

    def __init__(self, tournament: Tournament, texts: Texts) -> None:
        self._games = schedule.games_in_all(tournament)
        self._say = texts.translate
        self._shown = sys.stderr.isatty()
        self._begun = monotonic()
        self._first = -1

    def show(self, played: int, test: SequentialTest | None) -> None:
        """Show the number of games that are done."""
        if self._first < 0:
            self._first = played
        if not self._shown:
            return
        filled = BAR_WIDTH * played // self._games
        words = self._say("arena.progress", done=played, games=self._games, left=self._left(played))
        if test is not None:
            words += self._say(
                "arena.progress_test",
                ratio=f"{test.ratio:+.2f}",
                lower=f"{test.lower:.2f}",
                upper=f"{test.upper:.2f}",
            )
        width = shutil.get_terminal_size().columns - 1
        line = f"▕{'█' * filled}{'·' * (BAR_WIDTH - filled)}▏ {words}"[:width]
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the line away."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _left(self, played: int) -> str:
        """Time until all games are played if they take as long as those before, as minutes and seconds."""
        if played == self._first:
            return "–"
        seconds = (monotonic() - self._begun) / (played - self._first) * (self._games - played)
        return f"{int(seconds // 60)}:{int(seconds % 60):02}"


# --- What is printed ------------------------------------------------------------------------------------


def print_results(
    tournament: Tournament, played_games: list[PlayedGame], test: SequentialTest | None, texts: Texts
) -> None:
    """Print the table of all entrants, the scores of the pairs if they are few, and what a test says."""
    heads = tuple(texts.translate(f"arena.column.{column}") for column in COLUMNS)
    table = standings(tournament, played_games)
    rows = [cells(rank, row) for rank, row in enumerate(table, start=1)]
    print_table([heads, *rows], right=(0, 2, 4, 5, 6, 7, 8, 9))
    shown = names(tournament)
    scores = duels(played_games)
    if len(scores) <= MOST_DUELS:
        print()
        for (one, two), score in scores.items():
            values = msgspec.structs.asdict(score) | {
                name: f"{100 * getattr(score, name):.1f}" for name in ("share", "low", "high")
            }
            print(texts.translate("arena.line", one=shown[one], two=shown[two], **values))
    for row in table:
        if row.faults:
            print(texts.translate("arena.faults", name=row.name, faults=row.faults))
    if test is not None:
        print(f"\n{test_sentence(shown, test, texts)}")


def as_data(
    tournament: Tournament, played_games: list[PlayedGame], test: SequentialTest | None
) -> dict[str, Any]:
    """All that is printed, as plain data."""
    told = None
    if test is not None:
        told = {"decision": test.decision, "pairs": test.pairs, "ratio": test.ratio}
    scores = duels(played_games).items()
    return {
        "tournament": codec.plain(tournament),
        "games": len(played_games),
        "standings": codec.plain(standings(tournament, played_games)),
        "duels": [{"entrants": pair, **codec.plain(score)} for pair, score in scores],
        "test": told,
    }


def _new_report(word: str) -> Path:
    """File for a report: a new one, or a report. Raises `Refused` before anything is played."""
    path = typed_path(word)
    try:
        with path.open("rb") as file:
            fits = file.read(len(FIRST_WORDS)) == FIRST_WORDS.encode()
    except (OSError, ValueError) as error:
        fits = isinstance(error, FileNotFoundError) and path.parent.is_dir()
    if not fits:
        raise Refused("arena.refusal.report", file=printable_path(word))
    return path


def _write_report(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        why = error.strerror or str(error)
        raise Refused("arena.refusal.unwritable", file=printable_path(str(path)), why=why) from None
