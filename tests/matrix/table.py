"""The page of the test matrix: `docs/test-matrix.md`."""

from __future__ import annotations

PAGE = None
