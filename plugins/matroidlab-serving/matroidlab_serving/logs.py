"""The journal of a service as a log: rows with the columns that Open Bandit Pipeline has for slates."""

from typing import Any

from matroidlab_serving.engine import Engine
from matroidlab_serving.journal import Journal
from matroidlab_serving.rounds import Propensities
from matroidlab_serving.shown import slate_rows


def log_rows(journal: Journal, engine: Engine) -> list[dict[str, Any]]:
    """Every list that was shown, and its answer, item by item."""
    lists: list[list[dict[str, Any]]] = []
    for _, command, told in journal.told():
        if command == "recommend":
            lists.append(_list_rows(engine, len(lists), told))
        elif command == "observe":
            for number, values, missing in told[0]:
                _set_rewards(engine, lists[number], values, missing)
    return [row for rows in lists for row in rows]


def _list_rows(engine: Engine, number: int, told: Any) -> list[dict[str, Any]]:
    index, _, _, moment, items, places, pscore, probabilities = told
    names, untold = [engine.catalogue.keys[item] for item in items], [None] * len(items)
    shown = {"segment": engine.settings.segments[index], "time": moment}
    propensities = Propensities(pscore, probabilities)
    return [row | shown for row in slate_rows(engine.tokens.of(number), places, names, propensities, untold)]


def _set_rewards(engine: Engine, rows: list[dict[str, Any]], values: list[float | None], missing: float | None) -> None:
    for row, value in zip(rows, values, strict=False):
        known = missing if value is None else value
        if known is not None and row["reward"] is None:
            row["reward"] = engine.settings.scale.outside(known)
