"""The Great Split against brute force: seals, splits, chains of bonuses, scorings, and where the cards are.

Every assignment of seals to tracks and every pair of groups is written down, every advance is walked space by
space, every scoring is looked up for every place of the markers. In random games every card is somewhere,
once, at every step, and in every view.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest
from msgspec.structs import replace

from core.game import CHANCE, Seat
from core.games.great_split import scoring
from core.games.great_split.rules import GREAT_SPLIT, GreatSplit
from core.games.great_split.state import (
    SEAL_TRACKS,
    TRACKS,
    UNKNOWN_CARD,
    Action,
    Bonus,
    Estate,
    Options,
    Play,
    ResolveAction,
    Resource,
    Sell,
    SellSplitter,
    Split,
    Splitter,
    State,
)
from core.games.great_split.tracks import advance
from tests.core.games.great_split.sheet import RESOURCES, SEALS, Sheet
from tests.core.games.great_split.test_lockstep import Edition, edition

SHEET = Sheet.printed()
DATA = GREAT_SPLIT.data
CARDS = tuple(SHEET.icons)
SLIDERS = range(25)
NOBODY = 99
"""No character tile."""


# Seals


@pytest.mark.parametrize("card", CARDS)
def test_seals_go_on_any_tracks_that_fit_them(card: int) -> None:
    # Every seal of the card on every one of the ten tracks; as multisets, for alike seals are the same.
    icons = [icon for icon in SHEET.icons[card] if icon in SEALS]
    found = set()
    for tracks in product(TRACKS, repeat=len(icons)):
        if all(track in SHEET.fits[icon] for icon, track in zip(icons, tracks, strict=True)):
            found.add(frozenset(Counter(zip(icons, tracks, strict=True)).items()))
    choices = GREAT_SPLIT.seal_choices(card)
    ours = [frozenset(Counter(zip(SHEET.seals_on(card), way, strict=True)).items()) for way in choices]
    assert len(set(ours)) == len(ours)
    assert set(ours) == found


def test_alike_seals_are_said_in_the_order_of_the_tracks() -> None:
    for card in CARDS:
        seals = SHEET.seals_on(card)
        for way in GREAT_SPLIT.seal_choices(card):
            said = [(SEALS.index(seal), TRACKS.index(track)) for seal, track in zip(seals, way, strict=True)]
            assert said == sorted(said)


def test_what_seals_on_another_track_or_in_another_order_would_be_is_refused() -> None:
    tried = Counter[bool]()
    for card in CARDS:
        state = resolving(Estate(hand=(card,)))
        for many in range(4):
            for seals in product(SEAL_TRACKS, repeat=many):
                refusal = GREAT_SPLIT.why_not(state, Seat(0), Play(card, seals))
                assert (refusal is None) == (seals in GREAT_SPLIT.seal_choices(card))
                tried[refusal is None] += 1
    print(dict(tried))
    assert tried[True] == sum(len(GREAT_SPLIT.seal_choices(card)) for card in CARDS)


# Splits


@pytest.mark.parametrize("size", range(2, 7))
def test_a_hand_is_parted_in_every_way(size: int) -> None:
    # Every pair of groups of these cards and one more: only those are legal that hold each card once, and
    # have a card each.
    hand = tuple(range(20, 20 + size))
    state = at("split", Estate(hand=hand))
    groups = [group for many in range(size + 1) for group in combinations((*hand, 50), many)]
    ways = {
        Split(left, right)
        for left, right in product(groups[1:], repeat=2)
        if sorted(left + right) == list(hand)
    }
    legal = GREAT_SPLIT.legal(state, Seat(0))
    assert set(legal) == ways
    assert len(legal) == len(ways) == 2**size - 2
    if size > 3:
        return
    lists = [way for many in range(size + 1) for way in permutations((*hand, 50), many)]
    for left, right in product(lists, repeat=2):
        refusal = GREAT_SPLIT.why_not(state, Seat(0), Split(left, right))
        assert (refusal is None) == (Split(left, right) in ways)


# Bonus chains


def all_advances(numbers: Edition) -> Iterator[tuple[dict[str, int], str, int]]:
    """Every track, space and number of steps; of the resource that a seal track advances, every space too."""
    last = numbers.sheet.last
    for track in TRACKS:
        onward = track.removesuffix("-seal")
        spaces = [onward, track] if onward != track else [track]
        for places in product(*(range(last[name] + 1) for name in spaces)):
            for steps in range(1, 5):
                yield {**dict.fromkeys(TRACKS, 0), **dict(zip(spaces, places, strict=True))}, track, steps


@pytest.mark.parametrize("name", ["printed", "crowded", "short"])
def test_advances_from_everywhere(name: str) -> None:
    numbers, tried = edition(name), Counter[str]()
    for tracks, track, steps in all_advances(numbers):
        before, after = tuple(tracks.values()), dict(tracks)
        found = numbers.sheet.walk(after, [track] * steps)
        progress = advance(numbers.game.data, before, [(TRACKS.index(track), steps)])
        assert progress.tracks == tuple(after.values()), (tracks, track, steps)
        assert progress.arrows == found["double arrow"], (tracks, track, steps)
        assert progress.lost == found["step lost"], (tracks, track, steps)
        moved = Counter[int]()
        for hop in progress.hops:
            moved[hop.track] += hop.after - hop.before
        assert moved == Counter({i: after[t] - tracks[t] for i, t in enumerate(TRACKS)})
        tried += found + Counter(advances=1)
    print(name, dict(tried))
    assert min(tried["double arrow"], tried["step lost"], tried["step by a seal"]) > 50


@pytest.mark.parametrize("name", ["printed", "crowded"])
def test_everything_played_from_anywhere(name: str) -> None:
    # Each card with all its choices, each sale, the splitter and a double arrow on each track.
    game, sheet = edition(name)
    rng = random.Random(1)
    for action in everything_played(game):
        for _ in range(3):
            tracks: dict[str, int] = {track: rng.randrange(sheet.last[track] + 1) for track in TRACKS}
            estate = Estate(tracks=tuple(tracks.values()), hand=CARDS, splitter=True, arrows=1, prestige=7)
            after = game.resolved(estate, action)
            found = sheet.walk(tracks, steps_of(sheet, action))
            spent = isinstance(action, Bonus)
            assert after.tracks == tuple(tracks.values()), action
            assert after.arrows == found["double arrow"] + 1 - spent, action
            assert after.prestige == 7 + steps_of(sheet, action).count("prestige"), action
            assert after.splitter != isinstance(action, Splitter | SellSplitter), action


def everything_played(game: GreatSplit) -> Iterator[ResolveAction]:
    """Every decision that there is in resolving."""
    for card in CARDS:
        yield from (Play(card, seals) for seals in game.seal_choices(card))
        yield from (Sell(card, "gold"), Sell(card, "prestige"))
    yield from map(Splitter, TRACKS)
    yield from (SellSplitter("gold"), SellSplitter("prestige"))
    yield from map(Bonus, (*TRACKS, "prestige"))


def steps_of(sheet: Sheet, action: ResolveAction) -> list[str]:
    """What it brings by itself, one by one."""
    match action:
        case Play():
            return [*(icon for icon in sheet.icons[action.card] if icon not in SEALS), *action.seals]
        case Sell() | SellSplitter():
            return [action.goods]
        case Splitter():
            return [action.track]
        case Bonus():
            return [action.track] * 2


# Scoring


def with_tracks(character: int = NOBODY, **spaces: int) -> Estate:
    """A seat with markers on these spaces; `books_seal` for the seal track."""
    named = {name.replace("_", "-"): space for name, space in spaces.items()}
    tracks = tuple(named.get(track, 0) for track in TRACKS)
    return Estate(tracks=tracks, character=None if character == NOBODY else character)


def test_the_art_market_at_every_level_and_slider() -> None:
    # The whole table written out, a column for each step of the slider; it never falls, and pays nothing else
    # than the source names.
    rows: dict[int, list[int]] = {level: [] for level in range(max(SHEET.rows["art"]["levels"]) + 1)}
    for slider in SLIDERS:
        lying = max((row for row in SHEET.art if row["slider"] <= slider), key=lambda row: row["slider"])
        for level, amount in enumerate(lying["pays"]):
            rows[level].append(amount)
    for level, row in rows.items():
        assert row == sorted(row) and set(row) <= {0, 6, 10, 13, 15}
        assert level == 0 or all(less <= more for less, more in zip(rows[level - 1], row, strict=True))
    assert set(rows[0]) == {0}
    for slider in (4, 12):
        assert {row[slider] for row in rows.values()} == {0, 6, 10, 13, 15}
    seen = set()
    for space, slider in product(range(SHEET.last["art"] + 1), SLIDERS):
        level = SHEET.rows["art"]["levels"][space]
        worth = scoring.art(DATA, with_tracks(art=space), slider)
        assert worth == rows[level][slider] == SHEET.art_market(level, slider), (space, slider)
        seen.add((level, slider))
    assert len(seen) == len(rows) * len(SLIDERS)
    print(*rows.items(), sep="\n")
    assert sum(sorted(SHEET.market)[-6:]) < len(SLIDERS), "the slider goes no further"


def test_books_and_gems_everywhere() -> None:
    for space in range(SHEET.last["books"] + 1):
        banners = SHEET.rows["books"]["banners"]
        reached = [banners[i] for i in range(space + 1) if banners[i]]
        assert scoring.books(DATA, with_tracks(books=space)) == (reached[-1] if reached else 0)
    spaces = [range(SHEET.last[gem] + 1) for gem in ("topaz", "emerald")]
    for topaz, emerald in product(*spaces):
        gem, space = min((topaz, "topaz"), (emerald, "emerald"))[::-1]
        value = SHEET.rows[gem]["values"][space]
        assert scoring.gems(DATA, with_tracks(topaz=topaz, emerald=emerald)) == 2 * value


@pytest.mark.parametrize("resource", RESOURCES)
def test_contracts_everywhere(resource: Resource) -> None:
    # With each character and with none; nothing of another resource counts.
    row, stars = SHEET.rows[resource], SHEET.rows[f"{resource}-seal"]["stars"]
    for character in (*SHEET.characters, NOBODY):
        own = SHEET.characters.get(character, {"contracts": {}})["contracts"]
        for space, seal in product(range(row["spaces"] + 1), range(len(stars))):
            estate = with_tracks(character, **{resource: space, f"{resource}_seal": seal})
            icons = own.get(resource, 0)
            for walked in range(1, space + 1):
                icons += walked in row["contracts"]
            assert scoring.contract(DATA, estate, resource) == icons * stars[seal]
            assert scoring.contracts(DATA, estate) == icons * stars[seal], "no stars, no other contract"


# Where the cards are


def at(stage: str, *estates: Estate) -> State:
    """A position in which the first seat is to decide and the second is ready."""
    start = GREAT_SPLIT.start(Options(), 2)
    both = (*estates, Estate())[:2]
    return replace(start, stage=stage, estates=both, shown=both, ready=(False, True))


def resolving(estate: Estate) -> State:
    """A position in which the first seat has this to play."""
    return at("resolve", estate)


def cards_in(state: State) -> list[int]:
    """All cards, wherever they lie."""
    held = [(e.hand, e.left, e.right, e.discarded, e.played) for e in state.estates]
    groups = [*state.decks, state.discards, *(group for groups in held for group in groups)]
    return [card for group in groups for card in group]


def check_cards(state: State, viewer: int) -> None:
    """Every card is somewhere, once; in a view as many, and none that is known twice."""
    assert sorted(cards_in(state)) == list(CARDS), state
    shown = cards_in(GREAT_SPLIT.view(state, Seat(viewer) if viewer >= 0 else None))
    assert len(shown) == len(CARDS)
    known = [card for card in shown if card != UNKNOWN_CARD]
    assert len(set(known)) == len(known)


def check_change(before: State, after: State) -> None:
    """Nothing is ever lost but what is laid down; the hands after a trade are within the limit."""
    assert set(before.discards) <= set(after.discards)
    for was, now in zip(before.estates, after.estates, strict=True):
        assert now.prestige >= was.prestige
        assert all(a <= b for a, b in zip(was.tracks, now.tracks, strict=True))
        assert all(space <= last for space, last in zip(now.tracks, SHEET.last.values(), strict=True))
    if after.stage == "split" and before.stage != "split":
        limit = SHEET.limits[after.round - 1]
        assert all(0 < len(estate.hand) <= limit for estate in after.estates)
    if (before.stage, after.stage) == ("choose", "resolve"):
        assert all(estate.splitter for estate in after.estates)


def play_counting_cards(number: int) -> Counter[str]:
    """A random game in which the cards are counted at every step."""
    rng, game = random.Random(number), GREAT_SPLIT
    seats, found = 2 + number % 6, Counter[str]()
    state = game.start(Options(), seats)
    while actors := game.to_act(state):
        seat = rng.choice(actors)
        actions: list[Action] = [a for a, _ in game.chances(state)] if seat == CHANCE else []
        after = game.apply(state, seat, rng.choice(actions or list(game.legal(state, seat))))
        check_cards(after, rng.randrange(-1, seats))
        check_change(state, after)
        state = after
        found["steps"] += 1
        found["discards"] = len(state.discards)
    each = 16 if seats == 2 else 10
    held = sum(len(estate.hand) for estate in state.estates)
    assert held + len(state.discards) == each * seats, "four cards and one or two in each round"
    return found


def count_cards(numbers: range) -> None:
    """Several games with all numbers of seats."""
    found = sum((play_counting_cards(number) for number in numbers), Counter[str]())
    print(len(numbers), "games:", dict(found))
    assert found["discards"] > len(numbers)


@pytest.mark.long
def test_every_card_is_somewhere_once() -> None:
    count_cards(range(60))


@pytest.mark.long
def test_every_card_is_somewhere_once_in_many_games() -> None:
    count_cards(range(1000, 2000))
