"""The result of a game: ceremony, insight, statistics."""
