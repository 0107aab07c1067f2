"""The table screen: the board, the people beside it, and everything there is to decide."""
