"""The pictures of Tilewright as code: every SVG under `assets/` is drawn here (see `tools/draw_art.py`)."""
