"""The price of conservatism: regret against alpha = m/K, the share of a list that may be new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.experiments.results import CellResult, Results
from matroidlab.report.axes import ROOM, Picture, legend, legend_height, plain_ticks, quiet
from matroidlab.report.bounds import policy_of, swap_size_of
from matroidlab.report.figures import INK, look
from matroidlab.report.intervals import half_width
from matroidlab.report.problems import Problems
from matroidlab.report.words import plus_minus, point_name
from matroidlab.types import Weights

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from matroidlab.report.axes import Handle

SWEPT = ("swap_size", "alpha")

ALPHA = "\N{GREEK SMALL LETTER ALPHA}"
FACTOR = "⌈K/m⌉ \N{MINUS SIGN} 1"
OURS = f"1/{ALPHA} \N{MINUS SIGN} 1"
THE_PAPERS = f"K(1 \N{MINUS SIGN} {ALPHA})"


@dataclass(frozen=True, eq=False)
class Price:
    """What a policy's regret came to for each number m of items that may be new in a list of K."""

    label: str
    rank: int
    results: Mapping[int, CellResult]
    """By m, rising."""

    @property
    def swap_sizes(self) -> Weights:
        """The values of m."""
        return np.array(list(self.results), dtype=np.float64)

    @property
    def alpha(self) -> Weights:
        """The share of a list that may be new, m/K."""
        return self.swap_sizes / self.rank

    @property
    def mean(self) -> Weights:
        """The average regret for each m."""
        return np.array([result.mean("regret")[-1] for result in self.results.values()])

    @property
    def standard_error(self) -> Weights:
        """The standard error of each average."""
        return np.array([result.standard_error("regret")[-1] for result in self.results.values()])

    @property
    def runs(self) -> int:
        """How many runs are averaged over."""
        return min(len(result.runs_of("regret")) for result in self.results.values())

    def through_ends(self, factor: Weights, ends: Weights) -> Weights:
        """Scale and shift a factor to the measured regret at the first and the last m, where it is ``ends``."""
        first, last = self.mean[0], self.mean[-1]
        if ends[0] == ends[1]:
            return np.full(len(factor), (first + last) / 2)
        return np.asarray(last + (first - last) * (factor - ends[1]) / (ends[0] - ends[1]))

    @property
    def ours(self) -> Weights:
        """The regret at each m if it followed the factor p - 1 = ceil(K/m) - 1, matched at both ends."""
        factor = np.array([ceil(self.rank / m) - 1.0 for m in self.swap_sizes])
        return self.through_ends(factor, factor[[0, -1]])

    @property
    def papers(self) -> Weights:
        """The regret at each m if it followed the paper's factor K (1 - alpha) = K - m, matched at both ends."""
        factor = self.rank - self.swap_sizes
        return self.through_ends(factor, factor[[0, -1]])

    def miss(self, predicted: Weights) -> float:
        """By how much a prediction is off between the ends, as a share of the measured regret, on average."""
        inner = slice(1, -1)
        return float((np.abs(predicted - self.mean) / self.mean)[inner].mean())


def prices_of(results: Results, problems: Problems) -> list[Price]:
    """Return the price of conservatism, one a policy and point of what else is swept over."""
    groups: dict[tuple[str, int], dict[int, CellResult]] = {}
    for cell in results.cells:
        problem = problems.of(cell.cell)
        if problem is not None and any(name in policy_of(cell.cell) for name in SWEPT):
            rest = {key: value for key, value in cell.cell.point.items() if key.rpartition(".")[2] not in SWEPT}
            label = ", ".join(part for part in (cell.cell.label, point_name(rest)) if part)
            rank = problem.matroid.rank
            groups.setdefault((label, rank), {}).setdefault(swap_size_of(cell.cell, rank), cell)
    return [Price(*name, dict(sorted(group.items()))) for name, group in groups.items() if len(group) > 1]


def price_picture(prices: Sequence[Price]) -> Picture:
    """Draw regret against alpha, with the two shapes that it is said to have."""
    shapes = (f"as {OURS} (ours)", f"as {THE_PAPERS} (the paper's)")
    labels = [name for price in prices for name in (price.label, *shapes)]

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        quiet(axes, "regret, average and 95 % interval")
        handles: list[Handle] = []
        for i, price in enumerate(prices):
            handles += _draw(axes, price, i)
        plain_ticks(axes.yaxis)
        axes.set_ylim(bottom=0)
        axes.set_xlim(0, 1.03)
        axes.set_xlabel(f"{ALPHA} = m/K, the share of a list that may be new")
        legend(figure, handles, labels)

    return Picture(
        "price",
        "The price of conservatism",
        " ".join(map(_words, prices)),
        draw,
        " ".join(map(_caption, prices)),
        ROOM + legend_height(labels),
    )


def _draw(axes: "Axes", price: Price, i: int) -> "list[Handle]":
    style = look(i)
    alpha = np.linspace(price.alpha[0], price.alpha[-1], 200)
    bars = half_width(price.standard_error, price.runs)
    dots = axes.errorbar(
        price.alpha, price.mean, bars, color=style.colour, marker=style.marker, ls="none", capsize=2, clip_on=False
    )
    ends = price.alpha[[0, -1]]
    colour = style.colour if i else INK
    (ours,) = axes.plot(alpha, price.through_ends(1 / alpha - 1, 1 / ends - 1), color=colour, linewidth=1.2)
    (papers,) = axes.plot(alpha, price.through_ends(1 - alpha, 1 - ends), color=colour, linewidth=1.2, ls=(0, (4, 2)))
    return [dots, ours, papers]


def _caption(price: Price) -> str:
    said = "Both curves are drawn through the measurements at both ends."
    if len(price.mean) < 3 or (price.mean <= 0).any():
        return said
    ours, papers = (100 * price.miss(predicted) for predicted in (price.ours, price.papers))
    return (
        f"{said} Between them the theorem's factor {FACTOR}, which is {OURS} where m divides K, is off by "
        f"{ours:.0f} % of the regret on average, the paper's {THE_PAPERS} by {papers:.0f} %."
    )


def _words(price: Price) -> str:
    rows = zip(price.swap_sizes, price.mean, price.standard_error, price.ours, price.papers, strict=True)
    points = [
        f"m = {m:.0f}: {plus_minus(mean, error)}, as {OURS} {ours:,.0f}, as {THE_PAPERS} {papers:,.0f}"
        for m, mean, error, ours, papers in rows
    ]
    return f"Regret of {price.label} for lists of K = {price.rank}. {'; '.join(points)}. {_caption(price)}"
