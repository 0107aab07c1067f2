"""Tests of the rules, the contract's laws, match, codec and wire."""
