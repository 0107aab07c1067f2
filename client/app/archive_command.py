"""`tilewright archive`: prints the finished games of a folder as text or JSON; nothing is changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from assets.texts import Texts
from client.app import arguments, headless
from client.app.text_table import print_table
from client.screens.shared.phrases import title_of
from client.session.archive import (
    local_time,
    page_count,
    person_name,
    points_text,
    result_owner,
    shared_names,
    valid_summary,
)
from core import record
from core.game import Refused
from core.protocol.commands import GAMES_PER_PAGE, STANDINGS_PER_PAGE
from core.protocol.messages import SEARCH_LENGTH, GameSummary, PlayerStatistics
from server.storage import archive, folders
from server.storage.archive_reader import open_reader

MOST_PAGES: Final = 1_000_000


def run(args: Any, texts: Texts) -> int:
    """Run the command; the exit code. Raises `Refused`."""
    do = arguments.one_of("archive_action", args.action or "list", tuple(ARCHIVE_ACTIONS))
    return FolderArchive(args, texts).run(do)


class FolderArchive:
    """Archive of a folder, with the commands that print from it."""

    def __init__(self, args: Any, texts: Texts) -> None:
        self._words: list[str] = args.words
        self._say = texts.translate
        self._texts = texts
        self._json: bool = args.json
        self._game = arguments.game(args.game).info.key if args.game else ""
        self._page = arguments.number("--page", args.page, 1, MOST_PAGES, 1) - 1
        usual = folders.SERVER_FOLDER if args.server else folders.COUCH_FOLDER
        self._folder = folders.typed_path(args.data) if args.data else folders.data(usual)

    def run(self, do: str) -> int:
        """Run one of ACTIONS."""
        least, most, action = ARCHIVE_ACTIONS[do]
        if len(self._words) < least:
            raise Refused(f"cli.refusal.archive_{do}")
        if len(self._words) > most:
            raise Refused("cli.refusal.too_many", word=arguments.printable(self._words[most]))
        action(self)
        return 0

    def list(self) -> None:
        """Print the games, or those with letters in a name or the title."""
        text = self._letters()
        with open_reader(self._folder) as connection:
            total, games = archive.search(connection, text, self._game, self._page)
        if self._json:
            self._print_json(total, games)
            return
        if not games:
            self._print_nothing("cli.archive.nothing", text, total, GAMES_PER_PAGE)
            return
        heads = (
            "cli.archive.number",
            "cli.archive.ended",
            "archive.game",
            "cli.archive.steps",
            "archive.search",
        )
        print_table([tuple(map(self._say, heads)), *map(self._row, games)], right=(0, 3))
        self._print_foot("cli.archive.page", total, GAMES_PER_PAGE)

    def show(self) -> None:
        """Print a game: its steps and its end."""
        played = record.read(self._fetched(), draws=False)
        headless.replay(played, self._texts)

    def export(self) -> None:
        """Write a game into a new file."""
        text, file = self._fetched(), folders.typed_path(self._words[1])
        try:
            with file.open("x", encoding="utf-8", newline="\n") as opened:
                opened.write(text)
        except FileExistsError:
            raise Refused("archive.refusal.exists", file=str(file)) from None
        except OSError as error:
            why = error.strerror or str(error)
            raise Refused("archive.refusal.unwritable", file=str(file), why=why) from None
        print(self._say("cli.archive.exported", file=file))

    def stats(self) -> None:
        """Print statistics, for everybody or those with letters in their name."""
        text = self._letters()
        with open_reader(self._folder) as connection:
            total, standings = archive.tally(connection, text, self._game, self._page)
        if self._json:
            self._print_json(total, standings)
            return
        if not standings:
            self._print_nothing("cli.archive.nobody", text, total, STANDINGS_PER_PAGE)
            return
        heads = tuple(self._say(f"archive.stats.{name}") for name in STATISTICS_COLUMNS)
        shared = shared_names(standings)
        print_table([heads, *(self._standing(one, shared) for one in standings)], right=(2, 3, 4, 5))
        self._print_foot("cli.archive.standings", total, STANDINGS_PER_PAGE)

    # --- pieces -------------------------------------------------------------------------------

    def _letters(self) -> str:
        return " ".join(self._words)[:SEARCH_LENGTH]

    def _fetched(self) -> str:
        number = arguments.number("N", self._words[0], 1, 2**53)
        with open_reader(self._folder) as connection:
            text = archive.fetch(connection, number)
        if text is None:
            raise Refused("archive.refusal.no_game", number=number)
        return text

    def _row(self, summary: GameSummary) -> tuple[str, ...]:
        line = valid_summary(summary)
        if line is None:
            return (str(summary.number), "", self._say("archive.damaged", number=summary.number), "", "")
        who = [
            f"{'*' if seat in line.winners else ''}{result_owner(line, seat, self._say)} {score:g}"
            for seat, score in enumerate(line.scores)
        ]
        title = f"  “{line.title}”" if line.title else ""
        return (
            str(line.number),
            local_time(line.ended),
            title_of(line.game),
            str(line.steps),
            "  ".join(who) + title,
        )

    def _standing(self, statistics: PlayerStatistics, shared: frozenset[str]) -> tuple[str, ...]:
        return (
            person_name(statistics, shared, self._say),
            title_of(statistics.game),
            str(statistics.games),
            str(statistics.won),
            *points_text(statistics),
            local_time(statistics.last),
        )

    def _print_nothing(self, key: str, text: str, total: int, size: int) -> None:
        """Print that nothing was found: another page, folder or game may have it."""
        games = title_of(self._game) if self._game else self._say("archive.all")
        if total:
            print(self._say("cli.archive.past", page=self._page + 1, last=page_count(total, size)))
        elif text:
            print(self._say(key, text=arguments.printable(text), games=games, folder=self._folder))
        elif self._game:
            print(self._say("cli.archive.none_of", game=games, folder=self._folder))
        else:
            print(self._say("cli.archive.empty", folder=self._folder))

    def _print_foot(self, key: str, total: int, size: int) -> None:
        print()
        print(self._say(key, page=self._page + 1, pages=page_count(total, size), total=total))

    def _print_json(self, total: int, items: Sequence[GameSummary | PlayerStatistics]) -> None:
        told = {"total": total, "page": self._page + 1, "rows": msgspec.to_builtins(items)}
        print(json.dumps(told, ensure_ascii=False))


STATISTICS_COLUMNS: Final = ("name", "game", "games", "won", "best", "mean", "last")
ARCHIVE_ACTIONS: Final[dict[str, tuple[int, int, Callable[[FolderArchive], None]]]] = {
    "list": (0, 0, FolderArchive.list),
    "search": (1, 99, FolderArchive.list),
    "show": (1, 1, FolderArchive.show),
    "export": (2, 2, FolderArchive.export),
    "stats": (0, 99, FolderArchive.stats),
}
"""Actions, each with the least and the most words that may follow it."""
