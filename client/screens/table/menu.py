"""The dialogs of a table: its menu, seats, journal, talking, joining, and whether a move is taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from client.screens.table.curtain_timing import GUARD
from client.screens.table.intents import (
    AnswerUndoIntent,
    DecideAnyway,
    DialogKind,
    FreeSeatIntent,
    GivePad,
    HandOverIntent,
    LightStep,
    OpenDialog,
    PlainIntent,
    SendChat,
    TableIntent,
    TakeSeat,
)
from client.screens.table.journal_view import JournalPage
from client.screens.table.snapshot import MenuSnapshot
from client.stage.window import App
from client.ui.focus import Modal, Widget
from client.ui.intents import Back, Device, Intent
from client.ui.overlays import Dialog
from client.ui.text_field import TextField
from client.ui.widgets import Button, Choice
from core.game import Seat
from core.protocol import messages as m

MenuItem = tuple[str, str, TableIntent | None]
"""Line of a menu: its sign, its words, the intent it asks for; None where it only closes."""


class PadQuestion(Dialog):
    """Question whose a gamepad is, which this one answers itself; others can at most send it away."""

    def __init__(self, device: Device, title: str, text: str, widgets: Sequence[Widget], app: App) -> None:
        super().__init__(
            title, text, widgets=widgets, cancel=lambda: None, width=720, at=app.now, sound=app.sound
        )
        self.device = device

    def handle(self, intent: Intent) -> bool:
        mine = intent.device == self.device and intent.at - self.at >= GUARD
        return super().handle(intent) if mine or isinstance(intent, Back) else True


class TableMenu:
    """Maker of a table's dialogs; what a person chooses there goes to `do`."""

    def __init__(self, app: App, do: Callable[[TableIntent], None]) -> None:
        self._app, self._do = app, do
        self._makers: dict[DialogKind, Callable[[MenuSnapshot, int], Modal]] = {
            "menu": self._menu,
            "seats": self._seats,
            "seat": self._seat,
            "journal": self._journal,
            "talk": self._talk,
            "join": self._join,
            "undo": self._undo,
        }

    def dialog(self, opening: OpenDialog, facts: MenuSnapshot) -> Modal:
        """The dialog that was asked for."""
        if opening.kind == "warning":
            return self._warning(facts, opening.action)
        if opening.device is not None:
            return self._pad(facts, opening.device, opening.empty)
        return self._makers[opening.kind](facts, opening.seat)

    def _menu(self, facts: MenuSnapshot, _: int) -> Modal:
        translate = self._app.translate
        entries: list[MenuItem] = [
            ("resume", translate("table.menu.resume"), None),
            ("undo", translate("table.tool.undo"), PlainIntent.UNDO),
            ("book", translate("table.tool.rules"), PlainIntent.RULES),
            ("journal", translate("table.menu.journal"), OpenDialog("journal")),
            ("gear", translate("table.menu.settings"), PlainIntent.SETTINGS),
            ("copy", translate("position.copy"), PlainIntent.COPY),
        ]
        if facts.coach:
            entries.insert(2, ("bulb", translate("coach.ask"), PlainIntent.COACH))
        if facts.opening:
            entries.insert(1, ("eye", translate("table.opening.slowly"), PlainIntent.SLOW_OPENING))
        if any(seat.takeable or seat.gives for seat in facts.seats):
            entries.append(("chair", translate("table.menu.seats"), OpenDialog("seats")))
        if facts.booths:
            entries.append(("booths", translate(facts.booths), PlainIntent.TOGGLE_BOOTHS))
        if facts.pad is not None:
            entries.append(("person", translate("table.pad.title"), OpenDialog("pad", device=facts.pad)))
        if facts.publishes:
            entries.append(("lan", translate("table.menu.publish"), PlainIntent.PUBLISH))
        if facts.invites:
            entries.append(("phone", translate("table.menu.invite"), PlainIntent.INVITE))
        if facts.talks:
            entries.append(("people", translate("table.menu.people"), OpenDialog("people")))
            entries.append(("chat", translate("table.tool.chat"), OpenDialog("talk")))
        leave = "table.menu.leave_kept" if facts.kept else "table.menu.leave"
        return self._list(
            translate("table.menu.title"), [*entries, ("door", translate(leave), PlainIntent.LEAVE)]
        )

    def _seats(self, facts: MenuSnapshot, _: int) -> Modal:
        """The dialog of seats whose holder the person here may change."""
        translate = self._app.translate
        entries: list[MenuItem] = [
            ("chair", seat.name, OpenDialog("seat", seat.seat))
            for seat in facts.seats
            if seat.takeable or seat.gives
        ]
        entries.append(("cross", translate("table.menu.close"), None))
        return self._list(translate("table.menu.seats"), entries)

    def _seat(self, facts: MenuSnapshot, number: int) -> Modal:
        """The dialog of a seat: an AI plays on, it becomes free, the person sits down."""
        translate, entries, seat = self._app.translate, list[MenuItem](), facts.seats[number]
        if seat.takeable:
            entries.append(("chair", translate("table.menu.sit"), TakeSeat(number)))
        if seat.gives:
            for level in m.LEVELS:
                label = translate("table.menu.hand_over", bot=translate(f"table.bot.{level}"))
                entries.append(("robot", label, HandOverIntent(number, level)))
            if not seat.open:
                entries.append(("chair", translate("table.menu.free"), FreeSeatIntent(number)))
        entries.append(("cross", translate("table.menu.close"), None))
        return self._list(seat.name, entries)

    def _pad(self, facts: MenuSnapshot, device: Device, empty: tuple[Seat, ...]) -> Modal:
        """The question whose gamepad it is that has just been pressed."""
        translate = self._app.translate
        entries: list[MenuItem] = [
            ("person", facts.seats[seat].name, GivePad(device, seat)) for seat in empty
        ]
        entries.append(("cross", translate("table.pad.nobody"), None))
        return self._fill(
            lambda rows: PadQuestion(
                device, translate("table.pad.title"), translate("table.pad.text"), rows, self._app
            ),
            entries,
        )

    def _journal(self, facts: MenuSnapshot, _: int) -> Modal:
        """The page with the journal; a line leads to its place on the board."""
        return JournalPage(self._app, facts.journal, lambda line: self._do(LightStep(line)))

    def _talk(self, facts: MenuSnapshot, _: int) -> Modal:
        translate = self._app.translate
        field = TextField("", placeholder=translate("table.chat.placeholder"), limit=m.CHAT_LENGTH)
        text = translate("table.chat.muted") if facts.muted else ""
        dialog = self._ask(
            translate("table.chat.title"),
            text,
            [
                (translate("table.chat.send"), lambda: self._do(SendChat(field.text))),
                (translate("table.menu.close"), lambda: None),
            ],
            field,
        )

        def send(text: str) -> None:
            self._do(SendChat(text))
            dialog.close()

        field.submit = send
        return dialog

    def _join(self, facts: MenuSnapshot, _: int) -> Modal:
        """The dialog to choose a seat in a game in progress."""
        translate, chosen = self._app.translate, [0]
        seats = [seat for seat in facts.seats if seat.takeable]

        def choose(index: int) -> None:
            chosen[0] = index

        names = [f"{seat.seat + 1} · {seat.name}" for seat in seats]
        return self._ask(
            translate("table.join.title"),
            "",
            [
                (translate("table.join.go"), lambda: self._do(TakeSeat(seats[chosen[0]].seat))),
                (translate("table.menu.close"), lambda: None),
            ],
            Choice(translate("table.join.seat"), names, 0, choose),
        )

    def _undo(self, facts: MenuSnapshot, seat: int) -> Modal:
        """The question whether somebody may take a move back."""
        translate = self._app.translate
        return self._ask(
            translate("table.asked.title"),
            translate("table.asked.undo", name=facts.seats[seat].name),
            [
                (translate("table.asked.yes"), lambda: self._do(AnswerUndoIntent(True))),
                (translate("table.asked.no"), lambda: self._do(AnswerUndoIntent(False))),
            ],
        )

    def _warning(self, facts: MenuSnapshot, action: Any) -> Modal:
        """The question whether to do an action although it loses much."""
        translate = self._app.translate
        return self._ask(
            translate("coach.warning.title"),
            facts.warning,
            [
                (translate("coach.warning.back"), lambda: self._do(PlainIntent.CLOSE_DIALOG)),
                (translate("coach.warning.anyway"), lambda: self._do(DecideAnyway(action))),
            ],
        )

    def _ask(
        self,
        title: str,
        text: str,
        actions: list[tuple[str, Callable[[], None]]],
        *widgets: Widget,
    ) -> Dialog:
        return Dialog(title, text, actions, widgets=widgets, at=self._app.now, sound=self._app.sound)

    def _list(self, title: str, entries: list[MenuItem]) -> Dialog:
        app = self._app
        return self._fill(
            lambda rows: Dialog(
                title, widgets=rows, cancel=lambda: None, width=640, at=app.now, sound=app.sound
            ),
            entries,
        )

    def _fill(self, make_dialog: Callable[[list[Button]], Dialog], entries: list[MenuItem]) -> Dialog:
        """A dialog that is made of a row for each entry."""
        rows = [Button(label, lambda: None, icon=sign, align="left") for sign, label, _ in entries]
        dialog = make_dialog(rows)
        for row, (_, _, intent) in zip(rows, entries, strict=True):
            row.press = self._closing(dialog, intent)
        return dialog

    def _closing(self, dialog: Dialog, intent: TableIntent | None) -> Callable[[], None]:
        """Close the dialog, then do the intent (which may open another)."""

        def press() -> None:
            dialog.close()
            if intent is not None:
                self._do(intent)

        return press
