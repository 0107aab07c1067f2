"""State that the parts of a table's model share: seats here, playback, what has been asked."""

from __future__ import annotations

from client.boards import board as board_for
from client.boards.contract import Board, Sentence
from client.screens.shared.panes import sentence
from client.screens.table.pads import TablePads
from client.screens.table.people import name_of
from client.session.session import Session
from client.session.table import ClientTable
from client.stage.playback import Playback
from client.stage.window import App


class TableState:
    """State of one client table of a session, with the playback that shows it. `pending`: see there."""

    def __init__(self, app: App, session: Session) -> None:
        assert session.client_table is not None
        self.app, self.session = app, session
        self.client_table: ClientTable = session.client_table
        self.playback = Playback(
            self.client_table, self.new_board(), app.motion, app.translate, app.audio.play
        )
        self.pads = TablePads(app, self.client_table)
        self.pending = 0
        """Number of the command that decides for the seat asked here, until it is answered; 0: none."""

    def new_board(self) -> Board:
        """A board for the client table's game, with empty hands."""
        client_table = self.client_table
        return board_for(client_table.game, client_table.options, client_table.seats)

    @property
    def board(self) -> Board:
        """The board of the whole table."""
        return self.playback.board

    @property
    def idle(self) -> bool:
        """Whether nothing is on its way, to the server or on the screen."""
        return not self.playback.busy and not self.pending

    # --- words --------------------------------------------------------------------------------

    def seat_name(self, seat: int) -> str:
        """Name of a seat."""
        names = [name_of(holder, i, self.app.translate) for i, holder in enumerate(self.client_table.holders)]
        alike = names.count(names[seat]) > 1
        return f"{names[seat]} {seat + 1}" if alike else names[seat]

    def line(self, written: Sentence) -> str:
        """A board's sentence in the player's language."""
        return sentence(written, self.app.translate, self.seat_name)
