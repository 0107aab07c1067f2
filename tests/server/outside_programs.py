"""Programs for tests of bots from outside: one that plays, and others that each do one thing wrong."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Final

FRAME: Final = """
import json, os, sys, time
GAMES = ["sturt", "great_divide", "great_split", "ghawar", "down_under"]
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({{"version": 1, "name": "Tester", "games": GAMES}}), flush=True)
    elif message["type"] == "decide":
        first, asked = not asked, asked + 1
        move = message["legal"][-1]
        {decide}
        print(move, flush=True)
"""
"""A program that decides by its last legal action, after `decide` has done something else."""

WRONG: Final = {
    "rubbish": ("move = 'I think' if first else move", "outside.refusal.answer"),
    "illegal": ("move = '5@2,2' if first else move", "outside.refusal.answer"),
    "wrong JSON": ("move = '{\"move\": 1}' if first else move", "outside.refusal.no_action"),
    "encoding": ("if first: os.write(1, b'caf\\xe9\\n'); continue", "outside.refusal.not_utf8"),
    "death": ("if first: sys.exit(3)", "outside.refusal.ended"),
    "closed output": ("if first: os.close(1); time.sleep(99)", "outside.refusal.closed"),
    "closed input": ("if first: os.close(0); os.close(1); time.sleep(99)", "outside.refusal.closed"),
    "silence": ("if first: time.sleep(99)", "outside.refusal.time"),
    "flood": ("while first: os.write(1, b'x\\n' * 999)", "outside.refusal.flood"),
    "long line": ("while first: os.write(1, b'x' * 999)", "outside.refusal.flood"),
}
"""What a program does in its first decision, and the code of what is said about it."""


def command(folder: Path, decide: str = "pass") -> str:
    """Command line of a program that does `decide` before each decision."""
    file = folder / "bot with a space.py"
    file.write_text(FRAME.format(decide=decide), encoding="utf-8")
    return shlex.join([sys.executable, "-I", "-S", str(file)])
