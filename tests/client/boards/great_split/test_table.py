"""What only The Great Split shows: cards resolved side by side, wallets that travel, scorings, spaces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from client.boards.great_split import timeline
from client.boards.great_split.art import Wallet
from client.boards.great_split.board import GreatSplitBoard
from client.boards.great_split.layout import LAST_SPACES
from client.boards.great_split.timeline import ResolvedBeat
from client.boards.great_split.tracks import marks, standings
from client.boards.kit import timeline as kit
from client.boards.kit.highlights import Highlight
from client.boards.kit.points import ROLL_SECONDS
from client.boards.kit.timeline import Effect
from client.session.events import GameEvent
from client.ui.animation import Motion
from client.ui.geometry import Rect
from core.game import CHANCE, Seat
from core.games.great_split import scoring
from core.games.great_split import state as play
from core.games.great_split.data import GREAT_SPLIT_DATA
from core.games.great_split.rules import GREAT_SPLIT, left_neighbour
from core.games.great_split.state import RESOURCES, TRACKS, Options, State
from tests.client.boards.fixtures import FIELD, SIDE
from tests.client.boards.great_split.fixtures import at, games, stage, step_event
from tests.client.boards.great_split.test_action_picker import DIAMOND


def table(seats: int) -> GreatSplitBoard:
    board = GreatSplitBoard(GREAT_SPLIT, Options(), seats)
    board.arrange(FIELD, SIDE)
    return board


@cache
def opened(seats: int, seed: int = 5) -> tuple[GameEvent, ...]:
    """The happenings of a game in which what all decided at once is opened, and those of chance."""
    found, steps, start = list[GameEvent](), list[tuple[int, play.Action]](), None
    for before, seat, action, after in games(seats, seed):
        if seat == CHANCE:
            found.append(step_event(before, after, (seat, action)))
            continue
        start = before if start is None else start
        steps.append((seat, action))
        if (before.round, before.stage) != (after.round, after.stage):
            found.append(step_event(start, after, *steps))
            start, steps = None, []
    return tuple(found)


def of(kind: type, seats: int) -> Iterator[GameEvent]:
    return (one for one in opened(seats) if isinstance(one.steps[0].action(-1), kind))


def recaps(seats: int, viewer: int) -> Iterator[tuple[GameEvent, dict[Seat, list[ResolvedBeat]]]]:
    """The happenings in which cards are resolved, with the beats of each seat."""
    for one in opened(seats):
        if isinstance(one.steps[0].action(-1), timeline.RESOLVE_ACTIONS):
            lanes = defaultdict[Seat, list[ResolvedBeat]](list)
            for beat in timeline.beats_of(one, viewer, GREAT_SPLIT):
                lanes[beat.seat].append(beat)
            yield one, lanes


# --- resolving ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [-1, 0])
def test_every_lane_ends_where_the_rules_end(viewer: int) -> None:
    for one, lanes in recaps(4, viewer):
        assert lanes.keys() == set(range(4)) - {viewer}
        for seat, beats in lanes.items():
            there = one.after.view(viewer).estates[seat]
            *_, (_, shown) = beats[-1].estates()
            assert (shown.tracks, shown.prestige) == (there.tracks, there.prestige)


def test_a_recap_takes_five_seconds_at_most_and_steps_of_a_seat_follow_one_another() -> None:
    for _, lanes in recaps(7, -1):
        for beats in lanes.values():
            assert beats[-1].end <= timeline.LONGEST_RECAP + 1e-6
            moments = [at for beat in beats for at, _ in beat.estates()]
            assert moments == sorted(set(moments))


def test_the_next_card_may_be_chosen_as_soon_as_the_first_step_is_seen() -> None:
    before = stage("resolve", hand=(0, 1), splitter=True)
    action = next(a for a in GREAT_SPLIT.legal(before, Seat(0)) if isinstance(a, play.Play))
    one = step_event(before, GREAT_SPLIT.apply(before, Seat(0), action), (0, action), sealed=True)
    shown = table(3).animation(one, Motion(), 0)
    assert shown.open <= timeline.CARD_SECONDS < shown.seconds


# --- wallets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [-1, 0])
@pytest.mark.parametrize("kind", [play.Split, play.Take])
def test_all_wallets_travel_to_the_left_at_once_and_come_back(
    kind: type, viewer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    flights = list[tuple[Wallet, Rect, Rect, float, float]]()

    def flight(*how: Any) -> Effect:
        flights.append(how)
        return kit.flight_change(*how)

    monkeypatch.setattr(timeline, "flight_change", flight)
    board = table(4)
    layout = board.layout_for(None, viewer)
    board.timeline(next(of(kind, 4)), viewer)
    assert [wallet.seat for wallet, *_ in flights] == [0, 1, 2, 3]
    assert len({how[3:] for how in flights}) == 1
    for wallet, start, goal, *_ in flights:
        homes = [
            layout.waiting_wallet_rect if kind is play.Take and seat == viewer else layout.resting(seat)
            for seat in (wallet.seat, left_neighbour(4, wallet.seat))
        ]
        assert [start, goal] == (homes if kind is play.Split else homes[::-1])


def test_the_own_hand_closes_as_it_was_parted() -> None:
    before = stage("split", hand=(3, 5, 8, 13))
    action = play.Split((3, 8), (5, 13))
    one = step_event(before, GREAT_SPLIT.apply(before, Seat(0), action), (0, action), sealed=True)
    board = table(3)
    changes = board.timeline(one, 0).changes
    starts = {c.before.id: c.before.rect.x for c in changes if c.before and c.before.id[0] != "wallet"}
    order = sorted(starts, key=starts.__getitem__)
    assert order == [("card", 3), ("card", 8), ("splitter",), ("card", 5), ("card", 13)]


# --- the market ---------------------------------------------------------------------------------------


def test_every_scoring_is_called_in_its_turn_before_cards_have_returned() -> None:
    counted = 0
    for one in of(play.Market, 3):
        scored = timeline.scorings(one, -1)
        shown = table(3).timeline(one, -1)
        end = timeline.FIRST_SCORING_AT + timeline.SCORING_SECONDS * len(scored)
        assert shown.seconds == pytest.approx(end + ROLL_SECONDS * bool(scored))
        assert not scored or shown.counted == pytest.approx(end)
        called = [effect.start for effect in shown.effects if effect.seconds == timeline.SCORING_SECONDS]
        assert called == [
            timeline.FIRST_SCORING_AT + timeline.SCORING_SECONDS * number for number in range(len(scored))
        ]
        counted += len(scored)
    assert counted == len(opened(3)[-1].after.view().scored) > 0


# --- tracks -------------------------------------------------------------------------------------------


def test_every_space_shows_what_the_data_say() -> None:
    data = GREAT_SPLIT_DATA
    for number, name in enumerate(RESOURCES):
        shown, track = marks(number), data.tracks[name]
        assert len(shown) == track.spaces
        assert [n for n, mark in enumerate(shown, 1) if mark.contract] == list(track.contracts)
        assert [n for n, mark in enumerate(shown, 1) if mark.kind == "arrow"] == list(track.double_arrows)


def test_rows_say_what_the_next_scoring_would_bring() -> None:
    for one in opened(3):
        view: State = one.after.view()
        for estate in view.estates:
            rows = standings(estate, view.slider)
            contracts = sum(row.icons * row.stars for row in rows)
            gems = 2 * next(row.worth for row in rows[2:4] if row.counts)
            assert rows[0].worth + rows[1].worth + gems + contracts == scoring.final_points(
                GREAT_SPLIT_DATA, estate, view.slider
            )


# --- great events -------------------------------------------------------------------------------------


def test_the_last_wallets_every_scoring_and_the_first_full_seal_are_moments() -> None:
    board, said = table(4), defaultdict[str, list[Highlight]](list)
    for one in opened(4, seed=11):
        shown = board.timeline(one, 0).highlights
        assert all(moment.words is not None and moment.seconds >= 1.2 for moment in shown)
        for moment in shown:
            assert moment.words is not None
            said[moment.words.key.rpartition(".")[2]].append(moment)
        if isinstance(one.steps[0].action(-1), play.Market):
            assert [moment.start for moment in shown] == [
                timeline.FIRST_SCORING_AT + timeline.SCORING_SECONDS * number for number in range(len(shown))
            ]
    assert len(said["last_wallet"]) == 1
    assert len(said["scoring"]) == len(opened(4, seed=11)[-1].after.view().scored) >= 4


def test_a_seal_that_is_completed_is_a_moment_at_its_track() -> None:
    track = TRACKS.index("books-seal")
    before = stage("resolve", hand=(DIAMOND, 40), splitter=True, tracks=at(books_seal=LAST_SPACES[track] - 1))
    board = table(3)
    for seal, complete in (("books-seal", True), ("art-seal", False)):
        action = play.Play(DIAMOND, (seal,))  # type: ignore[arg-type]  # the two that a diamond is good for
        one = step_event(before, GREAT_SPLIT.apply(before, Seat(0), action), (0, action), sealed=True)
        shown = board.timeline(one, 0).highlights
        assert [moment.rect for moment in shown] == [board.layout_for(None, 0).strip_of(0, track)] * complete


def test_points_of_a_scoring_fly_from_what_was_scored_to_the_plates_one_after_another() -> None:
    board = GreatSplitBoard(GREAT_SPLIT, Options(), 4)
    plates = [Rect(20, 20 + 200 * seat, 372, 180) for seat in range(4)]
    board.arrange(FIELD, SIDE, Rect(0, 0, 1920, 1080), plates)
    one = next(one for one in of(play.Market, 4) if timeline.scorings(one, 0))
    before, after = one.before.view(0), one.after.view(0)
    gained = [b.prestige > a.prestige for a, b in zip(before.estates, after.estates, strict=True)]
    shown, layout = board.timeline(one, 0), board.layout_for(None, 0)
    coins = [cue for cue in shown.cues if cue.sound == "coin"]
    assert len(coins) == sum(gained) > 0
    token = timeline.scorings(one, 0)[-1].token
    for seat in range(4):
        place = board.made_at(one, shown, layout, Seat(seat))
        assert place is not None and layout.panel(seat).grown(1).contains(*place.centre)
        rows = {"books": 0, "art": 1}
        if seat == 0 and token in rows:
            assert place == layout.row(0, rows[token])["now"]
