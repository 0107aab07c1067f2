"""What the project needs besides the program: setting it up, checking it, drawing its pictures.

This file must be readable by every Python there is, so that an old one gets a sentence instead of a
syntax error. It runs before anything else in this folder.
"""

import sys

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.exit(
        "Tilewright needs Python %d.%d or newer; this is Python %d.%d (%s).\n"
        "Install a newer one from your system's packages or python.org, then start again, for example: "
        "python%d.%d %s"
        % (OLDEST + tuple(sys.version_info[:2]) + (sys.executable,) + OLDEST + (sys.argv[0],))
    )
