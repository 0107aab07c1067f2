"""`tilewright desktop`: the entry in the menu of a person's desktop, and its icon, as XDG has them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Final

import assets
from assets.texts import LANGUAGES, Texts
from client.app.launch import APP_ID
from core.game import Refused
from server.storage import atomic_file, folders

ROOT: Final = Path(__file__).resolve().parents[2]
HEAD: Final = "[Desktop Entry]"


def run(args: Any, texts: Texts) -> int:
    """Install the entry, or with `--remove` remove it. Raises `Refused`."""
    if sys.platform in ("win32", "darwin"):
        raise Refused("cli.refusal.no_desktop", program=" ".join(_program()))
    home = folders.shared_data()
    entry, icons = home / "applications" / f"{APP_ID}.desktop", home / "icons" / "hicolor"
    icon = icons / "scalable" / "apps" / f"{APP_ID}.svg"
    if args.remove:
        there = entry.exists() or icon.exists()
        for file in (entry, icon):
            file.unlink(missing_ok=True)
        print(texts.translate("cli.desktop.removed" if there else "cli.desktop.none"))
        return 0
    atomic_file.write(icon, assets.path("icons/app.svg").read_bytes())
    atomic_file.write(entry, desktop_entry(_program()))
    os.utime(icons)  # so that icons which a desktop has cached are read again
    print(texts.translate("cli.desktop.installed", file=entry))
    return 0


def desktop_entry(program: list[str]) -> bytes:
    """A .desktop file that starts a program given as its words. Raises `Refused` for words it cannot hold."""
    lines = [HEAD, "Type=Application", "Version=1.0", "Name=Tilewright"]
    for language in LANGUAGES:
        place = "" if language == "en" else f"[{language}]"
        lines.append(f"Comment{place}={_escaped(Texts(language).translate('cli.desktop.comment'))}")
    lines += [
        f"Exec={_escaped(' '.join(_quoted(word) for word in program))}",
        f"Icon={APP_ID}",
        f"StartupWMClass={APP_ID}",
        "Terminal=false",
        "Categories=Game;BoardGame;",
    ]
    return ("\n".join(lines) + "\n").encode()


def _program() -> list[str]:
    """Command that starts this very program: `play` of its folder, or the Python it is installed in."""
    play = ROOT / "play"
    return [str(play)] if play.is_file() else [sys.executable, "-P", "-m", "client"]


def _quoted(word: str) -> str:
    """A word of Exec in quotes; a % would begin a field. Raises `Refused` for what no file can hold."""
    if not word.isprintable():
        raise Refused("cli.refusal.desktop_folder", folder=ascii(word)[1:-1])
    for character in '\\"`$':
        word = word.replace(character, f"\\{character}")
    return '"' + word.replace("%", "%%") + '"'


def _escaped(value: str) -> str:
    """A value as these files write it."""
    return value.replace("\\", "\\\\")
