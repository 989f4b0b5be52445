"""The tables of a journal."""

import sqlite3
from contextlib import closing
from hashlib import blake2b

from matroidlab.errors import JournalError

APPLICATION = 0x6D61746C
"""The application id of our SQLite files: "matl"."""

VERSION = 1

TABLES = (
    # The commands, in order; the content of a recommendation includes the list that was dealt.
    """CREATE TABLE journal (
        number INTEGER PRIMARY KEY, command TEXT NOT NULL, content TEXT NOT NULL,
        time REAL NOT NULL, seal BLOB)""",
    # The state after some row of the journal, in parts.
    "CREATE TABLE snapshot (part TEXT PRIMARY KEY, content BLOB NOT NULL, seal BLOB)",
    # The row of that state, and the number of its parts, so that a missing one is noticed.
    """CREATE TABLE snapshot_at (
        id INTEGER PRIMARY KEY CHECK (id = 0), number INTEGER NOT NULL, parts INTEGER,
        seal BLOB)""",
    # A digest of the items and settings, compared when the service is opened with a page again.
    "CREATE TABLE made_of (id INTEGER PRIMARY KEY CHECK (id = 0), digest BLOB NOT NULL)",
)


def _schema(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    return sorted(found.fetchall(), key=repr)


def _own_schema() -> list[tuple[object, ...]]:
    """Return the schema as `TABLES` make it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in TABLES:
            connection.execute(statement)
        return _schema(connection)


def check_ours(connection: sqlite3.Connection, where: str) -> bool:
    """Whether there are tables of this version.

    It is an error if the file is not ours. The file is only read. A file with a view in place of
    a table, or with a trigger, would run the SQL of its author, so the schema must be ours to the
    letter.
    """
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != APPLICATION and (tables or application or version):
        raise JournalError(f"{where} is an SQLite file, but not the journal of a service")
    if application == APPLICATION and version != VERSION:
        raise JournalError(
            f"{where} has version {version} of the journal, and this program reads version "
            f"{VERSION}"
        )
    if application == APPLICATION and _schema(connection) != _own_schema():
        raise JournalError(f"{where} does not have the tables of a journal, and only these")
    return bool(application == APPLICATION)


def make_tables(connection: sqlite3.Connection, where: str) -> None:
    """Make the tables if there are none, in the transaction that is open."""
    if check_ours(connection, where):
        return
    for statement in TABLES:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION:d}")
    connection.execute(f"PRAGMA user_version = {VERSION:d}")


def seal(*values: object) -> bytes:
    """Return a digest of the values of a row, which shows when one of them was altered."""
    hashed = blake2b(digest_size=8)
    for value in values:
        content = value if isinstance(value, bytes) else repr(value).encode()
        hashed.update(b"%d:" % len(content))
        hashed.update(content)
    return hashed.digest()
