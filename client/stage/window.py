"""The window, the clock and the stack of screens."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import pygame

from assets.texts import TextError, Texts
from client.stage import settings as kept
from client.stage.display import Display, HeadlessDisplay, LocalDisplay, Window
from client.stage.pad_owners import PadOwners
from client.stage.screenshots import ScreenshotWriter
from client.stage.settings import Settings
from client.ui import fonts
from client.ui import theme as themes
from client.ui.animation import Motion, Tween, ease_in_out
from client.ui.bindings import KeyLabels
from client.ui.cache import SurfaceCache
from client.ui.canvas import LANDSCAPE_HEIGHT, PHONE_HEIGHT, Canvas
from client.ui.focus import Focus, Label, Swipe, Widget
from client.ui.geometry import Rect
from client.ui.input import Input
from client.ui.intents import Device, Fullscreen, Intent
from client.ui.overlays import Notices, Tone
from client.ui.pictures import PIXEL_BITS
from client.ui.sound.audio import Audio
from core import position
from core.game import AnyGame, Refusal

FPS: Final = 60
"""Frames a second while something moves; inputs are answered at once where nothing was drawn just before."""
QUIET_FPS: Final = 24
"""Frames a second while nothing but slow things move, or nobody sees the window."""
ACTIVE_SECONDS: Final = 1.2
"""Seconds after an input, news or the end of a motion in which every frame is drawn."""
AWAKE_SECONDS: Final = 20.0
"""Seconds after an input or the last motion in which the screen saver is kept away."""
POLL_INTERVAL: Final = 0.008
"""Seconds between two looks for events while waiting for the next frame."""
TRANSITION_SECONDS: Final = 0.26
NOTICE_TOP: Final = 28.0
"""Units between the upper edge and the first notice, where nothing below must be seen."""
CACHE_BYTES: Final = 40 << 20
"""Bytes for rasterised things at any window size; room for some screens is added."""
NARROWEST_PORTRAIT: Final = 9 / 21
BROADEST_PORTRAIT: Final = 3 / 4
"""Most width to height of pictures that are higher than wide."""
NARROWEST_LANDSCAPE: Final = 4 / 3
"""Least width to height of all other pictures."""
LEAST_WIDTH: Final = 360
LEAST_HEIGHT: Final = 540
"""Least pixels of a high picture's width, and of a wide picture's height.

A smaller window shows it scaled down, so that no word is cut.
"""


class Screen:
    """Screen: a subclass per kind. `app` is there from `enter` on.

    The app calls `enter` once when the screen is pushed, then `layout` (again whenever the window or the
    settings change: place all widgets there), and every frame `handle` for each intent, `update` and `draw`.
    `draw` changes nothing.
    """

    name = "screen"
    """Name in the file names of its pictures."""
    fits_phones = False
    """Whether it fits a phone that lies, with large type; else it is shown there as in a window."""
    attended = True
    """Whether somebody is taken to be there while it moves: else the screen saver may come."""
    app: App

    def enter(self) -> None:
        """Called when it is put on the stack: build the widgets."""

    def leave(self) -> None:
        """Called when it is taken off the stack: let go of everything."""

    def resume(self) -> None:
        """Called when it is on top again, after the screen above is gone."""

    def layout(self, area: Rect) -> None:
        """Place everything for a window of this size in units."""

    def handle(self, intent: Intent) -> bool:
        """Answer an intent; False if it means nothing here."""
        return False

    def update(self, now: float) -> None:
        """Let time pass: news of the session, ends of animations."""

    def draw(self, canvas: Canvas, now: float) -> None:
        """Draw everything as it is at this time."""

    @property
    def text_field(self) -> Widget | None:
        """Widget that gets typed letters now."""
        return None

    def still(self, now: float) -> bool:
        """True if a frame now would look like the last one; then it may be left out."""
        return False

    @property
    def notices_from(self) -> float:
        """Units from the top where notices begin, below what must not be covered."""
        return NOTICE_TOP

    @property
    def bed(self) -> str | None:
        """Bed of sound under this screen (of `ui.beds`); None: that of the screen below."""
        return None

    def needs_frames(self, now: float) -> bool:
        """True while fast motion goes on that no input has begun: then every frame is drawn."""
        return False


class App:
    """Services that screens share: texts, audio, theme, motion, settings, canvas, screen stack, clock."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        size: tuple[int, int] | None = None,
        headless: bool = False,
        seed: int = 0,
        shots: Path | None = None,
        home: Path | None = None,
        clock: Callable[[], float] = time.perf_counter,
        lang: str = "",
        display: Display | None = None,
        audio: Audio | None = None,
        phone: bool = False,
        caches: Callable[[tuple[int, int], float], SurfaceCache] = lambda size, _: SurfaceCache(
            cache_bytes(size, 5)
        ),
    ) -> None:
        """Opens the window, unless there is a `display`. `headless`: none is seen, nothing heard.

        Raises NoDisplay.

        `settings` None reads the kept ones from `home` (the usual folder if None); given ones are
        never written. `clock` returns seconds and may be a test's own. `lang` is a language for this
        time only: it is not kept, everything else that is changed is. `caches` makes the cache for
        pictures of so many pixels, and so many units of height where they are wide.
        """
        notice: str | None = None
        self._home, self._keeps = home, settings is None
        if settings is None:
            settings, notice = kept.load(home)
        self._usual_language = settings.language
        self.settings = settings = kept.with_language(settings, lang)
        self.seed = seed
        self.clock = clock
        self.texts = Texts(settings.language, drawn=True)
        self.theme = _theme(settings.theme)
        self.motion = _motion(settings)
        self.notices = Notices()
        self.audio = audio or Audio(
            settings.volume, settings.music, silent=headless, seed=seed, lost=self._sound_is_gone
        )
        self.shots = ScreenshotWriter(shots) if shots is not None else None
        self.running = True
        self.phone = phone
        """Whether this is a phone: a small screen, held by one person."""
        self.frames = 0
        self._moving = self._refreshed = False
        self._hidden = False
        self._stirred = self._drawn_at = 0.0
        self._stack: list[Screen] = []
        self._transition: tuple[Tween, pygame.Surface, int] | None = None
        self._fixed = size is not None or display is not None
        self._settled_size = 0.0
        self.display = display or _opened(settings, size, headless)
        self._caches, self._units_high = caches, LANDSCAPE_HEIGHT
        self._cache = caches(self.display.surface.get_size(), self._units_high)
        self.input = Input()
        self.pad_owners = PadOwners()
        self._text_field: Widget | None = None
        self.input.layout = self._named_layout = self.display.keyboard_layout()
        self.canvas = self._canvas()
        self.now = clock()
        if notice is not None:
            self.notice(self.translate(notice), "bad")

    # --- for screens --------------------------------------------------------------------------

    def translate(self, key: str, /, **values: object) -> str:
        """A sentence in the player's language."""
        return self.texts.translate(key, **values)

    def label(self, key: str, /, **values: object) -> Label:
        """A sentence in the language the player has whenever it is drawn."""
        return lambda: self.translate(key, **values)

    def explain(self, code: str, values: Mapping[str, object]) -> str:
        """The sentence for a code that may have come from outside: a general one if we do not have it."""
        try:
            return self.texts.translate(code, **values)
        except TextError:
            return self.texts.translate("net.refusal.unknown")

    def refuse(self, why: Refusal) -> None:
        """Show, with a sound, why something cannot be done."""
        self.sound("refuse")
        self.notice(self.explain(why.code, why.values), "bad")

    def sound(self, name: str) -> None:
        """Play a sound: given to `Focus`."""
        self.audio.play(name)

    def wake(self) -> None:
        """Draw every frame for some time, because something has changed without an input."""
        self._stirred = self.now

    def refresh(self) -> None:
        """Draw the next frame, because something has changed that does not go on to move."""
        self._refreshed = True

    def copy_position(self, game: AnyGame, seats: int, view: Any) -> None:
        """Put a view as text into the clipboard, and say so."""
        if self.display.copy(position.write(position.usual(game), seats, view)):
            self.notice(self.translate("position.copied"))
        else:
            self.notice(self.translate("position.not_copied"), "bad")

    def notice(self, text: str, tone: Tone = "plain") -> None:
        """Show a line of news for a few seconds."""
        self.notices.show(text, self.now, tone)

    @property
    def device(self) -> Device:
        """Device used last: hints are shown for it."""
        return self.input.device

    @property
    def labels(self) -> KeyLabels:
        """Labels of the keys and buttons of the device used last."""
        return KeyLabels(self.device, self.input.layout, self.translate)

    @property
    def moving(self) -> bool:
        """Whether something moves that is shown in every frame."""
        return self._moving and not self._quiet

    def swipe(self, pixel: tuple[int, int]) -> Swipe:
        """Effect of a finger that moves from this pixel on."""
        (x, y), (left, top), scale = pixel, self.input.corner, self.input.scale
        focus = getattr(self.top, "focus", None)
        return focus.swipe((x - left) / scale, (y - top) / scale) if isinstance(focus, Focus) else "scroll"

    @property
    def top(self) -> Screen | None:
        return self._stack[-1] if self._stack else None

    def push(self, screen: Screen) -> None:
        """Put a screen on top; the one below waits."""
        self._begin_transition(1)
        self._stack.append(screen)
        self._enter(screen)

    def pop(self) -> None:
        """Remove the top screen; without any left the program ends."""
        self._begin_transition(-1)
        self._stack.pop().leave()
        if not self._stack:
            self.quit()
            return
        top = self._stack[-1]
        self._fit_units(top)
        top.layout(self.canvas.area)
        top.resume()
        self._after_change()

    def replace(self, screen: Screen) -> None:
        """Replace the top screen by another."""
        self._begin_transition(1)
        if self._stack:
            self._stack.pop().leave()
        self._stack.append(screen)
        self._enter(screen)

    def home(self) -> None:
        """Go back to the lowest screen of the stack."""
        while len(self._stack) > 2:
            self._stack.pop().leave()
        if len(self._stack) > 1:
            self.pop()

    def quit(self) -> None:
        """End the program after this frame."""
        self.running = False

    def change(self, settings: Settings) -> None:
        """Use other settings at once, and keep them."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self.texts = Texts(settings.language, drawn=True)
        if settings.theme != before.theme:
            self.theme = _theme(settings.theme)
        self.motion = _motion(settings)
        self.audio.set(settings.volume, settings.music)
        if settings.monitor != before.monitor and isinstance(self.display, LocalDisplay):
            self.display.move_to(settings.monitor)
        if settings.fullscreen != before.fullscreen:
            self._set_fullscreen(settings.fullscreen)
        if settings.language != before.language:
            self._usual_language = settings.language
        if self._keeps and not kept.save(kept.with_language(settings, self._usual_language), self._home):
            self.notice(self.translate("ui.settings.unwritable"), "bad")
        if settings.theme != before.theme or settings.language != before.language:
            self._relayout()

    def shot(self, name: str = "") -> None:
        """Write a picture of the current frame, if pictures were asked for."""
        if self.shots is not None and self.top is not None:
            self.shots.take(self.display.surface, name or self.top.name)

    # --- the loop -----------------------------------------------------------------------------

    def run(self) -> None:
        """Run frames until somebody quits; then close everything."""
        events: list[pygame.event.Event] = []
        try:
            while self.running:
                begun = time.perf_counter()
                busy = self.frame(events=events, paced=True) or bool(events)
                events = self._listen(begun, busy)
        finally:
            self.close()

    def _listen(self, begun: float, busy: bool) -> list[pygame.event.Event]:
        """Events until the next frame is due; after a frame that was not `busy` the first ends the wait."""
        due = begun + 1 / (QUIET_FPS if self._quiet and not busy else FPS)
        while True:
            left = max(0.0, due - time.perf_counter())
            time.sleep(left if busy else min(left, POLL_INTERVAL))
            events = list(self.display.events())
            if events or busy or time.perf_counter() >= due:
                return events

    @property
    def _quiet(self) -> bool:
        """Whether nothing but slow things move, or nobody sees the window."""
        return self._hidden or self.now - self._stirred > ACTIVE_SECONDS

    def frame(
        self,
        now: float | None = None,
        events: Iterable[pygame.event.Event] | None = None,
        *,
        paced: bool = False,
    ) -> bool:
        """Run one frame: events, intents, update, draw. Returns whether anything was drawn.

        Tests and benchmarks pass their own time, and events if not the queue's. `paced`: while only slow
        things move fewer pictures are drawn, and none while nobody sees the window.
        """
        self.now = self.clock() if now is None else now
        heard = self._handle_events(list(self.display.events() if events is None else events))
        top = self.top
        if top is None or not self.running:
            return False
        for screen in tuple(self._stack):
            screen.update(self.now)
        self._end_transition()
        drawn = self._needs_drawing(heard) and not (paced and self._may_wait(heard))
        if drawn:
            self._drawn_at = self.now
            self.draw()
            self.display.present()
            self.frames += 1
        self._idle()
        return drawn

    def draw(self) -> None:
        """Draw the top screen, a running transition and the notices."""
        top = self.top
        if top is None:
            return
        top.draw(self.canvas, self.now)
        self._draw_transition()
        self.notices.draw(self.canvas, self.now, top.notices_from)
        surface, window = self.canvas.surface, self.display.surface
        if surface is window:
            return
        if surface.get_size() != self._band.size:
            surface = pygame.transform.smoothscale(surface, self._band.size)
        window.blit(surface, self._band)

    def close(self) -> None:
        """Leave all screens and close the window."""
        while self._stack:
            self._stack.pop().leave()
        self.audio.close()
        self._cache.clear()
        if self.display.kept:
            fonts.forget_fonts()
        self.display.close()

    # --- inside -------------------------------------------------------------------------------

    def _handle_events(self, events: list[pygame.event.Event]) -> bool:
        """Pass everything on; True if something happened that may change the picture."""
        for event in events:
            if event.type == pygame.QUIT:
                self.quit()
            elif event.type in _RESIZED:
                self._resized()
            elif event.type in _SEEN:
                self._hidden = not _SEEN[event.type]
            elif event.type == pygame.KEYMAPCHANGED:
                self.input.layout = self.display.keyboard_layout()
            elif event.type == pygame.AUDIODEVICEADDED and not event.iscapture:
                self.audio.device_added()
            elif event.type == pygame.AUDIODEVICEREMOVED and not event.iscapture:
                self.audio.device_removed()
        heard = any(event.type in _REDRAW for event in events)
        # One by one: what an event means may depend on what the last one did (a field got the focus).
        for batch in (*([event] for event in events), []):
            self._follow_text_field()
            for intent in self.input.read(batch, self.now):
                heard = True
                self._pass_on(intent)
        self._follow_text_field()
        return self._follow_keyboard() or heard

    def _pass_on(self, intent: Intent) -> None:
        if isinstance(intent, Fullscreen):
            self.change(msgspec.structs.replace(self.settings, fullscreen=not self.settings.fullscreen))
        elif self.top is not None:
            self.top.handle(intent)

    def _needs_drawing(self, heard: bool) -> bool:
        """Whether something moves or was answered, or has just come to rest: the last state is drawn too."""
        top = self.top
        if top is None:
            return False
        over = self._transition is not None or bool(self.notices.alive(self.now))
        moved, self._moving = self._moving, over or not top.still(self.now)
        if self._moving and not moved:
            self._stirred = self.now
        return heard or self._moving or moved or self.frames < 2

    def _may_wait(self, heard: bool) -> bool:
        """Whether this picture may be left out, though it differs from the last one."""
        over = self._transition is not None or bool(self.notices.alive(self.now))
        if heard or over or (self.top is not None and self.top.needs_frames(self.now)):
            self._stirred = self.now
        interval = 1 / self.display.calm_fps - POLL_INTERVAL if self.display.calm_fps else math.inf
        refreshed, self._refreshed = self._refreshed, False
        calm = self._quiet and not refreshed and self.now - self._drawn_at < interval
        return self.frames >= 2 and (self._hidden or calm)

    def _idle(self) -> None:
        """Do a little of the work that can wait until after the first frames."""
        if self.frames > 2:
            self.audio.bed(next((screen.bed for screen in self._stack[::-1] if screen.bed), None))
            self.audio.update(self.now)
        if self._settled_size and self.now > self._settled_size:
            self._settled_size = 0.0
            self._keep_size()
        if isinstance(self.display, LocalDisplay):
            seen = not self._hidden and self.top is not None and self.top.attended
            self.display.set_awake(seen and self.now - self._stirred < AWAKE_SECONDS)

    def _sound_is_gone(self) -> None:
        self.notice(self.translate("ui.notice.sound_gone"), "bad")

    def _enter(self, screen: Screen) -> None:
        screen.app = self
        self._fit_units(screen)
        screen.enter()
        screen.layout(self.canvas.area)
        self._after_change()

    def _fit_units(self, screen: Screen) -> None:
        """Use the units that this screen is laid out for."""
        high = PHONE_HEIGHT if self.phone and screen.fits_phones else LANDSCAPE_HEIGHT
        if high != self._units_high:
            self._units_high = high
            self._renew_cache()
            self.canvas = self._canvas()

    def _renew_cache(self) -> None:
        self._cache.clear()
        self._cache = self._caches(self.display.surface.get_size(), self._units_high)

    def _after_change(self) -> None:
        self._moving = True  # another screen is drawn at least once, also where it comes without any motion
        self.wake()
        self.input.release_all()
        self._follow_text_field()

    def _follow_keyboard(self) -> bool:
        """Name the keys of another layout once there is one; whether there was."""
        changed = self.input.layout != self._named_layout
        if changed:
            self._named_layout = self.input.layout
            self._relayout()
        return changed

    def _follow_text_field(self) -> None:
        """Have the input method on exactly while a text field has the focus; each begins anew."""
        field = self.top.text_field if self.top is not None else None
        if field is not self._text_field:
            self._text_field = field
            self.input.typing = field is not None
            self.display.set_typing(field is not None)

    def _canvas(self) -> Canvas:
        """Canvas on all of the window, or if that has no fit shape on the largest part in its middle.

        In a small window it is a surface of its own, which is scaled down.
        """
        surface = self.display.surface
        self._size = width, height = surface.get_size()
        wide, high = picture_size(width, height)
        self._band = pygame.Rect((width - wide) // 2, (height - high) // 2, wide, high)
        least_height = LEAST_HEIGHT * self._units_high / LANDSCAPE_HEIGHT
        larger = max(1.0, LEAST_WIDTH / wide if wide < high else least_height / high)
        if (wide, high) != (width, height) or larger > 1:
            surface.fill("black")
            surface = pygame.Surface((round(wide * larger), round(high * larger)), 0, PIXEL_BITS)
        canvas = Canvas(surface, self.theme, self._cache, self._units_high)
        self.input.scale, self.input.corner = canvas.scale / larger, self._band.topleft
        return canvas

    def _resized(self) -> None:
        # pygame resizes the surface in place: the canvas knows the size it was made for.
        if self.display.surface.get_size() == self._size:
            return
        self._transition = None
        self._settled_size = self.now + 0.5
        self._renew_cache()
        self._relayout()

    def _relayout(self) -> None:
        self.canvas = self._canvas()
        for screen in tuple(self._stack):
            screen.layout(self.canvas.area)

    def _keep_size(self) -> None:
        """Remember the size a player has dragged the window to."""
        display, usual = self.display, (self.settings.width, self.settings.height)
        if self.settings.fullscreen or self._fixed or not isinstance(display, LocalDisplay):
            return
        width, height = display.size
        if (width, height) in (usual, display.fitted(usual)):
            return
        if width >= kept.LEAST_SIZE[0] and height >= kept.LEAST_SIZE[1]:
            self.change(msgspec.structs.replace(self.settings, width=width, height=height))

    def _set_fullscreen(self, wanted: bool) -> None:
        if isinstance(self.display, LocalDisplay):
            self.display.set_fullscreen(wanted)
            self._resized()

    def _begin_transition(self, way: int) -> None:
        """Keep the old picture for a transition to the new one."""
        if self.frames < 2 or not self._stack:
            return
        tween = self.motion.tween(self.now, TRANSITION_SECONDS, ease_in_out)
        self._transition = (tween, self.canvas.surface.copy(), way)

    def _end_transition(self) -> None:
        if self._transition is not None and self._transition[0].done(self.now):
            self._transition = None

    def _draw_transition(self) -> None:
        if self._transition is None:
            return
        tween, old, way = self._transition
        t = tween.value_at(self.now)
        old.set_alpha(round(255 * (1 - t)))
        shift = 0 if self.motion.reduced else round(-way * t * 0.06 * self.canvas.width * self.canvas.scale)
        self.canvas.surface.blit(old, (shift, 0))
        self.canvas.touch()


def _opened(settings: Settings, size: tuple[int, int] | None, headless: bool) -> LocalDisplay:
    """The display that the settings ask for, or one of this size. Raises NoDisplay."""
    wanted = size or (settings.width, settings.height)
    if headless:
        return HeadlessDisplay(wanted)
    return Window(wanted, settings.fullscreen and size is None, settings.monitor)


def cache_bytes(size: tuple[int, int], screens: int) -> int:
    """Bytes for the rasterised things of a display of this size, with room for so many screens."""
    return CACHE_BYTES + screens * 4 * size[0] * size[1]


def picture_size(width: int, height: int) -> tuple[int, int]:
    """Width and height of the picture in a window: 4:3 or wider, or else from 9:21 to 3:4."""
    if width >= height:
        return width, max(1, min(height, int(width / NARROWEST_LANDSCAPE)))
    return max(1, min(width, int(height * BROADEST_PORTRAIT))), max(
        1, min(height, int(width / NARROWEST_PORTRAIT))
    )


def _theme(name: str) -> themes.Theme:
    """The chosen theme, or the usual one if the chosen one is gone."""
    return themes.load(name if name in themes.names() else "lamplight")


def _motion(settings: Settings) -> Motion:
    return Motion(settings.speed, settings.motion == "reduced")


_SEEN: Final = {
    pygame.WINDOWSHOWN: True,
    pygame.WINDOWRESTORED: True,
    pygame.WINDOWEXPOSED: True,
    pygame.WINDOWHIDDEN: False,
    pygame.WINDOWMINIMIZED: False,
}
"""Window events with whether the window can be seen after them."""
_RESIZED: Final = frozenset((pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED))
"""Events after which the picture may have other pixels."""
_REDRAW: Final = _RESIZED | {pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN}
