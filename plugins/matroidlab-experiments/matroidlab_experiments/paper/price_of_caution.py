"""The price of caution: how regret falls with m, the number of items that may be new at once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from matroidlab.algorithms import max_weight_basis
from matroidlab.bandits import as_swap_size
from matroidlab.hookspecs import Problem
from matroidlab.types import Weights
from matroidlab_experiments.configuration.experiment import Cell
from matroidlab_experiments.configuration.sweeps import point_name
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import CellResult, Results
from matroidlab_experiments.result_files.run_statistics import AveragedRuns, jackknife_error

SWAP_SIZE_KEYS = ("swap_size", "alpha")


@dataclass(frozen=True, eq=False)
class Price(AveragedRuns):
    """The regret of every run of a policy, for each number m of new items in a list of K.

    >>> regret = np.array([[70.0], [30], [10]])
    >>> price = Price("I-UCB1", 4, swap_sizes=np.array([1.0, 2, 4]), regret=regret)
    >>> price.ours, price.papers
    (array([70., 30., 10.]), array([70., 50., 10.]))
    """

    label: str
    rank: int
    swap_sizes: Weights
    """The values of m, rising."""
    regret: Weights
    """``(swap_sizes, runs)``."""
    outside: int = 0
    """The number of items outside the best list."""
    trusted: int = 0
    """The number of these that are in the baseline."""

    @property
    def alpha(self) -> Weights:
        """The share of a list that may be new, m/K."""
        return self.swap_sizes / self.rank

    @property
    def factor(self) -> Weights:
        """Our factor for each m: p - 1 = ceil(K/m) - 1, which is 1/alpha - 1 where m divides K."""
        return np.ceil(self.rank / self.swap_sizes) - 1

    @property
    def papers_factor(self) -> Weights:
        """The paper's factor for each m: K (1 - alpha) = K - m."""
        return self.rank - self.swap_sizes

    @property
    def ours(self) -> Weights:
        """The regret at each m if it followed our factor, matched at both ends."""
        return through_ends(self.factor, self.factor[[0, -1]], self.mean)

    @property
    def papers(self) -> Weights:
        """The regret at each m if it followed the paper's factor, matched at both ends."""
        return through_ends(self.papers_factor, self.papers_factor[[0, -1]], self.mean)

    @property
    def can_miss(self) -> bool:
        """Whether there are measurements between the ends, all of them positive."""
        return len(self.swap_sizes) > 2 and bool((self.mean > 0).all())

    def miss(self, factor: Weights) -> tuple[float, float]:
        """Return the average relative error of a factor between the ends, with its error."""

        def share(mean: Weights) -> float:
            predicted = through_ends(factor, factor[[0, -1]], mean)
            return float((np.abs(predicted - mean) / mean)[1:-1].mean())

        return share(self.mean), jackknife_error(share, self.regret)

    def below_whole_lists(self) -> "Price":
        """Return the part for m < K, where the trusted list is shown."""
        kept = self.swap_sizes < self.rank
        return replace(self, swap_sizes=self.swap_sizes[kept], regret=self.regret[kept])

    def at_whole_lists(self) -> float:
        """Return the regret at m = K that our factor predicts from smaller m."""
        return float(through_ends(np.zeros(1), self.factor[[0, -1]], self.mean)[0])


def through_ends(factor: Weights, ends: Weights, mean: Weights) -> Weights:
    """Scale and shift a factor so that it meets the first and the last of the averages.

    ``ends`` has the values of the factor there.
    """
    first = mean[0]
    last = mean[-1]
    if ends[0] == ends[1]:
        return np.full(len(factor), (first + last) / 2)
    return np.asarray(last + (first - last) * (factor - ends[1]) / (ends[0] - ends[1]))


def swap_size_of(cell: Cell, rank: int) -> int:
    """Return m, the number of items of a list that may be new at once."""
    return as_swap_size(cell.policy.get("swap_size", 1), cell.policy.get("alpha"), rank=rank)


def prices_of(results: Results, problems: Problems) -> list[Price]:
    """Return a `Price` for each policy and point of the other swept parameters."""
    groups: dict[str, dict[int, CellResult]] = {}
    built: dict[str, Problem] = {}
    for cell in results.cells:
        problem = problems.of(cell.cell)
        if problem is not None and any(name in cell.cell.policy for name in SWAP_SIZE_KEYS):
            rest = {
                key: value
                for key, value in cell.cell.point.items()
                if key.rpartition(".")[2] not in SWAP_SIZE_KEYS
            }
            label = ", ".join(part for part in (cell.cell.label, point_name(rest)) if part)
            groups.setdefault(label, {}).setdefault(
                swap_size_of(cell.cell, problem.matroid.rank), cell
            )
            built.setdefault(label, problem)
    return [_price(label, group, built[label]) for label, group in groups.items() if len(group) > 1]


def _price(label: str, group: Mapping[int, CellResult], problem: Problem) -> Price:
    sizes = sorted(group)
    best = max_weight_basis(problem.matroid, problem.rewards.means)
    return Price(
        label,
        problem.matroid.rank,
        np.array(sizes, dtype=np.float64),
        np.array([group[m].runs_of("regret")[:, -1] for m in sizes]),
        outside=problem.matroid.size - len(best),
        trusted=len(np.setdiff1d(problem.baseline, best)),
    )
