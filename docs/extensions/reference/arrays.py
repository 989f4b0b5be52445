"""Arrays shown by the names that the library has for them: ``Elements``, not ``ndarray[tuple[Any, ...], ...]``."""

from typing import NewType

import matroidlab.types as home

SHORT = ("Elements", "Weights", "Actions", "Booleans", "Masks", "ElementsLike")


def keep_names() -> None:
    """Give each alias a name of its own; to be called before anything else of the library is imported.

    An alias is gone once an annotation is evaluated, so that two of the same arrays could not be told apart.
    """
    for name in SHORT:
        named = NewType(name, getattr(home, name))
        named.__module__ = home.__name__
        setattr(home, name, named)
