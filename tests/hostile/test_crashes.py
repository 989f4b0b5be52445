"""What happens when strangers answer wrongly and users ask for nonsense: a right answer, or a refusal in words."""

from functools import cache

import pytest
from hostile.crashes import CASES, GROUPS, SOME, UNMENDED
from support.cases import Outcome, outcomes


@cache
def tried(way: str) -> dict[str, Outcome]:
    mended = [name for name in SOME if (CASES[name].group, way) not in UNMENDED]
    others = [name for name in SOME if (CASES[name].group, way) in UNMENDED]
    environment = {"MATROIDLAB_KERNELS": way}
    return {
        **outcomes("hostile.crashes", mended, environment=environment),
        **outcomes("hostile.crashes", others, environment=environment, apart=True),
    }


def groups_both_ways() -> list[object]:
    pairs = [(group, way) for way in ("numba", "numpy") for group in GROUPS]
    marks = {pair: pytest.mark.xfail(reason=reason) for pair, reason in UNMENDED.items()}
    return [pytest.param(*pair, marks=marks.get(pair, ())) for pair in pairs]


@pytest.mark.parametrize(("group", "way"), groups_both_ways())
def test_what_is_wrong_is_answered_rightly_or_refused_in_words(group: str, way: str) -> None:
    wrong = {name: CASES[name].failure(how) for name, how in tried(way).items() if CASES[name].group == group}
    assert not {name: failure for name, failure in wrong.items() if failure}
