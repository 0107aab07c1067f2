"""Server of the gate: a page, and a socket for each browser that has it open.

Everything that comes in is checked here: who may ask for what, how much of it, and how fast. What breaks a
rule ends its own connection and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import ipaddress
import logging
import re
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from weakref import WeakValueDictionary

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

import assets
from assets.texts import LANGUAGES, Texts
from client.gate import messages
from client.gate.device import Device
from client.gate.turns import Turns
from client.session.gate_order import DEFAULT_PORT, GateCode, GateTarget
from client.ui.cache import SurfaceCache
from core.game import Refusal, Refused
from server.net.ports import listen_at_port

BEGIN_SECONDS: Final = 5.0
"""Seconds in which a page has to say who it is."""
MOST_DEVICES: Final = 16
MOST_SILENT: Final = 32
"""Connections that have not said who they are, at most; the newest are refused."""
MOST_PER_ADDRESS: Final = 12
"""Sockets of one address, at most."""
MOST_CALLS: Final = 160
"""Connections in all at most, those included that ask for a file, or for nothing: the newest are cut off."""
MOST_CALLS_PER_ADDRESS: Final = 32
"""Such connections of one address, at most."""
CLOSE_SECONDS: Final = 2.0
"""Seconds in which a page that is sent away may say goodbye."""
WRONG_WORDS: Final = 5
"""Wrong words that an address may say at once; then one every WORD_SECONDS."""
WORD_SECONDS: Final = 10.0
MESSAGES_PER_SECOND: Final = 400
"""Messages of a page at most, on average over two seconds."""
SHARED_BYTES: Final = 28 << 20
"""Bytes of pictures that all screens of one size share."""
OWN_SCREENS: Final = 2
"""Whole pictures of its own that a device has room for."""
CONTENT_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
PAGES: Final = {
    "/": "gate/index.html",
    "/page.js": "gate/page.js",
    "/page.css": "gate/page.css",
    "/icon.svg": "icons/app.svg",
    "/app.webmanifest": "gate/app.webmanifest",
}
"""Files of the page by the path that they are asked for."""
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
PAGE_TEXTS: Final = ("ask", "word", "enter", "again", "type", "lines")
"""Texts of the page, below `gate.page`."""
WORD_REFUSED: Final = 4001
"""Code with which a socket is closed when its word is not the table's."""
SENT_AWAY: Final = 4002
"""Code with which a socket is closed for any other reason that its person should know."""

log = logging.getLogger("tilewright.gate")


class TokenBucket:
    """Allowance of `most` at once, and `rate` a second."""

    def __init__(self, most: float, rate: float, clock: Callable[[], float]) -> None:
        self._most, self._rate, self._clock = most, rate, clock
        self._left, self._at = most, clock()

    def take(self) -> bool:
        """Whether there is one left, which is taken."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class _Call(ServerConnection):
    """Connection to anybody. `calls` are all connections by address; with too many it is cut off at once."""

    calls: Counter[str]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._address = str(self.remote_address[0])
        self.calls[self._address] += 1
        if self.calls.total() > MOST_CALLS or self.calls[self._address] > MOST_CALLS_PER_ADDRESS:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.calls -= Counter((self._address,))
        super().connection_lost(exc)


class Gate:
    """Gate to the tables of one server; `code` lets in."""

    def __init__(
        self, gate_target: GateTarget, code: GateCode, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.target, self.code = gate_target, code
        self.devices: list[Device] = []
        self.port = 0
        self._clock = clock
        self._servers: list[Server] = []
        self._turns = Turns()
        self._silent = 0
        self._sockets = Counter[str]()
        self._calls = Counter[str]()
        self._words: dict[str, TokenBucket] = {}
        self._banned = set[str]()
        self._shared = WeakValueDictionary[tuple[tuple[int, int], float], SurfaceCache]()
        self._logged = TokenBucket(20, 0.2, clock)

    # --- from start to end --------------------------------------------------------------------

    async def listen(self, host: str | None = None, port: int = DEFAULT_PORT) -> int:
        """Open the gate; the port, one for both families of addresses: another if this is taken.

        Raises OSError.
        """
        try:
            sockets = await asyncio.to_thread(listen_at_port, host, port)
        except OSError:
            sockets = await asyncio.to_thread(listen_at_port, host, 0)
        self._servers = [await self._serve(sock) for sock in sockets]
        self.port = sockets[0].getsockname()[1]
        return self.port

    async def _serve(self, sock: socket.socket) -> Server:
        return await serve(
            self._meet,
            sock=sock,
            process_request=self._answer,
            compression=None,
            max_size=messages.MOST_BYTES,
            max_queue=64,
            open_timeout=BEGIN_SECONDS,
            ping_interval=5,
            ping_timeout=15,
            close_timeout=CLOSE_SECONDS,
            server_header=None,
            create_connection=self._call,  # type: ignore[arg-type]  # called as a class would be
            logger=logging.getLogger("tilewright.gate.socket"),
        )

    def _call(self, *what: Any, **how: Any) -> ServerConnection:
        call = _Call(*what, **how)
        call.calls = self._calls
        return call

    async def close(self) -> None:
        """Send everybody away and close."""
        for server in self._servers:
            server.close()
        for server in self._servers:
            await server.wait_closed()

    # --- the page -----------------------------------------------------------------------------

    def _answer(self, websocket: ServerConnection, request: Request) -> Response | None:
        """The file that is asked for; None for a socket."""
        path = request.path.partition("?")[0]
        if not own_host(header(request, "Host")):
            return _response(HTTPStatus.MISDIRECTED_REQUEST)
        if path == "/socket":
            return None if self._may_connect(websocket, request) else _response(HTTPStatus.FORBIDDEN)
        if path not in PAGES:
            return _response(HTTPStatus.NOT_FOUND)
        body = assets.path(PAGES[path]).read_bytes()
        if path == "/":
            body = page(body.decode(), header(request, "Accept-Language"))
        return _response(HTTPStatus.OK, body, CONTENT_TYPES[PAGES[path].rpartition(".")[2]])

    def _may_connect(self, websocket: ServerConnection, request: Request) -> bool:
        """Whether a socket may be opened: from our own page, and not by too many."""
        address = str(websocket.remote_address[0])
        origin, host = header(request, "Origin"), header(request, "Host")
        if origin not in (f"http://{host}", f"https://{host}") or address in self._banned:
            return False
        return self._silent < MOST_SILENT and self._sockets[address] < MOST_PER_ADDRESS

    # --- sockets ------------------------------------------------------------------------------

    async def _meet(self, websocket: ServerConnection) -> None:
        """Bring a page to the table, from its first message to its last."""
        address = str(websocket.remote_address[0])
        self._sockets[address] += 1
        try:
            await self._serve_page(websocket, address)
        except ConnectionClosed:
            pass
        except Refused as refused:
            await self._send_away(websocket, refused.refusal)
        finally:
            self._sockets -= Counter((address,))

    async def _send_away(self, websocket: ServerConnection, why: Refusal) -> None:
        """Tell a page why it has to go, in its language."""
        self._log("a page was sent away: %s", why.code)
        wanted = header(websocket.request, "Accept-Language") if websocket.request is not None else ""
        sentence = Texts(spoken(wanted)).translate(why.code, **why.values)
        with contextlib.suppress(ConnectionClosed):
            await websocket.send(messages.encoded("away", text=sentence))
        await websocket.close(WORD_REFUSED if why.code == "gate.refusal.word" else SENT_AWAY, why.code)

    async def _serve_page(self, websocket: ServerConnection, address: str) -> None:
        begin = await self._begin(websocket)
        self._check(begin.word, address)
        if len(self.devices) >= MOST_DEVICES:
            raise Refused("gate.refusal.full", most=MOST_DEVICES)
        device = Device(begin, self.target, websocket, self._caches, self._clock)
        self.devices.append(device)
        self._log("a device has come (%d are here)", len(self.devices))
        try:
            await self._attend(device, websocket)
        finally:
            self.devices.remove(device)
            if device.program.banned:
                self._banned.add(address)
            device.close()
            self._log("a device has gone (%d are here)", len(self.devices))

    async def _begin(self, websocket: ServerConnection) -> messages.Begin:
        """The first message of a page. Raises `Refused`."""
        self._silent += 1
        try:
            async with asyncio.timeout(BEGIN_SECONDS):
                begin = messages.read(await websocket.recv())
        except TimeoutError:
            raise Refused("gate.refusal.silent") from None
        finally:
            self._silent -= 1
        if not isinstance(begin, messages.Begin):
            raise Refused("gate.refusal.malformed")
        return begin

    def _check(self, word: str, address: str) -> None:
        """Check what a page knows. Raises `Refused("gate.refusal.word")`, or `tries` after too many."""
        said = word.strip().encode()
        known = secrets.compare_digest(said, self.code.token.encode())
        known |= secrets.compare_digest(said.upper(), self.code.word.encode())
        tries = self._words.setdefault(address, TokenBucket(WRONG_WORDS, 1 / WORD_SECONDS, self._clock))
        if not tries.take():
            raise Refused("gate.refusal.tries")
        if not known:
            raise Refused("gate.refusal.word")
        del self._words[address]

    async def _attend(self, device: Device, websocket: ServerConnection) -> None:
        """Hear a page, and send it pictures, until either ends."""
        allowed = TokenBucket(2 * MESSAGES_PER_SECOND, MESSAGES_PER_SECOND, self._clock)

        async def listen() -> None:
            async for text in websocket:
                if not allowed.take():
                    raise Refused("gate.refusal.too_fast")
                device.hear(messages.read(text))

        both = [asyncio.create_task(listen()), asyncio.create_task(device.run(self._turns))]
        try:
            first, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        for task in first:
            task.result()
        if device.program.banned:
            raise Refused("gate.refusal.banned")
        if device.lost:
            raise Refused("gate.refusal.lost")

    def _caches(self, size: tuple[int, int], units: float) -> SurfaceCache:
        """The cache of a screen of this size, which shares what does not differ with others like it."""
        shared = self._shared.get((size, units))
        if shared is None:
            shared = self._shared[size, units] = SurfaceCache(SHARED_BYTES)
        return SurfaceCache(OWN_SCREENS * 4 * size[0] * size[1], shared)

    def _log(self, words: str, *values: object) -> None:
        if self._logged.take():
            log.info(words, *values)


def header(request: Request, name: str) -> str:
    """Value of a header of a request; several ones joined by commas."""
    return ", ".join(request.headers.get_all(name))


def own_host(host: str) -> bool:
    """Whether a page may be asked for by this name: an address, or this machine's name.

    Any other name may have been made to lead here by somebody else's page.
    """
    found = re.fullmatch(r"(\[[^\]]*\]|[^:,\s]*)(?::[0-9]{1,5})?", host)
    if found is None:
        return False
    name = found[1]
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        mine = socket.gethostname().lower()
        return name.lower() in ("localhost", mine, f"{mine}.local", f"{mine.partition('.')[0]}.local")
    return True


def page(template: str, language: str) -> bytes:
    """The page in the first language wanted that there are texts in. `{{key}}` stands for a text."""
    texts = Texts(spoken(language))
    for key in PAGE_TEXTS:
        template = template.replace(f"{{{{{key}}}}}", html.escape(texts.translate(f"gate.page.{key}")))
    return template.replace("{{language}}", texts.language).encode()


def spoken(language: str) -> str:
    """The first of the languages wanted (as browsers list them) that there are texts in, else English."""
    wishes = (part.partition(";")[0].strip().lower()[:2] for part in language.split(",")[:20])
    return next((one for one in wishes if one in LANGUAGES), "en")


def _response(status: HTTPStatus, body: bytes = b"", kind: str = "text/plain") -> Response:
    headers = Headers({**SECURITY_HEADERS, "Content-Type": kind, "Content-Length": str(len(body))})
    headers["Connection"] = "close"
    return Response(status.value, status.phrase, headers, body)
