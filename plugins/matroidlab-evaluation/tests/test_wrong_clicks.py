"""Clicks that do not belong to a list are refused."""

import numpy as np
import pytest

from matroidlab import UniformMatroid
from matroidlab_evaluation import (
    BalancedInterleaving,
    InterleavingMethod,
    OptimisedInterleaving,
    TeamDraft,
)


@pytest.mark.parametrize("method", [TeamDraft, BalancedInterleaving, OptimisedInterleaving])
@pytest.mark.parametrize(
    ("clicks", "message"),
    [
        ([1], r"one number for each place, shape \(2,\), got shape \(1,\)"),
        (1, r"got shape \(\)"),
        ([float("nan"), 0], "finite and at least 0, got nan"),
        ([-1, 0], "finite and at least 0, got -1"),
    ],
)
def test_wrong_clicks_are_refused(
    method: type[InterleavingMethod], clicks: object, message: str
) -> None:
    mix = method(UniformMatroid(size=3, rank=2), [[0, 1, 2], [1, 0, 2]])
    drawn = mix.draw(np.random.default_rng(1))
    with pytest.raises(ValueError, match=message):
        mix.credit(drawn, clicks)  # type: ignore[arg-type]
