"""Layout of a keyboard: which key means the command of a letter there, and what is written on it.

Commands are Latin letters. Where the layout has the letter, on whatever key, only that counts; where none of
its keys writes the letter, as on Cyrillic, Greek or Hebrew layouts, the key does that is at the letter's
place on a QWERTY keyboard.
"""

from __future__ import annotations

import string
import unicodedata
from typing import Final

import msgspec

from client.ui import sdl

FIRST_PLACE: Final = 4
"""SDL's scancode of the place at which QWERTY has A; those of B to Z follow."""
PLACES: Final = 101
"""Scancodes of keys that write something are below this."""
NO_CHARACTER: Final = 1 << 30
"""SDL's keycodes from here on are of keys that write nothing; those below are characters."""


class KeyboardLayout(msgspec.Struct, frozen=True):
    """Letters that the keys of a keyboard write without Shift.

    `letters`: the Latin letters that some key writes. `places`: what the keys write at which QWERTY has A to
    Z, "" where that is not known.
    """

    letters: str
    places: tuple[str, ...]

    def command(self, key: int, scancode: int) -> int:
        """Keycode of the command that the key at a place means, which writes `key`."""
        letter, character = _letter_at(scancode), _character(key)
        written = letter in self.letters or (character != "" and character in self.letters)
        return key if not letter or written else ord(letter)

    def cap(self, letter: str) -> str:
        """Label of the key that means the command of a Latin letter."""
        written = "" if letter.lower() in self.letters else self.places[ord(letter.lower()) - ord("a")]
        # Keys show capitals where a script has them; Georgian has some that no key shows, and no title case.
        capital = written.title()
        return letter.upper() if not written else capital if len(capital) == 1 else written

    def learnt(self, key: int, scancode: int) -> KeyboardLayout:
        """The layout after a key was pressed: where nobody says what keys write, each press says something.

        A letter of a script that this layout has not is one of another layout, of which nothing else is
        known.
        """
        letter = _letter_at(scancode)
        character = _character(key)
        if not letter or not character or self.places[ord(letter) - ord("a")] == character:
            return self
        if _is_latin(character):
            return self if self.letters else QWERTY
        if self.letters and not character.isalpha():
            return self  # a sign there tells nothing: Dvorak has some, and so have Greek and Hebrew layouts
        places = list(NOTHING_KNOWN if self.letters else self.places)
        places[ord(letter) - ord("a")] = character
        return KeyboardLayout("", tuple(places))


NOTHING_KNOWN: Final = ("",) * len(string.ascii_lowercase)
QWERTY: Final = KeyboardLayout(string.ascii_lowercase, tuple(string.ascii_lowercase))
"""The layout as long as nothing else is known."""


def system_layout() -> KeyboardLayout:
    """The layout in use on this machine; QWERTY where SDL cannot be asked."""
    library = sdl.library()
    if library is None:
        return QWERTY
    written = [_character(library.SDL_GetKeyFromScancode(place)) for place in range(PLACES)]
    letters = "".join(sorted({one for one in written if one and one in string.ascii_lowercase}))
    last = FIRST_PLACE + len(string.ascii_lowercase)
    return KeyboardLayout(letters, tuple(written[FIRST_PLACE:last]))


def scancode_of(letter: str) -> int:
    """SDL's scancode of the place at which QWERTY has a letter."""
    return FIRST_PLACE + string.ascii_lowercase.index(letter.lower())


def _letter_at(scancode: int) -> str:
    """Letter that QWERTY has at a place; "" for other keys."""
    index = scancode - FIRST_PLACE
    return string.ascii_lowercase[index] if 0 <= index < len(string.ascii_lowercase) else ""


def _character(key: int) -> str:
    """Character of a keycode; "" for keys that write nothing."""
    return chr(key) if 0 < key < NO_CHARACTER and chr(key).isprintable() else ""


def _is_latin(character: str) -> bool:
    return unicodedata.name(character, "").startswith("LATIN")
