"""A connection to PostgreSQL that is restored when it was lost; no error has a password."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from matroidlab.errors import JournalError
from matroidlab_serving.postgres.address import Address, import_psycopg

if TYPE_CHECKING:
    import psycopg

    Cursor = psycopg.Cursor[tuple[Any, ...]]

SECONDS_TO_CONNECT = 10
_OF_PARENTS: list[object] = []
"""Connections of parent processes, kept in forked children so that they are never closed there."""


class PostgresConnection:
    """One connection, used by one thread at a time.

    A forked child must not use its parent's connection: both would read each other's answers. It
    makes its own.
    """

    def __init__(self, address: str) -> None:
        self._psycopg: Any = import_psycopg()
        self._address = Address(address)
        self.number: int = 0
        """How many connections were made: a lock belongs to one of them, and is gone with it."""
        self._open: psycopg.Connection[tuple[Any, ...]] | None = None
        self._process = os.getpid()

    @property
    def where(self) -> str:
        """The address as it may be shown: without a password."""
        return self._address.where

    def __repr__(self) -> str:
        return f"<{self.where}>"

    @contextmanager
    def transaction(self) -> "Iterator[Cursor]":
        """Write everything inside the ``with`` statement or nothing.

        If the connection is lost, it may be either.
        """
        connection = self._connected()
        fault = ""
        try:
            with connection.transaction(), connection.cursor() as cursor:
                yield cursor
        except self._psycopg.Error as error:
            fault = f"{self.where} refuses: {self._address.message(error)}"
            if connection.closed or isinstance(error, self._psycopg.OperationalError):
                self.close()
                fault = (
                    f"the connection to {self.where} was lost: {self._address.message(error)}; the "
                    "transaction was written as a whole or not at all, so ask again"
                )
        if fault:  # raised here, so that no error of psycopg is its context
            raise JournalError(fault)

    def _connected(self) -> "psycopg.Connection[tuple[Any, ...]]":
        self._leave_to_parent()
        if self._open is None or self._open.closed:
            options = {"connect_timeout": SECONDS_TO_CONNECT, **self._address.parameters}
            fault = ""
            try:
                self._open = self._psycopg.connect(**options, autocommit=True)
            except self._psycopg.Error as error:
                fault = f"{self.where} cannot be reached: {self._address.message(error)}"
            if self._open is None or self._open.closed:
                raise JournalError(fault)
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
