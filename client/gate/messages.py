"""Messages between a page in a browser and the gate.

The page sends JSON, which is checked here. The gate sends JSON (`tell`) and, for pictures and sounds, bytes:
the page's half is in `assets/gate/page.js`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from core.game import Refused

MOST_BYTES: Final = 16_384
"""Bytes of a message from a page at most."""
LONGEST_TEXT: Final = 500
"""Letters of text typed or pasted at once, at most."""

_Pixels = Annotated[int, Meta(ge=1, le=20_000)]
_Place = Annotated[float, Meta(ge=-20_000, le=40_000)]
_Word = Annotated[str, Meta(max_length=64)]


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=True):
    """Base of all messages from a page."""


class Begin(_Message, frozen=True):
    """First message: the screen, in CSS pixels of which each has `density` pixels, and the person's wishes.

    `word` is the table's word or token, `keys` what the page was last told to keep.
    """

    word: _Word
    width: _Pixels
    height: _Pixels
    density: Annotated[float, Meta(ge=0.1, le=16)] = 1.0
    language: _Word = ""
    calm: bool = False
    contrast: bool = False
    touch: bool = False
    keys: Annotated[str, Meta(max_length=8_000)] = ""


class Resize(_Message, frozen=True):
    """The screen has another size."""

    width: _Pixels
    height: _Pixels
    density: Annotated[float, Meta(ge=0.1, le=16)] = 1.0


class Mouse(_Message, frozen=True):
    """The mouse was moved here, or its `button` (1: main, 3: second) went down or up."""

    do: Literal["move", "down", "up"]
    x: _Place
    y: _Place
    button: Literal[0, 1, 3] = 0


class Wheel(_Message, frozen=True):
    """The wheel was turned; `dy` > 0 away from the person."""

    dy: Annotated[float, Meta(ge=-100, le=100)]


class Touch(_Message, frozen=True):
    """A finger was put down, moved, or lifted; `lost`: the browser has taken it for itself."""

    do: Literal["down", "move", "up", "lost"]
    finger: Annotated[int, Meta(ge=0, le=2**53)]
    x: _Place
    y: _Place


class Key(_Message, frozen=True):
    """A key went down or up: what it writes or its name, and its place, as browsers say both."""

    key: Annotated[str, Meta(min_length=1, max_length=20)]
    down: bool
    code: Annotated[str, Meta(max_length=20)] = ""
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


class Text(_Message, frozen=True):
    """Text was typed or pasted; `open`: the input method still works on it.

    `field` is the number of the text field that it is for, as the page was told it.
    """

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    open: bool = False
    field: Annotated[int, Meta(ge=0, le=2**53)] = 0


class Pad(_Message, frozen=True):
    """A button or stick of a gamepad, in browsers' numbers: `value` -1 … 1 of a stick, 0 or 1 of a button."""

    pad: Annotated[int, Meta(ge=0, le=15)]
    part: Literal["button", "axis", "gone"]
    number: Annotated[int, Meta(ge=0, le=31)] = 0
    value: Annotated[float, Meta(ge=-1, le=1)] = 0.0


class Shown(_Message, frozen=True):
    """The picture with this number is on the screen."""

    picture: Annotated[int, Meta(ge=0, le=2**53)]


class Seen(_Message, frozen=True):
    """Whether somebody sees the page."""

    seen: bool


class Blurred(_Message, frozen=True):
    """The keyboard is somewhere else: nobody says when keys that were down come up."""


PageMessage = Begin | Resize | Mouse | Wheel | Touch | Key | Text | Pad | Shown | Seen | Blurred
_decoder: Final = msgspec.json.Decoder(PageMessage)


def read(raw: str | bytes) -> PageMessage:
    """The message in a frame of a page. Raises `Refused("gate.refusal.malformed")`."""
    try:
        message: PageMessage = _decoder.decode(raw)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Refused("gate.refusal.malformed") from None
    return message


def encoded(kind: str, **fields: Any) -> str:
    """A message to a page, as JSON."""
    return msgspec.json.encode({"is": kind, **fields}).decode()
