"""Rules of a game, page by page."""
