"""The Great Split: one divides, the neighbour chooses."""
