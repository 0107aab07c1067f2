"""The program around the screens: command line, window, navigation, settings."""
