from collections.abc import Sequence

from matroidlab.errors import InvalidMatroidError
from matroidlab.types import as_count


def as_number(value: int, name: str, least: int) -> int:
    """Return a parameter of a family as an int, or raise an error with the least one allowed."""
    return as_count(value, name=name, least=least, error=InvalidMatroidError)


def check_distinct(row: Sequence[int], bound: int, name: str) -> None:
    """Raise an error unless the numbers of a row are distinct and below the bound."""
    for number in row:
        as_count(number, name=f"each number of {name}", most=bound - 1, error=InvalidMatroidError)
    if len(set(row)) < len(row):
        raise InvalidMatroidError(f"{name} must have distinct numbers in each row, got {row}")
