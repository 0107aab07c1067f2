"""Who sits where: leave and come back, tokens, AIs that step in, hosts that go."""

from __future__ import annotations

import asyncio

from core.protocol import messages as m
from server.net.limits import Limits
from server.storage.journal import Finished, JournalEntry, MemoryStore, Stored
from server.storage.restore import restore
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, Time, in_lobby, planned, settle, two_at_sturt


def test_a_table_without_open_seats_begins_at_once_and_others_wait_for_the_host() -> None:
    async def test(lobby: Lobby) -> None:
        couch, host = Ear(lobby), Ear(lobby)
        await couch.open("sturt", "me", "me")
        assert couch.last(m.TableView).phase == "playing"
        await host.open("sturt", "me", "open")
        assert host.last(m.TableView).phase == "gathering"
        assert await host.refused(m.Act, seat=0, action="5@0,0", turn=0) == "net.refusal.not_started"
        await host.do(m.Start, level="random")
        assert host.last(m.TableView).phase == "playing"
        assert [holder.kind for holder in host.last(m.TableView).holders] == ["person", "bot"]

    in_lobby(test)


def test_what_a_command_causes_comes_before_its_done() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        ada.forget()
        await ada.open("sturt", "me", "me")
        assert [type(x) for x in ada.heard] == [m.Seated, m.Seated, m.TableView, m.Done]
        ada.forget()
        await ada.act(0)
        assert [type(x) for x in ada.heard] == [m.StepsMade, m.Done]

    in_lobby(test)


def test_leave_and_come_back_to_the_same_seat_with_a_new_token() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.act(0)
        old = bo.last(m.Seated).token
        await lobby.gone(bo.guest)
        away = ada.last(m.Occupants).holders[1]
        assert (away.kind, away.name, away.guest) == ("away", "Bo", 0)

        again = Ear(lobby)
        assert await again.refused(m.Return, table=1, token=b"wrong") == "net.refusal.token"
        await again.do(m.Return, table=1, token=old)
        assert again.last(m.TableView).yours == (1,)
        assert ada.last(m.Occupants).holders[1].kind == "person"
        third = Ear(lobby)
        assert await third.refused(m.Return, table=1, token=old) == "net.refusal.token"
        await again.act(1)

    in_lobby(test)


def test_a_newer_connection_takes_the_seat_over_and_stays_host() -> None:
    async def test(lobby: Lobby) -> None:
        ada, _ = await two_at_sturt(lobby)
        newer = Ear(lobby)
        await newer.do(m.Return, table=1, token=ada.heard[1].token)
        assert ada.last(m.Notice).code == "net.notice.taken_over"
        assert ada.last(m.TableView).yours == ()
        assert await ada.refused(m.Act, seat=0, action="5@0,0", turn=0) == "net.refusal.not_your_seat"
        assert newer.last(m.TableView).host == newer.number
        await newer.act(0)

    in_lobby(test)


def test_a_seat_goes_to_an_ai_and_back_to_its_person_only() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        await ada.act(0)
        await bo.do(m.HandOver, seat=1, level="random")
        holder = bo.last(m.TableView).holders[1]
        assert (holder.kind, holder.level, holder.owner, holder.guest) == ("bot", "random", True, bo.number)
        await ada.until(m.StepsMade, lambda stepped: stepped.turn == 1)
        assert await bo.refused(m.Act, seat=1, action="5@0,0", turn=2) == "net.refusal.not_your_seat"
        assert await ada.refused(m.TakeBack, seat=1, name="Eve") == "net.refusal.not_your_seat"
        assert await ada.refused(m.FreeSeat, seat=1) == "net.refusal.not_your_seat"
        await bo.do(m.TakeBack, seat=1)
        assert bo.last(m.TableView).yours == (1,)
        await ada.act(0)
        await bo.act(1)

    in_lobby(test)


def test_a_late_answer_of_an_ai_whose_seat_was_taken_back_is_dropped() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "random", pause=60.0)
        await ada.act(0)
        await ada.until(m.Thinking)
        await ada.do(m.TakeBack, seat=1, name="Bo")
        await ada.do(m.SetPace, pause=0.0)
        await settle()
        await ada.act(1)
        await ada.act(0)
        assert ada.last(m.StepsMade).now == 3

    in_lobby(test)


def test_the_host_can_let_an_ai_stand_in_for_somebody_away_who_may_still_return() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        assert await ada.refused(m.HandOver, seat=1, level="random") == "net.refusal.not_your_seat"
        await bo.do(m.Leave)
        await ada.do(m.HandOver, seat=1, level="random")
        await ada.act(0)
        await ada.until(m.StepsMade, lambda stepped: stepped.turn == 1)
        await bo.do(m.Return, table=1, token=bo.last(m.Seated).token)
        assert bo.last(m.TableView).holders[1].kind == "person"
        await bo.do(m.Leave)
        await ada.do(m.FreeSeat, seat=1)
        assert await bo.refused(m.Return, table=1, token=bo.last(m.Seated).token) == "net.refusal.token"
        eve = Ear(lobby)
        await eve.do(m.Sit, table=1, seat=1, name="Eve")
        assert ada.last(m.Occupants).holders[1].name == "Eve"

    in_lobby(test)


def test_a_spectator_takes_the_seat_of_an_ai_that_nobody_owns() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "random")
        await eve.do(m.Watch, table=1)
        assert await eve.refused(m.TakeBack, seat=0, name="Eve") == "net.refusal.no_bot_there"
        await eve.do(m.TakeBack, seat=1, name="Eve")
        assert eve.last(m.Seated).seat == 1
        await ada.act(0)
        await eve.act(1)

    in_lobby(test)


def test_the_host_who_leaves_is_followed_by_the_next_person() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve, bo = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await eve.do(m.Watch, table=1)
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        assert await bo.refused(m.Start) == "net.refusal.host_only"
        await ada.do(m.Leave)
        assert bo.last(m.Occupants).host == bo.number
        assert bo.last(m.Occupants).holders[0].kind == "open"
        await bo.do(m.Leave)
        assert eve.last(m.Occupants).host == eve.number

    in_lobby(test)


def test_a_table_that_nobody_can_come_back_to_is_closed_and_the_list_says_so() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await eve.do(m.Browse)
        assert eve.last(m.Tables).tables == ()
        await ada.open("sturt", "random", "random", pause=60.0)
        assert len((await eve.until(m.Tables, lambda heard: bool(heard.tables))).tables) == 1
        eve.forget()
        await ada.do(m.Leave)
        assert (await eve.until(m.Tables)).tables == ()
        assert await eve.refused(m.Watch, table=1) == "net.refusal.no_such_table"

    in_lobby(test)


def test_a_table_waits_for_its_people_and_then_closes() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "random")
        await lobby.gone(ada.guest)
        await eve.do(m.Browse)
        assert len(eve.last(m.Tables).tables) == 1
        eve.forget()
        assert (await eve.until(m.Tables, lambda heard: not heard.tables)).tables == ()

    in_lobby(test, limits=Limits(grace=3600.0, keep=0.2))


def test_before_the_start_and_after_the_end_it_waits_less() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "random")
        await bo.open("sturt", "me", "me")
        await eve.open("sturt", "open", "open")
        await eve.do(m.Sit, table=3, seat=0, name="Eve")
        while bo.guest.table.match.to_act():
            await bo.act(bo.guest.table.match.to_act()[0])
        for ear in (ada, bo, eve):
            await lobby.gone(ear.guest)
        watcher = Ear(lobby)
        await watcher.do(m.Browse)
        await watcher.until(m.Tables, lambda heard: [line.table for line in heard.tables] == [1])

    in_lobby(test, limits=Limits(grace=0.1, keep=3600.0))


def test_when_all_tables_are_taken_one_that_nobody_is_at_gives_way() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "me")
        await bo.open("sturt", "me", "me")
        asked = {"game": "sturt", "options": {}, "plans": planned(("me", "me"))}
        assert await eve.refused(m.Open, **asked) == "net.refusal.tables_full"
        await lobby.gone(bo.guest)
        await eve.do(m.Open, **asked)
        assert sorted(lobby.tables) == [1, 3]
        await ada.act(0)

    in_lobby(test, limits=Limits(tables=2))


def test_nobody_drives_out_the_games_of_others_by_opening_more() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby, address="ada")
        await ada.open("sturt", "me", "me")
        await lobby.gone(ada.guest)
        for _ in range(6):
            eve = Ear(lobby, address="eve")
            await eve.open("sturt", "me", "me")
            for seat in (0, 1, 0):
                await eve.act(seat)
            await lobby.gone(eve.guest)
        assert sorted(lobby.tables) == [1, 6, 7]

    in_lobby(test, limits=Limits(tables=3))


class Slow(MemoryStore):
    """A store that takes a moment."""

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        await settle()
        await super().record(table, line, finished)


def test_tables_opened_at_the_same_moment_are_no_more_than_there_may_be() -> None:
    async def test(lobby: Lobby) -> None:
        asked = {"game": "sturt", "options": {}, "plans": planned(("me", "me"))}
        ears = [Ear(lobby) for _ in range(5)]
        answers = await asyncio.gather(*(ear.ask(m.Open, **asked) for ear in ears))
        assert [type(answer) for answer in answers].count(m.Done) == 3
        assert len(lobby.tables) == 3

    in_lobby(test, Slow(), limits=Limits(tables=3))


def test_nobody_fills_the_disk_with_a_table() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        table = lobby.tables[1]
        for _ in range(20 - table.entry_count):
            await bo.do(m.Say, text="?")
        assert await bo.refused(m.Say, text="!") == "net.refusal.table_full"
        assert (
            restore(Stored(1, tuple(store.entries[1])), lobby.services).entry_count == table.entry_count == 20
        )
        for _ in range(10):
            seat = table.match.to_act()[0]
            await (ada, bo)[seat].act(seat)
        assert await ada.refused(m.Act, seat=0, action="?", turn=0) == "net.refusal.table_full"
        await ada.do(m.Leave)

    in_lobby(test, store, limits=Limits(journal_entries=30, said=20))


def test_the_next_game_makes_room() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ears = await two_at_sturt(lobby)
        table = lobby.tables[1]
        while to_act := table.match.to_act():
            await ears[to_act[0]].act(to_act[0])
        while await ears[0].ask(m.Say, text="?") == m.Done(ears[0].last_id):
            pass
        await ears[1].do(m.Rematch)
        assert (
            restore(Stored(1, tuple(store.entries[1])), lobby.services).entry_count == table.entry_count == 1
        )
        await ears[0].do(m.Say, text="?")

    in_lobby(test, store, limits=Limits(said=100))


def test_somebody_who_is_back_in_time_keeps_the_table() -> None:
    async def test(lobby: Lobby) -> None:
        ada, again, eve = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "me")
        await lobby.gone(ada.guest)
        await again.do(m.Return, table=1, token=ada.heard[1].token)
        await eve.open("sturt", "me", "me")
        await lobby.gone(eve.guest)
        watcher = Ear(lobby)
        await watcher.do(m.Browse)
        await watcher.until(m.Tables, lambda heard: [line.table for line in heard.tables] == [1])
        await again.act(0)

    in_lobby(test, limits=Limits(grace=0.0, keep=0.0))


def test_whoever_watches_has_no_say_over_seats_whose_people_may_come_back() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve, late, again = Ear(lobby), Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "random", pause=60.0)
        await eve.do(m.Watch, table=1)
        await lobby.gone(ada.guest)
        await late.do(m.Watch, table=1)
        for stranger in (eve, late):
            assert await stranger.refused(m.FreeSeat, seat=0) == "net.refusal.host_only"
        await again.do(m.Return, table=1, token=ada.heard[1].token)
        assert again.last(m.TableView).host == again.number

    in_lobby(test)


def test_who_leaves_again_is_waited_for_anew() -> None:
    """The patience of the first time does not go on counting."""

    async def test(lobby: Lobby) -> None:
        time, ada, again = Time(), Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "me")
        await lobby.gone(ada.guest)
        await settle()
        await time.later(60.0)
        await again.do(m.Return, table=1, token=ada.heard[1].token)
        await lobby.gone(again.guest)
        await settle()
        await time.later(60.0)
        assert 1 in lobby.tables
        await time.later(40.0)
        assert 1 not in lobby.tables

    in_lobby(test, limits=Limits(keep=100.0))


def test_somebody_at_a_table_cannot_go_to_another() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await bo.open("sturt", "me", "open")
        assert await ada.refused(m.Sit, table=2, seat=1, name="Ada") == "net.refusal.at_a_table"
        assert await ada.refused(m.Watch, table=2) == "net.refusal.at_a_table"
        assert await ada.refused(m.Sit, table=1, seat=0, name="Ada") == "net.refusal.seat_taken"
        assert await ada.refused(m.Sit, table=1, seat=2, name="Ada") == "match.refusal.no_such_seat"

    in_lobby(test)


def test_nobody_new_sits_down_where_a_sealed_decision_waits_to_be_opened() -> None:
    """Else they would see it, give the seat back, and decide knowing it."""

    async def test(lobby: Lobby) -> None:
        ada, bo, eve = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("great_divide", "me", "random")
        await ada.until(m.DecidersLeft)
        assert await ada.refused(m.TakeBack, seat=1, name="Eve") == "net.refusal.sealed_seat"
        await ada.do(m.FreeSeat, seat=1)
        assert await eve.refused(m.Sit, table=1, seat=1, name="Eve") == "net.refusal.sealed_seat"
        await ada.do(m.Act, seat=0, action="cards W1", turn=0)
        await bo.do(m.Sit, table=1, seat=1, name="Bo")

    in_lobby(test)


def test_a_program_is_known_as_one_when_it_comes_back_and_after_a_restart() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, bot = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open")
        await bot.do(m.Sit, table=1, seat=1, name="Bot", program=True)
        await ada.do(m.Start)
        token = bot.last(m.Seated).token
        await bot.do(m.Leave)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        assert [holder.program for holder in ada.last(m.Occupants).holders] == [False, True]
        restored = restore(Stored(1, tuple(store.entries[1])), lobby.services)
        assert [chair.program for chair in restored.chairs] == [False, True]

    in_lobby(test, store)


def test_a_portrait_goes_with_its_person_wherever_the_seat_goes_and_after_a_restart() -> None:
    store = MemoryStore()

    def seen(ear: Ear) -> list[tuple[str, str]]:
        return [(holder.kind, holder.portrait) for holder in ear.last(m.Occupants).holders]

    async def test(lobby: Lobby) -> None:
        ada, bo, eve = Ear(lobby), Ear(lobby), Ear(lobby)
        mine = (
            m.SeatPlan("me", "Ada", portrait="owl", token=bytes(16)),
            m.SeatPlan("open"),
            m.SeatPlan("bot"),
        )
        await ada.do(m.Open, game="great_split", options={}, plans=mine)
        await bo.do(m.Sit, table=1, seat=1, name="Bo", portrait="no-such-animal")
        await ada.do(m.Start)
        token = bo.last(m.Seated).token
        await bo.do(m.Leave)
        assert seen(ada)[1] == ("away", "no-such-animal")
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        await again.do(m.HandOver, seat=1, level="random")
        assert seen(ada)[1] == ("bot", "no-such-animal")
        await again.do(m.TakeBack, seat=1)
        await eve.do(m.Watch, table=1)
        await eve.do(m.TakeBack, seat=2, name="Eve", portrait="fox")
        assert seen(ada) == [("person", "owl"), ("person", "no-such-animal"), ("person", "fox")]
        restored = restore(Stored(1, tuple(store.entries[1])), lobby.services)
        assert [chair.portrait for chair in restored.chairs] == ["owl", "no-such-animal", "fox"]

    in_lobby(test, store)
