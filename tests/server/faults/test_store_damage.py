"""Files cut off, with bits turned, holes, and parts in the wrong place: what is served is what was told."""

from __future__ import annotations

import asyncio
import copy
import random
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from server.storage import guard
from server.storage.database import Database
from tests.server.faults.conftest import Cases
from tests.server.faults.store_account import Account
from tests.server.faults.store_damage import WEIGHTS, damaged, start
from tests.server.faults.store_disk import Done, lay_out
from tests.server.faults.store_recovery import Wrong
from tests.server.faults.test_store_kill import Moments, played, with_toy

__all__ = ["played", "with_toy"]
COMMITTED: Final = {("sync", "tilewright.db-wal"), ("write", "witness")}
"""The two last things that are done before a commit is told."""


class Kept(msgspec.Struct, frozen=True):
    """Files of a moment, what may be demanded of them, and the records of the games told as finished."""

    files: dict[str, bytes]
    account: Account
    texts: dict[int, str]


@pytest.fixture(scope="module")
def shelf(played: Moments, tmp_path_factory: pytest.TempPathFactory) -> list[Kept]:
    """Files as a kill left them, with much in the log, and as an orderly end left them, without one.

    Also those of each moment at which the end of a game is in the log, but its witness is not written yet:
    nobody has been told of it.
    """
    folder = tmp_path_factory.mktemp("shelf")
    found: list[Kept] = []
    told: dict[int, str] = {}
    for number, account, image in played:
        chosen = number == len(played.trace) or (number and number % 150 == 0)
        if not chosen and not _is_commit(played.trace, number):
            continue
        files = image.killed()
        ended = lay_out(files, folder / f"{number}")
        with closing(guard.DatabaseGuard(ended)) as kept:
            witnessed = kept.commits()
        texts, commits = asyncio.run(_texts(ended))
        told = texts if commits == witnessed else {n: t for n, t in told.items() if n in texts}
        if not chosen and texts.keys() == told.keys():
            continue
        account = copy.deepcopy(account)
        found.append(Kept(files, account, told))
        closed = {name: (ended / name).read_bytes() for name in WEIGHTS if (ended / name).exists()}
        found.append(Kept(closed, account, texts))
    return found


def _is_commit(trace: list[Any], number: int) -> bool:
    """Whether the log was synced, or the witness written, right before this moment."""
    done = trace[number - 1] if number else None
    return isinstance(done, Done) and (done.what, done.file) in COMMITTED


async def _texts(folder: Path) -> tuple[dict[int, str], int]:
    """The records in an archive by their numbers, and how many commits the database has."""
    store = Database.open(folder)
    total, _ = await store.search("", "", 0)
    found = {number: await store.fetch(number) for number in range(1, 2 * total + 2)}
    await store.close()
    return {number: text for number, text in found.items() if text is not None}, store.commits


def results(shelf: list[Kept], played: Moments, folder: Path, cases: range, file: str = "") -> Counter[str]:
    """Damage done so often, each time to other files in another way, or always to one `file`."""
    found: Counter[str] = Counter()
    for case in cases:
        luck = random.Random(case)
        kept = luck.choice(shelf)
        files, damage = damaged(kept.files, luck, file)
        where = lay_out(files, folder / f"{case}")
        try:
            found[asyncio.run(start(where, kept.account, played.truth, kept.texts))] += 1
        except Wrong as wrong:
            raise Wrong(case, damage, *wrong.args) from wrong
    return found


def test_damage_is_refused_or_sets_a_table_aside(
    shelf: list[Kept], played: Moments, tmp_path: Path, cases: Cases[int]
) -> None:
    found = results(shelf, played, tmp_path, range(cases(40, 5000)))
    print(f"damaged files: {dict(found)}")
    assert found["refused"]


def test_a_log_without_its_end_is_noticed_by_the_witness_alone(
    shelf: list[Kept], played: Moments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard.DatabaseGuard, "commits", lambda _: 0)
    with pytest.raises(Wrong, match="was told of"):
        results(shelf, played, tmp_path, range(40), "tilewright.db-wal")
