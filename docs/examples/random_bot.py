"""A bot for every game that plays at random: `./play join --bot "python3 docs/examples/random_bot.py"`."""

import json
import random
import sys

GAMES = ["sturt", "great_divide", "great_split", "ghawar", "down_under"]

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"version": 1, "name": "Dicer", "games": GAMES}), flush=True)
    elif message["type"] == "decide":
        print(random.choice(message["legal"]), flush=True)
