"""A log of lists as arrays."""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import FormatError
from matroidlab.types import Elements, Weights

COLUMNS = (
    "slate_id",
    "position",
    "action",
    "reward",
    "pscore",
    "pscore_item_position",
    "pscore_cascade",
)
"""The columns of a log, by the names of Open Bandit Pipeline; the last three are optional."""

NOTHING = -1
"""The item at a place that a list leaves open."""


@dataclass(frozen=True, eq=False)
class SlateLog:
    """Lists that were shown, the reward of each item, and the probabilities of what was shown.

    `read_log` makes one of rows, a table or a CSV file, `simulated_log` of simulated visitors.

    Attributes
    ----------
    items
        The items, by the names that the log has for them; arrays hold their numbers in it.
    positions
        The positions of the places, in order.
    actions
        ``(lists, places)``: the number of the item at each place, -1 at a place left open.
    rewards
        ``(lists, places)``: the reward of each item; 0 at a place left open.
    pscore
        ``(lists,)``: the probability of the whole list, or None.
    pscore_item_position
        ``(lists, places)``: the probability of each item at its place, or None.
    pscore_cascade
        ``(lists, places)``: the probability of each prefix of the list, or None.
    left_out
        How many lists were left out because a reward was not known.
    """

    items: tuple[Hashable, ...]
    positions: tuple[int, ...]
    actions: Elements
    rewards: Weights
    pscore: Weights | None = None
    pscore_item_position: Weights | None = None
    pscore_cascade: Weights | None = None
    left_out: int = 0

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        own = [name for name in COLUMNS[4:] if getattr(self, name) is not None]
        average = f"average reward {self.value:.4g}" if len(self) else "empty"
        return (
            f"SlateLog({len(self):,} lists of {len(self.positions)} places, {len(self.items)} "
            f"items, {average}, {', '.join(own) or 'no propensities'})"
        )

    @property
    def value(self) -> float:
        """The average reward of the lists that were shown."""
        return float(self.rewards.sum(axis=1).mean())

    def propensities(self, column: str) -> Weights:
        """Return one of the columns of probabilities, or raise an error if the log has none."""
        found: Weights | None = getattr(self, column)
        if found is None:
            raise FormatError(
                f"this estimator needs the column {column}, which the log does not have; "
                f"its probabilities cannot be found out afterwards"
            )
        return found

    def columns(self) -> dict[str, NDArray[np.generic]]:
        """Return the log as columns with a row for each item, as `read_log` takes them."""
        lists, places = np.nonzero(self.actions != NOTHING)
        names = np.empty(len(self.items), dtype=object)
        names[:] = self.items
        found: dict[str, NDArray[np.generic]] = {
            "slate_id": lists,
            "position": np.array(self.positions)[places],
            "action": names[self.actions[lists, places]],
            "reward": self.rewards[lists, places],
        }
        if self.pscore is not None:
            found["pscore"] = self.pscore[lists]
        if self.pscore_item_position is not None:
            found["pscore_item_position"] = self.pscore_item_position[lists, places]
        if self.pscore_cascade is not None:
            found["pscore_cascade"] = self.pscore_cascade[lists, places]
        return found
