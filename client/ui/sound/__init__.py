"""Sounds: synthesised when the program starts, played as cues and as loops."""
