"""Certificates by pairs, and the reaction to contradictions, as plain data and arrays, and back."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits import SafeThompson
from matroidlab.types import as_count
from matroidlab_serving.state.state_part import StatePart, refuse

SUMS = ("better", "worse")
OF_CERTIFICATES = (*SUMS, "earned", "proofs", "contradicted", "lowest", "highest", "missing")
"""The arrays that a segment may have beside its observations."""


def add_certificates(
    policy: SafeThompson, plain: dict[str, object], arrays: dict[str, NDArray[Any]]
) -> None:
    """Add the pairs of a policy to the state of its segment, and how it reacted so far."""
    if policy.pairs is not None:
        seen = policy.pairs.differences
        plain["epoch"] = int(seen.epoch[0])
        for name in SUMS:
            arrays[name] = getattr(seen, name)[0].ravel().copy()
        arrays["earned"] = seen.earned[0].ravel().astype(np.int64)
        arrays["proofs"] = seen.proofs[:, 0].ravel().copy()
        arrays["contradicted"] = seen.contradicted[0].astype(np.int64)
    if policy.on_contradiction != "warn":
        plain["reaction"] = policy.reaction_state()
    if policy.budget is not None:
        account = policy.account.account
        plain["account"] = [int(account.lists[0]), float(account.earned[0])]
        arrays["missing"] = account.missing[0].astype(np.int64)
    if policy.on_contradiction != "warn" or policy.budget is not None:
        lowest, highest = policy.tightest_bounds()
        arrays |= {"lowest": lowest.copy(), "highest": highest.copy()}


def restore_certificates(policy: SafeThompson, part: StatePart) -> None:
    """Take over what `add_certificates` has written."""
    if policy.pairs is not None:
        seen = policy.pairs.differences
        shape = seen.better.shape[1:]
        count = int(np.prod(shape))
        given = {name: part.arrays[name] for name in (*SUMS, "earned", "proofs")}
        wrong = any(array.shape != (count,) for name, array in given.items() if name != "proofs")
        refuse(wrong or given["proofs"].shape != (2 * count,), "pairs have wrong lengths")
        for name in (*SUMS, "proofs"):
            is_sum = np.isfinite(given[name]).all() and (given[name] >= 0).all()
            refuse(not is_sum, "sums of pairs are negative")
        seen.epoch[0] = as_count(part.plain["epoch"], name="epoch")
        earned = given["earned"]
        refuse(
            not ((earned >= -1) & (earned <= seen.epoch[0])).all(),
            "a certificate is of an epoch that has not begun",
        )
        seen.better[0] = given["better"].reshape(shape)
        seen.worse[0] = given["worse"].reshape(shape)
        seen.earned[0] = earned.reshape(shape)
        seen.proofs[:, 0] = given["proofs"].reshape(2, *shape)
        contradicted = part.arrays["contradicted"]
        refuse(contradicted.shape != seen.column_of.shape, "contradictions have a wrong length")
        seen.contradicted[0] = contradicted > 0
        seen.version += 1
    if policy.budget is not None:
        _restore_account(policy, part)
    if policy.on_contradiction != "warn" or policy.budget is not None:
        lowest = part.arrays["lowest"]
        highest = part.arrays["highest"]
        size = policy.matroid.size
        is_aligned = len(lowest) == len(highest) <= size
        refuse(not is_aligned, "the tightest bounds have wrong lengths")
        policy.restore_tightest(lowest, highest)
    if policy.on_contradiction != "warn":
        policy.restore_reaction(part.plain["reaction"])


def _restore_account(policy: SafeThompson, part: StatePart) -> None:
    account = policy.account.account
    lists, earned = part.plain["account"]
    missing = part.arrays["missing"]
    is_column = missing.shape == account.missing[0].shape and (missing >= 0).all()
    refuse(not is_column or not np.isfinite(earned), "the account of the budget does not fit")
    account.lists[0] = as_count(lists, name="lists")
    account.earned[0] = earned
    account.missing[0] = missing
