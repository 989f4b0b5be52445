"""Addresses of PostgreSQL.

An address may hold a password, so no error quotes one, and no error has another one behind it
(``__context__``) that does.
"""

import re
from importlib import import_module
from typing import Any

from matroidlab.errors import ServingError
from matroidlab_serving.postgres.schema_name import SCHEMA, split_address

PREFIXES = ("postgresql://", "postgres://")
MALFORMED = (
    "an address must be like 'postgresql://user@host:5432/database'; "
    "percent-encode other characters than letters and digits in a password"
)
PLAIN_NAME = re.compile(r"[\w.$-]+")
PLAIN_HOST = re.compile(r"[\w.-]*|[\da-fA-F:.]+(?:%\w+)?|/[^@:]*")
"""A name, an IPv6 address, or the folder of a socket."""
SHOWN = ("host", "hostaddr", "port", "user", "connect_timeout", "sslmode", "application_name")
"""The parameters that messages of libpq may quote."""
SHORT = 4
"""Values of fewer characters are numbers and flags, except in a password."""
NOT_INSTALLED = (
    "PostgreSQL needs psycopg and psycopg_pool, which are not installed: pip install "
    "'matroidlab-serving[postgres]'"
)


def is_postgres_address(address: object) -> bool:
    """Whether an address is one of PostgreSQL."""
    return isinstance(address, str) and address.startswith(PREFIXES)


class Address:
    """The parameters of a connection; the password is never shown."""

    parameters: dict[str, Any]
    schema: str
    """The schema that has the tables of the service."""

    def __init__(self, address: str, name: str | None = None) -> None:
        check_address(address)
        plain, self.schema = split_address(address)
        parameters = _parameters(plain)
        hosts = "" if parameters is None else str(parameters.get("host", ""))
        if parameters is None or not all(map(PLAIN_HOST.fullmatch, hosts.split(","))):
            raise ServingError(MALFORMED)
        if name is not None:
            parameters.setdefault("application_name", name)
        self.parameters = parameters

    @property
    def where(self) -> str:
        """The address as it may be shown: without a password."""
        host = self.parameters.get("host", "the local server")
        database = str(self.parameters.get("dbname") or "by default")
        if database != "by default" and not PLAIN_NAME.fullmatch(database):
            database = "of an unusual name"  # part of a password, perhaps
        schema = "" if self.schema == SCHEMA else f", schema {self.schema}"
        return f"PostgreSQL at {host}, database {database}{schema}"

    def __repr__(self) -> str:
        return f"<{self.where}>"

    def message(self, error: BaseException) -> str:
        """Return the message of an error on one line, without any password."""
        text = " ".join(str(error).split())
        for name, value in self.parameters.items():
            hidden = " ".join(str(value).split())
            is_plain = name == "dbname" and PLAIN_NAME.fullmatch(hidden) is not None
            is_short = len(hidden) < SHORT and not name.endswith("password")
            if hidden and not (name in SHOWN or is_plain or is_short):
                text = text.replace(hidden, "...")
        return text


def _parameters(address: str) -> dict[str, Any] | None:
    """Return the parameters of an address, or None if libpq cannot read it."""
    psycopg = import_psycopg()
    try:
        found: dict[str, Any] = psycopg.conninfo.conninfo_to_dict(address)
    except (psycopg.Error, ValueError):  # a ValueError for a NUL
        return None
    return found


def import_psycopg() -> Any:
    """Return the module psycopg, or say how to install it."""
    try:
        import_module("psycopg_pool")
        return import_module("psycopg")
    except ImportError:
        raise ServingError(NOT_INSTALLED) from None


def check_address(address: object) -> None:
    """Refuse an address whose password would be read as a host or a database, and shown.

    An unescaped ``@``, ``/``, ``?`` or ``#`` of a password moves the borders between the parts of
    an address.

    >>> check_address("postgresql://ann:pass/word@host/lists")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    matroidlab.errors.ServingError: an address must be like 'postgresql://user@host:5432/database'...
    """
    if not isinstance(address, str) or not is_postgres_address(address):
        raise ServingError(MALFORMED)
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
