"""Settings screen: everything that is kept between starts, in force the moment it is changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from assets.texts import LANGUAGES
from client.screens.shared.names import NameField
from client.screens.shared.page import Page
from client.screens.shared.parts import draw_row_of_boxes
from client.screens.shared.portraits import PortraitButton, PortraitSheet
from client.stage import settings as kept
from client.stage.display import LocalDisplay
from client.stage.monitors import Monitor
from client.stage.window import App
from client.ui import theme as themes
from client.ui.boxes import Box, row
from client.ui.canvas import Canvas
from client.ui.focus import Label, Widget
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent, Menu, MoveFocus
from client.ui.overlays import Hint
from client.ui.symbols import icon
from client.ui.widgets import Button, Choice, Slider, Toggle
from core.protocol.messages import MAX_SEATS

SPEED_CHOICES: Final = ((0.5, "slow"), (1.0, "normal"), (1.5, "fast"), (2.5, "very_fast"))
WINDOW_SIZES: Final = ((960, 540), (1280, 720), (1600, 900), (1920, 1080), (2560, 1440), (3840, 2160))
COACH_CHOICES: Final = ("off", "asked", "mistakes", "blunders")
HELPED: Final = (
    *("language", "volume", "music", "speed", "coach", "motion", "theme", "size", "monitor", "fullscreen"),
)
"""Names of the rows that have a line of help, each as `help_…` among the texts."""
ROW_HEIGHT: Final = 68.0
SIGN_SIZE: Final = 76.0


class SettingsScreen(Page):
    """Two sheets: the program, and the people here. `done` leaves the screen."""

    name = "settings"
    form = True
    leaving = (Back, Menu)

    def __init__(self, app: App, on_done: Callable[[], None]) -> None:
        super().__init__()
        self.app = app
        self.done = on_done

    # --- the widgets --------------------------------------------------------------------------

    def enter(self) -> None:
        self._build()
        self.begin()

    def _build(self) -> None:
        display = self.app.display
        self._monitors = display.monitors if isinstance(display, LocalDisplay) else ()
        self._sizes = _sizes((self.app.settings.width, self.app.settings.height), self._monitors)
        self._themes = themes.names()
        self._build_sound()
        self._build_picture()
        self.rows: tuple[Widget, ...] = (
            *(self.language, self.volume, self.music, self.speed),
            *(self.coach, self.motion, self.theme, self.size),
            *((self.monitor,) if len(self._monitors) > 1 else ()),
            self.fullscreen,
        )
        self.names = tuple(self._name_field(seat) for seat in range(MAX_SEATS))
        self.portraits = tuple(
            PortraitButton(seat, "", self.app.translate, self._open_portraits) for seat in range(MAX_SEATS)
        )
        for portrait in self.portraits:
            portrait.tip = ""  # the line of help at the foot says it
        self._follow_portraits()
        self.usual = Button(self._label("usual"), self.reset, icon="to_start", kind="quiet")
        self.close = Button(self._label("done"), self.go_back, icon="check", kind="primary")

    def _build_sound(self) -> None:
        now = self.app.settings
        self.language = self._choice(
            "language",
            [self._label(f"language_{code}") for code in LANGUAGES],
            LANGUAGES.index(now.language),
            lambda i: self._set(language=LANGUAGES[i]),
        )
        self.volume = Slider(self._label("volume"), now.volume, self._set_volume, show=self._percent)
        self.music = Slider(self._label("music"), now.music, lambda v: self._set(music=v), show=self._percent)
        nearest = min(range(len(SPEED_CHOICES)), key=lambda i: abs(SPEED_CHOICES[i][0] - now.speed))
        self.speed = self._choice(
            "speed",
            [self._label(name) for _, name in SPEED_CHOICES],
            nearest,
            lambda i: self._set(speed=SPEED_CHOICES[i][0]),
        )

    def _build_picture(self) -> None:
        now = self.app.settings
        self.coach = self._choice(
            "coach",
            [self._label(f"coach_{choice}") for choice in COACH_CHOICES],
            COACH_CHOICES.index(now.coach),
            lambda i: self._set(coach=COACH_CHOICES[i]),
        )
        self.motion = self._choice(
            "motion",
            [self._label("motion_full"), self._label("motion_reduced")],
            int(now.motion == "reduced"),
            lambda i: self._set(motion=("full", "reduced")[i]),
        )
        chosen = self._themes.index(now.theme) if now.theme in self._themes else 0
        self.theme = self._choice(
            "theme",
            [self._theme_label(name) for name in self._themes],
            chosen,
            lambda i: self._set(theme=self._themes[i]),
        )
        self.size = self._choice(
            "size",
            [self._size_label(*size) for size in self._sizes],
            self._sizes.index((now.width, now.height)),
            self._set_size,
        )
        names = ["", *(monitor.name for monitor in self._monitors)]
        self.monitor = self._choice(
            "monitor",
            [self._monitor_label(number) for number in range(len(names))],
            names.index(now.monitor) if now.monitor in names else 0,
            lambda i: self._set(monitor=names[i]),
        )
        self.fullscreen = Toggle(
            self._label("fullscreen"), now.fullscreen, lambda on: self._set(fullscreen=on)
        )

    def _choice(
        self, key: str, option_labels: Sequence[Label], chosen: int, change: Callable[[int], None]
    ) -> Choice:
        return Choice(self._label(key), option_labels, chosen, change)

    def _name_field(self, seat: int) -> NameField:
        return NameField(
            self.app.translate,
            "",
            self.app.settings.name(seat),
            submit=lambda _: self._next_name(seat),
            placeholder=lambda: self._translate("player", number=seat + 1),
        )

    # --- changes ------------------------------------------------------------------------------

    def _set(self, **values: Any) -> None:
        self.app.change(replace(self.app.settings, **values))

    def _set_volume(self, volume: float) -> None:
        self._set(volume=volume)
        self.app.sound("paper_land")

    def _set_size(self, index: int) -> None:
        width, height = self._sizes[index]
        self._set(width=width, height=height)
        if not self.app.settings.fullscreen and isinstance(self.app.display, LocalDisplay):
            self.app.display.resize((width, height))

    def _keep_names(self) -> None:
        """Keep a name when its field is left, not with every letter."""
        now = self.app.settings
        names = tuple(" ".join(field.text.split()) for field in self.names)
        if names != tuple(now.name(seat) for seat in range(MAX_SEATS)):
            self._set(names=names)
            self._follow_portraits()

    def _follow_portraits(self) -> None:
        """Show the portraits of the settings; people without one get the usual one of their name."""
        keys: list[str] = []
        for button in self.portraits:
            button.key = self.app.settings.portrait(button.seat, keys)
            keys.append(button.key)
        self._known = keys

    def _keep_portraits(self) -> None:
        """Keep a portrait as soon as it has changed."""
        for seat, button in enumerate(self.portraits):
            if button.key != self._known[seat]:
                self._known[seat] = button.key
                now = self.app.settings
                self.app.change(now.with_person(seat, now.name(seat), button.key))

    def _open_portraits(self, button: PortraitButton) -> None:
        """Open the sheet of portraits; those of other people with a name are marked."""
        owners = {
            other.key: other.seat
            for other, field in zip(self.portraits, self.names, strict=True)
            if other is not button and field.text.strip()
        }
        self.focus.open(PortraitSheet(button, owners, self.app.sound, self.app.now))

    def _next_name(self, seat: int) -> None:
        after = self.names[seat + 1] if seat + 1 < MAX_SEATS else self.close
        self.focus.focus(after, self.app.now, quiet=False)

    def reset(self) -> None:
        """Reset everything except language, names, portraits and addresses."""
        now, usual = self.app.settings, kept.Settings()
        self._set(
            **{
                key: getattr(usual, key)
                for key in usual.__struct_fields__
                if key not in ("language", "names", "portraits", "addresses", "width", "height")
            }
        )
        if now.fullscreen and not usual.fullscreen:
            self.app.sound("paper_slide")
        self._build()
        self.arrange()
        self.focus.focus(self.usual, self.app.now)

    def go_back(self) -> None:
        self._keep_names()
        self.done()

    def leave(self) -> None:
        self._keep_names()

    # --- the screen ---------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self._translate("title")

    def emblem(self) -> Box:
        return Box(content=self._draw_sign, size=62 if self.upright else SIGN_SIZE)

    def likeliest(self) -> Widget:
        return self.language

    def body(self) -> Box:
        """The program beside the people or, with all rows a little lower, above them in two columns."""
        program = [Box(content=widget, limit=ROW_HEIGHT) for widget in self.rows]
        people = [
            row(Box(content=portrait, size=ROW_HEIGHT), name, gap=20)
            for portrait, name in zip(self.portraits, self.names, strict=True)
        ]
        if self.upright:
            lines = [row(*people[first : first + 2], gap=24) for first in range(0, MAX_SEATS, 2)]
            lines[-1] = row(*lines[-1].parts, Box(), gap=24)
            names = self.sheet("screen.settings.names", *lines, gap=4, share=len(lines) + 1.4)
            return self.spread(self.sheet("", *program, gap=4, share=len(program)), names)
        spaced = [part for person in people for part in (Box(), replace(person, size=ROW_HEIGHT))][1:]
        names = self.sheet("screen.settings.names", *spaced, gap=0, paper=self._draw_names_sheet)
        return self.spread(self.sheet("screen.settings.general", *program, gap=8, share=1.08), names)

    def bar(self) -> tuple[Box, ...]:
        return Box(content=self.usual, size=330), Box(content=self.close, size=280)

    def hints(self) -> tuple[Hint, ...]:
        return (
            Hint((MoveFocus(dx=-1), MoveFocus(dx=1)), self._translate("hint_change")),
            Hint((Back(),), self._translate("hint_done")),
        )

    def handle(self, intent: Intent) -> bool:
        before = self.focus.current
        handled = super().handle(intent)
        if before in self.names and self.focus.current is not before:
            self._keep_names()
        self._keep_portraits()
        return handled

    def update(self, now: float) -> None:
        """Follow the full screen key; a window size that has no effect is disabled."""
        self.fullscreen.on = self.app.settings.fullscreen
        self.size.enabled = not self.app.settings.fullscreen
        self.size.tip = "" if self.size.enabled else self._label("help_fullscreen")

    def _draw_sign(self, canvas: Canvas, rect: Rect, now: float) -> None:
        side = min(rect.w, rect.h)
        icon(canvas, "gear", rect.place(side, side, "left"), "lamp")

    def _draw_names_sheet(self, canvas: Canvas, rect: Rect, now: float) -> None:
        draw_row_of_boxes(canvas, rect.right - 24, rect.y + 2)
        canvas.panel(rect, "sheet")

    # --- words --------------------------------------------------------------------------------

    def _translate(self, key: str, **values: object) -> str:
        return self.app.translate(f"screen.settings.{key}", **values)

    def _label(self, key: str) -> Label:
        return self.app.label(f"screen.settings.{key}")

    def _theme_label(self, name: str) -> Callable[[], str]:
        """Label of a theme: one that somebody has added has no text, so its own name is used."""
        key = f"screen.settings.theme_{name}"
        return lambda: self.app.translate(key) if self.app.texts.has(key) else name

    def _size_label(self, width: int, height: int) -> Callable[[], str]:
        return lambda: self._translate("size_other", width=width, height=height)

    def _monitor_label(self, number: int) -> Label:
        """Label of a monitor by its number from 1 on; 0 is any."""
        if number == 0:
            return self._label("monitor_any")
        width, height = self._monitors[number - 1].area.size
        return lambda: self._translate("monitor_other", number=number, width=width, height=height)

    def _percent(self, value: float) -> str:
        return f"{round(value * 100)} %" if value > 0 else self._translate("off")

    def help(self) -> tuple[str, bool]:
        return self._help_words(), False

    def _help_words(self) -> str:
        current = self.focus.current
        if current in self.names:
            return self._translate("help_name")
        for portrait in self.portraits:
            if current is portrait:
                return self.app.translate(
                    "screen.portrait.help", name=self.app.translate(f"portrait.{portrait.key}")
                )
        if current is self.usual:
            return self._translate("help_usual")
        if current is self.monitor and self.app.settings.monitor:
            return self._translate("help_monitor_named", name=self.app.settings.monitor)
        key = next((key for key in HELPED if getattr(self, key) is current), "")
        return self._translate(f"help_{key}", **self.app.labels.names()) if key else ""


def _sizes(current_size: tuple[int, int], monitors: Sequence[Monitor]) -> list[tuple[int, int]]:
    """Window sizes that fit on a screen, and the current one."""
    largest = max((monitor.area.size for monitor in monitors), default=WINDOW_SIZES[-1])
    fitting = {size for size in WINDOW_SIZES if size[0] <= largest[0] and size[1] <= largest[1]}
    return sorted(fitting | {current_size})
