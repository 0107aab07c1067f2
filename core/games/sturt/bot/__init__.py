"""The AI of Sturt's Stony Desert: `player` decides, `batch` judges many deserts at once."""
