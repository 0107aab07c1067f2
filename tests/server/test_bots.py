"""AIs in processes of their own: what goes wrong with one is noticed, replaced, and felt by nobody else."""

from __future__ import annotations

import asyncio

import pytest

from core import codec
from core import messages as m
from core.games.sturt.rules import STURT
from core.match import Match
from server import bots, thinker
from server.bots import Workers
from server.demo import play_out
from server.lobby import Lobby
from tests.server.helpers import Ear, in_lobby

SEED = bytes(32)


def _question(level: m.Level, numbers: tuple[int, ...] = (1, 0)) -> thinker.Question:
    match = Match(STURT, STURT.info.options(), 2, SEED)
    return bots.question(match, STURT.to_act(match.state)[0], level, numbers, by_count=True)


def test_a_worker_answers_as_the_same_question_is_answered_here() -> None:
    async def test() -> None:
        workers = Workers(patience=60.0, count=1)
        asked = _question("random")
        for _ in range(2):
            thought = await workers.choose(asked)
            assert thought.trouble == ""
            assert codec.plain(thought.action) == thinker.think(asked)
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
        workers = Workers(patience=0.5 if level == "normal" else 60.0, module="tests.server.bad_thinker")
        thought = await workers.choose(_question(level))
        assert thought.trouble == code
        match = Match(STURT, STURT.info.options(), 2, SEED)
        assert thought.action in STURT.legal(match.state, match.to_act()[0])
        await workers.close()
        fresh = Workers(patience=60.0, count=1, module="tests.server.bad_thinker")
        await fresh.choose(_question("easy"))
        assert (await fresh.choose(_question("random"))).trouble == ""
        await fresh.close()

    asyncio.run(test())


def test_a_question_that_nobody_waits_for_any_more_does_not_mix_up_the_next() -> None:
    async def test() -> None:
        workers = Workers(patience=60.0, count=1)
        dropped = asyncio.ensure_future(workers.choose(_question("random", (1, 0))))
        await asyncio.sleep(0)
        dropped.cancel()
        asked = _question("random", (5, 5))
        assert codec.plain((await workers.choose(asked)).action) == thinker.think(asked)
        await workers.close()

    asyncio.run(test())


def test_the_table_is_told_of_the_trouble_and_plays_on() -> None:
    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "easy")
        await ada.act(0)
        await ada.until(m.Stepped, lambda stepped: stepped.turn == 1)
        assert ada.last(m.Notice) == m.Notice("net.notice.bot_failed", {"seat": 2})
        await ada.act(0)

    in_lobby(test, brains=Workers(patience=60.0, count=1, module="tests.server.bad_thinker"))


def test_a_hanging_ai_does_not_keep_another_table_waiting() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "normal", "random")
        await ada.until(m.Thinking)
        await bo.open("sturt", "random", "random")
        await bo.until(m.Stepped, lambda stepped: stepped.outcome is not None)
        assert not [heard for heard in ada.heard if isinstance(heard, m.Stepped)]

    in_lobby(test, brains=Workers(patience=3600.0, count=2, module="tests.server.bad_thinker"))


def test_an_ai_that_chooses_what_is_not_allowed_costs_one_random_move(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Cheat(bots.Direct):
        async def choose(self, asked: thinker.Question) -> bots.Thought:
            return bots.Thought(STURT.parse("a@0,0"))

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("sturt", "me", "easy")
        await ada.act(0)
        await ada.until(m.Stepped, lambda stepped: stepped.turn == 1)
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
