"""What each may see in every phase, by hand; and that the laws with this game's twin notice what leaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
import pytest

from core.game import CHANCE, Refusal, Seat
from core.games.great_split.rules import GREAT_SPLIT, GreatSplit
from core.games.great_split.state import (
    UNKNOWN_CARD,
    Action,
    Deal,
    Discard,
    Estate,
    Options,
    Play,
    Sell,
    Split,
    State,
    Take,
)
from tests.core import laws
from tests.core.games.great_split.diagrams import FIRST, SECOND, THIRD, Position, estate, position
from tests.core.games.great_split.twin import seen_by, twin

replace = msgspec.structs.replace

SPECTATOR = None
HANDS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
EVERYBODY: tuple[Seat | None, ...] = (FIRST, SECOND, THIRD, SPECTATOR)


def look(s: Position, viewer: Seat | None, seat: int = 0) -> Estate:
    """What a viewer sees before a seat."""
    view = s.game.view(s.state, viewer)
    if view.shown and viewer != seat:
        assert view.shown[seat] == view.estates[seat]
    return view.estates[seat]


def face_down(count: int) -> tuple[int, ...]:
    return (UNKNOWN_CARD,) * count


# --- Phase by phase ------------------------------------------------------------------------------------


def test_a_hand_is_seen_by_its_owner_and_counted_by_all() -> None:
    s = position("trade", *(estate(hand=hand) for hand in HANDS))
    assert look(s, FIRST).hand == (0, 1, 2)
    for viewer in (SECOND, THIRD, SPECTATOR):
        assert look(s, viewer).hand == face_down(3)


def test_nobody_sees_decks_and_discards_but_how_many() -> None:
    s = position("trade", *(estate(hand=hand) for hand in HANDS), discards=(27, 28))
    for viewer in EVERYBODY:
        view = s.game.view(s.state, viewer)
        assert [set(deck) for deck in view.decks] == [{UNKNOWN_CARD}] * 3
        assert [len(deck) for deck in view.decks] == [20, 21, 21]
        assert view.discards == face_down(2)


def test_discarding_is_sealed_and_stays_face_down() -> None:
    s = position(
        "discard", estate(hand=range(7)), estate(hand=range(10, 16)), estate(), ready=(False, False, True)
    )
    once = s.play("discard 3")
    assert look(once, FIRST).hand == (0, 1, 2, 4, 5, 6) and look(once, FIRST).discarded == (3,)
    for viewer in (SECOND, THIRD, SPECTATOR):
        assert look(once, viewer) == look(s, viewer) and look(s, viewer).hand == face_down(7)
    twice = once.play("discard 4")
    for viewer in (SECOND, THIRD, SPECTATOR):
        assert look(twice, viewer) == look(s, viewer)
        assert s.game.view(twice.state, viewer).ready == (True, False, True)
    done = twice.play("discard 15", seat=1)
    for viewer in EVERYBODY:
        assert s.game.view(done.state, viewer).discards == face_down(3)
        assert len(look(done, viewer).hand) == 5


def test_a_wallet_is_seen_by_its_owner_and_in_the_end_by_the_next_seat() -> None:
    s = position("split", *(estate(hand=hand) for hand in HANDS))
    split = s.play("split 1 | 0 2")
    assert (look(split, FIRST).left, look(split, FIRST).right) == ((1,), (0, 2))
    for viewer in (SECOND, THIRD, SPECTATOR):
        assert look(split, viewer) == look(s, viewer)
        assert look(split, viewer).hand == face_down(3) and look(split, viewer).left == ()
    away = split.play("split 3 4 | 5", seat=1).play("split 6 | 7 8", seat=2)
    assert away.state.stage == "choose"
    for viewer in (FIRST, SECOND):
        assert (look(away, viewer).left, look(away, viewer).right) == ((1,), (0, 2))
    for viewer in (THIRD, SPECTATOR):
        assert (look(away, viewer).left, look(away, viewer).right) == (face_down(1), face_down(2))
    assert (look(away, FIRST, seat=1).left, look(away, FIRST, seat=1).right) == (face_down(2), face_down(1))


def test_which_group_was_taken_is_seen_when_all_have_chosen() -> None:
    s = position("split", *(estate(hand=hand) for hand in HANDS))
    s = s.each("split 1 | 0 2", "split 3 4 | 5", "split 6 | 7 8")
    taken = s.play("take right", seat=1)
    assert look(taken, SECOND, seat=1).taken == "right"
    for viewer in (FIRST, THIRD, SPECTATOR):
        assert look(taken, viewer, seat=1) == look(s, viewer, seat=1) and look(taken, viewer).taken is None
    back = taken.play("take left", seat=0).play("take left", seat=2)
    assert look(back, FIRST).hand == (1, 6), "its own 1 came back, the 6 it has taken"
    for viewer in (SECOND, THIRD, SPECTATOR):
        assert look(back, viewer).hand == face_down(2)
        assert look(back, viewer).left == look(back, viewer).right == ()


def test_resolving_is_sealed_until_all_are_ready() -> None:
    s = position("resolve", *(estate(hand=hand, splitter=True) for hand in HANDS), round=2)
    some = s.play("play 0", "sell 1 gold")
    assert look(some, FIRST).tracks[0] == 1 and look(some, FIRST).played == (0, 1)
    for viewer in (SECOND, THIRD, SPECTATOR):
        assert look(some, viewer) == look(s, viewer)
        assert look(some, viewer).hand == face_down(3) and look(some, viewer).splitter
        assert s.game.to_act(s.game.view(some.state, viewer)) == (FIRST, SECOND, THIRD)
    all_of_it = some.play("play 2", "splitter gold")
    for viewer in (SECOND, THIRD, SPECTATOR):
        assert look(all_of_it, viewer) == look(s, viewer)
        assert s.game.to_act(s.game.view(all_of_it.state, viewer)) == (SECOND, THIRD)


def test_the_cards_played_lie_open_until_the_round_ends_sold_ones_face_down() -> None:
    mine = estate(played=(2, 0, 1), sold=(False, True, False))
    s = position("market", mine, estate(), estate())
    assert look(s, FIRST).played == (2, 0, 1)
    for viewer in (SECOND, THIRD, SPECTATOR):
        assert look(s, viewer).played == (2, UNKNOWN_CARD, 1) and look(s, viewer).sold == (False, True, False)
    over = s.play("market 0")
    for viewer in (SECOND, THIRD, SPECTATOR):
        assert look(over, viewer).hand == face_down(3) and look(over, viewer).played == ()


def test_after_the_end_all_lies_open() -> None:
    s = position("market", estate(played=(2, 0), sold=(True, False)), estate(), round=6, discards=(5, 60))
    over = s.play("market 2")
    for viewer in (FIRST, SECOND, SPECTATOR):
        assert over.game.view(over.state, viewer) == over.state
    assert not over.game.secrets(over.state) and s.game.secrets(s.state)


# --- Steps in the log ----------------------------------------------------------------------------------


def told(before: Position, text: str, seat: int, viewer: Seat | None, now: Position) -> str:
    """An earlier step as a viewer sees it now."""
    game = before.game
    return game.notation(game.seen(before.state, Seat(seat), game.parse(text), viewer, now.state))


def test_a_sealed_step_says_no_more_than_whether_it_was_the_last() -> None:
    s = position("resolve", *(estate(hand=hand, splitter=True) for hand in HANDS))
    now = s
    for text in ("play 0", "sell 1 gold", "splitter books", "play 2"):
        before, now = now, now.play(text)
        assert told(before, text, 0, FIRST, now) == text
        for viewer in (SECOND, THIRD, SPECTATOR):
            assert told(before, text, 0, viewer, now) == ("? ready" if text == "play 2" else "?")


def test_what_is_shown_of_a_round_once_each_phase_is_over() -> None:
    s = position("discard", estate(hand=range(6)), estate(hand=range(10, 15)), ready=(False, True))
    split = s.play("discard 5")
    choose = split.each("split 0 1 | 2 3 4", "split 10 | 11 12 13 14")
    resolve = choose.each("take left", "take right")
    later = resolve.play("play 0", "splitter art")
    for viewer, looks in ((FIRST, "discard 5"), (SECOND, "discard ?"), (SPECTATOR, "discard ?")):
        assert told(s, "discard 5", 0, viewer, split) == looks
        assert told(s, "discard 5", 0, viewer, later) == looks
    text = "split 0 1 | 2 3 4"
    for viewer, looks in ((FIRST, text), (SECOND, text), (SPECTATOR, "split ? ? | ? ? ?")):
        assert told(split, text, 0, viewer, choose) == looks
    for viewer in (FIRST, SECOND, SPECTATOR):
        assert told(choose, "take left", 0, viewer, resolve) == "take left"


def test_a_sale_shows_what_it_brought_and_not_the_card() -> None:
    s = position("resolve", estate(hand=(0, 1)), estate(splitter=True))
    one = s.play("sell 0 gold")
    two = one.play("play 1")
    market = two.play("splitter art", seat=1)
    for viewer, looks in ((FIRST, "sell 0 gold"), (SECOND, "sell ? gold"), (SPECTATOR, "sell ? gold")):
        assert told(s, "sell 0 gold", 0, viewer, market) == looks
        assert told(one, "play 1", 0, viewer, market) == "play 1"


def test_a_card_dealt_is_seen_by_whose_it_is_till_the_end() -> None:
    s = position("trade", *(estate(hand=hand) for hand in HANDS))
    now = s.play("card 40")
    over = position("market", estate(), estate(), estate(), round=6).play("market 2")
    for viewer, looks in ((FIRST, "card 40"), (SECOND, "card ?"), (SPECTATOR, "card ?")):
        assert told(s, "card 40", CHANCE, viewer, now) == looks
        assert told(s, "card 40", CHANCE, viewer, over) == "card 40"


# --- Two games that differ only in cards that somebody has never seen ----------------------------------


def never_seen(played: laws.Played, at: int, viewer: Seat | None) -> list[int]:
    """The cards that neither lay open to the viewer before step number `at` nor were played."""
    used = {step.action.card for step in played.steps[:at] if isinstance(step.action, Play)}
    for state in played.states[: at + 1]:
        used |= seen_by(state, state.estates, viewer)
    return [card.id for card in GREAT_SPLIT.data.cards if card.id not in used]


def swapped(action: Any, one: int, two: int) -> Any:
    """The same with two cards in each other's place."""

    def of(card: int) -> int:
        return two if card == one else one if card == two else card

    match action:
        case Split():
            return Split(tuple(sorted(map(of, action.left))), tuple(sorted(map(of, action.right))))
        case Deal() | Discard() | Sell() | Play():
            return replace(action, card=of(action.card))
        case _:
            return action


def logs_differ_in_nothing_seen(game: GreatSplit, played: laws.Played, rng: np.random.Generator) -> None:
    """Two cards of one level change places in the whole game: who has seen neither cannot tell, be it after
    a card was drawn or anywhere.
    """
    draws = [number for number, step in enumerate(played.steps, start=1) if isinstance(step.action, Deal)]
    for viewer in laws.viewers(played.seats):
        for at in (*laws.sample(draws, 3, rng), *laws.sample(range(20, len(played.steps)), 3, rng)):
            cards = never_seen(played, at, viewer)
            pairs = [pair for pair in combinations(cards, 2) if len({level_of(card) for card in pair}) == 1]
            for one, two in laws.sample(pairs, 3, rng):
                _alike(game, played, at, viewer, one, two)


def level_of(card: int) -> str:
    return GREAT_SPLIT.data.cards[card].level


def _alike(game: GreatSplit, played: laws.Played, at: int, viewer: Seat | None, one: int, two: int) -> None:
    others = [game.start(Options(), played.seats)]
    actions = [swapped(step.action, one, two) for step in played.steps[:at]]
    for step, action in zip(played.steps, actions, strict=False):
        others.append(game.apply(others[-1], step.seat, action))
    now, other = played.states[at], others[-1]
    laws.expect(game.view(other, viewer) == game.view(now, viewer), 4, "a view tells a card")
    for step, action, s, o in zip(played.steps, actions, played.states, others, strict=False):
        told = game.seen(s, step.seat, step.action, viewer, now)
        laws.expect(game.seen(o, step.seat, action, viewer, other) == told, 4, "a log tells a card")


# --- Tests of the test: leaks that have to be noticed --------------------------------------------------


def uncovered(real: tuple[Estate, ...], seen: tuple[Estate, ...], *fields: str) -> tuple[Estate, ...]:
    """What a viewer sees before the seats, but some of it as it is."""
    return tuple(
        replace(covered, **{name: getattr(estate, name) for name in fields})
        for estate, covered in zip(real, seen, strict=True)
    )


class Leaking(GreatSplit):
    """The game with a way to spoil its views."""

    def __init__(self, spoil: Callable[[State, State, Seat | None], State]) -> None:
        super().__init__(GREAT_SPLIT.data)
        self.spoil = spoil

    def view(self, s: State, viewer: Seat | None) -> State:
        view = super().view(s, viewer)
        return view if s.stage == "over" else self.spoil(s, view, viewer)


def opened(*fields: str, stage: str = "") -> Callable[[State, State, Seat | None], State]:
    """Some fields of all estates lie open, as they are or (sealed) as they were; in one stage, or always."""

    def spoil(s: State, view: State, viewer: Seat | None) -> State:
        if stage not in ("", s.stage):
            return view
        return replace(view, estates=uncovered(s.shown or s.estates, view.estates, *fields))

    return spoil


def unsealed(*fields: str) -> Callable[[State, State, Seat | None], State]:
    """Some fields of what others have sealed can be seen."""
    return lambda s, view, viewer: replace(view, estates=uncovered(s.estates, view.estates, *fields))


def counted(name: str) -> Callable[[State, State, Seat | None], State]:
    """How many cards a seat has left of what is sealed can be seen, if not which."""

    def spoil(s: State, view: State, viewer: Seat | None) -> State:
        sizes = [face_down(len(getattr(estate, name))) for estate in s.estates]
        estates = [replace(e, **{name: cards}) for e, cards in zip(view.estates, sizes, strict=True)]
        if viewer is not None:
            estates[viewer] = view.estates[viewer]
        return replace(view, estates=tuple(estates))

    return spoil


VIEWS: dict[str, Callable[[State, State, Seat | None], State]] = {
    "hands lie open": opened("hand"),
    "a hand that has just been drawn lies open": opened("hand", stage="discard"),
    "everybody sees into the wallets": opened("left", "right"),
    "one group of each wallet": opened("right"),
    "sold cards lie open": opened("played"),
    "decks lie open": lambda s, view, viewer: replace(view, decks=s.decks),
    "one deck lies open": lambda s, view, viewer: replace(view, decks=(*view.decks[:2], s.decks[2])),
    "discards lie open": lambda s, view, viewer: replace(view, discards=s.discards),
    "where a card lies": lambda s, view, viewer: replace(view, drawn=int(70 in s.decks[2])),
    "what was before the phase lies open": lambda s, view, viewer: replace(view, shown=s.shown),
    "which group was taken": unsealed("taken"),
    "tracks while others resolve": unsealed("tracks"),
    "prestige while others resolve": unsealed("prestige"),
    "double arrows while others resolve": unsealed("arrows"),
    "the splitter while others resolve": unsealed("splitter"),
    "how many cards are left to resolve": counted("hand"),
    "how many were discarded": counted("discarded"),
    "the sizes of the groups before all have split": counted("left"),
}


class Telling(GreatSplit):
    """The game with a way to spoil what is told of steps."""

    def __init__(self, kind: type[Any], stages: Sequence[str]) -> None:
        super().__init__(GREAT_SPLIT.data)
        self.kind, self.stages = kind, stages

    def seen(self, s: State, seat: Seat, a: Action, viewer: Seat | None, now: State) -> Action:
        late = (now.round, now.stage) != (s.round, s.stage)
        spoilt = isinstance(a, self.kind) and ("late" if late else "sealed") in self.stages
        return a if spoilt else super().seen(s, seat, a, viewer, now)


class Blabbing(GreatSplit):
    """A refusal says which seat has the card."""

    def why_not(self, s: State, seat: Seat, a: Action) -> Refusal | None:
        why = super().why_not(s, seat, a)
        if why is None or not isinstance(a, Discard | Sell):
            return why
        holders = [number for number, e in enumerate(s.estates) if a.card in e.hand]
        return replace(why, values={"holders": str(holders)})


GAMES: dict[str, GreatSplit] = {
    **{name: Leaking(spoil) for name, spoil in VIEWS.items()},
    "refusals tell": Blabbing(GREAT_SPLIT.data),
    "cards are told as they are drawn": Telling(Deal, ["sealed"]),
    "cards drawn are told later": Telling(Deal, ["late"]),
    "discards are told at once": Telling(Discard, ["sealed"]),
    "discards are told later": Telling(Discard, ["late"]),
    "splits are told at once": Telling(Split, ["sealed"]),
    "splits are told later": Telling(Split, ["late"]),
    "choices are told before all have chosen": Telling(Take, ["sealed"]),
    "cards played are told at once": Telling(Play, ["sealed"]),
    "sold cards are told at once": Telling(Sell, ["sealed"]),
    "sold cards are told later": Telling(Sell, ["late"]),
}


@pytest.fixture(scope="module")
def games() -> Sequence[laws.Played]:
    """Three games of four."""
    rng = np.random.default_rng(11)
    shape = laws.Shape(GREAT_SPLIT, Options(), 4)
    return [laws.playout(shape, rng) for _ in range(3)]


def secrets_kept(game: GreatSplit, games: Sequence[laws.Played]) -> None:
    """All that the laws say of secrets, in positions of every kind, and logs that differ in nothing seen."""
    rng = np.random.default_rng(12)
    pool = laws.sample(list({step.action for played in games for step in played.steps}), 60, rng)
    for played in games:
        for number, state in enumerate(played.states[:-1]):
            if number % 5 == 0 or state.stage in ("discard", "choose", "market"):
                laws.law_4_secrets(game, state, 4, twin, laws.sample(pool, 12, rng), rng)
                laws.law_4_steps(game, state, 4, rng)
                laws.law_8_sealed(game, state, 4, rng)
        logs_differ_in_nothing_seen(game, played, rng)


def test_the_game_itself_leaks_nothing(games: Sequence[laws.Played]) -> None:
    secrets_kept(GREAT_SPLIT, games)


@pytest.mark.covering(most=10)
@pytest.mark.parametrize("leak", GAMES)
def test_a_leak_is_noticed(leak: str, games: Sequence[laws.Played]) -> None:
    with pytest.raises(AssertionError, match=r"^law [48]: "):
        secrets_kept(GAMES[leak], games)
