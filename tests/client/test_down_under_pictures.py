"""What the pictures of Down Under's rules claim is what the rules say."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from assets.texts import LANGUAGES
from client.boards.down_under.fields import Cards, Field, Herd, Picture, Piece, Try
from client.boards.down_under.growth import kept
from client.screens.rules_pages import load
from core.game import Seat
from core.games.down_under import scoring
from core.games.down_under.field import TABLE, size_of
from core.games.down_under.ground import ground
from core.games.down_under.paths import is_ring, leads, length
from core.games.down_under.queries import billabongs_left, field_of, supply
from core.games.down_under.rules import DOWN_UNDER
from core.games.down_under.state import (
    BILLABONG,
    BILLABONGS,
    ENDS,
    HERDS,
    NEUTRAL,
    OWN,
    SET,
    SHAPES,
    Lay,
    Path,
    State,
    Stretch,
)
from tests.client.pages_kit import fields, those, words

PAGES = load("down_under")
PIECES = those(PAGES, "piece")
TRIES: list[Any] = [
    pytest.param(p.values[0], trial, id=f"{p.id}: {trial.step}")
    for p in PIECES
    for trial in p.values[0].tries
]


def on(page: int) -> tuple[Any, ...]:
    """What the fields of a page show."""
    return tuple(field.piece or field.cards or field.herd for field in PAGES[page - 1].picture.fields)


def named(label: str) -> Piece:
    """The piece of ground with this label."""
    (field,) = (field for page in PAGES for field in page.picture.fields if field.label == label)
    assert isinstance(field.piece, Piece)
    return field.piece


def after(piece: Piece) -> State:
    """The position once what is tried is done."""
    (trial,) = piece.tries
    return piece.after(trial)


def grown(piece: Piece) -> list[int]:
    """By how many stretches the paths of the seats become longer."""
    before, now = piece.state(), after(piece)
    return [length(new) - length(old) for old, new in zip(before.paths, now.paths, strict=True)]


def card(trial: Try) -> str:
    """The card that is laid."""
    assert isinstance(trial.action, Lay)
    return trial.action.card


# --- what lies there -----------------------------------------------------------------------------


def sides(stretch: Stretch) -> tuple[int, int, int, int]:
    """A stretch whichever way it is walked."""
    return stretch.x, stretch.y, min(stretch[2:]), max(stretch[2:])


@pytest.mark.parametrize("piece", PIECES)
def test_what_lies_there_makes_one_path_for_each_seat(piece: Piece) -> None:
    """Every card lies on its path, and no stretch on two; what a seat has laid it has got."""
    s = piece.state()
    runs = [{sides(stretch) for stretch in path.run} for path in s.paths]
    for laid in s.played:
        if laid.card != BILLABONG:
            own = OWN[laid.card] if len(OWN[laid.card]) == 2 else (-1, OWN[laid.card][0])
            assert (laid.x, laid.y, min(own), max(own)) in runs[laid.path], laid
    assert sum(map(len, runs)) == len(set().union(*runs))
    assert sum(len(path.run) for path in s.paths) == sum(map(len, runs))
    for number in range(len(s.stuck)):
        laid_by_shape = Counter(SHAPES[laid.card] for laid in s.played if laid.path == number)
        assert all(laid_by_shape[shape] <= SET[shape] for shape in SET)
    assert billabongs_left(s) >= 0


@pytest.mark.parametrize("piece", PIECES)
def test_what_lies_there_keeps_to_the_field(piece: Piece) -> None:
    s = piece.state()
    field, size = field_of(s), size_of(s.options, s.seats)
    for laid in s.played:
        if laid.card not in ENDS and size is not None:
            assert field.has((laid.x, laid.y)), laid


@pytest.mark.parametrize("piece", PIECES)
def test_no_billabong_is_missing(piece: Piece) -> None:
    """What the rules do by themselves has been done."""
    s = piece.state()
    lead: dict[tuple[int, int], set[int]] = {}
    for number, path in enumerate(s.paths):
        for x, y, _ in leads(path):
            lead.setdefault((x, y), set()).add(number)
    land, field = ground(s.cards), field_of(s)
    crowded = [c for c, paths in lead.items() if len(paths) > 2 and c not in land and field.has(c)]
    assert not crowded


@pytest.mark.parametrize("piece", [p for p in PIECES if p.values[0].options.animals])
def test_animals_lie_on_cards_that_have_them(piece: Piece) -> None:
    s = piece.state()
    for number in range(piece.seats):
        cards = [laid for laid in s.played if laid.path == number and laid.card not in ENDS]
        shown = Counter((SHAPES[laid.card], laid.animal) for laid in cards)
        assert all(animal and HERDS[shape][animal] >= count for (shape, animal), count in shown.items())


# --- what is done, and where something can be ----------------------------------------------------


@pytest.mark.parametrize(("piece", "trial"), TRIES)
def test_what_is_tried_can_be_done_or_is_refused_for_that_reason(piece: Piece, trial: Try) -> None:
    refusal, state = piece.refusal(trial), piece.state()
    code = "" if refusal is None else refusal.code.removeprefix("down_under.refusal.")
    assert code == trial.because
    assert (trial.action in DOWN_UNDER.legal(state, state.turn)) == (trial.because == "")


@pytest.mark.parametrize(("piece", "trial"), TRIES)
def test_what_is_tried_and_what_is_to_blame_can_be_seen(piece: Piece, trial: Try) -> None:
    refusal = piece.refusal(trial)
    blamed = [] if refusal is None or trial.because == "at_your_end" else refusal.places
    seen = {(x + piece.at[0], y + piece.at[1]) for x, y in piece.cells()}
    assert {(trial.action.x, trial.action.y), *blamed} <= seen


@pytest.mark.parametrize("param", fields(PAGES))
def test_a_tick_is_for_what_is_allowed_and_a_cross_for_what_is_not(param: Field) -> None:
    tries = param.piece.tries if param.piece is not None else ()
    assert len(tries) <= 1
    for trial in tries:
        assert param.mark in ("wrong",) if trial.because else param.mark in ("", "right")
    assert tries or not param.mark


@pytest.mark.parametrize("piece", [p for p in PIECES if p.values[0].legal])
def test_bright_cells_are_all_that_the_rules_allow(piece: Piece) -> None:
    state = piece.state()
    cells = {(a.x, a.y) for a in DOWN_UNDER.legal(state, state.turn)}
    assert set(piece.open_cells()) == cells
    assert cells <= {(x + piece.at[0], y + piece.at[1]) for x, y in piece.cells()}


# --- page by page --------------------------------------------------------------------------------


def test_the_first_page_shows_the_end_of_a_game() -> None:
    (piece,) = on(1)
    s = piece.state()
    assert not any(path.tips != ("closed", "closed") for path in s.paths)
    assert [len(list(leads(path))) for path in s.paths] == [0, 0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_tell_the_lengths(language: str) -> None:
    assert numbers(language, 1, "caption") == [length(path) for path in on(1)[0].state().paths]
    assert numbers(language, 14, "caption")[0] == length(on(14)[0].state().paths[0])
    _, straight_on, down = on(7)
    assert numbers(language, 7, "caption") == [*grown(straight_on), *grown(down)]


def test_the_page_of_the_cards_shows_a_whole_set_and_all_billabongs() -> None:
    mine, pools = on(2)
    assert isinstance(mine, Cards) and isinstance(pools, Cards)
    assert {SHAPES[kind] for kind in mine.kinds} == set(SET)
    assert sum(mine.count(kind) for kind in mine.kinds) == sum(SET.values())
    assert pools.count(*pools.kinds) == BILLABONGS


def test_first_cards_lie_all_around_and_may_give() -> None:
    beside, gives, _ = on(3)
    around = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
    assert set(beside.open_cells()) == around
    assert beside.state().stage == gives.state().stage == "start"
    assert grown(gives) == [1, 1] and gives.state().turn == 1


def test_three_ways_to_lay_at_the_same_place() -> None:
    assert len({piece.rows for piece in on(4)}) == 1
    assert [trial.because for piece in on(4) for trial in piece.tries] == ["", "own_part", "at_your_end"]


def test_paths_meet_in_colour_and_in_the_grey_and_cross_in_the_third_picture() -> None:
    colour, grey = named("joined"), named("joined_grey")
    for piece, crossing in ((colour, False), (grey, True)):
        (trial,) = piece.tries
        cell = (trial.action.x, trial.action.y)
        at = [lead.side for path in piece.state().paths for lead in leads(path) if (lead.x, lead.y) == cell]
        assert set((NEUTRAL if crossing else OWN)[card(trial)]) <= set(at)
    assert grown(named("crossed")) == [1, 1]


def test_a_run_of_grey_stretches_is_kept() -> None:
    before, piece = on(6)
    assert before.rows == piece.rows and grown(piece) == [3, 0]
    theirs = {(laid.x, laid.y) for laid in piece.laid() if laid.path == 1}
    assert sum((s.x, s.y) in theirs for s in after(piece).paths[0].run) == 2


def test_the_gift_is_larger_in_one_of_two_ways() -> None:
    before, straight_on, down = on(7)
    assert before.rows == straight_on.rows == down.rows
    assert grown(straight_on) == [1, 2] and grown(down) == [2, 1]


def test_one_card_settles_the_field() -> None:
    floats, settled = on(8)
    (new,) = set(settled.laid()) - set(floats.laid())
    first, then = field_of(floats.state()), field_of(settled.state())
    taken, after_it = first.taken, then.taken
    assert taken is not None and after_it is not None and first.has((new.x, new.y))
    above, left = (taken.left, taken.top - 1), (taken.left - 1, taken.top)
    assert first.has(above) and first.has(left)
    assert not then.has(above) and then.has((after_it.left - 1, after_it.top))
    assert new.path == 0 and (new.x, new.y) in floats.open_cells()


def test_ends_close_share_a_cell_and_leave_a_stretch_behind() -> None:
    closed, two, half = on(9)
    assert after(closed).paths[0].tips.count("closed") == 1 + closed.state().paths[0].tips.count("closed")
    cells = Counter((laid.x, laid.y) for laid in after(two).cards)
    assert cells.most_common(1)[0][1] == 2
    ends = {(laid.x, laid.y) for laid in half.state().cards if laid.card in ENDS}
    assert ends & {(s.x, s.y) for s in after(half).paths[1].run} and grown(half) == [0, 2]


def test_outside_only_an_end_fits() -> None:
    straight, end = on(10)
    assert straight.rows == end.rows
    cells = {(trial.action.x, trial.action.y) for piece in (straight, end) for trial in piece.tries}
    assert len(cells) == 1
    assert not field_of(straight.state()).has(cells.pop())
    (trial,) = end.tries
    lays = [a for a in DOWN_UNDER.legal(end.state(), Seat(0)) if isinstance(a, Lay)]
    assert {card(trial)} == {a.card for a in lays if (a.x, a.y) == (trial.action.x, trial.action.y)}


def test_a_ring_comes_about_and_is_opened_over_the_grey() -> None:
    ring, opened, in_use = on(11)
    assert is_ring(after(ring).paths[0])
    assert is_ring(opened.state().paths[0]) and is_ring(in_use.state().paths[0])
    assert after(opened).paths[0].tips == ("open", "open") and grown(opened) == [1, 0]


def test_the_third_path_brings_a_billabong_and_a_card_is_due() -> None:
    two, third, more = on(12)
    cells = Counter((lead.x, lead.y) for path in two.state().paths for lead in leads(path))
    assert cells.most_common(1)[0][1] == 2 and two.rows == third.rows
    now = after(third)
    assert now.due and now.turn == third.state().turn
    assert set(now.played) == set(more.state().played)
    assert [path.tips.count("billabong") for path in now.paths] == [0, 1, 1]
    (trial,) = more.tries
    assert trial.action in DOWN_UNDER.legal(now, now.turn)


def test_billabongs_take_the_ways_that_the_pictures_show() -> None:
    grey, four, rings = on(13)
    now = after(grey)
    assert not now.due and grown(grey) == [3, 1, 1]
    assert [path.tips.count("billabong") for path in now.paths] == [0, 1, 1]
    assert [path.tips.count("billabong") for path in after(four).paths] == [1, 1, 1, 1]
    assert not any(shape == "curve" for shape, _ in supply(rings.state(), 0))
    assert all(is_ring(path) for path in after(rings).paths)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_that_counts_twice_has_the_numbers_of_the_caption(language: str) -> None:
    (piece,) = on(14)
    run = piece.state().paths[piece.count].run
    at: dict[tuple[int, int], list[int]] = {}
    for number, stretch in enumerate(run, 1):
        at.setdefault((stretch.x, stretch.y), []).append(number)
    twice = [found for found in at.values() if len(found) > 1]
    assert len(run) == length(piece.state().paths[piece.count]) and len(twice) == 1
    assert sorted(numbers(language, 14, "caption")) == sorted([len(run), *twice[0]])


@pytest.mark.parametrize("piece", [p for p in PIECES if p.values[0].sums])
def test_a_sum_is_what_the_rules_score(piece: Piece) -> None:
    for seat in piece.sums:
        added, result = piece.sum(seat).split(" = ")
        amounts = [int(n) for n in re.findall(r"\d+", added)]
        signs = [1, *(-1 if sign == "−" else 1 for sign in re.findall("[+−]", added))]
        total = sum(sign * n for sign, n in zip(signs, amounts, strict=True))
        assert total == int(result) == scoring.score(piece.state(), Seat(seat))


def test_the_animals_of_the_pages_are_those_told_about() -> None:
    herd, piece = on(15)
    assert isinstance(herd, Herd) and {a: herd.count(a) for a in herd.animals} == {
        "kangaroo": 4, "emu": 4, "platypus": 3, "rabbit": 4, "dingo": 1,
    }  # fmt: skip
    alone = scoring.animals_on(piece.state(), 0)
    (guarded,) = on(16)
    assert scoring.sets_of_animals(alone) == 1 and scoring.rabbits_that_count(alone) == 1
    met = scoring.animals_on(guarded.state(), 0)
    assert met - alone == Counter({"dingo": 1}) and scoring.rabbits_that_count(met) == 0
    assert length(guarded.state().paths[0]) == length(piece.state().paths[0]) + 1


def test_a_river_and_a_border_lie_around_the_cards() -> None:
    for piece, frame, closed in zip(on(17), ("river", "border"), (1, 2), strict=True):
        state = piece.state()
        assert piece.options.frame == frame and size_of(state.options, state.seats) == (5, 7)
        assert len(state.paths) == 2 + closed
        seen = {(x + piece.at[0], y + piece.at[1]) for x, y in piece.cells()}
        assert {(laid.x, laid.y) for laid in state.cards} <= seen


def test_starts_are_those_of_the_variants() -> None:
    (back, pairs), (square, _) = on(18), on(19)
    assert after(back).stage == "start" and after(back).turn == 2
    assert [path.tips for path in pairs.state().paths] == [("closed", "open")] * 4
    lays = [a for a in DOWN_UNDER.legal(square.state(), Seat(0)) if isinstance(a, Lay)]
    assert {a.colour for a in lays} == {"a", "b"} and not any(a.card in ENDS for a in lays)


def test_two_paths_have_had_as_many_turns_as_they_could() -> None:
    cards = Counter(laid.path for laid in on(19)[1].laid())
    assert cards[0] + cards[2] == cards[1] + cards[3] + 1, "one before the turns of two cards"


def test_the_ring_of_the_last_page_cannot_be_opened() -> None:
    (piece,) = on(20)
    assert is_ring(piece.state().paths[0]) and not DOWN_UNDER.legal(piece.state(), Seat(0))
    reasons = set()
    for laid in piece.laid():
        if laid.path == 0:
            for card in ("NE", "SE", "SW", "NW"):
                refusal = piece.refusal(Try(f"turn {card}@{laid.x},{laid.y}"))
                assert refusal is not None
                reasons.add(refusal.code.rpartition(".")[2])
    assert "neutral_in_use" in reasons and reasons <= {"neutral_in_use", "by_90"}


# --- numbers in the words ------------------------------------------------------------------------


def numbers(language: str, page: int, part: str = "body") -> list[int]:
    """The numbers in a text, in their order."""
    return [int(n) for n in re.findall(r"\d+", words("down_under", language, page, part))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_tell_the_numbers_of_the_game(language: str) -> None:
    """They are written out in the texts; whoever changes the rules is told so here."""
    assert numbers(language, 2)[:4] == [sum(SET.values()), SET["straight"], SET["curve"], SET["end"]]
    assert numbers(language, 2)[4:] == [BILLABONGS]
    sizes = re.findall(r"(\d+)\W*×\W*(\d+)", words("down_under", language, 8))
    told = [f"{a}x{b}" for a, b in sizes]
    named_sizes = {size for table in TABLE.values() for size in table.values()}
    assert named_sizes | {"5x9", "6x10"} == set(told) and len(told) == 11
    firsts = [told.index(table["easy"]) for table in TABLE.values()]
    assert all(
        told[i - 1] == table["hard"] for i, table in zip([*firsts[1:], 0], TABLE.values(), strict=True)
    )
    assert numbers(language, 15) == [scoring.WORTH_OF_A_SET, -scoring.WORTH_OF_A_RABBIT]


# --- the data ------------------------------------------------------------------------------------


def test_what_a_path_had_before_is_found_whichever_way_it_is_read() -> None:
    piece = on(6)[1]
    before, now = piece.state().paths[0], after(piece).paths[0]
    first, last = kept(before, now)
    assert last - first == length(before)
    back = Path(tuple(Stretch(s.x, s.y, s.leaves, s.enters) for s in reversed(now.run)))
    assert kept(before, back) == (len(now.run) - last, len(now.run) - first)
    opened = on(11)[1]
    assert kept(opened.state().paths[0], after(opened).paths[0]) == (0, 0), "it runs another way"
    assert kept(Path(), now) == (0, 0)


GOOD: dict[str, Any] = {"rows": ["└0 ·"]}


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"piece": GOOD, "herd": {"animals": ["emu"]}},
        {"piece": {"rows": []}},
        {"piece": {"rows": ["x"]}},
        {"piece": {"rows": ["└0 ·", "·"]}},
        {"piece": {"rows": ["└4"]}},
        {"piece": {"rows": ["└2"]}},
        {"piece": {"rows": ["└0x"]}},
        {"piece": {"rows": ["╵0k"]}},
        {"piece": {"rows": ["╵0╷1╵0"]}},
        {"piece": {"rows": ["○└┐│"]}},
        {"piece": {**GOOD, "seats": 5}},
        {"piece": {**GOOD, "turn": 4}},
        {"piece": {**GOOD, "options": {"size": "3x3"}}},
        {"piece": {**GOOD, "options": {"rivers": True}}},
        {"piece": {**GOOD, "options": {"frame": "river"}}},
        {"piece": {**GOOD, "seats": 3, "options": {"two_paths": "one card"}}},
        {"piece": {"rows": ["└0"], "at": [-1, 2], "options": {"size": "5x7", "frame": "border"}}},
        {"piece": {**GOOD, "tries": [{"step": "pass"}]}},
        {"piece": {**GOOD, "tries": [{"step": "XX@0,0"}]}},
        {"piece": {**GOOD, "tries": [{"step": "EW@1,0", "why": "over"}]}},
        {"cards": {"kinds": []}},
        {"cards": {"kinds": ["SN"]}},
        {"herd": {"animals": ["wombat"]}},
        {"herd": {"animals": []}},
    ],
    ids=str,
)
def test_broken_data_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"fields": [wrong]}, Picture)
