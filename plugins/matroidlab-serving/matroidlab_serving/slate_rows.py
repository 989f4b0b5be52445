"""Lists as rows of a log, one for each item."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from matroidlab_serving.engine.answers import list_number
from matroidlab_serving.engine.list_answer import Values
from matroidlab_serving.engine.rounds import Propensities
from matroidlab_serving.engine.scale import Scale

RewardOutcome = Literal["observed", "missing", "not learnt"]

LogRow = dict[str, Any]
"""One item of a list, by column."""


class Reward(NamedTuple):
    """The weight of one item of a list in a log: observed, filled in as missing, or not learnt."""

    weight: float | None
    outcome: RewardOutcome


def rewards_of(reported: Values, learnt: Values, scale: Scale) -> list[Reward]:
    """Return the rewards of a list by the weights in [0, 1] that were reported and learnt."""
    rewards = []
    for value, known in zip(reported, learnt, strict=True):
        if known is None:
            rewards.append(Reward(None, "not learnt"))
        else:
            outcome: RewardOutcome = "missing" if value is None else "observed"
            rewards.append(Reward(scale.outside(known), outcome))
    return rewards


def slate_rows(
    token: str,
    places: Iterable[int],
    items: Iterable[str],
    propensities: Propensities,
    rewards: Iterable[Reward],
) -> list[LogRow]:
    """Return a list as rows, one for each item.

    They have the columns of Open Bandit Pipeline for slates, where ``slate_id`` is a whole number,
    and ``token`` and ``outcome``.
    """
    columns = zip(places, items, rewards, propensities.items, propensities.prefixes, strict=True)
    return [
        {
            "slate_id": list_number(token),
            "token": token,
            "position": place,
            "action": item,
            "reward": reward.weight,
            "outcome": reward.outcome,
            "pscore": propensities.list,
            "pscore_item_position": at_place,
            "pscore_cascade": of_prefix,
        }
        for place, item, reward, at_place, of_prefix in columns
    ]
