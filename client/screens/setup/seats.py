"""Seats of a set-up: rows with portrait, kind and name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from assets.texts import TextLookup
from client.screens.shared.names import NameField
from client.screens.shared.portraits import PortraitButton, draw_framed
from client.ui.boxes import Box, column, row
from client.ui.canvas import Canvas
from client.ui.focus import Label, Widget, label_words
from client.ui.geometry import Rect
from client.ui.portraits import BOT_PORTRAITS
from client.ui.widgets import Choice
from core.bots import has_compiler
from core.protocol import messages as m

ROLE_ROW_HEIGHT: Final = 90.0
"""Units high at least: a row that also shows the seat's role."""
ROLE_HEIGHT, ROLE_GAP = 34.0, 4.0

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
        change: Callable[[], None],
    ) -> None:
        self.seat = seat
        self.role = role
        self.portrait = portrait
        self._translate = translate
        kinds = (*SEAT_KINDS, "open") if lan else SEAT_KINDS
        self.kind = Choice("", [self._label(key) for key in kinds], kind, lambda _: change())
        self.name = name
        name.placeholder = self._usual_name
        self.named = False

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

    def box(self, high: float, named: bool) -> Box:
        """Row of this height: portrait, then the role if seats are `named`, above kind and name."""
        self.named = named
        person = self.kind.chosen == PERSON_KIND
        kind = row(Box(content=self.kind, share=1.2), self.name, gap=16) if person else Box(content=self.kind)
        picture = Box(content=self.portrait if person else self._draw_portrait, size=min(high, 96.0), ratio=1)
        role = (Box(size=ROLE_HEIGHT, content=self._draw_role),) if named else ()
        return row(picture, column(*role, kind, gap=ROLE_GAP), size=high, gap=20)

    def _draw_portrait(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Robot, or the symbol of a seat without anybody."""
        level = "" if self.kind.chosen == OPEN_KIND else m.OFFERED_LEVELS[self.kind.chosen - 1]
        draw_framed(canvas, self.seat, BOT_PORTRAITS.get(level, ""), rect)

    def _draw_role(self, canvas: Canvas, rect: Rect, now: float) -> None:
        canvas.text(label_words(self.role), rect, "small", "lamp")

    def _usual_name(self) -> str:
        return self._translate("player", number=self.seat + 1)

    def _label(self, key: str) -> Label:
        return lambda: self._translate(key)
