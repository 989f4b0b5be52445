"""A log of a million rows: read, and valued by every estimator."""

from functools import cache
from typing import Any

import numpy as np
from measuring import Row, under

from matroidlab import Bernoulli, UniformMatroid
from matroidlab_evaluation import SlateLog, TeamDraft, evaluate, read_log, simulated_log

PLACES = 10
ROWS = 1_000_000
SECONDS = 2.0
RANKINGS = [list(range(30)), [*range(5, 30), *range(5)]]
TARGET = TeamDraft(UniformMatroid(size=30, rank=PLACES), RANKINGS)


@cache
def log() -> SlateLog:
    clicks = Bernoulli(np.linspace(0.05, 0.3, 30))
    shown = TeamDraft(UniformMatroid(size=30, rank=PLACES), [RANKINGS[0], RANKINGS[1][::-1]])
    mixed = {items: chance / 2 for items, chance in shown.lists().items()}
    for items, chance in TARGET.lists().items():
        mixed[items] = mixed.get(items, 0.0) + chance / 2
    return simulated_log(mixed, clicks, count=ROWS // PLACES, seed=1)


@cache
def columns() -> dict[str, Any]:
    return dict(log().columns())


@cache
def rows() -> list[dict[str, Any]]:
    lists = {name: column.tolist() for name, column in columns().items()}
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def all_estimators() -> Row:
    return under(
        "8 estimators on a log of 1,000,000 rows",
        lambda: evaluate(log(), TARGET),
        most=SECONDS,
        repeats=3,
    )


def columns_read_and_valued() -> Row:
    return under(
        "1,000,000 rows as columns, read and valued by 8 estimators",
        lambda: evaluate(read_log(columns()), TARGET),
        most=SECONDS,
        repeats=3,
    )


def rows_read() -> Row:
    return under(
        "1,000,000 rows as dictionaries, read",
        lambda: read_log(rows()),
        most=SECONDS,
        repeats=3,
    )


BENCHMARKS = (all_estimators, columns_read_and_valued, rows_read)
