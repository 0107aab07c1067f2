"""Fonts: those of the packages, which of them can draw a character, and keeping them open.

Two faces and Japanese are opened by the first picture; all others when a character first asks for them.
"""

from __future__ import annotations

import importlib.resources
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import pygame

from client.ui.theme import Face

if TYPE_CHECKING:
    import pygame.freetype

Ranges = tuple[tuple[int, int], ...]


class FontFile(msgspec.Struct, frozen=True):
    """File of a font in its package; `script` (ISO 15924) and direction are how its text is shaped.

    `size`: that of its letters, as a share of the type's, so that what hangs low stays in the line.
    `surely` are characters that it has: of these it need not be asked.
    """

    package: str
    file: str
    script: str = ""
    right_to_left: bool = False
    size: float = 1.0
    surely: Ranges = ()


def _noto(name: str, script: str = "", right_to_left: bool = False, size: float = 1.0) -> FontFile:
    return FontFile("manimgx_fonts", f"Noto{name}[wght].ttf", script, right_to_left, size)


_JAPANESE: Final = (
    (0x2190, 0x2199), (0x2460, 0x25AB), (0x3000, 0x30FF), (0x4E00, 0x9FEF), (0xAC00, 0xD7A3),
    (0xFF01, 0xFF9F),
)  # fmt: skip
FONTS: Final = {
    "lilita": FontFile(
        "fontpkg_lilita_one",
        "files/LilitaOne-Regular.ttf",
        surely=(
            (0x20, 0x7E), (0xA1, 0xAC), (0xB0, 0xFF), (0x2013, 0x2014), (0x2018, 0x201A), (0x201C, 0x201E),
            (0x2026, 0x2026), (0x20AC, 0x20AC), (0x2212, 0x2212),
        ),
    ),
    "sans": FontFile(
        "fontpkg_noto_sans",
        "files/NotoSans[wdth,wght].ttf",
        surely=((0x20, 0x3E1), (0x3F0, 0x52F), (0x1E00, 0x20BF), (0x2212, 0x2212)),
    ),
    "cjk": FontFile("noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf", surely=_JAPANESE),
    "cjk_bold": FontFile("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf", surely=_JAPANESE),
    "arabic": _noto("SansArabic", "Arab", right_to_left=True, size=0.78),
    "armenian": _noto("SansArmenian", "Armn"),
    "bengali": _noto("SansBengali", "Beng"),
    "devanagari": _noto("SansDevanagari", "Deva"),
    "emoji": _noto("Emoji"),
    "ethiopic": _noto("SansEthiopic", "Ethi"),
    "georgian": _noto("SansGeorgian", "Geor"),
    "gujarati": _noto("SansGujarati", "Gujr"),
    "gurmukhi": _noto("SansGurmukhi", "Guru"),
    "hebrew": _noto("SansHebrew", "Hebr", right_to_left=True),
    "kannada": _noto("SansKannada", "Knda", size=0.9),
    "khmer": _noto("SansKhmer", "Khmr"),
    "lao": _noto("SansLao", "Laoo"),
    "malayalam": _noto("SansMalayalam", "Mlym"),
    "myanmar": _noto("SansMyanmar", "Mymr", size=0.65),
    "oriya": _noto("SansOriya", "Orya"),
    "sinhala": _noto("SansSinhala", "Sinh"),
    "symbols": _noto("SansSymbols"),
    "tamil": _noto("SansTamil", "Taml", size=0.95),
    "telugu": _noto("SansTelugu", "Telu"),
    "thai": _noto("SansThai", "Thai", size=0.8),
}  # fmt: skip
"""All fonts, by their names here."""

FACES: Final[Mapping[Face, tuple[str, ...]]] = {
    "display": ("lilita", "sans", "cjk_bold"),
    "body": ("sans", "cjk"),
}
"""Fonts of each face, those asked first before those asked last."""

_SYMBOLS: Final = ("symbols", "emoji")
_BLOCKS: Final[tuple[tuple[int, int, str], ...]] = (
    (0x0531, 0x058F, "armenian"), (0x0590, 0x05FF, "hebrew"), (0x0600, 0x06FF, "arabic"),
    (0x0750, 0x077F, "arabic"), (0x0870, 0x08FF, "arabic"), (0x0900, 0x097F, "devanagari"),
    (0x0980, 0x09FF, "bengali"), (0x0A00, 0x0A7F, "gurmukhi"), (0x0A80, 0x0AFF, "gujarati"),
    (0x0B00, 0x0B7F, "oriya"), (0x0B80, 0x0BFF, "tamil"), (0x0C00, 0x0C7F, "telugu"),
    (0x0C80, 0x0CFF, "kannada"), (0x0D00, 0x0D7F, "malayalam"), (0x0D80, 0x0DFF, "sinhala"),
    (0x0E00, 0x0E7F, "thai"), (0x0E80, 0x0EFF, "lao"), (0x1000, 0x109F, "myanmar"),
    (0x10A0, 0x10FF, "georgian"), (0x1200, 0x139F, "ethiopic"), (0x1780, 0x17FF, "khmer"),
    (0x19E0, 0x19FF, "khmer"), (0x1C90, 0x1CBF, "georgian"), (0x1CD0, 0x1CFF, "devanagari"),
    (0x2D00, 0x2D2F, "georgian"), (0x2D80, 0x2DDF, "ethiopic"), (0xA8E0, 0xA8FF, "devanagari"),
    (0xA9E0, 0xA9FF, "myanmar"), (0xAA60, 0xAA7F, "myanmar"), (0xAB00, 0xAB2F, "ethiopic"),
    (0xFB13, 0xFB17, "armenian"), (0xFB1D, 0xFB4F, "hebrew"), (0xFB50, 0xFDFF, "arabic"),
    (0xFE70, 0xFEFE, "arabic"),
)  # fmt: skip
"""First and last character of the blocks of Unicode that a font is made for, in order."""

_EMPTY: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that look like nothing, though fonts have them."""

FONT_SIZES: Final = 4
"""Sizes in which a font is kept open.

A font opened anew looks through all its characters before it draws the first, which takes 20 ms; another
size of one that is open takes half a millisecond.
"""
_fonts: Final[dict[str, dict[int, pygame.font.Font]]] = {}
"""Open fonts by name and size in pixels, the last used last."""
_tables: Final[dict[str, pygame.freetype.Font | None]] = {}
"""Fonts that have been asked for their characters; None for one that is not there."""


# --- which font has what ------------------------------------------------------------------------


def characters(text: str) -> Iterator[str]:
    """Characters of a text, each with the marks that belong to it."""
    start = 0
    for at in range(1, len(text)):
        if not belongs(text[at]):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def belongs(c: str) -> bool:
    """Whether this is a mark, or the colour of an emoji: it is drawn with the character before it."""
    return c >= "\u0300" and (_is_mark(c) or "\U0001f3fb" <= c <= "\U0001f3ff")


def _is_mark(c: str) -> bool:
    return unicodedata.category(c)[0] == "M"


def is_variation_selector(c: str) -> bool:
    """Whether this asks for another form of the character before it, which a font may have or not."""
    return "\ufe00" <= c <= "\ufe0f" or "\U000e0100" <= c <= "\U000e01ef"


@lru_cache(maxsize=4096)
def font_of(character: str, face: Face) -> tuple[str, str] | None:
    """Font for a character with its marks, and what of these it can draw; None if no font can."""
    base, marks = character[0], character[1:]
    if base in _EMPTY or unicodedata.category(base)[0] in "CM":
        return None
    candidates = _candidates(base, face)
    having = [name for name in candidates if surely_has(name, base)]
    having = having or [name for name in candidates if has(name, base)]
    if not having:
        return None
    name = next((name for name in having if all(_takes(name, mark) for mark in marks)), having[0])
    return name, base + "".join(mark for mark in marks if _takes(name, mark))


def _candidates(base: str, face: Face) -> tuple[str, ...]:
    code = ord(base)
    made = next((name for first, last, name in _BLOCKS if first <= code <= last), None)
    return (*FACES[face], *_SYMBOLS) if made is None else (made,)


def _takes(name: str, mark: str) -> bool:
    return is_variation_selector(mark) or has(name, mark)


def has(name: str, c: str) -> bool:
    """Whether a font can draw a character."""
    if surely_has(name, c):
        return True
    if name not in _tables:
        _tables[name] = open_table(name)
    table = _tables[name]
    return table is not None and table.get_metrics(c)[0] is not None


def surely_has(name: str, c: str) -> bool:
    """Whether a font can draw a character, without its being asked."""
    code = ord(c)
    return any(first <= code <= last for first, last in FONTS[name].surely)


def open_table(name: str) -> pygame.freetype.Font | None:
    """Font that can be asked: `pygame.font` takes its box for a missing character as one that it has."""
    import pygame.freetype

    pygame.freetype.init()
    try:
        with _path(name) as path:
            return pygame.freetype.Font(str(path), 16)
    except (OSError, ModuleNotFoundError):
        return None  # a package with other files than ours: what it would draw is drawn as missing


# --- open fonts ---------------------------------------------------------------------------------


def load_font(name: str, px: int) -> pygame.font.Font:
    """Font at a size in pixels, until `FONT_SIZES` other sizes of it have been asked for."""
    fonts = _fonts.setdefault(name, {})
    font = fonts.pop(px, None)
    if font is None and len(fonts) < FONT_SIZES:
        font = open_font(name, px)
    elif font is None:
        font = fonts.pop(next(iter(fonts)))
        font.set_point_size(_points(name, px))
    fonts[px] = font
    return font


def open_font(name: str, px: int) -> pygame.font.Font:
    """Font at a size in pixels, opened anew."""
    if not pygame.font.get_init():
        pygame.font.init()
    with _path(name) as path:
        font = pygame.font.Font(str(path), _points(name, px))
    if FONTS[name].script:
        font.set_script(FONTS[name].script)
    if FONTS[name].right_to_left:
        font.set_direction(pygame.DIRECTION_RTL)
    return font


def _points(name: str, px: int) -> int:
    return max(1, round(px * FONTS[name].size))


def forget_fonts() -> None:
    """Drop all fonts; needed before pygame ends, since a font does not outlive it."""
    _fonts.clear()
    _tables.clear()


def _path(name: str) -> AbstractContextManager[Path]:
    kind = FONTS[name]
    return importlib.resources.as_file(importlib.resources.files(kind.package).joinpath(kind.file))
