"""A window in every theme, for tests of how pieces look."""

from __future__ import annotations

import pytest

from client.ui import theme
from client.ui.canvas import Canvas
from tests.client.boards.drawing import canvas_of


@pytest.fixture(params=theme.names())
def canvas(request: pytest.FixtureRequest) -> Canvas:
    """A window of 960 × 540, all black."""
    return canvas_of(request.param)
