"""A screen with every widget of the kit on it: for tests, and to be looked at."""

from __future__ import annotations

from client.stage.window import Screen
from client.ui.canvas import Canvas
from client.ui.focus import Focus, Widget
from client.ui.geometry import Rect
from client.ui.intents import Accept, Back, Cycle, Intent, Menu, MoveFocus, Turn
from client.ui.list_view import ListView
from client.ui.overlays import Dialog, Hint, draw_hints
from client.ui.symbols import ICONS, icon, seat_badge, seat_edge, seat_swatch, seat_symbol
from client.ui.text_field import TextField
from client.ui.widgets import Button, Choice, Slider, Toggle

WORDS = {
    "en": ("Sturt's Stony Desert", "Lay your track from coast to coast before the others do.", "Play here"),
    "de": (
        "Sturts Steinwüste",
        "Lege deine Strecke von Küste zu Küste, bevor es die anderen tun.",
        "Hier spielen",
    ),
    "ja": (
        "スタートの石砂漠",
        "ほかの人より先に、岸から岸まで線路をつなげましょう。カードは回せます。",
        "ここで遊ぶ",
    ),
}


class Gallery(Screen):
    """Every widget, every seat, every sign."""

    name = "gallery"

    def enter(self) -> None:
        self.heard: list[str] = []
        title, sentence, play = WORDS[self.app.settings.language]
        self.words = (title, sentence)
        note = self.heard.append
        self.play = Button(play, lambda: note("play"), icon="play", kind="primary")
        self.plain = Button("LAN", lambda: note("lan"), icon="lan")
        self.quiet = Button("Demo", lambda: note("demo"), icon="eye", kind="quiet")
        self.dead = Button("…", lambda: note("dead"), enabled=False, tip=sentence)
        self.choice = Choice(title, ("2", "3", "4"), 0, lambda i: note(f"choice {i}"))
        self.toggle = Toggle(play, True, lambda on: note(f"toggle {on}"))
        self.slider = Slider(play, 0.5, lambda v: note(f"slider {v}"))
        self.field = TextField(play, "Ada", change=lambda t: note(f"text {t}"), limit=16)
        self.list = ListView(12, self._row, lambda i: note(f"row {i}"))
        self.focus = Focus(
            (
                *(self.play, self.plain, self.quiet, self.dead),
                *(self.choice, self.toggle, self.slider, self.field, self.list),
            ),
            self.app.sound,
        )
        self.focus.focus(self.play)

    def layout(self, area: Rect) -> None:
        self.area = area.inset(60, 48)
        self.focus.layout(area)
        left, middle, right = self.area.cut_bottom(820)[1 - 1].columns(3, 4, 3, gap=48)
        for widget, place in zip(self.focus.widgets[:4], left.stack(4, 84, 24), strict=True):
            widget.layout(place)
        for widget, place in zip(self.focus.widgets[4:8], middle.inset(28, 28).stack(4, 76, 18), strict=True):
            widget.layout(place)
        self.sheet = middle
        self.list.layout(right.inset(24).cut_top(420)[0])
        self.right = right
        self.left = left

    def handle(self, intent: Intent) -> bool:
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Menu):
            self.focus.open(self.dialog(intent.at))
            return True
        return False

    def dialog(self, at: float) -> Dialog:
        title, sentence, play = WORDS[self.app.settings.language]
        buttons = ((play, lambda: self.heard.append("yes")), ("Esc", lambda: self.heard.append("no")))
        return Dialog(title, sentence * 3, buttons, at=at, sound=self.app.sound)

    @property
    def text_field(self) -> Widget | None:
        return self.focus.text_field

    def draw(self, canvas: Canvas, now: float) -> None:
        canvas.backdrop()
        seat_edge(canvas, int(now) % 7, 0.8)
        canvas.text(self.words[0], self.area.cut_top(120)[0], "title", "lamp")
        canvas.text(self.words[1], Rect(self.area.x, self.area.y + 110, self.area.w, 44), "body", "quiet")
        canvas.panel(self.sheet, "sheet")
        canvas.panel(self.right, "paper")
        self._signs(canvas)
        self.focus.draw(canvas, now)
        hints = (
            Hint((MoveFocus(dx=-1), MoveFocus(dx=1)), "Move"),
            Hint((Accept(),), "OK"),
            Hint((Turn(step=-1), Turn(step=1)), "Turn"),
            Hint((Cycle(),), "Next"),
            Hint((Back(),), "Back"),
        )
        draw_hints(canvas, hints, self.app.labels, Rect(self.left.x, 1020, self.left.w * 2, 48), "left")

    def _signs(self, canvas: Canvas) -> None:
        for seat in range(7):
            place = Rect(self.sheet.x + 30 + seat * 86, self.sheet.y + 520, 74, 74)
            seat_swatch(canvas, seat, Rect(place.x, place.y + 84, 74, 60))
            seat_badge(canvas, seat, place)
            seat_symbol(canvas, seat, Rect(place.x + 20, place.y + 156, 34, 34))
        for index, name in enumerate(ICONS):
            cell = Rect(self.left.x + index % 7 * 66, self.left.y + 450 + index // 7 * 66, 44, 44)
            icon(canvas, name, cell, "ink")
        box = self.right.inset(30).cut_bottom(300)[0]
        canvas.text(self.words[1], box, "body", "paper_ink", fit="wrap", valign="top")
        canvas.polyline(
            [(box.x, box.y + 220), (box.cx, box.y + 160), (box.right, box.y + 240)], 14, "sturt.track"
        )
        canvas.polyline(
            [(box.x, box.y + 250), (box.cx, box.y + 190), (box.right, box.y + 270)], 14, (240, 166, 60, 120)
        )
        canvas.text("0123 1111", box, "heading", "paper_ink", valign="bottom", tabular=True)
        canvas.text("8888 8888", box.moved(0, -44), "heading", "paper_ink", valign="bottom", tabular=True)

    def _row(self, canvas: Canvas, index: int, place: Rect, chosen: bool, now: float) -> None:
        canvas.rounded(place, 10, "accent" if chosen else "sheet")
        canvas.text(f"{self.words[0]} {index}", place.inset(20, 0), "body", "accent_ink" if chosen else "ink")
