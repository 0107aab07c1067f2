"""Newest finished game of this machine, and the title's sentence about it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Final

import msgspec

from client.screens.shared.panes import list_names
from client.screens.shared.phrases import title_of
from client.session.archive import result_owner, valid_summary
from core.game import Refused
from core.protocol.messages import GameSummary

MOST_DAYS_AGO: Final = 13
"""Days for which a game is dated as so many days ago; older ones by date."""


class LastGame(msgspec.Struct, frozen=True):
    """Summary of the archive: number of games, and the newest that people have played in."""

    games: int = 0
    newest: GameSummary | None = None


def last_game() -> LastGame:
    """Summary of this machine's archive; empty where it cannot be read."""
    from server.storage import archive, folders
    from server.storage.archive_reader import open_reader

    try:
        with open_reader(folders.data(folders.COUCH_FOLDER)) as connection:
            total, lines = archive.search(connection, "", "", 0)
    except Refused:
        return LastGame()
    return LastGame(
        total, next((line for line in lines if valid_summary(line) and not all(line.levels)), None)
    )


def winner_words(summary: GameSummary, today: date, translate: Callable[..., str]) -> str:
    """Winner, game and day in one line; the margin too where the game has points."""
    values = {"game": title_of(summary.game), "when": _when(summary.ended, today, translate)}
    if not summary.winners:
        return ""
    names = list_names([result_owner(summary, seat, translate) for seat in summary.winners], translate)
    if len(summary.winners) > 1:
        return translate("screen.title.last.shared", names=names, **values)
    lead = _lead(summary)
    if lead:
        return translate("screen.title.last.won_by", name=names, points=f"{lead:g}", **values)
    return translate("screen.title.last.won", name=names, **values)


def _lead(summary: GameSummary) -> float:
    """Points between the winner and the next seat; 0 where there is no such number."""
    best, *others = sorted(summary.scores, reverse=True)
    won = summary.scores[summary.winners[0]]
    return won - others[0] if others and won == best > 1 else 0.0


def _when(ended: str, today: date, translate: Callable[..., str]) -> str:
    """Day of a time of the archive (UTC), in local time."""
    try:
        day = datetime.fromisoformat(ended).astimezone().date()
    except (ValueError, OverflowError, OSError):
        return ""
    days = (today - day).days
    if days in (0, 1):
        return translate(f"screen.title.last.{('today', 'yesterday')[days]}")
    if 1 < days <= MOST_DAYS_AGO:
        return translate("screen.title.last.days", days=days)
    return translate("screen.title.last.date", date=day.isoformat())
