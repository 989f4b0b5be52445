"""Wrong answers of plugins and nonsense of users get a right answer, or an error."""

from functools import cache

import pytest

from hostile.crashes import CASES, GROUPS, SOME
from support.cases import Outcome, outcomes


@cache
def tried(way: str) -> dict[str, Outcome]:
    return outcomes("hostile.crashes", SOME, environment={"MATROIDLAB_KERNELS": way})


@pytest.mark.parametrize(
    "way", [pytest.param("numba", marks=pytest.mark.slow), "numpy"]
)  # it compiles, and long
@pytest.mark.parametrize("group", GROUPS)
def test_what_is_wrong_is_answered_rightly_or_refused_in_words(group: str, way: str) -> None:
    wrong = {
        name: CASES[name].failure(how)
        for name, how in tried(way).items()
        if CASES[name].group == group
    }
    assert not {name: failure for name, failure in wrong.items() if failure}
