"""Finished games on their way to the archive, and the commands that ask the archive."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Final

from core import codec, record
from core.game import CHANCE, Outcome, Refused, Seat
from core.match import Move, Step
from core.protocol import messages as m
from server.storage.journal import Finished, Store, StoreFailed
from server.tables.contract import AnyTable, Guest

PART_CHARACTERS: Final = 12_000
"""Characters of a record in one message."""
LONGEST_SENT_RECORD: Final = 192 * 1024
"""Characters of a record sent to another machine; more could fill its send queue and end the connection."""


def finished(table: AnyTable, move: Move) -> Finished | None:
    """The archive entry of a game that this move ends; None if the game goes on, or has to stay secret."""
    match = table.match
    outcome = match.game.outcome(move.states[-1]) if move.states else None
    if outcome is None or table.is_secret():
        return None
    return _entry(table, [*match.steps, *move.steps], outcome, move.step.seat)


def finished_before(table: AnyTable) -> Finished | None:
    """The archive entry of a game that ended before and was secret until now."""
    outcome = table.match.outcome()
    return None if outcome is None else _entry(table, table.match.steps, outcome, None)


def _entry(table: AnyTable, steps: list[Step], outcome: Outcome, last_seat: Seat | None) -> Finished:
    """The archive entry of a game; the seat `last_seat` makes the decision that ends it, None if it is
    made.
    """
    match = table.match
    held = [
        table.deciders.holding(match, Seat(seat), chair, last_seat) for seat, chair in enumerate(table.chairs)
    ]
    names = tuple(holding.name for holding in held)
    levels = tuple(holding.level for holding in held)
    ended = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    header = record.Header(
        game=match.game.info.key,
        options=codec.plain(match.options),
        seats=match.seats,
        names=names,
        date=ended[:10],
        commitment=match.commitment.hex(),
        seed=match.seed_at_end().hex(),
        levels=levels,
        portraits=tuple(
            chair.portrait if chair.name == name else ""
            for chair, name in zip(table.chairs, names, strict=True)
        ),
    )
    about = m.GameSummary(
        number=0,
        game=match.game.info.key,
        ended=ended,
        title=table.terms.title,
        names=names,
        levels=levels,
        winners=tuple(outcome.winners),
        scores=tuple(outcome.scores),
        steps=sum(step.seat != CHANCE for step in steps),
        shared=tuple(seat for seat, holding in enumerate(held) if holding.shared),
        fingerprints=tuple(holding.fingerprint for holding in held),
    )
    return Finished(table.games, about, record.write(match.game, header, steps))


async def answer(
    store: Store, guest: Guest, command: m.SearchArchive | m.FetchRecord | m.FetchStatistics
) -> None:
    """Answer a guest's question about the archive. Raises `Refused`."""
    try:
        match command:
            case m.SearchArchive():
                found = await store.search(command.text, command.game, command.page)
                guest.send(m.ArchivePage(command.id, found[0], tuple(found[1])))
            case m.FetchStatistics():
                tallied = await store.tally(command.text, command.game, command.page)
                guest.send(m.Statistics(command.id, tallied[0], tuple(tallied[1])))
            case m.FetchRecord():
                await _send_record(guest, command.id, await store.fetch(command.number))
    except StoreFailed:
        raise Refused("net.refusal.archive") from None


async def _send_record(guest: Guest, number: int, text: str | None) -> None:
    """Send a record in parts, and leave time between them for earlier messages."""
    if text is None:
        raise Refused("net.refusal.no_such_game")
    if len(text) > LONGEST_SENT_RECORD and not guest.embedded:
        raise Refused("net.refusal.archive_long")
    for first in range(0, len(text), PART_CHARACTERS):
        guest.send(
            m.RecordPart(
                number, text[first : first + PART_CHARACTERS], last=first + PART_CHARACTERS >= len(text)
            )
        )
        await asyncio.sleep(0)
