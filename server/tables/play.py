"""Commands of a game: start, act, undo, the next game, the pace, chat.

Each function does one command at a table whose lock is held. It returns after all messages that follow from
the command have been sent; then its guest gets `Done`. It raises `Refused` if the command cannot be done.
"""

from __future__ import annotations

from typing import Final

import msgspec

from core import codec, duplicate
from core.game import Refused, Seat
from core.match import Match
from core.position import usual
from core.protocol import messages as m
from core.series import Series
from server.storage.journal import Banned, Began, Paced, Seating, Started
from server.tables import chairs, opening, views
from server.tables.contract import Guest, UndoQuestion
from server.tables.deciders import Deciders
from server.tables.duplicate import Duplicate
from server.tables.table import Table


async def start(table: Table, guest: Guest, command: m.Start) -> None:
    """Begin the game; seats still open are given to AIs."""
    table.need_host(guest)
    if table.phase != "gathering":
        raise Refused("net.refusal.started")
    if table.duplicate is not None:
        await _start_others(table, table.duplicate, command.level)
    await _begin(table, command.level)


async def _start_others(table: Table, together: Duplicate[Table], level: m.Level) -> None:
    """Begin at all other tables of the duplicate. If that fails it can be tried again from this one."""
    if table.number != together.place.first:
        raise Refused("net.refusal.duplicate_start")
    if not together.is_complete():
        raise Refused("net.refusal.duplicate_gone")
    for other in together.others(table):
        async with other.lock:
            if other.phase == "gathering":
                await _begin(other, level)


async def _begin(table: Table, level: m.Level) -> None:
    filled = tuple(chairs.bot_chair(level) if c.kind == "open" else c for c in table.chairs)
    await table.record(table.seating(filled), Started())
    table.phase = "playing" if table.match.to_act() else "over"
    table.sit(filled)
    table.show()


async def act(table: Table, guest: Guest, command: m.Act) -> None:
    """Make a decision: check seat, game not over, turn, legality; then record, make and send it."""
    action = table.match.game.parse(command.action)
    seat = own_seat(table, guest, command.seat)
    if table.phase == "gathering":
        raise Refused("net.refusal.not_started")
    await table.move(table.match.propose(seat, action, command.turn, command.ply))


MOST_LEGAL_PER_PART: Final = 256
"""Actions in one `LegalActions`; the longest notation has 120 characters."""


def list_legal(table: Table | None, guest: Guest, command: m.ListLegal) -> None:
    """Send a guest what its seat may do now, in parts. It changes nothing, so no receipt is kept."""
    if table is None:
        raise Refused("net.refusal.no_table")
    if table.set_aside:
        raise Refused("net.refusal.set_aside")
    seat, match = own_seat(table, guest, command.seat), table.match
    if table.phase == "gathering":
        raise Refused("net.refusal.not_started")
    if not match.to_act():
        raise Refused("match.refusal.over")
    if seat not in match.to_act():
        raise Refused("match.refusal.not_your_turn")
    legal = [match.game.notation(action) for action in match.game.legal(match.tip(seat), seat)]
    for first in range(0, len(legal), MOST_LEGAL_PER_PART):
        part = tuple(legal[first : first + MOST_LEGAL_PER_PART])
        last = first + len(part) == len(legal)
        guest.send(m.LegalActions(command.id, seat, match.turn, match.ply(seat), part, last))


def own_seat(table: Table, guest: Guest, number: int) -> Seat:
    """A seat for which the guest decides. Raises `Refused`."""
    seat = table.seat_of(guest, number)
    if not table.chairs[seat].held_by(guest.number):
        raise Refused("net.refusal.not_your_seat")
    return seat


async def undo(table: Table, guest: Guest, command: m.Undo) -> None:
    """Take the guest's last decision back; other persons are asked first, if they know of it."""
    if not views.seats_of(table, guest):
        raise Refused("match.refusal.nothing_to_undo")  # before the turn, which spectators know late
    if command.turn != table.match.turn:
        raise Refused("match.refusal.stale", turn=command.turn, now=table.match.turn)
    seat = None if command.seat is None else own_seat(table, guest, command.seat)
    if seat is not None and table.match.own(seat):
        await table.withdraw(seat)
        return
    index = _undo_point(table, guest)
    asked = table.persons() - {guest.number}
    if not asked:
        await table.undo(index)
        return
    if table.question is not None:
        raise Refused("net.refusal.already_asked")
    whose = table.match.steps[index].seat
    table.question = UndoQuestion(whose, guest.number, index, asked)
    table.bot_turns.wake()
    for number in asked:
        table.guests[number].send(m.UndoAsked(whose, "undo"))


def _undo_point(table: Table, guest: Guest) -> int:
    """The step to go back to. Raises `Refused`.

    Once a game with chance is over its seed is known, and with it every draw: nothing can be taken back. The
    result of a duplicate's table holds, too.
    """
    if table.phase == "over" and (table.match.game.info.chance or table.terms.duplicate is not None):
        raise Refused("match.refusal.over")
    seats = frozenset(Seat(seat) for seat in views.seats_of(table, guest))
    index = table.match.undo_point(seats)
    if table.phase == "gathering" or index is None:
        raise Refused("match.refusal.nothing_to_undo")
    return index


async def answer(table: Table, guest: Guest, command: m.AnswerUndo) -> None:
    """Agree or not to a request; the one who asked withdraws it by saying no."""
    question = table.question
    if question is None or guest.number not in question.waiting | {question.asker}:
        raise Refused("net.refusal.nothing_asked")
    if command.yes and guest.number == question.asker:
        raise Refused("net.refusal.own_question")
    if not command.yes:
        table.question = None
        table.send_all(m.Notice("net.notice.undo_refused", {"name": table.chairs[question.seat].name}))
        table.bot_turns.wake()
    else:
        await agree(table, guest.number)


async def agree(table: Table, guest: int) -> None:
    """Count one agreement; with the last one the decision is taken back."""
    question = table.question
    if question is None or guest not in question.waiting:
        return
    left = question.waiting - {guest}
    if left:
        table.question = msgspec.structs.replace(question, waiting=left)
    else:
        await table.undo(question.index)


async def rematch(table: Table, guest: Guest, command: m.Rematch) -> None:
    """Begin the next game of the series, or of a new one; people keep their seats as the game seats them."""
    if not (table.is_host(guest) or guest.number in table.persons()):
        raise Refused("net.refusal.not_your_seat")
    outcome = table.match.outcome()
    if outcome is None:
        raise Refused("net.refusal.not_over")
    game = table.match.game
    if table.duplicate is not None:
        await _rematch_all(table, table.duplicate)
        return
    series, seating = table.series.following(game, outcome)
    seed = opening.seed_of(table.terms.seed, table.games + 1)
    await _next_game(
        table, Match(usual(game), series.options, table.match.seats, seed), seed, series, seating
    )


async def _rematch_all(table: Table, together: Duplicate[Table]) -> None:
    """Begin the next game of a duplicate at all its tables, everybody at another seat.

    This table is the last: if that fails it can be tried again, and goes on with the seed the others have.
    """
    if not table.results:
        raise Refused("net.refusal.duplicate_goes_on")
    if not together.is_complete():
        raise Refused("net.refusal.duplicate_gone")
    others, seed = together.others(table), opening.seed_of(table.terms.seed, table.games + 1)
    seed = next((other.match.secret_seed() for other in others if other.games > table.games), seed)
    for each in (*others, table):
        if each is table:
            await _rematch_one(table, seed)
        elif each.games == table.games:
            async with each.lock:
                await _rematch_one(each, seed)


async def _rematch_one(table: Table, seed: bytes) -> None:
    last = table.match
    match = Match(usual(last.game), last.options, last.seats, seed, duplicate=True)
    series = Series.begin(last.game, table.series.goal, last.options, last.seats)
    await _next_game(table, match, seed, series, duplicate.next_seating(last.seats))


async def _next_game(
    table: Table, match: Match, seed: bytes, series: Series, seating: tuple[int, ...]
) -> None:
    """Record and begin the next game at a table, with everybody at the seat that `seating` gives them."""
    seats = tuple(table.chairs[seat] for seat in seating)
    patron = None if table.patron is None else Seat(seating.index(table.patron))
    await table.record(
        table.opened(),
        Seating(tuple(chair.kept_seat() for chair in seats), patron),
        Began(
            table.games + 1,
            codec.shared_options(match.game, match.options),
            seed,
            series.played,
            series.points,
        ),
        Paced(table.pause, table.paused),
        Banned(table.banned),
        Started(),
    )
    table.games += 1
    table.patron = patron
    table.match, table.series, table.question = match, series, None
    table.results = ()
    table.deciders = Deciders(match.seats)
    table.phase = "playing"
    table.shown.forget()
    table.clocks.begin()
    table.sit(seats)
    table.show()


async def set_pace(table: Table, guest: Guest, command: m.SetPace) -> None:
    """Set the AIs' pause before a decision, or let them wait altogether."""
    table.need_host(guest)
    await table.record(Paced(command.pause, command.paused))
    table.bot_turns.set_tempo(command.pause, command.paused)
    table.show()


async def step_once(table: Table, guest: Guest, command: m.StepOnce) -> None:
    """While AIs wait, let one decision happen."""
    table.need_host(guest)
    if not table.paused:
        raise Refused("net.refusal.not_paused")
    await table.record()
    table.bot_turns.step()


async def chat(table: Table, guest: Guest, command: m.Say) -> None:
    """Send chat, also of spectators (who have no name)."""
    text = m.clean_chat(command.text)
    if table.is_muted(guest):
        raise Refused("net.refusal.muted")
    await table.record()
    seat = next(iter(views.seats_of(table, guest)), -1)
    name = table.chairs[seat].name if seat >= 0 else ""
    table.send_all(m.Said(seat, name, text, guest.number))
