"""The arrays and numbers that flow through the library, and the checks of what enters as such."""

from matroidlab.types.arrays import (
    MASK_BITS,
    Actions,
    Booleans,
    Elements,
    ElementsLike,
    Masks,
    Weights,
    are_elements,
    as_count,
    as_elements,
    as_integer,
    as_integers,
    as_weights,
    check_items,
)
from matroidlab.types.parameters import as_int_tuples, as_number

__all__ = [
    "MASK_BITS",
    "Actions",
    "Booleans",
    "Elements",
    "ElementsLike",
    "Masks",
    "Weights",
    "are_elements",
    "as_count",
    "as_elements",
    "as_int_tuples",
    "as_integer",
    "as_integers",
    "as_number",
    "as_weights",
    "check_items",
]
