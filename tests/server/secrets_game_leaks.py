"""Leaks of single games that tests plant: their rules show what they are to hide. See `secrets_leaks`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from core.game import Refusal, Refused, Seat
from core.games.great_split import knowledge
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import Deal, Discard, Estate, Sell, Split, State
from core.match import Match
from core.protocol import messages as m
from core.simultaneous import all_steps, states_after
from server.tables import views
from server.tables.table import Table
from tests.planting import plant
from tests.server.secrets_leaks import Leak, Patch, Plant

replace = msgspec.structs.replace


# --- The Great Split ----------------------------------------------------------------------------------


def lines_at_once(patch: Patch) -> None:
    """Each decides on where all others have come to, and sees how many cards they have left."""
    real = Match.tip, knowledge.view

    def tip(self: Match, viewer: Seat | None) -> Any:
        together = [*states_after(self.game, self.state, all_steps(self.branches))]
        return (real[0](self, viewer), *together)[-1]

    patch.setattr(Match, "tip", tip)
    patch.setattr(knowledge, "view", lambda s, viewer: real[1](replace(s, shown=()), viewer))


def _view(patch: Patch, change: Callable[[State, State, Seat | None], State]) -> None:
    real = knowledge.view
    patch.setattr(knowledge, "view", lambda s, viewer: change(real(s, viewer), s, viewer))


def open_hands(patch: Patch) -> None:
    """Nothing is covered."""
    _view(patch, lambda view, s, viewer: s)


def hand_of_the_right(patch: Patch) -> None:
    """Whoever will get a wallet sees the hand before."""
    _covered(patch, lambda told, estate, wallet: replace(told, hand=estate.hand) if wallet else told)


def wallets_of_all(patch: Patch) -> None:
    """Everybody sees into all wallets."""
    _covered(patch, lambda told, estate, wallet: replace(told, left=estate.left, right=estate.right))


def wallet_of_the_left(patch: Patch) -> None:
    """The wrong neighbour sees into a wallet."""

    def leaky(view: State, s: State, viewer: Seat | None) -> State:
        left = ((viewer or 0) + 1) % s.seats
        told = replace(view.estates[left], left=s.estates[left].left, right=s.estates[left].right)
        return replace(view, estates=(*view.estates[:left], told, *view.estates[left + 1 :]))

    _view(patch, leaky)


def sold_cards(patch: Patch) -> None:
    """Cards sold lie face up."""
    _covered(patch, lambda told, estate, wallet: replace(told, played=estate.played))


def _covered(patch: Patch, change: Callable[[Estate, Estate, bool], Estate]) -> None:
    def leaky(covered: Any, estate: Estate, wallet: bool) -> Estate:
        return change(covered(estate, wallet), estate, wallet)

    plant(patch, knowledge, "_public_estate", leaky)


def open_decks(patch: Patch) -> None:
    """The cards of the decks are known."""
    _view(patch, lambda view, s, viewer: replace(view, decks=s.decks))


def open_discards(patch: Patch) -> None:
    """Cards laid down lie face up."""
    _view(patch, lambda view, s, viewer: replace(view, discards=s.discards))


def steps_as_made(*kinds: type) -> Plant:
    """Steps of this kind are told as they were made."""

    def plant(patch: Patch) -> None:
        real = GreatSplit.seen

        def leaky(game: GreatSplit, s: State, seat: Seat, a: Any, viewer: Seat | None, now: State) -> Any:
            return a if isinstance(a, kinds) else real(game, s, seat, a, viewer, now)

        patch.setattr(GreatSplit, "seen", leaky)

    plant.__name__ = "made_" + "_".join(kind.__name__ for kind in kinds)
    return plant


def opened_next_round(patch: Patch) -> None:
    """What was laid down in a round is told in the next."""
    real = GreatSplit.seen

    def leaky(game: GreatSplit, s: State, seat: Seat, a: Any, viewer: Seat | None, now: State) -> Any:
        later = s.round < now.round
        return a if later and isinstance(a, Discard) else real(game, s, seat, a, viewer, now)

    patch.setattr(GreatSplit, "seen", leaky)


def notice_with_a_card(patch: Patch) -> None:
    """A notice names a card that was laid down."""
    real = Table.move

    async def leaky(self: Table, move: Any) -> None:
        await real(self, move)
        if move.branch is None:
            self.send_all(
                m.Notice("net.notice.bot_failed", {"seat": max(self.match.state.discards, default=0)})
            )

    patch.setattr(Table, "move", leaky)


def who_has_it(patch: Patch) -> None:
    """A refusal points at the seat that has the card."""
    real = GreatSplit.why_not

    def leaky(self: GreatSplit, s: State, seat: Seat, a: Any) -> Refusal | None:
        why = real(self, s, seat, a)
        card = getattr(a, "card", None)
        held = [(other,) for other, estate in enumerate(s.estates) if card in estate.hand]
        return why and replace(why, places=tuple(held))

    patch.setattr(GreatSplit, "why_not", leaky)


# --- The Great Divide ---------------------------------------------------------------------------------


def cards_counted(patch: Patch) -> None:
    """Not which cards are chosen is told, but how many."""
    real = views.deciders_left

    def leaky(table: Table) -> m.DecidersLeft:
        own = [step for branch in table.match.branches.values() for step in branch.steps]
        return replace(real(table), turn=sum(len(step.action.active) for step in own))

    patch.setattr(views, "deciders_left", leaky)


def refused_for_cards(patch: Patch) -> None:
    """The reason of a refusal depends on what another seat has chosen."""
    real = Match.propose

    def leaky(self: Match, seat: Seat, action: Any, turn: int, *more: Any) -> Any:
        if seat == 0 and any(len(step.action.active) > 1 for step in self.own(Seat(1))):
            raise Refused("match.refusal.stale", turn=turn, now=self.turn)
        return real(self, seat, action, turn, *more)

    patch.setattr(Match, "propose", leaky)


GAME_LEAKS: Final[tuple[Leak, ...]] = (
    (lines_at_once, "great_split", "eve", 3, {}),
    (open_hands, "great_split", "guest", 1, {}),
    (hand_of_the_right, "great_split", "guest", 5, {}),
    (wallets_of_all, "great_split", "guest", 2, {}),
    (wallet_of_the_left, "great_split", "guest", 2, {}),
    (wallet_of_the_left, "great_split", "eve", 6, {}),
    (sold_cards, "great_split", "eve", 5, {}),
    (open_decks, "great_split", "guest", 1, {}),
    (open_discards, "great_split", "guest", 5, {}),
    (steps_as_made(Split, Sell, Deal, Discard), "great_split", "eve", 5, {}),
    (steps_as_made(Split), "great_split", "guest", 3, {}),
    (steps_as_made(Sell), "great_split", "eve", 5, {}),
    (steps_as_made(Deal), "great_split", "guest", 1, {}),
    (steps_as_made(Discard), "great_split", "eve", 5, {}),
    (opened_next_round, "great_split", "eve", 9, {}),
    (notice_with_a_card, "great_split", "eve", 5, {"seed": 5}),
    (who_has_it, "great_split", "guest", 1, {}),
    (cards_counted, "great_divide", "host", 1, {}),
    (cards_counted, "great_divide", "eve", 1, {}),
    (refused_for_cards, "great_divide", "host", 1, {}),
)
