"""Tournaments of AIs: a schedule, games played anywhere, a file of results, ratings, and a report."""
