"""Claims of figures (b) and (c), the paper's recommendations from MovieLens 1M."""

from collections.abc import Iterator
from dataclasses import replace

from matroidlab_experiments.paper.claim import Claim, verdict
from matroidlab_experiments.result_files.results import CellResult, Results

READINGS = {"violations": "any bijection", "exchange_violations": "exchange"}

VIOLATIONS = {"b": 16_000, "c": 158_000}
"""The paper's lower bounds on the number of lists of OMM that break the constraint."""

ACTIONS = 500_000
"""The number of actions after which the paper counts them."""

MOVIELENS = "MovieLens"
FULL_SIZE = "--full"
"""The two things without which results cannot be compared with the paper's."""


def recommendation_claims(figure: str, results: Results) -> Iterator[Claim]:
    """Compare the paper's measurements on MovieLens 1M with results on the same data."""
    for claim in _measured(figure, results):
        problem = results.experiment.problem or {}
        if problem.get("name") == "movielens":
            yield claim
        else:
            why = "These data are synthetic; the paper's are not."
            yield replace(claim, verdict="not comparable", why=why, needs=MOVIELENS)


def _measured(figure: str, results: Results) -> Iterator[Claim]:
    by_label = {cell.cell.label: cell for cell in results.cells}
    first, second, optimistic = (by_label[label] for label in ("I-UCB1", "I-UCB2", "OMM"))
    for cell in (first, second):
        statement = f"{cell.cell.label} never violates the constraint"
        yield Claim(
            figure,
            statement,
            "0",
            _both(cell),
            verdict(_worst(cell) == 0),
            "no list of any run violates it",
        )
    yield _violations(figure, results, optimistic)
    order = [_total(cell, "regret") for cell in (optimistic, first, second)]
    yield Claim(
        figure,
        "regret: I-UCB2 above I-UCB1 above OMM",
        "in this order",
        ", ".join(
            f"{cell.cell.label} {_shown(cell, 'regret')}" for cell in (second, first, optimistic)
        ),
        verdict(order == sorted(order)),
        "the averages are in this order",
    )
    ratio = max(order[1:]) / order[0]
    statement = "the regret of I-UCB is below K - 1 = 9 times that of OMM"
    yield Claim(
        figure,
        statement,
        "< 9",
        f"{ratio:.1f}",
        verdict(ratio < 9),
        "the ratio of the averages is below 9",
    )


def _violations(figure: str, results: Results, optimistic: CellResult) -> Claim:
    least = VIOLATIONS[figure]
    actions = results.experiment.horizon
    claim = Claim(
        figure,
        f"OMM violates the constraint more than {least // 1000} thousand times in {ACTIONS:,} "
        "actions",
        f"> {least:,}",
        _both(optimistic),
        verdict(_worst(optimistic) > least),
        "the average is larger, in one of the readings",
    )
    if actions == ACTIONS:
        return claim
    why = f"These are counts in {actions:,} actions."
    return replace(claim, verdict="not comparable", why=why, needs=FULL_SIZE)


def _both(cell: CellResult) -> str:
    return ", ".join(
        f"{_shown(cell, key)} ({name})" for key, name in READINGS.items() if cell.has(key)
    )


def _worst(cell: CellResult) -> float:
    """The larger count of the readings that were counted."""
    return max(_total(cell, reading) for reading in READINGS if cell.has(reading))


def _total(cell: CellResult, quantity: str) -> float:
    return float(cell.mean(quantity)[-1])


def _shown(cell: CellResult, quantity: str) -> str:
    error = float(cell.standard_error(quantity)[-1])
    return f"{_total(cell, quantity):,.0f}" + (f" ± {error:,.0f}" if error else "")
