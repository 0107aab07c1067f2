"""Guests for tests: one without sockets inside the loop, one on a real socket, and servers to talk to."""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, TypeVar

import numpy as np

from core import codec
from core.game import Refusal, Seat
from core.games import game as game_of
from core.protocol import messages as m
from core.protocol.wire import Connection, ConnectionSide
from server.bots.pool import DirectThinker, Thinker
from server.net.limits import Limits
from server.net.listener import Listener
from server.storage.journal import AnyFact, Finished, JournalEntry, MemoryStore, Store, StoreFailed
from server.tables.lobby import Lobby

T = TypeVar("T")
PATIENCE = 60.0
"""Seconds after which a test gives up on a message that never comes."""

ONE_PROOF_KEY = m.ProofKey(bytes(m.IDENTITY_BYTES), bytes(m.TICKET_BYTES), bytes(m.CODE_BYTES))
"""What a server gives every guest in tests that compare words: its own keys depend on no game."""


class Ear:
    """A guest without a socket: what it is told lands in `heard`."""

    def __init__(
        self,
        lobby: Lobby,
        embedded: bool = False,
        client: bytes | None = None,
        address: str | None = None,
        capabilities: tuple[str, ...] = (),
        person: bytes | None = None,
    ) -> None:
        """A new client at an address of its own, if neither is given."""
        self.lobby = lobby
        self.heard: list[Any] = []
        self._news = asyncio.Event()
        self.last_id = 0
        where = _somewhere() if address is None else address
        who = client or new_client()
        self.guest = lobby.welcome(self._hear, self._dismissed, who, embedded, where, capabilities, person)

    @property
    def number(self) -> int:
        return self.guest.number

    def _hear(self, message: m.Message) -> None:
        # Through the codec, as over a wire: what cannot travel is noticed.
        self.heard.append(codec.typed(codec.unpack(codec.encode(message)), m.ServerMessage))
        self._news.set()

    def _dismissed(self, why: Refusal) -> None:
        self._hear(m.Bye(why))

    async def ask(self, kind: type[m.Command], **fields: Any) -> Any:
        """Send a command; its `Done` or `Failed`."""
        return await self.send(self.command(kind, **fields))

    def command(self, kind: type[m.Command], **fields: Any) -> m.Command:
        """A command with a number of its own, not sent yet."""
        self.last_id += 1
        return kind(id=self.last_id, **with_token(kind, fields))

    async def send(self, command: m.Command) -> Any:
        """Send this very command, perhaps not for the first time; its `Done` or `Failed`."""
        before = len(self.heard)
        await self.lobby.handle(self.guest, command)
        answers = [x for x in self.heard[before:] if isinstance(x, m.Done | m.Failed) and x.id == command.id]
        assert len(answers) == 1, "exactly one answer to each command"
        return answers[0]

    async def do(self, kind: type[m.Command], **fields: Any) -> m.Done:
        """The same, for what has to work."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, m.Done), answer
        return answer

    async def refused(self, kind: type[m.Command], **fields: Any) -> str:
        """The same, for what has to be refused: the code."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, m.Failed), answer
        return answer.why.code

    async def until(self, kind: type[T], fits: Callable[[T], bool] = lambda _: True) -> T:
        """The first message of this kind that is not forgotten yet, as soon as it is there."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.heard:
                    if isinstance(message, kind) and fits(message):
                        return message
                self._news.clear()
                await self._news.wait()

    def last(self, kind: type[T]) -> T:
        return next(message for message in reversed(self.heard) if isinstance(message, kind))

    def forget(self) -> None:
        self.heard.clear()

    async def act(self, seat: int, choice: int = 0) -> m.Done:
        """Do a legal action of a seat."""
        assert self.guest.table is not None
        match = self.guest.table.match
        action = match.game.legal(match.tip(Seat(seat)), Seat(seat))[choice]
        position = {"turn": match.turn, "ply": match.ply(Seat(seat))}
        return await self.do(m.Act, seat=seat, action=match.game.notation(action), **position)

    async def open(self, game: str, *plans: str, **fields: Any) -> m.Done:
        """Open a table: plans are `me`, `open` or the level of an AI."""
        return await self.do(m.Open, game=game, options={}, plans=planned(plans), **fields)


class Tokens:
    """Randomness for chairs: the same tokens in every game, but never the same twice in a game."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, size: int) -> bytes:
        self.drawn += 1
        return self.drawn.to_bytes(size)


ADDRESSES = count(1)


def _somewhere() -> str:
    """An address that no other guest has."""
    return f"address {next(ADDRESSES)}"


def entries_of(store: MemoryStore, table: int) -> list[AnyFact]:
    """All that was written down about a table."""
    return [entry for line in store.entries[table] for entry in line.entries]


class Time:
    """The time of the running loop: it stands still until the test says `later`."""

    def __init__(self) -> None:
        self.now = 1000.0
        asyncio.get_running_loop().time = lambda: self.now  # type: ignore[method-assign]

    async def later(self, seconds: float) -> None:
        self.now += seconds
        await settle()


class Unsure(MemoryStore):
    """A store that fails while it is `full`; `tried` counts the lines it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False
        self.tried = 0

    async def record(self, table: int, line: JournalEntry, finished: Finished | None = None) -> None:
        self.tried += 1
        if self.full:
            raise StoreFailed("disk full")
        await super().record(table, line, finished)


async def two_at_sturt(lobby: Lobby) -> tuple[Ear, Ear]:
    """Ada, the host, and Bo, each at their own end, at table 1; the game has begun."""
    ada, bo = Ear(lobby), Ear(lobby)
    await ada.open("sturt", "me", "open")
    await bo.do(m.Sit, table=1, seat=1, name="Bo")
    await ada.do(m.Start)
    return ada, bo


async def settle() -> None:
    """Let everything happen that needs neither time nor another thread."""
    for _ in range(50):
        await asyncio.sleep(0)


def planned(plans: tuple[str, ...]) -> tuple[m.SeatPlan, ...]:
    return tuple(_planned(plan) for plan in plans)


def _planned(plan: Any) -> m.SeatPlan:
    if plan == "me":
        return m.SeatPlan("me", "Ada", token=new_token())
    return m.SeatPlan("open") if plan == "open" else m.SeatPlan("bot", level=plan)


def greeting(client: bytes | None = None, program: str = "test") -> m.Hello:
    """The first words of a client, by default of one that nobody knows yet."""
    return m.Hello(program, client or new_client())


def new_client() -> bytes:
    return secrets.token_bytes(m.CLIENT_BYTES)


def new_token() -> bytes:
    return secrets.token_bytes(m.CLIENT_BYTES)


def with_token(kind: type[m.Command], fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a command, and new tokens where it needs one and none is given."""
    needed = {m.Sit: "token", m.TakeBack: "token", m.Return: "fresh"}.get(kind)
    return fields if needed is None or needed in fields else fields | {needed: new_token()}


def in_lobby(
    test: Callable[[Lobby], Coroutine[Any, Any, None]],
    store: Store | None = None,
    brains: Thinker | None = None,
    limits: Limits | None = None,
) -> None:
    """Run a test with a lobby of its own."""

    async def run() -> None:
        lobby = Lobby("Test", store or MemoryStore(), brains or DirectThinker(), limits)
        try:
            await test(lobby)
        finally:
            await lobby.close()

    asyncio.run(run())


class Talker:
    """A guest on a real socket that waits for what it needs."""

    def __init__(self, sock: socket.socket, hello: bool = True, client: bytes | None = None) -> None:
        sock.settimeout(PATIENCE)
        self.sock = sock
        self.wire = Connection(ConnectionSide.GUEST)
        self.waiting: list[Any] = []
        self.raw = bytearray()
        self.last_id = 0
        if hello:
            sock.sendall(self.wire.opening() + self.wire.send(greeting(client)))
            self.guest = self.until(m.Welcome).guest

    @classmethod
    def dial(cls, port: int, hello: bool = True, client: bytes | None = None) -> Talker:
        return cls(socket.create_connection(("127.0.0.1", port)), hello, client)

    def __enter__(self) -> Talker:
        return self

    def __exit__(self, *_: object) -> None:
        self.sock.close()

    def next(self) -> Any:
        """The next message, None at the end of the stream."""
        while not self.waiting:
            data = self.sock.recv(65536)
            if not data:
                return None
            self.raw += data
            self.waiting = self.wire.receive(data)
        message = self.waiting.pop(0)
        if isinstance(message, m.Ping):
            self.send(m.Pong())
        return message

    def until(self, kind: type[T], fits: Callable[[T], bool] = lambda _: True) -> T:
        """The next message of this kind; those before it are dropped."""
        while (message := self.next()) is not None:
            if isinstance(message, kind) and fits(message):
                return message
        raise EOFError(f"no {kind.__name__} came")

    def send(self, message: m.Message) -> None:
        self.sock.sendall(self.wire.send(message))

    def ask(self, kind: type[m.Command], **fields: Any) -> int:
        self.last_id += 1
        self.send(kind(id=self.last_id, **with_token(kind, fields)))
        return self.last_id

    def do(self, kind: type[m.Command], **fields: Any) -> Any:
        """Send a command and return its `Done` or `Failed`; what comes before it is dropped."""
        number = self.ask(kind, **fields)
        return self.until(m.Done | m.Failed, lambda answer: answer.id == number)

    def bye(self) -> Refusal:
        """Why the server ends the connection, which it then does."""
        why = self.until(m.Bye).why
        assert self.next() is None
        return why


def play_at_random(talker: Talker, table_view: m.TableView, seed: int) -> m.StepsMade:
    """Decide for all my seats until the game is over; the last message."""
    game = game_of(table_view.game)
    rng = np.random.default_rng(seed)
    turn, to_act = table_view.turn, table_view.to_act
    views = {seat_view.viewer: seat_view.view for seat_view in table_view.views}
    plies = {seat_view.viewer: seat_view.ply for seat_view in table_view.views}
    answered = True
    while True:
        mine = [seat for seat in to_act if seat in table_view.yours]
        if mine and answered:
            view = codec.typed(views.get(mine[0], views.get(-1)), game.info.state)
            legal = game.legal(view, mine[0])
            action = game.notation(legal[int(rng.integers(len(legal)))])
            talker.ask(m.Act, seat=mine[0], action=action, turn=turn, ply=plies.get(mine[0], 0))
        message = talker.until(m.StepsMade | m.DecisionSealed | m.DecidersLeft | m.Failed)
        answered = not isinstance(message, m.DecidersLeft)
        if not isinstance(message, m.Failed):
            to_act = message.to_act
        if isinstance(message, m.DecisionSealed):
            views[message.seat], plies[message.seat] = message.view, message.ply
        elif isinstance(message, m.StepsMade):
            turn, plies = message.now, {}
            views = {viewer: steps[-1].view for viewer, steps in message.views}
            if message.outcome is not None:
                return message


class Hall:
    """A server on real sockets in a thread of this process."""

    def __init__(self, limits: Limits | None = None, brains: Callable[[], Thinker] = DirectThinker) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.port: int = self.run(self._begin(limits, brains))

    async def _begin(self, limits: Limits | None, brains: Callable[[], Thinker]) -> int:
        self.lobby = Lobby("Hall", MemoryStore(), brains(), limits)
        self.door = Listener(self.lobby)
        return await self.door.listen("127.0.0.1", 0)

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)

    def dial(self, hello: bool = True, client: bytes | None = None) -> Talker:
        return Talker.dial(self.port, hello, client)

    def __enter__(self) -> Hall:
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self.door.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()
