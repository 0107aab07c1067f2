"""The table: the board, the people beside it, and whatever there is to decide."""
