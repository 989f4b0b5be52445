"""A log of simulated visitors, for whom the truth is known."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from matroidlab import RewardModel
from matroidlab.types import as_count
from matroidlab_evaluation.arguments import check_rewards, generator_of
from matroidlab_evaluation.off_policy.slate_log import SlateLog
from matroidlab_evaluation.off_policy.target import HasLists, as_distribution


def simulated_log(
    lists: Mapping[Any, float] | HasLists,
    rewards: RewardModel,
    *,
    count: int,
    seed: int = 0,
) -> SlateLog:
    """Show lists drawn from a distribution to simulated visitors, with exact probabilities.

    >>> from matroidlab import Bernoulli
    >>> log = simulated_log({(0, 1): 0.75, (2, 1): 0.25}, Bernoulli([0.5, 0.5, 0.1]), count=1_000)
    >>> sorted(set(log.pscore.tolist())), log.pscore_cascade[0].tolist()
    ([0.25, 0.75], [0.75, 0.75])

    Parameters
    ----------
    lists
        Lists of items and their probabilities, or an interleaving method.
    rewards
        The visitors: a model that draws the reward of each item.
    count
        How many lists are shown.
    seed
        The seed of all random numbers.
    """
    as_count(count, name="count", least=1)
    check_rewards(rewards)
    if not isinstance(lists, Mapping | HasLists):
        raise TypeError(
            "lists must be a mapping from lists to probabilities or an interleaving method, got "
            f"{lists!r:.80}"
        )
    table = lists.lists() if isinstance(lists, HasLists) else lists
    if not table:
        raise ValueError("lists must have at least one list and its probability, got none")
    size = len(rewards.means)
    places = len(next(iter(table)))
    empty = SlateLog(
        tuple(range(size)),
        tuple(range(places)),
        np.empty((0, places), dtype=np.intp),
        np.empty((0, places)),
    )
    shown = as_distribution(table, empty)
    rng = generator_of(seed)
    actions = shown.lists[rng.choice(len(shown.lists), size=count, p=shown.probabilities)]
    cascade = shown.cascade(actions)
    return SlateLog(
        empty.items,
        empty.positions,
        actions,
        rewards.draw(actions[None], rng)[0],
        cascade[:, -1].copy(),
        shown.places()[np.arange(places), actions],
        cascade,
    )
