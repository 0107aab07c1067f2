"""Focus: everything can be reached, the nearest comes first, a dialog keeps it inside."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.ui.focus import Focus, Widget, nearest_widget
from client.ui.geometry import Rect
from client.ui.intents import (
    MOUSE,
    Accept,
    Back,
    Composing,
    Cycle,
    Device,
    Drag,
    Erase,
    Intent,
    MoveFocus,
    PointAt,
    Press,
    Release,
    Scroll,
    Turn,
    Typed,
    Undo,
)
from client.ui.list_view import ListView
from client.ui.overlays import Dialog
from client.ui.text_field import TextField
from client.ui.widgets import Button, Caption, Choice, Slider, Toggle

PAD = Device("gamepad", 0)
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Box(Widget):
    """A place that can have the focus and does nothing."""

    def __init__(self, x: float, y: float, w: float = 100, h: float = 60) -> None:
        super().__init__()
        self.layout(Rect(x, y, w, h))


def placed(widget: Widget, x: float = 0, y: float = 0, w: float = 600, h: float = 76) -> Widget:
    widget.layout(Rect(x, y, w, h))
    return widget


def click(x: float, y: float) -> list[Intent]:
    return [Press(device=MOUSE, x=x, y=y), Release(device=MOUSE, x=x, y=y)]


def test_the_nearest_lies_straight_ahead() -> None:
    #  a  b
    #  c     d
    a, b, c, d = Box(0, 0), Box(140, 0), Box(0, 100), Box(400, 100)
    assert nearest_widget(a.rect, [b, c, d], 1, 0) is b
    assert nearest_widget(a.rect, [b, c, d], 0, 1) is c
    assert nearest_widget(c.rect, [a, b, d], 1, 0) is d
    assert nearest_widget(b.rect, [a, c, d], 0, 1) in (c, d)
    assert nearest_widget(a.rect, [b, c, d], -1, 0) is None


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 30), st.booleans())
def test_everything_in_a_grid_can_be_reached(columns: int, rows: int, gap: int, ragged: bool) -> None:
    boxes = [
        Box(x * (100 + gap) + (30 if ragged and y % 2 else 0), y * (60 + gap), 100 + (x % 2) * ragged * 20)
        for y in range(rows)
        for x in range(columns)
    ]
    assert reached(boxes) == set(boxes)


def reached(boxes: list[Box]) -> set[Widget]:
    """All widgets that arrows can lead to from the first."""
    seen: set[Widget] = {boxes[0]}
    open_ones: list[Widget] = [boxes[0]]
    while open_ones:
        here = open_ones.pop()
        for dx, dy in WAYS:
            there = nearest_widget(here.rect, [b for b in boxes if b is not here], dx, dy)
            if there is not None and there not in seen:
                seen.add(there)
                open_ones.append(there)
    return seen


def test_cycling_goes_around_and_leaves_out_what_cannot_be_chosen() -> None:
    a, b, c = Box(0, 0), Box(0, 100), Box(0, 200)
    words = placed(Caption("nothing to do here"))
    b.enabled = False
    focus = Focus((a, words, b, c))
    focus.focus(None)
    order = [focus.current]
    for _ in range(3):
        focus.handle(Cycle())
        order.append(focus.current)
    assert order == [a, c, a, c]
    focus.handle(Cycle(step=-1))
    assert focus.current is a


def test_something_disabled_that_says_why_can_be_chosen_and_refuses() -> None:
    heard: list[str] = []
    pressed: list[int] = []
    button = Button("x", lambda: pressed.append(1), enabled=False, tip="not yet")
    placed(button)
    focus = Focus((button,), heard.append)
    focus.focus(None)
    assert focus.current is button
    focus.handle(Accept())
    for intent in click(10, 10):
        focus.handle(intent)
    assert pressed == []
    assert heard == ["refuse", "refuse"]


def test_the_pointer_focuses_what_it_is_over() -> None:
    a, b = Box(0, 0), Box(0, 100)
    focus = Focus((a, b))
    focus.focus(a)
    focus.handle(PointAt(device=MOUSE, x=10, y=110, at=2.0))
    assert focus.current is b
    assert (b.focused, a.focused, b.focus_changed) == (True, False, 2.0)
    focus.handle(PointAt(device=MOUSE, x=900, y=900))
    assert focus.current is b


def test_only_a_release_over_the_pressed_button_counts() -> None:
    pressed: list[str] = []
    a = placed(Button("a", lambda: pressed.append("a")))
    b = placed(Button("b", lambda: pressed.append("b")), y=100)
    focus = Focus((a, b))
    for intent in click(10, 10):
        focus.handle(intent)
    assert pressed == ["a"]
    focus.handle(Press(device=MOUSE, x=10, y=10))
    focus.handle(Release(device=MOUSE, x=10, y=110))
    assert pressed == ["a"]
    focus.handle(Press(device=MOUSE, x=10, y=10))
    focus.handle(Drag(device=MOUSE, x=10, y=110))
    focus.handle(Release(device=MOUSE, x=10, y=110))
    assert pressed == ["a"]


@pytest.mark.parametrize("device", [Device("keyboard"), PAD])
def test_every_widget_works_without_a_mouse(device: Device) -> None:
    heard: list[object] = []
    widgets = (
        placed(Button("x", lambda: heard.append("pressed")), y=0),
        placed(Choice("x", ("a", "b", "c"), 0, heard.append), y=100),
        placed(Toggle("x", False, heard.append), y=200),
        placed(Slider("x", 0.5, heard.append), y=300),
        placed(ListView(3, lambda *_: None, heard.append), y=500, h=300),
    )
    focus = Focus(widgets)
    focus.focus(None)
    for intent in (
        *(Accept(device=device), MoveFocus(dy=1, device=device), MoveFocus(dx=-1, device=device)),
        *(MoveFocus(dy=1, device=device), Accept(device=device), MoveFocus(dy=1, device=device)),
        MoveFocus(dx=1, device=device),
        *(MoveFocus(dy=1, device=device), MoveFocus(dy=1, device=device), Accept(device=device)),
    ):
        assert focus.handle(intent), intent
    assert heard == ["pressed", 2, True, 0.6, 1]


def test_every_widget_works_with_the_mouse() -> None:
    heard: list[object] = []
    choice, toggle = Choice("x", ("a", "b", "c"), 0, heard.append), Toggle("x", False, heard.append)
    slider = Slider("x", 0.0, heard.append)
    rows = ListView(9, lambda *_: None, heard.append)
    for index, widget in enumerate((choice, toggle, slider)):
        placed(widget, y=index * 100)
    placed(rows, y=500, h=300)
    focus = Focus((choice, toggle, slider, rows))
    places = [(choice.field.x + 9, 30.0), (choice.field.right - 9, 30.0), (300.0, 130.0)]
    places += [(slider.field.right - 124, 230.0), (100.0, 500 + 80 + 10.0)]
    for x, y in places:
        for intent in click(x, y):
            focus.handle(intent)
    assert heard == [2, 0, True, 1.0, 1]


def test_a_list_lets_the_focus_out_at_its_ends_and_scrolls() -> None:
    rows = ListView(10, lambda *_: None, row_height=50, gap=0)
    placed(rows, y=100, h=150)
    above, below = Box(0, 0), Box(0, 400)
    focus = Focus((above, rows, below))
    focus.focus(rows)
    for _ in range(9):
        focus.handle(MoveFocus(dy=1))
    assert rows.chosen == 9
    assert rows.row(9, 99).bottom <= rows.rect.bottom + 1
    focus.handle(MoveFocus(dy=1))
    assert focus.current is below
    focus.handle(MoveFocus(dy=-1))
    for _ in range(10):
        focus.handle(MoveFocus(dy=-1))
    assert focus.current is above
    focus.handle(Scroll(device=MOUSE, dy=-2, x=10, y=120))
    assert rows.row(0, 99).y == rows.rect.y - 100


def test_a_dialog_keeps_the_focus_inside_and_back_cancels() -> None:
    heard: list[str] = []
    below = placed(Button("below", lambda: heard.append("below")))
    focus = Focus((below,), heard.append)
    focus.layout(Rect(0, 0, 1920, 1080))
    focus.focus(None)
    buttons = [("yes", lambda: heard.append("yes")), ("no", lambda: heard.append("no"))]
    focus.open(Dialog("?", "really", buttons))
    for intent in (*click(10, 10), MoveFocus(dy=1), Cycle(), Cycle()):
        assert focus.handle(intent)
    assert heard == []
    focus.handle(Accept())
    assert heard[0] == "yes"
    assert focus.modal is None
    focus.open(Dialog("?", "", buttons))
    focus.handle(Back())
    assert "no" in heard
    assert "below" not in heard


def test_an_action_of_a_dialog_may_open_the_next_one() -> None:
    focus = Focus()
    second = Dialog("second", "", [("ok", lambda: None)])
    focus.open(Dialog("first", "", [("ok", lambda: focus.open(second))]))
    focus.handle(Accept())
    assert focus.modal is second


def test_typing_into_a_field() -> None:
    heard: list[str] = []
    field = TextField("name", "Ad", change=heard.append, submit=lambda t: heard.append(t + "!"), limit=5)
    placed(field)
    focus = Focus((field, placed(Button("ok", lambda: None), y=100)))
    focus.focus(field)
    assert focus.text_field is not None
    for intent in (
        Typed(text="a\x00 Lovelace"),
        MoveFocus(dx=-1),
        Erase(step=-1),
        Typed(text="日"),
        Accept(),
    ):
        assert focus.handle(intent)
    assert field.text == "Ada日L"
    assert heard[-1] == "Ada日L!"
    focus.handle(MoveFocus(dy=1))
    assert focus.text_field is None


def test_text_goes_in_where_the_caret_is() -> None:
    field = TextField("", "ac", limit=9)
    for intent in (MoveFocus(dx=-1), Typed(text="b"), Erase(step=1), Typed(text="d"), Erase(step=-1)):
        field.handle(intent)
    assert (field.text, field.caret) == ("ab", 2)


def test_a_gamepad_can_write() -> None:
    heard: list[str] = []
    field = TextField("", "", submit=heard.append, limit=3)
    for intent in (
        *(
            Accept(device=PAD),
            MoveFocus(device=PAD, dy=1),
            MoveFocus(device=PAD, dy=1),
            MoveFocus(device=PAD, dx=1),
        ),
        *(
            Turn(device=PAD, step=1),
            MoveFocus(device=PAD, dx=1),
            MoveFocus(device=PAD, dy=-1),
            Undo(device=PAD),
        ),
        Accept(device=PAD),
    ):
        assert field.handle(intent), intent
    assert heard == [field.text]
    assert field.text[0] == "B"
    assert not field.handle(MoveFocus(device=PAD, dy=1))


@pytest.mark.parametrize("leave", ["button", "tab", "dialog"])
def test_a_field_that_is_left_keeps_what_is_composed(leave: str) -> None:
    heard: list[str] = []
    field = TextField("", "A", change=heard.append, limit=4)
    button = Button("next", lambda: heard.append(f"pressed with {field.text}"))
    field.layout(Rect(0, 0, 300, 60))
    button.layout(Rect(0, 100, 300, 60))
    focus = Focus((field, button))
    focus.focus(field)
    focus.handle(Composing(text="dams"))
    assert (field.text, field.composing) == ("A", "dams")
    if leave == "button":
        focus.handle(Press(device=MOUSE, x=10, y=110))
        focus.handle(Release(device=MOUSE, x=10, y=110))
    elif leave == "tab":
        focus.handle(Cycle(step=1))
    else:
        focus.open(Dialog("", "", (("ok", lambda: None),), at=0.0))
    assert (field.text, field.composing) == ("Adam", ""), "as much as there is room for"
    assert heard == ["Adam", *(["pressed with Adam"] if leave == "button" else [])]
