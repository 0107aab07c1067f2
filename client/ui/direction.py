"""Direction of writing: the parts of a line from left to right, and where a caret stands among them.

A line is laid out from its first letter that has a direction, what a sentence quotes by itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from assets.texts import END_QUOTE, QUOTE, RIGHT_TO_LEFT

Stretch = tuple[str, bool]
"""Characters in the order they are read, and whether that is from right to left."""

_QUOTES: Final = re.compile(f"[{QUOTE}{END_QUOTE}]")
_CARET: Final = "\u034f"
"""Invisible mark, which goes where the character before it goes."""


def stretches(line: str) -> list[Stretch]:
    """Stretches of a line from left to right."""
    if not RIGHT_TO_LEFT.search(line):
        return [(_QUOTES.sub("", line), False)]
    return [stretch for part in _QUOTES.split(line) for stretch in _read(_laid_out(part))]


def left_of_caret(line: str, index: int) -> list[Stretch]:
    """Stretches to the left of a caret that stands behind the first `index` characters of a line."""
    if not RIGHT_TO_LEFT.search(line):
        return stretches(line[:index])
    shown = _laid_out(line[:index] + _CARET + line[index:])
    return list(_read(shown[: shown.index(_CARET)]))


def begins_at_the_right(line: str) -> bool:
    """Whether the first letter that has a direction is read from right to left."""
    directions = map(unicodedata.bidirectional, line)
    return next((one for one in directions if one in ("L", "R", "AL")), "L") != "L"


def _laid_out(line: str) -> str:
    """Characters as they stand from left to right, brackets mirrored."""
    from bidi.algorithm import get_display  # the one that mirrors; few lines ever need it

    return str(get_display(line))


def _read(text: str) -> Iterator[Stretch]:
    for backwards, characters in groupby(text, lambda c: RIGHT_TO_LEFT.match(c) is not None):
        part = "".join(characters)
        yield (part[::-1] if backwards else part), backwards
