"""What a matroid that is made of others hands on."""

from dataclasses import dataclass
from typing import Any

import pytest

from matroidlab import Delegated, GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid
from matroidlab.lifting import Lifting
from matroidlab.protocol import Part, asked
from matroidlab.protocol.asking import CHECKED
from matroidlab.testing import check_matroid


@dataclass(frozen=True)
class Renamed(Delegated):
    """Another name for a matroid."""

    parent: Matroid

    part = Delegated.part


PARENTS = [
    UniformMatroid(5, 2),
    PartitionMatroid([[0, 3], [1, 2, 4]]),
    GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)]),
]


def test_every_capability_of_matroids_is_in_the_table() -> None:
    assert {kind.__name__ for kind in Delegated.lifts} == {*CHECKED, Part.__name__}
    assert all(callable(getattr(Lifting, kind.__name__.lower())) for kind in Delegated.lifts)


@pytest.mark.parametrize("parent", PARENTS, ids=repr)
def test_a_delegate_offers_exactly_what_its_parent_offers(parent: Matroid) -> None:
    made = Renamed(parent)
    for kind in Delegated.lifts:
        has_it: list[Any] = [asked(one, kind) is not None for one in (made, parent)]
        assert has_it[0] == has_it[1], kind


@pytest.mark.parametrize("parent", PARENTS, ids=repr)
def test_a_delegate_passes_the_checks_of_a_matroid(parent: Matroid) -> None:
    check_matroid(Renamed(parent))
