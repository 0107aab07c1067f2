"""The game at a table: the gauntlet, undo, the series, the pace of AIs, chat."""

from __future__ import annotations

from typing import Any

import pytest

import core.games
from core import chance, record
from core.game import Goal
from core.games.ghawar.rules import GHAWAR
from core.match import Match
from core.protocol import messages as m
from server.tables.lobby import Lobby
from tests.core import toy
from tests.server.helpers import Ear, in_lobby, new_token, planned, settle, two_at_sturt


def test_the_gauntlet_names_what_is_wrong_and_changes_nothing() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "me")
        await eve.do(m.Watch, table=1)
        for fields, code in (
            ({"seat": 0, "action": "what", "turn": 0}, "notation.refusal.malformed"),
            ({"seat": 2, "action": "5@0,0", "turn": 0}, "match.refusal.no_such_seat"),
            ({"seat": 0, "action": "5@0,0", "turn": 1}, "match.refusal.stale"),
            ({"seat": 1, "action": "5@0,0", "turn": 0}, "match.refusal.not_your_turn"),
        ):
            assert await ada.refused(m.Act, **fields) == code
        assert await eve.refused(m.Act, seat=0, action="5@0,0", turn=0) == "net.refusal.not_your_seat"
        await ada.act(0)
        taken = await ada.ask(m.Act, seat=1, action="5@0,0", turn=1)
        assert taken.why.code.startswith("sturt.refusal.")
        assert taken.why.places
        assert ada.guest.table.match.turn == 1
        assert not [heard for heard in eve.heard if isinstance(heard, m.StepsMade) and heard.turn > 0]

    in_lobby(test)


def test_the_same_command_twice_has_one_effect() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        command = m.Act(id=50, seat=0, action="5@0,0", turn=0)
        for _ in range(2):
            await lobby.handle(ada.guest, command)
        assert [x for x in ada.heard if getattr(x, "id", 0) == 50] == [m.Done(50)] * 2
        await lobby.handle(ada.guest, m.Act(id=50, seat=1, action="9@1,0", turn=1))
        assert ada.last(m.Failed).why.code == "match.refusal.key_reused"

    in_lobby(test)


def test_a_couch_takes_back_without_asking() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        assert await ada.refused(m.Undo, turn=0) == "match.refusal.nothing_to_undo"
        await ada.act(0)
        await ada.act(1)
        assert await ada.refused(m.Undo, turn=1) == "match.refusal.stale"
        await ada.do(m.Undo, turn=2)
        table_view = ada.last(m.TableView)
        assert (table_view.turn, table_view.to_act, len(table_view.views[0].log)) == (3, (1,), 1)

    in_lobby(test)


def test_undo_against_an_ai_takes_its_answer_back_too() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "random")
        await ada.act(0)
        await ada.until(m.StepsMade, lambda stepped: stepped.now == 2)
        await ada.do(m.Undo, turn=2)
        assert (ada.last(m.TableView).to_act, ada.last(m.TableView).views[0].log) == ((0,), ())

    in_lobby(test)


@pytest.mark.usefixtures("shelf")
def test_a_sealed_choice_taken_back_leaves_that_of_an_ai_alone() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("toy", "me", "me", "random", pause=60.0)
        await ada.do(m.SetPace, pause=0.0, paused=True)
        match = ada.guest.table.match
        await ada.act(0)
        await ada.do(m.StepOnce)
        assert (await ada.until(m.DecidersLeft)).to_act == (1,)
        chosen = match.own(2)
        await ada.do(m.Undo, turn=9, seat=0)
        assert match.own(2) == chosen and match.to_act() == (0, 1)
        for seat in (1, 0):
            await ada.act(seat)
        assert match.state.played[:, 0].all()

    in_lobby(test)


@pytest.mark.parametrize("yes", [True, False])
def test_undo_asks_the_other_persons(yes: bool) -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await eve.do(m.Watch, table=1)
        await ada.do(m.Start)
        await ada.act(0)
        await ada.do(m.Undo, turn=1)
        assert bo.last(m.UndoAsked) == m.UndoAsked(0, "undo")
        assert not [heard for heard in eve.heard if isinstance(heard, m.UndoAsked)]
        assert await ada.refused(m.Undo, turn=1) == "net.refusal.already_asked"
        assert await eve.refused(m.AnswerUndo, yes=True) == "net.refusal.nothing_asked"
        assert await ada.refused(m.AnswerUndo, yes=True) == "net.refusal.own_question"
        await bo.do(m.AnswerUndo, yes=yes)
        assert ada.guest.table.match.turn == (2 if yes else 1)
        if yes:
            assert eve.last(m.TableView).turn == 2
        else:
            assert ada.last(m.Notice) == m.Notice("net.notice.undo_refused", {"name": "Ada"})
        assert await bo.refused(m.AnswerUndo, yes=True) == "net.refusal.nothing_asked"

    in_lobby(test)


def test_a_question_ends_with_the_move_that_answers_it_or_with_whoever_was_asked() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.act(0)
        await ada.do(m.Undo, turn=1)
        await bo.act(1)
        assert await bo.refused(m.AnswerUndo, yes=True) == "net.refusal.nothing_asked"
        await ada.act(0)
        await ada.do(m.Undo, turn=3)
        await lobby.gone(bo.guest)
        assert ada.last(m.TableView).turn == 4

    in_lobby(test)


def test_a_question_goes_with_whoever_asked() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.act(0)
        await ada.do(m.Undo, turn=1)
        await lobby.gone(ada.guest)
        assert await bo.refused(m.AnswerUndo, yes=True) == "net.refusal.nothing_asked"
        assert bo.guest.table.match.turn == 1

    in_lobby(test)


def test_the_ais_wait_while_somebody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (toy.IN_TURN,))

    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        plans = planned(("me", "random", "open"))
        await ada.do(m.Open, game="toy_in_turn", options={"rounds": 1, "face_up": True}, plans=plans)
        await bo.do(m.Sit, table=1, seat=2, name="Bo")
        await ada.do(m.Start)
        await ada.do(m.SetPace, pause=0.0, paused=True)
        await ada.act(0)
        await ada.do(m.Undo, turn=ada.guest.table.match.turn)
        await ada.do(m.SetPace, pause=0.0, paused=False)
        await settle()
        assert ada.guest.table.match.to_act() == (1,)
        ada.forget()
        await bo.do(m.AnswerUndo, yes=False)
        await ada.until(m.StepsMade)

    in_lobby(test)


def test_the_end_of_a_game_can_be_taken_back_with_what_it_brought() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        await _to_the_end(ada)
        scored = ada.guest.table.series
        assert scored.played == 1
        assert sum(scored.points) == 1
        await ada.do(m.Undo, turn=ada.guest.table.match.turn)
        table_view = ada.last(m.TableView)
        assert (table_view.phase, table_view.outcome, table_view.series.played) == ("playing", None, 0)
        assert table_view.series.points == (0, 0)

    in_lobby(test)


def test_after_the_end_of_a_game_with_secrets_nothing_is_taken_back(shelf: None) -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("toy", "me", "me")
        await _to_the_end(ada)
        assert await ada.refused(m.Undo, turn=ada.guest.table.match.turn) == "match.refusal.over"

    in_lobby(test)


async def _to_the_end(ear: Ear) -> None:
    match = ear.guest.table.match
    while match.to_act():
        await ear.act(match.to_act()[0], -1)


def test_rematch_keeps_the_seats_and_alternates_who_begins() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "me")
        assert await ada.refused(m.Rematch) == "net.refusal.not_over"
        first = ada.last(m.TableView)
        await _to_the_end(ada)
        assert await ada.refused(m.Act, seat=0, action="5@0,0", turn=9) == "match.refusal.over"
        await ada.do(m.Rematch)
        second = ada.last(m.TableView)
        assert (second.phase, second.turn, second.yours) == ("playing", 0, (0, 1))
        assert second.options["first"] != first.options["first"]
        assert second.commitment != first.commitment

    in_lobby(test)


def test_where_seats_move_with_the_next_game_people_and_tokens_move_along(shelf: None) -> None:
    async def test(lobby: Lobby) -> None:
        ears = [Ear(lobby), Ear(lobby), Ear(lobby)]
        await ears[0].open("toy", "me", "open", "open")
        await ears[1].do(m.Sit, table=1, seat=1, name="Bo")
        await ears[2].do(m.Sit, table=1, seat=2, name="Cy")
        await ears[0].do(m.Start)
        table = ears[0].guest.table
        while table.match.to_act():
            seat = table.match.to_act()[0]
            await ears[seat].act(seat)
        last = table.match.outcome().scores.index(min(table.match.outcome().scores))
        await ears[0].do(m.Rematch)
        assert ears[last].last(m.TableView).yours == (0,)
        token = ears[last].last(m.Seated).token
        await lobby.gone(ears[last].guest)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        assert again.last(m.TableView).yours == (0,)

    in_lobby(test)


def test_who_decides_at_the_same_time_is_not_stale_because_of_each_other(shelf: None) -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("toy", "me", "open")
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        game, match = ada.guest.table.match.game, ada.guest.table.match
        turn = match.turn
        cards = [game.notation(game.legal(match.state, seat)[0]) for seat in (0, 1)]
        await bo.do(m.Act, seat=1, action=cards[1], turn=turn)
        await ada.do(m.Act, seat=0, action=cards[0], turn=turn)
        second = game.notation(game.legal(match.state, 1)[0])
        assert await bo.refused(m.Act, seat=1, action=second, turn=turn) == "match.refusal.stale"

    in_lobby(test)


def test_ais_wait_while_paused_and_go_step_by_step() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "random", "random", pause=60.0)
        await eve.do(m.Watch, table=1)
        assert await eve.refused(m.SetPace, pause=1.0) == "net.refusal.host_only"
        assert await ada.refused(m.StepOnce) == "net.refusal.not_paused"
        await ada.do(m.SetPace, pause=0.0, paused=True)
        assert ada.last(m.TableView).paused
        ada.forget()
        await ada.do(m.StepOnce)
        await ada.until(m.StepsMade)
        await settle()
        assert ada.guest.table.match.turn == 1
        await ada.do(m.StepOnce)
        await ada.until(m.StepsMade, lambda stepped: stepped.now == 2)
        await ada.do(m.SetPace, pause=0.0)
        await ada.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
        assert eve.last(m.StepsMade).outcome is not None

    in_lobby(test)


def test_a_saved_game_goes_on_from_its_last_position() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "me", goal=Goal(games=1))
        for turn in range(6):
            await ada.act(turn % 2)
        text = record.of_match(ada.guest.table.match)
        await bo.do(m.Open, game="other", options={"first": 1}, plans=planned(("me", "random")), record=text)
        table_view = bo.last(m.TableView)
        assert table_view.views[0].view == ada.last(m.StepsMade).views[0][1][-1].view
        assert (table_view.turn, table_view.options["first"], len(table_view.views[0].log)) == (6, 0, 6)
        await bo.act(0)
        await bo.until(m.StepsMade, lambda stepped: stepped.now == 8)
        eve = Ear(lobby)
        two, three = planned(("me", "me")), planned(("me", "me", "me"))
        cut = await eve.refused(m.Open, game="", options={}, plans=two, record=text[:-9])
        assert cut.startswith("replay.refusal.")
        many = await eve.refused(m.Open, game="", options={}, plans=three, record=text)
        assert many == "net.refusal.plans"

    in_lobby(test)


def _half_a_game_of_toy(seed: int) -> Match:
    match = Match(toy.GAME, toy.ToyOptions(), 2, chance.seed_from(seed))
    seat = match.to_act()[0]
    match.submit(seat, toy.GAME.legal(match.state, seat)[0], match.turn)
    return match


@pytest.mark.usefixtures("shelf")
def test_a_game_with_draws_that_was_gone_on_with_can_be_read_at_its_end() -> None:
    """Its first draws are not those of the new secret, so nothing is promised about them."""

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        text = record.of_match(_half_a_game_of_toy(1))
        await ada.do(m.Open, game="toy", options={}, plans=planned(("me", "me")), record=text)
        assert ada.guest.table is not None
        match = ada.guest.table.match
        while match.to_act():
            await ada.act(match.to_act()[0])
        assert record.read(record.of_match(match)).finished
        assert (ada.last(m.TableView).commitment, ada.last(m.StepsMade).seed) == ("", "")

    in_lobby(test)


@pytest.mark.parametrize("decisions", [2, 9])
def test_a_saved_game_goes_on_with_draws_of_its_own(decisions: int) -> None:
    """The Great Divide draws all along. Before its first draw the new secret can still be promised."""

    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("great_divide", "me", "me")
        for _ in range(decisions):
            await _decide(ada)
        before = _match(ada)
        text = record.of_match(before)
        await bo.do(m.Open, game="great_divide", options={}, plans=planned(("me", "me")), record=text)
        assert (bo.last(m.TableView).commitment != "") == (decisions == 2)
        while _match(bo).to_act():
            await _decide(bo)
        later = record.read(record.of_match(_match(bo)))
        assert later.finished and list(later.steps[: len(before.steps)]) == before.steps
        assert (later.header.seed != "") == (decisions == 2)

    in_lobby(test)


def _match(ear: Ear) -> Match:
    assert ear.guest.table is not None
    return ear.guest.table.match


async def _decide(ear: Ear) -> None:
    match = _match(ear)
    seat = match.to_act()[0]
    await ear.act(seat, len(match.game.legal(match.state, seat)) // 2)


def test_nobody_knows_the_draws_to_come_of_a_saved_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of an unfinished game that names its seed does not fix that of the table."""
    draw, used = chance.draw, set[bytes]()

    def watched(seed: bytes, step: int, chances: Any) -> Any:
        used.add(seed)
        return draw(seed, step, chances)

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        seed = chance.seed_from(1)
        match = Match(GHAWAR, GHAWAR.info.options(), 2, seed)
        known = record.Header("ghawar", {}, 2, commitment=match.commitment.hex(), seed=seed.hex())
        text = record.write(GHAWAR, known, match.steps)
        await ada.do(m.Open, game="ghawar", options={}, plans=planned(("me", "me")), record=text)
        monkeypatch.setattr(chance, "draw", watched)
        for _ in range(20):
            await _decide(ada)
        assert len(used) == 1 and seed not in used

    in_lobby(test)


def test_only_ais_among_themselves_and_the_own_program_may_fix_the_seed() -> None:
    async def test(lobby: Lobby) -> None:
        guest, own = Ear(lobby), Ear(lobby, embedded=True)
        asked = {"game": "sturt", "options": {}, "plans": planned(("me", "me")), "seed": 7}
        assert await guest.refused(m.Open, **asked) == "net.refusal.seed"
        await own.do(m.Open, **asked)
        await guest.open("sturt", "random", "random", seed=7, pause=60.0)
        assert guest.last(m.TableView).commitment == own.last(m.TableView).commitment

    in_lobby(test)


def test_what_cannot_be_opened_says_why() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        two = planned(("me", "me"))
        usual = {"game": "sturt", "options": {}, "plans": two}
        for other, code in (
            ({"game": "chess"}, "match.refusal.unknown_game"),
            ({"options": {"colour": 1}}, "codec.refusal.unknown_option"),
            ({"options": {"first": 7}}, "codec.refusal.bad_option"),
            ({"plans": two[:1]}, "match.refusal.seats"),
            ({"goal": Goal(games=77)}, "match.refusal.goal"),
            ({"title": "x" * 10_000}, "net.refusal.name_long"),
            ({"plans": (_named("x" * 10_000),) * 2}, "net.refusal.name_long"),
            ({"plans": (_named("a\x07b"),) * 2}, "net.refusal.name_unprintable"),
            ({"plans": (_named(""),) * 2}, "net.refusal.name_empty"),
            ({"plans": (m.SeatPlan("me", "Ada"), two[1])}, "net.refusal.no_token"),
            ({"plans": two[:1] * 2}, "net.refusal.token_used"),
        ):
            assert await ada.refused(m.Open, **{**usual, **other}) == code
        assert lobby.tables == {}

    in_lobby(test)


def _named(name: str) -> m.SeatPlan:
    return m.SeatPlan("me", name, token=new_token())


def test_chat_reaches_all_and_is_clean() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "me")
        await eve.do(m.Watch, table=1)
        await ada.do(m.Say, text=" Hello! ")
        await eve.do(m.Say, text="やあ")
        said = [heard for heard in ada.heard if isinstance(heard, m.Said)]
        assert said == [m.Said(0, "Ada", "Hello!", ada.number), m.Said(-1, "", "やあ", eve.number)]
        assert await eve.refused(m.Say, text="a\x1b[2Jb") == "net.refusal.chat_unprintable"
        assert await eve.refused(m.Say, text="x" * 201) == "net.refusal.chat_long"

    in_lobby(test)


def test_what_needs_a_table_or_the_own_program_is_refused() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        assert await ada.refused(m.Start) == "net.refusal.no_table"
        await ada.open("sturt", "me", "me")
        assert await ada.refused(m.Publish) == "net.refusal.publish"
        assert await ada.refused(m.Start) == "net.refusal.started"

    in_lobby(test)


@pytest.mark.usefixtures("shelf")
def test_a_scene_is_made_once_for_all_who_watch() -> None:
    """Else a host with many who watch could keep the server busy."""

    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("toy", "me", "open")
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        heard: list[list[Any]] = [[], [], []]
        for said in heard:
            watching = lobby.welcome(said.append, lambda why: None, new_token())
            await lobby.handle(watching, m.Watch(1, 1))
        for kind in (m.TableView, m.Occupants):
            ada.forget()
            if kind is m.TableView:
                await ada.do(m.SetPace, pause=0.0)
            else:
                await ada.do(m.HandOver, seat=0, level="random")
            one, two, three = ([told for told in said if isinstance(told, kind)][-1] for said in heard)
            assert one is two is three
            assert (one.yours, one.watchers) == ((), ())
            theirs: Any = bo.last(kind)
            assert ada.last(m.TableView).watchers and theirs.yours == (1,)

    in_lobby(test)
