"""Disclosure: who has been shown whose secrets in the game that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from server.tables.chairs import Chair

MOST_CONNECTIONS: Final = 1024
"""Connections remembered at most: each return to a seat is another one."""


class Disclosure:
    """Memory of which connection has held which seat.

    Somebody who has seen one hand may not see another one while somebody else plays. A second connection
    counts as another guest: no server can know what two people tell each other.
    """

    def __init__(self) -> None:
        self._seats: dict[int, set[int]] = {}
        self._last: dict[int, int] = {}

    def forget(self) -> None:
        """Forget everything: another game begins."""
        self._seats.clear()
        self._last.clear()

    def note(self, chairs: tuple[Chair, ...]) -> None:
        """Note the holders from now on."""
        for seat, chair in enumerate(chairs):
            if chair.kind == "person" and chair.guest:
                self._seats.setdefault(chair.guest, set()).add(seat)
                self._last[seat] = chair.guest
        if len(self._seats) > MOST_CONNECTIONS:
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        holders = {*self._last.values()}
        past = [guest for guest in self._seats if guest not in holders]
        for guest in past[: len(self._seats) - MOST_CONNECTIONS]:
            del self._seats[guest]

    def returns(self, guest: int, seat: int) -> None:
        """Note that the guest is the last holder of this seat, at another connection."""
        before = self._seats.get(self._last.get(seat, 0), set())
        self._seats.setdefault(guest, set()).update(before)

    def known(self, seat: int) -> tuple[int, ...]:
        """The seats whose secrets the last holder of this one has been shown."""
        return tuple(sorted(self._seats.get(self._last.get(seat, 0), ())))

    def remember(self, seats_by_viewer: Sequence[tuple[int, ...]]) -> None:
        """Restore what was `known` of each seat before the server was started again.

        Those holders have no guest numbers any more; a negative number stands for the last holder of each
        seat.
        """
        for seat, known in enumerate(seats_by_viewer):
            if known:
                self._last[seat] = -1 - seat
                self._seats[-1 - seat] = set(known)

    def held_last(self, guest: int, seat: int) -> bool:
        """Whether no other person has held the seat since this guest did."""
        return self._last.get(seat) == guest

    def knows_another(self, guest: int, seat: int) -> bool:
        """Whether the guest has held another seat in this game."""
        return bool(self._seats.get(guest, set()) - {seat})
