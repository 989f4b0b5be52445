"""Regret over time, and below the bounds of the theorems."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from matroidlab_experiments.report_pages.pictures.axes import (
    ROOM,
    Picture,
    draw_curve,
    legend,
    legend_height,
    log_ticks,
    plain_ticks,
    quiet,
    time_axis,
)
from matroidlab_experiments.report_pages.pictures.style import INK, look
from matroidlab_experiments.report_pages.pictures.theorem_bounds import (
    LEARNERS,
    TheoremBound,
    bound_of,
    lower_bound_of,
)
from matroidlab_experiments.report_pages.text import final, listed, number
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import CellResult

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


def regret_picture(cells: Sequence[CellResult]) -> Picture:
    """Draw the regret of each policy over time."""
    labels = [cell.cell.label for cell in cells]

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        quiet(axes, "regret, average and 95 % interval")
        handles = [draw_curve(axes, cell, "regret", i) for i, cell in enumerate(cells)]
        time_axis(axes, _steps(cells))
        plain_ticks(axes.yaxis)
        axes.set_ylim(bottom=0)
        legend(figure, handles, labels)

    height = ROOM + legend_height(labels)
    return Picture("regret", "Regret over time", regret_words(cells), draw, height=height)


def regret_words(cells: Sequence[CellResult]) -> str:
    """Describe the final regret of each policy."""
    runs = len(cells[0].runs_of("regret"))
    how = f"average of {runs} runs ± standard error" if runs > 1 else "a single run"
    totals = "; ".join(f"{cell.cell.label}: {final(cell, 'regret')}" for cell in cells)
    return f"Regret after {_steps(cells):,} actions, {how}. {totals}."


def bound_picture(cells: Sequence[CellResult], problems: Problems) -> Picture | None:
    """Draw the regret on a logarithmic axis below the bounds of theorems.

    None if no theorem covers any of the policies.
    """
    built = [problems.of(cell.cell) for cell in cells]
    bounds = {
        i: bound
        for i, (cell, problem) in enumerate(zip(cells, built, strict=True))
        if problem is not None
        and (bound := bound_of(cell.cell, problem))
        and cell.mean("regret")[-1] > 0
    }
    if not bounds:
        return None
    labels = [
        name
        for i, bound in bounds.items()
        for name in (cells[i].cell.label, f"its bound by {bound.theorem}")
    ]
    lower = next((lower_bound_of(problem) for problem in built if problem is not None), None)
    labels += (
        [f"{number(lower)} ln n: lower bound without the constraint, asymptotic"] if lower else []
    )

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        quiet(axes, "regret, logarithmic")
        axes.set_yscale("log")
        lines: list[Artist] = []
        for i, bound in bounds.items():
            lines.append(draw_curve(axes, cells[i], "regret", i, positive=True))
            lines.append(axes.axhline(bound.value, color=look(i).colour, ls=look(i).dashes))
        lines += [_draw_lower(axes, lower, _steps(cells))] if lower else []
        time_axis(axes, _steps(cells))
        log_ticks(axes.yaxis)
        legend(figure, lines, labels)

    said = (_bound_words(cells, bounds), _not_covered(cells, bounds), _lower_words(lower))
    caption = " ".join(part for part in said if part)
    height = ROOM + legend_height(labels)
    words = f"{regret_words(cells)} {caption}"
    return Picture("bound", "Regret below the theorems' bounds", words, draw, caption, height)


def _bound_words(cells: Sequence[CellResult], bounds: Mapping[int, TheoremBound]) -> str:
    said = [
        f"{cells[i].cell.label} {number(bound.value)} ({bound.theorem}), "
        f"{number(bound.value / float(cells[i].mean('regret')[-1]))} times the measured regret"
        for i, bound in bounds.items()
    ]
    return f"Upper bounds on the expected regret: {'; '.join(said)}."


def _draw_lower(axes: "Axes", slope: float, steps: int) -> "Line2D":
    """Draw the lower bound where it is positive."""
    actions = np.unique(np.geomspace(2, max(steps, 3), 100))
    (line,) = axes.plot(actions, slope * np.log(actions), color=INK, linewidth=1.0, ls=(0, (1, 2)))
    return line


def _lower_words(slope: float | None) -> str:
    if slope is None:
        return ""
    return (
        "Policies without the constraint that do well on every problem lose at least about "
        f"{number(slope)} ln n in the limit of many actions (Talebi and Proutiere 2016). For a "
        "given n the measurement may lie below it. It does not apply to policies with a fixed "
        "delta, whose regret stays bounded as long as their confidence bounds hold."
    )


def _not_covered(cells: Sequence[CellResult], bounds: Mapping[int, TheoremBound]) -> str:
    rest = [
        cell.cell.label
        for i, cell in enumerate(cells)
        if i not in bounds and cell.cell.policy.get("policy") in LEARNERS
    ]
    reason = "the proofs assume other confidence bounds or proposals"
    return f"No theorem covers {listed(rest)}: {reason}." if rest else ""


def _steps(cells: Sequence[CellResult]) -> int:
    return max(int(cell.steps[-1]) for cell in cells)
