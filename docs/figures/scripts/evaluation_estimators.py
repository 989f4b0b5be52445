"""Draw the estimates of one list by all estimators: ``python evaluation_estimators.py > FILE.svg``.

The log and the list of docs/howto/evaluate_a_log.md, whose true value is 1.15.
"""

import sys

from numpy import array

from matroidlab import Bernoulli
from matroidlab_atlas.pictures.chart import LEFT, LINE, PENS
from matroidlab_atlas.pictures.picture_files import svg
from matroidlab_atlas.pictures.sketch import INK, Label, Pen, Sketch, Stroke
from matroidlab_evaluation import Estimate, evaluate, simulated_log

CLICKS = Bernoulli([0.50, 0.45, 0.30, 0.40, 0.20])
SHOWN = {(2, 1, 3): 1 / 3, (0, 2, 3): 1 / 3, (0, 1, 4): 1 / 3}
TARGET = [0, 1, 4]
LOW, HIGH = 1.10, 1.20
RIGHT = 350.0


def intervals(sketch: Sketch, found: dict[str, Estimate], truth: dict[str, float]) -> None:
    """Draw a line for each interval with its value, and a short line at the truth."""
    for row, (name, one) in enumerate(found.items()):
        y = 34 + 1.5 * LINE * row
        sketch.labels.append(Label(0, y, name, anchor="start"))
        sketch.strokes.append(Stroke(array([[across(end), y] for end in one.interval]), PENS[0]))
        for value, pen in ((one.value, Pen(PENS[0].colour, 2.4)), (truth[name], Pen(INK, 1.6))):
            x = across(value)
            sketch.strokes.append(Stroke(array([[x, y - 7], [x, y + 7]]), pen))


def across(value: float) -> float:
    """The place of a value in the picture."""
    return 2.4 * LEFT + (RIGHT - 2.4 * LEFT) * (value - LOW) / (HIGH - LOW)


def picture() -> Sketch:
    """One line for each estimator."""
    log = simulated_log(SHOWN, CLICKS, count=30_000, seed=1)
    found = {one.estimator: one for one in evaluate(log, TARGET)}
    truth = float(CLICKS.means[TARGET].sum())
    words = "; ".join(
        f"{name}: {one.interval.lower:.3f} to {one.interval.upper:.3f}"
        for name, one in found.items()
    )
    sketch = Sketch("Estimates of one list", f"The true value is {truth:.2f}. {words}.")
    sketch.labels.append(Label(0, 8, "95 % intervals; grey: the truth, 1.15", anchor="start"))
    intervals(sketch, found, dict.fromkeys(found, truth))
    bottom = 34 + 1.5 * LINE * len(found)
    for mark in (1.10, 1.15, 1.20):
        sketch.labels.append(Label(min(across(mark), 336.0), bottom, f"{mark:.2f}"))
    return sketch


if __name__ == "__main__":
    sys.stdout.write(svg(picture()))
