"""Whatever The Great Split hides leaves the server in no form: twin games sound the same, byte by byte.

How twins are made, and what the viewer tries on the way, is in `great_split_twins`. Then faults are planted,
one at a time, and each has to be heard.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest
from msgspec.structs import replace

from core import codec
from core import match as core_match
from core.game import Refusal, Refused, Seat
from core.games.great_split import knowledge
from core.games.great_split.rules import GreatSplit
from core.games.great_split.state import Deal, Discard, Estate, Market, Sell, Split, State
from core.match import Match
from core.protocol import messages as m
from core.simultaneous import all_steps, states_after
from server.bots import pool
from server.tables import play, views
from server.tables.table import Table
from tests.planting import plant
from tests.server.great_split_twins import COUCH, DRAWS, At, no_randomness, script, told, twins
from tests.server.leaks import second_thoughts, thinking

__all__ = ["no_randomness"]

# --- Twins ------------------------------------------------------------------------------------------------

USUAL: Final = [
    (2, "seat 1", (2, "resolve")),
    (3, "seat 2", (2, "choose")),
    (4, "seat 3", (6, "resolve")),
    (4, "couch", (3, "discard")),
    (4, "eve", (6, "resolve")),
    (4, "lobby", (2, "resolve")),
    (7, "seat 4", (2, "discard")),
    (7, "couch", (2, "split")),
]


def check(seats: int, viewer: str, at: At, seed: int = 5) -> None:
    """The viewer cannot tell the twins apart, though others hold other cards and decide otherwise."""
    one, other = twins(seats, viewer, at, seed)
    heard, again = told(one), told(other)
    assert heard.turn == again.turn
    assert heard.steps != again.steps
    for number, (words, others) in enumerate(zip(heard.words, again.words, strict=True)):
        assert words == others, f"word {number}: {codec.unpack(words)} or {codec.unpack(others)}"


@pytest.mark.covering(most=2)
@pytest.mark.parametrize(("seats", "viewer", "at"), USUAL)
def test_twins_sound_the_same(seats: int, viewer: str, at: At) -> None:
    check(seats, viewer, at)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100))
def test_twins_sound_the_same_everywhere(seed: int) -> None:
    """Any number of seats, any viewer, any phase of any game."""
    rng = random.Random(seed)
    seats = rng.randint(2, 7)
    couch = COUCH if seats >= 4 else (0,)
    alone = [f"seat {seat}" for seat in range(seats) if seats < 4 or seat not in couch]
    viewer = rng.choice([*alone, *(["couch"] if seats >= 4 else []), "eve", "lobby"])
    check(seats, viewer, rng.choice(script(seats, seed).phases).at, seed)


def test_the_viewer_hears_all_kinds_of_words_in_such_a_game() -> None:
    """Else equal streams would say little."""
    heard = told(twins(4, "seat 3", (2, "resolve"))[0])
    kinds = Counter(
        word["is"] for word in map(codec.unpack, heard.words) if isinstance(word, dict) and "is" in word
    )
    wanted = {
        "TableView": 20,
        "StepsMade": 6,
        "DecisionSealed": 5,
        "DecidersLeft": 12,
        "Failed": 500,
        "Done": 50,
        "Seated": 4,
    }
    assert {kind for kind, least in wanted.items() if kinds[kind] < least} == set(), kinds
    assert kinds.keys() >= {"Welcome", "Tables", "Occupants", "Notice", "Said"}


def test_twins_are_no_copies() -> None:
    """To other seats they sound otherwise: what is hidden from one is told to whom it belongs."""
    one, other = twins(4, "seat 3", (2, "choose"), briefly=True)
    assert len(one.game.states) > 200 and len(other.swap) > 20
    for elsewhere in ((Seat(1),), (Seat(0), Seat(2))):
        heard = [told(replace(course, mine=elsewhere)) for course in (one, other)]
        assert heard[0].stream != heard[1].stream


# --- Planted leaks ------------------------------------------------------------------------------------------

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]


def told_each_time(patch: Patch) -> None:
    """Ready, though nobody has become ready."""

    def leaky(self: Table, seat: Seat, action: Any, owed: object) -> None:
        for guest in self.guests.values():
            own = self.chairs[seat].held_by(guest.number)
            guest.send(views.decision_sealed(self, seat, action) if own else views.deciders_left(self))

    patch.setattr(Table, "_tell_sealed", leaky)


def counted_by_turn(patch: Patch) -> None:
    """The turn that Ready names counts sealed steps."""
    real = views.deciders_left
    patch.setattr(
        views, "deciders_left", lambda table: replace(real(table), turn=len(table.match.all_steps()))
    )


def counted_by_done(patch: Patch) -> None:
    """The answer to a word of chat does."""
    real = Table.handle

    async def leaky(self: Table, guest: Any, command: m.Command, run: Any) -> m.Done:
        done = await real(self, guest, command, run)
        return replace(done, port=len(self.match.all_steps())) if isinstance(command, m.Say) else done

    patch.setattr(Table, "handle", leaky)


def counted_by_ply(patch: Patch) -> None:
    """The ply that a returning guest is told is that of all lines."""
    _snapshot(patch, lambda self, told: replace(told, ply=sum(line.ply for line in self.branches.values())))


def begun(patch: Patch) -> None:
    """Who comes back is told who has not begun."""
    real = views.table_view

    def leaky(table: Table, guest: Any) -> m.TableView:
        told = real(table, guest)
        return replace(told, to_act=tuple(seat for seat in told.to_act if not table.match.own(seat)))

    patch.setattr(views, "table_view", leaky)


def first_come(patch: Patch) -> None:
    """Those who owe a decision are named in the order in which they began."""
    real = Match.accept

    def leaky(self: Match, move: Any) -> None:
        real(self, move)
        if move.branch is not None:
            self.branches[move.step.seat] = self.branches.pop(move.step.seat)

    patch.setattr(Match, "accept", leaky)


def own_of_another(patch: Patch) -> None:
    """A seat comes back to the sealed decisions of seat 0."""
    _snapshot(patch, lambda self, told: replace(told, own=tuple(step.action for step in self.own(Seat(0)))))


def whole_log(patch: Patch) -> None:
    """A scene has the steps as they were made."""
    _snapshot(patch, lambda self, told: replace(told, log=tuple(self.steps)))


def _snapshot(patch: Patch, change: Callable[[Match, Any], Any]) -> None:
    real = Match.snapshot
    patch.setattr(Match, "snapshot", lambda self, viewer: change(self, real(self, viewer)))


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


def _seen(*kinds: type) -> Leak:
    """Steps of this kind are told as they were made."""

    def plant(patch: Patch) -> None:
        real = GreatSplit.seen

        def leaky(game: GreatSplit, s: State, seat: Seat, a: Any, viewer: Seat | None, now: State) -> Any:
            return a if isinstance(a, kinds) else real(game, s, seat, a, viewer, now)

        patch.setattr(GreatSplit, "seen", leaky)

    plant.__name__ = "seen_" + "_".join(kind.__name__ for kind in kinds)
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


def looked_before_the_seat(patch: Patch) -> None:
    """A refusal to decide for another seat depends on what that has decided."""
    real = play.own_seat

    def leaky(table: Table, guest: Any, number: int) -> Seat:
        if table.match.own(Seat(number)) and not table.chairs[number].held_by(guest.number):
            raise Refused("match.refusal.not_your_turn")
        return real(table, guest, number)

    patch.setattr(play, "own_seat", leaky)


def stale_by_changes(patch: Patch) -> None:
    """A refusal tells how often anything has changed."""
    real = Match.propose

    def leaky(self: Match, *asked: Any) -> Any:
        try:
            return real(self, *asked)
        except Refused as refused:
            raise Refused(refused.refusal.code, now=self._change) from None

    patch.setattr(Match, "propose", leaky)


def other_viewers(patch: Patch) -> None:
    """A guest is shown all seats."""
    patch.setattr(views, "viewers", lambda table, guest: (-1, *range(len(table.chairs))))


def listed_at_each_decision(patch: Patch) -> None:
    """The lobby's list is told anew whenever somebody decides."""
    real = Table.move

    async def leaky(self: Table, move: Any) -> None:
        await real(self, move)
        if move.branch is not None:
            self.services.changed()

    patch.setattr(Table, "move", leaky)


def count_in_the_list(patch: Patch) -> None:
    """The lobby's list names how much has been decided."""
    real = views.table_summary
    patch.setattr(
        views, "table_summary", lambda table: replace(real(table), title=str(len(table.match.all_steps())))
    )


def seed_in_the_title(patch: Patch) -> None:
    """With the seed one knows every draw to come."""
    real = views.table_view
    patch.setattr(
        views,
        "table_view",
        lambda table, guest: replace(real(table, guest), title=table.match.seed_at_end().hex()[:20]),
    )


def drawn_ahead(patch: Patch) -> None:
    """The market token of the round is drawn, and told, before it is turned up."""
    real = views.table_view

    def leaky(table: Table, guest: Any) -> m.TableView:
        made = len(table.match.steps)
        drawn = next(a for number, a in DRAWS.items() if number >= made and isinstance(a, Market))
        return replace(real(table, guest), series=replace(table.series, played=drawn.value))

    patch.setattr(views, "table_view", leaky)


def all_knowing_ai(patch: Patch) -> None:
    """An AI is asked with the state and not with its view."""
    real = pool.question

    def leaky(match: Match, *asked: Any, **more: Any) -> Any:
        return replace(real(match, *asked, **more), view=codec.plain(match.state))

    patch.setattr(pool, "question", leaky)


def lines_by_length(patch: Patch) -> None:
    """The steps are opened in another order than that of the seats."""

    def leaky(lines: Any) -> tuple[Any, ...]:
        ordered = sorted(lines.values(), key=lambda line: line.ply)
        return tuple(step for line in ordered for step in line.steps)

    patch.setattr(core_match, "all_steps", leaky)


SEAT, EVE, LIST = "seat 3", "eve", "lobby"
LEAKS: Final[list[tuple[Leak, str, At]]] = [
    (told_each_time, SEAT, (1, "resolve")),
    (counted_by_turn, SEAT, (1, "resolve")),
    (counted_by_done, EVE, (1, "resolve")),
    (counted_by_ply, EVE, (1, "resolve")),
    (begun, SEAT, (1, "resolve")),
    (first_come, EVE, (1, "resolve")),
    (own_of_another, SEAT, (1, "split")),
    (whole_log, EVE, (1, "choose")),
    (whole_log, SEAT, (1, "resolve")),
    (lines_at_once, EVE, (1, "resolve")),
    (open_hands, SEAT, (1, "split")),
    (hand_of_the_right, SEAT, (2, "split")),
    (wallets_of_all, "seat 1", (1, "choose")),
    (wallet_of_the_left, SEAT, (1, "choose")),
    (wallet_of_the_left, EVE, (2, "choose")),
    (sold_cards, EVE, (2, "split")),
    (open_decks, SEAT, (1, "split")),
    (open_discards, SEAT, (2, "split")),
    (_seen(Split, Sell, Deal, Discard), EVE, (2, "split")),
    (_seen(Split), SEAT, (1, "resolve")),
    (_seen(Sell), EVE, (2, "split")),
    (_seen(Deal), SEAT, (1, "split")),
    (_seen(Discard), EVE, (2, "split")),
    (opened_next_round, EVE, (3, "split")),
    (second_thoughts, EVE, (1, "resolve")),
    (thinking, SEAT, (1, "resolve")),
    (notice_with_a_card, EVE, (2, "split")),
    (who_has_it, SEAT, (1, "split")),
    (looked_before_the_seat, EVE, (1, "resolve")),
    (stale_by_changes, SEAT, (1, "resolve")),
    (other_viewers, SEAT, (1, "split")),
    (other_viewers, EVE, (1, "split")),
    (listed_at_each_decision, LIST, (1, "resolve")),
    (count_in_the_list, LIST, (1, "resolve")),
    (seed_in_the_title, EVE, (1, "split")),
    (drawn_ahead, EVE, (1, "split")),
    (all_knowing_ai, SEAT, (1, "split")),
    (lines_by_length, EVE, (2, "discard")),
]


@pytest.mark.covering(most=8)
@pytest.mark.parametrize(
    ("leak", "viewer", "at"), LEAKS, ids=[f"{leak.__name__}-{viewer}" for leak, viewer, _ in LEAKS]
)
def test_a_planted_leak_is_heard(leak: Leak, viewer: str, at: At, monkeypatch: Patch) -> None:
    leak(monkeypatch)
    one, other = twins(4, viewer, at, briefly=leak is not who_has_it)
    silent = told(one).stream == told(other).stream
    assert not silent
