from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.protocol import Policy, RewardModel
from matroidlab.simulation.run_totals import bad_lists, html_table, plus_minus, run_count
from matroidlab.simulation.simulate import Trace, simulate
from matroidlab.types import ElementsLike

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class PolicyComparison:
    """The traces of several policies that were simulated on the same problem.

    Attributes
    ----------
    traces
        The `Trace` of each policy, by name.
    """

    traces: Mapping[str, Trace]

    def __getitem__(self, name: str) -> Trace:
        return self.traces[name]

    def __repr__(self) -> str:
        steps = max(int(trace.steps[-1]) for trace in self.traces.values())
        rows = [
            (name, run_count(len(trace.regret)), plus_minus(trace.regret), _bad(trace))
            for name, trace in self.traces.items()
        ]
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        lines = [
            f"{name:{widths[0]}}  {runs:>{widths[1]}}  regret {regret:>{widths[2]}}  {bad}".rstrip()
            for name, runs, regret, bad in rows
        ]
        return "\n".join([f"Comparison of {len(rows)} policies after {steps:,} lists", *lines])

    def _repr_html_(self) -> str:
        return html_table(self.traces)

    def plot(self) -> "Figure":
        """Plot the regret of each policy with its standard error, and its bad lists, over time.

        This needs matplotlib: ``pip install matplotlib``. Returns a matplotlib figure.
        """
        from matroidlab.simulation.plots import plot_traces  # noqa: PLC0415 - needs matplotlib

        return plot_traces(self.traces)


def compare(
    policies: Mapping[str, Policy],
    rewards: RewardModel,
    *,
    steps: int,
    seed: int | np.random.SeedSequence = 0,
    baseline: ElementsLike | None = None,
    swap_size: int = 1,
    checkpoints: int | Iterable[int] = 50,
) -> PolicyComparison:
    """Simulate several policies on the same problem, for a table or a plot.

    >>> from matroidlab import OMM, Bernoulli, SafeThompson, UniformMatroid
    >>> any_two = UniformMatroid(size=6, rank=2)
    >>> policies = {
    ...     "safe": SafeThompson(any_two, baseline=[4, 5], lanes=4, seed=1),
    ...     "careless": OMM(any_two, lanes=4),
    ... }
    >>> rewards = Bernoulli([0.9, 0.8, 0.3, 0.1, 0.2, 0.2])
    >>> found = compare(policies, rewards, steps=1000, baseline=[4, 5])
    >>> found["safe"].violations[:, -1]
    array([0, 0, 0, 0])

    Parameters
    ----------
    policies
        The policies by the name that tables and plots show. They keep what they learn.
    rewards
        The model that the weights of items come from.
    steps
        The number of lists that each run of a policy shows.
    seed
        Each policy is simulated with this seed, so that the same call gives the same comparison.
    baseline
        The list that the constraint refers to; by default that of the first policy that has one.
        Without any, bad lists are not counted.
    swap_size
        The m of the constraint, the same for all policies: a list is bad if more than m of its
        items are worse than their counterparts in the baseline.
    checkpoints
        The number of points of each curve, evenly spaced, or the checkpoints themselves.

    Returns
    -------
    PolicyComparison
        ``print`` and a notebook show it as a table; its ``plot()`` draws the curves.

    Raises
    ------
    ValueError
        If there are no policies.

    See Also
    --------
    simulate
    """
    if not policies:
        raise ValueError("policies must name at least one policy, got none")
    if baseline is None:
        owned = (getattr(policy, "baseline", None) for policy in policies.values())
        baseline = next((list_ for list_ in owned if list_ is not None), None)
    traces = {
        name: simulate(
            policy,
            rewards,
            steps=steps,
            seed=seed,
            baseline=baseline,
            swap_size=None if baseline is None else swap_size,
            checkpoints=checkpoints,
        )
        for name, policy in policies.items()
    }
    return PolicyComparison(traces)


def _bad(trace: Trace) -> str:
    return "" if trace.counted is None else bad_lists(trace.violations)
