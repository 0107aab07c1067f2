"""A session: this client's conversation with a server, the one inside this process or another.

Screens ask for things with the methods named after the commands, and read what has become of it:
`status`, `tables`, `mirror` and the `news` that somebody should see.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from client.mirror import Mirror
from client.net import Dial, Link, Lost
from client.returns import Tokens
from core import messages as m
from core.game import Refusal, Refused

Status = Literal["calling", "open", "lost"]
News = (
    m.Done | m.Failed | m.Said | m.Notice | m.Asked | m.Thinking | m.Seated | m.Stepped | m.Decided | m.Scene
    | m.Found | m.Fetched | m.Tallied
)  # fmt: skip


class Session:
    """One guest. `redial` makes a new connection after one was lost; None where that makes no sense.

    `tokens` are the seats held at this server, also from an earlier time; `keep` is told when they change.
    """

    def __init__(
        self,
        line: Link | Dial,
        redial: Callable[[], Dial] | None = None,
        tokens: Tokens | None = None,
        keep: Callable[[Tokens], None] = lambda tokens: None,
    ) -> None:
        self._line = line
        self._redial = redial
        self._client = secrets.token_bytes(m.CLIENT_BYTES)
        self._next_id = 1
        self.status: Status = "calling"
        self.trouble: Refusal | None = None
        self.guest = 0
        self.server = ""
        self.tables: tuple[m.TableLine, ...] | None = None
        self.mirror: Mirror | None = None
        self.tokens: Tokens = dict(tokens or {})
        self._keep = keep
        self.news: list[News] = []
        self._queue: list[m.Message] = []
        self._returning: dict[int, int] = {}
        self._polled = -1.0
        if isinstance(line, Link):
            line.greet(self._client)

    @property
    def remote(self) -> bool:
        """Whether the server is another process, so that the connection can be lost and made again."""
        return self._redial is not None

    def poll(self, now: float) -> list[News]:
        """Read what has come. The news of this frame, in order; all screens of a frame get the same."""
        if now == self._polled:
            return self.news
        self._polled = now
        self.news = []
        if self.status == "lost":
            return self.news
        try:
            self._poll_or_lose()
        except Refused as refused:
            self._lose(refused.refusal)
        return self.news

    def _poll_or_lose(self) -> None:
        try:
            self._poll_line()
        except Lost as lost:
            self._read_all(lost.before)
            self._lose(lost.refusal)

    def _poll_line(self) -> None:
        if isinstance(self._line, Dial):
            link = self._line.poll()
            if link is None:
                return
            self._line = link
            link.greet(self._client)
        if self.status == "open":
            self._send_queue()
        self._read_all(self._line.poll())
        if self.status == "open" and self._queue:
            self._send_queue()
            self._read_all(self._line.poll())

    def _send_queue(self) -> None:
        assert isinstance(self._line, Link)
        for message in self._queue:
            self._line.send(message)
        self._queue.clear()

    def ask(self, kind: type[m.Command], **fields: Any) -> int:
        """Send a command; the number that its `Done` or `Failed` will carry."""
        number = self._next_id
        if kind in (m.Sit, m.TakeBack):
            fields.setdefault("token", secrets.token_bytes(m.CLIENT_BYTES))
        if kind is m.Open:
            fields["plans"] = tuple(_with_token(plan) for plan in fields["plans"])
        self._next_id += 1
        self._queue.append(kind(id=number, **fields))
        return number

    def act(self, seat: int, action: Any) -> int:
        """Decide for one of my seats, in the position the server is at."""
        assert self.mirror is not None
        text, now = self.mirror.game.notation(action), self.mirror.latest
        return self.ask(m.Act, seat=seat, action=text, turn=now.turn, ply=now.ply(seat))

    def undo(self, seat: int | None = None) -> int:
        """Take the last sealed decision of one of my seats back; without that ask for my last decision."""
        assert self.mirror is not None
        return self.ask(m.Undo, turn=self.mirror.latest.turn, seat=seat)

    def call_again(self) -> bool:
        """After a loss: dial once more and, when it answers, take my seats again."""
        if self._redial is None:
            return False
        self._line = self._redial()
        self.status, self.trouble = "calling", None
        self._queue.clear()
        self._returning = {}
        if self.mirror is not None:
            self.come_back(self.mirror.table)
        return True

    def come_back(self, table: int) -> list[int]:
        """Take all seats again that are kept for me at a table; the numbers of the commands."""
        asked = {
            self.ask(m.Return, table=table, token=token, fresh=secrets.token_bytes(m.CLIENT_BYTES)): seat
            for seat, (where, token) in self.tokens.items()
            if where == table
        }
        self._returning.update(asked)
        return list(asked)

    @property
    def returned(self) -> bool:
        """Whether, after `call_again`, every seat has been answered for."""
        return self.status == "open" and not self._returning

    def close(self) -> None:
        """Leave for good; the seats stay mine for a return."""
        if isinstance(self._line, Dial):
            self._line.hang_up()
        else:
            self._line.close()
        self.status = "lost"

    def _lose(self, why: Refusal) -> None:
        if not isinstance(self._line, Dial):
            self._line.close()
        self.status = "lost"
        self.trouble = self.trouble or why

    def _read_all(self, received: list[Any]) -> None:
        for message in received:
            self._read(message)

    def _read(self, message: Any) -> None:
        match message:
            case m.Welcome():
                self.status = "open"
                self.guest, self.server = message.guest, message.server
            case m.Ping():
                self._queue.append(m.Pong())
            case m.Tables():
                self.tables = message.tables
            case m.Bye():
                self._lose(message.why)
            case m.Scene():
                self._see(message)
            case m.People() if self.mirror is not None:
                self.mirror.meet(message)
            case m.Stepped() | m.Decided() | m.Ready() if self.mirror is not None:
                self._follow(message)
            case m.Done() | m.Failed():
                self._answered(message)
                self.news.append(message)
            case m.Said() | m.Notice() | m.Asked() | m.Thinking() | m.Found() | m.Fetched() | m.Tallied():
                self.news.append(message)
            case m.Seated():
                self.tokens[message.seat] = (message.table, message.token)
                self._keep(self.tokens)
                self.news.append(message)

    def _answered(self, answer: m.Done | m.Failed) -> None:
        """A seat that cannot be taken again is lost."""
        seat = self._returning.pop(answer.id, None)
        if seat is not None and isinstance(answer, m.Failed):
            self.tokens.pop(seat, None)
            self._keep(self.tokens)

    def _see(self, scene: m.Scene) -> None:
        if self.mirror is None or self.mirror.table != scene.table:
            self.mirror = Mirror(scene)
            self.news.append(scene)
        elif self.mirror.renew(scene):
            self.news.append(scene)

    def _follow(self, message: m.Stepped | m.Decided | m.Ready) -> None:
        assert self.mirror is not None
        match message:
            case m.Stepped():
                self.mirror.advance(message)
                self.news.append(message)
            case m.Decided():
                self.mirror.decided(message)
                self.news.append(message)
            case m.Ready():
                self.mirror.ready(message)


def _with_token(plan: m.Plan) -> m.Plan:
    """A seat of mine needs a token."""
    if plan.kind != "me":
        return plan
    return msgspec.structs.replace(plan, token=secrets.token_bytes(m.CLIENT_BYTES))
