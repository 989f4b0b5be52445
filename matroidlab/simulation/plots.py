"""Plots of traces, by matplotlib, which is optional: readable in black and white."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.simulation.run_totals import RunTotals, run_count, standard_error

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""The colours of Okabe and Ito, which colour-blind readers can distinguish."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (5, 2, 1, 2)), (0, (1.5, 1.5)))
MARKERS_PER_CURVE = 6


def plot_traces(traces: Mapping[str, RunTotals]) -> "Figure":
    """Plot the regret of each trace and, where they were counted, its bad lists.

    A curve is the average over runs, and its band one standard error to each side.
    """
    counted = {name: trace for name, trace in traces.items() if trace.counted is not None}
    panels = 2 if counted else 1
    figure: Figure = _figure_class()(figsize=(4.6 * panels, 3.3), layout="constrained")
    axes = figure.subplots(1, panels, squeeze=False)[0]
    places = {name: place for place, name in enumerate(traces)}
    for name, trace in traces.items():
        _draw_curve(axes[0], trace, trace.regret, name, places[name])
    for name, trace in counted.items():
        _draw_curve(axes[1], trace, trace.violations, name, places[name])
    fewest = min(len(trace.regret) for trace in traces.values())
    spread = "" if fewest == 1 else f", average of {run_count(fewest)} ± standard error"
    _label(axes[0], f"regret{spread}")
    if counted:
        _label(axes[1], "bad lists (lists that broke the constraint)")
        axes[1].set_ylim(0, max(1, axes[1].get_ylim()[1]))  # none at all is a line at the bottom
    if any(traces):
        axes[0].legend(frameon=False, fontsize=9)
    return figure


@cache
def _figure_class() -> Any:
    """A matplotlib figure that notebooks show even if pyplot was never imported."""
    try:
        figure_class: Any = import_module("matplotlib.figure").Figure
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install matplotlib") from error

    class Plot(figure_class):  # type: ignore[misc]
        def _repr_svg_(self) -> str:
            written = StringIO()
            self.savefig(written, format="svg")
            return written.getvalue()

    return Plot


def _draw_curve(axes: "Axes", trace: RunTotals, runs: NDArray[Any], name: str, place: int) -> None:
    steps = np.concatenate([[0.0], trace.steps])
    mean = np.concatenate([[0.0], runs.mean(axis=0)])
    band = np.concatenate([[0.0], standard_error(runs)])
    colour = COLOURS[place % len(COLOURS)]
    axes.fill_between(steps, mean - band, mean + band, color=colour, alpha=0.2, linewidth=0)
    # The first markers differ, so that curves on top of each other stay visible.
    every = max(1, len(steps) // MARKERS_PER_CURVE)
    axes.plot(
        steps,
        mean,
        color=colour,
        linestyle=DASHES[place % len(DASHES)],
        marker=MARKERS[place % len(MARKERS)],
        markersize=4.5,
        markevery=(min(1 + place, every), every),
        label=name,
        clip_on=False,
    )


def _label(axes: "Axes", title: str) -> None:
    axes.set_title(title, loc="left", fontsize=9)
    axes.set_xlabel("lists shown")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]) if axes.get_ylim()[0] < -1e-9 else 0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#d8dee4", linewidth=0.6)
    axes.set_axisbelow(True)
