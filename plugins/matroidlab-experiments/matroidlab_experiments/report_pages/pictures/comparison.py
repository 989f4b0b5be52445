"""Policies side by side: the regret of each, and its lists that broke the constraint."""

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from matroidlab_experiments.report_pages.pictures.axes import Picture, plain_ticks, quiet
from matroidlab_experiments.report_pages.pictures.regret import regret_words
from matroidlab_experiments.report_pages.pictures.style import BLANK, INK, look
from matroidlab_experiments.report_pages.pictures.violations import (
    READINGS,
    counted_labels,
    counted_words,
    readings_agree,
    uncounted_words,
)
from matroidlab_experiments.report_pages.text import in_picture, number, plus_minus
from matroidlab_experiments.result_files.results import CellResult
from matroidlab_experiments.result_files.run_statistics import half_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


HOLLOW = "Filled: the constraint read with any bijection; hollow: with an exchange bijection."


def comparison_picture(cells: Sequence[CellResult]) -> Picture:
    """Draw the final regret of each policy, and its share of lists that broke the constraint."""

    def draw(figure: "Figure") -> None:
        left, right = figure.subplots(1, 2, sharey=True)
        quiet(left, "regret", grid="x")
        quiet(right, "lists that broke\nthe constraint", grid="x")
        for i, cell in enumerate(cells):
            _dot(left, i, *_final(cell, "regret"), filled=True)
            for reading in READINGS if not readings_agree([cell]) else ["violations"]:
                _dot(right, i, *_share(cell, reading), filled=reading == "violations", suffix=" %")
        left.set_yticks(
            range(len(cells)), [fill(in_picture(label, 40), 14) for label in counted_labels(cells)]
        )
        left.set_ylim(len(cells) - 0.5, -0.6)
        for axes in (left, right):
            axes.spines["left"].set_visible(False)
            axes.axvline(0, color=INK, linewidth=0.8)
            _room(axes)

    return Picture(
        "comparison",
        "Regret and broken lists, by policy",
        f"{regret_words(cells)} {share_words(cells)}",
        draw,
        " ".join(
            part
            for part in (
                counted_words(cells),
                "" if readings_agree(cells) else HOLLOW,
                uncounted_words(cells),
            )
            if part
        ),
        1.3 + 0.42 * len(cells),
    )


def share_words(cells: Sequence[CellResult]) -> str:
    """Describe the share of lists that broke the constraint, policy by policy."""
    shares = []
    for cell, label in zip(cells, counted_labels(cells), strict=True):
        readings = (
            {"violations": ""}
            if readings_agree([cell])
            else {k: f" with {v}" for k, v in READINGS.items()}
        )
        said = [
            f"{plus_minus(*_share(cell, reading)[:2])} %{name}"
            for reading, name in readings.items()
        ]
        shares.append(f"{label}: {', '.join(said)}")
    return f"Share of lists that broke the constraint: {'; '.join(shares)}. {counted_words(cells)}"


def _final(cell: CellResult, quantity: str) -> tuple[float, float, int]:
    runs = len(cell.runs_of(quantity))
    return float(cell.mean(quantity)[-1]), float(cell.standard_error(quantity)[-1]), runs


def _share(cell: CellResult, reading: str) -> tuple[float, float, int]:
    mean, error, runs = _final(cell, reading)
    percent = 100 / float(cell.steps[-1])
    return mean * percent, error * percent, runs


def _dot(
    axes: "Axes", row: int, mean: float, error: float, runs: int, *, filled: bool, suffix: str = ""
) -> None:
    style = look(row)
    face = style.colour if filled else BLANK
    bar = half_width(error, runs)
    axes.hlines(row, 0, mean, color=style.colour, alpha=0.35, linewidth=3)
    axes.errorbar(
        mean, row, xerr=bar, color=style.colour, marker=style.marker, mfc=face, capsize=2, ms=6
    )
    side, at = (6, "bottom") if filled else (-6, "top")
    right, align = (0, "center") if mean > 0 else (4, "left")  # clear of the line at zero
    text = number(mean) + suffix
    axes.annotate(
        text, (mean, row), (right, side), textcoords="offset points", ha=align, va=at, size=8
    )


def _room(axes: "Axes") -> None:
    """Start at 0, and leave room for the numbers beside the last dot."""
    plain_ticks(axes.xaxis, count=3)
    axes.set_xlim(left=0)
    axes.margins(x=0.2)
    low, high = axes.get_xlim()
    axes.set_xlim(low - 0.12 * (high - low), high * 1.12 if high > 0 else 1)
