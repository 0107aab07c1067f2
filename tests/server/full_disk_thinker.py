"""A worker whose disk takes nothing more.

Its searches are one small function, so that they compile soon, and it waits for that.
"""

from __future__ import annotations

import resource
from typing import Any

import msgspec
import numpy as np
import pytest

from core.bots.expert import Expert
from core.game import AnyGame, Seat
from server.bots import compilation, worker


def prepare(game: AnyGame) -> None:
    from core.bots import compiled

    compiled.nth_bit(np.int64(0b1011), np.int64(2))  # type: ignore[arg-type]  # as kernels call it


def choose(self: Expert, game: AnyGame, view: Any, seat: Seat, *rest: object) -> Any:
    return game.legal(view, seat)[0]


def think(asked: worker.ThinkRequest, made: compilation.Compilation) -> Any:
    return real(msgspec.structs.replace(asked, by_count=True), made)


real = worker.think

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compilation, "prepare", prepare)
        patch.setattr(Expert, "choose", choose)
        patch.setattr(worker, "think", think)
        worker.main()
