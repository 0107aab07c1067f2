"""The fault harness: what the store and the connections have to bear. See `conftest`."""
