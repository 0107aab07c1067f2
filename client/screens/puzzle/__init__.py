"""Puzzles: a position on its board, in which a move is to be found."""
