"""Archive: finished games, and statistics of them."""
