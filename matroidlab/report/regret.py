"""Regret against time, and beside it what the theorems say that it is at most."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matroidlab.experiments.results import CellResult
from matroidlab.report.axes import (
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
from matroidlab.report.bounds import THEOREMS, Bound, bound_of, policy_of
from matroidlab.report.figures import look
from matroidlab.report.problems import Problems
from matroidlab.report.words import final, listed, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def regret_picture(cells: Sequence[CellResult]) -> Picture:
    """Draw the regret of each policy against time."""
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
    return Picture("regret", "Regret against time", regret_words(cells), draw, height=height)


def regret_words(cells: Sequence[CellResult]) -> str:
    """Say what the regret came to."""
    runs = len(cells[0].runs_of("regret"))
    how = f"average of {runs} runs ± standard error" if runs > 1 else "a single run"
    totals = "; ".join(f"{cell.cell.label}: {final(cell, 'regret')}" for cell in cells)
    return f"Regret after {_steps(cells):,} actions, {how}. {totals}."


def bound_picture(cells: Sequence[CellResult], problems: Problems) -> Picture | None:
    """Draw the regret on a logarithmic axis below the theorems' bounds; None if no theorem is about any policy."""
    built = [problems.of(cell.cell) for cell in cells]
    bounds = {
        i: bound
        for i, (cell, problem) in enumerate(zip(cells, built, strict=True))
        if problem is not None and (bound := bound_of(cell.cell, problem)) and cell.mean("regret")[-1] > 0
    }
    if not bounds:
        return None
    labels = [cells[i].cell.label for i in bounds]
    labels += [f"{cells[i].cell.label}: upper bound of {bound.theorem}, corrected" for i, bound in bounds.items()]

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        quiet(axes, "regret, logarithmic")
        axes.set_yscale("log")
        handles = [draw_curve(axes, cells[i], "regret", i, positive=True) for i in bounds]
        lines = [axes.axhline(bound.value, color=look(i).colour, ls=look(i).dashes) for i, bound in bounds.items()]
        time_axis(axes, _steps(cells))
        log_ticks(axes.yaxis)
        legend(figure, [*handles, *lines], labels)

    caption = f"{_bound_words(cells, bounds)} {_not_covered(cells, bounds)}".strip()
    height = ROOM + legend_height(labels)
    words = f"{regret_words(cells)} {caption}"
    return Picture("bound", "Regret below the theorems' bounds", words, draw, caption, height)


def _bound_words(cells: Sequence[CellResult], bounds: Mapping[int, Bound]) -> str:
    said = [
        f"{cells[i].cell.label} {number(bound.value)} ({bound.theorem}), "
        f"{number(bound.value / float(cells[i].mean('regret')[-1]))} times what was measured"
        for i, bound in bounds.items()
    ]
    return f"Upper bounds on the expected regret, the paper's, corrected: {'; '.join(said)}."


def _not_covered(cells: Sequence[CellResult], bounds: Mapping[int, Bound]) -> str:
    rest = [
        cell.cell.label
        for i, cell in enumerate(cells)
        if i not in bounds and policy_of(cell.cell).get("policy") in THEOREMS
    ]
    return f"No theorem covers {listed(rest)} with its confidence bounds." if rest else ""


def _steps(cells: Sequence[CellResult]) -> int:
    return max(int(cell.steps[-1]) for cell in cells)
