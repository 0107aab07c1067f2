"""Curtain of a table, for several people who share a screen.

It falls before a decision that only one of them may see, and hides the position until that person lifts it.
Then it shows what has happened since they last looked, and stays away as long as nobody else here is asked.
"""

from __future__ import annotations

import math
from typing import Any, Final

from client.screens.table.booths import Booths
from client.screens.table.curtain_timing import GUARD, pace_of
from client.screens.table.snapshot import CurtainSnapshot
from client.screens.table.state import TableState
from client.session.events import GameEvent, PositionView
from client.ui.intents import KEYBOARD, Device
from core.game import CHANCE, AnyGame, Seat
from core.protocol.messages import EVERYBODY

OPENING_SECONDS: Final = 5.0
"""Seconds at most in which it is shown how a game began, before anybody could decide."""


def has_private_view(game: AnyGame, view: Any, seat: Seat) -> bool:
    """Whether a decision of `seat`, who sees `view`, has to be hidden from others.

    It has where there are secrets, and where something that the seat may do will be sealed.
    """
    if not game.info.hidden:
        return False
    return game.secrets(view) or any(
        game.seen(view, seat, action, None, game.apply(view, seat, action)) != action
        for action in game.legal(view, seat)
    )


class Curtain:
    """Curtain: knows who has the screen, whether the position is hidden, and through whose eyes it is shown.

    A person who lifts it is first shown what has happened since they last looked. They keep the screen as
    long as they have to decide, and until they have seen their own steps.
    """

    def __init__(self, state: TableState, booths: Booths) -> None:
        self.state, self._booths = state, booths
        self._lifted: Seat | None = None
        self._next: Seat | None = None
        self._recap = False
        self.fell_at: float | None = None
        """Seconds: time since when it hides the position; None while it does not."""
        self._lifted_at = -1e9
        self._judged: dict[Seat, tuple[PositionView, bool]] = {}

    # --- facts ----------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether the position is hidden now."""
        if self._lifted is not None or self._booths.wanted(self._lifted) or self.opening:
            return False
        return self.person is not None and self.state.idle and self._must_hide_from(self.person)

    @property
    def opening(self) -> bool:
        """Whether people are being shown what chance did before anybody could decide."""
        waiting = self.state.client_table.through(self.viewer).waiting
        coming = waiting[0] if waiting else None
        running = self.state.playback.event or coming
        return running is not None and running.opening

    @property
    def viewer(self) -> int:
        """The viewer whose eyes we look through: the only person here, or who has lifted the curtain."""
        yours = self.state.client_table.yours
        if len(yours) == 1:
            return yours[0]
        return EVERYBODY if self._lifted is None else self._lifted

    @property
    def recap(self) -> bool:
        """Whether somebody is being shown what has happened since they last looked."""
        waiting = self.state.playback.busy or bool(self.state.client_table.through(self.viewer).waiting)
        return self._recap and waiting

    @property
    def person(self) -> Seat | None:
        """The seat that decides here next: who has the screen, else who is asked, else the first."""
        owing = self.state.client_table.own_seats_to_act()
        return next((seat for seat in (self._lifted, self._next) if seat in owing), next(iter(owing), None))

    @property
    def asked(self) -> Seat | None:
        """The seat that is asked here, once everything before its decision has been shown."""
        seat = self.person
        if seat is None or not self.state.idle or self._booths.wanted(self._lifted):
            return None
        if self.closed:
            return seat
        kept = self._lifted is not None and self._lifted != seat
        return None if kept or self.state.client_table.through(self.viewer).waiting else seat

    @property
    def owing(self) -> tuple[Seat, ...]:
        """All seats here for which it may be lifted, the next one first."""
        seat = self.person
        others = (other for other in self.state.client_table.own_seats_to_act() if other != seat)
        return () if seat is None else (seat, *(other for other in others if self._must_hide_from(other)))

    def _must_hide_from(self, seat: Seat) -> bool:
        client_table = self.state.client_table
        if len(client_table.yours) < 2:
            return False
        known = self._judged.get(seat)
        if known is None or known[0] is not client_table.latest:
            known = (
                client_table.latest,
                has_private_view(client_table.game, client_table.latest.view(seat), seat),
            )
            self._judged[seat] = known
        return known[1]

    def _stays(self, seat: Seat) -> bool:
        """Whether `seat`, who has lifted the curtain, keeps the screen."""
        client_table = self.state.client_table
        if seat in client_table.own_seats_to_act() and self._must_hide_from(seat):
            return True
        waiting = client_table.through(seat).waiting
        if not waiting or waiting[0].sealed:
            return bool(waiting)
        return (
            self._is_own(waiting[0], seat) and self.person is not None and self._must_hide_from(self.person)
        )

    def _is_own(self, event: GameEvent, seat: Seat) -> bool:
        """Whether an event is an open step of `seat`, or the chance right after one."""
        if len(event.steps) > 1 or event.seat != CHANCE:
            return len(event.steps) == 1 and event.seat == seat
        last = self.state.playback.ended
        return last is not None and last.after is event.before and last.seat in (seat, CHANCE)

    # --- falling and lifting ------------------------------------------------------------------

    def update(self, now: float) -> None:
        """Update, once a frame and before anything new is shown, who has the screen."""
        client_table, playback = self.state.client_table, self.state.playback
        if not self.state.idle:
            return
        if self._lifted is not None and not self._stays(self._lifted):
            self._lifted = None
        playback.viewer, playback.source = self.viewer, client_table.through(self.viewer)
        if not client_table.through(self.viewer).waiting:
            self._recap, playback.rate = False, 1.0
        if not self.closed:
            self.fell_at = None
        elif self.fell_at is None:
            self.fell_at = now

    def lift(self, seat: Seat | None = None) -> None:
        """Lift the curtain for a person who is asked; without `seat` for the one named first."""
        now, state = self.state.app.now, self.state
        who = self.person if seat is None else seat
        if self.fell_at is None or now - self.fell_at < GUARD or who not in self.owing:
            return
        self._lifted, self._next, self._lifted_at, self.fell_at = who, None, now, None
        state.app.audio.play("paper_slide")
        missed = state.client_table.through(who)
        self._recap = bool(missed.waiting)
        state.playback.rate = pace_of(state.board, missed, state.playback.motion)

    def begin(self) -> None:
        """Begin another game: how it began is shown to all, in limited time."""
        playback = self.state.playback
        if self.opening:
            eyes = self.state.client_table.through(self.viewer)
            playback.rate = pace_of(playback.board, eyes, playback.motion, OPENING_SECONDS, fastest=math.inf)

    def begin_slowly(self) -> None:
        """Show how the game began at the person's own speed."""
        self.state.playback.rate = 1.0

    def may_skip(self) -> bool:
        """Whether skipping is possible by now: the key that lifts the curtain does not skip at once."""
        return not self._recap or self.state.app.now - self._lifted_at >= GUARD

    def fall(self, next_one: Seat | None = None) -> None:
        """Let it fall over another position: the person asked now, `next_one` first, lifts it anew."""
        self._lifted, self._next, self._recap = None, next_one, False

    @property
    def lifted(self) -> Seat | None:
        """The seat that has the screen to itself."""
        return self._lifted

    # --- looks --------------------------------------------------------------------------------

    def snapshot(self) -> CurtainSnapshot:
        """The snapshot of the curtain now."""
        state, pads = self.state, self.state.pads
        first, *rest = self.owing if self.closed else (None,)
        lifted_at = None if self._lifted is None else self._lifted_at
        if first is None:
            return CurtainSnapshot((), lifted_at, state.app.device)
        owing = (first, *(seat for seat in rest if pads.pad_of(seat) is not None))
        named = tuple((seat, state.seat_name(seat)) for seat in owing)
        return CurtainSnapshot(named, lifted_at, self._device_of(first), pads.is_away(first))

    def _device_of(self, seat: Seat) -> Device:
        """The device whose key is shown to the person at a seat: never somebody else's gamepad."""
        used = self.state.app.device
        shared = used.kind != "gamepad" or not self.state.pads.personal
        return self.state.pads.pad_of(seat) or (used if shared else KEYBOARD)
