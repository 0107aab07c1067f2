"""Title: the shelf with its boxes, the land behind it, the attract loop."""
