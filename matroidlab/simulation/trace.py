from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from matroidlab.simulation.run_totals import (
    bad_lists,
    html_table,
    plus_minus,
    run_count,
)
from matroidlab.types import Elements, Weights

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """The record of a simulation: cumulative totals of each lane at the checkpoints.

    >>> from matroidlab import OMM, Bernoulli, UniformMatroid, simulate
    >>> policy = OMM(UniformMatroid(size=6, rank=2), lanes=4)
    >>> simulate(policy, Bernoulli([0.9, 0.8, 0.3, 0.3, 0.2, 0.2]), steps=100, seed=1)
    Trace(4 runs x 100 lists; regret 20.7 ± 1.2)

    Attributes
    ----------
    steps
        The checkpoints, as numbers of actions; the last is the number of steps simulated.
    regret
        ``(lanes, checkpoints)``: the expected reward of the best basis minus that of the lists.
    reward
        ``(lanes, checkpoints)``: the reward as drawn.
    violations
        ``(lanes, checkpoints)``: how many actions broke the constraint, read with any bijection;
        None if no baseline was given.
    exchange_violations
        The same, read with an exchange bijection; None if that was not asked for.
    counts
        ``(lanes, size)``: how often each item was observed, the first look included.
    sums
        ``(lanes, size)``: the sum of the weights that were observed of each item.
    swap_size
        The m that violations were counted by; None if they were not counted.
    stopped
        ``(lanes,)``: after how many actions each lane stopped, -1 if it did not; None for a policy
        that has no `stop`.
    """

    steps: NDArray[np.intp]
    regret: Weights
    reward: Weights
    violations: NDArray[np.intp] | None
    exchange_violations: NDArray[np.intp] | None
    counts: Elements
    sums: Weights
    swap_size: int | None = None
    stopped: NDArray[np.intp] | None = None

    def __repr__(self) -> str:
        lanes = len(self.regret)
        lists = f"{int(self.steps[-1]):,} lists"
        bad = "" if self.violations is None else f"; {bad_lists(self.violations)}"
        return f"Trace({run_count(lanes)} x {lists}; regret {plus_minus(self.regret)}{bad})"

    def _repr_html_(self) -> str:
        return html_table({"": self})

    def plot(self) -> "Figure":
        """Plot regret with its standard error and, if they were counted, bad lists over time.

        This needs matplotlib: ``pip install matplotlib``. Returns a matplotlib figure, which a
        notebook shows and whose ``savefig`` writes a file.
        """
        from matroidlab.simulation.plots import plot_traces  # noqa: PLC0415 - needs matplotlib

        return plot_traces({"": self})
