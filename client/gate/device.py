"""A browser that has joined: its app, what it is sent, and what its person does."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import re
import time
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
import pygame

from client.gate import messages
from client.gate.display import BrowserAudio, BrowserDisplay, surface_size
from client.gate.guest import GuestKeys, GuestProgram
from client.gate.pictures import PictureStream
from client.gate.touch import TouchReader
from client.gate.turns import Turns
from client.session.gate_order import GateTarget
from client.session.identity import ProgramIdentity
from client.stage.settings import Settings, with_language
from client.stage.window import FPS, App
from client.ui.cache import SurfaceCache
from client.ui.focus import Swipe
from client.ui.intents import KEYBOARD, TOUCH
from client.ui.keyboard_layout import scancode_of

DEVICE_FPS: Final = FPS / 2
"""Pictures a second at most."""
REST_FPS: Final = 6
"""Looks a second at what the server says, while nothing moves."""
MOST_UNSEEN: Final = 2
"""Pictures on their way at most: a slow device gets newer ones, not all."""
SEEN_SECONDS: Final = 20.0
"""Seconds after which a device that shows no picture is given up."""
PHONE_WIDTH: Final = 520
"""CSS pixels of the shorter side below which a screen with fingers is a phone."""
REFRESH_SECONDS: Final = 0.5
"""Seconds between two changes of size, at least: the last one counts."""

CONTRAST_THEME: Final = "high-contrast"
"""Theme of people who have asked their device for more contrast."""

KEY_NAMES: Final = {
    "ArrowLeft": pygame.K_LEFT,
    "ArrowRight": pygame.K_RIGHT,
    "ArrowUp": pygame.K_UP,
    "ArrowDown": pygame.K_DOWN,
    "Enter": pygame.K_RETURN,
    " ": pygame.K_SPACE,
    "Escape": pygame.K_ESCAPE,
    "Tab": pygame.K_TAB,
    "Backspace": pygame.K_BACKSPACE,
    "Delete": pygame.K_DELETE,
    "Home": pygame.K_HOME,
    "End": pygame.K_END,
    "F1": pygame.K_F1,
    "F10": pygame.K_F10,
    "+": pygame.K_PLUS,
    "-": pygame.K_MINUS,
    ",": pygame.K_COMMA,
    ".": pygame.K_PERIOD,
}
"""Keys of a browser that are no letters."""
LETTER_PLACE: Final = re.compile("Key[A-Z]")
"""Name in browsers of the place at which QWERTY has a letter."""
PAD_BUTTONS: Final = {
    0: 0,
    1: 1,
    2: 2,
    3: 3,
    4: 9,
    5: 10,
    8: 4,
    9: 6,
    10: 7,
    11: 8,
    12: 11,
    13: 12,
    14: 13,
    15: 14,
}
"""SDL's number of a gamepad's button by that of browsers, who call their layout `standard`."""
PAD_TRIGGERS: Final = {6: 4, 7: 5}
"""SDL's axis of a trigger by its number as a button in browsers."""


class PageConnection(Protocol):
    """Connection to a page."""

    async def send(self, data: str | bytes) -> None: ...


class Device:
    """Browser at a table, from its `Begin` until `close`. `line` is the connection to its page."""

    def __init__(
        self,
        message: messages.Begin,
        gate_target: GateTarget,
        line: PageConnection,
        caches: Callable[[tuple[int, int], float], SurfaceCache],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._line, self._clock = line, clock
        self._outbox: list[str | bytes] = []
        self._size = message.width, message.height
        self._density = message.density
        self.display = BrowserDisplay(surface_size(*self._size, self._density), self._send_message)
        self._stream = PictureStream()
        self._shown = 0
        self._sent_at = clock()
        self._resized_at: float | None = None
        self._hidden = False
        self._stirred = asyncio.Event()
        settings = with_language(
            Settings(motion="reduced" if message.calm else "full"), message.language[:2].lower()
        )
        if message.contrast:
            settings = msgspec.structs.replace(settings, theme=CONTRAST_THEME)
        self.app = App(
            settings,
            clock=clock,
            display=self.display,
            audio=BrowserAudio(settings.volume, self._send_message, self._outbox.append),
            caches=caches,
            phone=message.touch and min(self._size) < PHONE_WIDTH,
        )
        if message.touch:
            self.app.input.device = TOUCH
        keys = GuestKeys(message.keys, lambda kept: self._send_message("keys", keys=kept))
        self.program = GuestProgram(self.app, gate_target, keys, ProgramIdentity(), self._offer)
        self._touch = TouchReader(self._pixels, self._swipe)
        self._tell_size()
        self.program.arrive()

    # --- what the page is told ----------------------------------------------------------------

    def _send_message(self, kind: str, **fields: object) -> None:
        self._outbox.append(messages.encoded(kind, **fields))

    def _tell_size(self) -> None:
        width, height = self.display.surface.get_size()
        self._send_message("size", width=width, height=height)

    def _offer(self, name: str, data: bytes) -> None:
        """Give the page a file, which its person may keep."""
        self._send_message("file", name=name, data=base64.b64encode(data).decode())

    # --- what the page says -------------------------------------------------------------------

    def hear(self, message: messages.PageMessage) -> None:
        """Take a message of the page. Those that make no sense here change nothing."""
        now = self._clock()
        post = self.display.post
        match message:
            case messages.Shown():
                self._shown = max(self._shown, min(message.picture, self._stream.number))
                return
            case messages.Resize():
                self._size, self._density = (message.width, message.height), message.density
                self._resized_at = self._resized_at or now
            case messages.Mouse():
                post(*self._mouse(message))
            case messages.Wheel():
                post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=0, precise_x=0.0, precise_y=message.dy))
            case messages.Touch():
                post(*self._touch.read(message, now))
            case messages.Key():
                post(*_key_events(message))
            case messages.Text():
                post(*self._text(message))
            case messages.Pad():
                post(*_pad_events(message))
            case messages.Seen():
                self._hidden = not message.seen
                post(pygame.event.Event(pygame.WINDOWSHOWN if message.seen else pygame.WINDOWHIDDEN))
                if self._hidden:
                    post(*self._touch.lift_all(), *_let_go())
            case messages.Blurred():
                post(*self._touch.lift_all(), *_let_go())
        self._stirred.set()

    def _pixels(self, x: float, y: float) -> tuple[int, int]:
        """Place in the picture of a place in CSS pixels."""
        (wide, high), surface = self._size, self.display.surface
        return round(x * surface.get_width() / wide), round(y * surface.get_height() / high)

    def _swipe(self, pixel: tuple[int, int]) -> Swipe:
        return self.app.swipe(pixel)

    def _mouse(self, mouse: messages.Mouse) -> list[pygame.event.Event]:
        place = self._pixels(mouse.x, mouse.y)
        if mouse.do == "move":
            return [pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0))]
        kind = pygame.MOUSEBUTTONDOWN if mouse.do == "down" else pygame.MOUSEBUTTONUP
        return [pygame.event.Event(kind, pos=place, button=mouse.button or 1)]

    def _text(self, message: messages.Text) -> list[pygame.event.Event]:
        """The event of a text; none if it is for a field that has been left, and has kept it."""
        kind = pygame.TEXTEDITING if message.open else pygame.TEXTINPUT
        return [pygame.event.Event(kind, text=message.text)] if message.field == self.display.field else []

    # --- time -----------------------------------------------------------------------------------

    def frame(self) -> bytes | None:
        """Run a frame of the app; the next picture, if there is one and the device is ready for it."""
        now = self._clock()
        if self._resized_at is not None and now - self._resized_at >= REFRESH_SECONDS:
            self._resized_at = None
            self.display.resize(surface_size(*self._size, self._density))
            self._stream.forget()
            self._tell_size()
        self.app.frame(paced=True)
        if self.app.phone and self.app.input.device == KEYBOARD:
            self.app.input.device = TOUCH  # the keys were on the glass
        due = self.display.presented or self._stream.coarse
        if self._hidden or not due or self._stream.number - self._shown >= MOST_UNSEEN:
            return None
        self.display.presented = False
        picture = self._stream.next(self.display.surface, now)
        if picture is not None:
            self._sent_at = now
        return picture

    def outgoing(self, picture: bytes | None) -> list[str | bytes]:
        """Messages and sounds to be sent now, each once, then the picture of a frame."""
        outgoing, self._outbox[:] = [*self._outbox], []
        return outgoing if picture is None else [*outgoing, picture]

    @property
    def lost(self) -> bool:
        """Whether the page has not shown a picture for long, though somebody looks at it."""
        waits = self._stream.number > self._shown and not self._hidden
        return waits and self._clock() - self._sent_at > SEEN_SECONDS

    async def run(self, turns: Turns) -> None:
        """Run frames until the app ends, or the device is lost."""
        while self.app.running and not self.lost and not self.program.banned:
            begun = self._clock()
            async with turns.turn(urgent=self.display.waiting):
                picture = self.frame()
            for data in self.outgoing(picture):
                await self._line.send(data)
            busy = picture is not None or self.app.moving or self._stream.coarse
            due = begun + 1 / (DEVICE_FPS if busy else REST_FPS)
            await self._rest(due - self._clock())

    async def _rest(self, seconds: float) -> None:
        """Wait so long, or until the page says something."""
        if not self.display.waiting:
            self._stirred.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, seconds)):
                    await self._stirred.wait()

    def close(self) -> None:
        """End the app; seats are kept for a return."""
        self.program.close()
        self.app.close()


def _let_go() -> list[pygame.event.Event]:
    """The events of a keyboard that has gone elsewhere; with each key the page names the modifiers down."""
    none_down = pygame.event.Event(pygame.KEYUP, key=pygame.K_UNKNOWN, mod=0)
    return [pygame.event.Event(pygame.WINDOWFOCUSLOST), none_down]


def _key_events(key: messages.Key) -> list[pygame.event.Event]:
    """The events of a key; none for keys that mean nothing here."""
    number, scancode = KEY_NAMES.get(key.key), 0
    if LETTER_PLACE.fullmatch(key.code):
        scancode = scancode_of(key.code[-1])
    if number is None and len(lower := key.key.lower()) == 1 and (scancode or lower.isascii()):
        number = ord(lower)
    if number is None:
        return []
    held = ((key.shift, pygame.KMOD_SHIFT), (key.ctrl, pygame.KMOD_CTRL), (key.alt, pygame.KMOD_ALT))
    mod = sum(flag for on, flag in held if on)
    kind = pygame.KEYDOWN if key.down else pygame.KEYUP
    return [pygame.event.Event(kind, key=number, mod=mod, unicode="", scancode=scancode)]


def _pad_events(pad: messages.Pad) -> list[pygame.event.Event]:
    if pad.part == "gone":
        return [pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=pad.pad)]
    trigger = PAD_TRIGGERS.get(pad.number) if pad.part == "button" else None
    if trigger is not None or (pad.part == "axis" and pad.number < 4):
        axis = pad.number if trigger is None else trigger
        value = round(pad.value * 32767)
        return [pygame.event.Event(pygame.CONTROLLERAXISMOTION, instance_id=pad.pad, axis=axis, value=value)]
    if pad.part == "axis" or pad.number not in PAD_BUTTONS:
        return []
    kind = pygame.CONTROLLERBUTTONDOWN if pad.value > 0.5 else pygame.CONTROLLERBUTTONUP
    return [pygame.event.Event(kind, instance_id=pad.pad, button=PAD_BUTTONS[pad.number])]
