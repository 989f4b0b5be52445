"""An interruption leaves every policy as if the call had happened, or as if it had not."""

from functools import cache

import pytest

from hostile.interruptions import CASES
from support.cases import Outcome, outcomes
from support.policies import POLICIES


@cache
def tried(way: str) -> dict[str, Outcome]:
    return outcomes("hostile.interruptions", CASES, environment={"MATROIDLAB_KERNELS": way})


@pytest.mark.parametrize(
    "way", [pytest.param("numba", marks=pytest.mark.slow), "numpy"]
)  # it compiles, and long
@pytest.mark.parametrize("policy", POLICIES)
def test_an_interrupted_call_has_happened_or_has_not(policy: str, way: str) -> None:
    found = {name: str(how) for name, how in tried(way).items() if CASES[name].group == policy}
    assert found
    assert set(found.values()) == {"right"}, found
