"""The rules of a game, to leaf through."""
