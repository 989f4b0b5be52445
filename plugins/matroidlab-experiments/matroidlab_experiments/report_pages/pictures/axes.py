"""Axes, curves and legends that all pictures share."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import fill
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from matroidlab_experiments.report_pages.pictures.style import HEIGHT, Draw, look
from matroidlab_experiments.report_pages.text import in_picture, short
from matroidlab_experiments.result_files.results import CellResult
from matroidlab_experiments.result_files.run_statistics import half_width

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.container import Container
    from matplotlib.figure import Figure

    Handle: TypeAlias = Artist | Container | tuple[Artist, Container]
    """An entry of a legend; the artists of a tuple are shown together."""


ROOM = 2.6
"""The height below the legend, in inches."""

LINE = 46
"""The number of letters that fit on a line of a legend."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture, and its content in words."""

    name: str
    """The name of its files."""
    title: str
    words: str
    """The text alternative, with the numbers."""
    draw: Draw
    caption: str = ""
    """Remarks that the picture does not show."""
    height: float = HEIGHT


def quiet(axes: "Axes", title: str, *, grid: str = "y") -> None:
    """Keep the axes unobtrusive, and name the measured quantity above them."""
    axes.set_title(title, pad=8)
    axes.grid(axis=grid)  # type: ignore[arg-type]
    axes.spines["left"].set_visible(grid != "y")
    axes.tick_params(axis="y", length=0)


def plain_ticks(axis: "Axis", *, count: int = 5) -> None:
    """Mark an axis at a few round numbers."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator  # noqa: PLC0415 - an extra

    axis.set_major_locator(MaxNLocator(count, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))


def log_ticks(axis: "Axis") -> None:
    """Mark a logarithmic axis at powers of ten; if it spans less than two, also between them."""
    from matplotlib.ticker import (  # noqa: PLC0415 - an extra
        FuncFormatter,
        LogLocator,
        NullFormatter,
    )

    low, high = axis.get_view_interval()
    axis.set_major_locator(
        LogLocator(subs=(1.0,) if high > 100 * low else (1.0, 2.0, 5.0), numticks=9)
    )
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    axis.set_minor_formatter(NullFormatter())
    axis.set_tick_params(which="minor", length=0)


def time_axis(axes: "Axes", steps: int) -> None:
    """Let the horizontal axis show the actions from the first to the last."""
    plain_ticks(axes.xaxis)
    axes.set_xlim(0, steps * 1.02)
    axes.set_xlabel("actions")


def draw_curve(
    axes: "Axes", result: CellResult, quantity: str, place: int, *, positive: bool = False
) -> "Artist":
    """Draw the average over runs with its 95 % band; return the handle for a legend."""
    style = look(place)
    steps = result.steps.astype(np.float64)
    mean = result.mean(quantity)
    band = half_width(result.standard_error(quantity), len(result.runs_of(quantity)))
    if positive:
        steps, mean, band = (values[mean > 0] for values in (steps, mean, band))
    else:
        steps, mean, band = (np.concatenate([[0.0], values]) for values in (steps, mean, band))
    low = mean - band
    high = mean + band
    if positive:
        low = np.maximum(low, mean / 10)  # a logarithmic axis has no room below 0
    axes.fill_between(steps, low, high, color=style.colour, alpha=0.18, linewidth=0)
    marked = _marked(len(steps), place)
    drawn = {"color": style.colour, "ls": style.dashes, "marker": style.marker}
    # Not clipped: half of a marker on the edge would be lost.
    (line,) = axes.plot(steps, mean, markevery=marked, clip_on=False, **drawn)
    return line


def _marked(count: int, place: int) -> list[int]:
    """Places for markers, different for each series, so that overlapping curves can be seen."""
    if count <= 2:
        return list(range(count))[-1:]
    shift = (place % 4) / 4
    return sorted({max(1, round((count - 1) * (i - shift) / 5)) for i in range(1, 6)})


def legend(figure: "Figure", handles: "Sequence[Handle]", labels: Sequence[str]) -> None:
    """Explain the series above the axes, where they hide nothing."""
    shown, columns = _arranged(labels)
    explained: Any = handles  # matplotlib accepts containers and tuples, too
    figure.legend(
        explained, shown, loc="outside upper left", ncols=columns, handlelength=3, borderpad=0.2
    )


def legend_height(labels: Sequence[str]) -> float:
    """Return the height of a legend in inches."""
    shown, columns = _arranged(labels)
    return 0.18 * ceil(sum(label.count("\n") + 1 for label in shown) / columns)


def _arranged(labels: Sequence[str]) -> tuple[list[str], int]:
    """The labels broken into lines, and the number of columns."""
    shown = [fill(in_picture(label, 2 * LINE), LINE, drop_whitespace=False) for label in labels]
    return shown, 2 if max(map(len, shown)) <= 20 and len(shown) > 1 else 1
