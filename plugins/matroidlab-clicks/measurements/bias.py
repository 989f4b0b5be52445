# ruff: noqa: INP001, T201 - a program, in no package, that prints
"""Measure the effect of clicks on I-UCB's promise, and print the table of docs/theory/clicks.md.

    python plugins/matroidlab-clicks/measurements/bias.py

It takes some minutes. docs/figures/scripts/clicks.py draws the table.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np

from matroidlab import UniformMatroid
from matroidlab.bandits import IUCB
from matroidlab.simulation import simulate
from matroidlab_clicks import Cascade, ExaminedOnly, Levelled, PositionBased

# Of 40 items the first two are better than the trusted ones, the last 32 worse.
SIZE = 40
RANK = 6
BETTER = 2
STEPS = 100_000
RUNS = 40
TRUSTED = list(range(BETTER, BETTER + RANK))
SHARES = np.array([1.4] * BETTER + [1.0] * RANK + [0.8] * (SIZE - BETTER - RANK))
"""How attractive items are, in units of a trusted one."""

DECAYS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
ATTRACTIONS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)

PLAIN = "clicks"
FAIR = "fair"
KNOWN = "known"


@dataclass(frozen=True)
class Setting:
    """One point of a curve: the visitors, their bias, and the observations of the policy."""

    visitors: str
    bias: float
    observed: str

    @property
    def model(self) -> PositionBased | Cascade:
        """The model of clicks."""
        if self.visitors == "cascade":
            return Cascade(self.bias * SHARES)
        return PositionBased(0.5 * SHARES, self.examinations)

    @property
    def examinations(self) -> list[float]:
        """How likely the places are examined: (1/k) to the power of the bias."""
        return [place**-self.bias for place in range(1, RANK + 1)]

    def policy(self) -> IUCB | ExaminedOnly | Levelled:
        """I-UCB, and what stands between it and the clicks."""
        known = (
            {item: float(self.model.means[item]) for item in TRUSTED}
            if self.observed == KNOWN
            else None
        )
        iucb = IUCB(
            UniformMatroid(SIZE, RANK), TRUSTED, horizon=STEPS, known_means=known, lanes=RUNS
        )
        if self.observed != FAIR:
            return iucb
        return (
            ExaminedOnly(iucb) if self.visitors == "cascade" else Levelled(iucb, self.examinations)
        )


@dataclass(frozen=True)
class Outcome:
    """The result of a setting."""

    setting: Setting
    broken_runs: int
    """How many runs had a list that broke the constraint."""
    broken_lists: int
    """How many lists of all runs did."""
    regret: float
    """In units of the regret of always showing the trusted list."""
    error: float
    """The standard error of the regret."""

    def __str__(self) -> str:
        """Its cells of the table."""
        lists = f" ({self.broken_lists:,})" if self.broken_runs else ""
        return f"{self.broken_runs}{lists} | {100 * self.regret:.0f} ± {100 * self.error:.1f}"


def measured(setting: Setting) -> Outcome:
    """Play one setting, many runs side by side."""
    trace = simulate(
        setting.policy(),
        setting.model,
        steps=STEPS,
        seed=0,
        baseline=TRUSTED,
        first_look=False,
        checkpoints=1,
    )
    assert trace.violations is not None
    best = np.arange(RANK)
    trusted = np.array(TRUSTED)
    staying = float(setting.model.expected(np.stack([best, trusted])).sum(axis=1) @ [1, -1]) * STEPS
    broken = trace.violations[:, -1]
    regret = trace.regret[:, -1] / staying
    error = regret.std(ddof=1) / np.sqrt(RUNS)
    return Outcome(setting, int((broken > 0).sum()), int(broken.sum()), regret.mean(), error)


def settings() -> Iterator[Setting]:
    """All of them, curve by curve."""
    for visitors, biases in (("position-based", DECAYS), ("cascade", ATTRACTIONS)):
        for observed in (PLAIN, FAIR, KNOWN):
            for bias in biases:
                yield Setting(visitors, bias, observed)


def rows(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the table: a row for each kind and strength of bias, two cells an observation."""
    found = {outcome.setting: outcome for outcome in outcomes}
    for visitors, bias in dict.fromkeys((setting.visitors, setting.bias) for setting in found):
        cells = [str(found[Setting(visitors, bias, observed)]) for observed in (PLAIN, FAIR, KNOWN)]
        yield f"| {visitors} | {bias:g} | {' | '.join(cells)} |"


def main() -> None:
    """Measure and print."""
    with ProcessPoolExecutor() as pool:
        print(*rows(list(pool.map(measured, settings()))), sep="\n")


if __name__ == "__main__":
    main()
