"""Screens: title, set-up, gathering, lobby, LAN, table, result, replay, archive, rules, settings."""
