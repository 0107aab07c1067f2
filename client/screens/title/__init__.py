"""The title: the shelf with its boxes, the land behind it, the attract loop."""
