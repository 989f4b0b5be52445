"""Clicks, a plugin of matroidlab: reward models where an item's place in the list matters."""

from collections.abc import Iterable

from matroidlab import RewardFamily, hookimpl
from matroidlab_clicks.cascade import Cascade
from matroidlab_clicks.corrected_clicks import ExaminedOnly, Levelled
from matroidlab_clicks.position_based import PositionBased

__all__ = ["Cascade", "ExaminedOnly", "Levelled", "PositionBased"]


@hookimpl
def matroidlab_reward_models() -> Iterable[RewardFamily]:
    """Offer ``position-based`` and ``cascade``."""
    probabilities = list[float]
    return [
        RewardFamily(
            "position-based",
            PositionBased,
            examples=(
                {"attractions": [0.6, 0.5, 0.2, 0.9], "examinations": [1.0, 0.5]},
                {"attractions": [0.3, 1.0, 0.0], "examinations": [0.8, 0.8, 0.1, 0.0]},
            ),
            types={"attractions": probabilities, "examinations": probabilities},
        ),
        RewardFamily(
            "cascade",
            Cascade,
            examples=({"attractions": [0.6, 0.5, 0.2, 0.9]}, {"attractions": [1.0, 0.0]}),
            types={"attractions": probabilities},
        ),
    ]
