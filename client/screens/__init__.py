"""One file a screen: title, lobby, table, result, settings, replay, rules."""
