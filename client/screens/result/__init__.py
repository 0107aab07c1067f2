"""Result of a game: ceremony, insight, statistics."""
