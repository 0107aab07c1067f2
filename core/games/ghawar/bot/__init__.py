"""The AI of Ghawar: `player` decides, the rest is what it judges with."""
