"""Events become intents: keyboard, mouse, typing and gamepads, all by events alone."""

from __future__ import annotations

import pygame
import pytest

from client.ui import bindings
from client.ui.input import FIRST_REPEAT, MOST_NOTCHES, NEXT_REPEAT, Input
from client.ui.intents import (
    KEYBOARD,
    MOUSE,
    Accept,
    Advise,
    Back,
    Composing,
    Cycle,
    Device,
    Drag,
    Erase,
    Help,
    Intent,
    Left,
    Menu,
    MoveFocus,
    PointAt,
    Press,
    Release,
    Scroll,
    Secondary,
    Speed,
    Turn,
    Typed,
    Undo,
)

PAD = Device("gamepad", 0)


def key(code: int, down: bool = True, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, key=code, mod=mod)


def joy(kind: int, instance: int = 7, **values: object) -> pygame.event.Event:
    return pygame.event.Event(kind, instance_id=instance, **values)


def read(source: Input, *events: pygame.event.Event, now: float = 0.0) -> list[Intent]:
    return source.read(events, now)


@pytest.mark.parametrize(
    ("code", "intent"),
    [
        (pygame.K_LEFT, MoveFocus(dx=-1)),
        (pygame.K_RETURN, Accept()),
        (pygame.K_SPACE, Accept()),
        (pygame.K_ESCAPE, Back()),
        (pygame.K_q, Turn(step=-1)),
        (pygame.K_e, Turn(step=1)),
        (pygame.K_TAB, Cycle(step=1)),
        (pygame.K_F1, Help()),
        (pygame.K_F10, Menu()),
    ],
)
def test_keys(code: int, intent: Intent) -> None:
    assert read(Input(), key(code)) == [intent]


def test_shift_tab_goes_back_and_control_z_takes_back() -> None:
    assert read(Input(), key(pygame.K_TAB, mod=pygame.KMOD_LSHIFT)) == [Cycle(step=-1)]
    assert read(Input(), key(pygame.K_z, mod=pygame.KMOD_LCTRL)) == [Undo()]


def test_intents_carry_their_time() -> None:
    assert read(Input(), key(pygame.K_RETURN), now=4.5) == [Accept(at=4.5)]


def test_a_held_arrow_repeats_and_accept_does_not() -> None:
    source = Input()
    read(source, key(pygame.K_DOWN), key(pygame.K_RETURN), now=1.0)
    assert read(source, now=1.0 + FIRST_REPEAT - 0.01) == []
    later = 1.0 + FIRST_REPEAT
    assert read(source, now=later) == [MoveFocus(dy=1, held=True, at=later)]
    assert len(read(source, now=later + NEXT_REPEAT)) == 1
    read(source, key(pygame.K_DOWN, down=False), now=2.0)
    assert read(source, now=9.0) == []


def test_repeats_of_the_system_do_not_count_twice() -> None:
    source = Input()
    assert len(read(source, key(pygame.K_RETURN), key(pygame.K_RETURN))) == 1


def test_a_slow_frame_repeats_once() -> None:
    source = Input()
    read(source, key(pygame.K_DOWN))
    assert len(read(source, now=30.0)) == 1


def test_the_mouse_speaks_in_units() -> None:
    source = Input(scale=0.5)
    moved = pygame.event.Event(pygame.MOUSEMOTION, pos=(100, 50), rel=(1, 1), buttons=(0, 0, 0))
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 50), button=1)
    up = pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(110, 50), button=1)
    nudged = pygame.event.Event(pygame.MOUSEMOTION, pos=(100, 50), rel=(0, 0), buttons=(0, 0, 0))
    read(source, nudged)
    assert source.device == KEYBOARD, "nobody has moved it"
    assert read(source, moved) == [PointAt(device=MOUSE, x=200, y=100)]
    assert source.device == MOUSE, "hints follow from the first movement on"
    assert read(source, down) == [Press(device=MOUSE, x=200, y=100)]
    assert read(source, moved)[1] == Drag(device=MOUSE, x=200, y=100)
    assert read(source, up) == [Release(device=MOUSE, x=220, y=100)]
    assert len(read(source, moved)) == 1


def test_wheel_and_second_button() -> None:
    source = Input()
    second = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(4, 5), button=3)
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0)
    assert read(source, second) == [Secondary(device=MOUSE, x=4, y=5)]
    assert read(source, wheel) == [Scroll(device=MOUSE, dy=-1, step=1, x=4, y=5)]


def wheel(*ways: float) -> list[pygame.event.Event]:
    return [pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=0, precise_y=way) for way in ways]


def steps(intents: list[Intent]) -> list[int]:
    return [intent.step for intent in intents if isinstance(intent, Scroll)]


def test_parts_of_a_notch_are_summed_to_steps() -> None:
    source = Input()
    for count in range(1, 31):
        found = read(source, *wheel(-0.1), now=count * 0.02)
        assert steps(found) == [1 if count % 10 == 0 else 0], count
        assert isinstance(found[0], Scroll) and found[0].dy == -0.1, "what scrolls follows at once"


def test_back_and_forth_is_no_step_and_a_pause_forgets_the_rest() -> None:
    source = Input()
    assert steps(read(source, *wheel(0.9, -0.8, 0.8))) == [0, 0, 0]
    assert steps(read(source, *wheel(0.2), now=0.39)) == [-1]
    assert steps(read(source, *wheel(0.9), now=0.5)) == [-1]
    assert steps(read(source, *wheel(0.9), now=0.91)) == [0], "0.1 was left and is forgotten"


def test_a_turn_of_several_notches_is_as_many_steps_and_as_far() -> None:
    found = read(Input(), *wheel(-2.5))
    assert steps(found) == [1, 1]
    assert sum(one.dy for one in found if isinstance(one, Scroll)) == -2.5
    assert len(read(Input(), *wheel(1e9))) == MOST_NOTCHES


def test_modifiers_that_were_down_when_the_focus_went_are_not_down_for_ever() -> None:
    source, meta = Input(), pygame.KMOD_LMETA
    read(source, key(pygame.K_LMETA, mod=meta), pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert read(source, key(pygame.K_m, mod=meta)) == [Menu()]
    read(source, key(pygame.K_m, down=False, mod=meta), key(pygame.K_LMETA, mod=meta))
    assert read(source, key(pygame.K_m, mod=meta)) == [], "it was pressed anew"


def test_a_modifier_that_was_seen_up_counts_again() -> None:
    source, ctrl = Input(), pygame.KMOD_LCTRL
    read(source, key(pygame.K_z, mod=ctrl), pygame.event.Event(pygame.WINDOWFOCUSLOST))
    read(source, key(pygame.K_z, down=False))
    assert read(source, key(pygame.K_z, mod=ctrl)) == [Undo()]


def test_a_key_comes_up_where_it_went_down_though_it_writes_something_else_by_then() -> None:
    source = Input()

    def equals(code: int, down: bool) -> pygame.event.Event:
        kind = pygame.KEYDOWN if down else pygame.KEYUP
        return pygame.event.Event(kind, key=code, scancode=46, mod=0)

    assert read(source, equals(pygame.K_PLUS, True)) == [Speed(step=1)]
    read(source, equals(pygame.K_EQUALS, False))
    assert read(source, equals(pygame.K_PLUS, True)) == [Speed(step=1)]


def test_a_composition_kept_by_the_field_that_was_left_does_not_arrive_in_the_next() -> None:
    source = Input()
    source.typing = True
    read(source, pygame.event.Event(pygame.TEXTEDITING, text="にほ", start=0, length=2))
    source.typing = True  # another field
    assert read(source, pygame.event.Event(pygame.TEXTINPUT, text="にほ")) == []
    read(source, pygame.event.Event(pygame.TEXTEDITING, text="にほ", start=0, length=2))
    assert read(source, pygame.event.Event(pygame.TEXTINPUT, text="にほ")) == [Typed(text="にほ")]


def test_letters_belong_to_the_text_while_typing() -> None:
    source = Input()
    source.typing = True
    assert read(source, key(pygame.K_q)) == []
    assert read(source, key(pygame.K_SPACE)) == []
    assert read(source, pygame.event.Event(pygame.TEXTINPUT, text="q\x07")) == [Typed(text="q")]
    assert read(source, key(pygame.K_BACKSPACE)) == [Erase(step=-1)]
    assert read(source, key(pygame.K_RETURN)) == [Accept()]
    source.typing = False
    assert read(source, pygame.event.Event(pygame.TEXTINPUT, text="q")) == []


def test_keys_belong_to_the_input_method_while_it_composes() -> None:
    source = Input()
    source.typing = True
    assert read(source, pygame.event.Event(pygame.TEXTEDITING, text="に", start=0, length=1)) == [
        Composing(text="に")
    ]
    assert read(source, key(pygame.K_RETURN)) == []
    assert read(source, pygame.event.Event(pygame.TEXTINPUT, text="日本")) == [Typed(text="日本")]
    assert read(source, key(pygame.K_RETURN)) == [Accept()]


def test_a_plain_joystick() -> None:
    source = Input()
    assert read(source, joy(pygame.JOYBUTTONDOWN, button=0)) == [Accept(device=PAD)]
    assert read(source, joy(pygame.JOYBUTTONDOWN, button=1)) == [Back(device=PAD)]
    assert read(source, joy(pygame.JOYHATMOTION, hat=0, value=(0, 1))) == [MoveFocus(device=PAD, dy=-1)]
    assert read(source, joy(pygame.JOYHATMOTION, hat=0, value=(0, 0))) == []
    assert source.device == PAD


def test_a_stick_has_a_dead_zone_that_does_not_flutter() -> None:
    source = Input()

    def push(value: float) -> list[Intent]:
        return read(source, joy(pygame.JOYAXISMOTION, axis=0, value=value))

    assert push(0.0) == push(0.4) == []
    assert push(0.7) == [MoveFocus(device=PAD, dx=1)]
    assert push(0.45) == []
    assert push(0.8) == []
    assert push(0.1) == []
    assert push(0.7) == [MoveFocus(device=PAD, dx=1)]
    assert push(-0.9) == [MoveFocus(device=PAD, dx=-1)]


def test_a_held_stick_repeats_until_it_is_let_go() -> None:
    source = Input()
    read(source, *(joy(pygame.JOYAXISMOTION, axis=1, value=value) for value in (0.0, 1.0)))
    assert read(source, now=1.0) == [MoveFocus(device=PAD, dy=1, held=True, at=1.0)]
    read(source, joy(pygame.JOYAXISMOTION, axis=1, value=0.0), now=1.1)
    assert read(source, now=5.0) == []


def test_a_controller_is_heard_once_though_it_is_a_joystick_too() -> None:
    source = Input()
    first = joy(pygame.CONTROLLERBUTTONDOWN, button=bindings.BUTTON_LB)
    assert read(source, first, joy(pygame.JOYBUTTONDOWN, button=4)) == [Turn(device=PAD, step=-1)]
    axis = joy(pygame.CONTROLLERAXISMOTION, axis=0, value=-32768)
    assert read(source, axis, joy(pygame.JOYAXISMOTION, axis=0, value=-1.0)) == [MoveFocus(device=PAD, dx=-1)]


def test_triggers_cycle_back_and_ask_the_coach() -> None:
    source = Input()
    assert read(source, joy(pygame.CONTROLLERAXISMOTION, axis=4, value=32767)) == [Cycle(device=PAD, step=-1)]
    assert read(source, joy(pygame.CONTROLLERAXISMOTION, axis=5, value=32767)) == [Advise(device=PAD)]
    assert read(source, joy(pygame.CONTROLLERAXISMOTION, axis=5, value=0)) == []


def test_gamepads_are_numbered_and_no_other_gets_a_number() -> None:
    source = Input()
    read(source, joy(pygame.JOYBUTTONDOWN, 7, button=0), joy(pygame.JOYBUTTONDOWN, 9, button=0))
    assert source.gamepads == (Device("gamepad", 0), Device("gamepad", 1))
    assert read(source, joy(pygame.JOYDEVICEREMOVED, 7)) == [Left(device=PAD)]
    assert read(source, joy(pygame.JOYBUTTONDOWN, 12, button=0)) == [Accept(device=Device("gamepad", 2))]


def test_an_unplugged_gamepad_holds_nothing() -> None:
    source = Input()
    read(source, *(joy(pygame.JOYAXISMOTION, axis=0, value=value) for value in (0.0, 1.0)))
    read(source, joy(pygame.JOYDEVICEREMOVED), now=0.1)
    assert read(source, now=5.0) == []


def test_no_key_means_two_things() -> None:
    keys = [code for binding in bindings.BINDINGS for code in binding.keys]
    buttons = [button for binding in bindings.BINDINGS for button in binding.buttons]
    assert len(keys) == len(set(keys))
    assert len(buttons) == len(set(buttons))


def test_caps_come_from_the_same_table() -> None:
    assert bindings.cap(Turn(step=-1), "keyboard") == "Q"
    assert bindings.cap(Turn(step=1), "gamepad") == "RB"
    assert bindings.cap(Accept(device=PAD, at=3.0), "gamepad") == "A"


def test_losing_the_window_lets_go_of_everything() -> None:
    source = Input()
    read(source, key(pygame.K_LEFT))
    read(source, pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert read(source, now=5.0) == []
    assert read(source, key(pygame.K_LEFT), now=6.0) == [MoveFocus(dx=-1, device=KEYBOARD, at=6.0)]
