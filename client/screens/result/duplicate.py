"""Page of a duplicate: what each side, or each seat, has got at each table, and who is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from assets.texts import TextLookup
from client.screens.result.score_sheet import amount
from client.screens.shared.panes import list_names
from client.screens.shared.phrases import side_letter
from client.screens.table.people import name_of
from client.ui.canvas import LEAST_TEXT_SIZE, Canvas
from client.ui.geometry import Rect
from core import duplicate
from core.protocol.messages import DuplicateResult, DuplicateView

HEAD_HEIGHT: Final = 56.0
LEAST_ROW_HEIGHT, ROW_HEIGHT = 44.0, 96.0
LABEL_SHARE, LEAST_LABEL_SHARE = 0.3, 0.1
"""Shares of the sheet for the names of the rows; the second where these are letters only."""
NAME_HEIGHT_SHARE: Final = 0.4
"""Share of a row for the name below an amount, where there is room for one."""
NOTHING: Final = "–"
"""Amount of a table without a result."""


class DuplicateRow(msgspec.Struct, frozen=True):
    """Row of the page: a side or a seat, what it got at each table, who sat there, and what it comes to."""

    label: str
    amounts: tuple[str, ...]
    names: tuple[str, ...]
    total: str
    leads: bool


class DuplicateSheet(msgspec.Struct, frozen=True):
    """All words of the page: the sentence above, the heads of the columns, the rows."""

    sentence: str
    heads: tuple[str, ...]
    rows: tuple[DuplicateRow, ...]

    def shortened(self) -> DuplicateSheet:
        """The sheet for many tables in a narrow window: numbers and letters, no names."""
        tables = len(self.rows[0].amounts)
        heads = (*(str(number + 1) for number in range(tables)), "Σ")
        rows = (
            msgspec.structs.replace(row, label=side_letter(side), names=("",) * tables)
            for side, row in enumerate(self.rows)
        )
        return DuplicateSheet(self.sentence, heads, tuple(rows))


def duplicate_sheet(duplicate: DuplicateView, seats: int, translate: TextLookup) -> DuplicateSheet:
    """The sheet for what is known of a duplicate of games with this number of seats."""
    tables = tuple(translate("duplicate.table", number=number + 1) for number in range(duplicate.tables))
    if not duplicate.results:
        return DuplicateSheet(
            _waiting(duplicate, translate), ("",), _waiting_rows(duplicate, tables, translate)
        )
    heads = (*tables, translate("duplicate.ahead" if duplicate.compared else "duplicate.sum"))
    if duplicate.compared:
        return DuplicateSheet(
            _compared(duplicate, translate), heads, _compared_rows(duplicate, seats, translate)
        )
    return DuplicateSheet(_decided(duplicate, translate), heads, _side_rows(duplicate, seats, translate))


# --- while tables go on ---------------------------------------------------------------------------


def _waiting(duplicate: DuplicateView, translate: TextLookup) -> str:
    if duplicate.compared:
        return translate("duplicate.waiting_compared")
    going = sum(not over for _, over in duplicate.ended)
    return translate("duplicate.waiting", over=duplicate.tables - going, count=duplicate.tables)


def _waiting_rows(
    duplicate: DuplicateView, titles: Sequence[str], translate: TextLookup
) -> tuple[DuplicateRow, ...]:
    """A row for each table that is there."""
    return tuple(
        DuplicateRow(
            titles[number - duplicate.first],
            (translate("duplicate.over" if over else "duplicate.playing"),),
            ("",),
            "",
            False,
        )
        for number, over in duplicate.ended
        if 0 <= number - duplicate.first < duplicate.tables
    )


# --- sides ----------------------------------------------------------------------------------------


def _sums(duplicate_view: DuplicateView) -> tuple[float, ...] | None:
    return duplicate.sums(
        [None if each is None else each.points for each in duplicate_view.results], duplicate_view.game
    )


def _decided(duplicate_view: DuplicateView, translate: TextLookup) -> str:
    """Winners."""
    sums = _sums(duplicate_view)
    if sums is None:
        return translate("duplicate.undecided")
    best = duplicate.leaders(sums)
    if len(best) == len(sums):
        return translate("duplicate.draw")
    if len(best) > 1:
        return translate("duplicate.shared", letters=list_names(tuple(map(side_letter, best)), translate))
    names = [_holder_name(result, seat, translate) for result, seat in _seats_of(duplicate_view, best[0])]
    return translate(
        "duplicate.won", letter=side_letter(best[0]), names=list_names(tuple(dict.fromkeys(names)), translate)
    )


def _seats_of(duplicate_view: DuplicateView, side: int) -> list[tuple[DuplicateResult, int]]:
    """The seat of a side at each table with a result."""
    return [
        (result, seat)
        for table, result in enumerate(duplicate_view.results)
        if result is not None
        for seat in range(len(result.points))
        if duplicate.side(table, seat, len(result.points), duplicate_view.game) == side
    ]


def _holder_name(duplicate_result: DuplicateResult, seat: int, translate: TextLookup) -> str:
    return name_of(duplicate_result.holders[seat], seat, translate)


def _side_rows(duplicate_view: DuplicateView, seats: int, translate: TextLookup) -> tuple[DuplicateRow, ...]:
    sums = _sums(duplicate_view)
    best = () if sums is None or len(set(sums)) == 1 else duplicate.leaders(sums)
    rows = []
    for side in range(seats):
        amounts, names = [], []
        found = iter(_seats_of(duplicate_view, side))
        for result in duplicate_view.results:
            held = None if result is None else next(found)
            amounts.append(NOTHING if held is None else amount(held[0].points[held[1]]))
            names.append("" if held is None else _holder_name(*held, translate))
        total = NOTHING if sums is None else amount(sums[side])
        label = translate("duplicate.side", letter=side_letter(side))
        rows.append(DuplicateRow(label, tuple(amounts), tuple(names), total, side in best))
    return tuple(rows)


# --- people compared with AIs ---------------------------------------------------------------------


def _compared(duplicate: DuplicateView, translate: TextLookup) -> str:
    """The first person's seat, compared with the next table."""
    first, *others = duplicate.results
    rival = next((each for each in others if each is not None), None)
    if first is None or rival is None:
        return translate("duplicate.undecided")
    seat = next((seat for seat, holder in enumerate(first.holders) if holder.kind != "bot"), 0)
    return translate(
        "duplicate.compared",
        name=_holder_name(first, seat, translate),
        own=amount(first.points[seat]),
        rival=_holder_name(rival, seat, translate),
        theirs=amount(rival.points[seat]),
    )


def _compared_rows(duplicate: DuplicateView, seats: int, translate: TextLookup) -> tuple[DuplicateRow, ...]:
    first, *others = duplicate.results
    rows = []
    for seat in range(seats):
        amounts = tuple(NOTHING if each is None else amount(each.points[seat]) for each in duplicate.results)
        names = tuple(
            "" if each is None else _holder_name(each, seat, translate) for each in duplicate.results
        )
        rivals = [each.points[seat] for each in others if each is not None]
        lead = first.points[seat] - sum(rivals) / len(rivals) if first is not None and rivals else None
        total = NOTHING if lead is None else f"+{amount(lead)}" if lead > 0 else amount(lead)
        label = translate("table.guest_name", number=seat + 1)
        rows.append(DuplicateRow(label, amounts, names, total, lead is not None and lead > 0))
    return tuple(rows)


# --- looks ----------------------------------------------------------------------------------------


def draw_duplicate(canvas: Canvas, rect: Rect, sheet: DuplicateSheet) -> None:
    """Draw the page on a sheet of paper, as high as its rows need."""
    sentence_high = 104.0 if rect.w < 900 else 76.0
    count = len(sheet.rows)
    row = max(LEAST_ROW_HEIGHT, min(ROW_HEIGHT, (rect.h - 40 - sentence_high - HEAD_HEIGHT) / count))
    paper = rect.place(rect.w, 40 + sentence_high + HEAD_HEIGHT + row * count, "top")
    key = ("result.duplicate", sheet, paper)
    canvas.panel(paper, "paper")
    canvas.layer(key, paper, lambda c: _paint(c, paper, sheet, sentence_high, row))


def _paint(canvas: Canvas, paper: Rect, sheet: DuplicateSheet, sentence_high: float, row_high: float) -> None:
    sentence, body = paper.inset(20 if paper.w < 900 else 32, 18).cut_top(sentence_high)
    canvas.text(sheet.sentence, sentence, "body", "paper_ink", align="centre", fit="wrap", size=34)
    share = LABEL_SHARE
    columns = _columns(body, share, len(sheet.heads))
    if any(canvas.measure(head, "small", size=LEAST_TEXT_SIZE)[0] > columns[0].w for head in sheet.heads):
        sheet, share = sheet.shortened(), LEAST_LABEL_SHARE
    head, body = body.cut_top(HEAD_HEIGHT)
    for words, place in zip(sheet.heads, _columns(head, share, len(sheet.heads)), strict=True):
        canvas.text(words, place, "small", "paper_quiet", align="centre", size=26)
    for row, place in zip(sheet.rows, body.stack(len(sheet.rows), row_high, 0), strict=True):
        canvas.line((place.x, place.y), (place.right, place.y), 2, "paper_quiet")
        if row.leads:
            canvas.rounded(place.inset(-8, 4), 12, (240, 166, 60, 62))
        label = place.cut_left(place.w * share, 12)[0]
        canvas.text(row.label, label, "body", "paper_ink", face="display", size=30)
        columns = _columns(place, share, len(sheet.heads))
        _cells(canvas, columns, row, bool(row.total))


def _columns(rect: Rect, share: float, count: int) -> Sequence[Rect]:
    """Columns beside labels that take this share of a line."""
    return rect.cut_left(rect.w * share, 12)[1].columns(*[1] * count, gap=6)


def _cells(canvas: Canvas, columns: Sequence[Rect], row: DuplicateRow, total: bool) -> None:
    for place, value, name in zip(columns, row.amounts, row.names, strict=False):
        below, above = place.cut_bottom(place.h * NAME_HEIGHT_SHARE if name and place.h > 70 else 0)
        size = 34.0 if total else 28.0
        canvas.text(value, above, "body", "paper_ink", align="centre", size=size, tabular=True)
        fits = canvas.measure(name, "small", size=LEAST_TEXT_SIZE)[0] <= below.w
        if name and below.h and fits:
            canvas.text(name, below, "small", "paper_quiet", align="centre", valign="top", size=24)
    if total:
        canvas.text(
            row.total, columns[-1], "body", "paper_ink", align="centre", face="display", size=40, tabular=True
        )
