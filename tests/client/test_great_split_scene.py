"""What is drawn of The Great Split: every stage, every seat's eyes, every moment of a happening."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pygame
import pytest

from client.boards.base import Frame
from client.boards.great_split import flight, lying, moves, panels, tracks
from client.boards.great_split.estates import Standing, standings
from client.boards.great_split.hand import Hand
from client.boards.great_split.lying import lying_of
from client.boards.great_split.motion import CLOSES, PASSES, TAKES, plan_of
from client.boards.great_split.places import Places
from client.boards.great_split.scene import Scene, still
from client.boards.great_split.side import beside
from client.boards.great_split.strip import pieces_of, sums
from client.boards.great_split.tracks import marks, next_bonus
from client.mirror import Happening, Position, Told
from client.ui import theme
from client.ui.anim import Motion
from client.ui.cache import SurfaceCache
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.intents import Move
from core.game import Seat
from core.games.great_split import state as play
from core.games.great_split.data import GREAT_SPLIT_DATA as DATA
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import RESOURCES, TRACKS, UNKNOWN, Estate, State
from tests.client.great_split_kit import at, frame, games, position, replace, stage, texts
from tests.client.test_great_split_motion import MANY, every, plans, shown
from tests.client.test_great_split_places import laid_out

SIZE, SMALL = (960, 540), (640, 360)


@cache
def sprites_of(name: str, size: tuple[int, int]) -> SurfaceCache:
    return SurfaceCache()


def canvas(name: str = "lamplight", size: tuple[int, int] = SIZE) -> Canvas:
    """A new picture; what has been made for others of its size is there."""
    return Canvas(pygame.Surface(size), theme.load(name), sprites_of(name, size))


def draw(c: Canvas, shot: Frame, places: Places, hand: Hand | None = None) -> None:
    """A whole picture, as a table draws it."""
    held = hand or Hand(GREAT_SPLIT, Seat(max(shot.viewer, 0)))
    rest = still(shot, held, places)
    rest.paint_field(c)
    rest.paint_side(c)
    Scene(c, shot, held, places).draw()


def moment(one: Happening, viewer: int, t: float, motion: Motion | None = None) -> Frame:
    """A frame of a happening."""
    return Frame(one.before, viewer, None, 10 + t, texts("en").say, motion or Motion(), one, t)


def part_of(c: Canvas, rect: Rect) -> bytes:
    return pygame.image.tobytes(c.surface.subsurface(c.pixels(rect)), "RGB")


def stages(seats: int) -> Iterator[State]:
    """The first state of every stage, in the fifth round where there is one."""
    seen = set[str]()
    for before, _, _, after in games(seats, 8):
        for state in (before, after):
            if state.stage not in seen and (state.round >= 5 or not state.market):
                seen.add(state.stage)
                yield state
    assert len(seen) >= 9


# --- still pictures --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4, 7])
@pytest.mark.parametrize("name", theme.names())
def test_every_stage_is_drawn_for_everybody_and_every_seat(seats: int, name: str) -> None:
    c = canvas(name)
    for state in stages(seats):
        for viewer in (-1, 0, seats - 1):
            asked = Seat(viewer) if viewer in GREAT_SPLIT.to_act(state) else None
            shot = Frame(position(state), viewer, asked, 1.0, texts("en").say)
            draw(c, shot, laid_out(1920, seats, viewer))


@pytest.mark.parametrize("size", [(640, 360), (1440, 1080), (2560, 1080)])
def test_windows_of_every_shape_have_a_picture(size: tuple[int, int]) -> None:
    width = 1080 * size[0] / size[1]
    for seats in (3, 6):
        for state in list(stages(seats))[-3:]:
            for viewer in (-1, 1):
                draw(
                    canvas(size=size),
                    frame(state, viewer if viewer >= 0 else None),
                    laid_out(width, seats, viewer),
                )


def test_a_picture_that_has_not_changed_makes_nothing_new() -> None:
    c, places = canvas(), laid_out(1920, 7, 0)
    for state in stages(7):
        shot = frame(state, 0)
        draw(c, shot, places)
        made = c.cache.made
        draw(c, shot, places)
        assert c.cache.made == made
        assert (
            still(shot, Hand(GREAT_SPLIT, Seat(0)), places).field_key
            == still(shot, Hand(GREAT_SPLIT, Seat(0)), places).field_key
        )


def test_the_field_is_painted_anew_only_when_something_on_it_changes() -> None:
    places, held = laid_out(1920, 3, 0), Hand(GREAT_SPLIT, Seat(0))
    base = stage("resolve", hand=(1, 2), splitter=True)
    key = still(frame(base, 0), held, places).field_key
    assert key == still(frame(base, 0, now=5.0), held, places).field_key
    for changes in ({"tracks": at(books=1)}, {"prestige": 3}, {"character": 4}):
        estates = (replace(base.estates[0], **changes), *base.estates[1:])
        other = replace(base, estates=estates, shown=estates)
        assert key != still(frame(other, 0), held, places).field_key
    assert key != still(frame(replace(base, market=(2,)), 0), held, places).field_key


def test_nothing_of_another_hand_is_drawn() -> None:
    """Two games that differ in what others hold look the same."""
    places = laid_out(1920, 3, 0)
    for name in ("discard", "split", "resolve"):
        base = stage(name, hand=(1, 2), splitter=name == "resolve")
        pictures = []
        for cards in ((3, 4, 5), (60, 61, 62)):
            estates = (base.estates[0], replace(base.estates[1], hand=cards), base.estates[2])
            c = canvas()
            draw(c, frame(replace(base, estates=estates, shown=estates), 0), places)
            pictures.append(part_of(c, Rect(0, 0, 1920, 1080)))
        assert pictures[0] == pictures[1]


def test_a_wallet_lies_open_before_its_chooser_only() -> None:
    base = stage("choose")
    giver = replace(base.estates[0], left=(3, 4), right=(60,))
    state = replace(base, estates=(giver, *base.estates[1:]), shown=(giver, *base.estates[1:]))
    cards = [
        piece.thing.number for piece in pieces_of(GREAT_SPLIT.view(state, Seat(1)), laid_out(1920, 3, 1))
    ]
    assert {3, 4, 60} <= set(cards)
    shot = lying_of(frame(state, 2), laid_out(1920, 3, 2), GREAT_SPLIT)
    assert shot.holds[1].kind == "wallet" and shot.holds[1].giver == 0 and shot.holds[1].groups == (2, 1)


def test_who_is_ready_is_marked_and_who_owes_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    places, marked = laid_out(1920, 3, -1), list[int]()
    seats = {id(panel.head): seat for seat, panel in enumerate(places.panels)}
    monkeypatch.setattr(lying, "draw_ready", lambda c, head: marked.append(seats[id(head)]))
    halfway = GREAT_SPLIT.apply(stage("split"), Seat(1), play.Split((), ()))
    draw(canvas(), frame(halfway), places)
    assert marked == [1]
    draw(canvas(), frame(stage("market")), places)
    assert marked == [1]


def test_what_changes_often_does_not_paint_the_field_anew() -> None:
    """Cards dealt, decisions of one's own, somebody who is ready: all that is drawn over it."""
    places, held = laid_out(1920, 4, 0), Hand(GREAT_SPLIT, Seat(0))
    for name in ("trade", "resolve", "split", "discard"):
        steps = [
            step for step in games(4, 2) if step[0].stage == step[3].stage == name and step[0].round == 5
        ]
        keys = {still(frame(s, 0), held, places).field_key for step in steps for s in (step[0], step[3])}
        assert len(keys) == 1 and len(steps) > 1
        if name == "trade":
            assert len({still(frame(s, 0), held, places).side_key for s, *_ in steps}) == 1


# --- tracks ----------------------------------------------------------------------------------------


def test_every_space_shows_what_the_data_say() -> None:
    for track, name in enumerate(TRACKS):
        shows = marks(DATA, track)
        assert len(shows) == DATA.spaces[track]
        for space, mark in enumerate(shows, 1):
            assert (mark.kind == "step") == (space in DATA.steps[track])
            assert (mark.kind == "arrow") == (space in DATA.double_arrows[track])
            if not name.endswith("-seal"):
                resource: Any = name
                assert mark.contract == (space in DATA.tracks[resource].contracts)
    assert [mark.number for mark in marks(DATA, 0) if mark.kind == "banner"] == [1, 2, 4, 6, 9, 12, 16]
    assert [mark.number for mark in marks(DATA, 1) if mark.kind == "level"] == [1, 2, 3, 4, 5]
    assert [mark.number for mark in marks(DATA, 5) if mark.kind == "stars"] == [1, 2, 3, 4]


def test_the_next_bonus_is_the_next_thing_that_a_track_brings() -> None:
    gold, seal = TRACKS.index("gold"), TRACKS.index("art-seal")
    assert [next_bonus(DATA, gold, reached) for reached in (0, 3, 14, 15)] == [3, 4, 15, None]
    assert [next_bonus(DATA, seal, reached) for reached in (0, 2, 3, 12)] == [2, 3, 5, None]
    assert next_bonus(DATA, TRACKS.index("topaz"), 4) == 8


def test_rows_say_what_the_next_scoring_would_bring() -> None:
    """Books the banner, art the market, gems the lesser value, contracts icons times stars."""
    estate = Estate(tracks=at(books=9, art=7, topaz=5, emerald=8, gold=4, topaz_seal=6), character=2)
    books, art, topaz, emerald, gold = standings(DATA, estate, slider=6)
    assert books.worth == 6 and art.worth == DATA.art_pays(6)[2] == 6
    assert (topaz.worth, topaz.counts, emerald.worth, emerald.counts) == (3, True, 5, False)
    assert (topaz.icons, topaz.stars) == (2, 2) and (gold.icons, gold.stars) == (1, 0)


def test_a_row_reached_further_looks_different_in_both_sizes() -> None:
    for seats in (2, 7):
        c, places = canvas(size=(1920, 1080)), laid_out(1920, seats, 0)
        for seat in range(seats):
            seen = set()
            for space in range(DATA.spaces[0] + 1):
                now = standings(DATA, Estate(tracks=at(books=space)), 0)[0]
                tracks.draw_row(c, places.panels[seat], 0, now, DATA)
                seen.add(part_of(c, places.strip_of(seat, 0)))
            assert len(seen) == DATA.spaces[0] + 1


def test_groups_are_summed_in_the_order_of_the_tracks() -> None:
    assert sums(DATA, (64, 7, 0, UNKNOWN)) == (("prestige", 3), ("books", 2), ("art", 1), ("star", 1))
    assert sums(DATA, ()) == ()


# --- what is meant ---------------------------------------------------------------------------------


def test_a_card_that_is_meant_is_lifted_and_its_steps_are_shown() -> None:
    card = next(c.id for c in DATA.cards if c.icons == ("books", "art"))
    state = stage("resolve", hand=(card,), splitter=True)
    shot, places, held = frame(state, 0), laid_out(1920, 3, 0), Hand(GREAT_SPLIT, Seat(0))
    c = canvas()
    draw(c, shot, places, held)
    rest = part_of(c, places.cell(0, 0, 1)), part_of(c, places.cell(0, 3, 1))
    held.handle(Move(dx=1), shot, places)
    draw(c, shot, places, held)
    assert part_of(c, places.cell(0, 0, 1)) != rest[0]
    assert part_of(c, places.cell(0, 3, 1)) == rest[1]


def some_of_each_kind() -> Iterator[tuple[Happening, int]]:
    """Three happenings of every kind in each game."""
    met = Counter[tuple[str, int, int]]()
    for one, viewer in every():
        kind = (plan_of(one, viewer, GREAT_SPLIT).kind, one.before.view(viewer).seats, viewer)
        met[kind] += 1
        if met[kind] <= 3 or one.after.outcome is not None:
            yield one, viewer


# --- happenings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("reduced", [False, pytest.param(True, marks=pytest.mark.long)])
def test_every_happening_is_drawn_from_its_first_to_its_last_moment(reduced: bool) -> None:
    c = canvas(size=SMALL)
    for one, viewer in some_of_each_kind():
        seats = one.before.view(viewer).seats
        plan = plan_of(one, viewer, GREAT_SPLIT)
        for t in np.linspace(0, plan.seconds, 4):
            draw(c, moment(one, viewer, float(t), Motion(reduced=reduced)), laid_out(1920, seats, viewer))


def test_a_happening_ends_as_the_table_lies_afterwards() -> None:
    """No jump: the last picture of what moves is the first one of what lies."""
    for seats, seed, viewer in ((4, 2, 3), (7, 4, -1)):
        places = laid_out(1920, seats, viewer)
        for one in shown(seats, seed, viewer):
            end = plan_of(one, viewer, GREAT_SPLIT)
            if one.after.outcome is not None or end.kind == "none":
                continue
            last = lying_of(moment(one, viewer, end.seconds), places, GREAT_SPLIT)
            after = Frame(one.after, viewer, None, 0.0, texts("en").say)
            there = lying_of(after, places, GREAT_SPLIT)
            if end.kind != "discard":
                assert (last.estates, last.slider, last.holds) == (
                    there.estates,
                    there.slider,
                    there.holds,
                )


@pytest.mark.parametrize("viewer", [-1, 3])
def test_nothing_jumps_when_a_happening_is_over(viewer: int) -> None:
    """Its last picture is that of the table afterwards, but for a shadow here and there."""
    places = laid_out(1920, 4, viewer)
    for one, eyes in some_of_each_kind():
        plan = plan_of(one, viewer, GREAT_SPLIT)
        if eyes != 3 or one.before.view(eyes).seats != 4 or one.after.outcome or not plan.seconds:
            continue
        pictures = []
        for shot in (
            moment(one, viewer, plan.seconds - 0.001),
            Frame(one.after, viewer, None, 20.0, texts("en").say),
        ):
            c = canvas()
            draw(c, shot, places)
            pictures.append(pygame.surfarray.array3d(c.surface).astype(int))
        off = np.abs(pictures[0] - pictures[1]).max(axis=2) > 60
        assert off.mean() < 0.004, (plan.kind, off.mean())


class Flights:
    """Notes what flies from where to where."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.seen = list[tuple[str, int, Rect, Rect, float]]()
        for module in (moves, flight):
            patch.setattr(module, "fly", self.note)

    def note(self, c: Canvas, thing: Any, start: Rect, end: Rect, t: float, *, turn: float = 0.0) -> None:
        self.seen.append((thing.kind, thing.number, start, end, t))


@pytest.mark.parametrize("viewer", [-1, 3])
def test_all_wallets_travel_to_the_left_at_once_and_come_back(
    viewer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    flights, places = Flights(monkeypatch), laid_out(1920, 4, viewer)
    for kind, start, step in (("split", CLOSES, 1), ("take", TAKES, -1)):
        (one, *_) = [h for h in shown(4, 2, 3) if plan_of(h, viewer, GREAT_SPLIT).kind == kind]
        flights.seen.clear()
        Scene(canvas(), moment(one, viewer, start + PASSES / 2), Hand(GREAT_SPLIT, Seat(0)), places).draw()
        wallets = {number: (a, b) for what, number, a, b, _ in flights.seen if what == "wallet"}
        assert wallets.keys() == {0, 1, 2, 3}
        assert len({t for what, *_, t in flights.seen if what == "wallet"}) == 1
        for seat, (away, there) in wallets.items():
            other = (seat + 1) % 4
            first, last = (seat, other) if step == 1 else (other, seat)
            assert home(places, first).contains(*away.centre) and home(places, last).contains(*there.centre)


def home(places: Places, seat: int) -> Rect:
    """Where a wallet of a seat, or one that has come to it, lies."""
    return places.strip if seat == places.own and places.strip is not None else places.panel(seat)


def test_while_all_resolve_the_rows_of_all_others_change_side_by_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, viewer, plan = max(plans("resolve"), key=lambda entry: len(entry[2].lanes))
    drawn = set[int]()
    places = laid_out(1920, one.before.view(viewer).seats, viewer)
    panels_of = {id(panel): seat for seat, panel in enumerate(places.panels)}
    monkeypatch.setattr(lying, "draw_row", lambda c, panel, *rest: drawn.add(panels_of[id(panel)]))
    c = canvas()
    for t in np.arange(0, 1.6, 0.05):
        Scene(c, moment(one, viewer, float(t)), Hand(GREAT_SPLIT, Seat(0)), places).draw()
    assert drawn == {lane.seat for lane in plan.lanes}


def test_prestige_counts_up_through_every_scoring(monkeypatch: pytest.MonkeyPatch) -> None:
    seats, seed, viewer = MANY[2]
    last = shown(seats, seed, viewer)[-1]
    plan, places = plan_of(last, viewer, GREAT_SPLIT), laid_out(1920, seats, viewer)
    said: dict[int, list[int]] = {seat: [] for seat in range(seats)}
    monkeypatch.setattr(
        moves, "draw_prestige", lambda c, p, seat, prestige, more: said[seat].append(prestige)
    )
    for t in np.arange(plan.called[0].at, plan.over, 0.2):
        Scene(
            canvas(size=(160, 90)), moment(last, viewer, float(t)), Hand(GREAT_SPLIT, Seat(0)), places
        ).draw()
    for seat in range(seats):
        counted = said[seat]
        assert counted[0] == last.before.view(viewer).estates[seat].prestige
        assert max(counted) == last.after.view(viewer).estates[seat].prestige


# --- what nobody should send -----------------------------------------------------------------------

WILD = (-99, -1, 0, 1, 3, 14, 15, 16, 70, 71, 999)


def wild_estate(rng: random.Random) -> Estate:
    def some(many: int, low: int = -1) -> tuple[int, ...]:
        return tuple(max(low, rng.choice(WILD)) for _ in range(rng.randrange(many)))

    return Estate(
        tracks=tuple(rng.choice(WILD) for _ in range(rng.choice((0, 9, 10, 11)))),
        prestige=rng.choice((*WILD, 10**12)),
        character=rng.choice((None, *WILD)),
        hand=some(33),
        left=some(33),
        right=some(33),
        taken=rng.choice((None, "left", "right")),
        discarded=some(4),
        played=some(33),
        sold=tuple(rng.random() < 0.5 for _ in range(rng.randrange(9))),
        splitter=rng.random() < 0.5,
        arrows=rng.choice(WILD),
    )


def wild(rng: random.Random, seats: int, name: str) -> State:
    """A state of the right types that no game has."""
    start = GREAT_SPLIT.start(play.Options(), seats)
    many = rng.choice((0, 1, seats, seats + 2))
    scored = tuple(
        play.Scored(
            rng.choice(WILD), rng.choice(("books", "art", "gems", "contracts")), (rng.choice(WILD),) * 3
        )
        for _ in range(rng.randrange(9))
    )
    return replace(
        start,
        stage=name,
        round=rng.choice((1, 3, 6)),
        estates=tuple(wild_estate(rng) for _ in range(many)),
        decks=start.decks[: rng.randrange(4)],
        ready=(True,) * rng.randrange(9),
        discards=(UNKNOWN,) * rng.randrange(80),
        drawn=rng.choice(WILD),
        tokens=("books",) * rng.randrange(7),
        market=tuple(rng.choice(WILD) for _ in range(rng.randrange(9))),
        scored=scored,
    )


def wild_action(rng: random.Random) -> play.Action:
    cards = tuple(max(-1, rng.choice(WILD)) for _ in range(rng.randrange(9)))
    card = rng.choice((*cards, UNKNOWN))
    made: tuple[play.Action, ...] = (
        *(play.Deal(card), play.Character(abs(rng.choice(WILD)) % 99), play.Scoring("gems"), play.Market(99)),
        *(play.Discard(card), play.Split(cards, cards), play.Take("left"), play.Sealed(True)),
        *(
            play.Play(card, ("gold-seal",) * 8),
            play.Sell(card, "gold"),
            play.Splitter("gold"),
            play.Bonus("art"),
        ),
    )
    return rng.choice(made)


def test_nothing_that_a_server_sends_breaks_the_picture() -> None:
    rng, c = random.Random(11), canvas(size=SMALL)
    names = (
        "deal",
        "characters",
        "scoring",
        "trade",
        "discard",
        "split",
        "choose",
        "resolve",
        "market",
        "over",
    )
    for turn in range(160):
        seats, viewer = rng.choice((2, 3, 7)), rng.choice((-1, 0, 1))
        views = [{viewer: wild(rng, seats, rng.choice(names))} for _ in range(2)]
        steps = tuple(
            Told(Seat(rng.choice((-1, 0, 1, 6))), {viewer: wild_action(rng)}) for _ in range(1 + turn % 3)
        )
        before, after = (Position(view, turn, (Seat(1),), None) for view in views)
        one, places = Happening(before, steps, after), laid_out(1920, seats, viewer)
        draw(c, Frame(before, viewer, None, 1.0, texts("en").say), places)
        beside(before.view(viewer))
        end = plan_of(one, viewer, GREAT_SPLIT).seconds
        for t in (0.0, end / 3, end * 0.9, end):
            draw(c, moment(one, viewer, t), places)


def test_long_numbers_stay_within_their_place() -> None:
    for seats, viewer in ((2, 0), (7, 0), (7, -1)):
        places = laid_out(1920, seats, viewer)
        for seat in range(seats):
            c = canvas(size=(1920, 1080))
            c.fill("night")
            panels.draw_prestige(c, places, seat, 188, 199)
            before = part_of(c, places.panels[seat].head.hand)
            assert len(set(before)) <= 4


def test_the_longest_worth_of_a_row_stays_between_its_tracks() -> None:
    """Both gems at their end are worth 2×14; all contract icons of a resource times four stars 20."""
    nothing, most = Standing(0, 0, 0, False, 0, 0), Standing(15, 12, 14, True, 5, 4)
    for size, (seats, viewer) in product((SIZE, (1920, 1080)), ((2, 0), (2, -1), (3, 0), (7, 0))):
        panel = laid_out(1920, seats, viewer).panels[max(viewer, 0)]
        c, row = canvas(size=size), panel.rows[RESOURCES.index("topaz")]
        c.fill("night")
        tracks.draw_outlook(c, panel, RESOURCES.index("topaz"), nothing, most, DATA)
        for beside_it in (row.spaces, row.seal, row.seal_spaces, row.contract.cut_right(tracks.RESULT)[1]):
            assert len(set(pixels(part_of(c, beside_it)))) == 1, (size, seats, viewer)


def pixels(picture: bytes) -> Iterator[bytes]:
    """The colours of a picture, one by one."""
    return (picture[at : at + 3] for at in range(0, len(picture), 3))


@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_in_the_picture_of_a_result_every_figure_has_room(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So small that a row is lower than its usual figures, and three digits are wider than their place."""
    said: list[tuple[str, Rect]] = []
    draw_text = Canvas.text

    def noting(c: Canvas, value: str, rect: Rect, *args: Any, **keys: Any) -> Rect:
        covered = draw_text(c, value, rect, *args, **keys)
        said.append((value, covered.inset(0, 0.2 * covered.h)))
        return covered

    monkeypatch.setattr(Canvas, "text", noting)
    places = Places(Rect(64, 270, 525, 276), Rect(64, 270, 0, 0), seats, -1)
    for seat in range(seats):
        panel, c = places.panels[seat], canvas(size=(1920, 1080))
        panels.draw_prestige(c, places, seat, 188, 199)
        (value, covered), *_ = said
        assert value == "188" and covered.right <= panel.head.prestige.right + 1
        for resource in range(len(RESOURCES)):
            said.clear()
            standing = Standing(15, 12, 14, True, 5, 4)
            tracks.draw_row(c, panel, resource, standing, DATA)
            high = panel.rows[resource].icon.h
            assert [value for value, at in said if at.h > high + 1] == []
        said.clear()
