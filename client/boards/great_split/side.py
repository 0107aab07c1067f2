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
from core.games.great_split.data import LEVELS, LINES, ROUNDS
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
    _plate(canvas, places.round)
    _rounds(canvas, places, now)
    _lines(canvas, places, now)
    draw_market_panel(canvas, places, now)
    if now.decks:
        draw_decks(canvas, places, now)


def _plate(canvas: Canvas, area: Rect) -> None:
    canvas.shadow(area, 16, 5)
    canvas.rounded(area, 16, ground(canvas), mixed(canvas, "brass_deep", "velvet", 0.25), 2)


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


def draw_market_panel(canvas: Canvas, places: Places, now: Beside) -> None:
    """The market with the tokens that have moved its slider."""
    _plate(canvas, places.market)
    draw_market(canvas, places, now)
    for index, value in enumerate((*now.market, *[None] * ROUNDS)[:ROUNDS]):
        if not (now.moving and index == len(now.market)):
            draw_market_token(canvas, places.market_tokens[index], value)


def draw_market(canvas: Canvas, places: Places, now: Beside) -> None:
    """The levels of art, below them the row of what they bring, and how far the slider has come.

    Where the slider reaches the next row of the market, the row slides on by one level with it.
    """
    frames, tray = _market_parts(places)
    for level, frame in enumerate(frames, 1):
        canvas.rounded(frame, 4, "great_split.ivory", "great_split.brass", 3)
        _figure(canvas, str(level), frame, "great_split.ink", min(28, frame.h * 0.9))
    canvas.rounded(tray, 9, mixed(canvas, *SLOT), mixed(canvas, "brass_deep", "velvet", 0.25), 2)
    with canvas.clip(tray):
        _amounts(canvas, places, tray, now.slider)
    draw_slider(canvas, places, now.slider)


def _market_parts(places: Places) -> tuple[list[Rect], Rect]:
    """A frame for each level of art above 0, and the tray in which the row of amounts slides."""
    first, last = places.levels[0], places.levels[-1]
    top, _, low = first.union(last).rows(13, 1, 16)
    frames = [Rect(cell.x, top.y, cell.w, top.h).fit(1.15) for cell in places.levels]
    return frames, low


def _amounts(canvas: Canvas, places: Places, tray: Rect, steps: float) -> None:
    """The row of amounts; between two steps of the slider it may be on its way to the next one."""
    whole = int(steps)
    row, following = places.data.art_pays(whole), places.data.art_pays(whole + 1)
    slid = steps - whole if row != following else 0.0
    shown = row if slid < 0.5 else (*row[:2], *following[1:-1])
    pitch = places.levels[1].x - places.levels[0].x if len(places.levels) > 1 else tray.w
    for level, amount in enumerate((*shown[1:], following[-1]), 1):
        cell = places.levels[min(level, len(places.levels)) - 1]
        beyond = level - min(level, len(places.levels))
        spot = Rect(cell.x + (beyond - slid) * pitch, tray.y, cell.w, tray.h)
        quiet = mixed(canvas, "velvet_light", "ivory", 0.45)
        ink = "great_split.brass_light" if amount else quiet
        _figure(canvas, str(amount), spot, ink, min(38, tray.h * 0.84))


def _figure(canvas: Canvas, text: str, rect: Rect, ink: Ink, size: float) -> None:
    canvas.text(text, rect, "small", ink, align="centre", fit="free", size=size, face="display", tabular=True)


def draw_slider(canvas: Canvas, places: Places, steps: float) -> None:
    """The way of the slider with a notch for each step, longer where a row begins, and the slider on it."""
    way = places.slot_market
    groove = Rect(way.x, way.cy - 6, way.w, 12)
    canvas.rect(way.grown(2), ground(canvas))
    canvas.rounded(groove, 6, "great_split.dark")
    begins = [row.slider for row in places.data.art_market[1:]]
    for step in range(places.farthest + 1):
        x, y = places.slider(step)
        if step in begins:
            canvas.rounded(Rect.around(x, y, 4, 22), 2, "great_split.brass")
        else:
            canvas.circle((x, y), 2.2, mixed(canvas, "brass_deep", "ivory", 0.2))
    x, y = places.slider(steps)
    filled = Rect(groove.x, groove.y, x - groove.x, groove.h)
    canvas.rounded(filled, 6, "great_split.art")
    knob = Rect.around(x, y, way.h * 0.9, way.h)
    canvas.shadow(knob, 8, 4)
    canvas.rounded(knob, 8, "great_split.brass", "great_split.brass_light", 2)
    _figure(canvas, str(round(steps)), knob, "great_split.ink", min(24, way.h * 0.7))


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
