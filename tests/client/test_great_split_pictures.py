"""The pictures of The Great Split's rules say what is true: the rules themselves are asked."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from assets.texts import LANGUAGES
from client.boards.great_split.fields import Board, Choice, Effect, Picture, Tracks, Wallet
from client.boards.great_split.tracks import marks
from client.screens.rules_pages import load
from core.game import Seat
from core.games.great_split import scoring
from core.games.great_split.data import ART_AMOUNTS, FIRST_HAND, GREAT_SPLIT_DATA, LINES, ROUNDS
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import (
    RESOURCES,
    SEAL_TRACKS,
    TRACKS,
    Estate,
    Options,
    Play,
    Sell,
    Split,
    Splitter,
    Take,
)
from tests.client.pages_kit import those, words

replace = msgspec.structs.replace

DATA = GREAT_SPLIT_DATA
PAGES = load("great_split")
ME = Seat(0)


def fields(number: int) -> tuple[Any, ...]:
    """What the picture of a page shows."""
    found: tuple[Any, ...] = PAGES[number - 1].picture.fields
    return found


# --- cards and what they bring -------------------------------------------------------------------


@pytest.mark.parametrize("effect", those(PAGES, "effect"))
def test_a_card_brings_what_the_picture_shows(effect: Effect) -> None:
    action = effect.action
    hand = (action.card,) if isinstance(action, Play | Sell) else ()
    estates = (Estate(hand=hand, splitter=True), Estate(splitter=True))
    s = replace(GREAT_SPLIT.start(Options(), 2), stage="resolve", estates=estates, shown=estates)
    s = replace(s, ready=(False, False))
    assert GREAT_SPLIT.why_not(s, ME, action) is None
    after = GREAT_SPLIT.apply(s, ME, action).estates[0]
    shown = [*effect.icons]
    assert after.prestige == shown.count("prestige")
    assert sum(after.tracks) == len(shown) - shown.count("prestige"), "no bonus hides in the picture"
    assert all(after.tracks[TRACKS.index(name)] == shown.count(name) for name in shown if name != "prestige")


def test_the_page_of_selling_shows_both_ways_of_the_same_card_and_the_splitter() -> None:
    gold, prestige, splitter = (field.effect.action for field in fields(11))
    assert isinstance(gold, Sell) and isinstance(prestige, Sell) and isinstance(splitter, Splitter)
    assert gold.card == prestige.card and {gold.goods, prestige.goods} == {"gold", "prestige"}


@pytest.mark.parametrize("choice", those(PAGES, "choice"))
def test_seals_count_where_the_picture_says(choice: Choice) -> None:
    assert DATA.seals[choice.sign] == choice.tracks


def test_all_seals_are_shown() -> None:
    assert [field.choice.sign for field in fields(4)] == list(DATA.seals)


def test_the_first_hand_is_one() -> None:
    hand = fields(5)[2].hand
    assert len(hand.left) == FIRST_HAND and set(hand.left) <= set(DATA.decks[0])


def test_the_same_hand_is_parted_in_three_ways() -> None:
    hands = [field.hand for field in fields(7)]
    assert len({tuple(sorted((*hand.left, *hand.right))) for hand in hands}) == 1
    whole = tuple(sorted((*hands[0].left, *hands[0].right)))
    estates = (Estate(hand=whole), Estate())
    s = replace(GREAT_SPLIT.start(Options(), 2), stage="split", estates=estates, ready=(False, False))
    for hand in hands:
        assert GREAT_SPLIT.why_not(s, ME, Split(hand.left, hand.right)) is None
    assert sorted(map(len, (hands[2].left, hands[2].right)))[0] == 1


def test_the_page_of_decisions_shows_cards_of_the_highest_level() -> None:
    hand = fields(20)[0].hand
    assert {*hand.left, *hand.right} <= set(DATA.decks[2])


# --- wallets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("wallet", those(PAGES, "wallet"))
def test_a_wallet_goes_to_the_next_seat_and_holds_cards_in_order(wallet: Wallet) -> None:
    assert wallet.taker == wallet.giver + 1
    assert [*wallet.left] == sorted(wallet.left) and [*wallet.right] == sorted(wallet.right)


def test_the_new_hand_is_what_was_taken_and_what_came_back() -> None:
    first, own, hand = (field.wallet or field.hand for field in fields(9))
    assert first.taker == own.giver, "it is the same seat that takes and is taken from"
    estates = (
        Estate(left=first.left, right=first.right),
        Estate(left=own.left, right=own.right),
        Estate(),
    )
    s = replace(GREAT_SPLIT.start(Options(), 3), stage="choose", estates=estates, ready=(False,) * 3)
    for seat, side in enumerate(("left", first.take, own.take)):
        s = GREAT_SPLIT.apply(s, Seat(seat), Take(side))
    assert s.stage == "resolve" and s.estates[1].hand == hand.left == tuple(
        sorted(first.taken + own.returned)
    )
    assert len(hand.left) == len(own.left) + len(own.right), "three out, three in hand"


# --- tracks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tracks", those(PAGES, "tracks"))
def test_what_is_done_on_the_tracks_can_be_done_and_leads_there(tracks: Tracks) -> None:
    s = tracks.state()
    for step in tracks.steps:
        assert GREAT_SPLIT.why_not(s, ME, step) is None, step
        s = GREAT_SPLIT.apply(s, ME, step)
    assert s.estates[0].tracks == tracks.after().tracks
    assert s.estates[0].arrows == 0, "no arrow is left to spend"


@pytest.mark.parametrize("tracks", those(PAGES, "tracks"))
def test_every_advance_of_a_picture_can_be_seen(tracks: Tracks) -> None:
    assert {RESOURCES[hop.track % len(RESOURCES)] for hop in tracks.hops()} <= set(tracks.show)
    assert {name.removesuffix("-seal") for name in tracks.at} <= set(tracks.show)


@pytest.mark.parametrize("tracks", [p for p in those(PAGES, "tracks") if p.values[0].scores])
def test_a_sum_is_what_the_rules_score(tracks: Tracks) -> None:
    token, _, resource = tracks.scores.partition("-")
    estate = tracks.after()
    points = (
        scoring.contract(DATA, estate, resource)  # type: ignore[arg-type]  # one of them
        if resource
        else scoring.score(DATA, estate, token, tracks.slider)
    )
    assert int(tracks.sum.rpartition(" ")[2]) == points > 0
    first, sign, second, *_ = [*tracks.sum.split(), "", ""]
    assert sign not in ("×", "+") or points == (
        int(first) * int(second) if sign == "×" else int(first) + int(second)
    )


@pytest.mark.parametrize("tracks", [p for p in those(PAGES, "tracks") if p.values[0].turned])
def test_no_market_token_is_turned_up_too_often(tracks: Tracks) -> None:
    assert all(tracks.turned.count(value) <= DATA.market_tokens.count(value) for value in tracks.turned)


def test_the_page_of_the_ten_tracks_shows_them_all() -> None:
    assert fields(2)[0].tracks.show == RESOURCES


def test_a_bonus_is_reached_in_the_first_picture_and_passed_in_the_second() -> None:
    reached, passed = (field.tracks for field in fields(12))
    seal, bonus = reached.hops()
    assert bonus.bonus and seal.after in DATA.steps[seal.track]
    first, bonus, second = passed.hops()
    assert bonus.bonus and not first.bonus and second.after not in DATA.steps[second.track]


def test_the_chain_runs_from_seal_to_gold_to_arrow_and_the_last_bonus_is_lost() -> None:
    chain, lost = (field.tracks for field in fields(13))
    names = [TRACKS[hop.track] for hop in chain.hops()]
    assert names == ["gold-seal", "gold", "art"] and chain.hops()[1].arrows == 1
    assert [hop.lost for hop in lost.hops()] == [0, 1]


def test_the_character_brings_an_icon_to_the_second_contract() -> None:
    tracks = fields(17)[1].tracks
    without = replace(tracks.after(), character=None)
    assert (
        scoring.contracts_of(DATA, tracks.after(), "gold") == scoring.contracts_of(DATA, without, "gold") + 1
    )


# --- the board -----------------------------------------------------------------------------------


@pytest.mark.parametrize("board", those(PAGES, "board"))
def test_what_stands_beside_the_estates_can_stand_there(board: Board) -> None:
    assert sorted(board.tokens) == sorted(DATA.scoring_tokens) and len(board.turned) == board.round - 1
    assert all(board.turned.count(value) <= DATA.market_tokens.count(value) for value in board.turned)
    assert all(count >= 0 for count in board.decks)


# --- numbers in the words ------------------------------------------------------------------------


def numbers(language: str, page: int, part: str = "body") -> list[int]:
    """The numbers in a text, in their order."""
    return [int(n) for n in re.findall(r"\d+", words("great_split", language, page, part))]


def part_of(wanted: list[int], found: list[int]) -> bool:
    """Whether the numbers are told one after the other."""
    return any(found[i : i + len(wanted)] == wanted for i in range(len(found) - len(wanted) + 1))


def spaces_with(kind: str, track: str) -> list[int]:
    return [n for n, mark in enumerate(marks(DATA, TRACKS.index(track)), 1) if mark.kind == kind]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_tell_the_numbers_of_the_game(language: str) -> None:
    """They are written out in the texts; whoever changes the data is told so here."""
    decks = [len(deck) for deck in DATA.decks]
    assert part_of([sum(decks), decks[0], decks[1]], numbers(language, 3)) and decks[1] == decks[2]
    assert part_of([*DATA.hand_limit], numbers(language, 6))
    for seal in SEAL_TRACKS:
        assert part_of(spaces_with("step", seal), numbers(language, 12))
        assert part_of(spaces_with("stars", seal), numbers(language, 12))
        stars = DATA.seal_tracks[seal].stars
        assert part_of(sorted(set(stars))[1:], numbers(language, 12))
    assert part_of(spaces_with("arrow", "gold"), numbers(language, 13))
    assert part_of([2 * DATA.tracks["topaz"].values[-1]], numbers(language, 15))
    market = numbers(language, 16)
    assert part_of([min(DATA.market_tokens), max(DATA.market_tokens)], market)
    assert part_of(sorted(DATA.market_tokens), market)
    assert part_of([1, max(DATA.tracks["art"].levels)], market)
    assert part_of([*ART_AMOUNTS[1:]], market)
    assert part_of([row.slider for row in DATA.art_market[1:]], market)
    assert ART_AMOUNTS[-1] == market[-1]
    for before, after in pairwise(row.pays for row in DATA.art_market):
        assert before[2:] == after[1:-1], "the row slides on by one"
    assert ROUNDS == 6 and LINES == (3, 4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_tell_what_is_seen(language: str) -> None:
    sliders = [sum(field.market.turned) for field in fields(16)]
    level, *told = numbers(language, 16, "caption")
    amounts = [DATA.art_pays(slider)[level] for slider in sliders]
    assert sorted(told) == sorted([*sliders, *amounts])
    books = fields(15)[0].tracks
    banner, reached = numbers(language, 15, "caption")
    assert reached == books.at["books"] and spaces_with("banner", "books").count(banner) == 1
    assert DATA.tracks["books"].banners[banner] == DATA.tracks["books"].banners[reached]


# --- the data ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"hand": {"left": [1]}, "ring": {"seats": 2}},
        {"hand": {}},
        {"hand": {"left": [1], "right": [1]}},
        {"hand": {"left": [1], "right": [2], "whole": True}},
        {"hand": {"left": [1, 2]}},
        {"hand": {"left": [71]}},
        {"hand": {"left": [-1]}},
        {"effect": {"play": "bonus books"}},
        {"effect": {"play": "take left"}},
        {"effect": {"play": "play books"}},
        {"choice": {"sign": "circle", "tracks": ["books-seal"]}},
        {"choice": {"sign": "star", "tracks": []}},
        {"wallet": {"giver": 0, "taker": 1, "left": [1], "right": [2], "take": "both"}},
        {"ring": {"seats": 1}},
        {"ring": {"seats": 8}},
        {"board": {"round": 0}},
        {"board": {"round": 1, "tokens": ["contracts"]}},
        {"board": {"round": 7}},
        {"market": {}},
        {"market": {"turned": [5]}},
        {"tracks": {"show": []}},
        {"tracks": {"show": ["prestige"]}},
        {"tracks": {"show": ["books"], "at": {"books": 16}}},
        {"tracks": {"show": ["books"], "at": {"oil": 1}}},
        {"tracks": {"show": ["books"], "plays": ["discard 3"]}},
        {"tracks": {"show": ["books"], "plays": ["nonsense"]}},
        {"tracks": {"show": ["books"], "scores": "all"}},
        {"tracks": {"show": ["books"], "character": "nobody"}},
        {"person": {"name": "nobody"}},
    ],
    ids=str,
)
def test_broken_data_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"fields": [wrong]}, Picture)
