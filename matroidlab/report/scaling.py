from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.experiments.scaling import PAPER, Scaling
from matroidlab.report.figures import COLOURS, MARKERS, write_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw_scaling(results: Sequence[Scaling], path: Path, *, horizon: int) -> list[Path]:
    """Draw regret against K on logarithmic axes, a line a gap with its fitted slope; return the files written."""

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        for result, colour, marker in zip(results, COLOURS, MARKERS, strict=False):
            _draw_gap(axes, result, colour, marker)
        _label(axes, sorted({int(rank) for result in results for rank in result.ranks}), horizon)

    return write_picture(draw, path, width=6.0, height=4.2)


def _draw_gap(axes: "Axes", result: Scaling, colour: str, marker: str) -> None:
    fitted = np.poly1d(np.polyfit(np.log(result.ranks), np.log(result.mean), 1))
    axes.plot(result.ranks, np.exp(fitted(np.log(result.ranks))), color=colour, linewidth=1)
    paper = f", paper {PAPER[result.gap]:.2f}" if result.gap in PAPER else ""
    label = f"gap {result.gap:g}: slope {result.slope:.2f} ± {result.slope_error:.2f}{paper}"
    bars = 2 * result.standard_error
    axes.errorbar(result.ranks, result.mean, bars, color=colour, marker=marker, ls="none", capsize=2, label=label)


def _label(axes: "Axes", ranks: list[int], horizon: int) -> None:
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(ranks, [str(rank) for rank in ranks])
    axes.minorticks_off()
    axes.set_xlabel("K, items in a list (of K² items)")
    axes.set_ylabel(f"regret after {horizon:,} actions (bars: 2 standard errors)")
    axes.set_title("I-UCB1: how regret grows with the length of the list", loc="left")
    axes.legend(frameon=False)
