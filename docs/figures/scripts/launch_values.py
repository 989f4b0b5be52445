"""Draw the values of the two lists of the tutorial: ``python launch_values.py > FILE.svg``.

The log of docs/tutorials/launch.md, of which more and more is read.
"""

import sys
from dataclasses import replace

from matroidlab import Bernoulli
from matroidlab_atlas.pictures.chart import PENS, Panel, legend
from matroidlab_atlas.pictures.picture_files import svg
from matroidlab_atlas.pictures.sketch import INK, Pen, Sketch, Stroke
from matroidlab_evaluation import Estimate, SlateLog, item_wise, simulated_log

CLICKS = Bernoulli([0.12, 0.20, 0.10, 0.15, 0.12])
SHOWN = {(2, 1, 4): 0.25, (0, 1, 4): 0.25, (0, 2, 4): 0.25, (0, 2, 3): 0.25}
TARGETS = {"old list": [0, 2, 4], "new list": [0, 1, 3]}
COUNT, EVERY = 20_000, 1_000


def beginning(log: SlateLog, count: int) -> SlateLog:
    """The first lists of a log."""
    return replace(
        log,
        actions=log.actions[:count],
        rewards=log.rewards[:count],
        pscore=log.pscore[:count],
        pscore_item_position=log.pscore_item_position[:count],
        pscore_cascade=log.pscore_cascade[:count],
    )


def picture() -> Sketch:
    """Both ends of the intervals of both lists, as the log grows, and the true values."""
    log = simulated_log(SHOWN, CLICKS, count=COUNT, seed=1)
    counts = list(range(EVERY, COUNT + 1, EVERY))
    found: dict[str, list[Estimate]] = {
        name: [item_wise(beginning(log, count), items) for count in counts]
        for name, items in TARGETS.items()
    }
    words = "; ".join(
        f"{name}: {ones[-1].interval.lower:.2f} to {ones[-1].interval.upper:.2f}"
        for name, ones in found.items()
    )
    sketch = Sketch(
        "The values of both lists",
        f"Intervals at the end of the log: {words}. The truth: 0.34 and 0.47.",
    )
    pens = {**dict(zip(found, PENS, strict=False)), "the truth": Pen(INK, 1.6)}
    legend(sketch, pens, 8.0)
    panel = Panel(44.0, COUNT, 0.6, 200.0)
    marks = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    panel.draw(
        sketch,
        "clicks a list, 95 % intervals",
        "lists of the log",
        [0, 5000, 10000, 15000, 20000],
        marks,
    )
    for name, ones in found.items():
        for ends in zip(*(one.interval for one in ones), strict=True):
            sketch.strokes.append(Stroke(panel.places(counts, ends), pens[name]))
        truth = float(CLICKS.means[TARGETS[name]].sum())
        sketch.strokes.append(Stroke(panel.places([0, COUNT], [truth, truth]), pens["the truth"]))
    return sketch


if __name__ == "__main__":
    sys.stdout.write(svg(picture()))
