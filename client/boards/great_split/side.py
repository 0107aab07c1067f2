"""What lies beside the estates: rounds and scoring lines, the art market with its slider, decks, the box."""

from __future__ import annotations

from typing import Final

import msgspec

from client.boards.great_split.motion import FAR
from client.boards.great_split.pieces import (
    draw_back,
    draw_card,
    draw_icon,
    draw_market_token,
    draw_scoring_token,
)
from client.boards.great_split.places import Places
from client.boards.great_split.tracks import ground
from client.boards.great_split.velvet import mixed
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Ink
from core.games.great_split.data import LEVELS, LINES, ROUNDS, Data
from core.games.great_split.scoring import market_gain
from core.games.great_split.state import UNKNOWN, State

SLOT: Final = ("velvet_deep", "velvet", 0.6)


class Beside(msgspec.Struct, frozen=True):
    """What lies beside the estates, less what moves: `round` from 1, cards left in the decks and in the box.

    `market` are the tokens turned up, `tokens` the scoring tokens laid out, `scored` how many scorings there
    have been after which rounds; `slider` is where that stands.
    """

    round: int
    over: bool
    decks: tuple[int, ...]
    discards: int
    market: tuple[int, ...]
    tokens: tuple[str, ...]
    scored: tuple[int, ...]
    slider: float
    moving: bool = False

    def at(self, steps: float) -> Beside:
        """The same with the slider elsewhere."""
        return msgspec.structs.replace(self, slider=steps)

    def without_decks(self) -> Beside:
        """The same while cards are drawn: the decks change with each."""
        return msgspec.structs.replace(self, decks=(), discards=-1)

    def turning(self) -> Beside:
        """The same while this round's token turns over: that is drawn where it moves."""
        return msgspec.structs.replace(self, moving=True)


def beside(view: State) -> Beside:
    """Whatever a view says, in numbers that can be drawn."""
    market = tuple(min(max(value, 0), FAR) for value in view.market[:ROUNDS])
    decks = (*map(len, view.decks), 0, 0, 0)[: len(LEVELS)]
    return Beside(
        round=min(max(view.round, 1), ROUNDS),
        over=view.stage == "over",
        decks=decks,
        discards=len(view.discards),
        market=market,
        tokens=view.tokens[:4],
        scored=tuple(sorted({scored.round for scored in view.scored})),
        slider=float(sum(market)),
    )


def draw_side(canvas: Canvas, places: Places, now: Beside) -> None:
    """All of it."""
    for area in (places.round, places.market):
        canvas.shadow(area, 16, 5)
        canvas.rounded(area, 16, ground(canvas), mixed(canvas, "brass_deep", "velvet", 0.25), 2)
    _rounds(canvas, places, now)
    _lines(canvas, places, now)
    draw_market(canvas, places, now)
    for index, value in enumerate((*now.market, *[None] * ROUNDS)[:ROUNDS]):
        if not (now.moving and index == len(now.market)):
            draw_market_token(canvas, places.market_tokens[index], value)
    if now.decks:
        draw_decks(canvas, places, now)


# --- rounds and scoring lines --------------------------------------------------------------------


def _rounds(canvas: Canvas, places: Places, now: Beside) -> None:
    """Six rounds: which level is drawn, how many cards one may keep; the one that runs is bright."""
    for number, cell in enumerate(places.rounds, 1):
        running = number == now.round and not now.over
        past = number < now.round or now.over
        fill = "great_split.ivory" if running else mixed(canvas, *SLOT)
        rim = "great_split.brass_light" if running else mixed(canvas, "brass_deep", "velvet", 0.3)
        canvas.rounded(cell, 9, fill, rim, 2)
        with canvas.faded(0.45 if past else 1.0):
            card = cell.inset(4).rows(3, 2)[0].fit(0.7)
            draw_back(canvas, card, LEVELS[1 if number <= LINES[0] else 2])
            limit = Rect(cell.x, cell.bottom - cell.h * 0.42, cell.w, cell.h * 0.42)
            ink = "great_split.ink" if running else "great_split.ivory"
            canvas.text(
                f"≤{places.data.hand_limit[number - 1]}",
                limit,
                "small",
                ink,
                align="centre",
                fit="free",
                face="display",
            )


def _lines(canvas: Canvas, places: Places, now: Beside) -> None:
    """Two scoring tokens each below the rounds after which they count; below the last: everything."""
    for line, after in enumerate(LINES):
        pair = places.tokens[2 * line].union(places.tokens[2 * line + 1])
        done = after in now.scored
        _bracket(canvas, places.rounds[after - 1], pair, done)
        for slot in (2 * line, 2 * line + 1):
            if slot < len(now.tokens):
                with canvas.faded(0.45 if done else 1.0):
                    draw_scoring_token(canvas, places.tokens[slot], now.tokens[slot])
            else:
                canvas.rounded(places.tokens[slot], 10, mixed(canvas, *SLOT))
    _bracket(canvas, places.rounds[ROUNDS - 1], places.final, ROUNDS in now.scored)
    with canvas.faded(0.45 if ROUNDS in now.scored else 1.0):
        for spot, icon in zip(
            places.final.inset(1).grid(2, 2, 3), ("books", "art", "topaz", "contract"), strict=True
        ):
            draw_icon(canvas, spot, icon)


def _bracket(canvas: Canvas, cell: Rect, tokens: Rect, done: bool) -> None:
    """From a round's end to what is scored then."""
    ink = mixed(canvas, "brass_deep" if done else "brass", "velvet", 0.1)
    x, y = min(cell.right - 2, tokens.right - 6), (cell.bottom + tokens.y) / 2
    canvas.polyline([(tokens.x + 6, y), (tokens.right - 6, y)], 3, ink)
    canvas.polyline([(x, y), (x, cell.bottom + 2)], 3, ink)


# --- the art market ------------------------------------------------------------------------------


def draw_market(canvas: Canvas, places: Places, now: Beside) -> None:
    """What each level of art brings now, and how far the slider has come."""
    slider = round(now.slider)
    for level, cell in enumerate(places.levels, 1):
        _level(canvas, cell, level, slider, places.data)
    draw_slider(canvas, places, now.slider)


def _level(canvas: Canvas, cell: Rect, level: int, slider: int, data: Data) -> None:
    """A level: its number in a picture frame, what it brings, and one point more for every so many steps."""
    canvas.rounded(cell, 9, mixed(canvas, *SLOT))
    top, middle, low = cell.inset(3).rows(11, 14, 10)
    frame = top.fit(1.15)
    canvas.rounded(frame, 4, "great_split.ivory", "great_split.brass", 3)
    _figure(canvas, str(level), frame, "great_split.ink", 28)
    now = data.art_market.base[level] + market_gain(data, level, slider)
    _figure(canvas, str(now), middle, "great_split.brass_light", 40)
    quiet = mixed(canvas, "velvet_light", "ivory", 0.5)
    _figure(canvas, f"+1/{data.art_market.every[level]}", low, quiet, 24)


def _figure(canvas: Canvas, text: str, rect: Rect, ink: Ink, size: float) -> None:
    canvas.text(text, rect, "small", ink, align="centre", fit="free", size=size, face="display", tabular=True)


def draw_slider(canvas: Canvas, places: Places, steps: float) -> None:
    """The way of the slider with a notch for each step, and the slider on it."""
    way = places.slot_market
    groove = Rect(way.x, way.cy - 6, way.w, 12)
    canvas.rect(way.grown(2), ground(canvas))
    canvas.rounded(groove, 6, "great_split.dark")
    for step in range(places.farthest + 1):
        canvas.circle(places.slider(step), 2.2, mixed(canvas, "brass_deep", "ivory", 0.2))
    x, y = places.slider(steps)
    filled = Rect(groove.x, groove.y, x - groove.x, groove.h)
    canvas.rounded(filled, 6, "great_split.art")
    knob = Rect.around(x, y, way.h * 0.9, way.h)
    canvas.shadow(knob, 8, 4)
    canvas.rounded(knob, 8, "great_split.brass", "great_split.brass_light", 2)
    _figure(canvas, str(round(steps)), knob, "great_split.ink", 24)


# --- decks ---------------------------------------------------------------------------------------


def draw_decks(canvas: Canvas, places: Places, now: Beside) -> None:
    """The cards of each level not yet drawn, and those that were laid down."""
    for level, rect, count in zip(LEVELS, places.decks, now.decks, strict=True):
        _pile(canvas, rect, count, level)
    _pile(canvas, places.box, now.discards, "")


def _pile(canvas: Canvas, rect: Rect, count: int, level: str) -> None:
    canvas.rounded(rect, rect.h * 0.055, mixed(canvas, *SLOT), mixed(canvas, "brass_deep", "velvet", 0.3), 2)
    thick = min(4, -(-count // 6))
    for layer in range(thick):
        up = rect.moved(-1.5 * layer, -2.0 * layer)
        if level:
            draw_back(canvas, up, level)
        else:
            draw_card(canvas, up, UNKNOWN, dim=True)
    words = Rect(rect.x - 12, rect.bottom, rect.w + 24, 30)
    _figure(canvas, str(count), words, mixed(canvas, "velvet_light", "ivory", 0.6), 24)
