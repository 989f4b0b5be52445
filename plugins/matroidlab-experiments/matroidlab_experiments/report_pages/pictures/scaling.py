"""Regret against a parameter on logarithmic axes, where a power is a straight line."""

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING

from matroidlab_experiments.paper.regret_scaling import RANK, Scaling
from matroidlab_experiments.report_pages.pictures.axes import (
    LINE,
    ROOM,
    Picture,
    legend,
    legend_height,
    log_ticks,
    quiet,
)
from matroidlab_experiments.report_pages.pictures.style import Look, look
from matroidlab_experiments.report_pages.text import in_picture, plus_minus, short
from matroidlab_experiments.result_files.run_statistics import half_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from matroidlab_experiments.report_pages.pictures.axes import Handle


def scaling_picture(scalings: Sequence[Scaling], *, horizon: int | None) -> Picture:
    """Draw the regret of each scaling against its parameter, with the fitted power."""
    name = _name(scalings[0].parameter)
    labels = [_label(scaling) for scaling in scalings]

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        when = f" after {short(horizon)} actions" if horizon is not None else ""
        quiet(axes, f"regret{when}, average and 95 % interval")
        axes.set_xscale("log")
        axes.set_yscale("log")
        handles = [_draw(axes, scaling, look(i)) for i, scaling in enumerate(scalings)]
        _mark(axes, sorted({float(value) for scaling in scalings for value in scaling.ranks}))
        axes.set_xlabel(in_picture(name, LINE))
        legend(figure, handles, labels)

    title = f"How regret grows with {name.partition(',')[0]}"
    return Picture(
        "scaling",
        title,
        f"Slopes of log regret. {' '.join(map(_words, scalings))}",
        draw,
        height=ROOM + legend_height(labels),
    )


def _draw(axes: "Axes", scaling: Scaling, look: Look) -> "Handle":
    positive = scaling.mean > 0
    bars = half_width(scaling.standard_error, scaling.regret.shape[1])
    dots = axes.errorbar(
        scaling.ranks[positive],
        scaling.mean[positive],
        bars[positive],
        color=look.colour,
        marker=look.marker,
        ls="none",
        capsize=2,
    )
    if isnan(scaling.slope):
        return dots
    (line,) = axes.plot(
        scaling.ranks, scaling.line, color=look.colour, ls=look.dashes, linewidth=1.2
    )
    return line, dots


def _mark(axes: "Axes", values: list[float]) -> None:
    """Mark the values themselves if there is room for them."""
    log_ticks(axes.xaxis)
    if len(values) <= 12:
        axes.set_xticks(values, [short(value) for value in values])
    axes.minorticks_off()
    log_ticks(axes.yaxis)


def _label(scaling: Scaling) -> str:
    paper = "" if isnan(scaling.paper) else f", paper {scaling.paper:.2f}"
    return f"{scaling.label or f'gap {scaling.gap:g}'}: slope {_slope(scaling)}{paper}"


def _slope(scaling: Scaling) -> str:
    if isnan(scaling.slope):
        return "none"
    return f"{scaling.slope:.2f}" + (f" ± {scaling.slope_error:.2f}" if scaling.slope_error else "")


def _words(scaling: Scaling) -> str:
    pairs = zip(scaling.ranks.tolist(), scaling.mean, scaling.standard_error, strict=True)
    points = "; ".join(
        f"at {short(value)}: {plus_minus(mean, error)}" for value, mean, error in pairs
    )
    name = _name(scaling.parameter).partition(",")[0]
    return f"{_label(scaling)}. Regret against {name} {points}."


def _name(parameter: str) -> str:
    return "K, items in a list" if parameter == RANK else parameter
