"""Laws of answers that the test kit does not state; all others are in
`matroidlab.testing.laws`, and only there.

That every kind of matroid keeps the kit's laws is tried in `tests/testing/test_kit_on_families.py`.
"""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from support.matroids import matroids, of_every_kind, parts
from support.reference import elements


@of_every_kind
@given(data=st.data())
def test_answers_have_the_types_that_flow(kind: str, data: st.DataObject) -> None:
    """The kit takes any integers from plugins; ours need no conversion."""
    matroid = data.draw(matroids(kind))
    order = elements(data.draw(parts(matroid)))
    kept = matroid.greedy(order)
    assert kept.dtype == np.intp
    assert matroid.swaps(kept, order).dtype == np.bool_
