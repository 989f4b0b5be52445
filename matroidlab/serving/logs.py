"""The journal of a service as a log: rows with the columns that Open Bandit Pipeline has for slates."""

from typing import Any

from matroidlab.serving.engine import Engine
from matroidlab.serving.journal import Journal


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
    keys, token = engine.catalogue.keys, engine.tokens.of(number)
    return [
        {
            "slate_id": token,
            "position": position,
            "action": keys[item],
            "reward": None,
            "pscore": pscore,
            "pscore_item_position": probability,
            "segment": engine.settings.segments[index],
            "time": moment,
        }
        for item, position, probability in zip(items, places, probabilities, strict=True)
    ]


def _set_rewards(engine: Engine, rows: list[dict[str, Any]], values: list[float | None], missing: float | None) -> None:
    for row, value in zip(rows, values, strict=False):
        known = missing if value is None else value
        if known is not None and row["reward"] is None:
            row["reward"] = engine.settings.scale.outside(known)
