"""Lists that broke the constraint over time, in both readings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from matroidlab_experiments.report_pages.pictures.axes import (
    ROOM,
    Picture,
    draw_curve,
    legend,
    legend_height,
    plain_ticks,
    quiet,
    time_axis,
)
from matroidlab_experiments.report_pages.text import final, listed
from matroidlab_experiments.result_files.results import CellResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

READINGS = {"violations": "any bijection", "exchange_violations": "an exchange bijection"}

SAME = "Both readings, with any bijection and with an exchange bijection, give the same counts."


def violations_picture(cells: Sequence[CellResult]) -> Picture | None:
    """Draw the lists that broke the constraint over time; None if there were none."""
    if not any(map(_is_broken, cells)):
        return None
    labels = counted_labels(cells)
    readings = ["violations"] if readings_agree(cells) else list(READINGS)

    def draw(figure: "Figure") -> None:
        panels = figure.subplots(len(readings), 1, sharex=True, squeeze=False)[:, 0]
        for axes, reading in zip(panels, readings, strict=True):
            _draw_reading(axes, cells, reading)
            say = f", {READINGS[reading]}" if len(readings) > 1 else ""
            quiet(axes, f"lists that broke the constraint{say}")
        panels[0].set_xlabel("" if len(panels) > 1 else "actions")
        legend(figure, panels[0].get_lines(), labels)

    agree = SAME if len(readings) == 1 and any(map(_has_both, cells)) else ""
    caption = " ".join(
        part for part in (counted_words(cells), agree, uncounted_words(cells)) if part
    )
    height = (ROOM if len(readings) == 1 else 1.6 * ROOM) + legend_height(labels)
    title = "Lists that broke the constraint, over time"
    return Picture("violations", title, violation_words(cells), draw, caption, height)


def violation_words(cells: Sequence[CellResult]) -> str:
    """Describe how often the constraint was broken."""
    broken = [cell for cell in cells if _is_broken(cell)]
    label_of = dict(zip(map(id, cells), counted_labels(cells), strict=True))
    kept = list(dict.fromkeys(label_of[id(cell)] for cell in cells if cell not in broken))
    actions = f"in {max(int(cell.steps[-1]) for cell in cells):,} actions"
    said = [f"{listed(kept)}: no list of any run broke the constraint {actions}."] if kept else []
    for cell in broken:
        if readings_agree([cell]):
            counts = final(cell, "violations")
        else:
            counts = ", ".join(
                f"{final(cell, key)} read with {name}" for key, name in READINGS.items()
            )
        said.append(
            f"{label_of[id(cell)]}: average number of lists that broke the constraint {actions}: "
            f"{counts}."
        )
    return " ".join(part for part in (*said, counted_words(cells), uncounted_words(cells)) if part)


def counted_labels(cells: Sequence[CellResult]) -> list[str]:
    """Return the labels of cells, with the counted m where cells differ in it."""
    if len({cell.swap_size for cell in cells}) == 1:
        return [cell.cell.label for cell in cells]
    return [f"{cell.cell.label} (m = {cell.swap_size})" for cell in cells]


def counted_words(cells: Sequence[CellResult]) -> str:
    """Describe the m by which violations were counted."""
    counted = sorted({cell.swap_size for cell in cells})
    if len(counted) == 1:
        return f"Counted for m = {counted[0]}."
    return "The m after each name is the one that violations were counted for."


def uncounted_words(cells: Sequence[CellResult]) -> str:
    """Name the cells for which only one reading was counted; empty if there are none."""
    rest = list(dict.fromkeys(cell.cell.label for cell in cells if not _has_both(cell)))
    return f"For {listed(rest)}, only the reading with any bijection was counted." if rest else ""


def readings_agree(cells: Sequence[CellResult]) -> bool:
    """Whether both readings of the constraint agree wherever both were counted."""
    both = [cell for cell in cells if _has_both(cell)]
    anyhow, exchange = READINGS
    return all(np.array_equal(cell.runs_of(anyhow), cell.runs_of(exchange)) for cell in both)


def _has_both(cell: CellResult) -> bool:
    return all(map(cell.has, READINGS))


def _is_broken(cell: CellResult) -> bool:
    return any(cell.runs_of(reading)[:, -1].any() for reading in READINGS if cell.has(reading))


def _draw_reading(axes: "Axes", cells: Sequence[CellResult], reading: str) -> None:
    for i, cell in enumerate(cells):
        if cell.has(reading):
            draw_curve(axes, cell, reading, i)
    time_axis(axes, max(int(cell.steps[-1]) for cell in cells))
    plain_ticks(axes.yaxis)
    axes.set_ylim(bottom=0)
