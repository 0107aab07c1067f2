"""Gamepads of a table: whose each of them is.

With one gamepad everybody at a screen shares it. Once there are several, each belongs to a person, in the
order of both, and stays theirs: also while it is away, and at whichever seat they sit. What comes later
belongs to nobody before it has been asked about, unless it can be one alone of those that are away.
"""

from __future__ import annotations

from typing import NamedTuple

from client.session.table import ClientTable
from client.stage.pad_owners import PadOwners, Person
from client.stage.window import App
from client.ui.intents import Device
from core.game import Seat


class PadNews(NamedTuple):
    """News that a gamepad has gone or is `back`, and of which seat here; None: nobody's, or everybody's."""

    back: bool
    seat: Seat | None


class TablePads:
    """Gamepads of the people who sit at this screen. Who owns which is kept by the app alone."""

    def __init__(self, app: App, client_table: ClientTable) -> None:
        self._pads, self._client_table, self._app = app.input.pads, client_table, app
        if app.pad_owners.game != client_table.commitment:
            app.pad_owners = PadOwners(client_table.commitment)
        self._here = set(self._pads.connected)
        self.allot()

    # --- facts ----------------------------------------------------------------------------------

    @property
    def personal(self) -> bool:
        """Whether gamepads belong to people: several sit here, and have more than one pad."""
        return self._app.pad_owners.several and len(self._client_table.yours) > 1

    def seat_of(self, device: Device) -> Seat | None:
        """The seat here whose person a gamepad belongs to."""
        owned = self._owned
        people = self._people().items() if self.personal else ()
        return next((seat for seat, person in people if owned.get(person) == device), None)

    def pad_of(self, seat: Seat) -> Device | None:
        """The gamepad of the person at a seat here, while it is connected."""
        own = self._former_pad(seat)
        return own if own in self._pads.connected else None

    def is_away(self, seat: Seat) -> bool:
        """Whether the gamepad of the person at a seat here has gone."""
        return self._former_pad(seat) is not None and self.pad_of(seat) is None

    def is_nobodys(self, device: Device) -> bool:
        """Whether a gamepad that is connected belongs to nobody at a seat here, though others do."""
        return self.personal and device in self._pads.connected and self.seat_of(device) is None

    @property
    def empty(self) -> tuple[Seat, ...]:
        """The seats here whose people have no gamepad that is connected."""
        return tuple(seat for seat in self._client_table.yours if self.pad_of(seat) is None)

    @property
    def _owned(self) -> dict[Person, Device]:
        return self._app.pad_owners.pads

    def _former_pad(self, seat: Seat) -> Device | None:
        return self._owned.get(self._people()[seat]) if self.personal else None

    def _people(self) -> dict[Seat, Person]:
        """Everybody who sits here."""
        people: dict[Seat, Person] = {}
        for seat in self._client_table.yours:
            holder = self._client_table.holders[seat]
            alike = sum(person[:2] == (holder.name, holder.portrait) for person in people.values())
            people[seat] = (holder.name, holder.portrait, alike)
        return people

    # --- changes --------------------------------------------------------------------------------

    def allot(self) -> None:
        """Give each person a gamepad, once: as soon as there are several of both."""
        owners, pads = self._app.pad_owners, self._pads.connected
        if not owners.several and len(self._client_table.yours) > 1 and len(pads) > 1:
            owners.several = True
            owners.pads.update(zip(self._people().values(), pads, strict=False))

    def follow(self) -> list[PadNews]:
        """Follow pads that come and go, and seats that change hands; what there is to announce."""
        self._app.pad_owners.game = self._client_table.commitment  # the next game of the same people
        self.allot()
        self._recognise()
        before, self._here = self._here, set(self._pads.connected)
        gone = [PadNews(False, self.seat_of(pad)) for pad in sorted(before - self._here, key=_number)]
        come = [PadNews(True, self.seat_of(pad)) for pad in sorted(self._here - before, key=_number)]
        return gone + [news for news in come if news.seat is not None]

    def _recognise(self) -> None:
        """Give pads of which several could be the same back, where only one seat is left for one pad."""
        seats = {seat: pad for seat in self.empty if (pad := self._former_pad(seat)) is not None}
        fits = [
            (pad, seat)
            for pad in self._pads.connected
            if self.is_nobodys(pad)
            for seat, former in seats.items()
            if former in self._pads.formers(pad)
        ]
        for pad, seat in fits:
            if sum(pad == other or seat == wanted for other, wanted in fits) == 1:
                self.give(pad, seat)

    def give(self, device: Device, seat: Seat) -> None:
        """Make a gamepad that of the person at a seat here, if they have none that is connected."""
        if seat not in self.empty or device not in self._pads.connected:
            return
        person, owned = self._people()[seat], self._owned
        self.take(device)
        former = owned.get(person)
        if former in self._pads.formers(device):
            assert former is not None
            self._pads.recognise(device, former)
            self._here.discard(device)
        else:
            owned[person] = device
            self._here.add(device)

    def take(self, device: Device) -> None:
        """Let a gamepad belong to nobody."""
        for person in [person for person, pad in self._owned.items() if pad == device]:
            del self._owned[person]

    def seated(self, device: Device, seat: Seat) -> None:
        """Note with which device somebody has sat down here: one of several gamepads is theirs."""
        several = device in self._pads.connected and len(self._pads.connected) > 1
        if several and seat in self._client_table.yours and device not in self._owned.values():
            self._app.pad_owners.several = True
            self._owned.setdefault(self._people()[seat], device)


def _number(device: Device) -> int:
    return device.number
