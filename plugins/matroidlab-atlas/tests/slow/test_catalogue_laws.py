"""The named matroids of nine elements and more keep every law; ``catalogue/`` has the others."""

import pytest

from matroidlab.registry import families
from matroidlab.testing import check_matroid
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.catalogue import catalogue


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, entry in catalogue.items() if entry.size > 8])
def test_large_named_matroids_keep_every_law(name: str) -> None:
    check_matroid(NamedMatroid(name), family=families()["named"])
