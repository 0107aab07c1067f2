"""No sentence about the network stands there that nobody says any more."""

from __future__ import annotations

import re
from pathlib import Path

from assets.texts import LANGUAGES, Texts

ROOT = Path(__file__).parents[2]
CODE = re.compile(r'"(net\.[a-z_.0-9]+)"')


def test_every_sentence_about_the_network_is_used() -> None:
    files = [path for folder in ("core", "server", "client") for path in (ROOT / folder).rglob("*.py")]
    used = {code for path in files for code in CODE.findall(path.read_text(encoding="utf-8"))}
    assert used
    for language in LANGUAGES:
        written = {key for key in Texts(language).keys() if key.startswith("net.")}  # noqa: SIM118  # not a dict
        assert written - used == set()
