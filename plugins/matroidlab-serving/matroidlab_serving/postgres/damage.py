"""Rows that another program has changed: every error that they cause is a `DamagedError`."""

from collections.abc import Iterator
from contextlib import contextmanager

from matroidlab.errors import JournalError, MatroidLabError

DAMAGE = (
    MatroidLabError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    IndexError,
    OverflowError,
    RecursionError,
)


class DamagedError(JournalError):
    """Rows of the database are not what this program has written."""


@contextmanager
def damage_is_reported(what: str) -> Iterator[None]:
    """Raise a `DamagedError` that names ``what`` if it cannot be read."""
    try:
        yield
    except JournalError:
        raise
    except DAMAGE as error:
        message = f"{what} is damaged: {type(error).__name__}: {error!s:.200}; restore it"
        raise DamagedError(message) from None
