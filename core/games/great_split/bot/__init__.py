"""The AI of The Great Split: `player` decides, the rest is what it judges with."""
