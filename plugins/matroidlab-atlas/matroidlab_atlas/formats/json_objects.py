"""Matroids as JSON: plain data, polymake's objects, and Oscar's, which contain polymake's."""

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from matroidlab import ExplicitMatroid
from matroidlab.errors import FormatError
from matroidlab.protocol import Matroid
from matroidlab.subsets import LIMIT, basis_masks, refuse_if_too_large
from matroidlab_atlas.formats.strings import matroid_of_string
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import as_tuples

OSCAR = {"Oscar": ["https://github.com/oscar-system/Oscar.jl", "1.0.0"]}
POLYMAKE = {"polymake": ["https://polymake.org", "4.11"]}
POLYMAKE_TYPE = "matroid::Matroid"

MOST_DIGITS = 18
"""The longest number that is accepted as text; larger ones come from damaged or hostile files."""


def plain_object(matroid: Matroid) -> dict[str, object]:
    """Return size and bases.

    >>> from matroidlab import UniformMatroid
    >>> plain_object(UniformMatroid(size=3, rank=1))
    {'size': 3, 'bases': [[0], [1], [2]]}
    """
    return {"size": matroid.size, "bases": _bases(matroid)}


def matroid_of_plain_object(data: object) -> ExplicitMatroid:
    """Return the matroid with a size and bases."""
    return _explicit(_number(_entry(data, "size"), "size"), _sets(_entry(data, "bases"), "bases"))


@takes_matroids
def polymake_object(matroid: Matroid) -> dict[str, object]:
    """Return polymake's object, whose elements are counted from 0.

    >>> from matroidlab import UniformMatroid
    >>> polymake_object(UniformMatroid(size=2, rank=1))["BASES"]
    [[0], [1]]
    """
    counted = {"N_ELEMENTS": matroid.size, "RANK": matroid.rank, "BASES": _bases(matroid)}
    return {"_ns": POLYMAKE, "_type": POLYMAKE_TYPE, **counted}


def matroid_of_polymake_object(data: object) -> ExplicitMatroid:
    """Return the matroid of polymake's object, given by bases or by their revlex string."""
    kind = _entry(data, "_type")
    if not (isinstance(kind, str) and kind.partition("<")[0] == POLYMAKE_TYPE):
        raise FormatError(f'expected "_type": "{POLYMAKE_TYPE}", got {kind!r:.40}')
    size = _number(_entry(data, "N_ELEMENTS"), "N_ELEMENTS")
    assert isinstance(data, Mapping)
    if "BASES" not in data and "REVLEX_BASIS_ENCODING" in data:
        return matroid_of_string(
            str(data["REVLEX_BASIS_ENCODING"]), size, _number(_entry(data, "RANK"), "RANK")
        )
    return _explicit(size, _sets(_entry(data, "BASES"), "BASES"))


@takes_matroids
def oscar_object(matroid: Matroid) -> dict[str, object]:
    """Return Oscar's object, as in ``.mrdi`` files: polymake's object and the ground set 1 .. size.

    >>> from matroidlab import UniformMatroid
    >>> oscar_object(UniformMatroid(size=2, rank=1))["data"]["groundset"]
    ['1', '2']
    """
    names = [str(element + 1) for element in range(matroid.size)]  # Oscar writes numbers as text
    content = {
        "matroid": polymake_object(matroid),
        "groundset": names,
        "gs2num": {name: name for name in names},
    }
    return {"_ns": OSCAR, "_type": "Matroid", "data": content}


def matroid_of_oscar_object(data: object) -> ExplicitMatroid:
    """Return the matroid of Oscar's or polymake's object; element i is the one at place i."""
    if isinstance(data, Mapping) and data.get("_type") != "Matroid" and "data" not in data:
        return matroid_of_polymake_object(data)
    kind = _entry(data, "_type")
    if kind != "Matroid" and not (isinstance(kind, Mapping) and kind.get("name") == "Matroid"):
        raise FormatError(f'expected "_type": "Matroid", got {kind!r:.40}')
    content = _entry(data, "data")
    found = matroid_of_polymake_object(_entry(content, "matroid"))
    groundset = content.get("groundset") if isinstance(content, Mapping) else None
    if isinstance(groundset, Sequence) and len(groundset) != found.size:
        raise FormatError(
            f"expected a groundset of {found.size} elements, as N_ELEMENTS says, "
            f"got {len(groundset)}"
        )
    return found


def parsed(text: str) -> Any:
    """Parse JSON; the result consists of numbers, texts, lists and tables only."""
    try:
        return json.loads(text)
    except RecursionError:
        raise FormatError("expected JSON that is less deeply nested") from None
    except ValueError as error:
        raise FormatError(f"expected JSON: {error}") from error


def _bases(matroid: Matroid) -> list[list[int]]:
    refuse_if_too_large(matroid.size)
    return [list(basis) for basis in as_tuples(basis_masks(matroid), matroid.size)]


def _explicit(size: int, bases: list[list[int]]) -> ExplicitMatroid:
    if size > LIMIT:
        raise FormatError(f"expected at most {LIMIT} elements, got {size}")
    return ExplicitMatroid(size, bases)


def _entry(data: object, name: str) -> object:
    if not isinstance(data, Mapping):
        raise FormatError(f"expected a table with {name!r}, got {data!r:.40}")
    if name not in data:
        raise FormatError(
            f"expected an entry {name!r} among {', '.join(map(repr, data))[:80] or 'nothing'}"
        )
    return data[name]


def _number(value: object, name: str) -> int:
    if isinstance(value, str) and value.isdecimal() and value.isascii():
        if len(value) > MOST_DIGITS:
            raise FormatError(
                f"expected a whole number of at most {MOST_DIGITS} digits as {name!r}, "
                f"got {value!r:.40}"
            )
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise FormatError(f"expected a whole number as {name!r}, got {value!r:.40}")
    return value


def _sets(value: object, name: str) -> list[list[int]]:
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise FormatError(f"expected a list of lists of elements as {name!r}, got {value!r:.40}")
    rows = [sorted(_number(element, name) for element in row) for row in value]
    for row in rows:
        if any(first == second for first, second in pairwise(row)):
            raise FormatError(f"expected distinct elements in each set of {name!r}, got {row}")
    return rows
