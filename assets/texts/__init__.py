"""Every sentence people see: one folder a language, one file a part of the program.

A key is the path of tables and names in a file joined by dots; gaps stand as `{name}`.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

import assets

LANGUAGES: Final = ("en", "de", "ja")
"""The languages there are, the first is the one everything is written in first."""


TextLookup = Callable[..., str]
"""`Texts.translate` of the language in use: a key and the values of its gaps to a sentence."""


QUOTE, END_QUOTE = "\u2068", "\u2069"
"""Marks around what is laid out in its own direction, whatever stands beside it."""
RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Characters of scripts that are read from right to left."""


def quoted(value: str) -> str:
    """Value as a part of a sentence, which it leaves in order even if it is read from right to left."""
    return f"{QUOTE}{value}{END_QUOTE}" if RIGHT_TO_LEFT.search(value) else value


class TextError(Exception):
    """A language, key or gap that does not exist."""


class Texts:
    """The sentences of one language.

    Where they are `drawn` on a screen of ours, values that are read from right to left are marked (`quoted`);
    elsewhere, as in a terminal or a line for programs, there are no invisible marks.
    """

    def __init__(self, language: str, drawn: bool = False) -> None:
        """Reads all files of the language. Raises TextError if there is no such language."""
        if language not in LANGUAGES:
            raise TextError(f"no language {language!r}")
        self.language = language
        self._drawn = drawn
        self._sentences = _sentences(language)

    def translate(self, key: str, /, **values: object) -> str:
        """The sentence with its gaps filled. Raises TextError for a missing key or value."""
        sentence = self._sentences.get(key)
        if sentence is None:
            raise TextError(f"{self.language}: no text {key!r}")
        try:
            if not values and "{" not in sentence:
                return sentence
            return sentence.format_map({name: self._filled(value) for name, value in values.items()})
        except (KeyError, ValueError, IndexError) as error:
            raise TextError(f"{self.language}: {key!r} cannot be filled: {error}") from error

    def _filled(self, value: object) -> object:
        return quoted(value) if self._drawn and isinstance(value, str) else value

    def has(self, key: str) -> bool:
        return key in self._sentences

    def keys(self) -> frozenset[str]:
        return frozenset(self._sentences)

    def gaps(self, key: str) -> frozenset[str]:
        """The names of a sentence's gaps."""
        return frozenset(name for _, name, _, _ in string.Formatter().parse(self._sentences[key]) if name)


@cache
def _sentences(language: str) -> Mapping[str, str]:
    """The sentences of a language by their keys; its files are read once."""
    return dict(_read(language))


def _read(language: str) -> Iterator[tuple[str, str]]:
    seen: dict[str, str] = {}
    for path in assets.listing(f"texts/{language}", ".toml"):
        with path.open("rb") as file:
            try:
                tables = tomllib.load(file)
            except tomllib.TOMLDecodeError as error:
                raise TextError(f"{language}/{path.name}: {error}") from error
        for key, sentence in _flatten(tables):
            if key in seen:
                raise TextError(f"{language}: {key!r} stands in {seen[key]} and {path.name}")
            seen[key] = path.name
            yield key, sentence


def _flatten(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{name}.")
        elif isinstance(value, str):
            yield f"{prefix}{name}", value
        else:
            raise TextError(f"{prefix}{name} is not a text")
