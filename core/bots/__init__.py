"""Players that are programs: the bot contract, random, greedy and search."""
