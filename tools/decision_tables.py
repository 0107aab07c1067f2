"""Tables of decisions in `docs/rules-*.md`, from the decisions of each game and their English texts.

    .venv/bin/python -m tools.decision_tables

`tests/core/test_decisions.py` compares the pages with what this writes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from assets.texts import Texts
from core.game import AnyGame
from core.games import GAMES

DOCS: Final = Path(__file__).parents[1] / "docs"
BEGIN: Final = "<!-- Written by tools/decision_tables.py. -->"
END: Final = "<!-- End of what is written. -->"


def main() -> None:
    """Write the tables of all games anew."""
    for game in GAMES:
        path = page(game)
        path.write_text(rewritten(path.read_text(encoding="utf-8"), game), encoding="utf-8")


def page(game: AnyGame) -> Path:
    """Page about the rules of a game."""
    return DOCS / f"rules-{game.info.key.replace('_', '-')}.md"


def rewritten(text: str, game: AnyGame) -> str:
    """A page with its table as it has to be. Raises ValueError if the marks around it are not there."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"no table of decisions in {page(game).name}")
    return f"{before}{BEGIN}\n\n{table(game)}\n{END}{after}"


def table(game: AnyGame) -> str:
    """Table of a game's decisions: what the source says, what is played here, and the option for it."""
    texts, key = Texts("en"), game.info.key
    lines = ["| The source | Here | Option |", "| --- | --- | --- |"]
    for group in game.info.decisions:
        for decision in group.decisions:
            start = f"{key}.decided.{group.key}.{decision.key}"
            option = f"`{decision.option}`" if decision.option else ""
            row = (texts.translate(f"{start}.source"), texts.translate(f"{start}.here"), option)
            lines.append(f"| {' | '.join(row)} |".replace("  |", " |"))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
