"""The board of a table as something that can have the focus: from intents to decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.boards.base import Chosen, Denied, Handled, Reply
from client.ui.focus import Widget
from client.ui.intents import Accept, Device, Intent, Point, Press, Release
from core.game import Seat

if TYPE_CHECKING:
    from client.screens.table import TableScreen


class BoardWidget(Widget):
    """Gives the board what the person whose turn it is does; everybody else hears that it is not theirs."""

    def __init__(self, table: TableScreen) -> None:
        super().__init__()
        self.table = table

    def set_focus(self, focused: bool, at: float) -> None:
        super().set_focus(focused, at)
        if not focused:
            self.table.board.leave()

    def handle(self, intent: Intent) -> bool:
        table, decisive = self.table, isinstance(intent, Accept | Press)
        if table.demo or isinstance(intent, Release):
            return False
        if table.stage.open and table.mirror.mine_to_act() and not isinstance(intent, Point):
            table.stage.finish()
        if table.stage.busy:
            if decisive:
                table.stage.skip()
            return decisive
        owner = self.seat_of(intent.device)
        stranger = owner is not None and owner != table.asked
        if table.asked is None or stranger:
            if decisive:
                self._not_your_turn()
            return decisive or stranger
        if table.curtain.closed:
            if decisive:
                table.curtain.lift()
            return decisive
        return self._answer(table.board.handle(intent, table.frame()))

    def seat_of(self, device: Device) -> Seat | None:
        """The seat a gamepad belongs to, when each of several people here has one."""
        pads, yours = self.table.app.input.gamepads, self.table.mirror.yours
        if device.kind != "gamepad" or len(pads) < 2 or len(yours) < 2 or device not in pads:
            return None
        index = pads.index(device)
        return yours[index] if index < len(yours) else None

    def _answer(self, reply: Reply) -> bool:
        match reply:
            case Chosen():
                self.table.decide(reply.action)
            case Denied():
                self.table.deny(reply.why)
            case Handled():
                if reply.sound:
                    self.table.app.audio.play(reply.sound)
            case _:
                return False
        return True

    def _not_your_turn(self) -> None:
        table = self.table
        table.app.audio.play("refuse")
        acting = table.mirror.latest.to_act
        if table.mirror.phase == "playing" and acting and not table.pending:
            table.app.notice(table.app.say("table.notice.turn_of", name=table.seat_name(acting[0])))
