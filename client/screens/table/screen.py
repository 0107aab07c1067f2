"""Table screen: the board in the middle, the people beside it, and everything there is to decide.

Couch, LAN and demo are this one screen; they differ in who holds the seats. The model (`model.py`) knows the
facts, the view (`picture.py`) draws a snapshot of it; here are buttons, dialogs, and the ways to other
screens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from client.boards.contract import Offer
from client.screens.shared.full_names import FullNames
from client.screens.shared.panes import Pane, Prompt
from client.screens.shared.people import PeoplePage
from client.screens.table import picture
from client.screens.table.board import BoardWidget
from client.screens.table.booth_view import BoothView
from client.screens.table.curtain_view import draw_curtain
from client.screens.table.intents import (
    ChangeSpeed,
    Decide,
    OpenDialog,
    PlainIntent,
    TableIntent,
    ToggleOffer,
)
from client.screens.table.layout import HEADED_TOP
from client.screens.table.menu import PadQuestion, TableMenu
from client.screens.table.model import (
    FREE_SEAT_OFFER,
    RESULT_OFFER,
    SEAT_BACK_OFFER,
    SKIP_OPENING_OFFER,
    USUAL_HINTS,
    TableModel,
)
from client.screens.table.snapshot import ControlsSnapshot, MenuSnapshot, TableSnapshot
from client.session.adviser_client import AdviserClient
from client.session.session import Session
from client.stage.window import NOTICE_TOP, Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus, Modal, Widget
from client.ui.geometry import Rect
from client.ui.intents import (
    Accept,
    Back,
    Chat,
    Help,
    Intent,
    Left,
    Menu,
    MoveFocus,
    Press,
    Skip,
    Turn,
    Undo,
)
from client.ui.intents import Cycle as Next
from client.ui.widgets import Button, ButtonKind
from core.game import Seat

BESIDE_TOOLS: Final = 340.0
"""Units left and right of the sentence over booths: the width of the tools."""
OFFERS: Final[dict[str, tuple[TableIntent, str, ButtonKind]]] = {
    RESULT_OFFER.key: (PlainIntent.RESULT, "podium", "primary"),
    SKIP_OPENING_OFFER.key: (PlainIntent.SKIP, "to_end", "plain"),
    FREE_SEAT_OFFER.key: (OpenDialog("join"), "chair", "primary"),
    SEAT_BACK_OFFER.key: (PlainIntent.TAKE_SEATS_BACK, "", "primary"),
}
"""Offers of the table itself, by key: the intent, the sign and the kind of the button."""


class TableActions(msgspec.Struct, frozen=True):
    """Ways from the table to other screens; given by the program."""

    rules: Callable[[str, int], None]
    settings: Callable[[], None]
    result: Callable[[TableModel], None]
    leave: Callable[[], None]
    lost: Callable[[Session], None]
    can_publish: bool = False
    waits: Callable[[], bool] = lambda: False
    """Whether the game could be gone on with if it were left now."""
    adviser: AdviserClient | None = None
    """Asker for advice; None: there is no coach."""
    invite: Callable[[], None] | None = None
    """Shows how devices come to the table; None where it is another machine's."""


class TableScreen(Screen):
    """Screen of one client table of a session."""

    name = "table"
    fits_phones = True
    model: TableModel

    def __init__(self, session: Session, actions: TableActions, demo: bool = False) -> None:
        assert session.client_table is not None
        self.session, self.client_table = session, session.client_table
        self.actions = actions
        self._demo = demo
        self.prompt = Prompt(size=40)
        self.names = FullNames()

    # --- coming and going ---------------------------------------------------------------------

    def _make_model(self) -> TableModel:
        return TableModel(self.app, self.session, self._demo, self.actions.adviser)

    def enter(self) -> None:
        self.model = self._make_model()
        self.menu = TableMenu(self.app, self.do)
        self.widget = BoardWidget(self.model)
        self._make_tools()
        self.offers: list[Button] = []
        self.focus = Focus((), self.app.sound)
        self.booth_views: dict[Seat, BoothView] = {}
        self._controls: ControlsSnapshot | None = None
        self._dialog: Modal | None = None
        self._drawn: TableSnapshot | None = None
        self.layout(Rect(0, 0, 1920, 1080))
        self.focus.focus(self.widget, self.app.now)

    @property
    def _ways(self) -> dict[PlainIntent, Callable[[], None]]:
        """Intents that lead to other screens."""
        actions = self.actions
        return {
            PlainIntent.RULES: lambda: actions.rules(
                self.client_table.game.info.key, self.model.rules_page()
            ),
            PlainIntent.SETTINGS: actions.settings,
            PlainIntent.LEAVE: actions.leave,
            PlainIntent.RESULT: lambda: actions.result(self.model),
            PlainIntent.INVITE: actions.invite or (lambda: None),
        }

    def _make_tools(self) -> None:
        def tool(
            icon: str, intent: TableIntent, label: Callable[[], str] | str, kind: ButtonKind = "plain"
        ) -> Button:
            words = self.app.label(label) if isinstance(label, str) else label
            return Button("", lambda: self.do(intent), icon=icon, kind=kind, tip=words)

        self._undo = tool("undo", PlainIntent.UNDO, "table.tool.undo", "quiet")
        whole = tool("eye", PlainIntent.WHOLE_TABLE, "table.tool.whole", "quiet")
        self._tools = (
            tool("menu", OpenDialog("menu"), "table.tool.menu", "quiet"),
            whole if self.app.phone else tool("book", PlainIntent.RULES, "table.tool.rules", "quiet"),
            self._undo,
            tool("chat", OpenDialog("talk"), "table.tool.chat", "quiet")
            if self.session.remote
            else tool("bulb", PlainIntent.COACH, "coach.ask", "quiet"),
        )
        self._pause = tool("pause", PlainIntent.PAUSE, lambda: self.app.translate(self.model.pause_key))
        self._demo_tools = (
            self._pause,
            tool("step", PlainIntent.STEP, "table.demo.step"),
            tool("slower", ChangeSpeed(-1), "table.demo.slower"),
            tool("faster", ChangeSpeed(1), "table.demo.faster"),
        )
        self._join = Button(
            self.app.label("table.demo.join"), lambda: self.do(OpenDialog("join")), kind="primary"
        )

    def resume(self) -> None:
        self.model.playback.motion = self.app.motion

    def layout(self, area: Rect) -> None:
        self.model.layout(area)
        self._follow()
        self.focus.layout(area)

    @property
    def tools(self) -> tuple[Button, ...]:
        """The buttons beside the board."""
        return self._demo_tools if self.model.demo else self._tools

    # --- input --------------------------------------------------------------------------------

    @property
    def text_field(self) -> Widget | None:
        return self.focus.text_field

    def handle(self, intent: Intent) -> bool:
        self.names.follow(intent)
        self.model.state.pads.allot()
        handled = self._handle(intent)
        self._follow()
        return handled

    def _handle(self, intent: Intent) -> bool:
        if isinstance(intent, Left) or self._handle_past_question(intent):
            return True  # the model says whose pad has gone
        if self.focus.modal is None:
            if self._refuses_pad(intent) or self._handle_in_booth(intent) or self._shortcut(intent):
                return True
            if self.model.demo and self._leads_back(intent):
                self.do(PlainIntent.LEAVE)
                return True
            if isinstance(intent, Press) and self._is_coach(intent):
                self.do(PlainIntent.COACH)
                return True
            if isinstance(intent, Press) and self._is_journal(intent):
                self.do(OpenDialog("journal"))
                return True
            hint = self._pressed_hint(intent)
            if hint is not None:
                return self._handle(msgspec.structs.replace(hint, device=intent.device, at=intent.at))
        self.model.learning.done(intent, USUAL_HINTS)
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back | Menu):
            self.do(OpenDialog("menu"))
            return True
        return False

    def _handle_in_booth(self, intent: Intent) -> bool:
        """Give a booth the input of its person's own device."""
        if not self.model.booths.active or not isinstance(
            intent, Accept | MoveFocus | Next | Turn | Undo | Skip
        ):
            return False
        seat = self.model.booths.seat_of(intent.device)
        if seat is not None and seat in self.booth_views:
            self.booth_views[seat].handle(intent)
        return seat is not None

    def _handle_past_question(self, intent: Intent) -> bool:
        """Let booths go on while another gamepad is asked whose it is."""
        modal = self.focus.modal
        asks_another = isinstance(modal, PadQuestion) and modal.device != intent.device
        return asks_another and self._handle_in_booth(intent)

    def _refuses_pad(self, intent: Intent) -> bool:
        """Refuse a gamepad that is nobody's here, or that presses a button of somebody else who is asked."""
        if self.model.answers_stranger(intent):
            return True
        offered = isinstance(intent, Accept) and self.focus.current in (*self.offers, self._undo)
        if offered and not self.model.may_decide(intent.device):
            self.model.not_your_turn()
            return True
        return False

    def _pressed_hint(self, intent: Intent) -> Intent | None:
        """The intent of the hint that a finger presses."""
        if not isinstance(intent, Press) or intent.device.kind != "touch" or self.model.booths.active:
            return None
        return picture.hint_at(self.app.canvas, self._seen(), (intent.x, intent.y))

    def _is_coach(self, press: Press) -> bool:
        return picture.is_coach(self.app.canvas, self._seen(), (press.x, press.y))

    def _is_journal(self, press: Press) -> bool:
        return picture.is_journal(self.app.canvas, self._seen(), (press.x, press.y))

    def _shortcut(self, intent: Intent) -> bool:
        asked = self.model.shortcut(intent, at_board=self.focus.current is self.widget)
        if asked is not None:
            self.do(asked)
        return asked is not None

    def _leads_back(self, intent: Intent) -> bool:
        """Whether an intent ends a demo: every key that does nothing else does."""
        if isinstance(intent, Press):
            return self.focus.under(intent.x, intent.y) in (None, self.widget)
        return isinstance(intent, Back | Menu | Turn | Undo | Help | Chat)

    def do(self, intent: TableIntent) -> None:
        """Do what a button or a dialog asks for."""
        way = self._ways.get(intent) if isinstance(intent, PlainIntent) else None
        if way is not None:
            way()
        else:
            self.model.do(intent)
            self._follow()

    # --- time ---------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        fell_at = self.model.curtain.fell_at
        on_top = self.app.top is self
        lead = self.model.update(now, on_top)
        if lead == "lost":
            if on_top:
                self.actions.lost(self.session)
            return
        self._follow()
        if self.model.curtain.fell_at not in (None, fell_at) and self.focus.modal is None:
            self.focus.focus(self.widget, now)
        self.prompt.show(self.model.prompt(), now)
        if lead == "result":
            self.do(PlainIntent.RESULT)

    def _follow(self) -> None:
        """Update the buttons and the dialog to those of the model."""
        controls, before = self.model.controls(), self._controls
        self._controls = controls
        self._follow_dialog(controls, None if before is None else before.dialog)
        self._pause.icon = "play" if controls.paused else "pause"
        self._undo.enabled = controls.undo
        self._undo.tip = self.app.translate(
            "table.tool.undo" if controls.undo else "match.refusal.nothing_to_undo"
        )
        if before is None or (before.scene, before.offers) != (controls.scene, controls.offers):
            self.offers = [self._offer_button(offer) for offer in controls.offers]
            self._place(controls)
        elif before.lay != controls.lay:
            self._place(controls)
        self._follow_booths()

    def _follow_dialog(self, controls: ControlsSnapshot, before: OpenDialog | None) -> None:
        modal = self.focus.modal
        if controls.dialog is not None and controls.dialog is not before:
            if controls.dialog.kind in ("menu", "seats", "seat"):
                self.focus.focus(self.widget, self.app.now)
            self._dialog = self._make_dialog(controls.dialog)
            self.focus.open(self._dialog)
        elif controls.dialog is None and modal is not None and modal is self._dialog and not modal.closed:
            self.focus.modal = None  # the question is no longer open
        elif controls.dialog is not None and modal is None:
            self.model.do(PlainIntent.CLOSE_DIALOG)
            self._controls = self.model.controls()
        if isinstance(self.focus.modal, PeoplePage):
            self.focus.modal.follow()

    def _make_dialog(self, dialog: OpenDialog) -> Modal:
        if dialog.kind == "people":
            return PeoplePage(self.app, self.session, self.focus)
        return self.menu.dialog(dialog, self._menu_facts())

    def _menu_facts(self) -> MenuSnapshot:
        actions = self.actions
        return self.model.menu(actions.can_publish, actions.waits(), actions.invite is not None)

    def _offer_button(self, offer: Offer) -> Button:
        intent: TableIntent = Decide(offer.action)
        sign = ""
        kind: ButtonKind = "primary"
        if offer.key in OFFERS:
            intent, sign, kind = OFFERS[offer.key]
        elif offer.on is not None:
            intent, sign, kind = ToggleOffer(offer.key), "check" if offer.on else "empty", "plain"
        return Button(self.app.translate(offer.key), lambda: self.do(intent), icon=sign, kind=kind)

    def _place(self, controls: ControlsSnapshot) -> None:
        """Lay all buttons where they belong; the focus stays if its widget does."""
        offers = (*self.offers, *((self._join,) if controls.demo else ()))
        self.focus.set((self.widget, *self.tools, *offers), at=self.app.now)
        lay = controls.lay
        for button, place in zip((*self.tools, *offers), (*lay.tools, *lay.offers), strict=True):
            button.layout(place)
        self.widget.layout(lay.field)
        self.widget.beside = (lay.side, *lay.plates)
        self.focus.layout(self.model.area)

    def _follow_booths(self) -> None:
        open_now = self.model.booths.open
        if {seat: view.booth for seat, view in self.booth_views.items()} != open_now:
            self.booth_views = {seat: BoothView(booth, self.app.sound) for seat, booth in open_now.items()}
        for view in self.booth_views.values():
            view.follow(self.app.translate, self.app.now)

    # --- looks --------------------------------------------------------------------------------

    @property
    def bed(self) -> str:
        """The bed of sound of the game's world."""
        return self.client_table.game.info.key

    @property
    def notices_from(self) -> float:
        return NOTICE_TOP if self.focus.modal is not None else HEADED_TOP

    def still(self, now: float) -> bool:
        """True behind a menu: nothing moves there unless something happens."""
        modal = self.focus.modal
        return (
            modal is not None
            and modal.still(now)
            and self.model.is_settled(now)
            and not self.needs_frames(now)
        )

    def needs_frames(self, now: float) -> bool:
        return self.model.needs_frames

    def snapshot(self) -> TableSnapshot:
        """Content of a frame now."""
        return self.model.snapshot(self.focus.current is self.widget)

    def _seen(self) -> TableSnapshot:
        """Content of the frame that was drawn last: what a press is meant for."""
        return self._drawn or self.snapshot()

    def draw(self, canvas: Canvas, now: float) -> None:
        shown = self._drawn = self.snapshot()
        if shown.booths:
            self._draw_booths(canvas, shown, now)
            strip = canvas.area.cut_top(96)[0].inset(BESIDE_TOOLS, 12)
            self.prompt.draw(canvas, strip if shown.lay.wide else shown.lay.prompt, now)
        else:
            picture.draw_table(canvas, shown, self.name, now)
            draw_curtain(canvas, shown.lay.field, shown.curtain, shown.around, now)
            self.prompt.draw(canvas, shown.lay.prompt, now)
            picture.draw_coach(canvas, shown)
        self._draw_over(canvas, now)
        self.focus.draw(canvas, now)
        if not shown.booths and self.focus.modal is None:
            picture.draw_tip(canvas, shown)
            self.names.draw(canvas, now, picture.cut_names(canvas, shown))

    def _draw_over(self, canvas: Canvas, now: float) -> None:
        """Draw what lies over the table and under its buttons: nothing here."""

    def _draw_booths(self, canvas: Canvas, snapshot: TableSnapshot, now: float) -> None:
        """Draw all booths on the bare table."""
        Pane(canvas.area, "booths", lambda inner: None).draw(canvas, "booths")
        for booth in snapshot.booths:
            self.booth_views[booth.seat].draw(canvas, booth, snapshot.around, now)
