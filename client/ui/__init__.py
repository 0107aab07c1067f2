"""Interface kit: canvas, text, theme, animation, input, focus, widgets and sound."""
