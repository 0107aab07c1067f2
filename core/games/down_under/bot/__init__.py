"""The AI of Down Under: `player` decides, the rest is what it searches with."""
