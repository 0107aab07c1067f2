"""Themes: colours, sizes and seat styles, read from `assets/themes/*.toml`, checked when loaded."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Annotated, Literal

import msgspec

import assets
from core.protocol.messages import MAX_SEATS

Hex = Annotated[str, msgspec.Meta(pattern="^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$")]
Colour = tuple[int, int, int, int]
Ink = str | tuple[int, int, int] | tuple[int, int, int, int]
"""Colour as callers name it: a name of the theme ("ink", "seat.0", "sturt.track") or numbers."""

Pattern = Literal["plain", "stripes", "dots", "waves", "checks", "crosses", "zigzag"]
Symbol = Literal["disc", "triangle", "square", "diamond", "star", "cross", "pentagon"]
Role = Literal["title", "heading", "body", "small"]
Face = Literal["display", "body"]


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours of the kit itself."""

    table: Hex
    night: Hex
    lamp: Hex
    ink: Hex
    quiet: Hex
    paper: Hex
    paper_ink: Hex
    paper_quiet: Hex
    paper_good: Hex
    paper_bad: Hex
    sheet: Hex
    sheet_raised: Hex
    well: Hex
    veil: Hex
    veil_raised: Hex
    line: Hex
    accent: Hex
    accent_ink: Hex
    focus: Hex
    good: Hex
    bad: Hex
    shadow: Hex


class PanelStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Style of paper: fill and border by colour name, corner radius, height above the table."""

    fill: str
    border: str
    radius: Annotated[float, msgspec.Meta(ge=0, le=200)]
    lift: Annotated[float, msgspec.Meta(ge=0, le=60)]
    edge: Annotated[float, msgspec.Meta(ge=0, le=12)] = 0.0
    grain: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0


class TypeStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Role of type: face and size in units."""

    face: Face
    size: Annotated[float, msgspec.Meta(ge=24, le=240)]


class Types(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: TypeStyle
    heading: TypeStyle
    body: TypeStyle
    small: TypeStyle


class SeatStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Style of a seat: colour, pattern and symbol together tell it apart; `ink` is readable on the colour."""

    colour: Hex
    ink: Hex
    pattern: Pattern
    symbol: Symbol


class ThemeData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of a theme file."""

    colours: Colours
    panels: dict[str, PanelStyle]
    types: Types
    seats: Annotated[tuple[SeatStyle, ...], msgspec.Meta(min_length=MAX_SEATS, max_length=MAX_SEATS)]
    palettes: dict[str, dict[str, Hex]]


class ThemeError(Exception):
    """Raised for a missing or incomplete theme file: a `colour` is not there, or what `detail` says."""

    def __init__(self, file: str, detail: str, colour_name: str = "") -> None:
        super().__init__(f"{file}: {detail}")
        self.file = file
        self.detail = detail
        self.colour = colour_name


class Theme:
    """Checked theme."""

    def __init__(self, name: str, data: ThemeData) -> None:
        self.name = name
        self.data = data
        self.seats = data.seats
        self._colours = {key: _rgba(value) for key, value in msgspec.structs.asdict(data.colours).items()}
        for index, seat in enumerate(data.seats):
            self._colours[f"seat.{index}"] = _rgba(seat.colour)
            self._colours[f"seat.{index}.ink"] = _rgba(seat.ink)
        for game, palette in data.palettes.items():
            self._colours.update({f"{game}.{key}": _rgba(value) for key, value in palette.items()})
        self._check_panels()

    def colour(self, ink: Ink) -> Colour:
        """Colour as (r, g, b, a). Raises ThemeError for a name the theme does not have."""
        if isinstance(ink, str):
            found = self._colours.get(ink)
            if found is None:
                raise ThemeError(_file(self.name), f"no colour {ink!r}", ink)
            return found
        return ink if len(ink) == 4 else (*ink, 255)

    def panel(self, panel_name: str) -> PanelStyle:
        """Panel style of this name. Raises ThemeError if there is none."""
        found = self.data.panels.get(panel_name)
        if found is None:
            raise ThemeError(_file(self.name), f"no panel {panel_name!r}")
        return found

    def type(self, role: Role) -> TypeStyle:
        style: TypeStyle = getattr(self.data.types, role)
        return style

    def palette(self, game: str) -> dict[str, Colour]:
        """Colours of a game's land, by name; empty for a game without its own."""
        return {key: self._colours[f"{game}.{key}"] for key in self.data.palettes.get(game, {})}

    def _check_panels(self) -> None:
        for panel in self.data.panels.values():
            self.colour(panel.fill)
            self.colour(panel.border)


def load(name: str) -> Theme:
    """Theme `assets/themes/<name>.toml`. Raises ThemeError if it is missing or wrong."""
    try:
        raw = assets.path(f"themes/{name}.toml").read_bytes()
        written = msgspec.toml.decode(raw)
        if isinstance(colours := written.get("colours"), dict):
            _expect_colours(name, colours, Colours.__struct_fields__)
        return Theme(name, msgspec.convert(written, ThemeData))
    except (OSError, ValueError) as error:
        raise ThemeError(_file(name), str(error)) from error


def check() -> None:
    """Raise ThemeError unless every theme is valid, and has all colours that another one has."""
    palettes = {name: load(name).data.palettes for name in names()}
    found = {
        name: {f"{game}.{colour}" for game, colours in games.items() for colour in colours}
        for name, games in palettes.items()
    }
    needed = sorted(set().union(*found.values()))
    for name, colours in found.items():
        _expect_colours(name, colours, needed)


def _expect_colours(name: str, colours: Container[str], needed: Iterable[str]) -> None:
    """Raise ThemeError for the first colour that is not there."""
    for colour in needed:
        if colour not in colours:
            raise ThemeError(_file(name), f"no colour {colour!r}", colour)


def _file(name: str) -> str:
    return str(assets.ROOT / "themes" / f"{name}.toml")


def names() -> tuple[str, ...]:
    """Names of all themes, the default first."""
    found = sorted(path.stem for path in assets.listing("themes", ".toml"))
    return tuple(sorted(found, key=lambda name: name != "lamplight"))


def _rgba(value: str) -> Colour:
    digits = value[1:] + ("FF" if len(value) == 7 else "")
    r, g, b, a = bytes.fromhex(digits)
    return (r, g, b, a)
