"""The menu of a table, and the questions that come up at one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from client.screens.shared.people import PeoplePage
from client.screens.table.journal_view import JournalPage
from client.ui.overlays import Dialog
from client.ui.portraits import portraits_of
from client.ui.text_field import TextField
from client.ui.widgets import Button, Choice
from core.protocol import messages as m

if TYPE_CHECKING:
    from client.screens.table.screen import TableScreen

MenuItem = tuple[str, str, Callable[[], None]]
"""A line of a menu: its sign, its words, what it does."""


class TableMenu:
    """Opens dialogs over a table screen."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        self._question: tuple[int, Dialog] | None = None
        self._sitting: tuple[int, int] | None = None
        """The number of the command that takes a seat, and the seat, until it is answered."""
        self._next_seat: int | None = None
        """The seat to be taken as soon as what was decided there lies open."""

    def open(self) -> None:
        """The menu itself."""
        table, say = self.table, self.table.app.say
        entries: list[MenuItem] = [
            ("resume", say("table.menu.resume"), lambda: None),
            ("undo", say("table.tool.undo"), table.take_back),
            ("book", say("table.tool.rules"), table.show_rules),
            ("journal", say("table.menu.journal"), self.journal),
            ("gear", say("table.menu.settings"), table.actions.settings),
            ("copy", say("position.copy"), self._copy),
        ]
        if table.opening:
            entries.insert(1, ("eye", say("table.opening.slowly"), table.curtain.begin_slowly))
        if any(self._may(seat) for seat in range(table.mirror.seats)):
            entries.append(("chair", say("table.menu.seats"), self.seats))
        if table.widget.pads and table.mirror.game.info.hidden:
            order = say("table.booths.in_turn" if table.booths.together else "table.booths.at_once")
            entries.append(("booths", order, table.booths.toggle))
        if table.actions.can_publish and not table.mirror.port:
            entries.append(("lan", say("table.menu.publish"), self._publish))
        if table.session.remote or table.mirror.port:
            entries.append(("people", say("table.menu.people"), self.people))
            entries.append(("chat", say("table.tool.chat"), self.talk))
        waits = table.actions.waits()
        entries.append(
            ("door", say("table.menu.leave_kept" if waits else "table.menu.leave"), table.actions.leave)
        )
        self._show(say("table.menu.title"), entries)

    def _copy(self) -> None:
        """The position as text, as whoever looks at the screen may know it."""
        table = self.table
        view = table.mirror.latest.view(table.curtain.viewer)
        table.app.copy_position(table.mirror.game, table.mirror.seats, view)

    def seats(self) -> None:
        """The seats of which I may change the holder."""
        table, say = self.table, self.table.app.say
        entries: list[MenuItem] = [
            ("chair", table.seat_name(seat), self._asker(self.seat, seat))
            for seat in range(table.mirror.seats)
            if self._may(seat)
        ]
        entries.append(("cross", say("table.menu.close"), lambda: None))
        self._show(say("table.menu.seats"), entries)

    def seat(self, seat: int) -> None:
        """What may become of a seat: an AI plays on, it becomes free, I sit down."""
        say, entries = self.table.app.say, list[MenuItem]()
        if self._takeable(seat):
            entries.append(("chair", say("table.menu.sit"), self._asker(self._take, seat)))
        if self._can_hand_over(seat):
            for level in m.LEVELS:
                label = say("table.menu.hand_over", bot=say(f"table.bot.{level}"))
                entries.append(("robot", label, self._hand_over_action(seat, level)))
            if self.table.mirror.holders[seat].kind != "open":
                entries.append(("chair", say("table.menu.free"), self._asker(self._free, seat)))
        entries.append(("cross", say("table.menu.close"), lambda: None))
        self._show(self.table.seat_name(seat), entries)

    def journal(self) -> None:
        """All that has happened; a line leads to its place on the board."""
        table = self.table
        table.focus.open(JournalPage(table.app, table.journal.entries, table.light))

    def people(self) -> None:
        """Everybody at the table, and what the host can do about them."""
        table = self.table
        table.focus.open(PeoplePage(table.app, table.session, table.focus))

    def follow(self) -> None:
        """Once a frame: what is open may be about people who have gone."""
        modal = self.table.focus.modal
        if isinstance(modal, PeoplePage):
            modal.follow()
        if self._question is not None and self._asker_gone():
            self.settled()

    def talk(self) -> None:
        """The line for talking."""
        table, say = self.table, self.table.app.say
        field = TextField("", placeholder=say("table.chat.placeholder"), limit=m.CHAT_LENGTH)
        mirror = table.mirror
        muted = any(mirror.holders[seat].muted for seat in mirror.yours)
        dialog = Dialog(
            say("table.chat.title"),
            say("table.chat.muted") if muted else "",
            [
                (say("table.chat.send"), lambda: self._say(field.text)),
                (say("table.menu.close"), lambda: None),
            ],
            widgets=(field,),
            at=table.app.now,
            sound=table.app.sound,
        )

        def send(text: str) -> None:
            self._say(text)
            dialog.close()

        field.submit = send
        table.focus.open(dialog)

    def _say(self, text: str) -> None:
        if text.strip():
            self.table.session.ask(m.Say, text=text)

    def join(self) -> None:
        """Take a seat in the running position."""
        seats = [seat for seat in range(self.table.mirror.seats) if self._takeable(seat)]
        if not seats:
            self.table.app.notice(self.table.app.say("table.notice.no_seat"), "bad")
            return
        say, chosen = self.table.app.say, [0]

        def choose(index: int) -> None:
            chosen[0] = index

        names = [f"{seat + 1} · {self.table.seat_name(seat)}" for seat in seats]
        self.table.focus.open(
            Dialog(
                say("table.join.title"),
                "",
                [
                    (say("table.join.go"), lambda: self._take(seats[chosen[0]])),
                    (say("table.menu.close"), lambda: None),
                ],
                widgets=(Choice(say("table.join.seat"), names, 0, choose),),
                at=self.table.app.now,
                sound=self.table.app.sound,
            )
        )

    def asked(self, question: m.UndoAsked) -> None:
        """Somebody wants to take a move back."""
        say = self.table.app.say

        def answer(yes: bool) -> None:
            self._question = None
            self.table.session.ask(m.AnswerUndo, yes=yes)

        dialog = Dialog(
            say("table.asked.title"),
            say("table.asked.undo", name=self.table.seat_name(question.seat)),
            [
                (say("table.asked.yes"), lambda: answer(True)),
                (say("table.asked.no"), lambda: answer(False)),
            ],
            at=self.table.app.now,
            sound=self.table.app.sound,
        )
        self._question = (question.seat, dialog)
        self.table.focus.open(dialog)

    def noticed(self, notice: m.Notice) -> None:
        """Somebody else has answered for all."""
        if notice.code == "net.notice.undo_refused":
            self.settled()

    def settled(self) -> None:
        """What was asked is no question any more."""
        if self._question is not None:
            _, dialog = self._question
            self._question = None
            dialog.close()
            if self.table.focus.modal is dialog:
                self.table.focus.modal = None

    def _asker_gone(self) -> bool:
        assert self._question is not None
        seat, _ = self._question
        return self.table.mirror.holders[seat].kind != "person"

    def timed_out(self) -> tuple[int, ...]:
        """Where people have clocks: the seats of those here that an AI holds, as when time is up."""
        mirror, me = self.table.mirror, self.table.session.guest
        if mirror.clock is None:
            return ()
        return tuple(
            seat for seat, holder in enumerate(mirror.holders) if holder.owner and holder.guest == me
        )

    def back_to_seats(self) -> None:
        """Their people play on themselves."""
        for seat in self.timed_out():
            self.table.session.ask(m.TakeBack, seat=seat)

    def _show(self, title: str, entries: list[MenuItem]) -> None:
        app = self.table.app
        rows = [Button(label, self._closing(do), icon=sign, align="left") for sign, label, do in entries]
        dialog = Dialog(title, widgets=rows, cancel=lambda: None, width=640, at=app.now, sound=app.sound)
        self.table.focus.focus(self.table.widget, app.now)
        self.table.focus.open(dialog)

    def _closing(self, do: Callable[[], None]) -> Callable[[], None]:
        """Close the dialog that is open, then do it (which may open another)."""

        def press() -> None:
            modal = self.table.focus.modal
            if isinstance(modal, Dialog):
                modal.close()
            do()

        return press

    def _may(self, seat: int) -> bool:
        return self._takeable(seat) or self._can_hand_over(seat)

    def _can_hand_over(self, seat: int) -> bool:
        """Whether I may give the seat away: my own, and as the host all that no person holds."""
        mirror = self.table.mirror
        kind = mirror.holders[seat].kind
        mine = seat in mirror.yours and kind == "person"
        return mine or (mirror.host == self.table.session.guest and kind != "person")

    def _takeable(self, seat: int) -> bool:
        """Whether a person here may take a seat: an open one, a free AI's, or one of mine back."""
        holder = self.table.mirror.holders[seat]
        if holder.kind == "bot":
            return not holder.owner or holder.guest == self.table.session.guest
        return holder.kind == "open"

    def _asker(self, do: Callable[[int], None], seat: int) -> Callable[[], None]:
        return lambda: do(seat)

    def _hand_over_action(self, seat: int, level: m.Level) -> Callable[[], None]:
        def hand_over() -> None:
            self.table.session.ask(m.HandOver, seat=seat, level=level)

        return hand_over

    def _free(self, seat: int) -> None:
        self.table.session.ask(m.FreeSeat, seat=seat)

    def _take(self, seat: int) -> None:
        mirror, settings = self.table.mirror, self.table.app.settings
        person = len(mirror.yours)
        who = {
            "name": settings.name(person) or self.table.app.say("table.guest_name", number=seat + 1),
            "portrait": settings.portrait(person, portraits_of(mirror.holders)),
        }
        if mirror.holders[seat].kind == "open":
            number = self.table.session.ask(m.Sit, table=mirror.table, seat=seat, **who)
        else:
            number = self.table.session.ask(m.TakeBack, seat=seat, **who)
        self._sitting = number, seat

    def seat_refused(self, news: m.Failed) -> bool:
        """Whether a seat of the demo was refused only as long as a decision there is secret.

        Then the demo goes on to the moment at which it lies open, and the seat is taken there.
        """
        sitting, self._sitting = self._sitting, None
        if sitting is None or sitting[0] != news.id:
            self._sitting = sitting
            return False
        if not self.table.demo or news.why.code != "net.refusal.sealed_seat":
            return False
        if self._next_seat is None:
            name = self.table.seat_name(sitting[1])
            self.table.app.notice(self.table.app.say("table.notice.join_soon", name=name))
        self._next_seat = sitting[1]
        self.table.pace.pause(self.table.mirror, False)
        return True

    def join_now(self) -> None:
        """Take the seat that was asked for, now that all lies open."""
        seat = self._next_seat
        if seat is not None and self._sitting is None and self.table.demo and self._takeable(seat):
            self._take(seat)

    def _publish(self) -> None:
        self.table.session.ask(m.Publish, name=self.table.app.settings.name(0))
