"""AIs in processes of their own: what goes wrong with one is noticed, replaced, and felt by nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Hashable

import pytest

from core import codec
from core.game import Seat
from core.games.sturt.rules import STURT
from core.match import Match
from core.protocol import messages as m
from server.bots import pool, worker
from server.bots.pool import WorkerPool
from server.demo import play_out
from server.storage.journal import MemoryStore, Paced
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, Time, entries_of, in_lobby, settle

SEED = bytes(32)


def _question(level: m.Level, numbers: tuple[int, ...] = (1, 0)) -> worker.ThinkRequest:
    match = Match(STURT, STURT.info.options(), 2, SEED)
    return pool.question(match, STURT.to_act(match.state)[0], level, numbers, by_count=True)


def test_a_worker_answers_as_the_same_question_is_answered_here() -> None:
    async def test() -> None:
        workers = WorkerPool(patience=60.0, count=1)
        asked = _question("random")
        for _ in range(2):
            thought = await workers.choose(asked, "us")
            assert thought.trouble == ""
            assert codec.plain(thought.action) == worker.think(asked)
        await workers.close()

    asyncio.run(test())


@pytest.mark.parametrize(
    ("level", "code"),
    [
        ("easy", "net.notice.bot_failed"),
        ("hard", "net.notice.bot_failed"),
        ("normal", "net.notice.bot_hangs"),
    ],
)
def test_a_worker_that_dies_talks_junk_or_hangs_is_replaced(level: m.Level, code: str) -> None:
    async def test() -> None:
        workers = WorkerPool(patience=0.5 if level == "normal" else 60.0, module="tests.server.bad_thinker")
        thought = await workers.choose(_question(level), "us")
        assert thought.trouble == code
        match = Match(STURT, STURT.info.options(), 2, SEED)
        assert thought.action in STURT.legal(match.state, match.to_act()[0])
        await workers.close()
        fresh = WorkerPool(patience=60.0, count=1, module="tests.server.bad_thinker")
        await fresh.choose(_question("easy"), "us")
        assert (await fresh.choose(_question("random"), "us")).trouble == ""
        await fresh.close()

    asyncio.run(test())


def test_a_question_that_nobody_waits_for_any_more_does_not_mix_up_the_next() -> None:
    async def test() -> None:
        workers = WorkerPool(patience=60.0, count=1)
        dropped = asyncio.ensure_future(workers.choose(_question("random", (1, 0)), "us"))
        await asyncio.sleep(0)
        dropped.cancel()
        asked = _question("random", (5, 5))
        assert codec.plain((await workers.choose(asked, "us")).action) == worker.think(asked)
        await workers.close()

    asyncio.run(test())


def test_the_table_is_told_of_the_trouble_and_plays_on() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "easy")
        await ada.act(0)
        await ada.until(m.StepsMade, lambda stepped: stepped.turn == 1)
        assert ada.last(m.Notice) == m.Notice("net.notice.bot_failed", {"seat": 2})
        await ada.act(0)

    in_lobby(test, brains=WorkerPool(patience=60.0, count=1, module="tests.server.bad_thinker"))


def test_a_hanging_ai_does_not_keep_another_table_waiting() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "normal", "random")
        await ada.until(m.Thinking)
        await bo.open("sturt", "random", "random")
        await bo.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
        assert not [heard for heard in ada.heard if isinstance(heard, m.StepsMade)]

    in_lobby(test, brains=WorkerPool(patience=3600.0, count=2, module="tests.server.bad_thinker"))


def test_an_ai_that_takes_long_holds_up_no_other_table() -> None:
    """Though there is one place only. It is let think on for as long as it may."""

    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "normal", "random")
        await ada.until(m.Thinking)
        await bo.open("sturt", "random", "random")
        await bo.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
        assert not [heard for heard in ada.heard if isinstance(heard, m.StepsMade)]

    bad = WorkerPool(patience=3600.0, count=1, module="tests.server.bad_thinker", slow=0.2)
    in_lobby(test, brains=bad)


def test_there_are_only_so_many_processes_however_many_ais_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    running = set[int]()
    most = 0

    class Stone(pool.WorkerProcess):
        """Never answers."""

        async def ask(self, packed: bytes) -> bytes:
            nonlocal most
            running.add(id(self))
            most = max(most, len(running))
            await asyncio.Event().wait()
            raise AssertionError

        async def kill(self) -> None:
            running.discard(id(self))

    monkeypatch.setattr(pool, "WorkerProcess", Stone)

    async def test() -> None:
        time = Time()
        workers = WorkerPool(patience=15.0, count=2, slow=3.0)
        asked = [asyncio.ensure_future(workers.choose(_question("easy"), "us")) for _ in range(20)]
        await settle()
        begun = []
        for _ in range(8):
            begun.append(len(running))
            await time.later(3.0)
        assert begun == [2, 4, 6, 6, 6, 6, 6, 6]
        assert most == 2 + pool.MOST_LENT_PLACES
        assert [each.result().trouble for each in asked if each.done()] == ["net.notice.bot_hangs"] * 6
        await workers.close()
        for each in asked:
            each.cancel()

    asyncio.run(test())


def _gated(monkeypatch: pytest.MonkeyPatch) -> tuple[list[asyncio.Event], set[pool.WorkerProcess]]:
    """From now on a question is answered when its gate is open; they stand in the order of being asked.

    Also the workers that were asked and are not ended.
    """
    gates: list[asyncio.Event] = []
    running = set[pool.WorkerProcess]()

    class Gated(pool.WorkerProcess):
        async def ask(self, packed: bytes) -> bytes:
            running.add(self)
            gates.append(asyncio.Event())
            await gates[-1].wait()
            asked = codec.typed(codec.unpack(packed), worker.ThinkRequest)
            return codec.encode(worker.ThinkAnswer(worker.think(asked)))

        async def kill(self) -> None:
            running.discard(self)

    monkeypatch.setattr(pool, "WorkerProcess", Gated)
    return gates, running


def test_a_place_that_was_lent_comes_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the slow one answers in the end or not: as many think at once as before, and no more stay."""
    gates, running = _gated(monkeypatch)

    async def test() -> None:
        time = Time()
        workers = WorkerPool(patience=15.0, count=1, slow=3.0)
        asked = [asyncio.ensure_future(workers.choose(_question("random"), "us")) for _ in range(4)]
        await settle()
        assert len(gates) == 1
        await time.later(3.0)
        assert len(gates) == 2
        for number in (0, 1):
            gates[number].set()
            await settle()
            assert asked[number].result().trouble == ""
            assert len(gates) == 2 + number
        gates[2].set()
        await settle()
        assert len(gates) == 4 and not asked[3].done()
        gates[3].set()
        await asyncio.gather(*asked)
        assert len(running) == 1
        await workers.close()
        assert not running

    asyncio.run(test())


@pytest.mark.parametrize("count", [1, 2])
def test_who_asks_thirty_times_lets_who_asks_once_wait_for_one_thought_more(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """Than those under way, and not for all that were asked before."""
    gates, _ = _gated(monkeypatch)

    async def test() -> None:
        workers = WorkerPool(patience=60.0, count=count, slow=60.0)
        many = [asyncio.ensure_future(workers.choose(_question("random"), "many")) for _ in range(30)]
        await settle()
        one = asyncio.ensure_future(workers.choose(_question("random"), "one"))
        await settle()
        for done in range(count + 1):
            assert not one.done() and len(gates) == count + done
            gates[done].set()
            await settle()
        gates[count + 1].set()
        await settle()
        answered = [asked for asked in (one, *many) if asked.done()]
        await workers.close()
        for each in (one, *many):
            each.cancel()
        assert one in answered and len(answered) == count + 2

    asyncio.run(test())


def test_whose_question_it_is_says_where_the_table_was_opened_from_or_else_the_table() -> None:
    class Asked(pool.DirectThinker):
        def __init__(self) -> None:
            self.whose: list[Hashable] = []

        async def choose(self, asked: worker.ThinkRequest, whose: Hashable) -> pool.Thought:
            self.whose.append(whose)
            return await super().choose(asked, whose)

    brains = Asked()

    async def test(lobby: Lobby) -> None:
        for address in ("10.0.0.1", "10.0.0.1", "", ""):
            ada = Ear(lobby)
            ada.guest.address = address
            await ada.open("sturt", "me", "random")
            await ada.act(0)
            await ada.until(m.StepsMade, lambda stepped: stepped.turn == 1)
        assert brains.whose == ["10.0.0.1", "10.0.0.1", 3, 4]

    in_lobby(test, brains=brains)


class Trouble(pool.DirectThinker):
    """Has trouble with the questions whose numbers, from 0, are in `bad`; counts them."""

    def __init__(self, bad: Container[int]) -> None:
        self.bad, self.asked = bad, 0

    async def choose(self, asked: worker.ThinkRequest, whose: Hashable) -> pool.Thought:
        self.asked += 1
        thought = await super().choose(asked, whose)
        trouble = "net.notice.bot_hangs" if self.asked - 1 in self.bad else ""
        return pool.Thought(thought.action, trouble)


PAUSED = m.Notice("net.notice.bots_paused")
SEED_OF_MANY = 1
"""With it the AI of The Great Split has more than three decisions in the first phase with lines."""


def test_after_three_troubles_in_a_row_the_ais_of_a_table_wait_for_its_host() -> None:
    brains, store = Trouble(range(100)), MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "random", "random")
        await eve.do(m.Watch, table=1)
        await eve.until(m.Notice, lambda told: told == PAUSED)
        assert eve.last(m.TableView).paused and eve.last(m.TableView).turn == 3
        await settle()
        assert brains.asked == 3
        assert [entry for entry in entries_of(store, 1) if isinstance(entry, Paced)] == [Paced(0.0, True)]
        await ada.do(m.StepOnce)
        await settle()
        assert ada.guest.table is not None and ada.guest.table.match.turn == 4
        brains.bad = ()
        await ada.do(m.SetPace, pause=0.0)
        await eve.until(m.StepsMade, lambda stepped: stepped.outcome is not None)

    in_lobby(test, store, brains)


def test_troubles_that_are_not_in_a_row_stop_nothing() -> None:
    async def test(lobby: Lobby) -> None:
        eve = Ear(lobby)
        await eve.open("sturt", "random", "random")
        await eve.until(m.StepsMade, lambda stepped: stepped.outcome is not None)
        assert PAUSED not in eve.heard

    in_lobby(test, brains=Trouble([number for number in range(100) if number % 3]))


def test_how_many_troubles_there_were_while_decisions_were_sealed_shows_only_when_they_lie_open() -> None:
    """Until then the AI, which has no more of the time of all, decides at random."""
    brains = Trouble(())

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby, embedded=True)
        await ada.open("great_split", "me", "random", seed=SEED_OF_MANY)
        assert ada.guest.table is not None
        match = ada.guest.table.match
        while match.state.stage != "resolve":
            await ada.until(m.DecidersLeft, lambda told: told.to_act == (0,))
            ada.forget()
            if match.state.stage == "choose":
                brains.bad, brains.asked = range(1000), 0
            await ada.act(0)
        await ada.until(m.DecidersLeft, lambda told: told.to_act == (0,))
        assert len(match.own(Seat(1))) > 3 == brains.asked
        assert [type(heard) for heard in ada.heard if not isinstance(heard, m.Done)] == [
            m.StepsMade,
            m.DecidersLeft,
        ]
        while match.to_act() and match.state.stage == "resolve":
            await ada.act(0)
        await settle()
        assert ada.last(m.Notice) == PAUSED and ada.last(m.TableView).paused

    in_lobby(test, brains=brains)


def test_an_ai_that_chooses_what_is_not_allowed_costs_one_random_move(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Cheat(pool.DirectThinker):
        async def choose(self, asked: worker.ThinkRequest, whose: Hashable) -> pool.Thought:
            return pool.Thought(STURT.parse("a@0,0"))

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "easy")
        await ada.act(0)
        await ada.until(m.StepsMade, lambda stepped: stepped.turn == 1)
        assert ada.last(m.Notice) == m.Notice("net.notice.bot_failed", {"seat": 2})

    in_lobby(test, brains=Cheat())
    assert "may not do" in caplog.text


def test_demos_are_repeatable_and_each_game_has_its_own_seed(shelf: None) -> None:
    def lines(seed: int, games: int, game: str = "toy") -> list[object]:
        levels: tuple[m.Level, ...] = ("random",) * (2 if game == "sturt" else 3)
        return [(p.seed, p.steps, p.digest, p.text) for p in play_out(game, {}, levels, seed, games)]

    three = lines(7, 3)
    assert three == lines(7, 3)
    assert three[2] == lines(9, 1)[0]
    assert len({digest for _, _, digest, _ in three}) == 3
    assert lines(7, 2, "sturt") == lines(7, 2, "sturt")


def test_a_demo_says_why_it_cannot_be_played() -> None:
    with pytest.raises(Exception, match=r"match\.refusal\.seats"):
        list(play_out("sturt", {}, ("random",), 7, 1))
