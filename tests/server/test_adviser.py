"""The process that advises people, and the client's end of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from client.session.adviser_client import DIED, MOST_DEATHS, AdviserClient
from core import codec
from core.bots.advice import Advice, AdviceReply, AdviceRequest
from core.game import AnyGame, Seat
from core.games import GAMES
from core.games.sturt.rules import STURT
from server.bots import adviser, compilation
from server.bots.adviser import Adviser
from server.bots.compilation import Compilation
from tests.core import laws
from tests.core.test_laws import twin_of
from tests.core.test_motifs import positions

OPTIONS = STURT.info.options()
START = STURT.start(OPTIONS, 2)


def request(seat: int = 0, tries: int = 0, number: int = 1) -> AdviceRequest:
    """A request about the beginning of Sturt's Stony Desert."""
    return AdviceRequest(number, "sturt", codec.plain(OPTIONS), 2, codec.plain(START), seat, tries)


def answers(
    asked: AdviceRequest, interrupted: Callable[[], bool] = lambda: False, made: bool = True
) -> list[AdviceReply]:
    """All that an adviser replies; `made`: once the search is compiled."""
    replies, compiled = list[AdviceReply](), Compilation()
    if made:
        compiled.wait(STURT)
    Adviser(replies.append, interrupted, compiled).answer(asked)
    return replies


def test_equal_requests_by_count_have_equal_answers() -> None:
    first, second = answers(request(tries=300)), answers(request(tries=300))
    assert len(first) == 1 and first[0].last and codec.encode(first[0]) == codec.encode(second[0])
    advice = first[0].advice
    assert advice is not None and advice.measured and advice.actions[0].tries > 0


def test_by_the_clock_it_becomes_surer() -> None:
    replies = answers(request())
    tries = [sum(one.tries for one in reply.advice.actions) for reply in replies if reply.advice]
    assert len(tries) == len(adviser.WATCHED_SECONDS) and tries == sorted(tries)
    assert [reply.last for reply in replies] == [False] * (len(replies) - 1) + [True]


def test_who_is_not_asked_to_decide_gets_no_advice() -> None:
    (reply,) = answers(request(seat=1))
    assert reply.last and reply.trouble is not None and reply.trouble.code == "match.refusal.not_your_turn"


def test_until_the_search_is_compiled_a_bot_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(game: AnyGame) -> None:
        time.sleep(0.3)

    monkeypatch.setattr(compilation, "prepare", prepare)
    first, *later = answers(request(), made=False)
    assert first.advice is not None and not first.advice.measured and not first.last
    assert all(reply.advice is not None and reply.advice.measured for reply in later) and later[-1].last


def test_without_a_compiler_a_bot_chooses_and_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(game: AnyGame) -> None:
        raise ImportError

    monkeypatch.setattr(compilation, "prepare", prepare)
    monkeypatch.setattr(adviser, "has_compiler", lambda: False)
    (reply,) = answers(request())
    assert reply.last and reply.advice is not None and not reply.advice.measured
    (refused,) = answers(request(tries=10))
    assert refused.trouble is not None and refused.trouble.code == "match.refusal.no_compiler"


def test_something_else_asked_ends_the_thinking() -> None:
    assert answers(request(), lambda: True) == []
    assert answers(request(tries=1000), lambda: True) == []


def heard(client: AdviserClient) -> list[AdviceReply]:
    """Replies until the last one."""
    replies, end = list[AdviceReply](), time.monotonic() + 60
    while client.busy:
        replies += client.poll()
        assert time.monotonic() < end
        time.sleep(0.01)
    return replies


def test_the_newest_request_of_a_client_is_answered_by_another_process() -> None:
    client = AdviserClient()
    try:
        client.ask(STURT, OPTIONS, 2, START, Seat(1))
        number = client.ask(STURT, OPTIONS, 2, START, Seat(0), tries=100)
        replies = heard(client)
        assert [reply.number for reply in replies] == [number]
        assert isinstance(replies[0].advice, Advice)
    finally:
        client.close()


@pytest.mark.parametrize("game", [game for game in GAMES if game.info.hidden], ids=lambda game: game.info.key)
def test_it_is_told_the_same_in_two_worlds_that_the_seat_cannot_tell_apart(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Coach and review say nothing but what it replies: equal requests have equal answers."""

    def told(state: Any, seat: Seat, seats: int) -> bytes:
        pipe, client = BytesIO(), AdviserClient()
        monkeypatch.setattr(client, "_running", lambda: SimpleNamespace(stdin=pipe))
        client.ask(game, game.info.options(), seats, game.view(state, seat), seat)
        return pipe.getvalue()

    rng, differ = np.random.default_rng(8), 0
    for state, seat, seats, _ in positions(game):
        other = twin_of(game)(state, seat, rng)
        differ += not laws.same(state, other)
        assert told(state, seat, seats) == told(other, seat, seats) != b""
    assert differ


def test_a_process_that_dies_is_told_once_for_each_request_and_not_started_for_ever() -> None:
    client = AdviserClient("tests.server.no_such_module")
    try:
        for _ in range(MOST_DEATHS + 2):
            client.ask(STURT, OPTIONS, 2, START, Seat(0))
            assert [reply.trouble for reply in heard(client)] == [DIED]
    finally:
        client.close()


def test_view_that_no_state_has_is_refused() -> None:
    broken = AdviceRequest(1, "sturt", {}, 2, {"nothing": np.pi}, 0)
    (reply,) = answers(broken)
    assert reply.trouble is not None
