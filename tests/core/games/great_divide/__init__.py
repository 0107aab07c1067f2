"""The Great Divide: positions from its rulebook, refusals, maps, counts and golden games."""
