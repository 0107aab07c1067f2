"""Rate limit for log messages that guests cause, so that nobody can fill the log."""

from __future__ import annotations

import logging
from typing import Final

from server.net.limits import Bucket

LINES_PER_SECOND: Final = 5.0
BURST_LINES: Final = 500.0
"""Log lines at once: everybody of a full server may come and go, then five a second."""


class RateLimitFilter(logging.Filter):
    """Filter that passes warnings, and the rest within the rate; then says how many are missing."""

    def __init__(self) -> None:
        super().__init__()
        self._bucket = Bucket(LINES_PER_SECOND, BURST_LINES)
        self._missing = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this message is logged."""
        if record.levelno < logging.WARNING and not self._bucket.take():
            self._missing += 1
            return False
        if self._missing:
            record.msg = f"({self._missing} lines left out) {record.msg}"
            self._missing = 0
        return True
