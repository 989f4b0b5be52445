"""Draw what ``python tests/benchmarks SUBJECT --json FILE`` wrote: ``python performance.py [FILE ...] > FILE.svg``.

A bar is how many times ours is as fast as the peer, which was timed in the same run or is stated in the literature; the
tick on it is the least that must hold, and bars that fall short are orange. Without a file, those in
docs/figures/benchmarks are drawn, which come from one real run each.
"""

import json
import re
import sys
from collections.abc import Iterable
from math import log10
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from matroidlab_atlas.pictures.chart import GRID, WIDTH
from matroidlab_atlas.pictures.picture_files import svg
from matroidlab_atlas.pictures.sketch import INK, MIDDLE_TONES, Label, Pen, Sketch, Stroke

MEASURED = Path(__file__).parents[1] / "benchmarks"
POWERS = range(-1, 5)
"""Of ten: what the axis shows."""
LINE, THICK = 15.0, 9.0
WAYS = {"numba": "kernels", "numpy": "numpy alone"}

Row = dict[str, Any]


def across(ratio: float) -> float:
    """Where a ratio is on the axis."""
    share = (log10(ratio) - POWERS[0]) / (POWERS[-1] - POWERS[0])
    return 6 + (WIDTH - 60) * share


def least(bar: str) -> float | None:
    """The ratio that must hold, if the bar is one: so many times as fast, or at most so much of its time."""
    if found := re.fullmatch(r">= ([\d.]+) x", bar):
        return float(found[1])
    found = re.fullmatch(r"<= ([\d.]+) x its time", bar)
    return 1 / float(found[1]) if found else None


def named(row: Row) -> str:
    """What was measured, in which way, and beside what."""
    return f"{row['what']}, {WAYS[row['kernels']]} / {row['peer_name']}"


def times(row: Row) -> str:
    """How many times as fast, with three digits."""
    ratio = row["peer"] / row["ours"]
    return f"{ratio:,.0f} x" if ratio >= 100 else f"{ratio:.3g} x"


def draw_row(sketch: Sketch, row: Row, y: float) -> float:
    """Write what was measured, draw its bar below, and return where the next row begins."""
    for line in wrap(named(row), 46):
        sketch.labels.append(Label(0, y, line, anchor="start"))
        y += LINE
    ratio, bar = row["peer"] / row["ours"], least(row["bar"])
    pen = Pen(MIDDLE_TONES[0] if row["holds"] else MIDDLE_TONES[1], THICK)
    sketch.strokes.append(Stroke(np.array([[across(10 ** POWERS[0]), y], [across(ratio), y]]), pen))
    if bar is not None:
        sketch.strokes.append(
            Stroke(np.array([[across(bar), y - 8], [across(bar), y + 8]]), Pen(INK, 2.0))
        )
    end = max(across(ratio), across(bar or ratio))
    sketch.labels.append(Label(end + 5, y, times(row), anchor="start"))
    return y + 22


def draw_group(sketch: Sketch, name: str, measured: dict[str, Any], y: float) -> float:
    """One file: where it was measured, and its rows."""
    place = f"{measured['processor']}, {measured['cores']} cores, load {measured['load']}, Python {measured['python']}"
    sketch.labels += [
        Label(0, y, name, 14.0, anchor="start"),
        Label(0, y + 17, place, anchor="start"),
    ]
    start = y = y + 38
    for row in measured["rows"]:
        y = draw_row(sketch, row, y)
    for power in POWERS:
        x = across(10.0**power)
        sketch.strokes.insert(0, Stroke(np.array([[x, start - 8], [x, y - 8]]), GRID))
        sketch.labels.append(Label(x, y, f"{10.0**power:,g}"))
    return y + 34


def chart(files: Iterable[Path], ways: Iterable[str] = WAYS) -> Sketch:
    """All files, one below the other; of each row that has a peer and was measured in one of the ways."""
    measured = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}
    for some in measured.values():
        some["rows"] = [
            row for row in some["rows"] if row["peer"] is not None and row["kernels"] in ways
        ]
    words = "; ".join(
        f"{named(row)}: {times(row)}, bar {row['bar']}"
        for some in measured.values()
        for row in some["rows"]
    )
    sketch = Sketch("How many times as fast as a peer, logarithmic", words)
    y = 8.0
    for name, some in measured.items():
        y = draw_group(sketch, name, some, y)
    return sketch


if __name__ == "__main__":
    given = [Path(argument) for argument in sys.argv[1:]] or [
        MEASURED / f"{name}.json" for name in ("bandits", "orderability")
    ]
    sys.stdout.write(svg(chart(given)))
