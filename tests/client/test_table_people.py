"""What is said at a table, as the journal shows it."""

from __future__ import annotations

from client.screens.table_people import Entry, said
from core.messages import Said


def test_who_has_no_seat_has_no_name_and_no_colon() -> None:
    assert said(Said(seat=1, name="Bo", text="hello")) == Entry("Bo: hello", 1, chat=True)
    assert said(Said(seat=-1, name="", text="well played")) == Entry("well played", -1, chat=True)
