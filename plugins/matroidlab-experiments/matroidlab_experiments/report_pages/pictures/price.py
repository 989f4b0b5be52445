"""The price of caution: regret against alpha = m/K, the share of a list that may be new."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from matroidlab_experiments.paper.figure_d_claims import (
    ALPHA,
    OUR_FACTOR,
    THE_PAPERS_FACTOR,
    percent,
    why_off,
)
from matroidlab_experiments.paper.price_of_caution import Price, through_ends
from matroidlab_experiments.report_pages.pictures.axes import (
    ROOM,
    Picture,
    legend,
    legend_height,
    plain_ticks,
    quiet,
)
from matroidlab_experiments.report_pages.pictures.style import INK, look
from matroidlab_experiments.report_pages.text import plus_minus
from matroidlab_experiments.result_files.run_statistics import half_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from matroidlab_experiments.report_pages.pictures.axes import Handle

FACTOR = "⌈K/m⌉ \N{MINUS SIGN} 1"


def price_picture(prices: Sequence[Price]) -> Picture:
    """Draw regret against alpha, with the paper's factor and ours."""
    # The curves of all policies differ only in colour, so the legend names them once.
    labels = [price.label for price in prices] + [
        f"as {OUR_FACTOR} (ours)",
        f"as {THE_PAPERS_FACTOR} (the paper's)",
    ]

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        quiet(axes, "regret, average and 95 % interval")
        drawn = [_draw(axes, price, i) for i, price in enumerate(prices)]
        plain_ticks(axes.yaxis)
        axes.set_ylim(bottom=0)
        axes.set_xlim(0, 1.03)
        axes.set_xlabel(f"{ALPHA} = m/K, the share of a list that may be new")
        legend(figure, [*(dots for dots, *_ in drawn), *drawn[0][1:]], labels)

    return Picture(
        "price",
        "The price of caution",
        " ".join(map(_words, prices)),
        draw,
        " ".join(map(_caption, prices)),
        ROOM + legend_height(labels),
    )


def _draw(axes: "Axes", price: Price, i: int) -> "list[Handle]":
    style = look(i)
    alpha = np.linspace(price.alpha[0], price.alpha[-1], 200)
    bars = half_width(price.standard_error, price.regret.shape[1])
    dots = axes.errorbar(
        price.alpha,
        price.mean,
        bars,
        color=style.colour,
        marker=style.marker,
        ls="none",
        capsize=2,
        clip_on=False,
    )
    ends = price.alpha[[0, -1]]
    colour = style.colour if i else INK
    (ours,) = axes.plot(
        alpha, through_ends(1 / alpha - 1, 1 / ends - 1, price.mean), color=colour, linewidth=1.2
    )
    line = through_ends(1 - alpha, 1 - ends, price.mean)
    (papers,) = axes.plot(alpha, line, color=colour, linewidth=1.2, ls=(0, (4, 2)))
    return [dots, ours, papers]


def _caption(price: Price) -> str:
    said = "Both curves pass through the measurements at both ends."
    if not price.can_miss:
        return said
    ours, papers = (
        percent(price.miss(factor)[0]) for factor in (price.factor, price.papers_factor)
    )
    missed = (
        f"{said} Between them, our factor {FACTOR}, which is {OUR_FACTOR} where m divides K, is "
        f"off by {ours} of the regret on average, the paper's {THE_PAPERS_FACTOR} by {papers}."
    )
    return f"{missed} {why_off(price)}".rstrip()


def _words(price: Price) -> str:
    rows = zip(
        price.swap_sizes, price.mean, price.standard_error, price.ours, price.papers, strict=True
    )
    points = [
        f"m = {m:.0f}: {plus_minus(mean, error)}, as {OUR_FACTOR} {ours:,.0f}, as "
        f"{THE_PAPERS_FACTOR} {papers:,.0f}"
        for m, mean, error, ours, papers in rows
    ]
    return (
        f"Regret of {price.label} for lists of K = {price.rank}. {'; '.join(points)}. "
        f"{_caption(price)}"
    )
