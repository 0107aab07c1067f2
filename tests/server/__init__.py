"""Tests of tables, lobby, discovery and real sockets."""
