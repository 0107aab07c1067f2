"""Test matrix: which test file finds which planted fault and which mutant. `python -m tests.matrix --help`"""
