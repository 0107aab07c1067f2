"""A tournament on a real Dask scheduler and worker, which may not know Tilewright; on this machine only."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from sysconfig import get_path

import pytest

from tools.bootstrap import ROOT


def dask(*words: str, knows_us: bool) -> subprocess.Popen[str]:
    """A process of Dask; without Tilewright it has only packages that are not ours."""
    packages = os.pathsep.join([get_path("purelib"), os.environ.get("PYTHONPATH", "")])
    known = with_us() if knows_us else os.environ | {"PYTHONPATH": packages}
    # -S: what is installed as a link to its sources, as we are, is not found.
    alone = [] if knows_us else ["-S"]
    command = [sys.executable, "-P", *alone, "-m", "distributed.cli." + words[0], *words[1:]]
    return subprocess.Popen(command, cwd="/", env=known, stderr=subprocess.PIPE, text=True)


def with_us() -> dict[str, str]:
    """Environment of a process that finds Tilewright."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}


@contextmanager
def cluster(worker_knows_us: bool) -> Iterator[tuple[str, subprocess.Popen[str], subprocess.Popen[str]]]:
    """Address of a scheduler, the scheduler, and its worker."""
    pytest.importorskip("distributed", reason="Dask is missing; .venv/bin/pip install 'distributed>=2024.1'")
    here = ("--host", "127.0.0.1", "--no-dashboard")
    with ExitStack() as ending:

        def ended(process: subprocess.Popen[str]) -> None:
            process.kill()
            process.communicate()

        scheduler = dask("dask_scheduler", *here, "--port", "0", knows_us=False)
        ending.callback(ended, scheduler)
        address = _said(scheduler, r"(tcp://127\.0\.0\.1:\d+)")
        more = ("--no-nanny", "--nthreads", "1")
        worker = dask("dask_worker", address, *here, *more, knows_us=worker_knows_us)
        ending.callback(ended, worker)
        _said(worker, "Registered to")
        yield address, scheduler, worker


def _said(process: subprocess.Popen[str], pattern: str) -> str:
    """What a process says that fits a pattern, once it does."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[0]
    raise AssertionError(f"it has ended without {pattern}")


def arena(address: str, *more: str) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-P",
        "-m",
        "client",
        "arena",
        "sturt",
        "easy",
        "easy",
        "--dask",
        address,
        *more,
    ]
    known = with_us() | {"LC_ALL": "C.UTF-8"}
    return subprocess.Popen(command, env=known, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_scheduler_needs_nothing_of_ours() -> None:
    with cluster(worker_knows_us=True) as (address, _, _):
        out, err = arena(address, "--games", "2").communicate(timeout=120)
    assert err == "" and "easy" in out


def test_a_worker_without_tilewright_is_a_sentence_and_stays() -> None:
    with cluster(worker_knows_us=False) as (address, _, worker):
        playing = arena(address, "--games", "2")
        _, err = playing.communicate(timeout=120)
        assert worker.poll() is None
    assert playing.returncode == 2 and len(err.splitlines()) == 1
    assert "A worker of the cluster cannot play: No module named 'server'" in err


def test_a_scheduler_that_goes_is_a_sentence(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    with cluster(worker_knows_us=True) as (address, scheduler, _):
        playing = arena(address, "--games", "100000", "--results", str(results))
        while not results.exists() or len(results.read_bytes().splitlines()) < 2:
            assert playing.poll() is None
        scheduler.kill()
        _, err = playing.communicate(timeout=120)
    assert playing.returncode == 2 and len(err.splitlines()) == 1
    assert f"The Dask cluster at {address} is gone." in err
