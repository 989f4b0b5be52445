"""A connection to PostgreSQL that is restored when it was lost; no error has a password."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from matroidlab.errors import JournalError, ServingError

if TYPE_CHECKING:
    import psycopg

    Cursor = psycopg.Cursor[tuple[Any, ...]]

PREFIXES = ("postgresql://", "postgres://")
SECONDS_TO_CONNECT = 10
MALFORMED = (
    "an address must be like 'postgresql://user@host:5432/database'; "
    "percent-encode other characters than letters and digits in a password"
)
_OF_PARENTS: list[object] = []
"""Connections of parent processes, kept in forked children so that they are never closed there."""


def is_postgres_address(address: object) -> bool:
    """Whether an address is one of PostgreSQL."""
    return isinstance(address, str) and address.startswith(PREFIXES)


class PostgresConnection:
    """One connection, used by one thread at a time.

    A forked child must not use its parent's connection: both would read each other's answers. It
    makes its own.
    """

    def __init__(self, address: str) -> None:
        try:
            self._psycopg: Any = import_module("psycopg")
        except ImportError:
            raise ServingError(
                "PostgreSQL needs psycopg, which is not installed: pip install "
                "'matroidlab-serving[postgres]'"
            ) from None
        check_address(address)
        try:
            self._parameters: dict[str, Any] = self._psycopg.conninfo.conninfo_to_dict(address)
        except self._psycopg.Error:
            raise ServingError(MALFORMED) from None
        self.number: int = 0
        """How many connections were made: a lock belongs to one of them, and is gone with it."""
        self._open: psycopg.Connection[tuple[Any, ...]] | None = None
        self._process = os.getpid()

    @property
    def where(self) -> str:
        """The address as it may be shown: without a password."""
        host = self._parameters.get("host", "the local server")
        database = self._parameters.get("dbname") or self._parameters.get("user") or "by default"
        return f"PostgreSQL at {host}, database {database}"

    def __repr__(self) -> str:
        return f"<{self.where}>"

    @contextmanager
    def transaction(self) -> "Iterator[Cursor]":
        """Write everything inside the ``with`` statement or nothing.

        If the connection is lost, it may be either.
        """
        connection = self._connected()
        try:
            with connection.transaction(), connection.cursor() as cursor:
                yield cursor
        except self._psycopg.Error as error:
            if connection.closed or isinstance(error, self._psycopg.OperationalError):
                self.close()
                raise JournalError(
                    f"the connection to {self.where} was lost: {self._message(error)}; the "
                    "transaction was written as a whole or not at all, so ask again"
                ) from None
            raise JournalError(f"{self.where} refuses: {self._message(error)}") from None

    def _connected(self) -> "psycopg.Connection[tuple[Any, ...]]":
        self._leave_to_parent()
        if self._open is None or self._open.closed:
            options = {"connect_timeout": SECONDS_TO_CONNECT, **self._parameters}
            try:
                self._open = self._psycopg.connect(**options, autocommit=True)
            except self._psycopg.Error as error:
                raise JournalError(
                    f"{self.where} cannot be reached: {self._message(error)}"
                ) from None
            self.number += 1
        return self._open

    def _leave_to_parent(self) -> None:
        """Drop the connection in a forked child, without closing it.

        That would end the session of the parent.
        """
        if self._process != os.getpid():
            self._process = os.getpid()
            _OF_PARENTS.append(self._open)
            self._open = None

    def _message(self, error: BaseException) -> str:
        """Return the message of an error on one line, without any password."""
        text = " ".join(str(error).split())
        for name, value in self._parameters.items():
            if name.endswith("password") and value:
                text = text.replace(str(value), "...")
        return text

    @property
    def is_closed(self) -> bool:
        """Whether the next transaction has to connect first."""
        return self._open is None or self._open.closed

    def close(self) -> None:
        """Close the connection; the next transaction makes another one."""
        self._leave_to_parent()
        if self._open is not None:
            self._open.close()
            self._open = None


def check_address(address: str) -> None:
    """Refuse an address whose password would be read as a host or a database, and shown.

    An unescaped ``@``, ``/``, ``?`` or ``#`` of a password moves the borders between the parts of
    an address. The error does not quote the address.

    >>> check_address("postgresql://ann:pass/word@host/lists")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    matroidlab.errors.ServingError: an address must be like 'postgresql://user@host:5432/database'...
    """
    _, _, rest = address.partition("://")
    authority, _, after = re.split(r"([/?]|$)", rest, maxsplit=1)
    user, _, host = authority.rpartition("@")
    is_plain = re.fullmatch(r"[\w.,:\[\]%-]*", host) is not None
    if "@" in user or "@" in after or not is_plain or not _has_ports(host):
        raise ServingError(MALFORMED)


def _has_ports(hosts: str) -> bool:
    """Whether the text after the colon of each host is a port.

    A user without a host is read as ``host:port``.
    """
    without_ipv6 = re.sub(r"\[[^\]]*\]", "", hosts)
    ports = [host.partition(":")[2] for host in without_ipv6.split(",")]
    return all(port == "" or port.isdecimal() for port in ports)
