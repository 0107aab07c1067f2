"""Tests of screens, boards, input and the command line, without a window."""
