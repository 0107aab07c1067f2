"""Opening: everything a table begins with, made from the command `Open`. Nothing has happened yet."""

from __future__ import annotations

import secrets

import msgspec

from core import chance, codec, record
from core.game import CHANCE, AnyGame, Goal, Refused
from core.games import game as game_of
from core.match import Match
from core.protocol.messages import DuplicatePlan, Open, SeatPlan, clean_name
from core.series import Series
from server.storage.terms import DuplicatePlace, Terms
from server.tables import chairs
from server.tables.chairs import Chair
from server.tables.contract import Guest


class Opening(msgspec.Struct, frozen=True):
    """Start of a new table: `tokens` are for the opener's seats, see `core.protocol.messages.Open`."""

    terms: Terms
    match: Match
    series: Series
    chairs: tuple[Chair, ...]
    tokens: dict[int, bytes]
    match_seed: bytes
    script: tuple[tuple[str, ...], ...] = ()


def prepare(command: Open, guest: Guest, password: bytes = b"") -> Opening:
    """Check all that `command` asks for; `password` is its password as stored. Raises `Refused`."""
    known = command.seed is not None and not _only_bots(command.plans)
    if (known or command.script) and not guest.embedded:
        raise Refused("net.refusal.seed")
    if command.duplicate is not None:
        _check_duplicate(command)
    saved = record.read(command.record) if command.record else None
    match_seed = _seed_of_record(saved) or seed_of(command.seed, 0)
    match = _new_match(command, match_seed) if saved is None else _resume_match(saved, match_seed)
    if match.seats != len(command.plans):
        raise Refused("net.refusal.plans", seats=match.seats, plans=len(command.plans))
    seats, tokens = _seat(command.plans, guest)
    series = Series.begin(match.game, command.goal, match.options, match.seats)
    outcome = match.outcome()
    return Opening(
        terms=Terms(
            title=clean_name(command.title) if command.title else _title(match.game, seats),
            pause=command.pause,
            seed=command.seed,
            stand_in=command.stand_in,
            clock=command.clock,
            delay=command.delay,
            password=password,
            coach=command.coach,
        ),
        match=match,
        series=series.scored(match.game, outcome) if outcome else series,
        chairs=seats,
        tokens=tokens,
        match_seed=match_seed,
        script=command.script,
    )


def _check_duplicate(command: Open) -> None:
    """Check what goes with a duplicate. Raises `Refused`.

    Somebody has to sit at its first table: who only looks on would know draws that the other tables do not.
    """
    if command.record:
        raise Refused("net.refusal.duplicate_record")
    if command.goal != Goal(games=1):
        raise Refused("net.refusal.duplicate_goal")
    if all(plan.kind != "me" for plan in command.plans):
        raise Refused("net.refusal.duplicate_seat")


def tables(opening: Opening, plan: DuplicatePlan | None, first: int) -> tuple[Opening, ...]:
    """The openings of all tables that a command opens, from number `first` on."""
    if plan is None:
        return (opening,)
    place = DuplicatePlace(first, plan.tables, plan.level)
    opening = msgspec.structs.replace(opening, terms=msgspec.structs.replace(opening.terms, duplicate=place))
    chair = Chair() if plan.level is None else chairs.bot_chair(plan.level)
    seats = (chair,) * opening.match.seats
    others = (
        msgspec.structs.replace(opening, match=_again(opening), chairs=seats, tokens={})
        for _ in range(1, plan.tables)
    )
    return (opening, *others)


def _again(opening: Opening) -> Match:
    """Another match with the same seed."""
    match = opening.match
    return Match(match.game, match.options, match.seats, opening.match_seed, duplicate=True)


def seed_of(seed: int | None, number: int) -> bytes:
    """The secret seed of game `number` of a table: fixed by `seed`, or drawn so that nobody can guess it."""
    return secrets.token_bytes(chance.SEED_BYTES) if seed is None else chance.seed_from(seed + number)


def _only_bots(plans: tuple[SeatPlan, ...]) -> bool:
    return all(plan.kind == "bot" for plan in plans)


def _new_match(command: Open, seed: bytes) -> Match:
    game = game_of(command.game)
    options = codec.options_of(game, command.options)
    return Match(game, options, len(command.plans), seed, duplicate=command.duplicate is not None)


def _seed_of_record(saved: record.Record | None) -> bytes:
    """The seed of a saved game that is over, if known. That of a game in progress nobody may know."""
    return bytes.fromhex(saved.header.seed) if saved is not None and saved.finished else b""


def _resume_match(saved: record.Record, seed: bytes) -> Match:
    """The match of a saved game, at its last position, with the game's own options and seats."""
    match = Match(saved.game, saved.options, saved.header.seats, seed)
    if saved.steps:
        match.resume(saved.steps)
    if not _seed_of_record(saved) and any(step.seat == CHANCE for step in saved.steps):
        match.commitment = b""
    if CHANCE in match.to_act():
        raise Refused("net.refusal.record_at_chance")
    return match


def _seat(plans: tuple[SeatPlan, ...], guest: Guest) -> tuple[tuple[Chair, ...], dict[int, bytes]]:
    seats: list[Chair] = []
    tokens: dict[int, bytes] = {}
    for seat, plan in enumerate(plans):
        if plan.kind == "me":
            if plan.token is None:
                raise Refused("net.refusal.no_token")
            chairs.need_new_token(tuple(seats), plan.token)
            tokens[seat] = plan.token
            chair = chairs.person_chair(
                clean_name(plan.name),
                guest.number,
                plan.token,
                plan.portrait,
                fingerprint=guest.fingerprint,
            )
        elif plan.kind == "bot":
            chair = chairs.bot_chair(plan.level or "normal")
        else:
            chair = Chair()
        seats.append(chair)
    return tuple(seats), tokens


def _title(game: AnyGame, chairs: tuple[Chair, ...]) -> str:
    return next((chair.name for chair in chairs if chair.name), game.info.title)
