"""The one line by which policies and beliefs appear in a session or a notebook."""

from typing import Protocol

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Elements

LONGEST_MATROID = 60
"""A matroid whose repr is longer is described by its class, size and rank."""


class Playing(Protocol):
    """The members of a policy that every line shows."""

    @property
    def matroid(self) -> Matroid: ...

    @property
    def lanes(self) -> int: ...


def policy_line(policy: Playing, *settings: str) -> str:
    """Return the class of a policy, its matroid and settings, and what it has learnt.

    Reading it changes nothing and draws no random number.
    """
    named = [matroid_line(policy.matroid), *settings]
    if policy.lanes > 1:
        named.append(f"lanes={policy.lanes}")
    facts = [fact for fact in (_learnt(policy), _new_items(policy)) if fact]
    learnt = f"; {', '.join(facts)}" if facts else ""
    return f"{type(policy).__name__}({', '.join(named)}{learnt})"


def matroid_line(matroid: Matroid) -> str:
    """Return the repr of a matroid, or a shorter description of a large one."""
    line = repr(matroid)
    if len(line) <= LONGEST_MATROID and "\n" not in line and " at 0x" not in line:
        return line
    return f"{type(matroid).__name__} with {matroid.size} items, rank {matroid.rank}"


def lists_learnt(clock: Elements) -> str:
    """Return how many lists were learnt, in all lanes or in each.

    >>> lists_learnt(np.array([400])), lists_learnt(np.array([7, 9]))
    ('400 lists learnt', '7 to 9 lists learnt')
    """
    fewest = int(clock.min())
    most = int(clock.max())
    count = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    return f"{count} {'list' if most == 1 else 'lists'} learnt"


def _learnt(policy: Playing) -> str:
    estimates = getattr(policy, "estimates", None)
    return "" if estimates is None else lists_learnt(estimates.clock)


def _new_items(policy: Playing) -> str:
    """How far the trusted list has moved from the baseline; nothing for other policies."""
    trusted = getattr(policy, "trusted", None)
    baseline = getattr(policy, "baseline", None)
    if trusted is None or baseline is None:
        return ""
    new = float(np.mean(np.sum(~np.isin(trusted(), baseline), axis=1)))
    verb = "is" if new == 1 else "are"
    return f"{new:.3g} of {policy.matroid.rank} trusted items {verb} new"
