"""The server's two promises: views come at once while AIs think, and a hundred tables need one core.

    python -m tests.benchmarks.bench_server [latency | cores]

Goals: from an action to everybody's view p50 ≤ 2 ms and p99 ≤ 10 ms while an AI thinks in a worker, and
beside 200 tables of experts; 100 tables of AIs at 2 moves a second each with ≤ 1 core. The server is a
process of its own, loopback only.
"""

from __future__ import annotations

import asyncio
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import numpy as np

from core import codec
from core.games import game as game_of
from core.protocol import messages as m
from server.bots.pool import WorkerPool
from server.net.limits import Limits
from server.net.listener import Listener
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby
from tests.server.helpers import Talker, planned

MOVES: Final = 1000
EVERY: Final = 0.01
WATCHERS: Final = 3
TABLES: Final = 100
EXPERT_TABLES: Final = 200
EXPERT_GAMES: Final = ("sturt", "down_under", "great_divide", "great_split", "ghawar")
"""Games of the experts' tables, in turn."""
PAUSE: Final = 0.5
SETTLE: Final = 5.0
SECONDS: Final = 20.0


def main() -> None:
    """Print the figures asked for, or all."""
    asked = sys.argv[1:] or ["latency", "cores"]
    if "latency" in asked:
        beside: dict[str, list[tuple[str, m.Level]]] = {
            "alone": [],
            "beside a table of `hard`": [("sturt", "hard")],
            f"beside {EXPERT_TABLES} tables of experts": [
                (EXPERT_GAMES[number % len(EXPERT_GAMES)], "expert") for number in range(EXPERT_TABLES)
            ],
        }
        for where, tables in beside.items():
            taken = latency(tables)
            p50, p99 = np.percentile(taken, [50, 99])
            print(
                f"action to the views of {1 + WATCHERS} guests, {where}: "
                f"p50 {p50:.2f} ms, p99 {p99:.2f} ms, most {max(taken):.2f} ms ({len(taken)} moves)",
                flush=True,
            )
    for level in ("random", "easy") if "cores" in asked else ():
        moves, cores = hundred_tables(level)
        print(
            f"{TABLES} tables of `{level}` AIs: {moves:.0f} moves a second, {cores:.2f} cores of the server"
        )


def latency(beside: list[tuple[str, m.Level]]) -> list[float]:
    """Milliseconds from an action to the last of everybody's views, beside tables of AIs."""
    with server() as (_, port), ExitStack() as stack:
        others = [stack.enter_context(Talker.dial(port)) for _ in beside]
        for talker, (game, level) in zip(others, beside, strict=True):
            talker.ask(m.Open, game=game, options={}, plans=planned((level, level)))
        ada, *watchers = [stack.enter_context(Talker.dial(port)) for _ in range(1 + WATCHERS)]
        ada.ask(m.Open, game="sturt", options={}, plans=planned(("me", "me")))
        scene = ada.until(m.TableView)
        for watcher in watchers:
            watcher.do(m.Watch, table=scene.table)
        watch(others, SETTLE if others else 0.0)
        taken: list[float] = []
        rng = np.random.default_rng(5)
        while len(taken) < MOVES:
            play(ada, watchers, others, scene, rng, taken)
            ada.ask(m.Rematch)
            scene = ada.until(m.TableView)
        return taken


def play(
    ada: Talker,
    watchers: list[Talker],
    others: list[Talker],
    scene: m.TableView,
    rng: np.random.Generator,
    taken: list[float],
) -> None:
    """One game at random, at fixed times: what is measured is an answer, not a flood."""
    game = game_of(scene.game)
    view, to_act, turn = scene.views[0].view, scene.to_act, scene.turn
    while to_act:
        legal = game.legal(codec.typed(view, game.info.state), to_act[0])
        action = game.notation(legal[int(rng.integers(len(legal)))])
        watch(others, EVERY)
        begun = time.perf_counter()
        ada.ask(m.Act, seat=to_act[0], action=action, turn=turn)
        stepped = [talker.until(m.StepsMade) for talker in (*watchers, ada)][-1]
        taken.append((time.perf_counter() - begun) * 1000)
        view, to_act, turn = stepped.views[0][1][-1].view, stepped.to_act, stepped.now


def hundred_tables(level: m.Level) -> tuple[float, float]:
    """Moves a second at all tables together, and how many cores the server's process uses for them."""
    with server() as (process, port), ExitStack() as stack:
        talkers = [stack.enter_context(Talker.dial(port)) for _ in range(TABLES)]
        for talker in talkers:
            talker.ask(m.Open, game="sturt", options={}, plans=planned((level, level)), pause=PAUSE)
        watch(talkers, SETTLE)
        before, begun = used(process), time.perf_counter()
        moves = watch(talkers, SECONDS)
        took = time.perf_counter() - begun
        return moves / took, (used(process) - before) / took


def watch(talkers: list[Talker], seconds: float) -> int:
    """Listen to all, ask for a rematch where a game is over; how many moves were seen."""
    moves = 0
    until = time.perf_counter() + seconds
    with selectors.DefaultSelector() as ready:
        for talker in talkers:
            ready.register(talker.sock, selectors.EVENT_READ, talker)
        while (left := until - time.perf_counter()) > 0:
            for key, _ in ready.select(left):
                moves += hear(key.data)
    return moves


def hear(talker: Talker) -> int:
    moves = 0
    for message in talker.wire.receive(talker.sock.recv(65536)):
        if isinstance(message, m.Ping):
            talker.send(m.Pong())
        elif isinstance(message, m.StepsMade):
            moves += 1
            if message.outcome is not None:
                talker.ask(m.Rematch)
    return moves


@contextmanager
def server() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server's process and its port."""
    command = [sys.executable, "-m", "tests.benchmarks.bench_server", "serve"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8") as process:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())


def used(process: subprocess.Popen[str]) -> float:
    """Seconds of processor time that the server has used so far, its workers not counted."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("?\n")
    process.stdin.flush()
    return float(process.stdout.readline())


async def serve() -> None:
    """A server without limits of rate. Answers each line in with its processor time, ends with the input."""
    most = EXPERT_TABLES + 50
    limits = Limits(rate=1e9, burst=1e9, per_address=most, connections=most, tables=most)
    lobby = Lobby("Bench", MemoryStore(), WorkerPool(limits.bot_seconds), limits)
    door = Listener(lobby)
    print(await door.listen("127.0.0.1", 0), flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(time.process_time(), flush=True)
    await door.close()


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        asyncio.run(serve())
    else:
        main()
