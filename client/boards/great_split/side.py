"""Papers beside the field of The Great Split: rounds and scorings, the art market, the decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from client.boards.contract import Sentence
from client.boards.great_split import tips
from client.boards.great_split.art import (
    SLOT_COLOUR,
    CardCount,
    Deck,
    MarketToken,
    ScoringToken,
    draw_icon,
    mixed_colour,
    quiet_colour,
)
from client.boards.great_split.layout import DATA, MARKET_GAP, SLIDER_SHARES, Layout
from client.boards.great_split.tracks import FIGURE_SIZE
from client.boards.kit.pieces import Art, Figure, PaintContext, Piece, Target
from client.boards.kit.side import SHEET, SideItem, painted
from client.boards.kit.tips import Tip
from client.ui.animation import mix
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Ink
from core.games.great_split.data import CARD_LEVELS, ROUNDS, SCORING_ROUNDS
from core.games.great_split.state import State

NEAR: Final = 5.0
"""Units around a thin line within which it can be pointed at."""
NARROW_ROUND_WIDTH: Final = 40.0
"""Least width in units of a round with `≤` before its figure, and of a last scoring with four signs."""
PAST_OPACITY: Final = 0.45
"""Opacity of what is over."""


def side_items(view: State, layout: Layout) -> Iterator[SideItem]:
    """Everything beside the field."""
    for paper in ("rounds", "market", "decks"):
        yield SideItem(layout.boxes[paper], SHEET)
    yield from _rounds(view, layout)
    yield from _market(view, layout)
    for index, level in enumerate((*CARD_LEVELS, "")):
        yield _deck(view, level, layout.boxes[f"deck {index}"])


def _moving(target: Target, art: Art, rect: Rect, tip: Tip, *more: Piece, alpha: float = 1.0) -> SideItem:
    """Thing that is a piece of its own, with `more` pieces about it."""
    return SideItem(rect, None, target, tip, pieces=(Piece(target, art, rect, alpha=alpha), *more))


def _rounds(view: State, layout: Layout) -> Iterator[SideItem]:
    """Rounds, and below them their scorings."""
    boxes, over = layout.boxes, view.stage == "over"
    scored = {scoring.round for scoring in view.scored}
    for after in (*SCORING_ROUNDS, ROUNDS):
        rect, right = layout.bracket(after), boxes[f"round {after - 1}"].right
        art = painted(_draw_bracket, right, after in scored)
        yield SideItem(
            rect,
            art,
            ("bracket", after),
            tips.named("bracket", values={"round": after}),
            area=rect.grown(NEAR),
        )
    for number in range(1, ROUNDS + 1):
        art = painted(_draw_round, number, number == view.round and not over, number < view.round or over)
        yield SideItem(boxes[f"round {number - 1}"], art, ("round", number), tips.round_tip(view, number))
    for slot, after in enumerate(after for after in SCORING_ROUNDS for _ in range(2)):
        rect, pale = boxes[f"token {slot}"], PAST_OPACITY if after in scored else 1.0
        if slot < len(view.tokens):
            token = ScoringToken(view.tokens[slot])
            yield _moving(("scoring", slot), token, rect, tips.scoring_token(view, slot), alpha=pale)
        else:
            yield SideItem(rect, painted(_draw_slot))
    pale = PAST_OPACITY if ROUNDS in scored else 1.0
    yield SideItem(boxes["final"], painted(_draw_final), ("round", "all"), tips.named("final"), alpha=pale)


def _market(view: State, layout: Layout) -> Iterator[SideItem]:
    """Levels of art, amounts with the slider, and the tokens that have been turned up."""
    boxes = layout.boxes
    for level in range(1, max(DATA.tracks["art"].levels) + 1):
        yield SideItem(boxes[f"frame {level - 1}"].fit(1.15), painted(_draw_level, level))
    upper = boxes["levels"]
    sliding = upper.cut_top(upper.h * 14 / 30)[1].union(boxes["groove"])
    tip = tips.named("slider", Sentence("great_split.tip.stands", {"slider": view.slider}))
    yield _moving(("slider",), MarketSlider(float(view.slider)), sliding, tip)
    for slot, value in enumerate((*view.market, *[None] * ROUNDS)[:ROUNDS]):
        turned = None if value is None else Sentence("great_split.tip.turned", {"value": value})
        rect, tip = boxes[f"value {slot}"], tips.named("market", turned)
        yield _moving(("market", slot), MarketToken(value), rect, tip)


def _deck(view: State, level: str, rect: Rect) -> SideItem:
    """Deck of a level, or without a level the box with cards laid down for good; their number below it."""
    cards = view.decks[CARD_LEVELS.index(level)] if level in CARD_LEVELS else view.discards
    below, count = Rect(rect.x - 12, rect.bottom + 2, rect.w + 24, 28), len(cards)
    number = Piece(("left", level), CardCount(count, size=24.0, align="centre"), below)
    art = Deck(level, min(4, -(-count // 6)))
    left = Sentence("great_split.tip.cards", {"count": count})
    tip = tips.named("deck", left, values={"level": level}) if level else tips.named("box", left)
    return _moving(("deck", level), art, rect, tip, number)


def _draw_round(ctx: PaintContext, rect: Rect, number: int, running: bool, past: bool) -> None:
    """Draw a round: the level drawn, and how many cards may be kept; the current one is bright."""
    canvas = ctx.canvas
    fill: Ink = "great_split.ivory" if running else mixed_colour(canvas, *SLOT_COLOUR)
    rim: Ink = "great_split.brass_light" if running else mixed_colour(canvas, "brass_deep", "velvet", 0.3)
    canvas.rounded(rect, 9, fill, rim, 2)
    with canvas.faded(PAST_OPACITY if past else 1.0):
        ink = "great_split.ink" if running else "great_split.ivory"
        level, most = CARD_LEVELS[1 if number <= SCORING_ROUNDS[0] else 2], DATA.hand_limit[number - 1]
        limit = f"≤{most}" if rect.w >= NARROW_ROUND_WIDTH else str(most)
        for words, place in zip((level, limit), rect.inset(0, 3).rows(1, 1), strict=True):
            canvas.text(
                words, place, "small", ink, align="centre", fit="free", face="display", size=FIGURE_SIZE
            )


def _draw_bracket(ctx: PaintContext, rect: Rect, right: float, done: bool) -> None:
    """Draw the bracket from a round, which ends at `right`, to its scoring."""
    ink = mixed_colour(ctx.canvas, "brass_deep" if done else "brass", "velvet", 0.1)
    x = min(right - 2, rect.right - 6)
    ctx.canvas.polyline([(rect.x + 6, rect.cy), (rect.right - 6, rect.cy)], 3, ink)
    ctx.canvas.polyline([(x, rect.cy), (x, rect.y + 2)], 3, ink)


def _draw_slot(ctx: PaintContext, rect: Rect) -> None:
    """Draw the place of a scoring token that has not been drawn yet."""
    ctx.canvas.rounded(rect, 10, mixed_colour(ctx.canvas, *SLOT_COLOUR))


def _draw_final(ctx: PaintContext, rect: Rect) -> None:
    """Draw the signs of the last scoring."""
    roomy = rect.w >= NARROW_ROUND_WIDTH
    signs = ("books", "art", "topaz", "contract") if roomy else ("prestige",)
    for spot, name in zip(rect.grid(1 + roomy, 1 + roomy, 1), signs, strict=True):
        draw_icon(ctx.canvas, spot, name)


def _draw_level(ctx: PaintContext, rect: Rect, level: int) -> None:
    """Draw a level of art: a picture in its frame."""
    ctx.canvas.rounded(rect, 4, "great_split.ivory", "great_split.brass", 3)
    _figure(ctx.canvas, str(level), rect, "great_split.ink", min(28, rect.h * 0.9))


FARTHEST_SLIDER: Final = sum(sorted(DATA.market_tokens)[-ROUNDS:])
"""Greatest number of steps of the slider."""


SLIDER_HEIGHT: Final = 34.0
"""Height in units of the slider."""


class MarketSlider(Figure, frozen=True):
    """Slider of the art market on its way, and above it the row of amounts.

    When the slider reaches the next row of the market, the amounts slide on by one level with it.
    """

    def towards(self, other: Figure, share: float) -> Figure:
        return msgspec.structs.replace(other, value=mix(self.value, other.value, share))

    def paint(self, ctx: PaintContext, rect: Rect) -> None:
        tray, groove = rect.rows(*SLIDER_SHARES, gap=MARKET_GAP)
        canvas = ctx.canvas
        canvas.rounded(
            tray, 9, mixed_colour(canvas, *SLOT_COLOUR), mixed_colour(canvas, "brass_deep", "velvet", 0.25), 2
        )
        with canvas.clip(tray):
            self._amounts(canvas, tray)
        self._knob(canvas, groove)

    def _amounts(self, canvas: Canvas, tray: Rect) -> None:
        """Draw the row of amounts, which between two steps of the slider may be sliding to the next row."""
        whole = int(self.value)
        row, following = DATA.art_pays(whole), DATA.art_pays(whole + 1)
        slid = self.value - whole if row != following else 0.0
        shown = row if slid < 0.5 else (*row[:2], *following[1:-1])
        columns = tray.columns(*[1] * (len(row) - 1), gap=6)
        pitch = columns[1].x - columns[0].x if len(columns) > 1 else tray.w
        for level, amount in enumerate((*shown[1:], following[-1])):
            spot = columns[0].moved((level - slid) * pitch, 0)
            ink: Ink = "great_split.brass_light" if amount else quiet_colour(canvas)
            _figure(canvas, str(amount), spot, ink, min(38, tray.h * 0.84, columns[0].w * 0.8))

    def _knob(self, canvas: Canvas, track: Rect) -> None:
        """Draw the slider on its way, which has a dot for each step and a bar where a row begins."""
        groove = Rect(track.x, track.cy - 6, track.w, 12)
        canvas.rounded(groove, 6, "great_split.dark")
        begins = [row.slider for row in DATA.art_market[1:]]
        for step in range(FARTHEST_SLIDER + 1):
            x = _along(track, step)
            if step in begins:
                canvas.rounded(Rect.around(x, track.cy, 4, 22), 2, "great_split.brass")
            else:
                canvas.circle((x, track.cy), 2.2, mixed_colour(canvas, "brass_deep", "ivory", 0.2))
        x = _along(track, self.value)
        canvas.rounded(Rect(groove.x, groove.y, x - groove.x, groove.h), 6, "great_split.art")
        knob = Rect.around(x, track.cy, 0.9 * SLIDER_HEIGHT, SLIDER_HEIGHT)
        canvas.shadow(knob, 8, 4)
        canvas.rounded(knob, 8, "great_split.brass", "great_split.brass_light", 2)
        _figure(canvas, str(round(self.value)), knob, "great_split.ink", FIGURE_SIZE)


def _along(track: Rect, distance: float) -> float:
    """Place x, in units, of the slider's middle after this number of steps."""
    free = track.inset(SLIDER_HEIGHT / 2, 0)
    return free.x + free.w * min(1.0, max(0.0, distance / FARTHEST_SLIDER))


def _figure(canvas: Canvas, text: str, rect: Rect, ink: Ink, size: float) -> None:
    size = max(FIGURE_SIZE, size)
    canvas.text(text, rect, "small", ink, align="centre", fit="free", size=size, face="display", tabular=True)
