"""Views that no game has are refused before anything is imagined behind them; all real ones pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import pytest

from core import codec
from core.game import Refused, Seat
from core.games.great_split.consistency import check
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import UNKNOWN_CARD, Estate, Options, Scored, State
from tests.core import laws

replace = msgspec.structs.replace

GAMES = [
    laws.playout(laws.Shape(GREAT_SPLIT, Options(), seats), np.random.default_rng([3, seats]))
    for seats in (2, 3, 5, 7)
]


def imagined(view: State, seat: Seat | None, seed: int = 0) -> State:
    return GREAT_SPLIT.sample_state(view, seat, np.random.default_rng(seed))


@pytest.mark.parametrize("played", GAMES, ids=lambda played: f"{played.seats} seats")
def test_every_view_of_a_game_passes_and_can_be_imagined(played: laws.Played) -> None:
    for number, state in enumerate(played.states):
        for viewer in laws.viewers(played.seats):
            view = GREAT_SPLIT.view(state, viewer)
            check(GREAT_SPLIT.data, view, viewer)
            if number % 7 == 0:
                assert GREAT_SPLIT.view(imagined(view, viewer), viewer) == view


# --- One thing wrong -----------------------------------------------------------------------------------


def with_estate(view: State, seat: int, **changes: Any) -> State:
    """The same with something else before a seat, now and before the phase."""
    estates, shown = list(view.estates), list(view.shown)
    estates[seat] = replace(estates[seat], **changes)
    if shown:
        shown[seat] = replace(shown[seat], **changes)
    return replace(view, estates=tuple(estates), shown=tuple(shown))


def in_stage(stage: str) -> State:
    """What a seat sees somewhere in the middle of a game of three in this stage."""
    states = [s for s in GAMES[1].states if s.stage == stage]
    return GREAT_SPLIT.view(states[len(states) // 2], Seat(0))


TRADE, SPLIT, CHOOSE = map(in_stage, ("trade", "split", "choose"))
RESOLVE, MARKET, OVER, DEAL = map(in_stage, ("resolve", "market", "over", "deal"))
DISCARD = next(GREAT_SPLIT.view(s, Seat(0)) for s in GAMES[1].states if s.stage == "discard" and any(s.ready))
PEOPLE = next(
    GREAT_SPLIT.view(s, Seat(0))
    for s in GAMES[1].states
    if s.stage == "characters" and s.estates[0].character is not None
)
OTHER = next(card for card in range(71) if card not in RESOLVE.estates[0].hand + RESOLVE.estates[0].played)
CARD = TRADE.estates[0].hand[0]

WRONG: dict[str, State] = {
    "no seats": replace(TRADE, estates=()),
    "one seat": replace(TRADE, estates=TRADE.estates[:1]),
    "eight seats": replace(TRADE, estates=(*TRADE.estates, *TRADE.estates, *TRADE.estates)[:8]),
    "round 0": replace(TRADE, round=0),
    "round 7": replace(TRADE, round=7),
    "a deal in round 2": replace(DEAL, round=2),
    "over in round 5": replace(OVER, round=5),
    "three tokens": replace(TRADE, tokens=TRADE.tokens[:3]),
    "a token twice": replace(TRADE, tokens=("books", "books", "art", "gems")),
    "a token too early": replace(DEAL, tokens=("art",)),
    "no market": replace(RESOLVE, round=6, market=()),
    "a market token too often": replace(MARKET, market=(4,) * len(MARKET.market)),
    "a market token that there is not": replace(MARKET, market=(9, *MARKET.market[1:])),
    "drawn before anything": replace(TRADE, drawn=-1),
    "drawn too often": replace(TRADE, drawn=3),
    "drawn while resolving": replace(RESOLVE, drawn=1),
    "a deck missing": replace(TRADE, decks=TRADE.decks[:2]),
    "a card less in a deck": replace(TRADE, decks=(TRADE.decks[0][1:], *TRADE.decks[1:])),
    "a card more in a deck": replace(TRADE, decks=((UNKNOWN_CARD, *TRADE.decks[0]), *TRADE.decks[1:])),
    "a card of a deck among the discards": replace(
        TRADE, decks=(TRADE.decks[0][1:], *TRADE.decks[1:]), discards=(*TRADE.discards, UNKNOWN_CARD)
    ),
    "a discard more": replace(TRADE, discards=(*TRADE.discards, UNKNOWN_CARD)),
    "a card more in a hand": with_estate(TRADE, 1, hand=(UNKNOWN_CARD, *TRADE.estates[1].hand)),
    "a card twice": with_estate(TRADE, 1, hand=(CARD, *[UNKNOWN_CARD] * (len(TRADE.estates[1].hand) - 1))),
    "a card that there is not": with_estate(TRADE, 0, hand=(*TRADE.estates[0].hand[:-1], 71)),
    "one's own hand face down": with_estate(TRADE, 0, hand=(UNKNOWN_CARD,) * len(TRADE.estates[0].hand)),
    "a hand out of order": with_estate(TRADE, 0, hand=TRADE.estates[0].hand[::-1]),
    "nine tracks": with_estate(TRADE, 2, tracks=TRADE.estates[2].tracks[:9]),
    "beyond the end of a track": with_estate(TRADE, 2, tracks=(16, *TRADE.estates[2].tracks[1:])),
    "before the start of a track": with_estate(TRADE, 2, tracks=(-1, *TRADE.estates[2].tracks[1:])),
    "less than no prestige": with_estate(TRADE, 1, prestige=-1),
    "no end of prestige": with_estate(TRADE, 1, prestige=10**12),
    "arrows between rounds": with_estate(TRADE, 1, arrows=1),
    "arrows without end": replace(
        RESOLVE, estates=(replace(RESOLVE.estates[0], arrows=99), *RESOLVE.estates[1:])
    ),
    "a splitter between rounds": with_estate(TRADE, 1, splitter=True),
    "a group taken between rounds": with_estate(TRADE, 1, taken="left"),
    "a wallet between rounds": with_estate(
        TRADE, 0, hand=TRADE.estates[0].hand[1:], left=TRADE.estates[0].hand[:1]
    ),
    "a hand while choosing": with_estate(CHOOSE, 0, hand=CHOOSE.estates[0].left, left=()),
    "a wallet that one has in hand face down": with_estate(
        CHOOSE,
        2,
        left=(UNKNOWN_CARD,) * len(CHOOSE.estates[2].left),
        right=(UNKNOWN_CARD,) * len(CHOOSE.estates[2].right),
    ),
    "sold what was not played": with_estate(MARKET, 1, sold=()),
    "no character": with_estate(TRADE, 1, character=None),
    "a character twice": with_estate(TRADE, 1, character=TRADE.estates[0].character),
    "a character that there is not": with_estate(TRADE, 1, character=7),
    "a character below all": with_estate(TRADE, 1, character=-1),
    "a character out of turn": with_estate(with_estate(PEOPLE, 0, character=None), 1, character=3),
    "a character before the deal": with_estate(DEAL, 0, character=1),
    "more cards to part than a hand may hold": with_estate(
        with_estate(SPLIT, 1, hand=(*SPLIT.estates[1].hand, *SPLIT.estates[2].hand)), 2, hand=()
    ),
    "more cards to resolve than two groups have": with_estate(
        with_estate(RESOLVE, 1, hand=(UNKNOWN_CARD,) * 11),
        2,
        hand=(*RESOLVE.shown[1].hand, *RESOLVE.shown[2].hand)[11:],
    ),
    "nothing shown while sealed": replace(SPLIT, shown=()),
    "something shown while open": replace(TRADE, shown=TRADE.estates),
    "nobody asked": replace(SPLIT, ready=()),
    "too few asked": replace(SPLIT, ready=(False,)),
    "all ready": replace(SPLIT, ready=(True, True, True)),
    "somebody ready between rounds": replace(TRADE, ready=(False, False, True)),
    "ready with a hand to part": replace(SPLIT, ready=(not SPLIT.ready[0], False, False)),
    "not ready with a hand that is small enough": replace(DISCARD, ready=(False,) * 3),
    "ready with cards to play": replace(RESOLVE, ready=(not RESOLVE.ready[0], False, False)),
    "tracks moved while splitting": replace(
        SPLIT, estates=(replace(SPLIT.estates[0], tracks=(15,) * 5 + (12,) * 5), *SPLIT.estates[1:])
    ),
    "cards of before gone": replace(RESOLVE, shown=(Estate(character=0, splitter=True), *RESOLVE.shown[1:])),
    "another card in hand than before": replace(
        RESOLVE,
        estates=(
            replace(
                RESOLVE.estates[0],
                hand=tuple(sorted({*RESOLVE.estates[0].hand[1:], OTHER})),
            ),
            *RESOLVE.estates[1:],
        ),
    ),
    "no splitter to play": replace(RESOLVE, shown=tuple(replace(e, splitter=False) for e in RESOLVE.shown)),
    "nothing scored": replace(OVER, scored=()),
    "scored too early": replace(TRADE, scored=(*TRADE.scored, Scored(6, "contracts", (0, 0, 0)))),
    "scored for too few": replace(OVER, scored=(replace(OVER.scored[0], amounts=(0,)), *OVER.scored[1:])),
    "an amount that no art brings": replace(
        OVER, scored=tuple(replace(s, amounts=(1, 1, 1)) if s.token == "art" else s for s in OVER.scored)
    ),
    "odd gems": replace(
        OVER, scored=tuple(replace(s, amounts=(3, 3, 3)) if s.token == "gems" else s for s in OVER.scored)
    ),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_what_no_game_looks_like_is_refused(wrong: str) -> None:
    for attempt in (
        lambda: check(GREAT_SPLIT.data, WRONG[wrong], Seat(0)),
        lambda: imagined(WRONG[wrong], Seat(0)),
    ):
        with pytest.raises(Refused) as caught:
            attempt()
        assert caught.value.refusal.code == "codec.refusal.malformed"


def test_nobody_looks_from_a_seat_that_there_is_not() -> None:
    with pytest.raises(Refused):
        check(GREAT_SPLIT.data, TRADE, Seat(3))


# --- Anything wrong ------------------------------------------------------------------------------------


def mutated(data: Any, rng: np.random.Generator) -> Any:
    """Plain data with one small change somewhere."""
    if isinstance(data, dict) and data:
        key = list(data)[int(rng.integers(len(data)))]
        return {**data, key: mutated(data[key], rng)}
    if isinstance(data, list | tuple) and data and rng.random() < 0.85:
        at = int(rng.integers(len(data)))
        return [*data[:at], mutated(data[at], rng), *data[at + 1 :]]
    return _other(data, rng)


def _other(data: Any, rng: np.random.Generator) -> Any:
    if isinstance(data, list | tuple):
        ways: Sequence[Any] = [data[1:], [*data, *data[:1]], data[::-1], [*data, UNKNOWN_CARD], []]
    elif isinstance(data, bool):
        ways = [not data, None]
    elif isinstance(data, int):
        ways = [data + 1, data - 1, UNKNOWN_CARD, 0, 70, 10**9, None]
    else:
        ways = [None, 0, "left", "resolve", "trade", "over", "discard", "choose", "market", "split"]
    return ways[int(rng.integers(len(ways)))]


def tried(played: laws.Played, rng: np.random.Generator) -> bool:
    """A view with up to three changes: refused, or as good as any. Whether it was refused."""
    state = played.states[int(rng.integers(len(played.states)))]
    viewer = laws.viewers(played.seats)[int(rng.integers(played.seats + 1))]
    data = codec.plain(GREAT_SPLIT.view(state, viewer))
    for _ in range(int(rng.integers(1, 4))):
        data = mutated(data, rng)
    try:
        view = codec.view_of(GREAT_SPLIT, data, Options(), played.seats)
        if len(view.estates) != played.seats:
            return True
        s = imagined(view, viewer)
    except Refused as refused:
        assert refused.refusal.code == "codec.refusal.malformed"
        return True
    used(s, view, viewer, rng)
    return False


def used(s: State, view: State, viewer: Seat | None, rng: np.random.Generator) -> None:
    """All that is done with a view and with what is imagined behind it."""
    for looked_at in (s, view):
        GREAT_SPLIT.outcome(looked_at)
        GREAT_SPLIT.secrets(looked_at)
        GREAT_SPLIT.view(looked_at, viewer)
    for seat in GREAT_SPLIT.to_act(s):
        actions = laws.possible(GREAT_SPLIT, s, seat)
        assert len(actions) > 0
        after = GREAT_SPLIT.apply(s, seat, actions[int(rng.integers(len(actions)))])
        GREAT_SPLIT.view(after, viewer)
    if viewer is not None:
        for action in GREAT_SPLIT.legal(view, viewer):
            GREAT_SPLIT.apply(view, viewer, action)


@pytest.mark.parametrize("played", GAMES, ids=lambda played: f"{played.seats} seats")
def test_a_view_with_something_wrong_is_refused_or_harmless(played: laws.Played) -> None:
    rng = np.random.default_rng(played.seats)
    refused = sum(tried(played, rng) for _ in range(1500))
    assert 1000 < refused < 1500, "most changes are noticed, some are another view"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_many_views_with_something_wrong(seed: int) -> None:
    rng = np.random.default_rng([9, seed])
    for played in GAMES:
        for _ in range(5000):
            tried(played, rng)
