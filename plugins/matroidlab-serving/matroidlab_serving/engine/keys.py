"""Keys: the names of items, which a service uses instead of numbers."""

from collections.abc import Iterable, Mapping

from matroidlab.errors import ServingError

LONGEST_KEY = 65_536
"""Characters. A key is in every journal row and every page, so a document is not a key."""


def as_key(key: object, what: str = "key") -> str:
    """Return a key: text of 1 to 65,536 characters that can be written as UTF-8.

    >>> as_key(7)
    Traceback (most recent call last):
    matroidlab.errors.ServingError: a key must be text, got 7
    """
    if type(key) is not str:
        if not isinstance(key, str):
            raise ServingError(f"a {what} must be text, got {key!r:.80}")
        key = str(key)
    if not 0 < len(key) <= LONGEST_KEY:
        raise ServingError(
            f"a {what} must have 1 to {LONGEST_KEY} characters, got {len(key)} in {key!r:.80}"
        )
    if not key.isascii():
        check_letters(key, what)
    return key


def as_keys(keys: Iterable[object]) -> list[str]:
    """Return distinct keys."""
    checked = [as_key(key) for key in keys]
    seen: set[str] = set()
    if len(set(checked)) < len(checked):
        for key in checked:
            if key in seen:
                raise ServingError(f"keys must be distinct, got {key!r:.80} more than once")
            seen.add(key)
    return checked


def as_mapping(given: object, name: str) -> Mapping[object, object]:
    """Return a mapping by key."""
    if not isinstance(given, Mapping):
        raise ServingError(f"{name} must be a mapping by key, got {type(given).__name__}")
    return given


def check_letters(key: str, what: str) -> None:
    """Refuse text that UTF-8 cannot write."""
    try:
        key.encode()
    except UnicodeEncodeError as error:
        raise ServingError(
            f"a {what} must be text that UTF-8 can write, got {key!r:.80}: {error.reason}"
        ) from None


def as_label(label: object, key: object) -> str:
    """Return a label: any text that UTF-8 can write."""
    if not isinstance(label, str):
        raise ServingError(f"the label of {key!r:.80} must be text, got {label!r:.80}")
    check_letters(label, "label")
    return str(label)
