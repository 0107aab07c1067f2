"""The command line of the test matrix."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.matrix import runs, table

ABOUT = (
    "Which test file finds which planted fault and which mutant. What is learnt is kept, and gone on from."
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.matrix", description=ABOUT)
    parser.add_argument("what", choices=("record", "run", "table"))
    parser.add_argument("--keep", type=Path, default=runs.KEPT, help="folder for what is learnt")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to run")
    parser.add_argument(
        "--only", default="", help="only test files (record) or changes (run) that this finds"
    )
    given = parser.parse_args()
    keep = runs.Keep(given.keep)
    match given.what:
        case "record":
            runs.record(keep, given.only)
        case "run":
            runs.run(keep, given.minutes, given.only)
        case "table":
            before = table.PAGE.read_text(encoding="utf-8")
            table.PAGE.write_text(table.page(keep, before), encoding="utf-8", newline="\n")


main()
