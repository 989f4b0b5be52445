import copy
from collections.abc import Mapping
from typing import Any

from matroidlab.errors import ConfigurationError


def replaced(table: dict[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """Return a copy of the table with values replaced, each at its dotted path.

    >>> replaced({"problem": {"gap": 0.1}, "policies": [{"policy": "omm"}]}, {"problem.gap": 0.2})["problem"]
    {'gap': 0.2}

    A list is entered by number, by the label or name of a policy, or all of it by ``*``.

    >>> replaced({"policies": [{"policy": "iucb1"}, {"policy": "iucb2"}]}, {"policies.*.swap_size": 2})["policies"]
    [{'policy': 'iucb1', 'swap_size': 2}, {'policy': 'iucb2', 'swap_size': 2}]
    """
    fresh = copy.deepcopy(table)
    for path, value in changes.items():
        *parents, last = path.split(".")
        for target in _targets(fresh, parents, path):
            target[last] = value
    return fresh


def _targets(node: Any, parents: list[str], path: str) -> list[dict[str, Any]]:
    if not parents:
        if not isinstance(node, dict):
            raise ConfigurationError(f"sweep: {path!r} does not lead to a key of a table")
        return [node]
    step, *rest = parents
    if isinstance(node, list):
        chosen = [item for i, item in enumerate(node) if step in ("*", str(i), *_names(item))]
    else:
        chosen = [node[step]] if isinstance(node, dict) and node.get(step) is not None else []
    if not chosen:
        raise ConfigurationError(f"sweep: nothing is at {step!r} of {path!r}")
    return [target for item in chosen for target in _targets(item, rest, path)]


def _names(item: Any) -> tuple[object, ...]:
    return (item.get("label"), item.get("policy")) if isinstance(item, dict) else ()
