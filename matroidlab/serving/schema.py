"""The tables of a journal, version by version: a file of an older version is brought up to date when it is opened."""

import sqlite3

from matroidlab.errors import JournalError

APPLICATION = 0x6D61746C
"""What says that an SQLite file is ours: "matl"."""

MIGRATIONS = (
    (
        # What was done, in order: a command with its arguments, and of a list what was shown with what probability.
        "CREATE TABLE journal (number INTEGER PRIMARY KEY, command TEXT NOT NULL, told TEXT NOT NULL)",
        # The state after so many rows of the journal, in parts.
        "CREATE TABLE snapshot (part TEXT PRIMARY KEY, content BLOB NOT NULL)",
        "CREATE TABLE snapshot_at (id INTEGER PRIMARY KEY CHECK (id = 0), number INTEGER NOT NULL)",
    ),
    # What the service was made of: asked for when it is opened with a page again.
    ("CREATE TABLE made_of (id INTEGER PRIMARY KEY CHECK (id = 0), digest BLOB NOT NULL)",),
)
"""``MIGRATIONS[v]`` takes a file from version v to v + 1."""

VERSION = len(MIGRATIONS)


def migrate(connection: sqlite3.Connection, where: str) -> None:
    """Bring the tables up to date, in the transaction that is open."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != APPLICATION and (tables or application):
        raise JournalError(f"{where} is an SQLite file, but not the journal of a service")
    if version > VERSION:
        raise JournalError(
            f"{where} has version {version} of the journal, and this program knows versions up to {VERSION}: update it"
        )
    for step in MIGRATIONS[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION:d}")
    connection.execute(f"PRAGMA user_version = {VERSION:d}")
