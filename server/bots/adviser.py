"""The process that advises people: packed requests in, packed replies out, several for each request.

Frames are those of `server.bots.worker`. A new request ends the one before. Until the search of a game is
compiled, and where there is no compiler, a bot that needs none chooses, and what actions are worth is not
known.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import numpy as np

from core import codec
from core.bots import Budget, bot, has_compiler
from core.bots.advice import AdviceReply, AdviceRequest, advice_of, choice
from core.bots.expert import Expert
from core.bots.kernel import has_kernel
from core.game import AnyGame, Refused, Seat
from core.games import game as game_of
from server.bots.compilation import Compilation, cache_folder, use_cache
from server.bots.worker import LENGTH_BYTES, NICENESS

if TYPE_CHECKING:
    from core.bots.analysis import Analyst

WATCHED_SECONDS: Final = (0.08, 0.2, 0.5, 1.2, 3.0)
"""Seconds of thinking after which a watched request is answered, each time more surely."""
LOOK_SECONDS: Final = 0.02
"""Seconds between two looks whether a search is compiled, or something else is asked."""


class Adviser:
    """Adviser that answers one request after the other.

    `interrupted()` says whether something else has been asked; `tell` takes the replies.
    """

    def __init__(
        self, send: Callable[[AdviceReply], None], interrupted: Callable[[], bool], compilation: Compilation
    ) -> None:
        self._tell, self._interrupted, self._compilation = send, interrupted, compilation
        self._analyst: Analyst | None = None

    def answer(self, request: AdviceRequest) -> None:
        """Answer a request, unless another interrupts it."""
        try:
            self._answer(request)
        except Refused as refused:
            self._tell(AdviceReply(request.number, None, True, refused.refusal))

    def _answer(self, request: AdviceRequest) -> None:
        game = game_of(request.game)
        options = codec.options_of(game, request.options)
        view, seat = codec.view_of(game, request.view, options, request.seats), Seat(request.seat)
        if seat not in game.to_act(view):
            raise Refused("match.refusal.not_your_turn")
        if not self._prepared(game):
            if request.tries and not has_compiler():
                raise Refused("match.refusal.no_compiler")
            if not request.tries:
                self._choose(request, game, view, seat)
            if not self._wait(game):
                return
        analyst = self._analyst_of(game)
        if request.tries:
            rng = np.random.default_rng((request.seat, request.tries))
            budget = Budget(request.tries, self._stopped)
            also = game.parse(request.also) if request.also else None
            analysis = analyst.analyse(view, seat, rng, budget, also=also, compare=request.compare)
            if not self._interrupted():
                advice = advice_of(game, view, seat, analysis, request.also)
                self._tell(AdviceReply(request.number, advice, True))
        else:
            self._watch(request, analyst, view, seat)

    def _stopped(self) -> float:
        return 1.0 if self._interrupted() else 0.0

    def _watch(self, request: AdviceRequest, analyst: Analyst, view: Any, seat: Seat) -> None:
        """Answer again and again, more surely each time."""
        from core.bots.analysis import MOST_ITERATIONS

        rng = np.random.default_rng()
        for end, seconds in enumerate(WATCHED_SECONDS, start=1):
            begun = monotonic()
            pause = seconds - (WATCHED_SECONDS[end - 2] if end > 1 else 0.0)

            def used(begun: float = begun, pause: float = pause) -> float:
                return 1.0 if self._interrupted() else (monotonic() - begun) / pause

            analysis = analyst.analyse(view, seat, rng, Budget(MOST_ITERATIONS, used), go_on=True)
            if self._interrupted():
                return
            advice = advice_of(analyst.game, view, seat, analysis, request.also)
            last = end == len(WATCHED_SECONDS) or analysis.solved or len(analysis.actions) == 1
            self._tell(AdviceReply(request.number, advice, last))
            if last:
                return

    def _choose(self, request: AdviceRequest, game: AnyGame, view: Any, seat: Seat) -> None:
        """Answer with the choice of a bot that needs no compiler."""
        player = bot(game, "hard")
        player = player.stand_in if isinstance(player, Expert) else player
        action = player.choose(game, view, seat, np.random.default_rng(), Budget())
        last = not has_compiler() or not has_kernel(game)
        self._tell(AdviceReply(request.number, choice(game, view, seat, action), last))

    def _prepared(self, game: AnyGame) -> bool:
        return has_kernel(game) and self._compilation.is_ready(game)

    def _wait(self, game: AnyGame) -> bool:
        """Wait until the search is compiled; False if it cannot be, or something else is asked."""
        while has_kernel(game) and self._compilation.is_running(game) and not self._interrupted():
            sleep(LOOK_SECONDS)
        return self._prepared(game)

    def _analyst_of(self, game: AnyGame) -> Analyst:
        if self._analyst is None or self._analyst.game is not game:
            from core.bots.analysis import Analyst

            self._analyst = Analyst(game)
        return self._analyst


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until there are no more requests."""
    requests = SimpleQueue[AdviceRequest | None]()

    def tell(reply: AdviceReply) -> None:
        packed = codec.encode(reply)
        sink.write(len(packed).to_bytes(LENGTH_BYTES, "big") + packed)
        sink.flush()

    Thread(target=_read, args=(source, requests), daemon=True).start()
    adviser = Adviser(tell, lambda: not requests.empty(), Compilation())
    while (asked := _newest(requests)) is not None:
        adviser.answer(asked)


def _newest(requests: SimpleQueue[AdviceRequest | None]) -> AdviceRequest | None:
    """The newest request, once there is one; None at the end."""
    asked = requests.get()
    while asked is not None:
        try:
            asked = requests.get_nowait()
        except Empty:
            break
    return asked


def _read(source: BinaryIO, requests: SimpleQueue[AdviceRequest | None]) -> None:
    """Put all requests into the queue, and None at the end; an incomplete one is the end, too."""
    while len(head := source.read(LENGTH_BYTES)) == LENGTH_BYTES:
        size = int.from_bytes(head, "big")
        if len(body := source.read(size)) < size:
            break
        requests.put(codec.typed(codec.unpack(body), AdviceRequest))
    requests.put(None)


def main() -> None:
    """Serve stdin and stdout at low priority until the input ends; Ctrl+C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    use_cache(cache_folder())
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
