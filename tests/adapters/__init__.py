"""Tests of the adapters with the projects' own test functions: `./test --adapters`."""
