"""The property test for every family that is strongly base-orderable by a theorem: a thousand members of each."""

import pytest

from matroidlab.registry import families
from matroidlab.testing import assert_strongly_base_orderable


@pytest.mark.slow
@pytest.mark.parametrize("name", ["uniform", "partition", "transversal", "laminar", "gammoid"])
def test_a_thousand_members_are_strongly_base_orderable(name: str) -> None:
    assert_strongly_base_orderable(families()[name])
