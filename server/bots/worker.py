"""The worker process that thinks for AIs: one packed question in, one packed answer out, in turn.

Frames on stdin and stdout are four bytes of length (big endian) and that many bytes of msgpack. A
question that cannot be answered ends the process; whoever asked notices and starts another.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from time import monotonic
from typing import Any, BinaryIO, Final

import msgspec
import numpy as np

from core import codec
from core.bots import Budget, bot
from core.bots.expert import Expert
from core.game import AnyGame, Seat
from core.games import game as game_of
from core.protocol.messages import Level
from server.bots.compilation import Compilation, UnkeptCode, cache_folder, use_cache

LENGTH_BYTES: Final = 4
NICENESS: Final = 10
DECISION_SECONDS: Final = 0.9
"""Seconds after which a decision is due on any machine; most searches end sooner, by count."""


class ThinkRequest(msgspec.Struct, frozen=True):
    """Question for an AI, as plain data. Its choice depends on nothing else.

    `numbers` seed its random numbers. `by_count`: it searches a fixed number of times, so that equal
    questions have equal answers; else it stops by the clock.
    """

    game: str
    options: Any
    seats: int
    view: Any
    seat: int
    level: Level
    numbers: tuple[int, ...]
    by_count: bool


class ThinkAnswer(msgspec.Struct, frozen=True):
    """Answer of a worker: the chosen action as plain data.

    `unkept` is in the first answer after compiled code could not be kept.
    """

    action: Any
    unkept: UnkeptCode | None = None


def position(request: ThinkRequest) -> tuple[AnyGame, Any]:
    """The game and the view that a question is about. Raises `Refused`."""
    game = game_of(request.game)
    options = codec.options_of(game, request.options)
    return game, codec.view_of(game, request.view, options, request.seats)


def waits_for_compiler(request: ThinkRequest) -> bool:
    """Whether the choice waits until a search is compiled: nothing may stand in where it is by count."""
    return request.by_count and isinstance(bot(game_of(request.game), request.level), Expert)


def think(request: ThinkRequest, compilation: Compilation | None = None) -> Any:
    """The chosen action as plain data.

    Until the search of an expert is compiled, a bot that needs no compiler stands in for it; but a choice by
    count waits, and so does every choice without a `compilation` in the background.
    """
    game, view = position(request)
    player = bot(game, request.level)
    if compilation is not None and isinstance(player, Expert):
        if request.by_count:
            compilation.wait(game)
        if not compilation.is_ready(game):
            player = player.stand_in
    rng = np.random.default_rng(request.numbers)
    begun = monotonic()
    budget = Budget() if request.by_count else Budget(used=lambda: (monotonic() - begun) / DECISION_SECONDS)
    return codec.plain(player.choose(game, view, Seat(request.seat), rng, budget))


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until there are no more questions; an incomplete one needs no answer."""
    unkept: list[UnkeptCode] = []
    compilation = Compilation(unkept.append)
    while len(head := source.read(LENGTH_BYTES)) == LENGTH_BYTES:
        size = int.from_bytes(head, "big")
        if len(body := source.read(size)) < size:
            return
        asked: ThinkRequest = codec.typed(codec.unpack(body), ThinkRequest)
        action = think(asked, compilation)
        packed = codec.encode(ThinkAnswer(action, unkept.pop() if unkept else None))
        sink.write(len(packed).to_bytes(LENGTH_BYTES, "big") + packed)
        sink.flush()


def main() -> None:
    """Serve stdin and stdout at low priority until the input ends; Ctrl+C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    use_cache(cache_folder())
    with contextlib.suppress(BrokenPipeError), answers:
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
