"""The named matroids of 9 to 13 elements keep every law; ``catalogue/`` has the smaller ones."""

import pytest

from matroidlab.registry import families
from matroidlab.testing import check_matroid
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.catalogue import catalogue

LARGE = [name for name, entry in catalogue.items() if 8 < entry.size <= 13]


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_large_named_matroids_keep_every_law(name: str) -> None:
    check_matroid(NamedMatroid(name), family=families()["named"])
