"""The board of a table as something that can have the focus: from intents to decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.boards.contract import Chosen, Denied, Handled, Reply
from client.ui.focus import Widget
from client.ui.intents import Accept, Device, Intent, MoveFocus, PointAt, Press, Release
from core.game import Seat

if TYPE_CHECKING:
    from client.screens.table.screen import TableScreen


class BoardWidget(Widget):
    """Gives the board what the person whose turn it is does; everybody else hears that it is not theirs."""

    def __init__(self, table: TableScreen) -> None:
        super().__init__()
        self.table = table

    def holds(self, x: float, y: float) -> bool:
        """Whether it is under a point: also beside the board, and at the plates of the seats."""
        lay = self.table.lay
        return any(rect.contains(x, y) for rect in (lay.field, lay.side, *lay.plates))

    def set_focus(self, focused: bool, at: float) -> None:
        super().set_focus(focused, at)
        if not focused:
            self.table.board.leave()

    def pointer_left(self) -> None:
        self.table.board.pointed = None

    def handle(self, intent: Intent) -> bool:
        table, decisive = self.table, isinstance(intent, Accept | Press)
        if isinstance(intent, Release):
            return False
        if not table.curtain.closed and table.board.explain(intent, table.frame()):
            return True
        if table.demo:
            return False
        if table.stage.open and self._last_shown() and not isinstance(intent, PointAt):
            table.stage.finish()
        if table.stage.busy or table.opening:
            if decisive:
                table.skip()
            return decisive
        owner = self.seat_of(intent.device)
        if table.curtain.closed and (owner is None or owner in table.curtain.owing):
            if decisive:
                table.curtain.lift(owner)
            return decisive
        stranger = owner is not None and owner != table.asked
        if table.asked is None or stranger:
            if decisive:
                self._not_your_turn()
            return decisive or stranger
        frame = table.frame()
        hints = () if isinstance(intent, PointAt) else table.board.hints(frame)
        reply = table.board.handle(intent, frame)
        if isinstance(reply, Denied):
            table.learning.mistaken()
        elif reply is not None or isinstance(intent, MoveFocus):
            table.learning.done(intent, hints)
        return self._answer(reply)

    def _last_shown(self) -> bool:
        """Whether somebody here may decide as soon as what is being shown is over."""
        curtain, mirror = self.table.curtain, self.table.mirror
        mine = curtain.person is not None and curtain.lifted in (None, curtain.person)
        return mine and not mirror.through(curtain.viewer).waiting

    def seat_of(self, device: Device) -> Seat | None:
        """The seat a gamepad belongs to, when each of several people here has one."""
        pads, yours = self.table.app.input.gamepads, self.table.mirror.yours
        if device.kind != "gamepad" or not self.pads or device not in pads:
            return None
        index = pads.index(device)
        return yours[index] if index < len(yours) else None

    def gamepad_of(self, seat: Seat) -> Device | None:
        """The gamepad of a seat here, if each of several people has one."""
        pads, yours = self.table.app.input.gamepads, self.table.mirror.yours
        index = yours.index(seat) if self.pads and seat in yours else len(pads)
        return pads[index] if index < len(pads) else None

    @property
    def pads(self) -> bool:
        """Whether people here have gamepads of their own."""
        return len(self.table.app.input.gamepads) > 1 and len(self.table.mirror.yours) > 1

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
