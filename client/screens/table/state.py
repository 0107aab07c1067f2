"""State that the parts of a table's model share: seats here, playback, what has been asked."""

from __future__ import annotations

from client.app.window import App
from client.boards import board as board_for
from client.boards.contract import Board, Sentence
from client.screens.shared.panes import sentence
from client.screens.table.people import name_of
from client.session.playback import Playback
from client.session.session import Session
from client.session.table import ClientTable
from client.ui.intents import Device
from core.game import Seat


class TableState:
    """State of one client table of a session, with the playback that shows it. `pending`: see there."""

    def __init__(self, app: App, session: Session) -> None:
        assert session.client_table is not None
        self.app, self.session = app, session
        self.client_table: ClientTable = session.client_table
        self.playback = Playback(self.client_table, self.new_board(), app.motion, app.say, app.audio.play)
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
        names = [name_of(holder, i, self.app.say) for i, holder in enumerate(self.client_table.holders)]
        alike = names.count(names[seat]) > 1
        return f"{names[seat]} {seat + 1}" if alike else names[seat]

    def line(self, line: Sentence) -> str:
        """A board's sentence in the player's language."""
        return sentence(line, self.app.say, self.seat_name)

    # --- gamepads -----------------------------------------------------------------------------

    @property
    def pads(self) -> bool:
        """Whether several people here have gamepads of their own."""
        return len(self.app.input.gamepads) > 1 and len(self.client_table.yours) > 1

    def seat_of(self, device: Device) -> Seat | None:
        """The seat a gamepad belongs to, when each of several people here has one."""
        pads, yours = self.app.input.gamepads, self.client_table.yours
        if device.kind != "gamepad" or not self.pads or device not in pads:
            return None
        index = pads.index(device)
        return yours[index] if index < len(yours) else None

    def pad_of(self, seat: Seat) -> Device | None:
        """The gamepad of a seat here, if each of several people has one."""
        pads, yours = self.app.input.gamepads, self.client_table.yours
        index = yours.index(seat) if self.pads and seat in yours else len(pads)
        return pads[index] if index < len(pads) else None
