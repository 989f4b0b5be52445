"""How many matroids of each size belong to a class, as published or by another program."""

import pytest

from matroidlab.registry import questions
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.structure import all_matroids
from matroidlab_atlas.structure.orientations import is_oriented, orientation

COUNTS: dict[str, tuple[int, ...]] = {
    "ternary": (1, 2, 4, 8, 17, 36, 85, 216),
    "quaternary": (1, 2, 4, 8, 17, 38, 95, 268),
    "ingleton": (1, 2, 4, 8, 17, 38, 98, 306),
    "orientable": (1, 2, 4, 8, 17, 38, 98, 304),
}

EIGHT: dict[str, tuple[int, ...]] = {
    "ternary": (1, 8, 44, 148, 238, 148, 44, 8, 1),
    "quaternary": (1, 8, 51, 218, 393, 218, 51, 8, 1),
    "ingleton": (1, 8, 58, 325, 901, 325, 58, 8, 1),
    "orientable": (1, 8, 58, 320, 904, 320, 58, 8, 1),
}
"""By rank. Of rank 4, 39 violate Ingleton's inequality (Mayhew and Royle 2008)."""

NAMED = {
    "quaternary": {"u25": True, "fano": True, "p6": False, "p8": False, "vamos": False},
    "ingleton": {"fano": True, "ag32": True, "vamos": False, "non-vamos": True},
    "orientable": {
        "fano": False,
        "fano-dual": False,
        "non-fano": True,
        "mac-lane": False,
        "ag32": False,
        "vamos": True,
    },
    "three-connected": {"fano": True, "k4": True, "u24": True},
}


def count(name: str, size: int, rank: int | None = None) -> int:
    question = questions()[name].build()
    return sum(question.ask(matroid) is None for matroid in all_matroids(size, rank))


@pytest.mark.parametrize("name", COUNTS)
def test_numbers_of_small_matroids(name: str) -> None:
    assert tuple(count(name, size) for size in range(7)) == COUNTS[name][:7]


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_numbers_of_7_and_8_elements(name: str) -> None:
    assert count(name, 7) == COUNTS[name][7]
    assert tuple(count(name, 8, rank) for rank in range(9)) == EIGHT[name]


@pytest.mark.parametrize("name", NAMED)
def test_named_matroids(name: str) -> None:
    question = questions()[name].build()
    for one, wanted in NAMED[name].items():
        witness = question.ask(NamedMatroid(one))
        assert (witness is None) == wanted, one
        assert witness is None or question.verify(NamedMatroid(one), witness)


def test_orientations_of_small_matroids_satisfy_all_relations() -> None:
    for matroid in (one for size in range(6) for one in all_matroids(size)):
        signs = orientation(matroid)
        assert signs is not None
        assert set(signs) == set(matroid.bases)
        assert is_oriented(signs, matroid.size)
    flipped = orientation(NamedMatroid("u24"))
    assert flipped is not None
    flipped[0, 2] *= -1
    assert not is_oriented(flipped, 4)
