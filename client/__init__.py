"""The window: screens, boards and the interface kit; only boards know the rules of a particular game."""
