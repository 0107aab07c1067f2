"""Navigation from a server to its archive, and from there to replays and statistics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client.screens.archive.screen import ArchiveActions, ArchiveScreen
from client.screens.archive.statistics import StatisticsScreen
from client.session.session import Session
from client.stage.window import App


def show_archive(app: App, session: Session, replay: Callable[[Any], None], back: Callable[[], None]) -> None:
    """Show the archive of the server that a session talks to.

    `replay` shows a `core.record.Record`, `back` leads to the screen below.
    """

    def statistics() -> None:
        app.push(StatisticsScreen(session, app.pop))

    app.push(ArchiveScreen(session, ArchiveActions(replay, statistics, back)))
