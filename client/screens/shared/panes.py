"""Still panes of tables and replays, and the sentence above the board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final

import msgspec

from assets.texts import TextLookup, quoted
from client.boards.contract import Sentence, StillPicture
from client.ui.animation import ease_out, progress
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas, ChangedParts, Painter, whole
from client.ui.geometry import Rect
from core.bots.motifs import Motif
from core.game import Seat

PROMPT_PADDING: Final = 22.0
"""Units between the rim of the sentence's paper and its words."""
SHADOW_MARGIN: Final = 14.0
"""Units around that paper for its shadow."""


class Pane(msgspec.Struct, frozen=True):
    """Part of the window that stays the same until its key changes: the key names all that `paint` depends
    on.

    `paint` covers all of it.

    `changed` names the parts that differ from the picture of an earlier key; None: all of it.
    """

    rect: Rect
    key: Hashable
    paint: Painter
    changed: ChangedParts = whole

    def draw(self, canvas: Canvas, screen: str) -> None:
        """Draw the pane of a screen on the backdrop."""
        canvas.pane((screen, self.rect), self.key, self.rect, self.paint, self.changed)


def board_panes(still: StillPicture, field: Rect, papers: Sequence[Pane]) -> tuple[Pane, ...]:
    """Panes of the board in its field, and of papers that float over its land elsewhere."""

    def floating(pane: Pane) -> Pane:
        def paint(canvas: Canvas) -> None:
            still.paint_ground(canvas)
            pane.paint(canvas)

        return Pane(pane.rect, (still.ground_key, pane.key), paint)

    board = Pane(field, still.field_key, still.paint_field, still.changed)
    return (board, *(floating(pane) for pane in papers))


class Prompt:
    """Sentence above a board; a new one fades in."""

    def __init__(self, size: float) -> None:
        self.size = size
        self.text, self._since = "", -1.0

    def show(self, text: str, now: float) -> None:
        """Show this sentence from now on."""
        if text != self.text:
            self.text, self._since = text, now

    def draw(self, canvas: Canvas, rect: Rect, now: float) -> None:
        """Draw it on the smallest paper at the top of the rectangle; long names make the paper higher."""
        if not self.text:
            return
        least = canvas.measure(
            self.text, "heading", size=LEAST_TEXT_SIZE, wrap_at=rect.w - 2 * PROMPT_PADDING
        )[1]
        rect = Rect(rect.x, rect.y, rect.w, max(rect.h, least + 6))

        def write(inner: Canvas) -> Rect:
            room = rect.inset(PROMPT_PADDING, 3)
            return inner.text(
                self.text, room, "heading", "ink", align="centre", valign="top", size=self.size, fit="wrap"
            )

        def paint(inner: Canvas) -> None:
            covered = write(inner)
            inner.panel(rect.place(covered.w + 2 * PROMPT_PADDING, covered.h + 6, "top"), "float")
            write(inner)

        with canvas.faded(0.3 + 0.7 * ease_out(progress(now, self._since, 0.2))):
            canvas.layer(("prompt", self.text, self.size), rect.grown(SHADOW_MARGIN), paint, slot="prompt")


def sentence(sentence: Sentence, translate: TextLookup, seat_name: Callable[[int], str]) -> str:
    """Sentence of a board in the player's language."""
    names = {gap: seat_name(seat) for gap, seat in sentence.seats.items()}
    words = {gap: translate(key) for gap, key in sentence.words.items()}
    return translate(sentence.key, **sentence.values, **names, **words)


def motif_sentence(motif: Motif) -> Sentence:
    """Sentence of a motif: the value `seat` is a seat's name, strings are keys of texts."""
    values = dict(motif.values)
    seats = {"seat": Seat(int(values.pop("seat")))} if "seat" in values else {}
    words = {gap: value for gap, value in values.items() if isinstance(value, str)}
    numbers = {gap: value for gap, value in values.items() if isinstance(value, int)}
    return Sentence(motif.code, dict(numbers), seats, words)


def list_names(names: Sequence[str], translate: TextLookup) -> str:
    """Names joined to a list, in the player's language."""
    if len(names) < 2:
        return "".join(names)
    names = [quoted(name) for name in names]
    return translate("result.and", first=translate("result.comma").join(names[:-1]), last=names[-1])
