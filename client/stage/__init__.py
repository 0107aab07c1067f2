"""Stage: what every screen stands on: app with its stack of screens, display, playback, settings."""
