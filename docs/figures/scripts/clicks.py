"""Draw what clicks do to I-UCB's promise: ``python clicks.py > FILE.svg``.

The numbers are those of the table in docs/theory/clicks.md, which is printed by
plugins/matroidlab-clicks/measurements/bias.py.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

from matroidlab_atlas.pictures.chart import PENS, Panel, legend
from matroidlab_atlas.pictures.picture_files import svg
from matroidlab_atlas.pictures.sketch import Sketch, Stroke

PAGE = Path(__file__).parents[2] / "theory" / "clicks.md"
ROW = re.compile(r"^\| (position-based|cascade) \| ([\d.]+) \| (.*) \|$", re.MULTILINE)
RUNS = 40

NAMES = ("I-UCB2, given clicks", "I-UCB2, given levelled clicks, or -1", "I-UCB1, given clicks")
COLUMNS = {
    "position-based": ("b: place k is examined 1 / kᵇ of the time", [0, 0.5, 1, 1.5, 2]),
    "cascade": ("how likely an item of the baseline attracts", [0, 0.2, 0.4, 0.6]),
}


class Point(NamedTuple):
    """One row of the table: the strength of the bias, and what came of it for each of the three names."""

    bias: float
    broken: list[float]
    regret: list[float]


def rows(visitors: str) -> list[Point]:
    """What the table says of one kind of visitors."""
    found = [row for row in ROW.findall(PAGE.read_text(encoding="utf-8")) if row[0] == visitors]
    cells = [
        (float(bias), [float(cell.split()[0]) for cell in numbers.split(" | ")])
        for _, bias, numbers in found
    ]
    return [
        Point(bias, [100 * runs / RUNS for runs in numbers[::2]], numbers[1::2])
        for bias, numbers in cells
    ]


def picture() -> Sketch:
    """For each kind of visitors, whether the promise was kept and what was learnt."""
    points = {visitors: rows(visitors) for visitors in COLUMNS}
    words = [
        f"{visitors}, {row.bias:g}: {row.broken} and {row.regret}"
        for visitors in points
        for row in points[visitors]
    ]
    about = "For each strength of the bias, the runs that broke the promise in percent, and the regret, of: "
    sketch = Sketch(
        "What clicks do to the promise and to the regret", about + "; ".join([*NAMES, *words])
    )
    top = legend(sketch, dict(zip(NAMES, PENS, strict=False)), 8.0)
    for visitors, (axis, marks) in COLUMNS.items():
        for quantity, most, title in (
            ("broken", 100, "runs that broke the promise, %"),
            ("regret", 125, "regret, % of that of the baseline"),
        ):
            panel = Panel(top, marks[-1], most, 110.0)
            panel.draw(sketch, f"{visitors}: {title}", axis, marks, [0, 25, 50, 75, 100])
            for i, pen in enumerate(PENS[: len(NAMES)]):
                curve = [(row.bias, getattr(row, quantity)[i]) for row in points[visitors]]
                sketch.strokes.append(Stroke(panel.places(*zip(*curve, strict=True)), pen))
            top = panel.bottom + 8
    return sketch


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(svg(picture()))
