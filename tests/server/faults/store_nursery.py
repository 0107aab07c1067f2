"""Servers without a start: `python -m tests.server.faults.store_nursery` makes one for each line it reads.

A line is a JSON list of what `python -m server` understands. The new process tells its number, then what the
server tells; once it is gone, `gone` is told. Starting Python five hundred times would take most of the time.
"""

from __future__ import annotations

import json
import os
import sys

from core import games
from server import serve


def main() -> None:
    assert games.GAMES
    for line in sys.stdin:
        child = os.fork()
        if not child:
            print(os.getpid(), flush=True)
            sys.exit(serve.main(json.loads(line)))
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main()
