"""A browser at a real table: it sits down, goes and comes back, keeps its secrets, and is bounded."""

from __future__ import annotations

from typing import Any

import pytest

from client.gate import device as devices
from client.gate import messages
from client.ui.intents import Intent, Menu, Turn
from client.ui.text_field import TextField
from client.ui.widgets import Button
from core.game import Seat
from core.protocol import messages as m
from tests.client.gate.house import house, sit


def test_a_guest_sits_down_goes_and_comes_back_to_the_seat() -> None:
    with house() as where:
        first = where.device()
        sit(where, first, "Ada")
        assert where.table.holders[0].name == "Ada"
        where.host.ask(m.Start, level="easy")
        where.until(lambda: first.top == "table", first)
        kept = first.told("keys")[-1]["keys"]
        first.device.close()
        where.until(lambda: where.kinds[0] == "away")
        again = where.device(keys=kept)
        where.until(lambda: where.kinds[0] == "person" and again.top == "table", again)
        again.device.close()


def test_before_the_start_a_lost_line_gives_no_seat_back() -> None:
    with house() as where:
        first = where.device()
        sit(where, first, "Ada")
        kept = first.told("keys")[-1]["keys"]
        first.device.close()
        where.until(lambda: where.kinds[0] == "away")
        again = where.device(keys=kept)
        where.until(lambda: where.kinds[0] == "person", again)
        again.device.close()


@pytest.mark.parametrize(
    "keys", ["", "{", "[1]", '[{"table":1,"seat":0,"token":"AAAAAAAAAAAAAAAAAAAAAA=="}]']
)
def test_keys_that_make_no_sense_or_fit_nowhere_lead_in_as_a_newcomer(keys: str) -> None:
    with house() as where:
        screen = where.device(keys=keys)
        where.until(lambda: screen.top == "gather", screen)
        assert where.kinds == ["open", "open"]
        screen.device.close()


def test_whom_the_host_sends_away_stays_away() -> None:
    with house() as where:
        screen = where.device()
        sit(where, screen, "Ada")
        where.host.ask(m.Kick, guest=where.table.holders[0].guest)
        where.until(lambda: screen.device.program.banned, screen)
        screen.device.close()


def test_a_device_that_shows_nothing_is_sent_little_and_given_up() -> None:
    with house() as where:
        screen = where.device(shows=False)
        where.until(lambda: screen.top == "gather", screen)
        screen.frames(3)
        assert len(screen.pictures) == devices.MOST_UNSEEN and not screen.device.lost
        screen.frames(devices.SEEN_SECONDS)
        assert screen.device.lost
        screen.device.close()


def test_a_page_that_nobody_sees_is_sent_nothing_and_not_given_up() -> None:
    with house() as where:
        screen = where.device()
        where.until(lambda: screen.top == "gather", screen)
        screen.frames(1)
        screen.post(messages.Seen(False))
        before = len(screen.pictures)
        screen.frames(devices.SEEN_SECONDS + 1)
        assert len(screen.pictures) == before and not screen.device.lost
        screen.post(messages.Seen(True))
        screen.key("Tab")
        assert len(screen.pictures) > before
        screen.device.close()


def test_of_many_sizes_in_a_second_the_last_counts() -> None:
    with house() as where:
        screen = where.device()
        where.until(lambda: screen.top == "gather", screen)
        for width in range(400, 500, 10):
            screen.post(messages.Resize(width, 700))
            screen.frames(0.1)
        screen.frames(1)
        sizes = [(one["width"], one["height"]) for one in screen.told("size")]
        assert sizes[-1] == (490, 700) and len(sizes) <= 4
        screen.device.close()


def test_at_rest_nothing_is_sent() -> None:
    with house() as where:
        screen = where.device()
        sit(where, screen, "Ada")
        where.host.ask(m.Start, level="easy")
        where.until(lambda: screen.top == "table" and where.table.own_seats_to_act() == (), screen)
        screen.frames(6)
        before = len(screen.sent)
        screen.frames(10)
        assert len(screen.sent) == before
        screen.device.close()


# --- Secrets ------------------------------------------------------------------------------------------


def traffic(choice: int, game: str) -> tuple[list[Any], str]:
    """What a device is sent after somebody else's sealed decision, and that decision: one of several."""
    with house(game, 2, seed=11) as where:
        screen = where.device()
        sit(where, screen, "Ada")
        bo = where.guest()
        bo.ask(m.Sit, table=where.table.table, seat=1, name="Bo", token=bytes(range(16)))
        where.until(lambda: where.kinds == screen.kinds == ["person", "person"], screen)
        where.host.ask(m.Start, level="easy")
        where.until(lambda: screen.top == "table" and bo.client_table is not None, screen)
        where.until(lambda: is_asked(bo), screen)
        screen.frames(20)
        before = len(screen.sent)
        table = bo.client_table
        assert table is not None
        legal = table.game.legal(table.latest.view(1), Seat(1))
        action = legal[choice % len(legal)]
        bo.act(1, action)
        bo.ask(m.Say, text="Done!")
        where.until(lambda: bo.answered)
        # In one round the server writes to its guests one after the other: after a further round the device
        # has both messages, and reads them in one frame.
        bo.ask(m.Browse)
        where.until(lambda: bo.answered)
        screen.frames(0)
        assert any(isinstance(one, str) and "chime" in one for one in screen.sent[before:])
        assert table.line(Seat(1))
        screen.frames(3)
        sent = [one for one in screen.sent[before:] if not (isinstance(one, str) and '"keys"' in one)]
        # How many pictures there were before depends on which messages came together.
        sent = [one[5:] if isinstance(one, bytes) and one[:1] == b"P" else one for one in sent]
        screen.device.close()
        return sent, table.game.notation(action)


def is_asked(bo: Any) -> bool:
    return bool(bo.client_table.own_seats_to_act())


@pytest.mark.parametrize("game", ["great_split", "great_divide"])
def test_what_others_have_sealed_changes_no_byte(game: str) -> None:
    (first, one), (second, other) = traffic(0, game), traffic(1, game)
    differ = [number for number, two in enumerate(zip(first, second, strict=False)) if two[0] != two[1]]
    assert one != other and first and (differ, len(first)) == ([], len(second))


def test_commands_are_found_on_a_layout_without_latin_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    with house() as where:
        screen, heard = where.device(), list[Intent]()
        where.until(lambda: screen.top == "gather", screen)
        monkeypatch.setattr(screen.device.app.top, "handle", heard.append)
        for letter, code in (("й", "KeyQ"), ("У", "KeyE"), ("m", "KeyM"), ("é", "Digit2")):
            screen.post(messages.Key(letter, True, code=code), messages.Key(letter, False, code=code))
            screen.frames(0.1)
            assert screen.device.app.labels.name(Turn(step=-1)) == ("Й" if code in ("KeyQ", "KeyE") else "Q")
        assert [type(intent) for intent in heard] == [Turn, Turn, Menu]
        screen.device.close()


def test_a_key_that_is_held_when_the_page_loses_the_keyboard_is_let_go() -> None:
    with house() as where:
        screen = where.device()
        where.until(lambda: screen.top == "gather", screen)
        screen.post(messages.Key("ArrowDown", True))
        screen.frames(0.1)
        screen.post(messages.Blurred())
        screen.frames(0.1)
        assert screen.device.app.input.read([], 1e9) == []
        screen.device.close()


def test_what_is_composed_stays_in_the_field_that_is_left() -> None:
    with house() as where:
        screen = where.device()
        where.until(lambda: screen.top == "gather", screen)
        screen.frames(0.5)
        screen.key("Enter")
        app = screen.device.app
        assert app.top is not None
        field, number = app.top.text_field, screen.device.display.field
        assert isinstance(field, TextField)
        field.set_text("")
        screen.post(messages.Text("Ада", open=True, field=number))
        screen.frames(0.1)
        assert (field.text, field.composing) == ("", "Ада")
        dialog = app.top.focus.modal  # type: ignore[attr-defined]  # the gathering's
        button = next(widget for widget in dialog.focus.widgets if isinstance(widget, Button))
        x, y = app.canvas.pixel(*button.rect.centre)
        wide, high = screen.device.display.surface.get_size()
        screen.post(messages.Mouse("move", x * 390 / wide, y * 844 / high))
        screen.frames(0.1)
        assert app.top.text_field is None
        screen.post(messages.Text("", open=True, field=number), messages.Text("Ада", field=number))
        screen.frames(0.1)
        assert (field.text, field.composing) == ("Ада", ""), "once, though it comes again"
        screen.device.close()
