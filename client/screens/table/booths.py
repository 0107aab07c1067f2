"""Booths, in which several people decide at once, each with a pad of their own.

While two or more at one screen owe sealed decisions and have pads, the window is divided into booths. What
was revealed last is shown to all together before. If a pad goes meanwhile, the keyboard plays in its booth.
"""

from __future__ import annotations

from typing import Final

from client.screens.table.booth import Booth
from client.screens.table.state import TableState
from client.ui.geometry import Rect
from client.ui.intents import KEYBOARD, Device
from core.game import Seat
from core.protocol import messages as m

LEAST_WINDOW_SIZE: Final = (1280, 720)
"""Pixels of the smallest window that has room for booths."""
LEAST_BOOTH_SIZE: Final = (720, 360)
"""Pixels that each booth needs in a window higher than wide."""
MOST_BOOTHS: Final = 4
HEAD_HEIGHT: Final = 104.0
"""Units above the booths, for the table's own buttons."""
FOOT_HEIGHT: Final = 92.0
"""Units below the booths for the same, in a window higher than wide."""
BOOTH_GAP: Final = 14.0


class Booths:
    """Booths of a table. `together` is False where people like to decide one after the other."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.together = True
        self.open: dict[Seat, Booth] = {}
        self._turn = 0

    def wanted(self, lifted: Seat | None) -> bool:
        """Whether several here can decide at once now; not while one of them has `lifted` the curtain."""
        state, seats = self.state, self._seats()
        few = 1 < len(seats) <= MOST_BOOTHS
        if not (self.together and few and self._fits(len(seats)) and lifted is None):
            return False
        if sum(state.pads.pad_of(seat) is None for seat in seats) > bool(self.open):
            return False
        owing = [seat for seat in seats if seat in state.client_table.own_seats_to_act()]
        return (bool(self.open) and bool(owing)) or len(owing) > 1

    def _fits(self, count: int) -> bool:
        """Whether the window has room for this number of booths."""
        wide, high = self.state.app.canvas.surface.get_size()
        if wide < high:
            return wide >= LEAST_BOOTH_SIZE[0] and high >= count * LEAST_BOOTH_SIZE[1]
        return wide >= LEAST_WINDOW_SIZE[0] and high >= LEAST_WINDOW_SIZE[1]

    def _seats(self) -> tuple[Seat, ...]:
        """The seats here that decide at once with others here."""
        client_table = self.state.client_table
        return tuple(seat for seat in client_table.sealing if seat in client_table.yours)

    def seat_of(self, device: Device) -> Seat | None:
        """The seat whose booth a device plays in: its person's pad, or the keyboard while that is away."""
        pads = self.state.pads
        away = [seat for seat in self.open if pads.is_away(seat)]
        return away[0] if device == KEYBOARD and len(away) == 1 else pads.seat_of(device)

    @property
    def active(self) -> bool:
        """Whether there are booths now."""
        return bool(self.open)

    def update(self, now: float, lifted: Seat | None, area: Rect) -> None:
        """Put booths up or away, and let each go on; once a frame. `area` is the window, in units."""
        state = self.state
        if self.open and self._over(lifted):
            self.open = {}
        elif not self.open and state.idle and not state.client_table.waiting and self.wanted(lifted):
            self.open = {seat: Booth(state, seat) for seat in self._seats()}
            self._turn = state.client_table.latest.turn
            self.layout(area)
        for booth in self.open.values():
            booth.update(now, self._opened)

    def _over(self, lifted: Seat | None) -> bool:
        """Whether to put them away: all own steps have been seen, and all is revealed or two pads away."""
        showing = any(
            booth.playback.busy or booth.pending or self._own(booth) for booth in self.open.values()
        )
        return not showing and (self._opened or not self.wanted(lifted))

    @property
    def _opened(self) -> bool:
        """Whether the decisions that the booths are for have been revealed."""
        return self.state.client_table.latest.turn != self._turn

    def _own(self, booth: Booth) -> bool:
        waiting = self.state.client_table.through(booth.seat).waiting
        return booth.lifted and bool(waiting) and waiting[0].sealed

    def reset(self) -> None:
        """Start from another position."""
        self.open = {}

    def toggle(self) -> None:
        """Switch between deciding at once and one after the other."""
        self.together = not self.together

    def answered(self, answer: m.Done | m.Failed) -> bool:
        """Whether one of the booths has sent the command that is answered."""
        booth = next((b for b in self.open.values() if b.pending and b.pending == answer.id), None)
        if booth is None:
            return False
        booth.pending = 0
        if isinstance(answer, m.Failed):
            booth.deny(answer.why)
            self.state.app.refuse(answer.why)
        return True

    def decided(self, news: m.DecisionSealed) -> bool:
        """Whether a sealed decision was made in one of the booths."""
        booth = self.open.get(Seat(news.seat))
        if booth is not None and news.action is None:
            booth.taken_back()
        return booth is not None

    def layout(self, area: Rect) -> None:
        """Places of the booths: two side by side, more in two rows; in a high window one below the other."""
        high = area.w < area.h
        columns, rows = (1, len(self.open)) if high else (2, 1 + (len(self.open) > 2))
        room = Rect(
            area.x + BOOTH_GAP,
            area.y + HEAD_HEIGHT,
            area.w - 2 * BOOTH_GAP,
            area.h - HEAD_HEIGHT - (FOOT_HEIGHT if high else BOOTH_GAP),
        )
        places = room.grid(columns, max(1, rows), BOOTH_GAP)
        for booth, place in zip(self.open.values(), places, strict=False):
            booth.layout(place)
