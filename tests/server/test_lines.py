"""What a table tells of sealed decisions, to whom, and what it writes down."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Any

import pytest

import core.games
from core import codec, record
from core.game import Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.match import Match
from core.protocol import messages as m
from server import demo
from server.bots.pool import DirectThinker, Thought
from server.bots.worker import ThinkRequest
from server.storage.journal import Began, MemoryStore, Moved, Withdrawn
from server.tables.lobby import Lobby
from tests.core import toy
from tests.server.helpers import Ear, Unsure, entries_of, in_lobby, planned, settle


async def party(lobby: Lobby, *seats: str, **fields: Any) -> list[Ear]:
    """The Great Split with a guest for each `me` or `open`, and one who watches, last; it has begun."""
    people = len([seat for seat in seats if seat in ("me", "open")])
    ears = [Ear(lobby, embedded=True), *(Ear(lobby) for _ in range(people))]
    await ears[0].open("great_split", *seats, **fields)
    open_seats = [seat for seat, plan in enumerate(seats) if plan == "open"]
    for ear, seat in zip(ears[1:], open_seats, strict=False):
        await ear.do(m.Sit, table=1, seat=seat, name=f"Seat {seat}")
    await ears[-1].do(m.Watch, table=1)
    if open_seats:
        await ears[0].do(m.Start)
    return ears


def match_of(ear: Ear) -> Match:
    assert ear.guest.table is not None
    return ear.guest.table.match


async def until(ears: list[Ear], stage: str) -> Match:
    """All decide, one after the other, until this phase begins; ear i holds seat i."""
    match = match_of(ears[0])
    while match.state.stage != stage:
        seat = match.to_act()[0]
        await ears[seat].act(seat)
    for ear in ears:
        ear.forget()
    return match


def kinds(ear: Ear) -> list[type]:
    return [type(message) for message in ear.heard]


# --- Who hears what -------------------------------------------------------------------------------------


def test_only_the_seat_itself_hears_of_its_decision_and_the_others_that_it_is_ready() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = ears = await party(lobby, "me", "open")
        match = await until(ears, "resolve")
        await ada.act(0)
        told = ada.last(m.DecisionSealed)
        assert kinds(ada) == [m.DecisionSealed, m.Done] and bo.heard == eve.heard == []
        assert (told.seat, told.turn, told.ply, told.to_act) == (0, match.turn, 1, (0, 1))
        assert told.action == match.game.notation(match.own(Seat(0))[0].action)
        assert codec.encode(told.view) == codec.encode(match.snapshot(Seat(0)).view)
        while 0 in match.to_act():
            await ada.act(0)
        assert bo.heard == eve.heard == [m.DecidersLeft(1, match.turn, (Seat(1),))]
        assert m.DecidersLeft not in kinds(ada)

    in_lobby(test)


def test_what_is_taken_back_is_told_to_the_seat_alone_and_nobody_is_asked() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = ears = await party(lobby, "me", "open")
        match = await until(ears, "resolve")
        for _ in range(2):
            await ada.act(0)
        await ada.do(m.Undo, turn=match.turn, seat=0)
        told = ada.last(m.DecisionSealed)
        assert (told.action, told.ply, len(match.own(Seat(0)))) == (None, 3, 1)
        assert bo.heard == eve.heard == []
        while 0 in match.to_act():
            await ada.act(0)
        bo.forget()
        await ada.do(m.Undo, turn=match.turn, seat=0)
        assert bo.heard == [m.DecidersLeft(1, match.turn, (Seat(0), Seat(1)))]
        assert await bo.refused(m.Undo, turn=match.turn, seat=0) == "net.refusal.not_your_seat"
        assert await bo.refused(m.Undo, turn=match.turn, seat=1) == "match.refusal.nothing_to_undo"

    in_lobby(test)


def test_what_is_opened_is_told_in_one_go_in_the_order_of_the_seats() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = ears = await party(lobby, "me", "open")
        match = await until(ears, "resolve")
        before = match.turn
        for seat in (1, 0):
            while seat in match.to_act() and match.turn == before:
                await ears[seat].act(seat)
        for ear in (ada, bo, eve):
            (told,) = [message for message in ear.heard if isinstance(message, m.StepsMade)]
            (steps,) = [steps for _, steps in told.views]
            opened = [step for step in steps if step.seat != -1]
            assert [step.seat for step in opened] == sorted(step.seat for step in opened)
            assert [step.view is None for step in steps] == [True] * (len(opened) - 1) + [False] * (
                len(steps) - len(opened) + 1
            )
            assert (told.turn, told.now, told.unsealed) == (before, match.turn, ())

    in_lobby(test)


def test_steps_told_before_that_lie_open_at_the_end_are_told_anew() -> None:
    async def test(lobby: Lobby) -> None:
        ears = await party(lobby, "me", "open")
        match = match_of(ears[0])
        logs = [list(ear.last(m.TableView).views[0].log) for ear in ears]
        while match.to_act():
            seat = match.to_act()[0]
            await ears[seat].act(seat)
        for ear, log in zip(ears, logs, strict=True):
            for message in ear.heard:
                if isinstance(message, m.StepsMade):
                    log += [(step.seat, step.action) for step in message.views[0][1]]
                    for late in message.unsealed:
                        log[late.number] = (log[late.number][0], late.action)
            assert [action for _, action in log] == [match.game.notation(step.action) for step in match.steps]

    in_lobby(test)


@pytest.mark.usefixtures("shelf")
def test_both_seats_of_one_guest_decide_on_lines_of_their_own() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("toy", "me", "me", "open")
        await bo.do(m.Sit, table=1, seat=2, name="Bo")
        await ada.do(m.Start)
        ada.forget()
        bo.forget()
        for seat in (1, 0):
            await ada.act(seat)
        decided = [told for told in ada.heard if isinstance(told, m.DecisionSealed)]
        assert [(told.seat, told.ply, told.to_act) for told in decided] == [(1, 1, (0, 2)), (0, 1, (2,))]
        assert kinds(bo) == [m.DecidersLeft, m.DecidersLeft]
        view: toy.ToyState = codec.typed(decided[1].view, toy.ToyState)
        assert view.chosen.tolist()[1:] == [0, 0], "the other one's choice is not on this line"
        await ada.do(m.SetPace, pause=1.0)
        everybody, one, two = ada.last(m.TableView).views
        assert (everybody.viewer, everybody.ply, everybody.own) == (-1, 0, ())
        assert [(seat_view.ply, list(seat_view.own)) for seat_view in (one, two)] == [
            (1, [told.action]) for told in reversed(decided)
        ]

    in_lobby(test)


def test_who_comes_back_in_the_middle_goes_on_there() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, _ = ears = await party(lobby, "me", "open")
        token = bo.heard[1].token
        match = await until(ears, "resolve")
        for _ in range(3):
            await bo.act(1)
        await bo.do(m.Undo, turn=match.turn, seat=1)
        own = [match.game.notation(step.action) for step in match.own(Seat(1))]
        await lobby.gone(bo.guest)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        (seat_view,) = again.last(m.TableView).views
        assert (seat_view.viewer, seat_view.ply, list(seat_view.own)) == (1, 4, own)
        assert codec.encode(seat_view.view) == codec.encode(match.snapshot(Seat(1)).view)
        await again.act(1)
        assert again.last(m.DecisionSealed).ply == 5
        assert m.TableView not in kinds(ada) and m.DecidersLeft not in kinds(ada)

    in_lobby(test)


def test_a_decision_for_another_ply_is_stale_and_one_sent_again_is_made_once() -> None:
    async def test(lobby: Lobby) -> None:
        ada, *_ = ears = await party(lobby, "me", "open")
        match = await until(ears, "resolve")
        action = GREAT_SPLIT.notation(GREAT_SPLIT.legal(match.state, Seat(0))[0])
        asked = m.Act(900, 0, action, match.turn)
        for _ in range(2):
            await lobby.handle(ada.guest, asked)
        assert [told for told in ada.heard if isinstance(told, m.Failed)] == []
        assert len(match.own(Seat(0))) == 1
        for ply in (0, 2):
            fields = {"seat": 0, "action": action, "turn": match.turn, "ply": ply}
            assert await ada.refused(m.Act, **fields) == "match.refusal.stale"

    in_lobby(test)


def test_a_question_about_what_is_open_stands_while_others_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its end would tell that somebody has decided something."""
    monkeypatch.setattr(core.games, "GAMES", (toy.OPENER,))

    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        plans = planned(("me", "open", "open"))
        await ada.do(m.Open, game="toy_opener", options={"face_up": True}, plans=plans)
        for seat in (1, 2):
            await bo.do(m.Sit, table=1, seat=seat, name="Bo")
        await ada.do(m.Start)
        await ada.act(0)
        match = match_of(ada)
        await ada.do(m.Undo, turn=match.turn)
        ada.forget()
        await bo.act(1)
        await bo.do(m.Undo, turn=match.turn, seat=1)
        await bo.act(1, 1)
        assert kinds(ada) == [m.DecidersLeft] * 3
        await bo.do(m.AnswerUndo, yes=True)
        assert match.to_act() == (0,) and match.own(Seat(1)) == ()

    in_lobby(test)


@pytest.mark.usefixtures("shelf")
def test_before_the_start_nobody_is_shown_a_hand() -> None:
    """People may still change seats."""

    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("toy", "me", "me", "open")
        await bo.do(m.Sit, table=1, seat=2, name="Bo")
        assert [[seat_view.viewer for seat_view in ear.last(m.TableView).views] for ear in (ada, bo)] == [
            [-1],
            [-1],
        ]
        await ada.do(m.Start)
        viewers = [[seat_view.viewer for seat_view in ear.last(m.TableView).views] for ear in (ada, bo)]
        assert viewers == [[-1, 0, 1], [2]]

    in_lobby(test)


# --- What is written down -------------------------------------------------------------------------------


def test_every_decision_is_written_down_by_itself_and_the_game_follows_from_that() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ears = await party(lobby, "me", "open", seed=None)
        match = await until(ears, "resolve")
        for seat in (1, 1, 0):
            await ears[seat].act(seat)
        await ears[1].do(m.Undo, turn=match.turn, seat=1)
        await ears[1].act(1, 3)
        entries = entries_of(store, 1)
        began = next(entry for entry in entries if isinstance(entry, Began))
        again = Match(GREAT_SPLIT, GREAT_SPLIT.info.options(), 2, began.seed)
        for entry in entries:
            if isinstance(entry, Moved):
                action = GREAT_SPLIT.parse(entry.action)
                move = again.submit(Seat(entry.seat), action, entry.turn, entry.ply)
                assert tuple(GREAT_SPLIT.notation(step.action) for step in move.drawn) == entry.drawn
            elif isinstance(entry, Withdrawn):
                assert (again.turn, again.ply(Seat(entry.seat))) == (entry.turn, entry.ply)
                again.withdraw(Seat(entry.seat))
        for viewer in (Seat(0), Seat(1), None):
            assert codec.encode(again.snapshot(viewer)) == codec.encode(match.snapshot(viewer))

    in_lobby(test, store=store)


def test_what_cannot_be_written_down_is_not_told_and_has_not_happened() -> None:
    store = Unsure()

    async def test(lobby: Lobby) -> None:
        ears = await party(lobby, "me", "open")
        match = await until(ears, "split")
        await ears[0].act(0)
        store.full = True
        for ear in ears:
            ear.forget()
        fields = {"seat": 1, "action": "?", "turn": match.turn}
        fields["action"] = GREAT_SPLIT.notation(GREAT_SPLIT.legal(match.state, Seat(1))[0])
        assert await ears[1].refused(m.Act, **fields) == "net.refusal.not_stored"
        assert await ears[0].refused(m.Undo, turn=match.turn, seat=0) == "net.refusal.not_stored"
        assert match.to_act() == (1,) and ears[2].heard == []

    in_lobby(test, store=store)


def test_a_saved_game_goes_on_in_the_middle_of_a_phase() -> None:
    async def test(lobby: Lobby) -> None:
        ears = await party(lobby, "me", "open")
        match = await until(ears, "resolve")
        for seat in (1, 0, 1):
            await ears[seat].act(seat)
        text = record.of_match(match)
        again = Ear(lobby)
        await again.do(m.Open, game="", options={}, plans=planned(("me", "me")), record=text)
        everybody, one, two = again.last(m.TableView).views
        assert (len(one.own), one.ply, len(two.own), two.ply) == (1, 1, 2, 2)
        assert len(everybody.log) == again.last(m.TableView).turn == len(match.steps)
        assert codec.encode(two.view) == codec.encode(match.snapshot(Seat(1)).view)
        while match_of(again).to_act():
            await again.act(match_of(again).to_act()[0])
        assert record.read(record.of_match(match_of(again))).finished

    in_lobby(test)


# --- AIs ------------------------------------------------------------------------------------------------


class Asked(DirectThinker):
    """Remembers what it was asked."""

    def __init__(self, trouble: str = "") -> None:
        self.asked: list[ThinkRequest] = []
        self.trouble = trouble

    async def choose(self, asked: ThinkRequest, whose: Hashable) -> Thought:
        self.asked.append(asked)
        return Thought((await super().choose(asked, whose)).action, self.trouble)


def test_ais_decide_without_a_pause_or_a_word_while_people_do() -> None:
    async def test(lobby: Lobby) -> None:
        (ada, eve) = await party(lobby, "me", "random", "random", pause=30.0)
        match = match_of(ada)
        for _ in range(3):
            await ada.until(m.DecidersLeft, lambda told: told.to_act == (0,))
            ada.forget()
            turn = match.turn
            while match.turn == turn:
                await ada.act(0)
        assert m.Thinking not in kinds(eve)
        ready = [told.to_act for told in eve.heard if isinstance(told, m.DecidersLeft)]
        assert ready[:2] == [(0, 2), (0,)]

    in_lobby(test)


def test_an_ai_that_is_the_last_waits_like_before_every_open_decision() -> None:
    async def test(lobby: Lobby) -> None:
        eve = Ear(lobby)
        await eve.open("great_split", "random", "random", pause=30.0)
        await eve.until(m.DecidersLeft)
        match = match_of(eve)
        turn = match.turn
        await asyncio.sleep(0.05)
        await settle()
        assert match.turn == turn and match.to_act() == (1,)
        await eve.do(m.SetPace, pause=0.0)
        await eve.until(m.StepsMade, lambda told: told.outcome is not None)

    in_lobby(test)


def test_while_they_are_paused_a_step_goes_to_what_others_see() -> None:
    async def test(lobby: Lobby) -> None:
        eve = Ear(lobby)
        await eve.open("great_split", "random", "random", pause=30.0)
        await eve.do(m.SetPace, pause=0.0, paused=True)
        match = match_of(eve)
        await settle()
        for _ in range(40):
            eve.forget()
            before = (match.turn, match.to_act())
            await eve.do(m.StepOnce)
            await eve.until(m.DecidersLeft | m.StepsMade)  # type: ignore[arg-type]
            await settle()
            assert kinds(eve).count(m.DecidersLeft) + kinds(eve).count(m.StepsMade) == 1
            assert (match.turn, match.to_act()) != before

    in_lobby(test)


def test_ais_have_chances_of_their_own_for_each_decision() -> None:
    brains = Asked()

    async def test(lobby: Lobby) -> None:
        eve = Ear(lobby)
        await eve.open("great_split", "random", "random", "random", seed=3)
        await eve.until(m.StepsMade, lambda told: told.outcome is not None)
        numbers = [asked.numbers for asked in brains.asked]
        assert len(set(numbers)) == len(numbers) > 50

    in_lobby(test, brains=brains)


def test_how_often_an_ai_has_trouble_with_sealed_decisions_is_told_to_nobody() -> None:
    """One word, once they lie open."""
    brains = Asked()

    async def test(lobby: Lobby) -> None:
        ada, eve = await party(lobby, "me", "random", seed=1)
        match = match_of(ada)
        while match.state.stage != "resolve":
            await ada.until(m.DecidersLeft, lambda told: told.to_act == (0,))
            ada.forget()
            brains.trouble = "net.notice.bot_hangs" if match.state.stage == "choose" else ""
            turn = match.turn
            while match.turn == turn and match.to_act() == (0,):
                await ada.act(0)
        eve.forget()
        while match.to_act() != (0,):
            await settle()
        assert len(match.own(Seat(1))) > 1 and m.Notice not in kinds(eve)
        while match.state.stage == "resolve" and match.to_act():
            await ada.act(0)
        await settle()
        notices = [heard for heard in eve.heard if isinstance(heard, m.Notice)]
        assert notices[0] == m.Notice("net.notice.bot_hangs", {"seat": 2})
        assert notices[1:] in ([], [m.Notice("net.notice.bots_paused")])
        assert kinds(eve).index(m.Notice) == kinds(eve).index(m.StepsMade) + 1

    in_lobby(test, brains=brains)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_demo_follows_from_its_seed_and_its_record_can_be_read(seats: int) -> None:
    played = [next(demo.play_out("great_split", {}, ["random"] * seats, 5, 1)) for _ in range(2)]
    assert played[0] == played[1]
    assert record.read(played[0].text).finished
