"""Reactions of a policy to observations that contradict the assumptions of its promise."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np

from matroidlab.types import Booleans, Elements, Weights, as_count, as_elements

OnContradiction = Literal["warn", "restart", "baseline"]

TRIED_AGAIN = 1000
"""After a restart, items of the list trusted until then are preferred until seen this often."""


def as_reaction(on_contradiction: str) -> OnContradiction:
    """Return the reaction to contradictions, checked."""
    if on_contradiction not in get_args(OnContradiction):
        known = " or ".join(map(repr, get_args(OnContradiction)))
        raise ValueError(f"on_contradiction must be {known}, got {on_contradiction!r:.80}")
    return on_contradiction  # type: ignore[return-value]


class Reaction:
    """The periods of each lane: a contradiction ends one, and the next begins with nothing known.

    Parameters
    ----------
    kind
        "warn", "restart" or "baseline".
    lanes
        The number of independent runs.
    size
        The number of items.
    """

    def __init__(self, kind: OnContradiction, lanes: int, size: int) -> None:
        self.kind = kind
        self.restarts: Elements = np.zeros(lanes, dtype=np.intp)
        self.began: Elements = np.zeros(lanes, dtype=np.intp)
        """After how many lists the present period of each lane began."""
        self.stays: Booleans = np.zeros(lanes, dtype=np.bool_)
        """The lanes that show nothing but the baseline."""
        self.preferred: Booleans = np.zeros((lanes, size), dtype=np.bool_)
        """The items that were trusted when the period before ended."""

    def stay(self, lane: int, clock: int) -> None:
        """Show only the baseline from now on."""
        self.stays[lane] = True
        self.began[lane] = clock

    def restart(self, lane: int, clock: int, trusted: Elements) -> None:
        """Begin a period in which the list trusted until now is a proposal, not a baseline."""
        self.restarts[lane] += 1
        self.began[lane] = clock
        self.preferred[lane] = False
        self.preferred[lane, trusted] = True

    def follow(self, other: "Reaction") -> None:
        """Go on from another, which may have fewer items."""
        self.restarts[:] = other.restarts
        self.began[:] = other.began
        self.stays[:] = other.stays
        self.preferred[:, : other.preferred.shape[1]] = other.preferred

    def plain(self) -> list[object]:
        """The state of the only lane, as plain data."""
        preferred = np.flatnonzero(self.preferred[0]).tolist()
        return [int(self.restarts[0]), int(self.began[0]), bool(self.stays[0]), preferred]

    def restore(self, plain: Sequence[Any]) -> None:
        """Take over what `plain` has returned."""
        restarts, began, stays, preferred = plain
        self.restarts[0] = as_count(restarts, name="restarts")
        self.began[0] = as_count(began, name="began")
        self.stays[0] = stays is True
        self.preferred[0] = False
        self.preferred[0, as_elements(preferred, size=self.preferred.shape[1])] = True

    def adjust(
        self, weights: Weights, baseline: Elements, counts: Elements, clock: Elements
    ) -> None:
        """Raise the ``weights (lanes, lists, size)`` of preferred items in every second list.

        In the others the items compete as always, so a list that has become bad costs little. Any
        weights are safe. In lanes that stay, the baseline weighs more than all other items.
        """
        if self.stays.any():
            of_baseline = np.zeros(weights.shape[2])
            of_baseline[baseline] = 1.0
            weights[self.stays] = of_baseline
        if not self.restarts.any():
            return
        is_preferred = self.preferred & (counts < TRIED_AGAIN)
        numbers = clock[:, None] + np.arange(weights.shape[1])
        is_turn = (numbers % 2 == 0)[:, :, None]
        weights += is_turn & is_preferred[:, None, :]

    def lists_in_words(self) -> str:
        """The lists that the present promise is about."""
        if not self.restarts.any():
            return "no list ever shown"
        if len(self.restarts) > 1:
            return "no list shown since the last restart of its run"
        times = int(self.restarts[0])
        which = "the restart" if times == 1 else f"restart {times}"
        return f"no list shown since {which} after {int(self.began[0]):,} lists"
