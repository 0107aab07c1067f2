"""The page of the test matrix."""
