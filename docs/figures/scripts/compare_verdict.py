"""Draw how the interval of a comparison narrows: ``python compare_verdict.py > FILE.svg``.

The comparison of docs/howto/compare_rankers.md, visit by visit, continued to 1,000 lists.
"""

import sys

import numpy as np

from matroidlab import PartitionMatroid
from matroidlab_atlas.pictures.chart import PENS, Panel, legend
from matroidlab_atlas.pictures.picture_files import svg
from matroidlab_atlas.pictures.sketch import INK, Pen, Sketch, Stroke
from matroidlab_evaluation import Comparison, Pair, TeamDraft

PAGE = PartitionMatroid(blocks=[[0, 1, 2], [3, 4]], capacities=[2, 1])
LIKED = np.array([0.10, 0.10, 0.16, 0.10, 0.13])
LISTS = 1_000
EVERY = 8


def verdicts() -> list[Pair]:
    """The verdict after every list: the visits of the page, which draws one list before them."""
    draft = TeamDraft(PAGE, [[0, 1, 2, 3, 4], [2, 1, 0, 4, 3]])
    comparison = Comparison(["old", "new"], delta=0.05)
    rng = np.random.default_rng(1)
    draft.draw(rng)
    found = []
    for _ in range(LISTS):
        drawn = draft.draw(rng)
        comparison.learn(draft.credit(drawn, rng.random(3) < LIKED[drawn.items]))
        found.append(comparison.verdict())
    return found


def picture() -> Sketch:
    """Both ends of the interval, the share so far, and the line of no difference."""
    every = verdicts()
    decided = next(pair.lists for pair in every if pair.winner is not None)
    found = every[EVERY - 1 :: EVERY]
    sketch = Sketch(
        "The old ranker's share of credit",
        f"The interval narrows with the number of lists; after {decided} lists it leaves out one half, and the new ranker is better.",
    )
    names = {
        "share so far": PENS[0],
        "ends of the interval": PENS[1],
        "no difference": Pen(INK, 1.6),
    }
    legend(sketch, names, 8.0)
    panel = Panel(66.0, LISTS, 1.0, 200.0)
    panel.draw(
        sketch,
        "the old ranker's share of credit",
        "lists",
        [0, 250, 500, 750, 1000],
        [0, 0.25, 0.5, 0.75, 1],
    )
    lists = [pair.lists for pair in found]
    share = [pair.credit[0] / max(sum(pair.credit), 1) for pair in found]
    for ends in ([pair.share.lower for pair in found], [pair.share.upper for pair in found]):
        sketch.strokes.append(Stroke(panel.places(lists, ends), names["ends of the interval"]))
    sketch.strokes.append(Stroke(panel.places(lists, share), names["share so far"]))
    sketch.strokes.append(Stroke(panel.places([0, LISTS], [0.5, 0.5]), names["no difference"]))
    return sketch


if __name__ == "__main__":
    sys.stdout.write(svg(picture()))
