"""What lies beside the estates: rounds and scoring lines, the art market with its slider, decks, the box."""

from __future__ import annotations

import msgspec

from client.boards.great_split.art import SLOT, Count, Deck, MarketToken, ScoringToken, draw_back, draw_icon
from client.boards.great_split.layout import DATA, SHARES_OF_MARKET, Layout
from client.boards.great_split.tracks import ground
from client.boards.great_split.velvet import mixed
from client.boards.kit.pieces import Figure, Look, Piece, draw
from client.ui.anim import mix
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Ink
from core.games.great_split.data import LEVELS, LINES, ROUNDS
from core.games.great_split.state import State


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


def beside(view: State) -> Beside:
    """What lies there in a view."""
    return Beside(
        round=view.round,
        over=view.stage == "over",
        decks=tuple(map(len, view.decks)),
        discards=len(view.discards),
        market=view.market,
        tokens=view.tokens,
        scored=tuple(sorted({scored.round for scored in view.scored})),
        slider=float(view.slider),
    )


def draw_side(canvas: Canvas, layout: Layout, now: Beside) -> None:
    """All of it, as it lies."""
    paint_side(canvas, layout, now)
    draw(Look(canvas, 0.0, str), side_pieces(layout, now))


def draw_market_panel(canvas: Canvas, layout: Layout, now: Beside) -> None:
    """The market with the tokens that have moved its slider."""
    _market(canvas, layout)
    draw(Look(canvas, 0.0, str), _market_pieces(layout, now))


def paint_side(canvas: Canvas, layout: Layout, now: Beside) -> None:
    """What lies under the pieces; of `now` only `round`, `over` and `scored` matter."""
    _plate(canvas, layout.plates[0])
    _rounds(canvas, layout, now)
    _lines(canvas, layout, now)
    _market(canvas, layout)


def side_pieces(layout: Layout, now: Beside) -> list[Piece]:
    """Tokens, the slider, decks and the box."""
    found = [
        Piece(("scoring", slot), ScoringToken(token), layout.tokens[slot], alpha=_faded(slot, now))
        for slot, token in enumerate(now.tokens)
    ]
    found += _market_pieces(layout, now)
    counts = (*now.decks, now.discards) if now.decks else ()
    for level, rect, count in zip((*LEVELS, ""), layout.decks, counts, strict=False):
        words = Rect(rect.x - 12, rect.bottom, rect.w + 24, 30)
        found.append(Piece(("deck", level), Deck(level, min(4, -(-count // 6))), rect))
        found.append(Piece(("left", level), Count(count, size=24.0, align="centre"), words))
    return found


def _market_pieces(layout: Layout, now: Beside) -> list[Piece]:
    values = (*now.market, *[None] * ROUNDS)[:ROUNDS]
    tokens = zip(values, layout.market_tokens, strict=True)
    return [
        Piece(("slider",), Slider(now.slider), layout.sliding),
        *(Piece(("market", slot), MarketToken(value), rect) for slot, (value, rect) in enumerate(tokens)),
    ]


def _faded(slot: int, now: Beside) -> float:
    """How bright a scoring token is: pale when its line has been scored."""
    return 0.45 if LINES[slot // 2] in now.scored else 1.0


def _plate(canvas: Canvas, area: Rect) -> None:
    canvas.shadow(area, 16, 5)
    canvas.rounded(area, 16, ground(canvas), mixed(canvas, "brass_deep", "velvet", 0.25), 2)


# --- rounds and scoring lines --------------------------------------------------------------------


def _rounds(canvas: Canvas, layout: Layout, now: Beside) -> None:
    """Six rounds: which level is drawn, how many cards one may keep; the one that runs is bright."""
    for number, cell in enumerate(layout.rounds, 1):
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
                f"≤{DATA.hand_limit[number - 1]}",
                limit,
                "small",
                ink,
                align="centre",
                fit="free",
                face="display",
            )


def _lines(canvas: Canvas, layout: Layout, now: Beside) -> None:
    """Two scoring tokens each below the rounds after which they count; below the last: everything."""
    for line, after in enumerate(LINES):
        pair = layout.tokens[2 * line].union(layout.tokens[2 * line + 1])
        done = after in now.scored
        _bracket(canvas, layout.rounds[after - 1], pair, done)
        for slot in (2 * line, 2 * line + 1):
            if slot >= len(now.tokens):
                canvas.rounded(layout.tokens[slot], 10, mixed(canvas, *SLOT))
    _bracket(canvas, layout.rounds[ROUNDS - 1], layout.final, ROUNDS in now.scored)
    with canvas.faded(0.45 if ROUNDS in now.scored else 1.0):
        for spot, icon in zip(
            layout.final.inset(1).grid(2, 2, 3), ("books", "art", "topaz", "contract"), strict=True
        ):
            draw_icon(canvas, spot, icon)


def _bracket(canvas: Canvas, cell: Rect, tokens: Rect, done: bool) -> None:
    """From a round's end to what is scored then."""
    ink = mixed(canvas, "brass_deep" if done else "brass", "velvet", 0.1)
    x, y = min(cell.right - 2, tokens.right - 6), (cell.bottom + tokens.y) / 2
    canvas.polyline([(tokens.x + 6, y), (tokens.right - 6, y)], 3, ink)
    canvas.polyline([(x, y), (x, cell.bottom + 2)], 3, ink)


# --- the art market ------------------------------------------------------------------------------


def _market(canvas: Canvas, layout: Layout) -> None:
    """The levels of art, below them the tray in which the row of what they bring slides."""
    _plate(canvas, layout.plates[1])
    for level, (column, frame) in enumerate(zip(layout.levels, layout.frames, strict=True), 1):
        picture = Rect(column.x, frame.y, column.w, frame.h).fit(1.15)
        canvas.rounded(picture, 4, "great_split.ivory", "great_split.brass", 3)
        _figure(canvas, str(level), picture, "great_split.ink", min(28, picture.h * 0.9))


class Slider(Figure, frozen=True):
    """The slider of the art market on its way, and above it the row of amounts.

    Where the slider reaches the next row of the market, the row slides on by one level with it.
    """

    def towards(self, other: Figure, share: float) -> Figure:
        return msgspec.structs.replace(other, value=mix(self.value, other.value, share))

    def paint(self, look: Look, rect: Rect) -> None:
        tray, groove = rect.rows(*SHARES_OF_MARKET, gap=10)
        canvas = look.canvas
        canvas.rounded(tray, 9, mixed(canvas, *SLOT), mixed(canvas, "brass_deep", "velvet", 0.25), 2)
        with canvas.clip(tray):
            self._amounts(canvas, tray)
        self._knob(canvas, groove)

    def _amounts(self, canvas: Canvas, tray: Rect) -> None:
        """The row of amounts; between two steps of the slider it may be on its way to the next one."""
        whole = int(self.value)
        row, following = DATA.art_pays(whole), DATA.art_pays(whole + 1)
        slid = self.value - whole if row != following else 0.0
        shown = row if slid < 0.5 else (*row[:2], *following[1:-1])
        columns = tray.columns(*[1] * (len(row) - 1), gap=6)
        pitch = columns[1].x - columns[0].x if len(columns) > 1 else tray.w
        for level, amount in enumerate((*shown[1:], following[-1])):
            spot = columns[0].moved((level - slid) * pitch, 0)
            quiet = mixed(canvas, "velvet_light", "ivory", 0.45)
            ink: Ink = "great_split.brass_light" if amount else quiet
            _figure(canvas, str(amount), spot, ink, min(38, tray.h * 0.84, columns[0].w * 0.8))

    def _knob(self, canvas: Canvas, way: Rect) -> None:
        """The way with a notch for each step, longer where a row begins, and the slider on it."""
        groove = Rect(way.x, way.cy - 6, way.w, 12)
        canvas.rounded(groove, 6, "great_split.dark")
        begins = [row.slider for row in DATA.art_market[1:]]
        for step in range(FARTHEST + 1):
            x = _along(way, step)
            if step in begins:
                canvas.rounded(Rect.around(x, way.cy, 4, 22), 2, "great_split.brass")
            else:
                canvas.circle((x, way.cy), 2.2, mixed(canvas, "brass_deep", "ivory", 0.2))
        x = _along(way, self.value)
        canvas.rounded(Rect(groove.x, groove.y, x - groove.x, groove.h), 6, "great_split.art")
        knob = Rect.around(x, way.cy, way.h * 0.9, way.h)
        canvas.shadow(knob, 8, 4)
        canvas.rounded(knob, 8, "great_split.brass", "great_split.brass_light", 2)
        _figure(canvas, str(round(self.value)), knob, "great_split.ink", min(24, way.h * 0.7))


FARTHEST = sum(sorted(DATA.market_tokens)[-ROUNDS:])
"""How far the slider can come."""


def _along(way: Rect, steps: float) -> float:
    """How far right the slider stands after so many steps."""
    free = way.inset(way.h / 2, 0)
    return free.x + free.w * min(1.0, max(0.0, steps / FARTHEST))


def _figure(canvas: Canvas, text: str, rect: Rect, ink: Ink, size: float) -> None:
    canvas.text(text, rect, "small", ink, align="centre", fit="free", size=size, face="display", tabular=True)
