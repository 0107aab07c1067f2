"""Duplicates: several tables with the same draws, which stay secret until the last table is over."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import audit, codec, duplicate, record
from core.chance import seed_from
from core.game import CHANCE, Goal
from core.games import game as game_of
from core.match import Match
from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.net.limits import Limits
from server.storage.database import Database
from server.storage.journal import (
    Concluded,
    Finished,
    JournalEntry,
    MemoryStore,
    Opened,
    Started,
    StoreFailed,
)
from server.tables import lobby, opening
from server.tables.lobby import CONCLUDE_RETRY_DELAY, Lobby
from tests.server.helpers import (
    ONE_PROOF_KEY,
    Ear,
    Hall,
    Time,
    Unsure,
    in_lobby,
    new_token,
    planned,
    play_at_random,
    settle,
)

pytestmark = pytest.mark.usefixtures("shelf")

TWO = m.DuplicatePlan()
TOY = {"face_up": True, "rounds": 1}


class Evening:
    """Ada and Bo at the first table of a duplicate, Cy and Dee at the second one, each at a machine."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.people = [Ear(lobby) for _ in range(4)]
        self.ada, self.bo, self.cy, self.dee = self.people
        self.tokens = [new_token() for _ in range(4)]

    async def gather(self, game: str = "toy", options: dict[str, Any] | None = None) -> None:
        plans = (m.SeatPlan("me", "Ada", token=self.tokens[0]), *planned(("open",)))
        chosen = TOY if options is None else options
        await self.ada.do(m.Open, game=game, options=chosen, plans=plans, duplicate=TWO)
        for number, (name, table, seat) in enumerate((("Bo", 1, 1), ("Cy", 2, 0), ("Dee", 2, 1)), start=1):
            where = {"table": table, "seat": seat, "token": self.tokens[number]}
            await self.people[number].do(m.Sit, name=name, **where)

    async def begin(self, game: str = "toy", options: dict[str, Any] | None = None) -> None:
        await self.gather(game, options)
        await self.ada.do(m.Start)

    async def play(self, table: int, choice: int = 0) -> None:
        """Play the game of a table to its end."""
        match = self.lobby.tables[table].match
        while match.to_act():
            seat = match.to_act()[0]
            await self.people[2 * (table - 1) + seat].act(seat, choice)
        await settle()


def drawn(match: Match) -> list[Any]:
    return [step.action for step in match.steps if step.seat == CHANCE]


def told_seeds(ear: Ear) -> set[str]:
    """All seeds that a guest has been told."""
    return {message.seed for message in ear.heard if isinstance(message, m.TableView | m.StepsMade)} - {""}


def results(ear: Ear) -> tuple[m.DuplicateResult | None, ...]:
    told = ear.last(m.TableView).duplicate
    assert told is not None
    return told.results


def test_all_tables_begin_together_with_the_same_draws_and_one_commitment() -> None:
    async def story(lobby: Lobby) -> None:
        evening = Evening(lobby)
        await evening.gather()
        first, second = lobby.tables[1], lobby.tables[2]
        assert first.phase == second.phase == "gathering"
        await evening.ada.do(m.Start)
        assert first.phase == second.phase == "playing"
        for ear, table in zip(evening.people, (1, 1, 2, 2), strict=True):
            assert ear.last(m.TableView).table == table
        await evening.play(1, 0)
        await evening.play(2, -1)
        assert drawn(first.match) == drawn(second.match) and first.match.steps != second.match.steps
        commitments = {ear.last(m.TableView).commitment for ear in evening.people}
        assert commitments == {first.match.commitment.hex()}

    in_lobby(story)


@pytest.mark.parametrize("key", ["great_divide", "great_split", "ghawar"])
def test_draws_do_not_depend_on_what_was_decided_between_them(key: str) -> None:
    game = game_of(key)
    played = []
    for choice in (0, -1):
        match = Match(game, game.info.options(), game.info.seats[0], seed_from(5), duplicate=True)
        while match.to_act() and len(drawn(match)) < 40:
            seat = match.to_act()[0]
            action = game.legal(match.tip(seat), seat)[choice]
            match.submit(seat, action, match.turn, match.ply(seat))
        played.append(match)
    first, second = (drawn(match) for match in played)
    both = min(len(first), len(second))
    assert both > 3 and first[:both] == second[:both]
    for match in played:
        told = (match.game, match.options, match.seats, match.steps, match.commitment)
        assert audit.audit(*told, match.secret_seed()).kind == "proven"
        assert audit.audit(*told, seed_from(6)).kind == "other_seed"


def test_sums_over_the_tables_decide_and_everybody_is_told() -> None:
    async def story(lobby: Lobby) -> None:
        evening = Evening(lobby)
        await evening.begin()
        await evening.play(2, -1)
        assert not results(evening.ada) and not results(evening.cy)
        told = evening.cy.last(m.TableView).duplicate
        assert told is not None and told.ended == ((1, False), (2, True))
        ends = [x for x in evening.cy.heard if isinstance(x, m.StepsMade | m.TableView) and x.outcome]
        assert isinstance(ends[0], m.StepsMade)
        await evening.play(1, 0)
        for ear in evening.people:
            found = results(ear)
            assert [[h.name for h in each.holders] for each in found if each] == [
                ["Ada", "Bo"],
                ["Cy", "Dee"],
            ]
            outcomes = [lobby.tables[number].match.outcome() for number in (1, 2)]
            assert [each.points for each in found if each] == [o.scores for o in outcomes if o]
        (a0, a1), (b0, b1) = (each.points for each in found if each)
        assert duplicate.sums([(a0, a1), (b0, b1)]) == (a0 + b1, a1 + b0)

    in_lobby(story)


def test_the_seed_is_told_and_records_are_shelved_only_when_all_tables_are_over() -> None:
    async def story(lobby: Lobby) -> None:
        store = lobby.services.store
        assert isinstance(store, Shelf)
        evening = Evening(lobby)
        await evening.begin()
        seed = lobby.tables[1].match.secret_seed().hex()
        await evening.play(1)
        assert lobby.tables[1].phase == "over" and store.finished == []
        assert record.of_match(lobby.tables[1].match).find(seed) < 0
        await evening.ada.do(m.Leave)
        await evening.ada.do(m.Return, table=1, token=evening.tokens[0])
        assert not any(told_seeds(ear) for ear in evening.people)
        await evening.play(2)
        assert all(told_seeds(ear) == {seed} for ear in evening.people)
        assert [line.about.names for line in store.finished] == [("Cy", "Dee"), ("Ada", "Bo")]
        for line in store.finished:
            assert record.read(line.text).header.seed == seed

    in_lobby(story, Shelf())


class Shelf(MemoryStore):
    """A store that keeps the finished games it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.finished: list[Finished] = []

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        await super().record(table, line, finished)
        self.finished += [finished] if finished is not None else []


def test_nobody_looks_on_or_sits_down_anew_before_all_tables_are_over() -> None:
    async def story(lobby: Lobby) -> None:
        evening, eve = Evening(lobby), Ear(lobby)
        await evening.gather()
        assert await eve.refused(m.Watch, table=2) == "net.refusal.duplicate_watch"
        await evening.ada.do(m.Start)
        assert await eve.refused(m.Watch, table=1) == "net.refusal.duplicate_watch"
        await eve.do(m.Browse)
        assert not any(line.watchable for line in eve.last(m.Tables).tables)
        assert {line.duplicate for line in eve.last(m.Tables).tables} == {1}
        await evening.play(1)
        await evening.ada.do(m.Leave)
        assert await evening.ada.refused(m.Watch, table=2) == "net.refusal.duplicate_watch"
        for command in ({"table": 2, "seat": 0}, {"table": 2, "seat": 1}):
            answer = await evening.ada.refused(m.Sit, name="Ada", **command)
            assert answer == "net.refusal.seat_taken"
        assert not any(line.watchable for line in lobby.lines())
        await evening.play(2)
        assert all(line.watchable for line in lobby.lines())
        await eve.do(m.Watch, table=2)

    in_lobby(story)


def test_a_seat_that_comes_free_in_the_middle_is_for_an_ai_only() -> None:
    async def story(lobby: Lobby) -> None:
        evening, eve = Evening(lobby), Ear(lobby)
        await evening.begin()
        await evening.dee.do(m.Leave)
        await evening.cy.do(m.FreeSeat, seat=1)
        assert await eve.refused(m.Sit, table=2, seat=1, name="Eve") == "net.refusal.duplicate_begun"
        await evening.cy.do(m.HandOver, seat=1, level="random")
        assert await evening.cy.refused(m.TakeBack, seat=1, name="X", token=new_token()) == (
            "net.refusal.duplicate_begun"
        )
        assert await evening.cy.refused(m.FreeSeat, seat=0) == "net.refusal.duplicate_seat"

    in_lobby(story)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_at_one_table_nothing_is_heard_of_what_was_played_at_another(
    rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "seed_of", lambda seed, number: seed_from(number))
    monkeypatch.setattr(lobby, "proof_key", lambda secret, ticket: ONE_PROOF_KEY)
    options = {"rounds": rounds}
    worlds: list[list[list[Any]]] = []

    def heard(choice: int, of: slice) -> list[list[Any]]:
        async def story(lobby: Lobby) -> None:
            evening = Evening(lobby)
            evening.tokens = [bytes([number]) * 16 for number in range(4)]
            await evening.begin(options=options)
            await evening.play(1, choice)
            await evening.cy.do(m.Say, text="We go on")
            await evening.dee.do(m.Watch, table=2)
            await evening.cy.act(0)
            worlds.append([ear.heard for ear in evening.people[of]])

        in_lobby(story)
        return worlds.pop()

    assert heard(0, slice(2, 4)) == heard(-1, slice(2, 4))
    assert heard(0, slice(0, 2)) != heard(-1, slice(0, 2))


def test_one_program_sits_at_one_table_only() -> None:
    async def story(lobby: Lobby) -> None:
        evening = Evening(lobby)
        await evening.ada.do(m.Open, game="toy", options=TOY, plans=planned(("me", "open")), duplicate=TWO)
        again = Ear(lobby, client=evening.ada.guest.client)
        again.last_id = 100
        assert await again.refused(m.Sit, table=2, seat=0, name="Ada") == "net.refusal.duplicate_two"
        assert await evening.ada.refused(m.FreeSeat, seat=0) == "net.refusal.duplicate_seat"
        await again.do(m.Sit, table=1, seat=1, name="Zoe")

    in_lobby(story)


def test_the_result_of_a_table_is_not_taken_back() -> None:
    """Sturt has no chance: elsewhere its last step could be taken back."""

    async def story(lobby: Lobby) -> None:
        evening = Evening(lobby)
        await evening.begin("sturt", {})
        await evening.play(1)
        turn = lobby.tables[1].match.turn
        for ear in (evening.ada, evening.bo):
            assert await ear.refused(m.Undo, turn=turn) == "match.refusal.over"

    in_lobby(story)


def test_only_the_host_of_the_first_table_begins() -> None:
    async def story(lobby: Lobby) -> None:
        evening = Evening(lobby)
        await evening.gather()
        assert await evening.cy.refused(m.Start) == "net.refusal.duplicate_start"
        assert await evening.dee.refused(m.Start) == "net.refusal.host_only"

    in_lobby(story)


def test_a_table_of_ais_plays_by_itself_while_somebody_is_at_another_one() -> None:
    async def story(lobby: Lobby) -> None:
        ada = Ear(lobby)
        plan = m.DuplicatePlan(tables=3, level="random")
        await ada.do(
            m.Open, game="toy", options=TOY, plans=planned(("me", "random")), duplicate=plan, pause=9.0
        )
        for _ in range(100):
            await settle()
        assert [table.phase for table in lobby.tables.values()] == ["playing", "over", "over"]
        await ada.do(m.SetPace, pause=0.0)
        await ada.act(0)
        while not lobby.tables[1].results:
            await settle()
        found = results(ada)
        assert [each.holders[0].kind for each in found if each] == ["person", "bot", "bot"]
        await ada.do(m.Rematch)
        for _ in range(100):
            await settle()
        assert [table.games for table in lobby.tables.values()] == [1, 1, 1]
        assert [table.phase for table in lobby.tables.values()] == ["playing", "over", "over"]

    in_lobby(story)


def test_the_next_duplicate_has_other_draws_and_everybody_another_seat() -> None:
    async def story(lobby: Lobby) -> None:
        evening = Evening(lobby)
        await evening.begin()
        await evening.play(1)
        assert await evening.bo.refused(m.Rematch) == "net.refusal.duplicate_goes_on"
        await evening.play(2)
        before = lobby.tables[1].match.commitment
        await evening.dee.do(m.Rematch)
        first, second = lobby.tables[1], lobby.tables[2]
        assert first.match.commitment == second.match.commitment != before
        assert [[chair.name for chair in table.chairs] for table in (first, second)] == [
            ["Bo", "Ada"],
            ["Dee", "Cy"],
        ]
        assert first.phase == second.phase == "playing" and not first.results
        told = evening.ada.last(m.TableView)
        assert told.seed == "" and told.duplicate is not None and told.duplicate.game == 1
        sides = {
            chair.name: duplicate.side(at, seat, 2, table.games)
            for at, table in enumerate((first, second))
            for seat, chair in enumerate(table.chairs)
        }
        assert sides == {"Ada": 0, "Bo": 1, "Cy": 1, "Dee": 0}

    in_lobby(story)


def test_a_table_that_closes_in_the_middle_leaves_no_decision() -> None:
    async def story(lobby: Lobby) -> None:
        time = Time()
        evening = Evening(lobby)
        await evening.begin()
        await evening.cy.do(m.Leave)
        await evening.dee.do(m.Leave)
        await evening.play(1)
        assert lobby.tables[2].phase == "playing" and not results(evening.ada)
        await time.later(lobby.limits.grace + 1)
        assert 2 not in lobby.tables
        found = results(evening.ada)
        assert found[0] is not None and found[1] is None
        assert duplicate.sums([found[0].points, None]) is None
        assert told_seeds(evening.ada)
        assert await evening.ada.refused(m.Rematch) == "net.refusal.duplicate_gone"

    in_lobby(story)


def test_a_table_that_stops_in_the_middle_leaves_no_decision() -> None:
    async def story(lobby: Lobby) -> None:
        evening = Evening(lobby)
        await evening.begin()
        await evening.play(1)
        lobby.tables[2].put_aside(ValueError("broken"))
        await settle()
        found = results(evening.ada)
        assert found[0] is not None and found[1] is None

    in_lobby(story)


def test_a_table_that_is_over_waits_for_the_others_though_its_people_have_gone() -> None:
    async def story(lobby: Lobby) -> None:
        time = Time()
        evening = Evening(lobby)
        await evening.begin()
        await evening.play(1)
        await lobby.gone(evening.ada.guest)
        await evening.bo.do(m.Leave)
        await settle()
        await time.later(lobby.limits.grace + 1)
        assert 1 in lobby.tables
        await evening.play(2)
        assert all(each is not None for each in results(evening.cy))
        await evening.cy.do(m.Leave)
        await evening.dee.do(m.Leave)
        await settle()
        await time.later(lobby.limits.grace + 1)
        assert not lobby.tables

    in_lobby(story)


def test_tables_nobody_came_to_close_with_the_first() -> None:
    async def story(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.do(m.Open, game="toy", options=TOY, plans=planned(("me", "open")), duplicate=TWO)
        await ada.do(m.Leave)
        assert not lobby.tables

    in_lobby(story)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"plans": planned(("open", "open"))}, "net.refusal.duplicate_seat"),
        ({"goal": Goal(points=30)}, "net.refusal.duplicate_goal"),
        ({"record": "saved"}, "net.refusal.duplicate_record"),
        ({"duplicate": m.DuplicatePlan(tables=8)}, "net.refusal.tables_full"),
    ],
)
def test_what_a_duplicate_cannot_be(fields: dict[str, Any], code: str) -> None:
    async def story(lobby: Lobby) -> None:
        ada = Ear(lobby)
        saved = record.of_match(Match(game_of("toy"), game_of("toy").info.options(), 2, seed_from(1)))
        asked = {"game": "toy", "options": TOY, "plans": planned(("me", "open")), "duplicate": TWO} | fields
        asked |= {"record": saved} if "record" in fields else {}
        assert await ada.refused(m.Open, **asked) == code
        assert not lobby.tables

    in_lobby(story, limits=Limits(tables=5))


@pytest.mark.parametrize("tables", [0, 1, -1, 9, 10**9, 2**63, "2", None])
def test_a_hostile_number_of_tables_ends_the_connection(tables: Any) -> None:
    with Hall() as hall, hall.dial() as guest:
        said = m.Open(id=1, game="toy", options={}, plans=planned(("me", "open")))
        body = msgspec.msgpack.encode(codec.unpack(codec.encode(said)) | {"duplicate": {"tables": tables}})
        guest.sock.sendall(len(body).to_bytes(4, "big") + body)
        assert guest.bye().code == "codec.refusal.malformed"
        assert not hall.lobby.tables


def test_a_store_that_fails_opens_nothing_and_begins_nothing() -> None:
    store = Unsure()

    async def story(lobby: Lobby) -> None:
        evening = Evening(lobby)
        store.full = True
        asked = {"game": "toy", "options": TOY, "plans": planned(("me", "open")), "duplicate": TWO}
        assert await evening.ada.refused(m.Open, **asked) == "net.refusal.not_stored"
        assert not lobby.tables
        store.full = False
        evening = Evening(lobby)
        await evening.ada.do(m.Open, **asked)
        first, second = lobby.tables.values()
        store.full = True
        assert await evening.ada.refused(m.Start) == "net.refusal.not_stored"
        assert first.phase == second.phase == "gathering"
        store.full = False
        await evening.ada.do(m.Start)
        assert first.phase == second.phase == "playing"

    in_lobby(story, store)


class Stopping(MemoryStore):
    """A store that fails from a given fact of a table on, as if the server had stopped there."""

    def __init__(self, disk: Database, kind: type, table: int) -> None:
        super().__init__()
        self.disk, self.kind, self.table, self.stopped = disk, kind, table, False

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        self.stopped |= table == self.table and any(isinstance(fact, self.kind) for fact in line.entries)
        if self.stopped:
            raise StoreFailed("stopped")
        await self.disk.record(table, line, finished)


async def restarted(lobby: Lobby, evening: Evening, folder: Path) -> Lobby:
    """Another server with the same data, to which everybody comes back."""
    await lobby.close()
    again = Lobby("Again", Database.open(folder), DirectThinker())
    again.recover()
    evening.lobby = again
    evening.people, last = (
        [Ear(again, client=ear.guest.client) for ear in evening.people],
        evening.ada.last_id,
    )
    for number, (ear, table) in enumerate(zip(evening.people, (1, 1, 2, 2), strict=True)):
        ear.last_id = last + 1000
        token, evening.tokens[number] = evening.tokens[number], new_token()
        await ear.do(m.Return, table=table, token=token, fresh=evening.tokens[number])
    evening.ada, evening.bo, evening.cy, evening.dee = evening.people
    return again


def test_a_duplicate_survives_a_restart_in_the_middle(tmp_path: Path) -> None:
    async def story() -> None:
        lobby = Lobby("First", Database.open(tmp_path), DirectThinker())
        evening = Evening(lobby)
        await evening.begin(options={"face_up": True, "rounds": 2})
        await evening.play(1)
        seed = lobby.tables[1].match.secret_seed()
        again = await restarted(lobby, evening, tmp_path)
        assert again.tables[1].duplicate is again.tables[2].duplicate is not None
        assert not any(told_seeds(ear) for ear in evening.people)
        eve = Ear(again)
        assert await eve.refused(m.Watch, table=2) == "net.refusal.duplicate_watch"
        await evening.play(2)
        for ear in evening.people:
            await ear.until(m.TableView, concluded)
        assert all(told_seeds(ear) == {seed.hex()} for ear in evening.people)
        found = results(evening.bo)
        again = await restarted(again, evening, tmp_path)
        assert results(evening.dee) == found != ()
        await evening.ada.do(m.Rematch)
        assert again.tables[1].match.commitment == again.tables[2].match.commitment
        await again.close()

    asyncio.run(story())


@pytest.mark.parametrize(("kind", "table"), [(Concluded, 1), (Concluded, 2)])
def test_a_stop_while_results_are_recorded_is_made_good(tmp_path: Path, kind: type, table: int) -> None:
    async def story() -> None:
        disk = Database.open(tmp_path)
        lobby = Lobby("First", disk, DirectThinker())
        evening = Evening(lobby)
        await evening.begin()
        await evening.play(1)
        lobby.services.store = Stopping(disk, kind, table)
        await evening.play(2)
        while not lobby.services.store.stopped:
            await asyncio.sleep(0.01)
        assert not lobby.tables[table].results
        lobby.services.store = disk
        again = await restarted(lobby, evening, tmp_path)
        for ear in evening.people:
            await ear.until(m.TableView, concluded)
        assert results(evening.ada) == results(evening.cy)
        await again.close()

    asyncio.run(story())


def test_a_stop_while_the_tables_open_leaves_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        disk = Database.open(tmp_path)
        lobby = Lobby("First", Stopping(disk, Opened, 1), DirectThinker())
        ada = Ear(lobby)
        asked = {"game": "toy", "options": TOY, "plans": planned(("me", "open")), "duplicate": TWO}
        said = ada.command(m.Open, **asked)
        assert isinstance(await ada.send(said), m.Failed)
        await disk.close()
        disk = Database.open(tmp_path)
        again = Lobby("Again", disk, DirectThinker(), Limits(grace=0.01))
        again.recover()
        assert 1 not in again.tables
        while again.tables:
            await asyncio.sleep(0.01)
        ada = Ear(again, client=ada.guest.client)
        done = await ada.send(said)
        assert isinstance(done, m.Done) and len(again.tables) == 2
        await again.close()

    asyncio.run(story())


@pytest.mark.parametrize(("kind", "table"), [(Started, 1), (Started, 2)])
def test_a_stop_while_the_tables_begin_is_made_good(tmp_path: Path, kind: type, table: int) -> None:
    async def story() -> None:
        disk = Database.open(tmp_path)
        lobby = Lobby("First", disk, DirectThinker())
        evening = Evening(lobby)
        await evening.gather()
        lobby.services.store = Stopping(disk, kind, table)
        assert await evening.ada.refused(m.Start) == "net.refusal.not_stored"
        lobby.services.store = disk
        again = await restarted(lobby, evening, tmp_path)
        assert again.tables[1].phase == "gathering"
        await evening.ada.do(m.Start)
        assert {each.phase for each in again.tables.values()} == {"playing"}
        await again.close()

    asyncio.run(story())


def test_a_stop_while_the_next_game_begins_leaves_one_seed(tmp_path: Path) -> None:
    async def story() -> None:
        disk = Database.open(tmp_path)
        lobby = Lobby("First", disk, DirectThinker())
        evening = Evening(lobby)
        await evening.begin()
        await evening.play(1)
        await evening.play(2)
        for ear in evening.people:
            await ear.until(m.TableView, concluded)
        lobby.services.store = Stopping(disk, Started, 1)
        assert await evening.ada.refused(m.Rematch) == "net.refusal.not_stored"
        lobby.services.store = disk
        again = await restarted(lobby, evening, tmp_path)
        assert again.tables[2].games == 1 and again.tables[1].games == 0
        await evening.ada.do(m.Rematch)
        assert again.tables[1].games == again.tables[2].games == 1
        assert again.tables[1].match.secret_seed() == again.tables[2].match.secret_seed()
        await again.close()

    asyncio.run(story())


def test_results_that_cannot_be_stored_are_stored_later() -> None:
    store = Unsure()

    async def story(lobby: Lobby) -> None:
        time = Time()
        evening = Evening(lobby)
        await evening.begin()
        await evening.play(1)
        ended, lobby.services.ended = lobby.services.ended, lambda table: None
        await evening.play(2)
        store.full = True
        ended(lobby.tables[2])
        await settle()
        assert not any(told_seeds(ear) for ear in evening.people)
        store.full = False
        await time.later(CONCLUDE_RETRY_DELAY + 0.1)
        assert all(told_seeds(ear) for ear in evening.people)

    in_lobby(story, store)


def test_over_real_sockets_two_tables_come_to_a_sum() -> None:
    with Hall() as hall:
        guests = [hall.dial() for _ in range(4)]
        ada, bo, cy, dee = guests
        ada.do(m.Open, game="sturt", options={}, plans=planned(("me", "open")), duplicate=TWO)
        for guest, table, seat in ((bo, 1, 1), (cy, 2, 0), (dee, 2, 1)):
            assert isinstance(guest.do(m.Sit, table=table, seat=seat, name="Guest"), m.Done)
        ada.ask(m.Start)
        views = [guest.until(m.TableView, lambda told: told.phase == "playing") for guest in guests]
        with ThreadPoolExecutor(4) as pool:
            played = pool.map(play_at_random, guests, views, (1, 2, 3, 4))
            assert {last.seed for last in played} == {""}
        told = [guest.until(m.TableView, concluded).duplicate for guest in guests]
        assert all(each == told[0] for each in told) and told[0] is not None
        points = [each.points for each in told[0].results if each]
        assert len(points) == 2 and duplicate.sums(points) is not None
        for guest in guests:
            guest.sock.close()


def concluded(told: m.TableView) -> bool:
    return told.duplicate is not None and bool(told.duplicate.results)
