"""What the project needs besides the program: setting it up, checking it, drawing its pictures.

This file must be readable by every Python there is, so that an old one gets a sentence instead of a
syntax error. It runs before anything else in this folder.
"""

import sys

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.exit(
        "Tilewright needs Python {oldest} or newer; this is Python {found} ({executable}).\n"
        "Install a newer one from your system's packages or from python.org, then start again with it, "
        "for example: python{oldest} {command}".format(
            oldest="{}.{}".format(*OLDEST),
            found="{}.{}".format(*sys.version_info),
            executable=sys.executable,
            command=" ".join(sys.argv),
        )
    )
