"""Tests, laid out like the code they are about."""
