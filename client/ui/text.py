"""Text: the fonts of a line's parts, wrapping with Japanese rules, cached lines.

Sizes are units; `scale` (pixels per unit) turns them into pixels. Control characters never reach a font, and
what no font can draw is a plain sign.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Final

import msgspec
import pygame

from assets.texts import END_QUOTE, QUOTE
from client.ui import direction, fonts
from client.ui.cache import SurfaceCache
from client.ui.theme import Colour, Face

LINE_HEIGHT: Final = 1.36
"""Height of a line, in sizes of its type."""

BASELINE_OFFSET: Final = 1.04
"""Distance from the top of a line to its baseline, in sizes of its type."""

_NOT_AT_START: Final = frozenset(
    "、。，．・：；？！ー…‥」』】〕）］｝〉》”’ゝゞ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}%％"
)
_ENDS: Final = frozenset(" -、。，．：；？！…」』】〕）］｝〉》")
_NOT_AT_END: Final = frozenset("「『【〔（［｛〈《“‘([{")


MISSING: Final = "□"
"""Sign for a character that no font can draw."""


class Style(msgspec.Struct, frozen=True):
    """Style of a line: size in pixels, face, and whether figures share one width."""

    px: int
    face: Face = "body"
    tabular: bool = False


def clean(text: str, *, multiline: bool = False) -> str:
    """Text without control characters, unpaired surrogates and direction marks.

    With `multiline` newlines stay, and the marks around what a sentence quotes.
    """
    stays = ("\n", QUOTE, END_QUOTE) if multiline else ()
    kept = (c if c in stays or not _bad(c) else " " if c in "\n\t" else "" for c in text)
    return "".join(kept)


def _bad(c: str) -> bool:
    return unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def drawable(text: str) -> str:
    """Text without the characters that no font can draw."""
    found = (fonts.font_of(c, "body") for c in fonts.characters(unicodedata.normalize("NFC", text)))
    return "".join(drawn for _, drawn in filter(None, found))


def runs(text: str, face: Face) -> list[tuple[str, str]]:
    """Parts of a line from left to right with one font each: (font, part in the order it is read)."""
    if text.isascii():
        return [(fonts.FACES[face][0], text)] if text else []
    return _runs(direction.stretches(text), face)


def _runs(stretches: list[direction.Stretch], face: Face) -> list[tuple[str, str]]:
    parts = []
    for words, backwards in stretches:
        found = [drawn for word in _words(words) for drawn in _drawn_alike(word, face)]
        joined = [(font, "".join(drawn for _, drawn in part)) for font, part in groupby(found, itemgetter(0))]
        parts += joined[::-1] if backwards else joined
    return parts


def _words(text: str) -> list[str]:
    """Words, and the spaces between them."""
    return ["".join(part) for _, part in groupby(unicodedata.normalize("NFC", text), str.isspace)]


def _drawn_alike(word: str, face: Face) -> list[tuple[str, str]]:
    """Fonts of a word's characters; the second font of the face draws all of it rather than parts."""
    found = [_drawn(c, face) for c in fonts.characters(word)]
    first, second = fonts.FACES[face][:2]
    if {font for font, _ in found} == {first, second} and all(fonts.has(second, c) for c in word):
        return [(second, drawn) for _, drawn in found]
    return found


def _drawn(character: str, face: Face) -> tuple[str, str]:
    """Font and what it draws for a character with its marks."""
    return fonts.font_of(character, face) or (fonts.FACES[face][-1], MISSING)


@lru_cache(maxsize=8192)
def width(text: str, style: Style) -> int:
    """Width of one line in pixels."""
    return sum(w for _, _, w in _pieces(text, style))


def caret(text: str, index: int, style: Style) -> int:
    """Distance in pixels from the left of a line to the caret behind its first `index` characters."""
    return sum(w for _, _, w in _measured(_runs(direction.left_of_caret(text, index), style.face), style))


def _pieces(text: str, style: Style) -> list[tuple[pygame.font.Font, str, int]]:
    """Font, characters and advance in pixels of each part; with tabular figures every figure is a part."""
    return _measured(runs(text, style.face), style)


def _measured(parts: list[tuple[str, str]], style: Style) -> list[tuple[pygame.font.Font, str, int]]:
    pieces = []
    for name, run in parts:
        font = fonts.load_font(name, style.px)
        if not style.tabular:
            pieces.append((font, run, font.size(run)[0]))
            continue
        cell = max(font.size(d)[0] for d in "0123456789")
        for digits, part in groupby(run, lambda c: c in "0123456789"):
            if digits:
                pieces.extend((font, digit, cell) for digit in part)
            else:
                joined = "".join(part)
                pieces.append((font, joined, font.size(joined)[0]))
    return pieces


def render(text: str, style: Style, colour: Colour) -> pygame.Surface:
    """Surface of one line: clear, a line high, with the baselines of all fonts in one place."""
    height, base = round(style.px * LINE_HEIGHT), round(style.px * BASELINE_OFFSET)
    surface = pygame.Surface((max(1, width(text, style)), height), pygame.SRCALPHA)
    x = 0
    for font, piece, advance in _pieces(text, style):
        glyphs = font.render(piece, True, colour[:3])
        offset = (advance - glyphs.get_width()) // 2 if style.tabular else 0
        surface.blit(glyphs, (x + offset, base - font.get_ascent()))
        x += advance
    if colour[3] < 255:
        surface.fill((255, 255, 255, colour[3]), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


@lru_cache(maxsize=2048)
def wrap(text: str, style: Style, limit: int) -> tuple[str, ...]:
    """Lines of at most `limit` pixels; only a single unbreakable character may be wider."""
    lines: list[str] = []
    for paragraph in clean(text, multiline=True).split("\n"):
        lines.extend(_filled(_chunks(paragraph), style, limit))
    return tuple(lines)


@lru_cache(maxsize=512)
def balance(text: str, style: Style, limit: int) -> tuple[str, ...]:
    """Lines as many as `wrap` makes, but of about the same length.

    Japanese lines end between phrases if that takes no more lines.
    """
    lines: list[str] = []
    for paragraph in clean(text, multiline=True).split("\n"):
        lines.extend(_balanced(paragraph, style, limit))
    return tuple(lines)


def _balanced(text: str, style: Style, limit: int) -> list[str]:
    """Lines of a paragraph, as narrow as their number allows."""
    chunks = _chunks(text)
    count, phrases = len(_filled(chunks, style, limit)), _phrases(chunks)
    if len(_filled(phrases, style, limit)) == count:
        chunks = phrases
    widest = max((width(chunk.strip(), style) for chunk in chunks), default=0)
    low, high = min(limit, max(limit // count, widest)), limit
    while low < high:
        middle = (low + high) // 2
        if len(_filled(chunks, style, middle)) > count:
            low = middle + 1
        else:
            high = middle
    return _filled(chunks, style, high)


def _filled(chunks: list[str], style: Style, limit: int) -> list[str]:
    """Lines as full as possible."""
    lines, line = [], ""
    for chunk in chunks:
        if width((line + chunk).rstrip(), style) <= limit:
            line += chunk
            continue
        if line.strip():
            lines.append(line.rstrip())
        line = chunk.lstrip()
        while width(line.rstrip(), style) > limit and len(line) > 1:
            head = _head(line, style, limit)
            lines.append(head)
            line = line[len(head) :]
    lines.append(line.rstrip())
    return lines


def _head(text: str, style: Style, limit: int) -> str:
    """Beginning of a chunk that is too wide for any line: what fits, at least one character."""
    count = 0
    for character in fonts.characters(text):
        if count and width(text[: count + len(character)], style) > limit:
            break
        count += len(character)
    return text[:count]


def _chunks(text: str) -> list[str]:
    """Chunks between which a line may end: after spaces and hyphens, between most Japanese characters."""
    chunks: list[str] = []
    for c in text:
        if chunks and not _may_break(chunks[-1][-1], c):
            chunks[-1] += c
        else:
            chunks.append(c)
    return chunks


def _phrases(chunks: list[str]) -> list[str]:
    """Chunks joined to phrases: a Japanese one ends with a sign, or hiragana before another script."""
    phrases: list[str] = []
    for chunk in chunks:
        if phrases and not _ends_phrase(phrases[-1][-1], chunk[0]):
            phrases[-1] += chunk
        else:
            phrases.append(chunk)
    return phrases


def _ends_phrase(before: str, after: str) -> bool:
    return before in _ENDS or (_hiragana(before) and not _hiragana(after))


def _hiragana(c: str) -> bool:
    return "ぁ" <= c <= "ゟ"


def _may_break(before: str, after: str) -> bool:
    if after == " " or after in _NOT_AT_START or before in _NOT_AT_END:
        return False
    if before == " " or before == "-":
        return True
    return _wide(before) or _wide(after)


def _wide(c: str) -> bool:
    return unicodedata.east_asian_width(c) in ("W", "F")


@lru_cache(maxsize=2048)
def shorten(text: str, style: Style, limit: int) -> str:
    """Text, or its beginning with an ellipsis, in at most `limit` pixels."""
    if width(text, style) <= limit:
        return text
    ends = [0, *accumulate(map(len, fonts.characters(text)))]
    low, high = 0, len(ends) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[: ends[middle]].rstrip() + "…", style) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[: ends[low]].rstrip() + "…"


def shrink(text: str, style: Style, limit: int, least: int) -> Style:
    """Style made smaller until the line fits, but never below `least` pixels."""
    wide = width(text, style)
    if wide <= limit or wide == 0:
        return style
    px = max(least, min(style.px - 1, style.px * limit // wide))
    smaller = Style(px, style.face, style.tabular)
    while px > least and width(text, smaller) > limit:
        px -= 1
        smaller = Style(px, style.face, style.tabular)
    return smaller


def line_surface(cache: SurfaceCache, text: str, style: Style, colour: Colour) -> pygame.Surface:
    """Line from the cache."""
    return cache.get(("line", text, style, colour), lambda: render(text, style, colour))
