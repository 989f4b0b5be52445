"""The schema of a service: each has its own, so that one database can have several services.

The statements of this package name the schema ``matroidlab``. Those of a service in another schema
are rewritten when they are sent. A search path would not do: it is a setting of the session, and
poolers such as PgBouncer give a session to other programs after each transaction.
"""

import re
from functools import lru_cache

from matroidlab.errors import ServingError

SCHEMA = "matroidlab"
PARAMETER = "schema="
_IN_STATEMENTS = re.compile(rf"\b{SCHEMA}\b")
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}")


def split_address(address: str) -> tuple[str, str]:
    """Return an address without the schema that it names, and the schema.

    >>> split_address("postgresql://ann@host/shop?schema=books&sslmode=require")
    ('postgresql://ann@host/shop?sslmode=require', 'books')
    """
    before, _, query = address.partition("?")
    given = query.split("&") if query else []
    names = [one.removeprefix(PARAMETER) for one in given if one.startswith(PARAMETER)]
    others = "&".join(one for one in given if not one.startswith(PARAMETER))
    return f"{before}?{others}" if others else before, as_schema(names[-1] if names else SCHEMA)


def as_schema(name: str) -> str:
    """Return the name of a schema, checked; it is written into statements as it is."""
    if not _NAME.fullmatch(name) or name.startswith("pg_"):
        raise ServingError(
            "the schema of an address must be small letters, digits and _, at most 63, and begin "
            "neither with a digit nor with pg_"
        )
    return name


@lru_cache(maxsize=512)
def in_schema(statement: str, schema: str) -> str:
    """Return a statement for the tables of a schema.

    >>> in_schema("SELECT * FROM matroidlab.lists", "books")
    'SELECT * FROM books.lists'
    """
    return _IN_STATEMENTS.sub(schema, statement)
