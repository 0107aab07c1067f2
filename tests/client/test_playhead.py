"""The place in a recorded game, without a window."""

from __future__ import annotations

from client.session.playhead import Playhead
from core import record
from core.codec import plain
from tests.client.screens_kit import recorded


def test_playing_tells_every_step_once_and_then_stops() -> None:
    saved = recorded()
    head = Playhead(saved)
    head.toggle()
    told = []
    while (event := head.next()) is not None:
        told.append(event.action())
    assert told == [step.action for step in saved.steps]
    assert (head.at, head.playing, head.at_end) == (head.steps, False, True)
    assert head.position_view.outcome is not None


def test_nothing_happens_unless_it_is_asked_for() -> None:
    head = Playhead(recorded())
    assert head.next() is None
    head.step()
    event = head.next()
    assert event is not None and event.before.turn == 0 and event.after.turn == 1
    assert head.next() is None
    assert head.position_view.turn == 1


def test_a_happening_is_what_the_game_makes_of_it() -> None:
    saved = recorded()
    head = Playhead(saved, 7)
    head.step()
    event = head.next()
    assert event is not None
    after = saved.game.apply(event.before.view(), event.seat, event.action())
    assert plain(event.after.view()) == plain(after)
    assert event.before.to_act == (event.seat,)


def test_jumps_end_at_the_ends_and_playing_at_the_last() -> None:
    head = Playhead(recorded())
    head.toggle()
    assert head.jump(5) and head.at == 5 and head.playing
    assert head.jump(10_000) and head.at == head.steps and not head.playing
    assert not head.jump(10_000)
    assert head.jump(-3) and head.at == 0


def test_play_at_the_end_begins_anew() -> None:
    head = Playhead(recorded())
    head.jump(head.steps)
    head.toggle()
    assert head.playing and head.at == 0


def test_a_step_stops_playing() -> None:
    head = Playhead(recorded())
    head.toggle()
    head.step()
    assert head.next() is not None
    assert head.next() is None


def test_the_text_is_a_record_of_all_before() -> None:
    saved = recorded()
    head = Playhead(saved, 9)
    again = record.read(head.text())
    assert again.steps == saved.steps[:9]
    assert again.header.names == ("Ada", "Kenji") and not again.header.seed
    assert plain(again.states[-1]) == plain(head.position_view.view())


def test_why_nobody_can_play_on() -> None:
    head = Playhead(recorded())
    assert head.why_not_on() == ""
    head.jump(head.steps)
    assert head.why_not_on() == "replay.over"
