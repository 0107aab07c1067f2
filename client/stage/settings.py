"""Settings, kept between starts: read and checked, written completely or not at all."""

from __future__ import annotations

import locale
import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from assets.texts import LANGUAGES
from client.ui.portraits import PORTRAIT_KEYS, default_portrait
from core.game import Refused
from core.protocol.messages import MAX_SEATS, NAME_LENGTH, Portrait
from server.storage import atomic_file, folders

LEAST_SIZE: Final = (320, 240)
"""Least size of a window in pixels: a smaller one cannot be read."""
LARGEST_SIDE: Final = 16384
SETTINGS_FILE: Final = "settings.toml"
WATCHING_SPEEDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
"""Speeds to choose from while watching."""
ShareSetting = Annotated[float, msgspec.Meta(ge=0, le=1)]
PlayerName = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
Address = Annotated[str, msgspec.Meta(max_length=255)]
LearntKey = Annotated[str, msgspec.Meta(max_length=80)]
MOST_LEARNT: Final = 200


class Settings(msgspec.Struct, frozen=True):
    """Settings of a person on this machine.

    `width`, `height` are those of the window, in points; `monitor` is the name of the one to open on, "" for
    whichever the system takes; `names` and `portraits` are one per seat; `addresses` the
    newest first. `learnt` are the hints that need not be shown any more, `met` the games that people have
    begun here: a game's key, a space and a name. `coach`: whether it thinks along so that it can be asked,
    and of which losses it warns.
    """

    language: Literal["en", "de", "ja"] = "en"
    volume: ShareSetting = 0.5
    music: ShareSetting = 0.4
    speed: Annotated[float, msgspec.Meta(ge=0.25, le=4)] = 1.0
    motion: Literal["full", "reduced"] = "full"
    theme: Annotated[str, msgspec.Meta(pattern="^[a-z-]{1,40}$")] = "lamplight"
    width: Annotated[int, msgspec.Meta(ge=LEAST_SIZE[0], le=LARGEST_SIDE)] = 1280
    height: Annotated[int, msgspec.Meta(ge=LEAST_SIZE[1], le=LARGEST_SIDE)] = 720
    fullscreen: bool = False
    coach: Literal["off", "asked", "blunders", "mistakes"] = "asked"
    names: Annotated[tuple[PlayerName, ...], msgspec.Meta(max_length=MAX_SEATS)] = ()
    addresses: Annotated[tuple[Address, ...], msgspec.Meta(max_length=8)] = ()
    portraits: Annotated[tuple[Portrait, ...], msgspec.Meta(max_length=MAX_SEATS)] = ()
    learnt: Annotated[tuple[LearntKey, ...], msgspec.Meta(max_length=MOST_LEARNT)] = ()
    met: Annotated[tuple[LearntKey, ...], msgspec.Meta(max_length=MOST_LEARNT)] = ()
    monitor: Annotated[str, msgspec.Meta(max_length=80)] = ""

    def name(self, seat: int) -> str:
        """Name kept for a seat, "" if there is none."""
        return self.names[seat] if seat < len(self.names) else ""

    def with_name(self, seat: int, name: str) -> Settings:
        names = [*self.names, *[""] * (seat + 1 - len(self.names))]
        names[seat] = name[:NAME_LENGTH]
        return msgspec.structs.replace(self, names=tuple(names))

    def portrait(self, seat: int, taken: Collection[str] = ()) -> str:
        """Portrait kept for a seat, or the usual one of its name; none of those that are `taken`."""
        kept = self.portraits[seat] if seat < len(self.portraits) else ""
        free = kept in PORTRAIT_KEYS and kept not in taken
        return kept if free else default_portrait(self.name(seat) or str(seat), taken)

    def with_person(self, seat: int, name: str, portrait: str) -> Settings:
        """The settings with this name and portrait kept for a seat."""
        portraits = [*self.portraits, *[""] * (seat + 1 - len(self.portraits))]
        portraits[seat] = portrait
        return msgspec.structs.replace(self.with_name(seat, name), portraits=tuple(portraits))

    def with_speed(self, step: int) -> Settings:
        """The settings with this number of steps more speed, or less."""
        now = min(range(len(WATCHING_SPEEDS)), key=lambda i: abs(WATCHING_SPEEDS[i] - self.speed))
        return msgspec.structs.replace(
            self, speed=WATCHING_SPEEDS[max(0, min(len(WATCHING_SPEEDS) - 1, now + step))]
        )

    def with_learnt(self, hint: str) -> Settings:
        """The settings with a hint that need not be shown any more."""
        others = [known for known in self.learnt if known != hint]
        return msgspec.structs.replace(self, learnt=(*others, hint)[-MOST_LEARNT:])

    def has_met(self, name: str, game: str) -> bool:
        """Whether somebody of this name has begun a game here, or been offered its lesson."""
        return f"{game} {name}" in self.met

    def with_met(self, names: Sequence[str], game: str) -> Settings:
        """The settings after people of these names have met a game."""
        new = tuple(f"{game} {name}" for name in names)
        others = tuple(known for known in self.met if known not in new)
        return msgspec.structs.replace(self, met=(*others, *new)[-MOST_LEARNT:])

    def with_address(self, address: str) -> Settings:
        """The settings with this address first among the last ones."""
        others = [a for a in self.addresses if a != address]
        return msgspec.structs.replace(self, addresses=(address[:255], *others)[:8])


def load(path: Path | None = None) -> tuple[Settings, str | None]:
    """The settings, and the key of a notice or None. Never fails.

    A file that cannot be understood is set aside as `settings.toml.broken`, and the defaults are used.
    """
    try:
        file = (path or folders.user_folder("settings")) / SETTINGS_FILE
        raw = file.read_bytes()
    except FileNotFoundError:
        return defaults(), None
    except (OSError, Refused):
        return defaults(), "ui.settings.unreadable"
    try:
        return msgspec.toml.decode(raw, type=Settings), None
    except (ValueError, RecursionError):
        return defaults(), _set_aside(file)


def save(settings: Settings, path: Path | None = None) -> bool:
    """Write the settings so that the file is always complete; False if the place cannot be written to."""
    content = to_toml(msgspec.to_builtins(settings)).encode()
    try:
        atomic_file.write((path or folders.user_folder("settings")) / SETTINGS_FILE, content, private=True)
    except OSError:
        return False
    return True


def with_language(settings: Settings, language: str) -> Settings:
    """The same settings in another language; unchanged for "" and unknown languages."""
    if language not in LANGUAGES:
        return settings
    return msgspec.structs.replace(settings, language=language)


def defaults() -> Settings:
    """Settings of a new user: in their system's language, if there are texts in it."""
    return Settings(language=system_language())


def system_language(environment: Mapping[str, str] = os.environ) -> Literal["en", "de", "ja"]:
    """The system's language if there are texts in it, else English."""
    said = [environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    with suppress(ValueError):
        said.append(locale.getlocale()[0] or "")
    for value in said:
        spoken: Literal["en", "de", "ja"]
        for spoken, names in _NAMES.items():
            if value.lower().startswith(names):
                return spoken
    return "en"


def to_toml(values: Mapping[str, Any]) -> str:
    """A flat table as TOML: texts, numbers, booleans and lists of texts."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in values.items())


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    # A JSON string, number or boolean is also a TOML one; only DEL has to be escaped on top.
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def _set_aside(file: Path) -> str:
    try:
        atomic_file.set_aside(file, SETTINGS_FILE + ".broken")
    except OSError:
        return "ui.settings.unreadable"
    return "ui.settings.broken"


_NAMES: Final[dict[Literal["en", "de", "ja"], tuple[str, ...]]] = {
    "en": ("en",),
    "de": ("de", "german"),
    "ja": ("ja",),
}
assert set(_NAMES) == set(LANGUAGES)
