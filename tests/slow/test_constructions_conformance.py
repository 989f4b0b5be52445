"""The kit over constructions nested to random depth, over every family and over bare objects."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import Matroid
from matroidlab.derived import records
from matroidlab.registry import families
from matroidlab.testing import check_matroid
from support.bare import Bare
from support.constructions import parents

NAMES = ("contraction", "direct-sum", "dual", "restriction", "truncation", "union")
STRATEGIES = (
    records.contractions,
    records.direct_sums,
    records.duals,
    records.restrictions,
    records.truncations,
    records.unions,
)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=150)
@given(data=st.data())
def test_constructions_nested_to_random_depth_keep_every_law(
    name: str, data: st.DataObject
) -> None:
    family = families()[name]
    assert family.strategy is not None
    check_matroid(data.draw(family.strategy()), family=family)


@pytest.mark.slow
@pytest.mark.parametrize("construct", STRATEGIES, ids=lambda construct: construct.__name__)
@settings(max_examples=60)
@given(data=st.data())
def test_constructions_over_bare_objects_keep_every_law(construct, data: st.DataObject) -> None:  # type: ignore[no-untyped-def]
    bare: st.SearchStrategy[Matroid] = parents().map(Bare)
    check_matroid(data.draw(construct(bare)))
