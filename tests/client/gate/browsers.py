"""A page's half of the protocol without a browser, and a gate in the loop of a test to call."""

from __future__ import annotations

import asyncio
import io
import json
import struct
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pygame
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from client.gate.server import Gate
from client.session.gate_order import GateCode, GateTarget

PATIENCE = 20.0
"""Seconds of real time after which something that should happen has not."""
NOWHERE = GateTarget("127.0.0.1", 1, 1)
"""A server that is not there: for tests in which no game is needed."""


def parts_of(picture: bytes) -> list[tuple[pygame.Rect, bytes]]:
    """The parts of a picture on the wire, and their files."""
    parts, at = [], 5
    while at < len(picture):
        *place, size = struct.unpack(">HHHHI", picture[at : at + 12])
        parts.append((pygame.Rect(*place), picture[at + 12 : at + 12 + size]))
        at += 12 + size
    return parts


def apply_picture(surface: pygame.Surface, picture: bytes) -> int:
    """Draw a picture on the wire, as the page does; its number."""
    for part, file in parts_of(picture):
        image = pygame.image.load(io.BytesIO(file))
        halved = -(-part.w // 2), -(-part.h // 2)
        assert image.get_size() in (part.size, halved) and surface.get_rect().contains(part)
        surface.blit(pygame.transform.scale(image, part.size), part)
    return int(struct.unpack(">I", picture[1:5])[0])


class Browser:
    """A page that has called: what it says, and what it was told. `shows` False: it acknowledges nothing."""

    def __init__(self, line: ClientConnection, shows: bool = True) -> None:
        self.line, self.shows = line, shows
        self.told: list[dict[str, Any]] = []
        self.pictures: list[bytes] = []
        self.surface = pygame.Surface((1, 1))
        self._hearing = asyncio.create_task(self._hear())
        self._news = asyncio.Event()

    async def post(self, kind: str, **fields: Any) -> None:
        await self.line.send(json.dumps({"is": kind, **fields}))

    async def tap(self, x: float, y: float) -> None:
        """A finger put down and lifted at a place in CSS pixels."""
        for do in ("down", "up"):
            await self.post("Touch", do=do, finger=1, x=x, y=y)

    def named(self, kind: str) -> list[dict[str, Any]]:
        """All messages of this kind that it was told."""
        return [one for one in self.told if one["is"] == kind]

    async def until(self, true: Callable[[], object]) -> None:
        """Wait for something that the gate's messages make true."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def closed(self) -> tuple[int | None, str | None]:
        """The code and reason with which it was closed."""
        async with asyncio.timeout(PATIENCE):
            await self._hearing
        return self.line.close_code, self.line.close_reason

    async def leave(self) -> None:
        await self.line.close()
        await self._hearing

    async def _hear(self) -> None:
        with suppress(ConnectionClosed):
            async for data in self.line:
                await self._take(data)
                self._news.set()
        self._news.set()

    async def _take(self, data: str | bytes) -> None:
        if isinstance(data, str):
            self.told.append(json.loads(data))
            if self.told[-1]["is"] == "size":
                self.surface = pygame.Surface((self.told[-1]["width"], self.told[-1]["height"]))
        elif data.startswith(b"P"):
            self.pictures.append(data)
            number = apply_picture(self.surface, data)
            if self.shows:
                await self.post("Shown", picture=number)


class Callers:
    """A gate in this loop, and browsers that call it; all of them leave with it."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self._browsers: list[Browser] = []

    async def connect(self, path: str = "/socket", origin: str | None = "", **more: Any) -> ClientConnection:
        """A socket that has said nothing."""
        here = f"127.0.0.1:{self.gate.port}"
        line = connect(
            f"ws://{here}{path}",
            origin=f"http://{here}" if origin == "" else origin,  # type: ignore[arg-type]
            compression=None,
            max_size=None,
            **more,
        )
        return await line

    async def browser(self, *, shows: bool = True, **begin: Any) -> Browser:
        """A page that says who it is, by default what it was told by a code that was scanned."""
        browser = Browser(await self.connect(), shows)
        self._browsers.append(browser)
        said = {
            "word": self.gate.code.token,
            "width": 390,
            "height": 844,
            "density": 1,
            "language": "en",
            **begin,
        }
        await browser.post("Begin", **said)
        return browser

    async def until(self, true: Callable[[], object]) -> None:
        """Wait for something in the gate that no message tells of."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end
            await asyncio.sleep(0.005)

    async def close(self) -> None:
        for browser in self._browsers:
            await browser.leave()
        await self.gate.close()


@asynccontextmanager
async def gate_at(
    target: GateTarget = NOWHERE, clock: Callable[[], float] = time.perf_counter
) -> AsyncIterator[Callers]:
    """A gate that listens on this machine."""
    callers = Callers(Gate(target, GateCode.drawn(), clock))
    await callers.gate.listen("127.0.0.1", 0)
    try:
        yield callers
    finally:
        await callers.close()


async def http(port: int, request: str) -> tuple[int, dict[str, str], bytes]:
    """The status, headers (lower case) and body that a request in plain bytes is answered with."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request.encode("latin-1"))
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return int(first.split(" ")[1]), headers, body
