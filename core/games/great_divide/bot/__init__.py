"""The AI of The Great Divide: `player` decides, the rest is what it judges with."""
