"""The program around the screens: command line, commands, and navigation between screens."""
