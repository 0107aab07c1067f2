"""Beds of sound: loops under a screen, such as the title's slow music and the sounds of each game's world.

A bed grows stroke by stroke, a few milliseconds each. A stroke that extends over the end of the loop goes
on at its beginning, so there is no seam. All are low or soft: half the rate of other sounds is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np

from client.ui.sound import waves
from client.ui.sound.waves import Wave, fall, tone

AMBIENCE_RATE: Final = waves.SAMPLE_RATE // 2
LOOP_SECONDS: Final = 16.0
"""Seconds of a world's loop. Played in stereo at the full rate it takes 2.8 MB."""
MUSIC_SECONDS: Final = 40.0
"""Seconds of the title's music."""
MUSIC_LEVEL: Final = 0.085
"""Loudness of the title's music, as a root mean square; worlds have a third of it."""
AIR_SECONDS: Final = 1.0
"""Seconds from one piece of air to the next; each is twice as long, and they fade into one another."""

Stroke = tuple[float, Callable[[], Wave]]
"""Sound and the second of the loop at which it begins."""
Swell = Callable[[Wave], Wave]
"""Function from seconds of the loop to loudness 0 … 1."""


class Bed:
    """Loop of `seconds`, put together from strokes; `level` is its root mean square."""

    def __init__(self, seconds: float, loudness: float, strokes: Iterable[Stroke]) -> None:
        self.level = loudness
        self._loop = np.zeros(int(AMBIENCE_RATE * seconds), np.float32)
        self._strokes = [*strokes][::-1]

    @property
    def done(self) -> bool:
        return not self._strokes

    def step(self) -> None:
        """Add the next stroke; its end wraps around to the beginning."""
        start, make = self._strokes.pop()
        wave, first = make(), int(start * AMBIENCE_RATE) % len(self._loop)
        head = min(len(wave), len(self._loop) - first)
        self._loop[first : first + head] += wave[:head]
        self._loop[: len(wave) - head] += wave[head:]

    def wave(self) -> Wave:
        """Loop as far as it has grown."""
        strength = float(np.sqrt(np.square(self._loop).mean())) or 1.0
        return np.asarray(self._loop / strength * self.level, dtype=np.float32)


# --- the title ------------------------------------------------------------------------------------------

SCALE: Final = (146.83, 174.61, 196.0, 220.0, 261.63, 293.66, 349.23, 392.0, 440.0)
CHORDS: Final = ((0, 2, 4), (1, 3, 5), (0, 3, 6), (2, 4, 7))


def music(seed: int) -> Iterator[Stroke]:
    """Slow music of soft chords and single notes; the same seed gives the same piece."""
    rng = np.random.default_rng(seed)
    bar = MUSIC_SECONDS / 8
    for index in range(8):
        for step in CHORDS[int(rng.integers(len(CHORDS)))]:
            start = index * bar + float(rng.uniform(0, 0.4))
            yield start, partial(_note, SCALE[step] / 2, bar * 1.25, 0.5)
        for _ in range(int(rng.integers(1, 4))):
            start = index * bar + float(rng.uniform(0.5, bar))
            yield start, partial(_note, SCALE[int(rng.integers(3, 9))], 2.6, 0.32)


def _note(hertz: float, seconds: float, gain: float) -> Wave:
    t = waves.clock(seconds, AMBIENCE_RATE)
    swell = np.sin(np.float32(np.pi / seconds) * t) ** 2 if seconds > 3 else fall(t, 0.02, 0.7)
    turn = np.float32(2 * np.pi * hertz) * t
    wave = (np.sin(turn) + np.float32(0.25) * np.sin(np.float32(2.004) * turn)) * swell * np.float32(gain)
    return np.asarray(wave, dtype=np.float32)


# --- what worlds are made of ----------------------------------------------------------------------------


def _air(low: float, high: float, seed: int, gain: float, swell: Swell) -> Iterator[Stroke]:
    """Noise of these frequencies all around the loop, `gain` strong where the swell is 1."""
    for number in range(round(LOOP_SECONDS / AIR_SECONDS)):
        yield (
            number * AIR_SECONDS,
            partial(_piece, low, high, seed + number, gain, swell, number * AIR_SECONDS),
        )


def _piece(low: float, high: float, seed: int, gain: float, swell: Swell, start: float) -> Wave:
    """Piece of air, which fades in and out so that two which overlap are as loud as one."""
    t = waves.clock(2 * AIR_SECONDS, AMBIENCE_RATE)
    wave = waves.band(waves.noise(2 * AIR_SECONDS, seed, AMBIENCE_RATE), low, high, AMBIENCE_RATE)
    fade = np.sin(np.float32(np.pi / 2 / AIR_SECONDS) * t) * swell(
        (t + np.float32(start)) % np.float32(LOOP_SECONDS)
    )
    return np.asarray(wave / wave.std() * fade * gain, dtype=np.float32)


def _breath(least: float, *turns: tuple[int, float]) -> Swell:
    """Swell between `least` and 1: sines of a number of turns in the loop, each with its phase in turns."""

    def swell(t: Wave) -> Wave:
        waver = sum(np.sin(2 * np.pi * (count * t / LOOP_SECONDS + phase)) for count, phase in turns)
        return np.asarray(least + (1 - least) * (0.5 + 0.5 * waver / len(turns)), dtype=np.float32)

    return swell


def _breakers(starts: Sequence[tuple[float, float]], rise: float, decay: float) -> Swell:
    """Swell of waves: each starts at a second with a strength, rises and runs out."""

    def swell(t: Wave) -> Wave:
        out = np.zeros_like(t)
        for start, gain in starts:
            local = (t - np.float32(start)) % np.float32(LOOP_SECONDS)
            shape = np.where(local < rise, (local / rise) ** 2, np.exp(-(local - rise) / decay))
            out = np.maximum(out, gain * shape)
        return np.asarray(out, dtype=np.float32)

    return swell


def _every(period: float, first: float, *makes: Callable[[], Wave]) -> Iterator[Stroke]:
    """Sounds in turn, all around the loop; the loop's length is a multiple of the period."""
    for number in range(round(LOOP_SECONDS / period)):
        yield first + number * period, makes[number % len(makes)]


# --- the worlds -----------------------------------------------------------------------------------------


def coast() -> Iterator[Stroke]:
    """Surf of two oceans, and wind over the land between them."""
    waves_of_surf = ((0.2, 1.0), (5.6, 0.7), (10.7, 0.88))
    yield from _air(110, 620, 200, 1.0, _breakers(waves_of_surf, 2.4, 1.5))
    yield from _air(
        900, 3000, 250, 0.3, _breakers([(at + 0.5, gain) for at, gain in waves_of_surf], 2.0, 2.1)
    )
    yield from _air(230, 560, 300, 0.32, _breath(0.35, (1, 0.1), (3, 0.45)))


def stony_desert() -> Iterator[Stroke]:
    """A dry wind with a whistle in it; cicadas that come and go."""
    yield from _air(160, 700, 400, 1.0, _breath(0.2, (1, 0.0), (3, 0.3)))
    yield from _air(860, 1040, 450, 0.13, _breath(0.0, (1, 0.92), (3, 0.2), (4, 0.6)))
    for start, gain, first in ((0.9, 1.0, 4310), (5.1, 0.5, 4720), (8.6, 0.8, 4450), (13.2, 0.35, 4900)):
        yield start, partial(_cicadas, gain, first)


def _cicadas(gain: float, hertz: float) -> Wave:
    """Cicadas: a few start, sing for some seconds, and stop."""
    t = waves.clock(4.4, AMBIENCE_RATE)
    out = np.zeros_like(t)
    for number in range(6):
        rasp = (0.5 + 0.5 * np.sin(2 * np.pi * (36 + 1.7 * number) * t)) ** 2
        turn = 2 * np.pi * (hertz + 61 * number) * t + 2.5 * np.sin(2 * np.pi * (71 + 5 * number) * t)
        out += np.asarray(rasp * np.sin(turn), dtype=np.float32)
    return np.asarray(out * np.sin(np.pi * t / 4.4) ** 2 * gain * 0.16, dtype=np.float32)


def auction_room() -> Iterator[Stroke]:
    """Quiet room with thick curtains, and a tall clock in its corner."""
    yield from _air(70, 230, 600, 0.5, _breath(0.7, (1, 0.2), (2, 0.6)))
    yield from _air(350, 900, 650, 0.1, _breath(0.5, (1, 0.7), (3, 0.1)))
    yield from _every(1.0, 0.1, partial(_clockwork, 1.0), partial(_clockwork, 0.79))


def _clockwork(pitch: float) -> Wave:
    """Beat of the clock: its anchor, and the case that answers."""
    t = waves.clock(0.3, AMBIENCE_RATE)
    anchor = tone(t, 1730 * pitch, (1.0, 0.4)) * fall(t, 0.0012, 0.007)
    case = tone(t, 236 * pitch, (1.0, 0.5, 0.2)) * fall(t, 0.003, 0.045)
    return np.asarray(1.5 * anchor + 1.7 * case, dtype=np.float32)


def oil_field() -> Iterator[Stroke]:
    """Flares that roar and flutter in the dusk; two pumps far away, each in its own time."""
    yield from _air(120, 420, 800, 0.8, _breath(0.55, (2, 0.1), (9, 0.3), (23, 0.8)))
    yield from _air(500, 1700, 850, 0.2, _breath(0.25, (5, 0.6), (14, 0.2), (37, 0.4)))
    yield from _every(4.0, 0.5, partial(_pump, 1.0))
    yield from _every(3.2, 1.9, partial(_pump, 1.19))


def _pump(pitch: float) -> Wave:
    """Beat of a pump: it goes down with a thud, and its beam comes up again squeaking."""
    t = waves.clock(2.0, AMBIENCE_RATE)
    thud = np.sin(2 * np.pi * 58 * pitch * (t - 0.25 * t**2)) * fall(t, 0.012, 0.13)
    local = np.maximum(t - 0.95, 0)
    glide = 405 * pitch * (local + 0.16 * local**2)
    squeak = (np.sin(2 * np.pi * glide) + 0.5 * np.sin(6.04 * np.pi * glide)) * fall(local, 0.12, 0.16)
    return np.asarray(2.6 / pitch * thud + 0.3 * squeak * (t >= 0.95), dtype=np.float32)


def red_earth() -> Iterator[Stroke]:
    """Dusk: warm air, crickets, and magpies that sing to one another."""
    yield from _air(140, 480, 1000, 0.5, _breath(0.4, (1, 0.3), (3, 0.8)))
    yield from _every(0.8, 0.3, partial(_cricket, 1.0), partial(_cricket, 0.94), partial(_cricket, 1.03))
    for start, distance, song in MAGPIE_SONGS:
        yield start, partial(_magpie, distance, song)


MAGPIE_SONGS: Final[tuple[tuple[float, float, tuple[tuple[float, float, float], ...]], ...]] = (
    (1.4, 1.0, ((620, 700, 0.16), (930, 840, 0.2), (700, 1050, 0.24), (1120, 760, 0.3), (640, 610, 0.34))),
    (6.9, 0.55, ((840, 900, 0.14), (1180, 1010, 0.22), (880, 760, 0.3))),
    (11.8, 0.8, ((560, 640, 0.2), (760, 980, 0.18), (1240, 1100, 0.14), (930, 1010, 0.2), (800, 590, 0.4))),
)
"""Songs of magpies: second in the loop, nearness (1: nearest), notes: from and to what Hz, seconds."""


def _magpie(near: float, song: Sequence[tuple[float, float, float]]) -> Wave:
    """Song of gliding notes, each in two voices as these birds sing, with an answer from the trees."""
    voice = np.concatenate([_glide(*note) for note in song])
    out = np.zeros(len(voice) + int(0.5 * AMBIENCE_RATE), np.float32)
    for late, gain in ((0.0, 1.0), (0.17, 0.3), (0.36, 0.14)):
        first = int(late * AMBIENCE_RATE)
        out[first : first + len(voice)] += gain * voice
    return np.asarray(out * near * 0.75, dtype=np.float32)


def _glide(first: float, last: float, seconds: float) -> Wave:
    t = waves.clock(seconds + 0.05, AMBIENCE_RATE)
    share = np.clip(t / seconds, 0, 1)
    turn = (
        2
        * np.pi
        * np.cumsum(first + (last - first) * share + 16 * np.sin(2 * np.pi * 23 * t))
        / AMBIENCE_RATE
    )
    voices = np.sin(turn) + 0.4 * np.sin(1.335 * turn) + 0.18 * np.sin(2 * turn)
    return np.asarray(voices * np.sin(np.pi * share).clip(0) ** 0.8, dtype=np.float32)


def _cricket(pitch: float) -> Wave:
    t = waves.clock(0.4, AMBIENCE_RATE)
    chirp = np.sin(2 * np.pi * 3350 * pitch * t) * (0.5 + 0.5 * np.sin(2 * np.pi * 27 * t)) ** 2
    return np.asarray(chirp * np.sin(np.pi * t / 0.4) * 0.1, dtype=np.float32)


TITLE_BED: Final = "title"
WORLD_BEDS: Final[dict[str, Callable[[], Iterator[Stroke]]]] = {
    "great_divide": coast,
    "sturt": stony_desert,
    "great_split": auction_room,
    "ghawar": oil_field,
    "down_under": red_earth,
}
"""Beds of the games' worlds."""


def bed(name: str, seed: int) -> Bed | None:
    """Bed that has yet to grow: the title's, another for every seed, or a game's if it has one."""
    if name == TITLE_BED:
        return Bed(MUSIC_SECONDS, MUSIC_LEVEL, music(seed))
    strokes = WORLD_BEDS.get(name)
    return None if strokes is None else Bed(LOOP_SECONDS, MUSIC_LEVEL / 3, strokes())
