"""The window: screens, boards and the interface kit. Knows core and pygame, never the rules of a particular game."""
