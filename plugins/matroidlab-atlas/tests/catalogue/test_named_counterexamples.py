"""The test kit names a counterexample by the catalogue."""

import pytest

from matroidlab.errors import ConformanceError
from matroidlab.registry import families
from matroidlab.testing import assert_strongly_base_orderable


def test_the_counterexample_of_graphic_matroids_has_its_names() -> None:
    with pytest.raises(ConformanceError) as caught:
        assert_strongly_base_orderable(families()["graphic"])
    shown = str(caught.value).splitlines()[0]
    assert shown.partition(", which is ")[2] == "M(K4) = M(W3)"
