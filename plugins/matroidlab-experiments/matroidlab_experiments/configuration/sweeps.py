"""Sweeps: values of a table that are replaced, at dotted paths, and the policies they affect."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from matroidlab.errors import ConfigurationError, did_you_mean

SWEPT = (
    "horizon",
    "swap_size",
    "readings",
    "first_look",
    "baseline",
    "problem",
    "matroid",
    "rewards",
    "policies",
)
"""The keys that may be swept over: those that change the game or what is counted."""

POLICIES = "policies"


def replaced(table: Mapping[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """Return a copy of the table with values replaced at dotted paths.

    >>> replaced({"problem": {"gap": 0.1}, "horizon": 9}, {"problem.gap": 0.2})["problem"]
    {'gap': 0.2}

    A list is entered by number, by the label or name of a policy, or all of it by ``*``.

    >>> two = {"policies": [{"policy": "iucb1"}, {"policy": "iucb2"}]}
    >>> replaced(two, {"policies.*.swap_size": 2})["policies"]
    [{'policy': 'iucb1', 'swap_size': 2}, {'policy': 'iucb2', 'swap_size': 2}]
    """
    fresh = dict(table)
    for path, value in changes.items():
        fresh = _with(fresh, path.split("."), value, path)
    return fresh


def _with(node: Any, steps: list[str], value: object, path: str) -> Any:
    step, *rest = steps
    if isinstance(node, dict) and not rest:
        return {**node, step: value}
    if isinstance(node, dict) and node.get(step) is not None:
        return {**node, step: _with(node[step], rest, value, path)}
    if isinstance(node, list) and rest:
        chosen = [i for i, item in enumerate(node) if step in names_of(i, item)]
        if chosen:
            return [
                _with(item, rest, value, path) if i in chosen else item
                for i, item in enumerate(node)
            ]
    names = list(node) if isinstance(node, dict) else list(dict.fromkeys(_names_in(node)))
    raise ConfigurationError(
        f"sweep.{path}: there is no {step!r} to replace{did_you_mean(step, names)}"
    )


def _names_in(node: object) -> Iterator[str]:
    """The names and labels of the policies of a list."""
    for item in node if isinstance(node, list) else ():
        yield from (str(name) for name in names_of(0, item)[2:] if name is not None)


def names_of(place: int, policy: object) -> tuple[object, ...]:
    """Return the names by which a sweep may refer to a policy."""
    own = (policy.get("label"), policy.get("policy")) if isinstance(policy, Mapping) else ()
    return ("*", str(place), *own)


def path_fault(table: Mapping[str, Any], path: str) -> str | None:
    """Return the reason why a path cannot be swept over, or None.

    >>> path_fault({"problem": {"rank": 2}}, "problm.rank")
    "sweep.problm.rank: not a key to sweep over; did you mean 'problem'?"

    The rows of a sweep must differ in what is played or counted, not in their label alone.
    """
    first, *_ = steps = path.split(".")
    if first not in SWEPT:
        return f"sweep.{path}: not a key to sweep over{did_you_mean(first, SWEPT)}"
    if first == POLICIES and len(steps) < 3:
        return f"sweep.{path}: name the policy and its parameter, as in policies.LABEL.swap_size"
    if first == POLICIES and steps[2:] == ["label"]:
        return (
            f"sweep.{path}: a label does not change the game, so the rows would differ only in "
            "their labels"
        )
    try:
        replaced(table, {path: None})
    except ConfigurationError as error:
        return str(error)
    return None


def points(sweep: Mapping[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """All combinations of the swept values; a single empty one if nothing is swept."""
    for values in product(*sweep.values()):
        yield dict(zip(sweep, values, strict=True))


def point_name(point: Mapping[str, object]) -> str:
    """Return a point of a sweep as readable text.

    >>> point_name({"problem.gap": 0.4, "policies.*.swap_size": 2})
    'gap = 0.4, swap_size = 2'
    """
    names = short_names(point)
    return ", ".join(f"{names[path]} = {_plain(value)}" for path, value in point.items())


def short_names(paths: Iterable[str]) -> dict[str, str]:
    """Return short names for paths: the last part, or the whole path where that is ambiguous.

    >>> short_names(["problem.gap", "policies.a.m", "policies.b.m"])
    {'problem.gap': 'gap', 'policies.a.m': 'policies.a.m', 'policies.b.m': 'policies.b.m'}
    """
    last = {path: path.rpartition(".")[2] for path in paths}
    count = Counter(last.values())
    return {path: name if count[name] == 1 else path for path, name in last.items()}


def _plain(value: object) -> str:
    return f"{{{point_name(value)}}}" if isinstance(value, Mapping) else str(value)


def touches(path: str, names: tuple[object, ...]) -> bool:
    """Whether a swept path affects the policy with these names.

    >>> names = ("*", "1", None, "omm")
    >>> touches("policies.careful.swap_size", names), touches("horizon", names)
    (False, True)
    """
    first, *rest = path.split(".")
    return first != POLICIES or rest[0] in names
