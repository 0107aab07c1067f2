"""The Great Split: worked examples, laws' twin, counts, golden games."""
