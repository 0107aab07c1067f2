"""From the command line to the window: opens it, puts the first screen on, runs until somebody quits."""

from __future__ import annotations

import contextlib
import ctypes
import sys
from typing import TYPE_CHECKING, Final

from client.app.navigation import Program
from client.session.adviser_client import AdviserClient
from client.session.table_policy import TablePolicy
from client.stage.window import App
from core import codec, position, record
from core.game import Goal
from core.games import game as game_of
from core.protocol import messages as m

if TYPE_CHECKING:
    from client.app.launch import Launch

MMAP_THRESHOLD: Final = -3
"""Number that glibc calls M_MMAP_THRESHOLD."""
MMAP_BYTES: Final = 256 << 10
"""Bytes from which on a block of memory gets a mapping of its own."""


def run(launch: Launch) -> int:
    """Run a command that needs a window; the exit code. Raises `NoDisplay` and `Refused`.

    Without a window (`--headless --shots DIR`) the screens are visited and their pictures written.
    """
    if launch.headless:
        from client.app.tour import tour

        return tour(launch)
    set_memory_policy()
    app = App(size=launch.size, seed=launch.seed or 0, shots=launch.shots, lang=launch.lang)
    port = launch.port if launch.command == "host" else None
    program = Program(app, launch.seed, port, AdviserClient())
    try:
        first_screen(program, launch)
        app.run()
    finally:
        program.close()
    return 0


def set_memory_policy() -> None:
    """Set up memory so that pictures that are freed go back to the system at once.

    Otherwise glibc keeps them, between other blocks: 50 MB more after ten resizes.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, MMAP_BYTES)


def first_screen(program: Program, launch: Launch) -> None:
    """The screen that the command asks for, over the title."""
    program.title()
    match launch.command:
        case "host":
            program.call_me(launch.name)
            program.host(launch.game, _host(program, launch), lambda: _begin(program, launch), launch.go_on)
        case "couch":
            _begin(program, launch)
        case "learn":
            program.call_me(launch.name)
            program.learn(launch.game)
        case "demo":
            program.demo(launch.game, launch.plain_options, launch.levels, launch.games, launch.seats or 0)
        case "rules":
            program.rules(launch.game)
        case "challenge":
            program.challenge(launch.day)
        case "replay":
            program.replay(launch.record)
        case "join" if launch.host:
            program.call(launch.host, launch.port, launch.name, launch.seat, launch.password)
        case "join":
            program.lan(name=launch.name)


def _begin(program: Program, launch: Launch) -> None:
    """Show a new table; where the command line says too little of it, ask people."""
    if _is_described(launch):
        _open(program, launch)
    else:
        program.setup(launch.game, lan=launch.command == "host")


def _host(program: Program, launch: Launch) -> str:
    """Name of the first seat's person."""
    known = launch.name or program.app.settings.name(0)
    return known or program.app.translate("table.guest_name", number=1)


def _is_described(launch: Launch) -> bool:
    """Whether the command line says enough about a table to open it at once."""
    described = any(given is not None for given in (launch.options, launch.position, launch.policy))
    return bool(launch.bots or launch.name or launch.seats or launch.devices or described)


def _open(program: Program, launch: Launch) -> None:
    """Open a table as the command line describes it: persons first (on the LAN all but one seat is open)."""
    seats = launch.position.seats if launch.position else launch.seats or game_of(launch.game).info.seats[0]
    lan = launch.command == "host"
    bots = launch.bots[:seats]
    policy = launch.policy or TablePolicy()
    if not lan and policy.duplicate is not None and not bots:
        bots = (policy.duplicate.level or "normal",) * (seats - 1)  # somebody to play against
    plans: list[m.SeatPlan] = []
    for seat in range(seats - len(bots)):
        name = launch.name if seat == 0 else ""
        known = name or program.app.settings.name(seat)
        guest = known or program.app.translate("table.guest_name", number=seat + 1)
        portrait = program.app.settings.portrait(seat, [plan.portrait for plan in plans])
        free = lan and (seat > 0 or (launch.devices and not launch.name))
        plans.append(m.SeatPlan("open") if free else m.SeatPlan("me", guest, portrait=portrait))
    levels: dict[str, m.Level] = {level: level for level in m.LEVELS}
    plans += [m.SeatPlan("bot" if word in levels else "open", level=levels.get(word)) for word in bots]
    goal = Goal(games=1)
    program.open(
        launch.game,
        launch.plain_options,
        tuple(plans),
        goal,
        lan=lan,
        policy=policy,
        record=_record(launch),
        devices=launch.devices,
        programs=tuple(word for word in bots if word not in levels),
        program_seconds=launch.seconds,
    )


def _record(launch: Launch) -> str:
    """Record of a game without steps that begins with the position asked for; empty if there is none."""
    if launch.position is None:
        return ""
    begin = launch.position
    header = record.Header(launch.game, codec.plain(begin.options), begin.seats)
    return record.write(position.from_position(begin), header, ())
