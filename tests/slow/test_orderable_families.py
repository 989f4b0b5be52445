"""The property test on a thousand members of each family that a theorem makes orderable."""

import pytest

from matroidlab.registry import families
from matroidlab.testing import assert_strongly_base_orderable


@pytest.mark.slow
@pytest.mark.parametrize("name", ["uniform", "partition", "transversal", "laminar", "gammoid"])
def test_a_thousand_members_are_strongly_base_orderable(name: str) -> None:
    assert_strongly_base_orderable(families()[name])
