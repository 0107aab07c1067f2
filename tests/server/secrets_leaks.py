"""Leaks that tests plant, one at a time: each a mistake that somebody could make, and none that fails.

`LEAKS` says at which game and to whom each of them tells something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from core import chance, codec
from core import match as core_match
from core.game import Outcome, Refused, Seat
from core.match import Match
from core.protocol import messages as m
from server.bots import pool
from server.storage import restore
from server.tables import archive, chairs, lobby, play, seating, views
from server.tables.clocks import Clocks
from server.tables.receipts import Receipts
from server.tables.spectators import SpectatorDelay
from server.tables.table import Table

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
replace = msgspec.structs.replace


# --- What a viewer sees -------------------------------------------------------------------------------


def view_of_another(patch: Patch) -> None:
    """Everybody is shown what the first seat sees."""
    patch.setattr(views, "_viewer", lambda number: Seat(0))


def view_for_who_watches(patch: Patch) -> None:
    """Who has no seat is shown what the first seat sees."""
    real = views.viewers
    patch.setattr(views, "viewers", lambda *who: (0,) if real(*who) == (-1,) else real(*who))


def view_of_everybody(patch: Patch) -> None:
    """Several at one screen are shown what every seat sees."""
    real = views.viewers

    def leaky(table: Table, guest: Any) -> tuple[int, ...]:
        told = real(table, guest)
        return told if len(told) == 1 else (-1, *range(table.match.seats))

    patch.setattr(views, "viewers", leaky)


def views_of_all_seats(patch: Patch) -> None:
    """Everybody is shown what every seat sees."""
    patch.setattr(views, "viewers", lambda table, guest: (-1, *range(len(table.chairs))))


def steps_as_made(patch: Patch) -> None:
    """What a step hides is not covered."""
    patch.setattr(Match, "seen", lambda self, index, viewer: self.steps[index])


def log_as_made(patch: Patch) -> None:
    """It is not, for whoever comes back."""
    _snapshot(patch, lambda match, told: replace(told, log=tuple(match.steps)))


def first_step_as_made(patch: Patch) -> None:
    """One step hides nothing."""
    real = Match.seen
    patch.setattr(
        Match, "seen", lambda self, at, viewer: self.steps[at] if at == 1 else real(self, at, viewer)
    )


def unveiled_by_a_restart(patch: Patch) -> None:
    """What was covered is forgotten when the server is started again."""
    real = restore.restore

    def leaky(*stored: Any) -> Table:
        table = real(*stored)
        match, seen = table.match, table.match.seen
        known = len(match.steps)
        patch.setattr(match, "seen", lambda at, viewer: match.steps[at] if at < known else seen(at, viewer))
        return table

    patch.setattr(restore, "restore", leaky)


def ply_of_all(patch: Patch) -> None:
    """Somebody is told how often everybody has changed their mind."""
    _snapshot(patch, lambda match, told: replace(told, ply=sum(line.ply for line in match.branches.values())))


def own_of_another(patch: Patch) -> None:
    """A seat comes back to the sealed decisions of seat 0."""
    _snapshot(patch, lambda self, told: replace(told, own=tuple(step.action for step in self.own(Seat(0)))))


def _snapshot(patch: Patch, change: Callable[[Match, Any], Any]) -> None:
    real = Match.snapshot
    patch.setattr(Match, "snapshot", lambda self, viewer: change(self, real(self, viewer)))


def seed_before_the_end(patch: Patch) -> None:
    patch.setattr(Match, "published_seed", Match.seed_at_end)


def seed_in_the_title(patch: Patch) -> None:
    """It is the title, for whoever comes to the table."""
    real = views.table_view
    patch.setattr(
        views,
        "table_view",
        lambda table, guest: replace(real(table, guest), title=table.match.seed_at_end().hex()[:20]),
    )


def seed_in_the_terms(patch: Patch) -> None:
    """It becomes the title for good, in the list too."""
    real = views.occupants

    def leaky(table: Table, guest: Any) -> m.Message:
        table.terms = replace(table.terms, title=table.match.seed_at_end().hex()[:20])
        return real(table, guest)

    patch.setattr(views, "occupants", leaky)


def seed_as_commitment(patch: Patch) -> None:
    """What is published before the game is not the hash."""
    patch.setattr(chance, "commitment", lambda seed, by_draw=False: seed)


def draw_to_come(patch: Patch) -> None:
    """The die that is thrown next is told with the scene."""
    real = views.table_view

    def leaky(table: Table, guest: Any) -> m.TableView:
        number = chance.point(table.match.seed_at_end(), len(table.match.steps) + 1) * 6
        return replace(real(table, guest), port=int(number) + 1)

    patch.setattr(views, "table_view", leaky)


def log_so_far(patch: Patch) -> None:
    """Who is shown the game late is shown it at once when they come."""
    patch.setattr(SpectatorDelay, "table_view", lambda self, guest: views.table_view(self._table, guest))


def turn_in_a_refusal(patch: Patch) -> None:
    """Who is shown the game late is told that a turn was over long ago."""
    real = play.undo

    async def leaky(table: Table, guest: Any, command: m.Undo) -> None:
        if command.turn != table.match.turn:
            raise Refused("match.refusal.stale", turn=command.turn, now=table.match.turn)
        await real(table, guest, command)

    handlers: Any = lobby.TABLE_COMMANDS
    patch.setitem(handlers, m.Undo, leaky)


# --- How much is sealed -------------------------------------------------------------------------------


def decided_for_all(patch: Patch) -> None:
    """A sealed decision is told to all at the table."""

    def leaky(self: Table, seat: Seat, action: Any, owed: Any) -> None:
        self.send_all(views.decision_sealed(self, seat, action))

    patch.setattr(Table, "_tell_sealed", leaky)


def ready_for_others(patch: Patch) -> None:
    """Ready, though nobody has become ready."""

    def leaky(self: Table, seat: Seat, action: Any, owed: object) -> None:
        for guest in self.guests.values():
            own = self.chairs[seat].held_by(guest.number)
            guest.send(views.decision_sealed(self, seat, action) if own else views.deciders_left(self))

    patch.setattr(Table, "_tell_sealed", leaky)


def ready_each_time(patch: Patch) -> None:
    """Whenever somebody decides all hear who is ready, also if that is as before."""
    real = Table.move

    async def leaky(self: Table, move: Any) -> None:
        await real(self, move)
        if move.branch is not None:
            self.send_all(views.deciders_left(self))

    patch.setattr(Table, "move", leaky)


def turn_of_sealed(patch: Patch) -> None:
    """The turn counts sealed decisions."""
    real = views.deciders_left
    patch.setattr(
        views, "deciders_left", lambda table: replace(real(table), turn=len(table.match.all_steps()))
    )


def who_has_not_begun(patch: Patch) -> None:
    """Who comes back is told who has not begun."""
    real = views.table_view

    def leaky(table: Table, guest: Any) -> m.TableView:
        told = real(table, guest)
        return replace(told, to_act=tuple(seat for seat in told.to_act if not table.match.own(seat)))

    patch.setattr(views, "table_view", leaky)


def who_began_first(patch: Patch) -> None:
    """Those who owe a decision are named as they began."""
    real = Match.accept

    def leaky(self: Match, move: Any) -> None:
        real(self, move)
        if move.branch is not None:
            self.branches[move.step.seat] = self.branches.pop(move.step.seat)

    patch.setattr(Match, "accept", leaky)


def second_thoughts(patch: Patch) -> None:
    """Everybody hears that something was taken back."""
    real = Table.withdraw

    async def leaky(self: Table, seat: Seat) -> None:
        await real(self, seat)
        self.send_all(m.Notice("net.notice.undo_refused", {"name": ""}))

    patch.setattr(Table, "withdraw", leaky)


def thinking(patch: Patch) -> None:
    """Everybody hears that somebody decides."""
    real = Table.move

    async def leaky(self: Table, move: Any) -> None:
        self.send_all(m.Thinking(move.step.seat))
        await real(self, move)

    patch.setattr(Table, "move", leaky)


def digest_in_a_notice(patch: Patch) -> None:
    """A notice of each step has a hash of all there is."""
    real = Table.move

    async def leaky(self: Table, move: Any) -> None:
        await real(self, move)
        if move.branch is None:
            self.send_all(m.Notice("net.notice.bot_failed", {"seat": codec.digest(self.match.state)}))

    patch.setattr(Table, "move", leaky)


def opened_by_length(patch: Patch) -> None:
    """Sealed steps are opened in another order than that of the seats."""

    def leaky(lines: Any) -> tuple[Any, ...]:
        ordered = sorted(lines.values(), key=lambda line: line.ply)
        return tuple(step for line in ordered for step in line.steps)

    patch.setattr(core_match, "all_steps", leaky)


def time_for_each(patch: Patch) -> None:
    """Each sealed decision brings its seat more time."""
    real = Table.move

    async def leaky(self: Table, move: Any) -> None:
        self.clocks.reward(replace(move, steps=(move.step,), branch=None))
        await real(self, move)

    patch.setattr(Table, "move", leaky)


def clocks_reckoned_anew(patch: Patch) -> None:
    """Clocks are charged at each sealed decision: the last digits are others."""
    real = Clocks.update_clocks

    def leaky(self: Clocks) -> None:
        self._charge()
        real(self)

    patch.setattr(Clocks, "update_clocks", leaky)


def list_told_again(patch: Patch) -> None:
    """The lobby's list is told whenever something is stored."""
    real = Table.record

    async def leaky(self: Table, *entries: Any, **more: Any) -> None:
        await real(self, *entries, **more)
        self.services.changed()

    patch.setattr(Table, "record", leaky)


def list_told_at_decisions(patch: Patch) -> None:
    """The lobby's list is told anew whenever somebody decides."""
    real = Table.move

    async def leaky(self: Table, move: Any) -> None:
        await real(self, move)
        if move.branch is not None:
            self.services.changed()

    patch.setattr(Table, "move", leaky)


def count_in_the_list(patch: Patch) -> None:
    """The lobby's list names how much has been decided."""
    real = views.table_summary
    patch.setattr(
        views, "table_summary", lambda table: replace(real(table), title=str(len(table.match.all_steps())))
    )


def answers_counted(patch: Patch) -> None:
    """The answer to a word of chat counts what was stored."""
    real = Table.handle

    async def leaky(self: Table, guest: Any, command: m.Command, run: Any) -> m.Done:
        done = await real(self, guest, command, run)
        return replace(done, port=len(self.receipts.all())) if isinstance(command, m.Say) else done

    patch.setattr(Table, "handle", leaky)


def decisions_counted(patch: Patch) -> None:
    """The answer to a word of chat counts sealed decisions."""
    real = Table.handle

    async def leaky(self: Table, guest: Any, command: m.Command, run: Any) -> m.Done:
        done = await real(self, guest, command, run)
        return replace(done, port=len(self.match.all_steps())) if isinstance(command, m.Say) else done

    patch.setattr(Table, "handle", leaky)


def legal_before_whose(patch: Patch) -> None:
    """Whether a decision is legal is looked at before whose it is."""
    real = play.own_seat

    def leaky(table: Table, guest: Any, number: int) -> Seat:
        seat = table.seat_of(guest, number)
        if table.match.own(seat) and not table.chairs[seat].held_by(guest.number):
            raise Refused("match.refusal.not_your_turn")
        return real(table, guest, number)

    patch.setattr(play, "own_seat", leaky)


def decided_before_whose(patch: Patch) -> None:
    """A refusal to decide for another seat depends on what that has decided."""
    real = play.own_seat

    def leaky(table: Table, guest: Any, number: int) -> Seat:
        if table.match.own(Seat(number)) and not table.chairs[number].held_by(guest.number):
            raise Refused("match.refusal.not_your_turn")
        return real(table, guest, number)

    patch.setattr(play, "own_seat", leaky)


def stale_by_changes(patch: Patch) -> None:
    """A refusal tells how often anything has changed."""
    real = Match.propose

    def leaky(self: Match, *asked: Any) -> Any:
        try:
            return real(self, *asked)
        except Refused as refused:
            raise Refused(refused.refusal.code, now=self._change) from None

    patch.setattr(Match, "propose", leaky)


def obeyed_by_all(patch: Patch) -> None:
    """Whoever sends it, a decision counts, and its answer goes to everybody."""
    patch.setattr(chairs.Chair, "held_by", lambda self, guest: self.kind == "person")


def ai_that_knows_all(patch: Patch) -> None:
    """An AI is asked with the state and not with its view."""
    real = pool.question

    def leaky(match: Match, *asked: Any, **more: Any) -> Any:
        return replace(real(match, *asked, **more), view=codec.plain(match.state))

    patch.setattr(pool, "question", leaky)


# --- People -------------------------------------------------------------------------------------------


def watchers_for_all(patch: Patch) -> None:
    """Everybody is told who watches, and who of them is muted."""

    def leaky(table: Table, guest: Any) -> tuple[m.Watcher, ...]:
        others = (each for each in table.guests.values() if not views.seats_of(table, each))
        return tuple(m.Watcher(each.number, table.is_muted(each)) for each in others)

    patch.setattr(views, "watchers", leaky)


def token_for_all(patch: Patch) -> None:
    """All at the table hear by which token somebody has come back."""
    real = seating.come_back

    async def leaky(table: Table, guest: Any, command: m.Return) -> None:
        await real(table, guest, command)
        table.send_all(m.Seated(table.number, views.seats_of(table, guest)[0], command.fresh))

    handlers: Any = lobby.ENTRY_COMMANDS
    patch.setitem(handlers, m.Return, leaky)


def token_in_a_name(patch: Patch) -> None:
    """The list of people has the hashes by which seats are known again."""
    real = views.holders

    def leaky(table: Table) -> tuple[m.Holder, ...]:
        return tuple(
            replace(holder, name=holder.name + chair.token.hex()[:6])
            for holder, chair in zip(real(table), table.chairs, strict=True)
        )

    patch.setattr(views, "holders", leaky)


def password_in_the_list(patch: Patch) -> None:
    """The lobby's list has the password as it is kept."""
    real = views.table_summary

    def leaky(table: Table) -> m.TableSummary:
        return replace(real(table), title=table.terms.password.hex())

    patch.setattr(views, "table_summary", leaky)


def heard_though_muted(patch: Patch) -> None:
    """What somebody says who is muted is told before it is refused."""
    real = play.chat

    async def leaky(table: Table, guest: Any, command: m.Say) -> None:
        if table.is_muted(guest):
            table.send_all(m.Said(-1, "", command.text, guest.number))
        await real(table, guest, command)

    handlers: Any = lobby.TABLE_COMMANDS
    patch.setitem(handlers, m.Say, leaky)


def vain_tries(patch: Patch) -> None:
    """All hear that somebody has tried a wrong token."""
    real = seating.come_back

    async def leaky(table: Table, guest: Any, command: m.Return) -> None:
        try:
            await real(table, guest, command)
        except Refused:
            table.send_all(m.Notice("net.notice.taken_over"))
            raise

    handlers: Any = lobby.ENTRY_COMMANDS
    patch.setitem(handlers, m.Return, leaky)


def answers_of_others(patch: Patch) -> None:
    """A number that somebody else has used is answered as theirs."""
    real = Receipts.find

    def leaky(self: Receipts, client: bytes, command: m.Command) -> Any:
        every = [receipt.client for receipt in self.all() if receipt.id == command.id]
        return real(self, (*every, client)[0], command)

    patch.setattr(Receipts, "find", leaky)


def said_twice(patch: Patch) -> None:
    """All are told anew who is there when a command is said again that was done."""
    real = Table.handle

    async def leaky(self: Table, guest: Any, command: m.Command, run: Any) -> m.Done:
        if self.receipts.find(guest.client, command) is not None:
            self.introduce()
        return await real(self, guest, command, run)

    patch.setattr(Table, "handle", leaky)


# --- The archive --------------------------------------------------------------------------------------


def archive_of_every_move(patch: Patch) -> None:
    """A game is found before it is over, with what is sealed and its seed."""
    real = archive.finished

    def leaky(table: Table, move: Any) -> Any:
        over = Outcome(winners=(), scores=(0.0,) * table.match.seats, reason="")
        with pytest.MonkeyPatch.context() as meanwhile:
            meanwhile.setattr(type(table.match.game), "outcome", lambda self, s: over)
            return real(table, replace(move, states=(table.match.state,)))

    patch.setattr(archive, "finished", leaky)


Leak = tuple[Plant, str, str, int, dict[str, Any]]
"""What is planted, at which game, who hears it at the latest, in how many phases; see `secrets_scripts`."""

LEAKS: Final[tuple[Leak, ...]] = (
    (view_of_another, "great_split", "guest", 2, {}),
    (view_for_who_watches, "great_divide", "eve", 1, {}),
    (view_of_everybody, "great_split", "couch", 1, {}),
    (views_of_all_seats, "great_split", "guest", 1, {}),
    (views_of_all_seats, "great_split", "eve", 1, {}),
    (steps_as_made, "great_split", "eve", 2, {}),
    (first_step_as_made, "great_split", "eve", 1, {}),
    (log_as_made, "great_split", "host", 2, {}),
    (log_as_made, "great_split", "eve", 2, {}),
    (unveiled_by_a_restart, "great_split", "eve", 2, {"restart": True}),
    (ply_of_all, "great_split", "eve", 4, {}),
    (own_of_another, "great_split", "guest", 1, {}),
    (seed_before_the_end, "down_under", "guest", 1, {}),
    (seed_in_the_title, "great_split", "eve", 1, {}),
    (seed_in_the_terms, "sturt", "guest", 1, {}),
    (seed_as_commitment, "ghawar", "eve", 1, {}),
    (draw_to_come, "ghawar", "guest", 2, {}),
    (draw_to_come, "great_split", "eve", 1, {}),
    (log_so_far, "down_under", "eve", 3, {"delay": 30.0}),
    (turn_in_a_refusal, "sturt", "eve", 4, {"delay": 30.0}),
    (decided_for_all, "great_divide", "guest", 1, {}),
    (ready_for_others, "great_split", "guest", 3, {}),
    (ready_each_time, "great_split", "guest", 4, {}),
    (turn_of_sealed, "great_split", "eve", 4, {}),
    (who_has_not_begun, "great_split", "guest", 3, {}),
    (who_began_first, "great_split", "eve", 4, {}),
    (digest_in_a_notice, "great_split", "guest", 2, {}),
    (opened_by_length, "great_split", "eve", 4, {}),
    (time_for_each, "great_split", "guest", 4, {}),
    (clocks_reckoned_anew, "great_split", "eve", 4, {}),
    (list_told_again, "great_split", "guest", 4, {}),
    (list_told_at_decisions, "great_split", "eve", 3, {}),
    (count_in_the_list, "great_split", "eve", 3, {}),
    (decisions_counted, "great_split", "eve", 3, {}),
    (answers_counted, "great_split", "guest", 4, {}),
    (legal_before_whose, "great_split", "guest", 4, {}),
    (decided_before_whose, "great_split", "eve", 3, {}),
    (stale_by_changes, "great_split", "guest", 3, {}),
    (obeyed_by_all, "great_divide", "host", 1, {}),
    (obeyed_by_all, "great_divide", "eve", 1, {}),
    (ai_that_knows_all, "great_split", "guest", 1, {}),
    (thinking, "great_split", "eve", 4, {}),
    (second_thoughts, "great_split", "guest", 4, {}),
    (watchers_for_all, "sturt", "guest", 1, {}),
    (token_for_all, "sturt", "eve", 2, {}),
    (token_in_a_name, "down_under", "eve", 1, {}),
    (password_in_the_list, "sturt", "eve", 1, {"locked": True}),
    (heard_though_muted, "ghawar", "guest", 1, {}),
    (vain_tries, "great_divide", "guest", 2, {}),
    (answers_of_others, "sturt", "guest", 3, {}),
    (said_twice, "down_under", "guest", 2, {}),
    (archive_of_every_move, "down_under", "guest", 2, {}),
)
