"""Axes, curves and legends in the style of our pictures."""

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
    """What a legend explains; of a tuple, both at once."""


ROOM = 2.6
"""So many inches are for what is below the legend."""

LINE = 46
"""So many letters fit on a line of a legend."""


@dataclass(frozen=True, eq=False)
class Picture:
    """Something to look at, and the same in words."""

    name: str
    """What its files are called."""
    title: str
    words: str
    """The text alternative: what is seen, with the numbers."""
    draw: Draw
    caption: str = ""
    """What a reader should know beside what is seen."""
    height: float = HEIGHT


def quiet(axes: "Axes", title: str, *, grid: str = "y") -> None:
    """Leave the data as the loudest thing on the axes, and say above them what is measured."""
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
    """Mark a logarithmic axis at powers of ten; where it spans less than two of them, within them too."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter  # noqa: PLC0415 - an extra

    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1.0,) if high > 100 * low else (1.0, 2.0, 5.0), numticks=9))
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    axis.set_minor_formatter(NullFormatter())
    axis.set_tick_params(which="minor", length=0)


def time_axis(axes: "Axes", steps: int) -> None:
    """Make the horizontal axis one of actions, from the first to the last."""
    plain_ticks(axes.xaxis)
    axes.set_xlim(0, steps * 1.02)
    axes.set_xlabel("actions")


def draw_curve(axes: "Axes", result: CellResult, quantity: str, place: int, *, positive: bool = False) -> "Artist":
    """Draw the average over runs against time with its 95 % band, and return what a legend shows of it."""
    style = look(place)
    steps, mean = result.steps.astype(np.float64), result.mean(quantity)
    band = half_width(result.standard_error(quantity), len(result.runs_of(quantity)))
    if positive:
        steps, mean, band = (values[mean > 0] for values in (steps, mean, band))
    else:
        steps, mean, band = (np.concatenate([[0.0], values]) for values in (steps, mean, band))
    low, high = mean - band, mean + band
    if positive:
        low = np.maximum(low, mean / 10)  # what lies below is nowhere on a logarithmic axis
    axes.fill_between(steps, low, high, color=style.colour, alpha=0.18, linewidth=0)
    marked = _marked(len(steps), place)
    drawn = {"color": style.colour, "ls": style.dashes, "marker": style.marker}
    # Not clipped: half of a marker on the edge would be lost.
    (line,) = axes.plot(steps, mean, markevery=marked, clip_on=False, **drawn)
    return line


def _marked(count: int, place: int) -> list[int]:
    """A few places for markers, others for each series, so that one sees curves that run on top of each other."""
    if count <= 2:
        return list(range(count))[-1:]
    shift = (place % 4) / 4
    return sorted({max(1, round((count - 1) * (i - shift) / 5)) for i in range(1, 6)})


def legend(figure: "Figure", handles: "Sequence[Handle]", labels: Sequence[str]) -> None:
    """Explain the series above the axes, where they hide nothing."""
    shown, columns = _arranged(labels)
    explained: Any = handles  # containers and tuples will do as well as artists
    figure.legend(explained, shown, loc="outside upper left", ncols=columns, handlelength=3, borderpad=0.2)


def legend_height(labels: Sequence[str]) -> float:
    """How many inches a legend takes."""
    shown, columns = _arranged(labels)
    return 0.18 * ceil(sum(label.count("\n") + 1 for label in shown) / columns)


def _arranged(labels: Sequence[str]) -> tuple[list[str], int]:
    """Labels broken into lines, and in how many columns they fit."""
    shown = [fill(in_picture(label, 2 * LINE), LINE, drop_whitespace=False) for label in labels]
    return shown, 2 if max(map(len, shown)) <= 20 and len(shown) > 1 else 1
