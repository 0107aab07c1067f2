"""Storage that outlives a server: the journal of each table, the archive of finished games."""
