"""How the steps of The Great Split move and sound: timelines of every kind of step, seats side by side."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import Any

import pytest

from client.boards.great_split.estates import estates_of, resolved, safe
from client.boards.great_split.motion import (
    CARD,
    CLOSES,
    END,
    HIGHEST,
    LONGEST,
    OPENS,
    PASSES,
    SCORING,
    Lane,
    Plan,
    amount,
    animation,
    is_known,
    is_opened,
    kind_of,
    plan_of,
    receiver,
    steps_of,
)
from client.mirror import Happening, Position, Told
from client.ui.anim import CHAIN, Motion
from client.ui.synth import SOUNDS
from core.game import Seat
from core.games.great_split import state as play
from core.games.great_split.data import GREAT_SPLIT_DATA as DATA
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import TRACKS, UNKNOWN, Action, Estate, Options, Resolving, State
from tests.client.great_split_kit import at, games, happening, position, replace, stage

Line = Sequence[tuple[int, Action]]


def together(before: State, lines: Sequence[Line], viewer: int) -> Happening:
    """Decisions of all, opened at once; the viewer has seen its own being made."""
    steps = [step for line in lines for step in line]
    mine = before
    for seat, action in steps:
        if seat == viewer:
            mine = GREAT_SPLIT.apply(mine, Seat(seat), action)
    after = before
    for seat, action in steps:
        after = GREAT_SPLIT.apply(after, Seat(seat), action)
    told = happening(before, after, *steps)
    eyes = None if viewer < 0 else Seat(viewer)
    views = {**told.before.views, viewer: GREAT_SPLIT.view(mine, eyes)}
    return Happening(Position(views, 0, told.before.to_act, None), told.steps, told.after)


@cache
def shown(seats: int, seed: int, viewer: int) -> tuple[Happening, ...]:
    """A game as it is shown: chance, and who decides alone, step by step; a phase of several together."""
    found = list[Happening]()
    steps = list(games(seats, seed))
    for _, phase in groupby(steps, key=lambda step: (step[0].round, step[0].stage)):
        made = list(phase)
        if not made[0][0].ready or len({seat for _, seat, _, _ in made}) == 1:
            found += [happening(s, after, (seat, a)) for s, seat, a, after in made]
            continue
        by_seat = [[(who, a) for _, who, a, _ in made if who == seat] for seat in range(seats)]
        found.append(together(made[0][0], by_seat, viewer))
    return tuple(found)


MANY = ((2, 0, 0), (3, 1, -1), (4, 2, 3), (7, 3, 0), (7, 4, -1))


def every() -> list[tuple[Happening, int]]:
    return [(one, viewer) for seats, seed, viewer in MANY for one in shown(seats, seed, viewer)]


def plans(kind: str) -> list[tuple[Happening, int, Plan]]:
    found = [(one, viewer, plan_of(one, viewer, GREAT_SPLIT)) for one, viewer in every()]
    return [entry for entry in found if entry[2].kind == kind]


def sealed(state: State, action: Action, seat: int = 0) -> Happening:
    """A decision of one's own, told to nobody else."""
    after = GREAT_SPLIT.apply(state, Seat(seat), action)
    told = (Told(Seat(seat), {seat: action}),)
    return Happening(position(state), told, position(after), sealed=True)


# --- every kind of step ----------------------------------------------------------------------------


def test_every_happening_takes_its_time_and_sounds() -> None:
    kinds = set[str]()
    for one, viewer in every():
        found = animation(one, viewer, GREAT_SPLIT, Motion())
        kinds.add(kind_of(one, viewer))
        if all(isinstance(step, play.Sealed) for _, step in steps_of(one, viewer)):
            assert found.seconds == 0
            continue
        assert 0.1 <= found.seconds <= 12.0
        assert found.cues and {cue.sound for cue in found.cues} <= SOUNDS.keys()
        assert all(0 <= cue.at <= found.seconds for cue in found.cues)
        assert all(-12 <= cue.pitch <= 24 for cue in found.cues)
        plan = plan_of(one, viewer, GREAT_SPLIT)
        assert plan.field_at <= found.seconds and plan.side_at <= found.seconds
    assert kinds == {"deal", "character", "token", "market", "discard", "split", "take", "resolve", "none"}


def test_a_plan_is_made_once() -> None:
    one, viewer = every()[0]
    assert plan_of(one, viewer, GREAT_SPLIT) is plan_of(one, viewer, GREAT_SPLIT)
    assert plan_of(one, viewer, GREAT_SPLIT) is not plan_of(one, 1 - viewer, GREAT_SPLIT)


def test_hands_for_seven_are_dealt_within_five_seconds() -> None:
    setup = [one for one in shown(7, 3, 0) if one.before.view(0).stage in ("deal", "scoring")]
    assert sum(plan_of(one, 0, GREAT_SPLIT).seconds for one in setup) < 5.5


def test_cards_are_dealt_to_whom_the_rules_say() -> None:
    deals = [one for one in shown(4, 2, 3) if kind_of(one, 3) == "deal"]
    for one in deals:
        counts = [[len(e.hand) for e in view.estates] for view in (one.before.view(3), one.after.view(3))]
        grown = [seat for seat in range(4) if counts[0][seat] < counts[1][seat]]
        assert grown == [receiver(one, 3, GREAT_SPLIT)]


# --- resolving -------------------------------------------------------------------------------------


def test_every_lane_ends_where_the_rules_end() -> None:
    for one, viewer, plan in plans("resolve"):
        after: State = one.after.view(viewer)
        for lane in plan.lanes:
            last, rules = lane.estate(plan.seconds), after.estates[lane.seat]
            assert last.tracks == rules.tracks
            assert last.prestige == rules.prestige
            assert last.played == rules.played and last.sold == rules.sold
            assert (last.hand, last.splitter, last.arrows) == ((), False, 0)


def test_all_seats_but_the_own_are_told_and_side_by_side() -> None:
    for one, viewer, plan in plans("resolve"):
        decided = {seat for seat, _ in steps_of(one, viewer)}
        assert {lane.seat for lane in plan.lanes} == decided - {viewer}
        starts = [lane.beats[0].at for lane in plan.lanes]
        assert max(starts) < CARD


def test_no_recap_is_longer_than_five_seconds() -> None:
    for _, _, plan in plans("resolve"):
        assert plan.seconds <= LONGEST + 0.11
    assert any(plan.seconds > LONGEST for _, _, plan in plans("resolve"))


def beats_follow(lane: Lane) -> bool:
    links = [link.at for beat in lane.beats for link in beat.links]
    ends = [time for beat in lane.beats for time in (beat.at, *(link.at for link in beat.links), beat.end)]
    return ends == sorted(ends) and len(set(links)) == len(links)


def test_steps_of_a_seat_never_happen_at_once() -> None:
    assert all(beats_follow(lane) for _, _, plan in plans("resolve") for lane in plan.lanes)


def chain() -> tuple[State, Action]:
    """A star on a seal track that brings a step, and a resource: three advances."""
    card = next(c.id for c in DATA.cards if sorted(c.icons) == ["books", "star"])
    state = stage("resolve", hand=(card,), splitter=True, tracks=at(books_seal=1))
    return state, play.Play(card, ("books-seal",))


def test_a_chain_follows_link_by_link_and_its_pitch_rises() -> None:
    plan = plan_of(sealed(*chain()), 0, GREAT_SPLIT)
    (lane,) = plan.lanes
    (beat,) = lane.beats
    assert [TRACKS[link.hop.track] for link in beat.links] == ["books", "books-seal", "books"]
    gaps = [b.at - a.at for a, b in pairwise(beat.links)]
    assert gaps == pytest.approx([CHAIN, CHAIN])
    ticks = [cue for cue in plan.cues if cue.sound == "tick"]
    assert [tick.at for tick in ticks] == pytest.approx([link.at for link in beat.links])
    assert all(a.pitch < b.pitch for a, b in pairwise(ticks))
    steps = [lane.estate(link.at).tracks[0] for link in beat.links]
    assert steps == [1, 1, 2]


def test_the_next_card_may_be_chosen_as_soon_as_the_first_step_is_seen() -> None:
    found = animation(sealed(*chain()), 0, GREAT_SPLIT, Motion())
    assert found.open == pytest.approx(CARD) and found.seconds > found.open


def test_pitch_rises_only_so_far() -> None:
    assert all(cue.pitch <= HIGHEST for _, _, plan in plans("resolve") for cue in plan.cues)


def test_a_card_sold_face_down_brings_what_it_was_sold_for() -> None:
    estate = Estate(hand=(UNKNOWN, UNKNOWN), splitter=True)
    gold, hops, prestige = resolved(GREAT_SPLIT, estate, play.Sell(UNKNOWN, "gold"))
    assert gold.tracks[TRACKS.index("gold")] == 1 and len(hops) == 1 and prestige == 0
    sold, hops, prestige = resolved(GREAT_SPLIT, estate, play.Sell(UNKNOWN, "prestige"))
    assert (sold.prestige, hops, prestige) == (1, (), 1)
    assert sold.hand == (UNKNOWN,) and sold.played == (UNKNOWN,) and sold.sold == (True,)


def test_resolving_agrees_with_the_rules_card_by_card() -> None:
    for before, seat, action, after in games(3, 5):
        if before.stage != "resolve":
            continue
        assert isinstance(action, Resolving)
        found, _, _ = resolved(GREAT_SPLIT, before.estates[seat], action)
        assert found == after.estates[seat]


# --- wallets and the rest --------------------------------------------------------------------------


def test_wallets_close_travel_and_open_one_after_the_other() -> None:
    for one, viewer, plan in plans("split"):
        assert is_opened(one, viewer)
        assert plan.seconds == pytest.approx(CLOSES + PASSES + OPENS)
        assert CLOSES + PASSES < plan.open < plan.seconds
        sounds = [cue.sound for cue in sorted(plan.cues, key=lambda cue: cue.at)]
        assert sounds.index("riffle") < sounds.index("clasp") < sounds.index("paper_land")


def test_ones_own_wallet_closes_alone_before_all_travel() -> None:
    state = stage("split", hand=(1, 2, 3))
    own = sealed(state, play.Split((1,), (2, 3)))
    assert not is_opened(own, 0)
    plan = plan_of(own, 0, GREAT_SPLIT)
    assert plan.seconds == pytest.approx(CLOSES) and "clasp" in {cue.sound for cue in plan.cues}


def test_only_what_others_decided_is_new_to_a_viewer() -> None:
    lines: list[Line] = [[(seat, play.Split((), ()))] for seat in range(3)]
    both = together(stage("split"), lines, 0)
    assert [is_known(both, 0, seat) for seat in range(3)] == [True, False, False]
    assert not any(is_known(both, -1, seat) for seat in range(3))
    alone = sealed(stage("split", hand=(1,)), play.Split((1,), ()))
    assert not is_known(alone, 0, 0)


def test_every_scoring_is_called_in_its_turn() -> None:
    called = 0
    for one, viewer, plan in plans("market"):
        before, after = one.before.view(viewer), one.after.view(viewer)
        new = after.scored[len(before.scored) :]
        assert [scoring.token for scoring in plan.called] == [scored.token for scored in new]
        assert all(b.at - a.at == pytest.approx(SCORING) for a, b in pairwise(plan.called))
        bells = [cue.at for cue in plan.cues if cue.sound == "appraisal"]
        assert bells == [scoring.at for scoring in plan.called]
        for seat, estate in enumerate(after.estates):
            gained = sum(amount(scoring, seat) for scoring in plan.called)
            assert before.estates[seat].prestige + gained == estate.prestige
        called += len(new)
    assert called == sum(len(shown(*game)[-1].after.view(game[2]).scored) for game in MANY)


def test_the_end_is_one_gesture_after_the_last_scoring() -> None:
    for game in MANY:
        last = shown(*game)[-1]
        plan = plan_of(last, game[2], GREAT_SPLIT)
        assert plan.seconds == pytest.approx(plan.over + END) and END <= 2.5
        assert plan.over > plan.called[-1].at + SCORING
        assert plan.cues[-1].sound == "brass" and plan.cues[-1].at == plan.over
        rest = shown(*game)[:-1]
        assert all(plan_of(one, game[2], GREAT_SPLIT).over > 1e9 for one in rest)


def test_what_a_seat_has_sealed_is_seen_by_nobody_else() -> None:
    told = (Told(Seat(1), {0: play.Sealed(True), -1: play.Sealed(True)}),)
    state = stage("split")
    nothing = Happening(position(state), told, position(state))
    assert animation(nothing, 0, GREAT_SPLIT, Motion()).seconds == 0


# --- numbers nobody should send --------------------------------------------------------------------


def test_estates_that_cannot_be_are_brought_into_bounds() -> None:
    wild: dict[str, Any] = {
        "tracks": (99, -4, 3),
        "prestige": -7,
        "character": 44,
        "hand": (500, UNKNOWN, 3),
        "played": (999, 2),
        "sold": (),
        "arrows": -3,
    }
    found = safe(DATA, replace(Estate(), **wild))
    assert found.tracks == (DATA.spaces[0], 0, 3, *(0,) * 7)
    assert (found.prestige, found.character, found.arrows) == (0, None, 0)
    assert found.hand == (UNKNOWN, UNKNOWN, 3) and found.played == (UNKNOWN, 2)
    assert found.sold == (False, False)
    view = replace(GREAT_SPLIT.start(Options(), 3), estates=(Estate(),))
    assert len(estates_of(DATA, view, 3)) == 3


@pytest.mark.parametrize("strange", [play.Play(999, ("books-seal",)), play.Play(-1), play.Sell(999, "gold")])
def test_nothing_is_told_of_cards_there_are_not(strange: play.Play | play.Sell) -> None:
    lie, truth, where = {-1: strange}, {-1: play.Splitter("art")}, position(stage("resolve"))
    told = (Told(Seat(1), lie), Told(Seat(1), truth), Told(Seat(2), lie))
    (lane,) = plan_of(Happening(where, told, where), -1, GREAT_SPLIT).lanes
    assert [beat.action for beat in lane.beats] == [play.Splitter("art")]


def test_a_double_arrow_nobody_has_is_none_fewer() -> None:
    assert resolved(GREAT_SPLIT, Estate(), play.Bonus("art"))[0].arrows == 0


def test_a_game_can_be_shown_in_random_order() -> None:
    """A mirror hands on what a server says: every happening makes a plan, whatever stood before it."""
    rng = random.Random(4)
    some = list(shown(4, 2, 3))
    for _ in range(60):
        one, other = rng.choice(some), rng.choice(some)
        mixed = Happening(one.before, other.steps, rng.choice(some).after)
        assert plan_of(mixed, 3, GREAT_SPLIT).seconds >= 0
