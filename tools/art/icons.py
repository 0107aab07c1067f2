"""Icons of 48 by 48, white on nothing: the program tints them.

One hand for all: shapes of about 4 units' weight, round ends, 5 units of room around.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from tools.art.paper import Point, Sheet, ellipse, line, polar, poly, rect

SIZE, WEIGHT, WHITE = 48.0, 4.0, "#ffffff"


class Icon(Sheet):
    """A sheet with the icons' own strokes and fills."""

    def __init__(self) -> None:
        super().__init__(SIZE, SIZE)

    def ink(self, d: str, hole: bool = False) -> None:
        self.fill(d, WHITE, hole=hole)

    def pen(self, d: str, width: float = WEIGHT) -> None:
        self.stroke(d, WHITE, width)


def _head(icon: Icon, x: float, y: float, k: float = 1.0) -> None:
    """A person from the shoulders up; (x, y) is the middle of the head."""
    icon.ink(ellipse(x, y, 7 * k))
    s = 13 * k
    low, high = y + 24 * k, y + 5 * k
    icon.ink(f"M{x - s:.1f} {low:.1f}C{x - s:.1f} {high:.1f} {x + s:.1f} {high:.1f} {x + s:.1f} {low:.1f}Z")


def play_couch(icon: Icon) -> None:
    _head(icon, 16, 10, 0.66)
    _head(icon, 32, 10, 0.66)
    icon.ink("M3 23A4 4 0 0 1 11 23V30H37V23A4 4 0 0 1 45 23V38H41V42H37V38H11V42H7V38H3Z")


def lan(icon: Icon) -> None:
    icon.ink(rect(17, 5, 14, 11, 2) + rect(4, 32, 14, 11, 2) + rect(30, 32, 14, 11, 2))
    icon.pen("M24 16V24M11 32V24H37V32", 3.4)


def watch(icon: Icon) -> None:
    icon.ink("M2 24C11 8 37 8 46 24C37 40 11 40 2 24Z" + ellipse(24, 24, 9.5), hole=True)
    icon.ink(ellipse(24, 24, 5.5))


def continue_(icon: Icon) -> None:
    icon.pen("M39 13A18 18 0 1 0 42 25")
    icon.ink("M32 15H44V3Z")
    icon.ink("M20 16L33 24.5L20 33Z")


def settings(icon: Icon) -> None:
    teeth: list[Point] = []
    for i in range(8):
        for r, d in ((15.0, -14), (20.5, -9), (20.5, 9), (15.0, 14)):
            teeth.append(polar((24, 24), r, 45 * i + d))
    icon.ink(poly(teeth) + ellipse(24, 24, 7), hole=True)


def rules(icon: Icon) -> None:
    icon.ink("M4 9C11 7 18 8 22.4 11V41C18 38 11 37 4 39Z")
    lines = "M30 17L39 15.6V19L30 20.4ZM30 25L39 23.6V27L30 28.4Z"
    icon.ink("M44 9C37 7 30 8 25.6 11V41C30 38 37 37 44 39Z" + lines, hole=True)


def _loop(icon: Icon, turn: int) -> None:
    """Three quarters of a circle with an arrow at its end; turn is 1 clockwise, -1 against it."""
    points = [polar((24, 25), 15.5, -90 + turn * a) for a in range(50, 321, 10)]
    icon.pen(line(points), 4.4)
    tip = polar((24, 25), 15.5, -90 + turn * 352)
    base = math.radians(-90 + turn * 318)
    out = [(24 + r * math.cos(base), 25 + r * math.sin(base)) for r in (6.5, 24.5)]
    icon.ink(poly([tip, *out]))


def rematch(icon: Icon) -> None:
    for side in (0, 180):
        icon.pen(line([polar((24, 24), 16, side + a) for a in range(25, 136, 10)]), 4.4)
        head = [polar((24, 24), r, side + a) for r, a in ((16, 170), (7.5, 134), (24.5, 134))]
        icon.ink(poly(head))


def exit_(icon: Icon) -> None:
    icon.pen("M26 6H9V42H26")
    icon.pen("M18 24H38")
    icon.ink("M33 13L45 24L33 35Z")


def door(icon: Icon) -> None:
    icon.pen("M22 6H39V42H22")
    icon.pen("M4 24H24")
    icon.ink("M20 13L32 24L20 35Z")


def _arrow(icon: Icon, angle: float) -> None:
    """A full arrow that points at an angle, clockwise from east."""
    icon.pen(line([polar((24, 24), 17, angle + 180), polar((24, 24), 10, angle)]), 5)
    tip = polar((24, 24), 20, angle)
    icon.ink(poly([tip, polar((24, 24), 14.5, angle + 76), polar((24, 24), 14.5, angle - 76)]))


def back(icon: Icon) -> None:
    icon.pen("M30 8L14 24L30 40", 5.6)


def undo(icon: Icon) -> None:
    icon.pen("M14 17H29A11 11 0 0 1 29 39H16", 4.6)
    icon.ink("M19 5V29L4 17Z")


def chat(icon: Icon) -> None:
    bubble = "M10 6H38A6 6 0 0 1 44 12V28A6 6 0 0 1 38 34H23L12 44V34H10A6 6 0 0 1 4 28V12A6 6 0 0 1 10 6Z"
    icon.ink(bubble + ellipse(15, 20, 2.6) + ellipse(24, 20, 2.6) + ellipse(33, 20, 2.6), hole=True)


def spectator(icon: Icon) -> None:
    """Binoculars."""
    icon.ink(ellipse(13, 33, 10) + ellipse(13, 33, 5), hole=True)
    icon.ink(ellipse(35, 33, 10) + ellipse(35, 33, 5), hole=True)
    icon.ink("M12 9H20V24C14 21 8 23 4 28Z")
    icon.ink("M36 9H28V24C34 21 40 23 44 28Z")
    icon.ink(rect(20, 16, 8, 12))


def robot(icon: Icon) -> None:
    icon.ink(
        rect(8, 15, 32, 25, 6) + ellipse(17, 26, 3.6) + ellipse(31, 26, 3.6) + rect(16, 33, 16, 3), hole=True
    )
    icon.ink(rect(2, 22, 4, 11, 2) + rect(42, 22, 4, 11, 2))
    icon.pen("M24 15V9", 3.4)
    icon.ink(ellipse(24, 7, 3.6))


def person(icon: Icon) -> None:
    _head(icon, 24, 13, 1.22)


def person_away(icon: Icon) -> None:
    icon.pen(ellipse(20, 14, 7), 3.4)
    icon.pen("M5 42C5 22 35 22 35 42Z", 3.4)
    icon.pen("M33 8H44L34 20H45", 3.4)


def crown(icon: Icon) -> None:
    icon.ink("M5 15L15 23L24 8L33 23L43 15L39 35H9Z")
    icon.ink(rect(9, 37.5, 30, 4.5, 1.5))
    icon.ink(ellipse(24, 7, 3) + ellipse(5, 14, 3) + ellipse(43, 14, 3))


def pause(icon: Icon) -> None:
    icon.ink(rect(11, 8, 9, 32, 2) + rect(28, 8, 9, 32, 2))


def play(icon: Icon) -> None:
    icon.ink("M13 8C13 6.5 14.5 6 16 7L39 22.5C40.5 23.5 40.5 24.5 39 25.5L16 41C14.5 42 13 41.5 13 40Z")


def step(icon: Icon) -> None:
    icon.ink("M9 9L30 24L9 39Z")
    icon.ink(rect(32, 9, 7, 30, 2))


def to_start(icon: Icon) -> None:
    icon.ink(rect(6, 10, 6, 28, 2))
    icon.ink("M26 10V38L12 24Z" + "M42 10V38L28 24Z")


def to_end(icon: Icon) -> None:
    icon.ink(rect(36, 10, 6, 28, 2))
    icon.ink("M22 10V38L36 24Z" + "M6 10V38L20 24Z")


def faster(icon: Icon) -> None:
    icon.ink("M5 10L24 24L5 38Z" + "M25 10L44 24L25 38Z")


def slower(icon: Icon) -> None:
    icon.ink("M43 10L24 24L43 38Z" + "M23 10L4 24L23 38Z")


def _speaker(icon: Icon) -> None:
    icon.ink("M4 18H12L24 8V40L12 30H4Z")


def sound(icon: Icon) -> None:
    _speaker(icon)
    for r in (8, 16):
        icon.pen(line([polar((25, 24), r + 1, a) for a in range(-44, 45, 11)]), 3.6)


def mute(icon: Icon) -> None:
    _speaker(icon)
    icon.pen("M31 18L43 30M43 18L31 30", 4)


def turn_left(icon: Icon) -> None:
    _loop(icon, -1)


def turn_right(icon: Icon) -> None:
    _loop(icon, 1)


def flag(icon: Icon) -> None:
    icon.pen("M11 6V43")
    icon.ink("M13 7C22 3 28 13 41 8V27C28 32 22 22 13 26Z")


def check(icon: Icon) -> None:
    icon.pen("M8 26L19 37L40 12", 6)


def cross(icon: Icon) -> None:
    icon.pen("M11 11L37 37M37 11L11 37", 6)


def crossed(icon: Icon) -> None:
    icon.pen(ellipse(24, 24, 17.5), 4.6)
    icon.pen("M12 12L36 36", 4.6)


def warning(icon: Icon) -> None:
    triangle = "M21 7C22.5 4.5 25.5 4.5 27 7L45 38C46.5 40.5 45 43 42 43H6C3 43 1.5 40.5 3 38Z"
    icon.ink(triangle + "M21.5 16H26.5L25.6 29H22.4Z" + ellipse(24, 35, 2.8), hole=True)


def info(icon: Icon) -> None:
    icon.ink(ellipse(24, 24, 20) + ellipse(24, 14, 3) + rect(21, 20, 6, 16, 1.5), hole=True)


def dice(icon: Icon) -> None:
    pips = "".join(ellipse(x, y, 3.3) for x, y in ((15, 15), (33, 15), (24, 24), (15, 33), (33, 33)))
    icon.ink(rect(5, 5, 38, 38, 8) + pips, hole=True)


def gamepad(icon: Icon) -> None:
    body = "M14 12H34C41 12 46 24 46 33C46 40 39 41 35 36L31 32H17L13 36C9 41 2 40 2 33C2 24 7 12 14 12Z"
    pad = "M13 17H17V20H20V24H17V27H13V24H10V20H13Z"
    icon.ink(body + pad + ellipse(35, 19.5, 2.5) + ellipse(31, 25, 2.5), hole=True)


def keyboard(icon: Icon) -> None:
    keys = "".join(rect(7.5 + 7 * i, y, 4.6, 4.6, 1) for y in (16, 23) for i in range(5))
    icon.ink(rect(2, 11, 44, 26, 4) + keys + rect(13, 30, 22, 3.6, 1), hole=True)


def mouse(icon: Icon) -> None:
    body = "M24 4C33 4 38 10 38 18V30C38 38 33 44 24 44C15 44 10 38 10 30V18C10 10 15 4 24 4Z"
    icon.ink(body + rect(22, 10, 4, 9, 2) + rect(10, 21, 28, 2.6), hole=True)


DRAW: dict[str, Callable[[Icon], None]] = {
    "play-couch": play_couch,
    "lan": lan,
    "watch": watch,
    "continue": continue_,
    "settings": settings,
    "rules": rules,
    "rematch": rematch,
    "exit": exit_,
    "back": back,
    "undo": undo,
    "chat": chat,
    "spectator": spectator,
    "robot": robot,
    "person": person,
    "person-away": person_away,
    "crown": crown,
    "pause": pause,
    "play": play,
    "step": step,
    "to-start": to_start,
    "to-end": to_end,
    "faster": faster,
    "slower": slower,
    "sound": sound,
    "mute": mute,
    "turn-left": turn_left,
    "turn-right": turn_right,
    "flag": flag,
    "check": check,
    "cross": cross,
    "warning": warning,
    "info": info,
    "arrow-right": lambda icon: _arrow(icon, 0),
    "arrow-down": lambda icon: _arrow(icon, 90),
    "arrow-left": lambda icon: _arrow(icon, 180),
    "arrow-up": lambda icon: _arrow(icon, 270),
    "dice": dice,
    "gamepad": gamepad,
    "keyboard": keyboard,
    "mouse": mouse,
    "door": door,
    "crossed": crossed,
}


def draw(name: str) -> str:
    """The SVG of an icon by its name."""
    icon = Icon()
    DRAW[name](icon)
    return icon.svg()
