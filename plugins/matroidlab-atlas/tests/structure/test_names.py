"""Names of matroids: the catalogue's, and U(r,n) for uniform ones of any size."""

import pytest

from matroidlab import Dual, GraphicMatroid, PartitionMatroid, UniformMatroid
from matroidlab_atlas.structure import name_of


@pytest.mark.parametrize(
    ("size", "rank"), [(30, 2), (30, 28), (40, 0), (40, 40), (1000, 1), (200, 199)]
)
def test_a_uniform_matroid_has_its_name_at_any_size(size: int, rank: int) -> None:
    assert name_of(UniformMatroid(size, rank)) == f"U({rank},{size})"


def test_a_uniform_matroid_in_disguise_has_its_name_at_any_size() -> None:
    triangle = GraphicMatroid([(i, (i + 1) % 25) for i in range(25)])
    assert name_of(triangle) == "U(24,25)"
    assert name_of(Dual(UniformMatroid(30, 2))) == "U(28,30)"


def test_what_is_not_uniform_has_no_such_name_at_any_size() -> None:
    assert name_of(PartitionMatroid([list(range(15)), list(range(15, 30))])) is None
    assert name_of(GraphicMatroid([(0, 1), (0, 1), *((i, i + 1) for i in range(1, 30))])) is None
