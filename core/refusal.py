"""Refusals: why something cannot be done, as a code with places and values; the sentence is in the texts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

Place = tuple[int, ...]
"""Place on a board in the game's own coordinates, as in its notation."""


def printable(text: str, longest: int = 40) -> str:
    """A text from outside for use in a sentence: only printable characters, at most this number of them."""
    head = "".join(c if c.isprintable() else "?" for c in text[: longest + 1])
    return head if len(head) <= longest else head[: longest - 1] + "…"


def printable_path(path: str, longest: int = 80) -> str:
    """A path for use in a sentence, as `printable`; of a longer one the end, which names the file."""
    tail = "".join(c if c.isprintable() else "?" for c in path[-longest - 1 :])
    return tail if len(tail) <= longest else "…" + tail[1 - longest :]


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Reason why something cannot be done.

    `code` is the key of a sentence in the texts (`match.refusal.stale`), `values` fill its gaps, `places` are
    to blame and light up on the board.
    """

    code: str
    places: tuple[Place, ...] = ()
    values: dict[str, str | int] = {}


class Refused(Exception):
    """Raised where a request cannot be done; carries the refusal."""

    def __init__(self, code: str, places: Sequence[Place] = (), **values: str | int) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, tuple(places), values)

    @classmethod
    def of(cls, refusal: Refusal) -> Refused:
        refused = cls(refusal.code)
        refused.refusal = refusal
        return refused

    def __str__(self) -> str:
        return f"{self.refusal.code} {self.refusal.values or ''}".rstrip()
