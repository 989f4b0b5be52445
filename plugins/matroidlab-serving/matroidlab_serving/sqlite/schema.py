"""The tables of a journal."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from hashlib import blake2b

from matroidlab.errors import JournalError

APPLICATION = 0x6D61746C
"""The application id of our SQLite files: "matl"."""


TABLES = (  # of version 1
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
    # States from which a log can begin: their row, how many lists were shown before, the time.
    """CREATE TABLE origins (
        number INTEGER PRIMARY KEY, lists INTEGER NOT NULL, time REAL NOT NULL,
        state BLOB NOT NULL, seal BLOB)""",
    # A digest of the items and settings, compared when the service is opened with a page again.
    "CREATE TABLE made_of (id INTEGER PRIMARY KEY CHECK (id = 0), digest BLOB NOT NULL)",
)
UPGRADES: Mapping[int, tuple[str, ...]] = {}
"""By version, the statements that make its tables those of the next one. A version that was
released is never changed: a new one is added here, and the tests keep a journal of each."""
VERSION = 1 + len(UPGRADES)


def _schema(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    return sorted(found.fetchall(), key=repr)


def _schema_of(version: int) -> list[tuple[object, ...]]:
    """Return the schema of a version, as its tables are made or upgraded."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in TABLES:
            connection.execute(statement)
        for earlier in range(1, version):
            _upgrade(connection, earlier)
        return _schema(connection)


def _upgrade(connection: sqlite3.Connection, version: int) -> None:
    for statement in UPGRADES[version]:
        connection.execute(statement)


def check_ours(connection: sqlite3.Connection, where: str) -> int:
    """Return the version of the tables, 0 if there are none.

    It is an error if the file is not ours. The file is only read. A file with a view in place of
    a table, or with a trigger, would run the SQL of its author, so the schema must be ours to the
    letter.
    """
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != APPLICATION and (tables or application or version):
        raise JournalError(f"{where} is an SQLite file, but not the journal of a service")
    if application != APPLICATION:
        return 0
    if not 1 <= version <= VERSION:
        raise JournalError(
            f"{where} has version {version} of the journal, and this program reads versions up to "
            f"{VERSION}"
        )
    if _schema(connection) != _schema_of(version):
        raise JournalError(f"{where} does not have the tables of a journal, and only these")
    return int(version)


def make_tables(connection: sqlite3.Connection, where: str) -> None:
    """Make the tables, or upgrade those of an earlier version, in the open transaction."""
    version = check_ours(connection, where)
    if version == VERSION:
        return
    if not version:
        for statement in TABLES:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION:d}")
    for earlier in range(max(version, 1), VERSION):
        _upgrade(connection, earlier)
    connection.execute(f"PRAGMA user_version = {VERSION:d}")


def seal(*values: object) -> bytes:
    """Return a digest of the values of a row, which shows when one of them was altered."""
    hashed = blake2b(digest_size=8)
    for value in values:
        content = value if isinstance(value, bytes) else repr(value).encode()
        hashed.update(b"%d:" % len(content))
        hashed.update(content)
    return hashed.digest()
