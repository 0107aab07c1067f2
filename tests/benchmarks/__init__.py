"""Measurements, run by ./test --bench: every bench_*.py has a main() that prints its figures."""
