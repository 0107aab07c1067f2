"""Lobby: guests and tables, and the way of every command to exactly one `Done` or `Failed`."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from importlib import metadata
from typing import Any, Final
from weakref import WeakValueDictionary

from core.game import Refusal, Refused
from core.protocol import messages as m
from core.protocol.identity import identity_of, proof_key, prove
from core.protocol.wire import Unknown
from core.refusal import printable
from server.bots.pool import Thinker
from server.net import passwords
from server.net.limits import Limits
from server.storage.journal import Closed, Concluded, Store
from server.storage.restore import bring_back
from server.tables import archive, games, opening, play, seating, views
from server.tables.contract import AnyTable, Guest, Results, TableServices
from server.tables.duplicate import Duplicate
from server.tables.listing import Listing
from server.tables.receipts import MOST_PAST_CLIENTS, Receipts, receipt_of
from server.tables.table import CommandHandler, Table

log = logging.getLogger("tilewright.lobby")

LIST_DELAY: Final = 0.1
"""Seconds during which changes of the list are gathered before it is sent."""
TABLE_LIST_DELAY: Final = 0.004
"""Seconds added to that for each table in the list: a long list is sent less often."""
CONCLUDE_RETRY_DELAY: Final = 3.0
"""Seconds until another try, if the results of a duplicate could not be stored."""

TABLE_COMMANDS: Final[dict[type[m.Command], CommandHandler]] = {
    m.Start: play.start,
    m.Act: play.act,
    m.Undo: play.undo,
    m.AnswerUndo: play.answer,
    m.Rematch: play.rematch,
    m.Say: play.chat,
    m.SetPace: play.set_pace,
    m.StepOnce: play.step_once,
    m.HandOver: seating.hand_over,
    m.TakeBack: seating.take_back,
    m.FreeSeat: seating.free,
    m.Kick: seating.kick,
    m.Mute: seating.mute,
    m.Leave: seating.leave,
}
"""Handlers of the commands about the table that the guest is at."""

ENTRY_COMMANDS: Final[dict[type[m.Command], CommandHandler]] = {
    m.Watch: seating.watch,
    m.Sit: seating.sit,
    m.Return: seating.come_back,
}
"""Handlers of the commands that name the table they bring the guest to."""

Question = m.Browse | m.ListGames | m.ListLegal | m.SearchArchive | m.FetchRecord | m.FetchStatistics
"""Commands that change nothing: asked again they are answered again, and no receipt is kept."""


class Lobby:
    """All guests and tables of one server. `publish` opens the server to the LAN, where that is possible.

    `commands` counts those that were done, `departures` the guests and tables that are gone; `past` are the
    receipts of closed tables. `identity` is the server's public one (`core.protocol.identity`).
    """

    def __init__(self, name: str, store: Store, brains: Thinker, limits: Limits | None = None) -> None:
        self.name = name
        self.limits = limits or Limits()
        self.services = TableServices(store, brains, self.limits)
        self.services.changed = self._changed
        self.services.ended = self._game_over
        self.guests: dict[int, Guest] = {}
        self.tables: dict[int, Table] = {}
        self.commands = 0
        self.departures = 0
        self.past = Receipts(MOST_PAST_CLIENTS)
        for receipt in store.past_receipts():
            self.past.keep(receipt)
        self.publish: Callable[[str], Awaitable[int]] | None = None
        self.passwords = passwords.PasswordAttempts()
        self._opening: WeakValueDictionary[bytes, asyncio.Lock] = WeakValueDictionary()
        self.identity = identity_of(store.secret)
        self._last_guest = 0
        self._last_table = store.last_table
        self._coming = 0
        self._listing = Listing()
        self._texts = views.TextViews()
        self._telling: asyncio.TimerHandle | None = None
        self._closing: dict[int, asyncio.Task[None]] = {}
        self._concluding: set[asyncio.Task[None]] = set()

    def recover(self) -> None:
        """Restore every table in the store, and wait for its people."""
        self.restore_tables()
        self._await_people(self.tables.values())
        if self.tables or self.services.aside:
            log.info(
                "tables that are back: %d, that stay aside: %d", len(self.tables), len(self.services.aside)
            )

    def restore_tables(self) -> None:
        """Restore every table in the store: as it was, with nobody there yet."""
        found = (bring_back(stored, self.services) for stored in self.services.store.tables())
        self.add(table for table in found if table is not None)

    def resume(self, tables: Iterable[Table]) -> None:
        """Add a restored table, with the others of its duplicate, and wait for its people."""
        restored = tuple(tables)
        self.add(restored)
        self._await_people(restored)

    def _await_people(self, tables: Iterable[Table]) -> None:
        for table in tables:
            table.spectator_delay.catch_up()
            self._wait_anew(table)
            self._game_over(table)

    def add(self, tables: Iterable[Table]) -> None:
        """Add tables that were opened or restored; those of a duplicate get to know each other."""
        for table in tables:
            self.tables[table.number] = table
            if (place := table.terms.duplicate) is not None:
                there = (self.tables.get(place.first + at) for at in range(place.tables))
                known = (other.duplicate for other in there if other is not None)
                together = next((each for each in known if each is not None), Duplicate[Table](place))
                together.members[table.number] = table
                table.duplicate = together

    # --- guests ---------------------------------------------------------------------------------

    def welcome(
        self,
        send: Callable[[m.Message], None],
        dismiss: Callable[[Refusal], None],
        client: bytes,
        embedded: bool = False,
        address: str = "",
        capabilities: tuple[str, ...] = (),
        person: bytes | None = None,
        protocol: int = m.PROTOCOL,
    ) -> Guest:
        """Add a guest, who is sent `Welcome`."""
        self._last_guest += 1
        fingerprint = m.fingerprint_of(person)
        guest = Guest(self._last_guest, send, dismiss, client, embedded, address, fingerprint, protocol)
        if m.TEXT_VIEWS in capabilities:
            guest.send = lambda message: send(self._texts.of(guest, message))
        self.guests[guest.number] = guest
        key = None if embedded else proof_key(self.services.store.secret, secrets.token_bytes(m.TICKET_BYTES))
        guest.send(m.Welcome(guest.number, self.name, version(), proof_key=key))
        return guest

    def prove(self, challenge: m.Prove, version: int) -> m.Proof:
        """Proof that this is the server that a stranger knows; `version` of the protocol is spoken."""
        return prove(self.services.store.secret, challenge, version, secrets.token_bytes(m.NONCE_BYTES))

    async def gone(self, guest: Guest) -> None:
        """Remove a guest whose connection is over."""
        self.departures += 1
        self.guests.pop(guest.number, None)
        table = self._table_of(guest)
        if table is None:
            return
        async with table.lock:
            try:
                await seating.depart(table, guest, lost=True)
            except Exception as error:
                table.put_aside(error)
                table.guests.pop(guest.number, None)
        await self._look_after(table)

    async def handle(self, guest: Guest, message: m.Message) -> None:
        """Handle a guest's message. Every command is answered once."""
        if isinstance(message, m.Acknowledge) and (table := self._table_of(guest)) is not None:
            table.acknowledge(guest, message.turn)
        if isinstance(message, Unknown) and message.id is not None:
            guest.send(m.Failed(message.id, unknown_command(message.name)))
        if not isinstance(message, m.Command):
            return
        try:
            done = await self._route(guest, message)
        except Refused as refused:
            guest.send(m.Failed(message.id, refused.refusal))
        except Exception:
            log.exception("%r: %s failed", guest, type(message).__name__)
            guest.send(m.Failed(message.id, Refusal("net.refusal.internal")))
        else:
            self.commands += 1
            guest.send(done)

    def _table_of(self, guest: Guest) -> Table | None:
        """The table that a guest is at."""
        return None if guest.table is None else self.tables.get(guest.table.number)

    async def _route(self, guest: Guest, command: m.Command) -> m.Done:
        kind = type(command)
        if isinstance(command, m.Open):
            return await self._open(guest, command)
        if isinstance(command, m.Publish):
            return await self._publish(guest, command)
        if isinstance(command, Question):
            await self._answer(guest, command)
            return m.Done(command.id)
        if kind in ENTRY_COMMANDS:
            return await self._go_to(guest, command, ENTRY_COMMANDS[kind])
        table = self._table_of(guest)
        if table is None:
            return self._said_before(guest, command)
        if (reply := self.past.find(guest.client, command)) is not None:
            return reply
        if table.set_aside and kind is m.Leave:
            return self._leave_aside(guest, table, command)
        if table.duplicate is not None and kind in (m.Start, m.Rematch):
            async with table.duplicate.lock:  # before the lock of any table
                return await table.handle(guest, command, TABLE_COMMANDS[kind])
        done = await table.handle(guest, command, TABLE_COMMANDS[kind])
        if kind is m.Leave:
            await self._look_after(table)
        return done

    async def _answer(self, guest: Guest, question: Question) -> None:
        """Send what a guest asks for."""
        match question:
            case m.Browse():
                guest.browsing = True
                guest.send(m.Tables(self.lines()))
            case m.ListGames():
                guest.send(m.Games(question.id, games.descriptions()))
            case m.ListLegal():
                play.list_legal(self._table_of(guest), guest, question)
            case _:
                await archive.answer(self.services.store, guest, question)

    async def _go_to(self, guest: Guest, command: Any, handler: CommandHandler) -> m.Done:
        table = self.tables.get(command.table)
        if table is None:
            raise Refused("net.refusal.no_such_table", table=command.table)
        if guest.table not in (None, table):
            raise Refused("net.refusal.at_a_table")
        games.need_protocol(guest, table.match.game, table.match.options)
        if guest.table is None and not isinstance(command, m.Return):
            await self.passwords.need(table.terms.password, command.password, guest.address)
        return await table.handle(guest, command, handler)

    def _said_before(self, guest: Guest, command: m.Command) -> m.Done:
        """The answer to a command done earlier, at a table that its guest has left. Raises `Refused`."""
        for receipts in (*(table.receipts for table in self.tables.values()), self.past):
            if (reply := receipts.find(guest.client, command)) is not None:
                return reply
        raise Refused("net.refusal.no_table")

    async def _open(self, guest: Guest, command: m.Open) -> m.Done:
        """Open a table, one at a time for each client, which may repeat the command meanwhile."""
        async with self._opening.setdefault(guest.client, asyncio.Lock()):
            return await self._open_once(guest, command)

    async def _open_once(self, guest: Guest, command: m.Open) -> m.Done:
        for table in self.tables.values():
            if (reply := table.receipts.find(guest.client, command)) is not None:
                if guest.table is None:
                    await table.handle(guest, command, seating.reopen)
                return reply
        if (reply := self.past.find(guest.client, command)) is not None:
            return reply
        if guest.table is not None:
            raise Refused("net.refusal.at_a_table")
        opened = opening.prepare(command, guest, await passwords.password_hash(command.password))
        games.need_protocol(guest, opened.match.game, opened.match.options)
        table = await self._open_tables(guest, command, opened)
        number = table.number
        log.info("table %d: %s opened by %r", number, table.match.game.info.key, guest)
        async with table.lock:
            for seat, token in opened.tokens.items():
                guest.send(m.Seated(number, seat, token))
            table.join(guest)
            table.show(guest)
        return m.Done(command.id, number)

    async def _open_tables(self, guest: Guest, command: m.Open, table_opening: opening.Opening) -> Table:
        """Open the table of a command, with all others of a duplicate; returns the first one.

        It is recorded last, with the receipt: whatever stops the server before, nobody is at the others.
        """
        count = 1 if command.duplicate is None else command.duplicate.tables
        await self._make_room(count)
        first = self._last_table + 1
        self._last_table += count
        self._coming += count
        tables: list[Table] = []
        openings = opening.tables(table_opening, command.duplicate, first)
        begins = all(chair.kind != "open" for each in openings for chair in each.chairs)
        try:
            for number, each in reversed(tuple(enumerate(openings, start=first))):
                asked = command if number == first else None
                tables.append(await Table.open(number, self.services, guest, each, asked, begins))
        except Refused:
            for table in tables:
                await self.close_empty(table)
            raise
        finally:
            self._coming -= count
        self.add(reversed(tables))
        return tables[-1]

    async def _make_room(self, count: int) -> None:
        """Make room for `count` tables by closing some that nobody is at. Raises `Refused` if that fails."""
        limit = self.limits.tables
        while len(self.tables) + self._coming + count > limit:
            empty = [table for table in self.tables.values() if not table.guests and not _is_kept(table)]
            if not empty or count > limit:
                raise Refused("net.refusal.tables_full", limit=limit)
            await self.close_empty(_table_to_close(empty))

    async def _publish(self, guest: Guest, command: m.Publish) -> m.Done:
        table = self._table_of(guest)
        if table is None or not guest.embedded or self.publish is None:
            raise Refused("net.refusal.publish")
        table.need_host(guest)
        if command.name:
            self.name = m.clean_name(command.name)
        self.services.port = await self.publish(self.name)
        for each in self.tables.values():
            if not each.set_aside:
                each.show()
        return m.Done(command.id, port=self.services.port)

    def _leave_aside(self, guest: Guest, table: Table, command: m.Command) -> m.Done:
        """Remove a table that has stopped, without running any of its own code."""
        done = m.Done(command.id)
        self.past.keep(receipt_of(guest, command, done))
        table.guests.pop(guest.number, None)
        guest.table = None
        if not table.guests:
            self._forget(table)
        return done

    # --- tables ---------------------------------------------------------------------------------

    def lines(self) -> tuple[m.TableSummary, ...]:
        """The tables' summaries, as the list shows them."""
        return self._listing.summaries(table for table in self.tables.values() if not table.set_aside)

    def _changed(self) -> None:
        if self._telling is None:
            loop = asyncio.get_running_loop()
            delay = LIST_DELAY + TABLE_LIST_DELAY * len(self.tables)
            self._telling = loop.call_later(delay, self.tell_list)

    def tell_list(self) -> None:
        """Send the list of tables to all who look at it, at once and not after the delay."""
        self._telling = None
        browsing = [guest for guest in self.guests.values() if guest.browsing]
        if browsing:
            message = m.Tables(self.lines())
            for guest in browsing:
                guest.send(message)

    async def _look_after(self, table: Table) -> None:
        """Close a table that nobody is at: at once, or after a while if somebody may come back."""
        if table.guests or table.number not in self.tables:
            return
        if table.set_aside:
            self._forget(table)  # its journal stays
        elif table.is_awaited():
            self._wait_anew(table)
        else:
            await self.close_empty(table)
        await self._close_kept(table)

    async def _close_kept(self, table: Table) -> None:
        """Close tables of a duplicate that were only kept for the people who were at this one."""
        for other in table.duplicate.others(table) if table.duplicate is not None else ():
            if not other.guests and not other.is_awaited() and not _is_kept(other):
                await self.close_empty(other)

    def _wait_anew(self, table: Table) -> None:
        """Start the wait anew: somebody who came back and has gone again gets as long as the first time."""
        before = self._closing.get(table.number)
        if before is not None:
            before.cancel()
        task = asyncio.get_running_loop().create_task(self._wait_for_people(table))
        self._closing[table.number] = task
        task.add_done_callback(lambda done: self._waited(table.number, done))

    async def _wait_for_people(self, table: Table) -> None:
        in_a_game = table.phase == "playing" and table.is_awaited()
        if table.duplicate is not None and table.duplicate.waits_only_for(table):
            in_a_game = False
        await asyncio.sleep(self.limits.keep if in_a_game else self.limits.grace)
        await self.close_empty(table)

    def _waited(self, number: int, task: asyncio.Task[None]) -> None:
        if self._closing.get(number) is task:
            del self._closing[number]

    async def close_empty(self, table: Table) -> None:
        """Close a table, unless somebody is there."""
        async with table.lock:
            if table.guests or table.closed or _is_kept(table):
                return
            try:
                await table.record(Closed())
            except Refused:
                log.warning("table %d: its end could not be stored", table.number)
            self._forget(table)
        await self._close_kept(table)

    def _forget(self, table: Table) -> None:
        table.closed = True
        for receipt in table.receipts.all():
            self.past.keep(receipt)
        self.departures += 1
        table.stop()
        self.tables.pop(table.number, None)
        waiting = self._closing.pop(table.number, None)
        if waiting is not None and waiting is not asyncio.current_task():
            waiting.cancel()
        if table.duplicate is not None:
            table.duplicate.members.pop(table.number, None)
            self._look_at_duplicate(table.duplicate)
        self._changed()
        log.info("table %d: closed", table.number)

    # --- duplicates -----------------------------------------------------------------------------

    def _game_over(self, table: AnyTable) -> None:
        """Look whether all tables of a duplicate are over, once the game of one of them is."""
        together = self.tables[table.number].duplicate if table.number in self.tables else None
        if together is not None:  # soon: its people are sent the last steps first
            asyncio.get_running_loop().call_soon(self._look_at_duplicate, together)

    def _look_at_duplicate(self, together: Duplicate[Table]) -> None:
        """Conclude a duplicate that is over. Else people whose table is over see that the others go on."""
        left = [table for table in together.playable() if not table.results]
        if left and together.is_over():
            task = asyncio.get_running_loop().create_task(self._conclude(together))
            self._concluding.add(task)
            task.add_done_callback(self._concluding.discard)
            return
        for table in left:
            if table.phase == "over":
                table.show()
            elif not table.guests and table.number in self._closing:
                self._wait_anew(table)  # perhaps all others wait only for this one now

    async def _conclude(self, together: Duplicate[Table]) -> None:
        """Record and send the results of a duplicate that is over, at each of its tables."""
        async with together.lock:
            while together.is_over() and (left := [t for t in together.playable() if not t.results]):
                results = together.results()
                for table in left:
                    async with table.lock:
                        await self._conclude_table(table, results)
                if any(not table.results for table in together.playable()):
                    await asyncio.sleep(CONCLUDE_RETRY_DELAY)
        for table in together.playable():
            if not table.guests and table.number not in self._closing:
                await self._look_after(table)

    async def _conclude_table(self, table: Table, results: Results) -> None:
        """Record and send the results at one table, unless they cannot be stored now."""
        try:
            await table.record(Concluded(results), finished=archive.finished_before(table))
        except Refused:
            return
        except Exception as error:
            table.put_aside(error)
            return
        table.conclude(results)
        table.show()
        table.send_all(m.Notice("net.notice.duplicate_over"))
        self._changed()

    async def close(self) -> None:
        """Stop all work, once everybody is gone."""
        for table in self.tables.values():
            table.stop()
        waiting = (*self._closing.values(), *self._concluding)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        if self._telling is not None:
            self._telling.cancel()
        await self.services.brains.close()
        await self.services.store.close()


def _table_to_close(empty: list[Table]) -> Table:
    """The table to close for a new one: no game in progress if possible; of the address with the most tables.

    So nobody can drive out the games of others by opening more and more. Of tables that are still equal, or
    are from before the server's start, it is the one in which the least has happened.
    """
    crowd = Counter(table.address for table in empty if table.address)
    return min(empty, key=lambda t: (t.phase == "playing", -crowd[t.address], t.match.turn, t.number))


def _is_kept(table: Table) -> bool:
    """Whether a table that nobody is at is needed by people at other tables of its duplicate."""
    return table.duplicate is not None and table.duplicate.keeps(table)


def unknown_command(name: str) -> Refusal:
    """Reason why a command of a newer version is not done."""
    return Refusal("net.refusal.unknown_command", (), {"name": printable(name)})


@cache
def version() -> str:
    """The version of this program, as its package says."""
    try:
        return metadata.version("tilewright")
    except metadata.PackageNotFoundError:
        return "dev"
