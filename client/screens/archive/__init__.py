"""The archive: finished games, and statistics of them."""
