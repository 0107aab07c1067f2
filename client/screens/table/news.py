"""What a table makes of the news of its session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from client.screens.table.journal_view import chat_entry
from core.game import Seat
from core.protocol import messages as m

if TYPE_CHECKING:
    from client.screens.table.screen import TableScreen


class TableNews:
    """Passes each piece of news on to what it concerns."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table

    def hear(self, news: Any) -> None:
        """One of them."""
        table = self.table
        match news:
            case m.Done() | m.Failed() if table.booths.answered(news):
                pass
            case m.Done():
                self._done(news)
            case m.Failed():
                self._failed(news)
            case m.Said():
                table.journal.note(chat_entry(news, table.app.say))
                table.app.audio.play("chime")
            case m.Notice():
                table.menu.noticed(news)
                table.app.notice(table.app.explain(news.code, news.values))
            case m.UndoAsked():
                table.menu.asked(news)
            case m.Thinking():
                table.thinking.add(news.seat)
            case m.StepsMade():
                table.menu.settled()
                table.menu.join_now()
                table.thinking.clear()
                table.deciders.clear()
            case m.DecisionSealed():
                self._decided(news)
            case m.TableView():
                table.menu.settled()
                table.new_scene()

    def _done(self, news: m.Done) -> None:
        table = self.table
        if news.id == table.pending:
            table.pending = 0
        if news.port:
            table.mirror.port = news.port
            table.app.notice(table.app.say("table.notice.published", port=news.port), "good")

    def _failed(self, news: m.Failed) -> None:
        if news.id == self.table.pending:
            self.table.pending = 0
        if not self.table.menu.seat_refused(news):
            self.table.deny(news.why)

    def _decided(self, news: m.DecisionSealed) -> None:
        """A sealed decision was made here, or taken back: then that person goes on."""
        table, seat = self.table, Seat(news.seat)
        if news.action is not None:
            table.deciders.append(seat)
        if table.booths.decided(news):
            return
        if news.action is not None:
            return
        running = table.stage.happening
        if running is not None and running.sealed and running.seat == seat:
            table.stage.reset()
        table.journal.renew()
        if table.curtain.lifted != seat:
            table.curtain.fall(seat)
