"""Configuration of a server: from a file, the command line, or defaults. Checked once, here."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from assets.texts import Texts
from core.game import Refused
from core.protocol.messages import clean_name
from server.net.limits import Limits
from server.net.listener import DEFAULT_PORT
from server.storage import folders

DEFAULT_LIMITS: Final = Limits()
LONGEST_FILE: Final = 100_000
"""Bytes of a configuration file that are read."""

Port = Annotated[int, Meta(ge=0, le=65535)]
TableCount = Annotated[int, Meta(ge=1, le=1000)]
GuestCount = Annotated[int, Meta(ge=1, le=10_000)]
DayCount = Annotated[float, Meta(ge=0, le=3650)]
MinuteCount = Annotated[float, Meta(ge=0, le=100_000)]


class Configuration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices of a host; every name is a line of the file and an option of the command.

    `host` is the address to listen at, empty for all of this machine; `data` the folder, empty for the usual
    one. `keep_days`: how long games in progress wait for their people; `grace_minutes`: all other tables.
    """

    name: str = "Tilewright"
    host: str = ""
    port: Port = DEFAULT_PORT
    data: str = ""
    max_tables: TableCount = DEFAULT_LIMITS.tables
    max_guests: GuestCount = DEFAULT_LIMITS.connections
    max_per_address: GuestCount = DEFAULT_LIMITS.per_address
    keep_days: DayCount = DEFAULT_LIMITS.keep / 86_400
    grace_minutes: MinuteCount = DEFAULT_LIMITS.grace / 60
    hidden: bool = False
    quiet: bool = False

    @property
    def folder(self) -> Path:
        """Folder of the data."""
        return folders.typed_path(self.data) if self.data else folders.data(folders.SERVER_FOLDER)

    def limits(self) -> Limits:
        """Limits with those that the host has chosen."""
        return Limits(
            tables=self.max_tables,
            connections=self.max_guests,
            per_address=self.max_per_address,
            keep=self.keep_days * 86_400,
            grace=self.grace_minutes * 60,
        )


FLAG_OPTIONS: Final = ("hidden", "quiet")


def add_arguments(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Add an option for every choice, None where it is not given."""
    parser.add_argument("--config", type=Path, metavar="FILE", help=texts.translate("serve.help_config"))
    for field in msgspec.structs.fields(Configuration):
        flag, text = "--" + field.name.replace("_", "-"), texts.translate(f"serve.help_{field.name}")
        if field.name in FLAG_OPTIONS:
            parser.add_argument(flag, action="store_true", default=None, help=text)
        else:
            parser.add_argument(flag, metavar=_shape(field.default), default=None, help=text)


def _shape(default: object) -> str:
    return "TEXT" if isinstance(default, str) else "N"


def read_configuration(args: argparse.Namespace) -> Configuration:
    """Configuration of the file, overridden by the command line. Raises `Refused("serve.refusal.…")`."""
    values = {} if args.config is None else _read(args.config)
    for field in msgspec.structs.fields(Configuration):
        value = getattr(args, field.name)
        if value is not None:
            values[field.name] = value
    configuration = _typed(values)
    return msgspec.structs.replace(configuration, name=clean_name(configuration.name))


def _read(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as opened:
            raw = opened.read(LONGEST_FILE + 1)
    except OSError as error:
        raise Refused("serve.refusal.unreadable", file=str(file), why=error.strerror or "") from None
    try:
        values: dict[str, Any] = msgspec.toml.decode(raw)
    except UnicodeDecodeError:
        raise Refused("serve.refusal.not_utf8", file=str(file)) from None
    except msgspec.DecodeError as error:
        raise Refused("serve.refusal.not_toml", file=str(file), why=str(error)) from None
    return values


def _typed(values: dict[str, Any]) -> Configuration:
    """The choices checked one by one, so that a wrong one can be named. Numbers may come as text."""
    known = {field.name: field for field in msgspec.structs.fields(Configuration)}
    for name, value in values.items():
        if name not in known:
            raise Refused("serve.refusal.unknown", name=name[:40], known=", ".join(known))
        strict = not isinstance(value, str) or isinstance(known[name].default, str)
        try:
            values[name] = msgspec.convert(value, known[name].type, strict=strict)
        except msgspec.ValidationError:
            allowed = _allowed(known[name].type)
            raise Refused("serve.refusal.value", name=name, value=str(value)[:40], allowed=allowed) from None
    return Configuration(**values)


def _allowed(kind: Any) -> str:
    """The possible values of a choice, for a sentence."""
    for extra in getattr(kind, "__metadata__", ()):
        return f"{extra.ge}–{extra.le}"
    return "true, false" if kind is bool else "…"
