"""Text: fonts from packages, fallback by Unicode range, wrapping with Japanese rules, cached lines.

Sizes are units; `scale` (pixels per unit) turns them into pixels. Control characters never reach a font.
"""

from __future__ import annotations

import importlib.resources
import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import Final

import msgspec
import pygame

from client.ui.cache import SurfaceCache
from client.ui.theme import Colour, Face

LINE_HEIGHT: Final = 1.36
"""Height of a line, in sizes of its type."""

BASELINE_OFFSET: Final = 1.04
"""Distance from the top of a line to its baseline, in sizes of its type."""

_FILES: Final = {
    "lilita": ("fontpkg_lilita_one", "files/LilitaOne-Regular.ttf"),
    "sans": ("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf"),
    "cjk": ("noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"),
    "cjk_bold": ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"),
}
_CHAINS: Final = {"display": ("lilita", "sans", "cjk_bold"), "body": ("sans", "sans", "cjk")}
_LATIN: Final = ((0x20, 0x17F), (0x2010, 0x2027), (0x2030, 0x203A), (0x20AC, 0x20AC))
_SANS: Final = ((0x180, 0x58F), (0x900, 0x97F), (0x1E00, 0x206F), (0x20A0, 0x20CF), (0x2150, 0x218F))
_NOT_AT_START: Final = frozenset(
    "、。，．・：；？！ー…‥」』】〕）］｝〉》”’ゝゞ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}%％"
)
_ENDS: Final = frozenset(" -、。，．：；？！…」』】〕）］｝〉》")
_NOT_AT_END: Final = frozenset("「『【〔（［｛〈《“‘([{")


FONT_SIZES: Final = 4
"""Sizes in which a font is kept open.

A font opened anew looks through all its characters before it draws the first, which takes 20 ms; another
size of one that is open takes half a millisecond.
"""
_fonts: Final[dict[str, dict[int, pygame.font.Font]]] = {}
"""Open fonts by name and size in pixels, the last used last."""


class Style(msgspec.Struct, frozen=True):
    """Style of a line: size in pixels, face, and whether figures share one width."""

    px: int
    face: Face = "body"
    tabular: bool = False


def clean(text: str, *, lines: bool = False) -> str:
    """Text without control characters, unpaired surrogates and direction marks; newlines stay if `lines`."""
    kept = (c if not _bad(c) else "\n" if c == "\n" and lines else " " if c in "\n\t" else "" for c in text)
    return "".join(kept)


def _bad(c: str) -> bool:
    return unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@lru_cache(maxsize=4096)
def font_of(c: str, face: Face) -> str:
    """Font that has this character, by its place in Unicode."""
    code = ord(c)
    first, second, rest = _CHAINS[face]
    if any(low <= code <= high for low, high in _LATIN):
        return first
    if any(low <= code <= high for low, high in _SANS):
        return second
    return rest


def runs(text: str, face: Face) -> list[tuple[str, str]]:
    """Parts of the text with one font each: (font, part)."""
    return [(font, "".join(part)) for font, part in groupby(text, lambda c: font_of(c, face))]


def load_font(name: str, px: int) -> pygame.font.Font:
    """Font of the packages at a size in pixels, until `FONT_SIZES` other sizes of it have been asked for."""
    fonts = _fonts.setdefault(name, {})
    font = fonts.pop(px, None)
    if font is None and len(fonts) < FONT_SIZES:
        font = open_font(name, px)
    elif font is None:
        font = fonts.pop(next(iter(fonts)))
        font.set_point_size(max(1, px))
    fonts[px] = font
    return font


def open_font(name: str, px: int) -> pygame.font.Font:
    """Font of the packages at a size in pixels, opened anew."""
    if not pygame.font.get_init():
        pygame.font.init()
    package, file = _FILES[name]
    with importlib.resources.as_file(importlib.resources.files(package).joinpath(file)) as path:
        return pygame.font.Font(str(path), max(1, px))


def forget_fonts() -> None:
    """Drop all fonts; needed before pygame.font ends, since a font does not outlive it."""
    _fonts.clear()


@lru_cache(maxsize=8192)
def width(text: str, style: Style) -> int:
    """Width of one line in pixels."""
    return sum(w for _, _, w in _pieces(text, style))


def _pieces(text: str, style: Style) -> list[tuple[pygame.font.Font, str, int]]:
    """Font, characters and advance in pixels of each part; with tabular figures every figure is a part."""
    pieces = []
    for name, run in runs(text, style.face):
        font = load_font(name, style.px)
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
    for paragraph in clean(text, lines=True).split("\n"):
        lines.extend(_filled(_chunks(paragraph), style, limit))
    return tuple(lines)


@lru_cache(maxsize=512)
def balance(text: str, style: Style, limit: int) -> tuple[str, ...]:
    """Lines as many as `wrap` makes, but of about the same length.

    Japanese lines end between phrases if that takes no more lines.
    """
    lines: list[str] = []
    for paragraph in clean(text, lines=True).split("\n"):
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
    """Beginning of a chunk that is too wide for any line: what fits (at least one character)."""
    count = 1
    while count < len(text) and width(text[: count + 1], style) <= limit:
        count += 1
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
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", style) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


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
