"""Draw the regret of four policies on the shop page of the tutorial: ``python shop_regret.py > FILE.svg``.

Ten simulated runs of 600 visits each, on the items and visitors of docs/tutorials/shop.md.
"""

import sys

from matroidlab import PartitionMatroid, compile_when
from matroidlab.bandits import IUCB, OMM, SafeThompson, Stay
from matroidlab.protocol import Policy
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Trace, simulate
from matroidlab_atlas.pictures.chart import PENS, Panel, legend
from matroidlab_atlas.pictures.picture_files import svg
from matroidlab_atlas.pictures.sketch import Sketch, Stroke

PAGES = PartitionMatroid(blocks=[[0, 1, 2, 3, 4], [5, 6, 7], [8, 9, 10]], capacities=[2, 1, 1])
BASELINE = [3, 4, 7, 10]
LIKED = Bernoulli([0.8, 0.7, 0.1, 0.4, 0.3, 0.1, 0.8, 0.3, 0.2, 0.1, 0.4])
VISITS, RUNS = 600, 10


def policies() -> dict[str, Policy]:
    """The four that are compared, by name."""
    careful = {"delta": 0.01, "lanes": RUNS}
    return {
        "SafeThompson": SafeThompson(PAGES, BASELINE, seed=1, **careful),
        "IUCB": IUCB(PAGES, BASELINE, **careful),
        "OMM, without care": OMM(PAGES, lanes=RUNS),
        "stay with the baseline": Stay(PAGES, BASELINE, lanes=RUNS),
    }


def played(policy: Policy) -> Trace:
    """Ten runs of one policy."""
    return simulate(
        policy, LIKED, steps=VISITS, seed=1, baseline=BASELINE, first_look=False, checkpoints=50
    )


def chart(
    title: str, quantity: str, panel: Panel, marks: list[float], traces: dict[str, Trace]
) -> Sketch:
    """Curves of a quantity over visits, the mean of all runs, and the last numbers in words."""
    last = {name: getattr(trace, quantity)[:, -1].mean() for name, trace in traces.items()}
    words = "; ".join(f"{name}: {value:.1f}" for name, value in last.items())
    sketch = Sketch(title.capitalize(), f"Mean of {RUNS} runs after {VISITS} visits. {words}.")
    pens = dict(zip(traces, PENS, strict=True))
    legend(sketch, pens, 8.0)
    panel.draw(sketch, title, "visits", [0, 200, 400, 600], marks)
    for name, trace in traces.items():
        steps, mean = (
            [0, *trace.steps.tolist()],
            [0, *getattr(trace, quantity).mean(axis=0).tolist()],
        )
        sketch.strokes.append(Stroke(panel.places(steps, mean), pens[name]))
    return sketch


if __name__ == "__main__":
    compile_when("never")
    found = {name: played(policy) for name, policy in policies().items()}
    shown = chart(
        "regret so far", "regret", Panel(66.0, VISITS, 800, 220.0), [0, 200, 400, 600, 800], found
    )
    sys.stdout.write(svg(shown))
