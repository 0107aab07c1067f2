"""The Great Split over the LAN: a couch of two and two private hands, which decide in any order.

Nobody has more than their own hand, also who was cut off while decisions were sealed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from client.screens.table.intents import PlainIntent
from client.session.table import ClientTable
from client.stage.settings import Settings
from core.game import Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import UNKNOWN_CARD, Options
from core.protocol import messages as m
from tests.client.couch import DEVICES, Couch, couch
from tests.client.players import GreatSplitPlayer
from tests.client.test_lan_game import Guest

NAMES: Final = ("Ada", "Bo", "Cleo", "Dino")
QUICK: Final = Settings(language="en", names=NAMES, speed=4.0)
PRIVATE: Final = (Seat(2), Seat(3))
"""The seats at machines of their own."""
CUTS: Final = (5, 11, 16, 22)
"""After so many decisions in private hands the last one's connection is cut."""


@contextmanager
def private_hand(hands: Couch, seat: Seat) -> Iterator[Guest]:
    """A machine that joins for a seat that the couch gives up."""
    table = hands.table
    table.session.ask(m.FreeSeat, seat=seat)
    hands.until(lambda: table.client_table.holders[seat].kind == "open")
    guest = Guest(hands, table.client_table.port)
    try:
        guest.sit(NAMES[seat])
        hands.settle()
        yield guest
    finally:
        guest.session.close()


class Company:
    """Ada and Bo at one screen, Cleo and Dino at machines of their own."""

    def __init__(self, hands: Couch, guests: list[Guest]) -> None:
        self.pickers, self.guests = hands, guests
        self.player = GreatSplitPlayer(hands)
        self.rng = random.Random(4)
        self.stages_cut = set[str]()
        self._private = 0

    @property
    def client_table(self) -> ClientTable:
        return self.pickers.table.client_table

    def couch_owes(self) -> bool:
        """Whether somebody at the screen decides; what there was to see has been shown, and covered again."""
        self.pickers.until(lambda: bool(self.client_table.latest.to_act))
        if self.client_table.own_seats_to_act():
            self.pickers.settle()
            return True
        self.pickers.until(lambda: self.pickers.table.model.curtain.viewer == -1)
        return False

    def at_the_screen(self) -> None:
        """One decision by hand."""
        table, moment = self.pickers.table, self.pickers.moment
        seat = table.model.chooser
        assert seat in (0, 1) and table.model.curtain.viewer == seat
        legal = GREAT_SPLIT.legal(self.client_table.latest.view(seat), seat)
        self.player.does(self.rng.choice(legal), self.rng.choice(DEVICES))
        self.pickers.until(lambda: self.pickers.moment != moment)

    def elsewhere(self, guest: Guest) -> None:
        """One decision in a private hand; those at the screen go on undisturbed."""
        table, client_table = self.pickers.table, guest.session.client_table
        before = table.model.chooser, table.model.frame().view, self.pickers.moment
        seat, turn = client_table.yours[0], client_table.latest.turn
        ply = client_table.latest.ply(seat)
        legal = GREAT_SPLIT.legal(client_table.latest.view(seat), seat)
        guest.session.act(seat, self.rng.choice(legal))
        guest.until(lambda: (client_table.latest.turn, client_table.latest.ply(seat)) != (turn, ply))
        self.pickers.rest(1.0)
        if self.client_table.latest.turn == turn:
            assert (table.model.chooser, table.model.frame().view, self.pickers.moment) == before
        self._private += 1
        if self._private in CUTS:
            self._cut(guest)

    def _cut(self, guest: Guest) -> None:
        """A connection is cut and made anew: what was decided is known again, to its seat alone."""
        seat, known = guest.session.client_table.yours[0], guest.session.client_table
        guest.session.line.close()
        guest.until(lambda: self.client_table.holders[seat].kind == "away" and guest.session.status == "lost")
        assert guest.session.call_again()
        guest.until(lambda: guest.session.returned and self.client_table.holders[seat].kind == "person")
        again = guest.session.client_table
        assert again.yours == known.yours and again.log == known.log and again.line(seat) == known.line(seat)
        self.stages_cut.add(again.latest.view(seat).stage)

    def covered(self) -> None:
        """Nobody has more than their own hands, once all have heard the same."""
        turn = self.client_table.latest.turn
        for guest in self.guests:
            guest.until(lambda guest=guest: guest.session.client_table.latest.turn >= turn)
        assert self.client_table.latest.views.keys() == {-1, 0, 1}
        for guest, seat in zip(self.guests, PRIVATE, strict=True):
            assert guest.session.client_table.latest.views.keys() == {seat}
        for client_table in (self.client_table, *(guest.session.client_table for guest in self.guests)):
            for viewer, view in client_table.latest.views.items():
                others = [estate.hand for seat, estate in enumerate(view.estates) if seat != viewer]
                assert {card for hand in others for card in hand} <= {UNKNOWN_CARD}


def test_a_couch_and_private_hands_decide_at_once() -> None:
    """In no phase does anybody wait for another, and nobody is disturbed."""
    with couch(QUICK, (960, 540), tick=0.1, drawn=False) as hands, ExitStack() as stack:
        hands.program.port = 0
        hands.open("great_split", Options(), *[m.SeatPlan("me", name=name) for name in NAMES])
        hands.table.do(PlainIntent.PUBLISH)
        hands.until(lambda: hands.table.client_table.port > 0)
        guests = [stack.enter_context(private_hand(hands, seat)) for seat in PRIVATE]
        company, orders = Company(hands, guests), set[tuple[int, ...]]()
        order: tuple[int, ...] = ()
        while company.client_table.latest.view().round < 3:
            turn = company.client_table.latest.turn
            company.covered()
            here = [None] * company.couch_owes()
            ways = here + [guest for guest in guests if guest.session.client_table.own_seats_to_act()]
            who = company.rng.choice(ways)
            order += (0 if who is None else 1 + guests.index(who),)
            company.at_the_screen() if who is None else company.elsewhere(who)
            hands.until(lambda: bool(company.client_table.latest.to_act))
            if company.client_table.latest.turn != turn:
                orders.add(order)
                order = ()
        mixed = [order for order in orders if {0, 1, 2} <= {*order}]
        assert any(order[0] != 0 and order[-1] != 0 and 0 in order for order in mixed), "amid others"
        assert any(order[0] == 0 and order[-1] == 0 for order in mixed), "and around them"
        assert len(company.stages_cut) > 1, "in several phases"
