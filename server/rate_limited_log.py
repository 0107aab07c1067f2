"""A log that nobody can fill: what guests bring about is told only so often."""

from __future__ import annotations

import logging
from typing import Final

from server.net.limits import Bucket

LINES_PER_SECOND: Final = 5.0
BURST_LINES: Final = 500.0
"""Lines: everybody of a full server may come and go at once, then five a second."""


class RateLimitFilter(logging.Filter):
    """Lets warnings pass and the rest within the rate; the next line says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._bucket = Bucket(LINES_PER_SECOND, BURST_LINES)
        self._missing = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is told."""
        if record.levelno < logging.WARNING and not self._bucket.take():
            self._missing += 1
            return False
        if self._missing:
            record.msg = f"({self._missing} lines left out) {record.msg}"
            self._missing = 0
        return True
