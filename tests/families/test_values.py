"""Families are values: comparable, hashable, frozen, picklable, and written as plain data or as the
call that makes them."""

import dataclasses
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import matroidlab
from matroidlab import Matroid, OracleMatroid, PartitionMatroid
from support.matroids import FAMILIES, members, of_every_family

BUILTIN = sorted(
    name
    for name, record in FAMILIES.items()
    if record.build.__module__.startswith("matroidlab.families")
)


def warmed(matroid: Matroid) -> Matroid:
    """The matroid with all that it computes once and keeps."""
    matroid.swaps(
        matroid.greedy(matroidlab.closure(matroid, range(matroid.size))),
        matroidlab.closure(matroid, []),
    )
    return matroid


@pytest.mark.parametrize("family", BUILTIN)
@given(data=st.data())
def test_repr_reads_as_the_call_that_makes_it(family: str, data: st.DataObject) -> None:
    matroid = data.draw(members(family))
    assert (
        eval(repr(matroid), vars(matroidlab) | {type(matroid).__name__: type(matroid)}) == matroid
    )


@of_every_family
@given(data=st.data())
def test_pickle_returns_an_equal_matroid(family: str, data: st.DataObject) -> None:
    matroid = warmed(data.draw(members(family)))
    copy = pickle.loads(pickle.dumps(matroid))
    assert copy == matroid
    assert copy.rank == matroid.rank


@of_every_family
@given(data=st.data())
def test_equal_parameters_make_equal_matroids_with_equal_hashes(
    family: str, data: st.DataObject
) -> None:
    record = FAMILIES[family]
    matroid = warmed(data.draw(members(family)))
    twin = record.build(**record.parameters(matroid))
    assert twin == matroid
    assert hash(twin) == hash(matroid)
    assert len({twin, matroid}) == 1


@of_every_family
@given(data=st.data())
def test_parameters_survive_json(family: str, data: st.DataObject) -> None:
    record = FAMILIES[family]
    matroid = data.draw(members(family))
    parameters = record.parameters(matroid)
    loaded = json.loads(json.dumps(parameters))
    assert loaded == parameters
    assert record.build(**loaded) == matroid


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_examples_are_plain_parameters_that_come_back(family: str) -> None:
    record = FAMILIES[family]
    assert record.examples
    for example in record.examples:
        assert json.loads(json.dumps(example)) == example
        matroid = record.build(**example)
        assert record.build(**record.parameters(matroid)) == matroid
        assert set(example) <= set(record.types)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_fields_cannot_be_set(family: str) -> None:
    record = FAMILIES[family]
    matroid = record.build(**record.examples[0])
    for name in record.parameters(matroid):
        with pytest.raises(AttributeError, match=name):
            setattr(matroid, name, None)


def test_different_parameters_make_different_matroids() -> None:
    built = [record.build(**example) for record in FAMILIES.values() for example in record.examples]
    assert len(set(built)) == len(built)


def test_sequences_of_any_type_make_equal_matroids() -> None:
    assert (
        PartitionMatroid([[0, 1], [2]])
        == PartitionMatroid(((0, 1), (2,)), (1, 1))
        == PartitionMatroid([range(2), [2]])
    )


def test_a_capacity_is_one_unless_given() -> None:
    assert PartitionMatroid([[0, 1], [2]]).capacities == (1, 1)


def test_oracles_are_equal_if_their_functions_are_the_same() -> None:
    def at_most_one(elements: matroidlab.types.Elements) -> bool:
        return len(elements) <= 1

    assert OracleMatroid(3, at_most_one) == OracleMatroid(3, at_most_one)
    assert hash(OracleMatroid(3, at_most_one)) == hash(OracleMatroid(3, at_most_one))
    assert OracleMatroid(3, at_most_one) != OracleMatroid(4, at_most_one)
    assert OracleMatroid(3, at_most_one) != OracleMatroid(3, lambda elements: len(elements) <= 1)


def test_oracle_cannot_be_set() -> None:
    matroid = OracleMatroid(3, lambda elements: len(elements) <= 1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        matroid.size = 4  # type: ignore[misc]


def test_no_record_offers_a_matroid_of_a_function() -> None:
    assert "oracle" not in FAMILIES
