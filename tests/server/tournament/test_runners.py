"""Runners: the same games wherever they are played; a worker that dies loses none and counts none twice."""

from __future__ import annotations

import builtins
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from types import FunctionType
from typing import Any

import msgspec
import pytest

from core.game import Refused
from server.tournament import runners
from server.tournament.contract import Tournament
from server.tournament.results import ResultFile, Results, tournament_in
from server.tournament.run import is_over, run
from server.tournament.runners import Runner, runner_of
from tests.server.tournament.kit import tournament

T = tournament("random", "random", games=40)


class Faults:
    """Runner that does something after so many replies, and counts all of them."""

    def __init__(self, runner: Runner, after: int = 0, do: Callable[[], None] = lambda: None) -> None:
        self._runner, self._after, self._do = runner, after, do
        self.replies = 0

    def play(self, tasks: Any) -> Iterator[str]:
        for text in self._runner.play(tasks):
            self.replies += 1
            if self.replies == self._after:
                self._do()
            yield text


def outcomes(t: Tournament, runner: Runner, results: Results | None = None) -> dict[int, tuple[Any, ...]]:
    results = results or Results()
    run(t, results, runner, lambda test: None)
    assert is_over(t, results)
    return {number: (game.seating, game.winners, game.steps) for number, game in results.played.items()}


def kill_a_worker() -> None:
    os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way there")
def test_a_worker_killed_in_the_middle_loses_no_game_and_counts_none_twice(tmp_path: Path) -> None:
    alone = outcomes(T, runners.InProcess())
    path = tmp_path / "games.jsonl"
    with runner_of(2, None) as runner, ResultFile(path, T) as file:
        faulty = Faults(runner, 5, kill_a_worker)
        assert outcomes(T, faulty, file) == alone and faulty.replies == 40
    assert len(path.read_bytes().splitlines()) == 41 and tournament_in(path) == T


@pytest.mark.parametrize("early", [True, False])
def test_workers_that_always_die_are_given_up(monkeypatch: pytest.MonkeyPatch, early: bool) -> None:
    """Before a task could be given to them, or after."""

    class Broken(runners.Executor):
        starts = 0

        def submit(self, *what: Any) -> Any:  # type: ignore[override]  # whatever is given
            if early:
                raise BrokenExecutor
            future = Future[str]()
            future.set_exception(BrokenExecutor())
            return future

    def start(*of: Any, **more: Any) -> Broken:
        Broken.starts += 1
        return Broken()

    monkeypatch.setattr(runners, "ProcessPoolExecutor", start)
    with pytest.raises(Refused, match="workers_die"), runner_of(2, None) as runner:
        outcomes(T, runner)
    assert Broken.starts == 1 + runners.MOST_DEATHS


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
def test_a_program_that_is_killed_leaves_no_workers_behind(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    words = [
        "arena",
        "sturt",
        "random",
        "random",
        "--workers",
        "2",
        "--games",
        "100000",
        "--results",
        str(path),
    ]
    with subprocess.Popen([sys.executable, "-m", "client", *words], start_new_session=True) as process:
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            time.sleep(0.05)
        process.kill()
        process.wait()
        while alive(process.pid):
            time.sleep(0.05)
    with ResultFile(path, tournament_in(path)) as file:
        assert len(file.played) >= 2


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


# --- A cluster ------------------------------------------------------------------------------------------


@pytest.fixture
def distributed() -> Any:
    return pytest.importorskip("distributed", reason="install it: pip install tilewright[cluster]")


@pytest.mark.parametrize("address", ["", "nonsense://x:1", "a\0b:1", "127.0.0.1:port", "10.0.0.5", "a:1/b"])
def test_what_is_no_address_is_a_sentence(address: str) -> None:
    with pytest.raises(Refused, match=r"arena\.refusal\.address"), runner_of(0, address):
        pass


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_no_cluster_is_a_sentence(distributed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "CONNECT_SECONDS", 0.5)
    with pytest.raises(Refused, match="unreachable"), runner_of(0, "tcp://127.0.0.1:1"):
        pass


def test_without_the_package_a_cluster_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused, match="no_distributed"), runner_of(0, "tcp://127.0.0.1:1"):
        pass


@pytest.mark.long
def test_a_cluster_plays_the_same_games_also_when_a_worker_is_killed(
    distributed: Any, tmp_path: Path
) -> None:
    alone = outcomes(T, runners.InProcess())
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", worker_dashboard_address=None
    ) as cluster:
        path = tmp_path / "games.jsonl"

        def kill() -> None:
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

        with runner_of(0, cluster.scheduler_address) as runner, ResultFile(path, T) as file:
            faulty = Faults(runner, 5, kill)
            assert outcomes(T, faulty, file) == alone and faulty.replies == 40
        assert len(path.read_bytes().splitlines()) == 41
        with runner_of(0, cluster.scheduler_address) as runner, pytest.raises(Refused, match="cluster_lost"):
            outcomes(T, Faults(runner, 5, cluster.close))


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_cluster_without_workers_is_a_sentence(distributed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "CONNECT_SECONDS", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as cluster,
        pytest.raises(Refused, match="no_workers"),
        runner_of(0, cluster.scheduler_address),
    ):
        pass


def test_what_a_cluster_is_sent_names_nothing_of_ours() -> None:
    """A function inside another one travels by value: scheduler and workers import nothing to read it."""
    play = runners.remote_player()
    assert "<locals>" in play.__qualname__ and play.__closure__ is None
    alone = FunctionType(play.__code__, {"__builtins__": builtins})
    with pytest.raises(msgspec.DecodeError):  # so it has found `play_text` by itself
        alone("no task")
