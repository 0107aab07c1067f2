"""Seats of a set-up: rows with portrait, kind and name."""

from __future__ import annotations

from typing import Final

from assets.texts import TextLookup
from client.screens.shared.names import NameField
from client.screens.shared.portraits import PortraitButton, draw_framed
from client.ui.canvas import Canvas
from client.ui.focus import Label, Widget, label_words
from client.ui.geometry import Rect
from client.ui.portraits import BOT_PORTRAITS
from client.ui.widgets import Choice
from core.bots import has_compiler
from core.protocol import messages as m

ROLE_ROW_HEIGHT: Final = 90.0
"""Units high: rows from this height on also show the seat's role."""

PERSON_KIND: Final = 0
SEAT_KINDS: Final = ("person", *(f"bot_{level}" for level in m.OFFERED_LEVELS))
EXPERT_KIND: Final = SEAT_KINDS.index("bot_expert")
OPEN_KIND: Final = len(SEAT_KINDS)


class SeatRow:
    """Row of a seat. `role` is the game's word for the seat ("West–East"), "" if it has none."""

    def __init__(
        self,
        seat: int,
        kind: int,
        name: NameField,
        portrait: PortraitButton,
        lan: bool,
        translate: TextLookup,
        role: Label,
    ) -> None:
        self.seat = seat
        self.role = role
        self.portrait = portrait
        self._translate = translate
        kinds = (*SEAT_KINDS, "open") if lan else SEAT_KINDS
        self.kind = Choice("", [self._label(key) for key in kinds], kind, self._change)
        self.name = name
        name.placeholder = self._usual_name
        self.place = Rect(0, 0, 0, 0)
        self._line = Rect(0, 0, 0, 0)
        self.named = False
        self._change(kind)

    @property
    def widgets(self) -> tuple[Widget, ...]:
        return (self.portrait, self.kind, self.name)

    @property
    def help_key(self) -> str:
        """Key of the sentence that explains the chosen kind."""
        if self.kind.chosen == PERSON_KIND:
            return "help_person"
        if self.kind.chosen == EXPERT_KIND:
            return "help_expert" if has_compiler() else "help_no_expert"
        return "help_open" if self.kind.chosen == OPEN_KIND else "help_bot"

    def plan(self) -> m.SeatPlan:
        """Seat plan of this row. Raises `Refused("net.refusal.name_…")`."""
        if self.kind.chosen == PERSON_KIND:
            name = m.clean_name(self.name.text.strip() or self._usual_name())
            return m.SeatPlan("me", name, portrait=self.portrait.key)
        if self.kind.chosen == OPEN_KIND:
            return m.SeatPlan("open")
        return m.SeatPlan("bot", level=m.OFFERED_LEVELS[self.kind.chosen - 1])

    def layout(self, rect: Rect) -> None:
        """Portrait at the left, kind and name beside it, the role above them if there is one."""
        self.place = rect
        side = min(rect.h + 4, 96.0)
        picture, rest = rect.cut_left(side, 20)
        self.portrait.layout(picture.place(side, side))
        self.named = bool(label_words(self.role)) and rect.h >= ROLE_ROW_HEIGHT
        self._role, line = (
            rest.cut_top(34, min(12.0, rect.h - ROLE_ROW_HEIGHT))
            if self.named
            else (rest.cut_top(0)[0], rest)
        )
        self._line = line
        self._part()

    def draw(self, canvas: Canvas) -> None:
        """Draw what is not a widget: the role, and the robot or the symbol of a seat without a person."""
        if self.kind.chosen != PERSON_KIND:
            level = "" if self.kind.chosen == OPEN_KIND else m.OFFERED_LEVELS[self.kind.chosen - 1]
            draw_framed(canvas, self.seat, BOT_PORTRAITS.get(level, ""), self.portrait.rect)
        if self.named:
            canvas.text(label_words(self.role), self._role, "small", "lamp")

    def _change(self, kind: int) -> None:
        self.name.visible = self.portrait.visible = kind == PERSON_KIND
        self._part()

    def _part(self) -> None:
        """Name field beside the kind for a person; for others the kind takes the whole row."""
        left, right = self._line.columns(1.2, 1, gap=16)
        self.kind.layout(left if self.kind.chosen == PERSON_KIND else self._line)
        self.name.layout(right)

    def _usual_name(self) -> str:
        return self._translate("player", number=self.seat + 1)

    def _label(self, key: str) -> Label:
        return lambda: self._translate(key)
