"""The part of a target that a log never shows."""

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from matroidlab.types import Booleans, Elements
from matroidlab_evaluation.off_policy.slate_log import SlateLog
from matroidlab_evaluation.off_policy.target import Distribution, shown_items


class Support(NamedTuple):
    """How much of a target a log shows, and in words some of what it does not."""

    coverage: float
    missing: tuple[str, ...]


def list_support(log: SlateLog, target: object, distribution: Distribution) -> Support:
    """Return which lists of the target the log shows."""
    seen = np.zeros(len(distribution.levels[-1].items), dtype=np.bool_)
    last = distribution.prefixes(log.actions)[:, -1]
    seen[last[last >= 0]] = True
    names = shown_items(log, target)
    coverage = float(distribution.levels[-1].probabilities[seen].sum())
    missing = [f"the list {_named(one, names)}" for one in _lists_of(distribution)[~seen]]
    return Support(coverage, tuple(missing))


def prefix_support(log: SlateLog, target: object, distribution: Distribution) -> Support:
    """Return which prefixes of the target's lists the log shows."""
    names = shown_items(log, target)
    numbers = distribution.prefixes(log.actions)
    covered = []
    missing: list[str] = []
    for place, level in enumerate(distribution.levels):
        seen = np.zeros(len(level.items), dtype=np.bool_)
        inside = numbers[:, place]
        seen[inside[inside >= 0]] = True
        covered.append(level.probabilities[seen].sum())
        if not missing and not seen.all():
            prefixes = np.unique(distribution.lists[:, : place + 1], axis=0)
            keep = _unseen(prefixes, log.actions[:, : place + 1])
            missing = [f"a list that begins with {_named(one, names)}" for one in prefixes[keep]]
    return Support(float(np.mean(covered)), tuple(missing))


def place_support(log: SlateLog, target: object, distribution: Distribution) -> Support:
    """Return which items of the target the log shows at their places."""
    names = shown_items(log, target)
    chances = distribution.places()[:, :-1]
    seen = np.zeros(chances.shape, dtype=np.bool_)
    for place in range(len(chances)):
        actions = log.actions[:, place]
        seen[place, actions[actions >= 0]] = True
    lacking = np.argwhere((chances > 0) & ~seen)
    missing = [f"{names[item]!r} at position {log.positions[place]:g}" for place, item in lacking]
    return Support(float((chances * seen).sum() / len(chances)), tuple(missing))


def _lists_of(distribution: Distribution) -> Elements:
    """Return the different lists in the order of the last level."""
    found: Elements = distribution.lists[
        np.argsort(distribution.prefixes(distribution.lists)[:, -1])
    ]
    keep = np.append(True, (np.diff(found, axis=0) != 0).any(axis=1))
    kept: Elements = found[keep]
    return kept


def _unseen(prefixes: Elements, actions: Elements) -> Booleans:
    logged = {tuple(row) for row in np.unique(actions, axis=0).tolist()}
    return np.array([tuple(row) not in logged for row in prefixes.tolist()])


def _named(items: Elements, names: tuple[Hashable, ...]) -> str:
    return str([names[item] for item in items.tolist()])
