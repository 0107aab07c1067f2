"""Sounds: waves as numbers, which bed is heard when, devices that come and go."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pygame
import pytest

from client.boards.contract import Animation, Cue
from client.boards.kit.timeline import CHAIN_PITCHES, chain_cues
from client.stage.playback import Playback
from client.stage.window import Screen
from client.ui.animation import CHAIN_INTERVAL, Motion
from client.ui.sound import ambience
from client.ui.sound.audio import (
    CROSSFADE_MILLISECONDS,
    DEVICE_RETRY_DELAY,
    THINNED_SHARE,
    THINNING_SECONDS,
    Audio,
)
from client.ui.sound.synthesis import SAMPLE_RATE, SOUNDS
from client.ui.sound.waves import Wave
from tests.client.screens_kit import opened, server, stage, table
from tests.core.floors import GROWN

MOST_STEPS = 500
MEGABYTES = 3
"""What a world's bed may take as the mixer keeps it: stereo, 16 bit, at the full rate."""


def grown(name: str, seed: int = 0) -> Wave:
    bed = ambience.bed(name, seed)
    assert bed is not None
    while not bed.done:
        bed.step()
    return bed.wave()


def level(wave: Wave) -> float:
    return float(np.sqrt(np.square(wave, dtype=np.float64).mean()))


def to_the_ear(wave: Wave) -> float:
    """A level with each frequency as loud as ears hear it when it is soft (the A curve of IEC 61672)."""
    hertz = np.maximum(np.fft.rfftfreq(len(wave), 1 / ambience.AMBIENCE_RATE), 1.0) ** 2
    curve = 12194**2 * hertz**2 / (hertz + 20.6**2) / (hertz + 12194**2)
    curve /= np.sqrt((hertz + 107.7**2) * (hertz + 737.9**2))
    return level(np.fft.irfft(np.fft.rfft(wave) * curve * 1.259, len(wave)))


# --- waves ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(SOUNDS))
def test_every_sound_is_audible_short_and_not_too_loud(name: str) -> None:
    for pitch in (0.5, 1.0, 2.0):
        wave = SOUNDS[name](pitch)
        assert 0.05 < float(abs(wave).max()) <= 0.6
        assert len(wave) < SAMPLE_RATE * 2.5
        assert abs(float(wave[-1])) < 0.01


def test_a_chain_rises_and_ends_in_a_chord() -> None:
    """Two beats are no chain yet; beats that fall together are one; a long chain does not leave its range."""
    assert chain_cues("tick", [1.0, 1.14]) == (Cue(1.0, "tick", 0), Cue(1.14, "tick", 2))
    links = chain_cues("tick", [1.28, 1.0, 1.14, 1.15])
    assert [cue.pitch for cue in links] == [0, 2, 4, 4]
    assert (links[-1].sound, links[-1].at) == ("chord", 1.28)
    long = [cue.pitch for cue in chain_cues("tick", np.arange(30) * CHAIN_INTERVAL)]
    assert long == sorted(long) and long[-1] == CHAIN_PITCHES[-1]
    assert chain_cues("tick", []) == ()


def test_the_music_is_another_for_another_seed() -> None:
    assert (grown("title", 3) == grown("title", 3)).all()
    assert (grown("title", 3) != grown("title", 4)).any()


def test_what_reaches_over_the_end_of_a_bed_goes_on_at_its_beginning() -> None:
    second = ambience.AMBIENCE_RATE
    bed = ambience.Bed(1.0, 0.1, [(0.9, lambda: np.ones(second // 5, np.float32))])
    bed.step()
    heard = bed.wave() > 0
    assert heard[: second // 10].all() and heard[-second // 10 + 1 :].all()
    assert not heard[second // 10 : second * 9 // 10].any()


@pytest.mark.parametrize("name", [ambience.TITLE_BED, *ambience.WORLD_BEDS])
def test_a_bed_goes_round_without_a_seam_a_gap_or_a_clipped_peak(name: str) -> None:
    """Over its end it steps no further than it does inside; each second is heard; nothing is cut off."""
    wave = grown(name)
    inside = float(np.quantile(np.abs(np.diff(wave)), 0.999))
    assert abs(float(wave[0] - wave[-1])) <= inside
    seconds = [level(part) for part in np.array_split(wave, round(len(wave) / ambience.AMBIENCE_RATE))]
    assert min(seconds) > 0.1 * max(seconds)
    assert float(np.abs(wave).max()) < 0.6


@pytest.mark.parametrize("key", [game.info.key for game in GROWN])
def test_a_world_is_a_third_as_loud_as_the_title_and_no_sharper_to_the_ear(key: str) -> None:
    world, title = grown(key), grown("title")
    assert level(world) == pytest.approx(level(title) / 3, rel=0.01)
    assert to_the_ear(world) < 1.1 * to_the_ear(title)
    assert len(world) * (SAMPLE_RATE // ambience.AMBIENCE_RATE) * 2 * 2 <= MEGABYTES * 10**6


class OneStep:
    """A source and a board in one: a single event, with a chain."""

    shown = None
    cues = chain_cues("tick", [0.0, 0.14, 0.28])

    def __init__(self) -> None:
        self.happenings = [object()]

    def next(self) -> object | None:
        return self.happenings.pop() if self.happenings else None

    def animation(self, *_: object) -> Animation:
        return Animation(1.0, self.cues)


@pytest.mark.parametrize(("passed", "skips", "heard"), [(0.2, False, 2), (0.2, True, 3), (2.0, True, 4)])
def test_of_what_is_skipped_only_the_last_sound_is_heard(passed: float, skips: bool, heard: int) -> None:
    source: Any = OneStep()
    played: list[tuple[str, int]] = []
    shown = Playback(source, source, Motion(), str, lambda sound, pitch: played.append((sound, pitch)))
    shown.update(0.0)
    shown.update(passed)
    if skips:
        shown.skip()
    shown.update(passed + 0.01)
    every = [(cue.sound, cue.pitch) for cue in OneStep.cues]
    assert played == (every if heard == 4 else every[:2] + every[-1:] * (heard - 2))


# --- beds that come and go ------------------------------------------------------------------------------


class Recorded:
    """A sound that keeps what was asked of it."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.volume = 0.0

    def play(self, loops: int = 0, fade_ms: int = 0) -> None:
        self.calls.append(("play", (loops, fade_ms)))

    def fadeout(self, milliseconds: int) -> None:
        self.calls.append(("fadeout", milliseconds))

    def set_volume(self, volume: float) -> None:
        self.volume = volume


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[Recorded]:
    """All sounds that are made from now on."""
    made: list[Recorded] = []

    def sound(buffer: bytes) -> Recorded:
        made.append(Recorded())
        return made[-1]

    monkeypatch.setattr("pygame.mixer.Sound", sound)
    return made


@pytest.fixture
def grown_beds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the beds that were begun to be made."""
    names: list[str] = []
    bed = ambience.bed

    def noting(name: str, seed: int) -> ambience.Bed | None:
        names.append(name)
        return bed(name, seed)

    monkeypatch.setattr(ambience, "bed", noting)
    return names


@pytest.fixture
def told() -> list[str]:
    """What the sound has told people."""
    return []


@pytest.fixture
def audio(told: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Audio]:
    """On a device that plays to nobody."""
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    made = Audio(1.0, 1.0, lost=lambda: told.append("lost"))
    yield made
    made.close()


def settle(audio: Audio) -> None:
    """Prepare all there is to prepare."""
    for _ in range(MOST_STEPS):
        if not audio.warm():
            return
    raise AssertionError("it never ends")


def test_a_bed_fades_across_and_only_the_last_world_is_kept(
    audio: Audio, recorded: list[Recorded], grown_beds: list[str]
) -> None:
    settle(audio)
    usual = len(recorded)
    for name in ("title", "sturt", "ghawar", "title"):
        audio.bed(name)
        settle(audio)
    title, sturt, ghawar = recorded[usual:]
    assert title.calls == [
        ("play", (-1, CROSSFADE_MILLISECONDS)),
        ("fadeout", CROSSFADE_MILLISECONDS),
        ("play", (-1, CROSSFADE_MILLISECONDS)),
    ]
    for world in (sturt, ghawar):
        assert world.calls == [("play", (-1, CROSSFADE_MILLISECONDS)), ("fadeout", CROSSFADE_MILLISECONDS)]
    audio.bed(None)
    assert title.calls[-1] == ("fadeout", CROSSFADE_MILLISECONDS)
    for name in ("ghawar", "sturt"):
        audio.bed(name)
        settle(audio)
    assert grown_beds == ["title", "sturt", "ghawar", "sturt"]


def test_a_bed_is_not_made_while_its_slider_is_at_nothing(audio: Audio, grown_beds: list[str]) -> None:
    audio.set(1.0, 0.0)
    audio.bed("sturt")
    settle(audio)
    assert not grown_beds
    audio.set(1.0, 0.5)
    settle(audio)
    assert grown_beds == ["sturt"] and pygame.mixer.get_busy()


def test_a_bed_thins_to_half_and_comes_back(audio: Audio, recorded: list[Recorded]) -> None:
    audio.bed("sturt")
    settle(audio)
    bed = recorded[-1]
    full = bed.volume
    audio.set_thinned(True)
    audio.update(THINNING_SECONDS / 2)
    assert THINNED_SHARE * full < bed.volume < full
    audio.update(THINNING_SECONDS * 2)
    assert bed.volume == pytest.approx(THINNED_SHARE * full)
    audio.set_thinned(False)
    audio.update(THINNING_SECONDS * 4)
    assert bed.volume == pytest.approx(full)


def test_each_screen_has_its_bed_and_a_table_grows_quiet_while_somebody_thinks(
    audio: Audio, recorded: list[Recorded], grown_beds: list[str]
) -> None:
    with stage() as on, server() as house:
        on.app.audio = audio
        session = opened(on, house, "Ada", "Bo")
        screen = table(session)
        on.app.push(screen)
        on.frames(1.0)
        settle(audio)
        bed = recorded[-1]
        full = bed.volume
        assert grown_beds == ["sturt"] and full > 0
        on.frames(8.0 + THINNING_SECONDS)
        assert bed.volume == pytest.approx(THINNED_SHARE * full)
        view, (seat, *_) = screen.client_table.latest.view(-1), screen.client_table.yours
        legal = screen.client_table.game.legal(view, seat)
        screen.model.decide(next(iter(legal)))
        for _ in range(MOST_STEPS):
            on.frames()
            if screen.model.playback.busy:
                break
        on.frames()
        assert bed.volume > THINNED_SHARE * full


# --- devices --------------------------------------------------------------------------------------------


def test_without_a_sound_device_all_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-such")
    told: list[str] = []
    audio = Audio(1.0, 1.0, lost=lambda: told.append("lost"))
    audio.play("paper_land", 3)
    audio.bed("title")
    assert audio.warm() is False
    assert not audio.available and not told
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    audio.update(DEVICE_RETRY_DELAY - 0.1)
    assert not audio.available, "it is not looked for in every frame"
    audio.update(DEVICE_RETRY_DELAY)
    assert audio.available
    audio.close()


def test_a_device_that_is_gone_is_said_once_and_played_on_when_it_is_back(
    audio: Audio, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    audio.bed("sturt")
    settle(audio)
    for round_ in (1, 2):
        pygame.mixer.quit()  # the mixer has gone under our feet
        audio.play("wood")
        assert not audio.available and told == ["lost"]
        audio.set_thinned(round_ == 1)
        audio.update(DEVICE_RETRY_DELAY * 4 * round_)
        settle(audio)
        assert audio.available and pygame.mixer.get_busy()
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-such")
    audio.device_removed()
    audio.play("wood")
    assert not audio.available and told == ["lost"]
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    audio.device_added()
    audio.play("wood")
    assert audio.available


def test_devices_that_come_and_go_are_told_to_the_sound_and_a_loss_to_people() -> None:
    with stage() as on:
        on.app.push(Screen())
        heard: list[str] = []
        on.app.audio.device_added = lambda: heard.append("added")  # type: ignore[method-assign]
        on.app.audio.device_removed = lambda: heard.append("removed")  # type: ignore[method-assign]
        for kind in (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED):
            for microphone in (0, 1):
                on.frames(0.1, pygame.event.Event(kind, which=0, iscapture=microphone))
        assert heard == ["added", "removed"]
        assert not on.app.notices.alive(on.app.now)
        on.app.audio.tell()
        assert on.app.notices.alive(on.app.now)


def test_what_sound_libraries_say_is_not_shown(
    audio: Audio, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_device(*_: object) -> None:
        os.write(2, b"ALSA lib: cannot find card")
        raise pygame.error

    monkeypatch.setattr("pygame.mixer.init", without_device)
    audio.play("wood")
    assert not audio.available
    os.write(2, b"ours")
    assert capfd.readouterr().err == "ours"
