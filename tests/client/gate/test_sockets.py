"""Sockets of pages that do what no page does: refused or bounded, and nobody else notices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from assets.texts import Texts
from client.gate import messages, server
from client.gate.server import SENT_AWAY, WORD_REFUSED, WRONG_WORDS, Gate
from client.session.gate_order import WORD_LETTERS, GateCode, GateTarget
from tests.client.gate.browsers import NOWHERE, PATIENCE, Callers, gate_at


class Clock:
    """Time that stands still until a test lets it go on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def with_gate(
    test: Callable[[Callers, Clock], Coroutine[Any, Any, None]], target: GateTarget = NOWHERE
) -> None:
    async def run() -> None:
        clock = Clock()
        async with gate_at(target, clock) as callers:
            await test(callers, clock)

    asyncio.run(run())


async def refused(callers: Callers, **how: Any) -> int:
    """The status with which a socket is refused."""
    with pytest.raises(InvalidStatus) as raised:
        await callers.connect(**how)
    return raised.value.response.status_code


async def ended(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Wait until the other side has ended a connection."""
    with suppress(ConnectionError):
        await reader.read()
    writer.close()


# --- Who may call -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "file://"]
)
def test_a_page_from_elsewhere_gets_no_socket(origin: str | None) -> None:
    async def test(callers: Callers, clock: Clock) -> None:
        assert await refused(callers, origin=origin) == 403

    with_gate(test)


def test_the_word_and_the_token_let_in_and_nothing_else() -> None:
    async def test(callers: Callers, clock: Clock) -> None:
        code = callers.gate.code
        assert len(code.word) == 6 and set(code.word) <= set(WORD_LETTERS) and len(code.token) >= 20
        for good in (code.token, code.word, f" {code.word.lower()} "):
            browser = await callers.browser(word=good)
            await browser.until(lambda browser=browser: browser.pictures)
            await browser.leave()
        for bad in ("", "QQQQQQ", GateCode.drawn().token, code.token[:-1], code.token.swapcase(), "é" * 6):
            clock.now += 100
            browser = await callers.browser(word=bad)
            assert await browser.closed() == (WORD_REFUSED, "gate.refusal.word")
            assert not browser.pictures and not callers.gate.devices

    with_gate(test)


def test_a_wrong_word_is_answered_in_the_language_of_the_device() -> None:
    async def test(callers: Callers, clock: Clock) -> None:
        line = await callers.connect(additional_headers={"Accept-Language": "de-DE,de"})
        await line.send('{"is":"Begin","word":"","width":9,"height":9}')
        assert messages.msgspec.json.decode(await line.recv()) == {
            "is": "away",
            "text": Texts("de").translate("gate.refusal.word"),
        }

    with_gate(test)


def test_wrong_words_are_counted_for_each_address() -> None:
    """Too many make even the right one wait; a right one in time forgets them."""

    async def test(callers: Callers, clock: Clock) -> None:
        async def said(word: str) -> str:
            browser = await callers.browser(word=word)
            await browser.until(lambda: browser.told)
            if browser.told[0]["is"] == "away":
                return str((await browser.closed())[1])
            await browser.leave()
            return ""

        for word in ["QQQQQQ"] * (WRONG_WORDS - 1) + [callers.gate.code.word]:
            assert await said(word) == ("" if word == callers.gate.code.word else "gate.refusal.word")
        for _ in range(WRONG_WORDS):
            assert await said("QQQQQQ") == "gate.refusal.word"
        assert await said("QQQQQQ") == await said(callers.gate.code.word) == "gate.refusal.tries"
        clock.now += server.WORD_SECONDS
        assert await said(callers.gate.code.word) == ""

    with_gate(test)


# --- Those who say nothing ----------------------------------------------------------------------------


def test_silent_sockets_are_few_and_are_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one address and of all, once the handshake is done."""
    monkeypatch.setattr(server, "BEGIN_SECONDS", 1.0)
    monkeypatch.setattr(server, "MOST_PER_ADDRESS", 2)

    async def test(callers: Callers, clock: Clock) -> None:
        lines = [await callers.connect() for _ in range(server.MOST_PER_ADDRESS)]
        assert await refused(callers) == 403
        for line in lines:
            with pytest.raises(ConnectionClosed) as raised:
                while True:
                    await line.recv()
            assert raised.value.rcvd is not None and raised.value.rcvd.reason == "gate.refusal.silent"
        browser = await callers.browser()
        await browser.until(lambda: browser.pictures)

    with_gate(test)


def test_calls_that_ask_for_nothing_are_few_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those beyond the most of an address are cut off at once, whatever has been said over the others."""
    monkeypatch.setattr(server, "BEGIN_SECONDS", 1.0)
    most = server.MOST_CALLS_PER_ADDRESS

    async def test(callers: Callers, clock: Clock) -> None:
        calls = [await asyncio.open_connection("127.0.0.1", callers.gate.port) for _ in range(200)]
        over = [asyncio.create_task(ended(*call)) for call in calls]
        await asyncio.wait(over[most:], timeout=PATIENCE)
        assert not any(one.done() for one in over[:most])
        await asyncio.wait(over, timeout=PATIENCE)
        assert all(one.done() for one in over)
        browser = await callers.browser()
        await browser.until(lambda: browser.pictures)

    with_gate(test)


# --- Those who say too much ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "first",
    [b"\xff\xfe", "garbage", "{}", '{"is":"Seen","seen":true}', '{"is":"Begin","word":"x","width":0}'],
)
def test_who_does_not_begin_is_sent_away(first: str | bytes) -> None:
    async def test(callers: Callers, clock: Clock) -> None:
        line = await callers.connect()
        await line.send(first)
        with pytest.raises(ConnectionClosed) as raised:
            while True:
                await line.recv()
        assert raised.value.rcvd is not None and raised.value.rcvd.code == SENT_AWAY
        assert not callers.gate.devices

    with_gate(test)


@pytest.mark.parametrize("garbage", [b"\x00\xff", "nonsense", '{"is":"Wheel","dy":NaN}', '{"is":"Shown"}'])
def test_a_device_that_says_garbage_is_sent_away_and_no_other(garbage: str | bytes) -> None:
    async def test(callers: Callers, clock: Clock) -> None:
        good, bad = await callers.browser(), await callers.browser()
        await bad.until(lambda: bad.pictures)
        await bad.line.send(garbage)
        assert await bad.closed() == (SENT_AWAY, "gate.refusal.malformed")
        assert bad.named("away")
        await callers.until(lambda: len(callers.gate.devices) == 1)
        await good.post("Resize", width=400, height=300)

        def is_resized() -> bool:
            clock.now += 1
            return len(good.named("size")) == 2

        await callers.until(is_resized)

    with_gate(test)


def test_an_oversized_frame_ends_its_own_connection() -> None:
    async def test(callers: Callers, clock: Clock) -> None:
        for before in (False, True):
            browser = await callers.browser()
            if before:
                await browser.until(lambda browser=browser: browser.pictures)
            await browser.post("Text", text="x" * (messages.MOST_BYTES + 1))
            assert (await browser.closed())[0] == 1009
            await callers.until(lambda: not callers.gate.devices)

    with_gate(test)


def test_a_flood_is_sent_away() -> None:
    async def test(callers: Callers, clock: Clock) -> None:
        browser = await callers.browser()
        await browser.until(lambda: browser.pictures)
        for _ in range(3 * server.MESSAGES_PER_SECOND):
            await browser.post("Wheel", dy=1)
        assert await browser.closed() == (SENT_AWAY, "gate.refusal.too_fast")
        await callers.until(lambda: not callers.gate.devices)

    with_gate(test)


def test_one_device_more_than_there_are_places_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_DEVICES", 2)

    async def test(callers: Callers, clock: Clock) -> None:
        here = [await callers.browser() for _ in range(2)]
        for browser in here:
            await browser.until(lambda browser=browser: browser.pictures)
        late = await callers.browser()
        assert await late.closed() == (SENT_AWAY, "gate.refusal.full")
        await here[0].leave()
        await callers.until(lambda: len(callers.gate.devices) == 1)
        late = await callers.browser()
        await late.until(lambda: late.pictures)

    with_gate(test)


def test_a_port_that_is_taken_is_left_for_another() -> None:
    async def test(callers: Callers, clock: Clock) -> None:
        other = Gate(NOWHERE, GateCode.drawn())
        port = await other.listen("127.0.0.1", callers.gate.port)
        assert port == other.port != callers.gate.port
        await other.close()

    with_gate(test)
