"""Commands are where their letter is; on a layout without it, where QWERTY has it, and hints say so."""

from __future__ import annotations

import string

import pygame
import pytest

from assets.texts import Texts
from client.ui import bindings
from client.ui.bindings import BINDINGS, KeyLabels
from client.ui.input import Input
from client.ui.intents import KEYBOARD, Advise, Explain, Intent, Menu, Speed, Turn, Typed, Undo
from client.ui.keyboard_layout import QWERTY, KeyboardLayout, scancode_of, system_layout


def layout(written: str) -> KeyboardLayout:
    """Layout by what it writes at the places of A to Z."""
    return KeyboardLayout("".join(sorted({*written} & {*string.ascii_lowercase})), tuple(written))


RUSSIAN = layout("фисвуапршолдьтщзйкыегмцчня")
GREEK = layout("αβψδεφγηιξκλμνοπ;ρσθυωςχτζ")
HEBREW = layout("שנבגקכעיןחלךצמםפ/רדאוה'סטז")
AZERTY = KeyboardLayout(string.ascii_lowercase, tuple("qbcdefghijkl,noparstuvzxyw"))
TURKISH = KeyboardLayout(string.ascii_lowercase, tuple("abcdefghıjklmnopqrstuvwxyz"))
TURKMEN = KeyboardLayout("abdefghijklmnoprstuwyz", tuple("abçdefghijklmnopärstuýwžyz"))


def press(source: Input, character: str, place: str, mod: int = 0) -> list[Intent]:
    """What a key means that writes a character at the place of a letter."""
    fields = {"key": ord(character), "scancode": scancode_of(place), "mod": mod}
    found = source.read([pygame.event.Event(pygame.KEYDOWN, fields)], 0.0)
    source.read([pygame.event.Event(pygame.KEYUP, fields)], 0.0)
    return found


@pytest.mark.parametrize("known", [RUSSIAN, GREEK, HEBREW])
def test_without_latin_letters_every_place_means_its_command(known: KeyboardLayout) -> None:
    source = Input()
    source.layout = known
    letters = {chr(key): b.intent for b in BINDINGS for key in b.keys if key < 128 and chr(key).isalpha()}
    for letter, intent in letters.items():
        written = known.places[ord(letter) - ord("a")]
        assert press(source, written, letter) == [intent], letter
        assert source.layout == known


def test_control_z_takes_back_and_control_v_pastes_by_place(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Input()
    source.layout = RUSSIAN
    assert press(source, "я", "z", pygame.KMOD_LCTRL) == [Undo()]
    monkeypatch.setattr("client.ui.input.clipboard_text", lambda: "Ада")
    source.typing = True
    assert press(source, "м", "v", pygame.KMOD_LCTRL) == [Typed(text="Ада")]


def test_where_there_is_the_letter_only_the_letter_counts() -> None:
    source = Input()
    source.layout = AZERTY
    assert press(source, "q", "a") == [Turn(step=-1)]
    assert press(source, "a", "q") == []
    assert press(source, "w", "z", pygame.KMOD_LCTRL) == []
    assert press(source, "z", "w", pygame.KMOD_LCTRL) == [Undo()]
    source.layout = TURKISH
    assert press(source, "ı", "i") == []
    source.layout = TURKMEN
    assert press(source, "ç", "c") == [Advise()], "there is no C"


@pytest.mark.parametrize(
    ("known", "turn", "menu", "explain"),
    [
        (QWERTY, "Q", "M", "I"),
        (AZERTY, "Q", "M", "I"),
        (TURKISH, "Q", "M", "I"),
        (RUSSIAN, "Й", "Ь", "Ш"),
        (GREEK, ";", "Μ", "Ι"),
        (HEBREW, "/", "צ", "ן"),
    ],
)
def test_hints_show_what_stands_on_the_key(known: KeyboardLayout, turn: str, menu: str, explain: str) -> None:
    caps = [bindings.cap(one, "keyboard", known) for one in (Turn(step=-1), Menu(), Explain())]
    assert caps == [turn, menu, explain]
    names = KeyLabels(KEYBOARD, known, Texts("en").translate).names()
    assert (names["key_turn_left"], names["key_explain"]) == (turn, explain)
    assert names["key_help"] == "F1" and names["pad_turn_left"] == "LB"
    assert bindings.cap(Speed(step=1), "keyboard", known) == "+"


def test_georgian_keys_show_the_letters_that_people_know() -> None:
    assert layout("აბცდეფგჰიჯკლმნოპქრსტუვწხყზ").cap("Q") == "ქ"


def test_each_key_pressed_tells_something_of_a_layout_that_nobody_names() -> None:
    source = Input()
    assert press(source, "й", "q") == [Turn(step=-1)]
    assert source.layout.cap("Q") == "Й" and source.layout.cap("E") == "E", "nothing is known of it yet"
    assert press(source, "у", "e") == [Turn(step=1)]
    assert source.layout.cap("E") == "У"
    assert press(source, "q", "q") == [Turn(step=-1)], "another layout"
    assert source.layout == QWERTY


def test_signs_where_qwerty_has_letters_tell_nothing() -> None:
    source = Input()
    assert press(source, "'", "q") == [] and source.layout == QWERTY, "Dvorak"
    press(source, "ε", "e")
    assert press(source, ";", "q") == [Turn(step=-1)] and source.layout.cap("Q") == ";", "Greek"


def test_without_a_keyboard_the_system_says_qwerty() -> None:
    pygame.display.init()
    assert system_layout().letters == QWERTY.letters
