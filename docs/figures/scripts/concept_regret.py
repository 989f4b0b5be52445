"""Draw the regret of three ways to show pages: ``python concept_regret.py > concept_regret.svg``."""

import sys

from drawing import curve, line, picture, words
from drawing.shop import BASELINE, LIKED, PAGES, numbers

from matroidlab import compile_when
from matroidlab.bandits import OMM, SafeThompson, Stay
from matroidlab.protocol import Policy
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

VISITS, RUNS, POINTS = 600, 4, 30
LEFT, RIGHT, TOP, BOTTOM, MOST = 34, 352, 64, 284, 800
BESIDE = {"new-line": 18}
"""The lowest curve has its name below it, the others above."""


def curves() -> list[tuple[str, str, list[float]]]:
    """The average regret of each, by simulation."""
    baseline = numbers(BASELINE)
    policies: list[tuple[str, str, Policy]] = [
        ("stay with the baseline", "line", Stay(PAGES, baseline, lanes=RUNS)),
        (
            "careful: SafeThompson",
            "known-line",
            SafeThompson(PAGES, baseline, lanes=RUNS, seed=1),
        ),
        ("careless: OMM", "new-line", OMM(PAGES, lanes=RUNS)),
    ]
    played = [
        simulate(
            policy, Bernoulli(LIKED), steps=VISITS, seed=1, first_look=False, checkpoints=POINTS
        )
        for _, _, policy in policies
    ]
    return [
        (name, kind, trace.regret.mean(axis=0).tolist())
        for (name, kind, _), trace in zip(policies, played, strict=True)
    ]


def place(point: int, regret: float) -> tuple[float, float]:
    """Where a point of a curve is drawn, to the nearest half of a pixel."""
    x = LEFT + (RIGHT - LEFT) * point / POINTS
    return round(2 * x) / 2, round(2 * (BOTTOM - (BOTTOM - TOP) * regret / MOST)) / 2


def drawn() -> str:
    """Axes, curves and what each curve is."""
    compile_when("never")
    known = curves()
    axes = [line((LEFT, TOP), (LEFT, BOTTOM)), line((LEFT, BOTTOM), (RIGHT, BOTTOM))]
    marks = [words(LEFT - 6, place(0, y)[1] + 4, str(y), "small end") for y in (0, 400, 800)]
    visits = [
        words(place(x * POINTS // VISITS, 0)[0], BOTTOM + 17, str(x), "small middle")
        for x in (0, 300, 600)
    ]
    names = [
        words(RIGHT, place(POINTS, regret[-1])[1] + BESIDE.get(kind, -8), name, "small end")
        for name, kind, regret in known
    ]
    return picture(
        "Regret over the visits",
        "Staying with the baseline loses the same at every visit. A policy that learns loses at first, and then hardly "
        "anything: its curve is flat. The careful one loses a little more than the careless one.",
        BOTTOM + 40,
        words(0, 16, "How much more the best page", "title"),
        words(0, 34, "would have earned so far", "title"),
        axes,
        marks,
        visits,
        words((LEFT + RIGHT) / 2, BOTTOM + 34, "visits", "small middle"),
        [curve(map(place, range(POINTS + 1), [0.0, *regret]), kind) for _, kind, regret in known],
        names,
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
