"""AIs that think in processes of their own."""
