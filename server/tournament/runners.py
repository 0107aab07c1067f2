"""Runners: where the games of a tournament are played: in this process, on all cores, on a cluster.

Each takes tasks as text, as many as it has room for, and gives their replies as text in whatever order they
come (`play.play_text`). A worker that dies loses no game: its tasks are given to others.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import re
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from importlib import import_module
from itertools import chain, islice
from multiprocessing import connection
from threading import Thread
from time import monotonic
from typing import Any, Final, Protocol

from core.game import Refused
from core.refusal import printable
from server.tournament.play import play_text

MOST_DEATHS: Final = 3
"""Times in a row that workers may die before a game is finished."""
GAMES_AHEAD: Final = 3
"""Games that are given out for each worker, so that none has to wait for the next."""
ADDRESS: Final = r"((tcp|tls|ws|wss)://)?([\w.-]{1,200}|\[[0-9a-fA-F:.]{2,40}\]):[0-9]{1,5}"
"""Pattern of the address of a Dask scheduler."""
CONNECT_SECONDS: Final = 10
"""Seconds within which a cluster has to answer, and then to have a worker."""
DASK_LOGGERS: Final = ("distributed", "distributed.client", "tornado.application")
"""Loggers of Dask, each with a level of its own: what is lost with a cluster is said in one sentence."""
COUNT_SECONDS: Final = 2.0
"""Seconds after which the workers of a cluster are counted again: some come and go."""


class Runner(Protocol):
    """Place where games are played."""

    def play(self, tasks: Iterable[str]) -> Iterator[str]:
        """The replies to tasks, which are taken when there is room for them. Raises `Refused`."""
        ...


class InProcess:
    """Runner in this process: one game after the other, in order."""

    def play(self, tasks: Iterable[str]) -> Iterator[str]:
        """See `Runner`."""
        return map(play_text, tasks)


class Workers:
    """Runner on workers that may die. What it has given out is a future for each task."""

    def play(self, tasks: Iterable[str]) -> Iterator[str]:
        """See `Runner`."""
        coming, again = iter(tasks), list[str]()
        waiting: dict[Any, str] = {}
        deaths = 0
        while True:
            lost, again = again, []
            for task in chain(lost, islice(coming, max(0, self._room() - len(waiting) - len(lost)))):
                future = self._give(task)
                if future is None:
                    again.append(task)
                else:
                    waiting[future] = task
            if not waiting and not again:
                return
            for future in self._done(waiting) if waiting else ():
                task, reply = waiting.pop(future), self._reply(future)
                if reply is None:
                    again.append(task)
                else:
                    deaths = 0
                    yield reply
            if again:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise Refused("arena.refusal.workers_die")
                self._restart()

    def close(self) -> None:
        """Stop; games that are being played are given up."""
        raise NotImplementedError

    def _give(self, task: str) -> Any | None:
        """Future for a task; None where its worker has died before it could begin."""
        raise NotImplementedError

    def _done(self, waiting: Iterable[Any]) -> Iterable[Any]:
        """Futures that are done; waits for the first."""
        raise NotImplementedError

    def _reply(self, future: Any) -> str | None:
        """Reply to the task of a future that is done; None where it was lost with its worker."""
        raise NotImplementedError

    def _restart(self) -> None:
        """Make good for dead workers."""

    def _room(self) -> int:
        """Tasks to give out at a time."""
        raise NotImplementedError


class Processes(Workers):
    """Runner on processes of this machine."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._executor = self._start()

    def close(self) -> None:
        """See `Workers`."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> Executor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._count, context, initializer=_be_a_worker)

    def _give(self, task: str) -> Future[str] | None:
        try:
            return self._executor.submit(play_text, task)
        except BrokenExecutor:
            return None

    def _done(self, waiting: Iterable[Future[str]]) -> Iterable[Future[str]]:
        return wait(waiting, return_when=FIRST_COMPLETED).done

    def _reply(self, future: Future[str]) -> str | None:
        try:
            return future.result()
        except (BrokenExecutor, CancelledError):
            return None

    def _restart(self) -> None:
        self.close()
        self._executor = self._start()

    def _room(self) -> int:
        return GAMES_AHEAD * self._count


def _be_a_worker() -> None:
    """End at Ctrl+C without a word, and with the parent process however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    Thread(target=follow, daemon=True).start()


def remote_player() -> Callable[[str], str]:
    """`play_text` as a function that is sent by value, and imports Tilewright where it is called.

    Sent by its name it would have to be imported by the scheduler, too, and by each worker before it begins.
    """

    def play(task: str) -> str:
        from server.tournament.play import play_text

        return play_text(task)

    return play


class Cluster(Workers):
    """Runner on a Dask cluster that is there already. What is sent is text, both ways."""

    def __init__(self, address: str) -> None:
        """Raises `Refused` where there is no such cluster, or nobody in it to work."""
        self._address = printable(address, 80)
        if re.fullmatch(ADDRESS, address, re.ASCII) is None:
            raise Refused("arena.refusal.address", address=self._address)
        try:
            self._distributed: Any = import_module("distributed")
        except ImportError:
            raise Refused("arena.refusal.no_distributed") from None
        for name in DASK_LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            with warnings.catch_warnings():
                # Of packages in other versions, which games are checked for by themselves.
                warnings.simplefilter("ignore")
                self._client: Any = self._distributed.Client(address, timeout=CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            why = printable(str(error), 120)
            raise Refused("arena.refusal.unreachable", address=self._address, why=why) from None
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            self._client.close()
            raise Refused("arena.refusal.no_workers", address=self._address) from None
        self._workers, self._counted = 1, -COUNT_SECONDS

    def close(self) -> None:
        """See `Workers`."""
        self._client.close(timeout=CONNECT_SECONDS)

    def _give(self, task: str) -> Any:
        return self._client.submit(remote_player(), task, pure=False)

    def _done(self, waiting: Iterable[Any]) -> Iterable[Any]:
        try:
            done: Iterable[Any] = self._distributed.wait([*waiting], return_when="FIRST_COMPLETED").done
        except (CancelledError, OSError):
            raise Refused("arena.refusal.cluster_lost", address=self._address) from None
        return done

    def _reply(self, future: Any) -> str | None:
        try:
            reply: str = future.result()
        except self._distributed.KilledWorker:
            return None
        except (CancelledError, OSError):
            raise Refused("arena.refusal.cluster_lost", address=self._address) from None
        except (ImportError, AttributeError) as error:
            raise Refused("arena.refusal.not_installed", why=printable(str(error), 120)) from None
        return reply

    def _room(self) -> int:
        now = monotonic()
        if now > self._counted + COUNT_SECONDS:
            self._counted = now
            # Where the scheduler has gone meanwhile the tasks are cancelled, and say so.
            with contextlib.suppress(OSError, TypeError):
                self._workers = len(self._client.nthreads())
        return GAMES_AHEAD * max(1, self._workers)


@contextlib.contextmanager
def runner_of(workers: int, cluster: str | None) -> Iterator[Runner]:
    """The runner on this cluster, or else on this many processes: 0 for one per processor, 1 for this one.

    Raises `Refused`.
    """
    count = workers or os.cpu_count() or 1
    if cluster is None and count == 1:
        yield InProcess()
        return
    runner: Workers = Processes(count) if cluster is None else Cluster(cluster)
    try:
        yield runner
    finally:
        runner.close()
