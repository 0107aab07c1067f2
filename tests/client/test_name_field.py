"""Names in any script, typed into the fields of the real screens."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from client.screens.setup.screen import SetupScreen
from client.screens.shared.names import NameField
from client.stage.settings import Settings
from client.ui.canvas import Canvas
from client.ui.intents import Accept, Device, Typed
from tests.client.couch import Couch, couch


def name_field(hands: Couch) -> NameField:
    hands.program.title()
    hands.program.setup("sturt", lan=False)
    hands.rest(0.6)
    assert isinstance(hands.app.top, SetupScreen)
    field = hands.app.top.seats[0].name
    hands.press(field)
    return field


@pytest.mark.parametrize(
    ("typed", "kept", "told"),
    [
        ("אבג", "אבג", False),
        ("ნინო 😀", "ნინო 😀", False),
        ("Bo 𓀀", "Bo ", True),
        ("𓀀\u3164", "", True),
        ("e\u0301", "é", False),
    ],
)
def test_what_nothing_can_draw_is_left_out_with_a_sentence(
    home: Path, typed: str, kept: str, told: bool
) -> None:
    with couch(Settings(language="en"), (960, 540), tick=0.2) as hands:
        field = name_field(hands)
        hands.post(pygame.TEXTINPUT, text=typed)
        assert field.text == kept
        assert field.tip == (hands.app.translate("ui.name.left_out") if told else "")
        hands.rest(1.0)
        hands.post(pygame.TEXTINPUT, text="A")
        assert field.text == kept + "A" and field.tip == ""


def test_a_field_stays_open_where_nothing_is_left() -> None:
    said: list[str] = []
    keyboard = Device("keyboard")
    field = NameField(lambda key, **_: key, "", "", submit=said.append)
    field.handle(Typed(device=keyboard, text="𓀀"))
    field.handle(Accept(device=keyboard))
    assert said == [] and field.tip == ""
    field.handle(Accept(device=keyboard))
    assert said == [""], "who presses again takes the usual name"


def test_arrows_go_where_they_point_in_a_name_read_from_right_to_left(home: Path) -> None:
    with couch(Settings(language="en"), (960, 540), tick=0.2) as hands:
        field = name_field(hands)
        hands.post(pygame.TEXTINPUT, text="אבג")
        assert field.caret == 3
        hands.key(pygame.K_RIGHT)
        assert field.caret == 2
        hands.key(pygame.K_LEFT)
        assert field.caret == 3


def test_a_long_name_is_read_from_its_beginning_where_nobody_types(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, a field that was too narrow showed the end of the name."""
    with couch(Settings(language="en", names=("Ada", "Maximiliane Müller-Lüdenscheidt")), tick=0.2) as hands:
        name_field(hands)
        screen = hands.app.top
        assert isinstance(screen, SetupScreen)
        shifts = list[float]()
        shifted = Canvas.shifted
        monkeypatch.setattr(
            Canvas, "shifted", lambda canvas, dx, dy: shifts.append(dx) or shifted(canvas, dx, dy)
        )
        screen.seats[1].name.draw(hands.app.canvas, hands.clock)
        assert shifts == [0.0]
        hands.press(screen.seats[1].name)
        shifts.clear()
        screen.seats[1].name.draw(hands.app.canvas, hands.clock)
        assert shifts[0] < 0, "whoever types sees the caret"
