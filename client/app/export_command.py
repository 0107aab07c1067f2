"""`tilewright export`: finished games as tables of data, from an archive or the results of a tournament."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

from assets.texts import Texts
from client.app import arguments
from core.game import Refused
from server.export import FORMATS, Damaged, Export, ExportedGame, archived_games, tournament_games
from server.storage import folders
from server.storage.archive_reader import open_reader

DAMAGED_EXIT: Final = 1


def run(args: Any, texts: Texts) -> int:
    """Run the command; exit code 1 if games had to be left out. Raises `Refused`."""
    if args.directory is None:
        raise Refused("cli.refusal.no_folder_named")
    kind = arguments.one_of("format", args.format or FORMATS[0], FORMATS)
    if args.results is not None and (args.data or args.server or args.game):
        raise Refused("cli.refusal.results_alone")
    damaged = 0
    with Export(folders.typed_path(args.directory), kind) as export:
        for exported in _games(args):
            if isinstance(exported, ExportedGame):
                export.add(exported)
                continue
            damaged += 1
            key = "cli.export.damaged" if args.results is None else "cli.export.damaged_line"
            print(texts.translate(key, number=exported.number), file=sys.stderr)
        files = export.finish()
        told = ", ".join(file.name for file in files)
        print(texts.translate("cli.export.done", games=export.games, steps=export.steps, files=told))
    return DAMAGED_EXIT if damaged else 0


def _games(args: Any) -> Iterator[ExportedGame | Damaged]:
    if args.results is not None:
        yield from tournament_games(folders.typed_path(args.results))
        return
    game = arguments.game(args.game).info.key if args.game else ""
    usual = folders.SERVER_FOLDER if args.server else folders.COUCH_FOLDER
    with open_reader(folders.typed_path(args.data) if args.data else folders.data(usual)) as connection:
        yield from archived_games(connection, game)
