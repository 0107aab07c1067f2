"""Stage: what every screen stands on: the app with its stack of screens, the display, the settings."""
