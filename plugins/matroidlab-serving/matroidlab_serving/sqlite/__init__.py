"""A service whose commands are recorded in an SQLite file."""
