"""A second reading of Down Under's rules: slow, plain, sharing no code and no idea with the engine."""
