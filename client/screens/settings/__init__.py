"""Settings of the program."""
