"""Pictures for a browser: which parts of a surface have changed, and these parts as files.

A picture on the wire is `P`, its number (4 bytes, big endian), and for each part x, y, width, height (2 bytes
each), the length of its file (4 bytes) and the file: PNG where the part is flat, JPEG where it is painted.
While much moves, large parts come with half their pixels each way, and with all of them when they rest.
"""

from __future__ import annotations

import math
import struct
import zlib
from io import BytesIO
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pygame

BAND: Final = 32
"""Rows that are compared at once."""
LEAST_GAP: Final = 48
"""Equal columns in a band between two parts that are sent apart."""
STRIDE: Final = 16
"""Columns in whose multiples parts begin and end."""
MOST_PARTS: Final = 24
"""Parts of a picture at most; more are sent as one."""
LARGE_PART: Final = 200_000
"""Pixels from which on a part is sent with half of them each way while something moves."""
REST_SECONDS: Final = 0.15
"""Seconds without a change after which a picture is at rest."""
SMALL_PART: Final = 4_096
"""Pixels up to which a part is always sent without loss."""
FLAT_SHARE: Final = 0.12
"""Share of pixels that differ from their left neighbour, below which a part is flat."""

Pixels = npt.NDArray[np.uint32]


class PictureStream:
    """The pictures that one browser has been sent, one after the other."""

    def __init__(self) -> None:
        self.number = 0
        """Number of the last picture."""
        self._sent: Pixels | None = None
        self._changed_at = -math.inf
        self._coarse: list[tuple[pygame.Rect, float]] = []
        """Parts that were sent with half their pixels, and when."""

    @property
    def coarse(self) -> bool:
        """Whether parts were sent with half their pixels, which are still to be sent whole."""
        return bool(self._coarse)

    def forget(self) -> None:
        """Send the whole surface the next time."""
        self._sent = None

    def next(self, surface: pygame.Surface, now: float) -> bytes | None:
        """The next picture on the wire at `now`, in seconds; None if there is nothing to send."""
        pixels: Any = pygame.surfarray.pixels2d(surface).T
        if self._sent is None or self._sent.shape != pixels.shape:
            parts, moving = [pygame.Rect(0, 0, *surface.get_size())], False
            self._sent, self._coarse = pixels.copy(), []
        else:
            parts, moving = changed_parts(self._sent, pixels), now - self._changed_at < REST_SECONDS
            for part in parts:
                there = slice(part.top, part.bottom), slice(part.left, part.right)
                self._sent[there] = pixels[there]
        del pixels  # it locks the surface
        rested = [part for part, at in self._coarse if now - at >= REST_SECONDS]
        self._coarse = [one for one in self._coarse if now - one[1] < REST_SECONDS]
        if not parts and not rested:
            return None
        self._changed_at = now if parts else self._changed_at
        self.number += 1
        packed = [b"P", struct.pack(">I", self.number)]
        for part in parts:
            packed += self._packed(surface, self._sent, part, now if moving else None)
        for part in rested:
            packed += self._packed(surface, self._sent, part, None)
        return b"".join(packed)

    def _packed(
        self, surface: pygame.Surface, pixels: Pixels, rect: pygame.Rect, moving: float | None
    ) -> list[bytes]:
        """A part on the wire; a large one that is `moving` at this time with half its pixels."""
        if moving is not None and rect.w * rect.h >= LARGE_PART:
            file = halved(surface, rect)
            self._coarse = [one for one in self._coarse if not rect.contains(one[0])] + [(rect, moving)]
        else:
            file = encoded(surface, pixels, rect)
        return [struct.pack(">HHHHI", *rect, len(file)), file]


def changed_parts(before: Pixels, pixels: Pixels) -> list[pygame.Rect]:
    """Rectangles that together hold every pixel in which two pictures of one size differ."""
    high = pixels.shape[0]
    parts: list[pygame.Rect] = []
    above: list[pygame.Rect] = []
    for top in range(0, high, BAND):
        old, new = before[top : top + BAND], pixels[top : top + BAND]
        here: list[pygame.Rect] = []
        if not np.array_equal(old, new):
            for left, right in _runs(np.flatnonzero((old != new).any(axis=0)), pixels.shape[1]):
                over = next((part for part in above if (part.left, part.right) == (left, right)), None)
                part = pygame.Rect(left, top, right - left, len(new)) if over is None else over
                if over is None:
                    parts.append(part)
                else:
                    over.height += len(new)
                here.append(part)
        above = here
    return parts if len(parts) <= MOST_PARTS else [parts[0].unionall(parts[1:])]


def _runs(indices: npt.NDArray[np.intp], wide: int) -> list[tuple[int, int]]:
    """Ranges that hold these columns, in whole strides so that neighbouring bands often have the same."""
    cuts = np.flatnonzero(np.diff(indices) > LEAST_GAP)
    firsts, lasts = indices[[0, *(cuts + 1)]], indices[[*cuts, -1]]
    return [
        (int(first) // STRIDE * STRIDE, min(wide, (int(last) // STRIDE + 1) * STRIDE))
        for first, last in zip(firsts, lasts, strict=True)
    ]


def encoded(surface: pygame.Surface, pixels: Pixels, rect: pygame.Rect) -> bytes:
    """A part of a surface, whose pixels are given too, as a PNG or JPEG file."""
    shown = pixels[rect.top : rect.bottom, rect.left : rect.right]
    if shown.size <= SMALL_PART or (shown[:, 1:] != shown[:, :-1]).mean() < FLAT_SHARE:
        return png(shown)
    file = BytesIO()
    pygame.image.save(surface.subsurface(rect), file, "part.jpg")
    return file.getvalue()


def halved(surface: pygame.Surface, rect: pygame.Rect) -> bytes:
    """A part of a surface as a JPEG file with half its pixels each way."""
    file = BytesIO()
    small = pygame.transform.scale(surface.subsurface(rect), (-(-rect.w // 2), -(-rect.h // 2)))
    pygame.image.save(small, file, "part.jpg")
    return file.getvalue()


def png(pixels: Pixels) -> bytes:
    """A PNG file of these pixels, each 0x00RRGGBB, packed quickly rather than well."""
    high, wide = pixels.shape
    rows = np.zeros((high, 1 + 3 * wide), np.uint8)
    for channel, shift in enumerate((16, 8, 0)):
        rows[:, 1 + channel :: 3] = pixels >> np.uint32(shift)
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 1)), (b"IEND", b""))
    )
