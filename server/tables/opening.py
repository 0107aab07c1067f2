"""Opening: everything a table begins with, made from the command `Open`. Nothing has happened yet."""

from __future__ import annotations

import secrets

import msgspec

from core import chance, codec, record
from core.game import CHANCE, AnyGame, Refused
from core.games import game as game_of
from core.match import Match
from core.protocol.messages import Clock, Level, Open, SeatPlan, clean_name
from core.series import Series
from server.tables import chairs
from server.tables.chairs import Chair
from server.tables.contract import Guest


class Opening(msgspec.Struct, frozen=True):
    """Start of a new table: `tokens` are for the opener's seats, see `core.protocol.messages.Open`."""

    title: str
    match: Match
    series: Series
    chairs: tuple[Chair, ...]
    tokens: dict[int, bytes]
    pause: float
    stand_in: Level | None
    seed: int | None
    match_seed: bytes
    clock: Clock | None
    delay: float | None
    password: bytes
    script: tuple[tuple[str, ...], ...] = ()


def prepare(command: Open, guest: Guest, password: bytes = b"") -> Opening:
    """Check all that `command` asks for; `password` is its password as stored. Raises `Refused`."""
    known = command.seed is not None and not _only_bots(command.plans)
    if (known or command.script) and not guest.embedded:
        raise Refused("net.refusal.seed")
    saved = record.read(command.record) if command.record else None
    match_seed = _seed_of_record(saved) or seed_of(command.seed, 0)
    match = _new_match(command, match_seed) if saved is None else _resume_match(saved, match_seed)
    if match.seats != len(command.plans):
        raise Refused("net.refusal.plans", seats=match.seats, plans=len(command.plans))
    seats, tokens = _seat(command.plans, guest)
    series = Series.begin(match.game, command.goal, match.options, match.seats)
    outcome = match.outcome()
    return Opening(
        title=clean_name(command.title) if command.title else _title(match.game, seats),
        match=match,
        series=series.scored(match.game, outcome) if outcome else series,
        chairs=seats,
        tokens=tokens,
        pause=command.pause,
        stand_in=command.stand_in,
        seed=command.seed,
        match_seed=match_seed,
        clock=command.clock,
        delay=command.delay,
        password=password,
        script=command.script,
    )


def seed_of(seed: int | None, number: int) -> bytes:
    """The secret seed of game `number` of a table: fixed by `seed`, or drawn so that nobody can guess it."""
    return secrets.token_bytes(chance.SEED_BYTES) if seed is None else chance.seed_from(seed + number)


def _only_bots(plans: tuple[SeatPlan, ...]) -> bool:
    return all(plan.kind == "bot" for plan in plans)


def _new_match(command: Open, seed: bytes) -> Match:
    game = game_of(command.game)
    return Match(game, codec.options_of(game, command.options), len(command.plans), seed)


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
            chair = chairs.person_chair(clean_name(plan.name), guest.number, plan.token, plan.portrait)
        elif plan.kind == "bot":
            chair = chairs.bot_chair(plan.level or "normal")
        else:
            chair = Chair()
        seats.append(chair)
    return tuple(seats), tokens


def _title(game: AnyGame, seats: tuple[Chair, ...]) -> str:
    return next((chair.name for chair in seats if chair.name), game.info.title)
