"""Session: this client's conversation with a server, the one inside this process or another.

Screens ask for things with the methods named after the commands, and read the results: `status`, `tables`,
`client_table` and the `news` for people.

A connection that was lost can be made again (`call_again`). Then the session first takes its old place:

    Welcome ─▶ Return for each seat, else Watch, else Browse ─▶ repeat what was not answered ─▶ go on

A session is with one server. Once it knows what to check it by, whoever answers has to prove to be that
server before anything is said.

A command keeps its number, so that it has one effect however often it is sent.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Literal, Protocol

import msgspec

from client.session.connection import NOT_PROVEN, ConnectionAttempt, ConnectionLost, ServerConnection
from client.session.identity import ProgramIdentity, ServerIdentity
from client.session.seat_keys import SeatKey, SeatKeys
from client.session.states import (
    Delivery,
    DeliveryEvent,
    SessionEvent,
    SessionState,
    delivery_after,
    state_after,
)
from client.session.table import ClientTable
from core.game import Refusal, Refused
from core.protocol import messages as m

Status = Literal["calling", "open", "lost"]
News = (
    m.Done | m.Failed | m.Said | m.Notice | m.UndoAsked | m.Thinking | m.Seated | m.StepsMade
    | m.DecisionSealed | m.TableView | m.ArchivePage | m.RecordPart | m.Statistics
)  # fmt: skip

REDIAL_REFUSALS: Final = frozenset(
    {
        "net.refusal.lost",
        "net.refusal.no_answer",
        "net.refusal.unreachable",
        "net.refusal.no_greeting",
        "net.refusal.full",
        "net.refusal.not_stored",
        NOT_PROVEN,
        "net.refusal.too_fast",
        "net.bye.stopping",
    }
)
"""Codes of refusals after which calling a server again makes sense."""
LOST_SEAT_REFUSALS: Final = frozenset({"net.refusal.token", "net.refusal.banned"})
"""Codes of refusals for which the key to a seat is thrown away. A missing table is none: it may come back."""
KICKED_BYE: Final = "net.bye.kicked"
_STATUS: Final[dict[SessionState, Status]] = {SessionState.CALLING: "calling", SessionState.LOST: "lost"}
"""Status that others see for each state; states not listed here are "open"."""


class Redial(Protocol):
    """Maker of a new connection to our server, see `ConnectionAttempt`."""

    def __call__(self, keys: Sequence[m.ProofKey], insist: bool) -> ConnectionAttempt: ...


class PendingCommand(msgspec.Struct):
    """Command without an answer. `way_back`: it takes the old place again after a lost connection."""

    command: m.Command
    delivery: Delivery = Delivery.QUEUED
    way_back: bool = False

    def happen(self, happening: DeliveryEvent) -> None:
        """Go to the next state. Raises `IllegalTransition`."""
        self.delivery = delivery_after(self.delivery, happening)

    @property
    def due(self) -> bool:
        """Whether the command is still to be sent over this connection."""
        return self.delivery in (Delivery.QUEUED, Delivery.UNSURE)

    @property
    def repeated(self) -> bool:
        """Whether the command went over an earlier connection and has to be sent again over this one."""
        return self.delivery in (Delivery.UNSURE, Delivery.SAID_AGAIN)


class Session:
    """Conversation of one guest. `redial` makes a new connection after one was lost; None: there is none.

    `keys` open the seats held at this server, also from an earlier time. `known` is the identity of our
    program run there; without it the session has an identity of its own. `line` is the connection, or the
    attempt to make one; `table` is the table we are at.
    """

    def __init__(
        self,
        connection: ServerConnection | ConnectionAttempt,
        redial: Redial | None = None,
        keys: SeatKeys | None = None,
        identity: ServerIdentity | None = None,
    ) -> None:
        self.line = connection
        self._redial = redial
        self._known = identity or ProgramIdentity().identity_at("")
        self._state = SessionState.CALLING
        self.trouble: Refusal | None = None
        self.guest = 0
        self.server = ""
        self.tables: tuple[m.TableSummary, ...] | None = None
        self.table: int | None = None
        self.client_table: ClientTable | None = None
        self.keys = keys or SeatKeys()
        self.news: list[News] = []
        self._asked: dict[int, PendingCommand] = {}
        self._pongs = 0
        self._acknowledged: tuple[tuple[int, str], int] | None = None
        self._unsaid: int | None = None
        self._browsing = False
        self._passwords: dict[int, str] = {}
        self._mine: dict[tuple[int, int], bytes] = {}
        self._place_refused: Refusal | None = None
        """Refusal of a seat of the old place, as long as no other seat of it was given back."""
        self._handed: dict[int, m.Level] = {}
        self._polled = -1.0
        if isinstance(connection, ServerConnection):
            connection.greet(self._known.mark, self._known.person)

    @classmethod
    def to(
        cls, host: str, port: int, keys: SeatKeys | None = None, identity: ServerIdentity | None = None
    ) -> Session:
        """Session with a server of another process.

        If `keys` expect a certain one, it has to prove itself; else the server there gets the keys that it
        proves to be for.
        """
        keys = keys or SeatKeys()
        redial = partial(ConnectionAttempt, host, port)
        return cls(redial(keys.proofs(), insist=keys.proof is not None), redial, keys, identity)

    @property
    def remote(self) -> bool:
        """Whether the server is another process, so that the connection can be lost and made again."""
        return self._redial is not None

    # --- states ---------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """Status of the session in one word: calling, listening or gone."""
        return _STATUS.get(self._state, "open")

    @property
    def answered(self) -> bool:
        """Whether every command is answered."""
        return self.status == "open" and not self._asked

    @property
    def returned(self) -> bool:
        """Whether, after `call_again`, we have the old place and every command is answered."""
        return self._state is SessionState.OPEN

    def _happen(self, happening: SessionEvent) -> None:
        """Go to the next state. Raises `IllegalTransition`."""
        self._state = state_after(self._state, happening)

    # --- time -----------------------------------------------------------------------------------

    def poll(self, now: float) -> list[News]:
        """Read what has come; return this frame's news in order, the same for all its screens."""
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

    def wait(self, seconds: float) -> None:
        """Wait until there is something to poll, at most this long; for programs without frames."""
        if self.status == "calling" or (self.status == "open" and not self._due()):
            self.line.wait(seconds)

    def _poll_or_lose(self) -> None:
        try:
            self._poll_line()
        except ConnectionLost as lost:
            self._read_all(lost.before)
            self._lose(lost.refusal)

    def _poll_line(self) -> None:
        if isinstance(self.line, ConnectionAttempt):
            attempt, link = self.line, self.line.poll()
            if link is None:
                return
            self.line = link
            if self.keys.proof not in (None, link.proven):
                raise ConnectionLost(attempt.not_proven())
            link.greet(self._known.mark, self._known.person)
        self._send()
        self._read_all(self.line.poll())
        if self._send():
            self._read_all(self.line.poll())

    def _send(self) -> bool:
        """Send what may be sent now; returns whether there was anything."""
        if self.status != "open":
            return False
        assert isinstance(self.line, ServerConnection)
        due = self._due()
        any_due = bool(due or self._pongs or self._unsaid is not None)
        for _ in range(self._pongs):
            self.line.send(m.Pong())
        self._pongs = 0
        for asked in due:
            self._send_command(self.line, asked)
        if self._unsaid is not None:
            self.line.send(m.Acknowledge(self._unsaid))
            self._unsaid = None
        return any_due

    def _due(self) -> list[PendingCommand]:
        """The commands to send now. After a return all others wait until we are at the old place."""
        first = self._state is SessionState.RETURNING
        return [asked for asked in self._asked.values() if asked.due and (asked.way_back or not first)]

    def _send_command(self, connection: ServerConnection, pending: PendingCommand) -> None:
        try:
            connection.send(pending.command)
        except Refused as refused:
            self._read(m.Failed(pending.command.id, refused.refusal))
        else:
            pending.happen(DeliveryEvent.SAY)

    # --- asking ---------------------------------------------------------------------------------

    def ask(self, kind: type[m.Command], **fields: Any) -> int:
        """Send a command; the number that its `Done` or `Failed` will carry."""
        number = next(self._known.numbers)
        if kind in (m.Sit, m.TakeBack):
            fields.setdefault("token", _token())
            table = fields.get("table", self.table) or 0
            self.keys.add(SeatKey(table, fields["seat"], fields["token"], proof=self.keys.proof))
        elif kind is m.Open:
            fields["plans"] = tuple(_with_token(plan) for plan in fields["plans"])
        elif kind is m.Browse:
            self._browsing = True
        if "password" in fields and "table" in fields:
            self._passwords[fields["table"]] = fields["password"]
        self._asked[number] = PendingCommand(kind(id=number, **fields))
        return number

    def acknowledge(self) -> None:
        """Tell the server which position the screen has come to, once for each, as long as we are host."""
        client_table, here = self.client_table, None
        if client_table is not None and client_table.host == self.guest:
            here = client_table.playing, client_table.position_view.turn
        if here != self._acknowledged:
            self._acknowledged, self._unsaid = here, None if here is None else here[1]

    def act(self, seat: int, action: Any) -> int:
        """Decide for one of our seats, in the position the server is at."""
        assert self.client_table is not None
        text, now = self.client_table.game.notation(action), self.client_table.latest
        return self.ask(m.Act, seat=seat, action=text, turn=now.turn, ply=now.ply(seat))

    def undo(self, seat: int | None = None) -> int:
        """Take back a seat's last sealed decision; without a seat ask for our last decision back."""
        assert self.client_table is not None
        return self.ask(m.Undo, turn=self.client_table.latest.turn, seat=seat)

    # --- coming back ----------------------------------------------------------------------------

    def holds(self, table_number: int) -> bool:
        """Whether we have keys to seats at a table."""
        return bool(self.keys.keys_at_table(table_number))

    def come_back(self, table_number: int) -> list[int]:
        """Take again all seats at a table whose keys we have; returns the numbers of the commands."""
        if self.status == "calling" and self.keys.proof is None:
            self.keys.expect_server_of(table_number)
        return self._return(self.keys.keys_at_table(table_number))

    def _return(self, seat_keys: tuple[SeatKey, ...]) -> list[int]:
        """Ask for these seats. An unanswered request is repeated with the same two tokens."""
        pairs = [msgspec.structs.replace(key, fresh=key.fresh or _token()) for key in seat_keys]
        if pairs:
            self.keys.add(*pairs)
        return [self.ask(m.Return, table=key.table, token=key.token, fresh=key.fresh) for key in pairs]

    @property
    def place(self) -> Literal["seat", "watching", "tables"]:
        """Our place at this server, which we take again after a return."""
        if self.table is None:
            return "tables"
        return "seat" if any(table == self.table for table, _ in self._mine) else "watching"

    @property
    def may_return(self) -> bool:
        """Whether it makes sense to call the lost server again."""
        somewhere = self.table is not None or self._browsing
        passes = self.trouble is None or self.trouble.code in REDIAL_REFUSALS
        return self._redial is not None and somewhere and passes

    def follow(self, attempt: ConnectionAttempt, address: str) -> None:
        """Go on at another address, where our server has proven itself in this attempt.

        `address` is the one that our keys are kept under from now on.
        """
        self.keys.move(address)
        self._redial = partial(ConnectionAttempt, attempt.host, attempt.port)
        self._happen(SessionEvent.LOST)  # a server that was called, or open, at the old address
        self._happen(SessionEvent.REDIALLED)
        self._call(attempt)

    def call_again(self) -> bool:
        """After a loss: call once more and, when the server answers, take the old place."""
        if not self.may_return:
            return False
        assert self._redial is not None
        self._happen(SessionEvent.REDIALLED)
        self._call(self._redial(self.keys.proofs(), insist=self.keys.proof is not None))
        return True

    def _call(self, attempt: ConnectionAttempt) -> None:
        if isinstance(self.line, ConnectionAttempt):
            self.line.hang_up()
        else:
            self.line.close()
        self.line = attempt
        self.trouble = None

    def _welcomed(self, welcome: m.Welcome) -> None:
        """Go on after a new connection is made. Unless it is the first, take the old place first of all."""
        self._happen(SessionEvent.WELCOMED)
        if self.remote and self.keys.proof is None:
            assert isinstance(self.line, ServerConnection)
            self.keys.proof = self.line.proven or welcome.proof_key
        self.guest, self.server = welcome.guest, welcome.server
        self._acknowledged = self._unsaid = None
        keys = self._keys_to_try()
        self._asked = dict(pair for pair in self._asked.items() if not _sent_anew(pair[1]))
        for asked in self._asked.values():
            asked.happen(DeliveryEvent.WELCOMED)
            asked.way_back = False
        self._place_refused = Refusal("net.refusal.lost")
        numbers = self._return(keys)
        if self.table is not None and self.place == "watching":
            password = self._passwords.get(self.table, "")
            numbers.append(self.ask(m.Watch, table=self.table, password=password))
        elif self.table is None and self._browsing and not self._asks(m.Browse):
            numbers.append(self.ask(m.Browse))
        for number in numbers:
            self._asked[number].way_back = True
        if not numbers:
            self._happen(SessionEvent.RETURNED)
            self._end_repeating()

    def _keys_to_try(self) -> tuple[SeatKey, ...]:
        """The keys to the seats held here, and those that an unanswered command may have made valid."""
        tokens = {
            asked.command.token
            for asked in self._asked.values()
            if asked.delivery is not Delivery.QUEUED
            and isinstance(asked.command, m.Return | m.Sit | m.TakeBack)
        }
        tokens.update(self._mine.values())
        return tuple(key for key in self.keys.fitting() if key.token in tokens)

    def _asks(self, kind: type[m.Command]) -> bool:
        return any(isinstance(asked.command, kind) for asked in self._asked.values())

    # --- the end --------------------------------------------------------------------------------

    def close(self) -> None:
        """Leave for good. Before the start that gives the seats back, later they stay ours for a return."""
        if self.status == "open" and self.client_table is not None and self.client_table.phase == "gathering":
            self.ask(m.Leave)
            for asked in self._asked.values():
                asked.way_back = True  # nothing waits any more
            with contextlib.suppress(Refused):
                self._send()
            self._forget(*self._mine.values())
        self.hang_up()

    def hang_up(self) -> None:
        """End the connection without leaving: all seats stay ours for a return."""
        if isinstance(self.line, ConnectionAttempt):
            self.line.hang_up()
        else:
            self.line.close()
        self._happen(SessionEvent.LOST)

    def password(self, table_number: int) -> str:
        """Password with which we have opened a table, or come to it; "" if it has none."""
        return self._passwords.get(table_number, "")

    @property
    def kicked(self) -> bool:
        """Whether the host of the table has sent us away."""
        return self.trouble is not None and self.trouble.code == KICKED_BYE

    def _lose(self, why: Refusal) -> None:
        if not isinstance(self.line, ConnectionAttempt):
            self.line.close()
        if self._state in (SessionState.REPEATING, SessionState.OPEN) and self.client_table is not None:
            self._handed = _handed(self.client_table, self.guest)
        self._happen(SessionEvent.LOST)
        self._pongs = 0
        self.trouble = self.trouble or why
        if why.code == KICKED_BYE:
            self._forget(*self._mine.values())

    # --- hearing --------------------------------------------------------------------------------

    def _read_all(self, received: list[Any]) -> None:
        for message in received:
            if self._state is not SessionState.LOST:
                self._read(message)

    def _read(self, message: Any) -> None:
        match message:
            case m.Welcome():
                self._welcomed(message)
            case m.Ping():
                self._pongs += 1
            case m.Tables():
                self.tables = message.tables
            case m.Bye():
                self._lose(message.why)
            case m.TableView():
                self._see(message)
            case m.Occupants() if self.client_table is not None:
                self.client_table.meet(message)
            case m.StepsMade() | m.DecisionSealed() | m.DecidersLeft() if self.client_table is not None:
                self._follow(message)
            case m.Done() | m.Failed():
                self._answered(message)
            case m.Said():
                if self.client_table is not None:
                    self.client_table.heard(message)
                self.news.append(message)
            case (
                m.Notice() | m.UndoAsked() | m.Thinking() | m.ArchivePage() | m.RecordPart() | m.Statistics()
            ):
                self.news.append(message)
            case m.Seated():
                self._seated(message)

    def _seated(self, seated: m.Seated) -> None:
        self.table = seated.table
        self._mine[seated.table, seated.seat] = seated.token
        self.keys.confirm(seated.table, seated.seat, seated.token)
        self.news.append(seated)

    def _answered(self, answer: m.Done | m.Failed) -> None:
        asked = self._asked.pop(answer.id, None)
        tried = asked is not None and self._still_asked(getattr(asked.command, "token", None))
        if asked is not None and not tried:
            self._learn(asked.command, answer)
        if asked is not None and asked.way_back and self._state is SessionState.RETURNING:
            self._arrive(answer)
        self._end_repeating()
        if not tried:
            self.news.append(answer)

    def _learn(self, command: m.Command, answer: m.Done | m.Failed) -> None:
        """Learn from an answer which seats are ours."""
        match command:
            case m.Open() if isinstance(answer, m.Done):
                self._passwords[answer.table] = command.password
            case m.Return() if isinstance(answer, m.Failed):
                if answer.why.code in LOST_SEAT_REFUSALS:
                    self._forget(command.token)
            case m.Sit() | m.TakeBack() if command.token is not None:
                if command.token not in self._mine.values():
                    self.keys.drop(command.token)
            case m.FreeSeat() if isinstance(answer, m.Done) and self.table is not None:
                self._forget(self._mine.get((self.table, command.seat), b""))
            case m.Leave() if isinstance(answer, m.Done):
                self.table, self.client_table = None, None
                self._mine.clear()

    def _forget(self, *token_bytes: bytes) -> None:
        """Forget these keys, which fit no seat any more."""
        self._mine = {seat: token for seat, token in self._mine.items() if token not in token_bytes}
        self.keys.drop(*token_bytes)

    def _still_asked(self, token: bytes | None) -> bool:
        """Whether an unanswered command may still make this token valid."""
        others = (getattr(asked.command, "token", None) for asked in self._asked.values())
        return token is not None and token in others

    def _arrive(self, answer: m.Done | m.Failed) -> None:
        """Go on after one step of the way back. If no seat is ours any more, the table is lost."""
        if isinstance(answer, m.Done):
            self._place_refused = None
        elif answer.why.code in REDIAL_REFUSALS:
            self._lose(answer.why)
            return
        elif self._place_refused is not None:
            self._place_refused = answer.why
        if any(asked.way_back for asked in self._asked.values()):
            return
        if self.table is not None and self._place_refused is not None:
            self._lose(self._place_refused)
            return
        self._happen(SessionEvent.RETURNED)
        for seat, level in self._handed.items():
            number = self.ask(m.HandOver, seat=seat, level=level)
            self._asked[number].delivery = Delivery.UNSURE  # sent when the seat was handed over
        self._handed = {}

    def _end_repeating(self) -> None:
        """Go on as usual once all repeated commands are answered."""
        repeated = any(asked.repeated for asked in self._asked.values())
        if self._state is SessionState.REPEATING and not repeated:
            self._happen(SessionEvent.REPEATED)

    def _see(self, table_view: m.TableView) -> None:
        self.table = table_view.table
        if self.client_table is None or self.client_table.table != table_view.table:
            self.client_table = ClientTable(table_view)
            self.news.append(table_view)
        elif self.client_table.renew(table_view):
            self.news.append(table_view)
        self._note(self.client_table)

    def _note(self, client_table: ClientTable) -> None:
        """Store the table's server and port with its keys, and whether it is over."""
        over = client_table.latest.outcome is not None and client_table.series.over()
        over = over and not client_table.awaits_others()
        self.keys.note(client_table.table, self.server, 0 if self.remote else client_table.port, over)

    def _follow(self, message: m.StepsMade | m.DecisionSealed | m.DecidersLeft) -> None:
        assert self.client_table is not None
        match message:
            case m.StepsMade():
                self.client_table.advance(message)
                self._note(self.client_table)
                self.news.append(message)
            case m.DecisionSealed():
                self.client_table.decided(message)
                self.news.append(message)
            case m.DecidersLeft():
                self.client_table.ready(message)


def _sent_anew(pending: PendingCommand) -> bool:
    """Whether this belongs to a way back that was cut short: it is sent again under another number."""
    if isinstance(pending.command, m.Return):
        return pending.delivery is not Delivery.QUEUED
    return pending.way_back


def _token() -> bytes:
    return secrets.token_bytes(m.CLIENT_BYTES)


def _with_token(plan: m.SeatPlan) -> m.SeatPlan:
    """Seat plan with a token, if the seat is ours."""
    return msgspec.structs.replace(plan, token=plan.token or _token()) if plan.kind == "me" else plan


def _handed(client_table: ClientTable, guest: int) -> dict[int, m.Level]:
    """The seats of ours that an AI holds: whoever comes back to them leaves them to it."""
    return {
        seat: holder.level
        for seat, holder in enumerate(client_table.holders)
        if holder.kind == "bot" and holder.owner and holder.guest == guest and holder.level is not None
    }
