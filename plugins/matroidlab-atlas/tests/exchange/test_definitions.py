"""The laboratory against definitions that share nothing with it, on all small matroids."""

import numpy as np
import pytest

from atlas_support import exchange_by_definition as definitions
from matroidlab import ExplicitMatroid, UniformMatroid
from matroidlab.errors import TooLargeError
from matroidlab.protocol import Matroid
from matroidlab.registry import questions
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.exchange import exchange_family_violation
from matroidlab_atlas.parametric import Wheel, Whirl
from matroidlab_atlas.structure import all_matroids, bases

DEFINITIONS: dict[str, definitions.Property] = {
    "base-orderable": definitions.base_orderable,
    "strongly-base-orderable": definitions.strongly_base_orderable,
    "serial-exchange": definitions.serial,
    "interval-exchange": definitions.sibo,
    "connected-pairs": definitions.connected_pairs,
    "near-pairs": definitions.hamidoune,
    "cyclic-order": definitions.cyclic,
    "equitable": definitions.equitable,
    "rota": definitions.rota,
}

NAMED = ("k4", "whirl3", "p6", "q6", "fano", "non-fano", "fano-dual")

LARGER: dict[str, Matroid] = {
    "W4": Wheel(4),
    "W^4": Whirl(4),
    "AG(3,2)": NamedMatroid("ag32"),
    "P8": NamedMatroid("p8"),
    "Vamos": NamedMatroid("vamos"),
    "W5": Wheel(5),
    "W^5": Whirl(5),
    "R10": NamedMatroid("r10"),
}

ALL_HAVE = ("serial-exchange", "connected-pairs", "near-pairs", "cyclic-order", "equitable")
HAVE = {
    "base-orderable": {"W^4", "P8", "Vamos", "W^5"},
    "strongly-base-orderable": {"W^4", "Vamos", "W^5"},
    "interval-exchange": set(LARGER) - {"R10"},
    **{name: set(LARGER) for name in ALL_HAVE},
}
"""The table of the documentation."""

SLOW = {"near-pairs", "interval-exchange"}
"""The definitions that take too long for 10 elements."""


def has(name: str, size: int, found: definitions.Bases) -> bool:
    return DEFINITIONS[name](size, found)


@pytest.mark.parametrize("name", DEFINITIONS)
@pytest.mark.parametrize("largest", [4, pytest.param(6, marks=pytest.mark.slow)])
def test_all_matroids_have_a_property_exactly_by_its_definition(name: str, largest: int) -> None:
    question = questions()[name].build()
    for matroid in (one for size in range(largest + 1) for one in all_matroids(size)):
        if name == "rota" and matroid.rank * matroid.size > 15:  # beyond, it takes minutes
            continue
        found = frozenset(map(frozenset, bases(matroid)))
        assert (question.ask(matroid) is None) == has(name, matroid.size, found)


@pytest.mark.slow
@pytest.mark.parametrize("name", DEFINITIONS)
def test_named_matroids_have_a_property_exactly_by_its_definition(name: str) -> None:
    question = questions()[name].build()
    for one in NAMED:
        matroid = NamedMatroid(one)
        if name == "rota" and matroid.rank > 3:
            continue
        found = frozenset(map(frozenset, bases(matroid)))
        assert (question.ask(matroid) is None) == has(name, matroid.size, found), one


@pytest.mark.parametrize("size", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_sequences_of_three_bases_are_connected_by_symmetric_exchanges(size: int) -> None:
    """White's conjecture in full is about sequences of any length; here of three bases."""
    for matroid in all_matroids(size):
        assert exchange_family_violation(matroid) is None
        assert definitions.white(frozenset(map(frozenset, bases(matroid))), 3)


def test_families_that_exchanges_do_not_connect_are_found() -> None:
    """There is no such matroid, so that the sets here are not the bases of one."""
    masks = np.array([0b00001111, 0b00110011, 0b11001100, 0b11110000])
    false = ExplicitMatroid.known(8, masks)
    for count in (2, 3):
        found = exchange_family_violation(false, count)
        assert found is not None
        assert found.verify(false)
        assert not found.verify(UniformMatroid(8, 4))
        assert not definitions.white(frozenset(map(frozenset, bases(false))), count)
    with pytest.raises(TooLargeError, match="cannot try all families of 5 bases"):
        exchange_family_violation(UniformMatroid(8, 4), 5)


@pytest.mark.slow
@pytest.mark.parametrize("name", HAVE)
def test_larger_named_matroids_have_the_properties_of_the_table(name: str) -> None:
    question = questions()[name].build()
    for title, matroid in LARGER.items():
        answer = question.ask(matroid) is None
        assert answer == (title in HAVE[name]), title
        if name != "interval-exchange" and (matroid.size == 8 or name not in SLOW):
            assert answer == has(name, matroid.size, frozenset(map(frozenset, bases(matroid))))
