"""Score sheet: a column for each seat, a row for each category."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from assets.texts import TextLookup
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas
from client.ui.geometry import Rect
from client.ui.symbols import icon, seat_badge
from client.ui.theme import Face, Role
from core.game import Outcome, ScoreLine
from core.series import Series

HEAD_HEIGHT: Final = 92.0
ROW_HEIGHT: Final = 44.0
LEAST_ROW_HEIGHT: Final = 27.0
SUM_SIZE: Final = 24.0
"""Units: the type of the sum behind an amount, and the gap between the two."""
SUM_GAP: Final = 8.0
LABEL_SIZE: Final = 26.0
LABEL_GAP, COLUMN_GAP = 14.0, 6.0
"""Units between labels and columns, and between two columns."""
LEAST_LABEL_WIDTH: Final = 160.0
BADGE_SIZE: Final = 42.0
NOT_SCORED: Final = "–"
"""Amount of a category in which a seat did not score: not even 0, as by a mark that it loses, say."""


class ScoreSheetRow(msgspec.Struct, frozen=True):
    """Row of the sheet; `sum` rows are large and stand under a rule.

    `hows` are the sums behind the amounts (`3×2`), "" where there is none.
    """

    label: str
    amounts: tuple[str, ...]
    sum: bool = False
    hows: tuple[str, ...] = ()


def amount(value: float) -> str:
    """Number in the form used on sheets; halves are written as halves in every language."""
    exact = Fraction(value).limit_denominator(100)
    if exact.denominator == 2:
        whole = int(abs(exact))
        return ("−" if exact < 0 else "") + (f"{whole}½" if whole else "½")
    return f"{value:g}".replace("-", "−")


def rows(
    outcome: Outcome, series: Series, steps: Sequence[Any], translate: TextLookup
) -> tuple[ScoreSheetRow, ...]:
    """All rows of a game: categories, totals, and the state of the series.

    A single game without points has none.
    """
    seats = range(len(outcome.scores))
    made = [str(sum(step.seat == seat for step in steps)) for seat in seats]
    lines = [ScoreSheetRow(translate("result.sheet.moves"), tuple(made))]
    for code in codes(outcome):
        found = [[p for p in points if p.code == code] for points in outcome.breakdown]
        brought = tuple(
            amount(sum(point.amount for point in points)) if points else NOT_SCORED for points in found
        )
        hows = tuple("+".join(filter(None, map(_how, points))) for points in found)
        lines.append(ScoreSheetRow(translate(code), brought, hows=hows if any(hows) else ()))
    if outcome.breakdown or series.goal.games != 1:
        lines.append(
            ScoreSheetRow(translate("result.sheet.game"), tuple(map(amount, outcome.scores)), sum=True)
        )
    if series.goal.games != 1:
        lines.append(
            ScoreSheetRow(translate("result.sheet.series"), tuple(map(amount, series.points)), sum=True)
        )
    return tuple(lines)


def codes(outcome: Outcome) -> list[str]:
    """Codes of all categories in which a seat scored, in the order in which they stand with each seat."""
    codes: list[str] = []
    for points in outcome.breakdown:
        own = [point.code for point in points]
        for number, code in enumerate(own):
            if code not in codes:
                behind = next((later for later in own[number:] if later in codes), None)
                place = codes.index(own[number - 1]) + 1 if number else len(codes)
                codes.insert(place if behind is None else codes.index(behind), code)
    return codes


def _how(score_line: ScoreLine) -> str:
    """Sum behind an amount, without spaces: columns may be narrow."""
    return score_line.how.replace(" ", "")


def height(rows: Sequence[ScoreSheetRow], room: float) -> float:
    """Units high: the sheet, at most `room`."""
    return min(room, HEAD_HEIGHT + len(rows) * ROW_HEIGHT + 44)


def draw_sheet(
    canvas: Canvas,
    rect: Rect,
    rows: Sequence[ScoreSheetRow],
    names: Sequence[str],
    winners: Sequence[int],
) -> None:
    """Draw the sheet of paper with all rows; painted once."""
    key = ("result.sheet", tuple(rows), tuple(names), tuple(winners))
    canvas.panel(rect, "paper")
    canvas.layer(key, rect, lambda c: _paint(c, rect, rows, names, winners))


def _paint(
    canvas: Canvas,
    rect: Rect,
    rows: Sequence[ScoreSheetRow],
    names: Sequence[str],
    winners: Sequence[int],
) -> None:
    inner = rect.inset(20 if rect.w < 700 else 30, 18)
    labels = _label_width(canvas, inner.w, rows, len(names))
    columns = inner.cut_left(labels, LABEL_GAP)[1].columns(*[1] * len(names), gap=COLUMN_GAP)
    step = max(LEAST_ROW_HEIGHT, min(ROW_HEIGHT, (inner.h - HEAD_HEIGHT) / len(rows)))
    for seat in winners:
        if len(winners) < len(names):
            canvas.rounded(columns[seat], 12, (240, 166, 60, 62))
    for seat, (column, name) in enumerate(zip(columns, names, strict=True)):
        _head(canvas, Rect(column.x, column.y + 4, column.w, HEAD_HEIGHT - 10), seat, name, seat in winners)
    for index, line in enumerate(rows):
        top = inner.y + HEAD_HEIGHT + index * step
        place = Rect(inner.x, top, inner.w, step)
        if line.sum or index == 0:
            canvas.line((inner.x, top), (inner.right, top), 2, "paper_quiet")
        ink = "paper_ink" if line.sum else "paper_quiet"
        canvas.text(line.label, Rect(place.x, top, labels, step), "small", ink, size=LABEL_SIZE)
        _cells(canvas, [Rect(column.x, top, column.w, step) for column in columns], line)


def _label_width(canvas: Canvas, room: float, rows: Sequence[ScoreSheetRow], seats: int) -> float:
    """Units wide: the labels, as wide as the longest, but the columns keep what badges and amounts need."""
    longest = max(canvas.measure(line.label, "small", size=LABEL_SIZE)[0] for line in rows)
    amounts = max(_amounts_width(canvas, line, LEAST_TEXT_SIZE) for line in rows)
    columns = seats * max(BADGE_SIZE, amounts) + (seats - 1) * COLUMN_GAP
    return min(room - columns - LABEL_GAP, max(longest, LEAST_LABEL_WIDTH))


def _amounts_width(canvas: Canvas, row: ScoreSheetRow, size: float) -> float:
    """Units wide: the widest amount of a row."""
    role, face = _amount_type(row)
    return max(canvas.measure(value, role, size=size, face=face, tabular=True)[0] for value in row.amounts)


def _amount_type(row: ScoreSheetRow) -> tuple[Role, Face]:
    return ("body", "display") if row.sum else ("small", "body")


def _cells(canvas: Canvas, spots: Sequence[Rect], row: ScoreSheetRow) -> None:
    """Draw the amounts of a row. The sums behind them are shown for all seats or for none."""
    size, (role, face) = min(34.0 if row.sum else 26.0, spots[0].h * 0.86), _amount_type(row)
    size = max(LEAST_TEXT_SIZE, size * min(1.0, spots[0].w / _amounts_width(canvas, row, size)))
    wides = [canvas.measure(value, role, size=size, face=face, tabular=True)[0] for value in row.amounts]
    hows = row.hows or ("",) * len(spots)
    told = [canvas.measure(how, "small", size=SUM_SIZE, tabular=True)[0] for how in hows]
    mores = [long + SUM_GAP if how else 0.0 for how, long in zip(hows, told, strict=True)]
    if any(wide + more > spot.w for wide, more, spot in zip(wides, mores, spots, strict=True)):
        mores = [0.0] * len(spots)
    for value, how, wide, more, spot in zip(row.amounts, hows, wides, mores, spots, strict=True):
        aside = max(0.0, more - (spot.w - wide) / 2)
        place = Rect.around(spot.cx + aside, spot.cy, wide, spot.h)
        canvas.text(value, place, role, "paper_ink", size=size, face=face, tabular=True, fit="free")
        if more:
            before = Rect(place.x - more, spot.y, more - SUM_GAP, spot.h)
            canvas.text(how, before, "small", "paper_quiet", size=SUM_SIZE, tabular=True, fit="free")


def _head(canvas: Canvas, rect: Rect, seat: int, name: str, won: bool) -> None:
    """Draw badge and name of a column; a name without room leaves only the badge."""
    badge, words = rect.cut_top(46, 2)
    spot = badge.place(BADGE_SIZE, BADGE_SIZE)
    seat_badge(canvas, seat, spot)
    if won:
        icon(canvas, "crown", Rect.around(spot.cx, spot.y - 8, 30), "paper_ink")
    if canvas.measure(name, "small", size=LEAST_TEXT_SIZE, face="display")[0] <= words.w:
        canvas.text(name, words, "small", "paper_ink", align="centre", face="display", size=27)
