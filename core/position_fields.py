"""Fields of a position's text: what games write themselves with, and read their words from.

A field is a name, words, and rows of words (see `core.position`). Every word has its line and column, so that
an error can be reported there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, NoReturn, TypeVar

import msgspec

from core.refusal import Refusal, Refused, printable

T = TypeVar("T")

UNKNOWN_WORD: Final = "?"
"""Word for something that the viewer may not know."""


class Field(NamedTuple):
    """Field to be written: its words with spaces between them, and its rows."""

    name: str
    words: str = ""
    rows: tuple[str, ...] = ()


class Word(msgspec.Struct, frozen=True):
    """Word of a text with its place: line and column count from 1."""

    text: str
    line: int
    column: int

    def refuse(self, code: str, **values: str | int) -> NoReturn:
        """Raise `Refused` that blames this word: `line`, `column` and `word` fill gaps of the sentence."""
        word = printable(self.text.strip())
        where: dict[str, str | int] = {"line": self.line, "column": self.column, "word": word}
        raise Refused.of(Refusal(code, (), {**where, **values}))

    def number(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        digits = self.text.removeprefix("-")
        number = int(self.text) if digits.isascii() and digits.isdecimal() and len(digits) < 6 else None
        if number is None or not low <= number <= high:
            self.refuse("position.refusal.number", low=low, high=high)
        return number

    def one_of(self, meanings: Mapping[str, T]) -> T:
        """Value that the word stands for."""
        if self.text not in meanings:
            self.refuse("position.refusal.word", known=" ".join(meanings))
        return meanings[self.text]

    def place(self, low: int, high: int) -> tuple[int, int]:
        """Two numbers with a comma between them: `x,y`."""
        x, comma, y = self.text.partition(",")
        if not comma:
            self.refuse("position.refusal.place")
        second = self.column + len(x) + 1
        return Word(x, self.line, self.column).number(low, high), Word(y, self.line, second).number(low, high)

    def letters(self) -> list[Word]:
        """The characters of the word, each as a word."""
        return [Word(letter, self.line, self.column + i) for i, letter in enumerate(self.text)]


class GivenText(NamedTuple):
    """Field read from a text: its words, and the words of each of its rows."""

    name: Word
    words: tuple[Word, ...]
    rows: tuple[tuple[Word, ...], ...]


class Fields:
    """Fields of a text by name; those that were never asked for are refused by `finish`."""

    def __init__(self, given: Mapping[str, GivenText], after: int) -> None:
        self._given = given
        self._after = after
        self._asked: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def words(self, name: str, least: int = 0, most: int = 10_000) -> tuple[Word, ...]:
        """The words of a field, exactly this number of them; () if it is left out."""
        self._asked.add(name)
        if name not in self._given:
            return ()
        field = self._given[name]
        if len(field.words) < least:
            field.name.refuse("position.refusal.few", count=least)
        if len(field.words) > most:
            field.words[most].refuse("position.refusal.many", count=most)
        return field.words

    def word(self, name: str) -> Word | None:
        """The only word of a field; None if it is left out."""
        return next(iter(self.words(name, 1, 1)), None)

    def rows(self, name: str) -> tuple[tuple[Word, ...], ...]:
        """The rows of a field; () if it is left out."""
        self._asked.add(name)
        return self._given[name].rows if name in self._given else ()

    def number(self, name: str, usual: int, low: int, high: int) -> int:
        """The number in a field, or the usual one if it is left out."""
        word = self.word(name)
        return usual if word is None else word.number(low, high)

    def numbers(self, name: str, usual: Sequence[int], low: int, high: int) -> list[int]:
        """The numbers of a field, as many as the usual ones, or these if it is left out."""
        words = self.words(name, len(usual), len(usual))
        return [word.number(low, high) for word in words] if words else list(usual)

    def one_of(self, name: str, meanings: Mapping[str, T], usual: T) -> T:
        """The value that the word in a field stands for, or the usual one if it is left out."""
        word = self.word(name)
        return usual if word is None else word.one_of(meanings)

    def refuse(self, name: str, code: str, **values: str | int) -> NoReturn:
        """Raise `Refused` that blames a field, or the end of the text where it is left out."""
        blamed = self._given[name].name if name in self._given else Word(name, self._after, 1)
        blamed.refuse(code, **values)

    def finish(self) -> None:
        """Refuse a field that nobody has asked for."""
        for name, field in self._given.items():
            if name not in self._asked:
                field.name.refuse("position.refusal.field", known=" ".join(sorted(self._asked)))


def grid(rows: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Rows of words, padded so that the words of each column are below one another."""
    every = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*every, fillvalue="")]
    return tuple(
        " ".join(f"{word:{width}}" for word, width in zip(row, widths, strict=False)).rstrip()
        for row in every
    )
