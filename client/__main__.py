"""`tilewright`, and `python -m client`."""

from __future__ import annotations

import sys

from client.app.command_line import main

if __name__ == "__main__":
    sys.exit(main())
