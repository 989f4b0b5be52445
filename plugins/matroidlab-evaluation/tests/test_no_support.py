"""No support is a clear answer, and the item-wise estimator needs less of it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from evaluation_support import Visitors
from matroidlab_evaluation import (
    TargetScores,
    iips,
    item_wise,
    rips,
    simulated_log,
    sips,
)

Lists = dict[tuple[int, ...], float]
MEANS = [0.3, 0.15, 0.25, 0.4, 0.1]
PLAIN = Visitors(MEANS, [1.0, 0.8, 0.6])


def interleaved() -> Lists:
    """A trusted list with one of its items exchanged: what an exploring service shows."""
    trusted = (0, 1, 3)
    return {
        (*trusted[:place], new, *trusted[place + 1 :]): 1 / 3 for place, new in enumerate((2, 2, 4))
    }


def test_the_baseline_has_no_support_as_a_list_and_its_value_item_by_item() -> None:
    visitors = Visitors([0.5, 0.45, 0.3, 0.4, 0.2], [1.0, 1.0, 1.0])
    log = simulated_log(interleaved(), visitors, count=30_000, seed=4)
    baseline = [0, 1, 3]
    whole = sips(log, baseline)
    assert not whole.is_supported
    assert np.isnan(whole.value)
    assert str(whole) == "SIPS: no support: the log never shows the list [0, 1, 3]"
    assert not sips(log, baseline, self_normalised=True).is_supported
    found = item_wise(log, baseline)
    assert abs(found.value - 1.35) <= 3 * found.standard_error
    assert found.standard_error < 0.01
    # The proposal as a whole was never shown either, and is valued as well.
    assert abs(item_wise(log, [2, 1, 4]).value - 0.95) <= 0.03


def test_item_wise_survives_rounds_in_which_an_item_could_not_be_shown() -> None:
    # Half of the log trusts another list: IIPS counts these lists as zeros, item-wise does not.
    early = simulated_log(interleaved(), PLAIN, count=20_000, seed=5)
    late = simulated_log({(0, 2, 4): 0.5, (1, 2, 4): 0.5}, PLAIN, count=20_000, seed=6)
    names = ("actions", "rewards", "pscore", "pscore_item_position", "pscore_cascade")
    both: dict[str, Any] = {
        name: np.concatenate([getattr(early, name), getattr(late, name)]) for name in names
    }
    log = replace(early, **both)
    truth = PLAIN.value({(0, 1, 3): 1.0})
    found = item_wise(log, [0, 1, 3])
    assert abs(found.value - truth) <= 3 * found.standard_error
    assert iips(log, [0, 1, 3]).value < truth - 0.1


def test_item_wise_anywhere_pools_the_places() -> None:
    visitors = Visitors(MEANS, [1.0, 1.0, 1.0])
    log = simulated_log(interleaved(), visitors, count=5_000, seed=7)
    assert not item_wise(log, [1, 0, 3]).is_supported
    pooled = item_wise(log, [1, 0, 3], anywhere=True)
    assert abs(pooled.value - visitors.value({(1, 0, 3): 1.0})) <= 3 * pooled.standard_error
    assert item_wise(log, [0, 1, 9], anywhere=True).missing == ("9",)


def test_what_is_missing_is_named() -> None:
    log = simulated_log(interleaved(), PLAIN, count=500, seed=1)
    partly = iips(log, [0, 1, 9])
    assert partly.missing == ("9 at position 2",)
    assert partly.coverage == pytest.approx(2 / 3)
    assert str(partly).startswith("IIPS: support for 66.7% of the target only, which is worth 0.")
    assert str(partly).endswith("the log never shows 9 at position 2")
    assert not partly.is_supported
    assert partly.interval == (-np.inf, np.inf)
    prefix = rips(log, [0, 3, 4])
    assert prefix.missing == ("a list that begins with [0, 3]",)
    assert not iips(log, [9, 8, 7]).is_supported


def test_numbers_for_items_that_are_text_are_refused() -> None:
    log = replace(simulated_log(interleaved(), PLAIN, count=5, seed=1), items=tuple("01234"))
    with pytest.raises(ValueError, match=r"items of this log are text.*\['0', '1', '3'\], got"):
        item_wise(log, [0, 1, 3])


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ([0, 1], "an item for each of the 3 places of the log, got \\[0, 1\\]"),
        ({(0, 1, 3): 0.5}, "sum to 1, got a sum of 0.5"),
        (3, "the target must be a list of items"),
        ([[0, 1, 3]], "one list of items, got a list of lists"),
        ({(0, 1, 3): float("nan")}, "sum to 1, got a sum of nan"),
        (TargetScores(), "needs pscore of the TargetScores, which is None"),
        (TargetScores(pscore=np.array([2.0])), "must be probabilities of shape"),
    ],
)
def test_wrong_targets_are_refused(target: object, message: str) -> None:
    log = simulated_log(interleaved(), PLAIN, count=5, seed=1)
    with pytest.raises((ValueError, TypeError), match=message):
        sips(log, target)
