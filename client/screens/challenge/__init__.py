"""Daily challenge: a calendar of results, and the way to the game of a day."""
