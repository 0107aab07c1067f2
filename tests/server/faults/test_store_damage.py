"""Files cut off, with bits turned, holes, and parts in the wrong place: what is served is what was told."""

from __future__ import annotations

import asyncio
import copy
import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from server import witness
from server.database import Database
from tests.server.faults.conftest import Cases
from tests.server.faults.store_account import Account
from tests.server.faults.store_damage import WEIGHTS, damaged, start
from tests.server.faults.store_disk import lay_out
from tests.server.faults.store_recovery import Wrong
from tests.server.faults.test_store_kill import Moments, played, with_toy

__all__ = ["played", "with_toy"]


class Kept(msgspec.Struct, frozen=True):
    """Files of a moment, what may be demanded of them, and the records in their archive."""

    files: dict[str, bytes]
    account: Account
    texts: dict[int, str]


@pytest.fixture(scope="module")
def shelf(played: Moments, tmp_path_factory: pytest.TempPathFactory) -> list[Kept]:
    """Files as a kill left them, with much in the log, and as an orderly end left them, without one."""
    folder, chosen = (
        tmp_path_factory.mktemp("shelf"),
        [*range(150, len(played.trace), 150), len(played.trace)],
    )
    found = []
    for number, account, image in played:
        if number in chosen:
            files, account = image.killed(), copy.deepcopy(account)
            ended = lay_out(files, folder / f"{number}")
            texts = asyncio.run(_texts(ended))
            found.append(Kept(files, account, texts))
            closed = {name: (ended / name).read_bytes() for name in WEIGHTS if (ended / name).exists()}
            found.append(Kept(closed, account, texts))
    return found


async def _texts(folder: Path) -> dict[int, str]:
    store = Database.open(folder)
    total, _ = await store.search("", "", 0)
    found = {number: await store.fetch(number) for number in range(1, 2 * total + 2)}
    await store.close()
    return {number: text for number, text in found.items() if text is not None}


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
    found = results(shelf, played, tmp_path, range(cases(40, 1000)))
    print(f"damaged files: {dict(found)}")
    assert found["refused"]


def test_a_log_without_its_end_is_noticed_by_the_witness_alone(
    shelf: list[Kept], played: Moments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witness.Witness, "commits", lambda _: 0)
    with pytest.raises(Wrong, match="was told of"):
        results(shelf, played, tmp_path, range(40), "tilewright.db-wal")
