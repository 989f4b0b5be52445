"""The tables of a journal, version by version: a file of an older version is brought up to date when it is opened."""

import sqlite3
from hashlib import blake2b

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
    (
        # What the service was made of: asked for when it is opened with a page again.
        "CREATE TABLE made_of (id INTEGER PRIMARY KEY CHECK (id = 0), digest BLOB NOT NULL)",
        # What says that a row is what was written, and that no part of a snapshot is missing.
        "ALTER TABLE journal ADD COLUMN seal BLOB",
        "UPDATE journal SET seal = seal(number, command, told)",
        "ALTER TABLE snapshot ADD COLUMN seal BLOB",
        "UPDATE snapshot SET seal = seal(part, content)",
        "ALTER TABLE snapshot_at ADD COLUMN parts INTEGER",
        "ALTER TABLE snapshot_at ADD COLUMN seal BLOB",
        "UPDATE snapshot_at SET parts = (SELECT count(*) FROM snapshot)",
        "UPDATE snapshot_at SET seal = seal(number, parts)",
    ),
    (),  # The weights of answers are written in one piece, which programs of before do not understand.
)
"""``MIGRATIONS[v]`` takes a file from version v to v + 1."""

VERSION = len(MIGRATIONS)


def check_ours(connection: sqlite3.Connection, where: str) -> int:
    """The version of a journal, 0 if there is nothing yet; an error if it is not ours. The file is only read."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != APPLICATION and (tables or application or version):
        raise JournalError(f"{where} is an SQLite file, but not the journal of a service")
    if not 0 <= version <= VERSION:
        raise JournalError(
            f"{where} has version {version} of the journal, and this program knows versions up to {VERSION}: update it"
        )
    return version


def migrate(connection: sqlite3.Connection, where: str) -> None:
    """Bring the tables up to date, in the transaction that is open."""
    version = check_ours(connection, where)
    connection.create_function("seal", -1, seal, deterministic=True)
    for step in MIGRATIONS[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION:d}")
    connection.execute(f"PRAGMA user_version = {VERSION:d}")


def seal(*values: object) -> bytes:
    """Return a digest of the values of a row, which shows when one of them is altered."""
    hashed = blake2b(digest_size=8)
    for value in values:
        content = value if isinstance(value, bytes) else repr(value).encode()
        hashed.update(b"%d:" % len(content))
        hashed.update(content)
    return hashed.digest()
