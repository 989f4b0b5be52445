"""Everything public, called with whatever there is: right objects and wrong ones, in any place.

A call may answer or raise what it likes. It must not end the process, walk in circles or, where
bounds are checked, leave an array.
"""

import copy
import inspect
import os
import warnings
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any
from zlib import crc32

import numpy as np

from hostile.pools import ARRAYS, LIKELY, OTHERS, SCALARS
from hostile.strangers import BASELINES, FAMILIES, MEANS, SIZE, Stranger
from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    MatroidUnion,
    OracleMatroid,
    Restriction,
    Truncation,
    UniformMatroid,
)
from matroidlab.algorithms import tracked
from matroidlab.bandits import Bounds, Interleaver
from matroidlab.orderability import tabulate
from matroidlab.rewards import Bernoulli, Beta, Empirical, TruncatedGaussian
from matroidlab.simulation import Constraint
from support.cases import NUMBAS_WORDS, Cases
from support.policies import POLICIES, first_look, played

CALLS = int(os.environ.get("CALLS", "30"))
"""Of each callable."""
MODULES = (
    "matroidlab",
    "matroidlab.algorithms",
    "matroidlab.bandits",
    "matroidlab.derived",
    "matroidlab.families",
    "matroidlab.orderability",
    "matroidlab.rewards",
    "matroidlab.simulation",
    "matroidlab.subsets",
)
ATLAS = (
    "matroidlab_atlas.catalogue",
    "matroidlab_atlas.structure",
)
"""Modules of a distribution that need not be installed."""
SLOW = {"matroidlab_atlas.structure.all_matroids"}
"""There are millions of matroids on as many elements as it may be asked for."""
CASES = Cases()


def exported(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The public names of a module that can be called."""
    for name in getattr(module, "__all__", ()):
        value = getattr(module, name)
        if callable(value) and not (isinstance(value, type) and issubclass(value, BaseException)):
            yield f"{module.__name__}.{name}", value


def modules() -> Iterator[ModuleType]:
    yield from map(import_module, MODULES)
    if find_spec("matroidlab_atlas") is not None:
        yield from map(import_module, ATLAS)


def matroids() -> list[Any]:
    graph = FAMILIES["graphic"]
    constructed = [
        Dual(graph),
        Truncation(graph, 2),
        Restriction(graph, [0, 5, 1, 2]),
        Contraction(graph, [1]),
    ]
    sums = [DirectSum([graph, UniformMatroid(2, 1)]), MatroidUnion([graph, graph])]
    oracle = OracleMatroid(SIZE, lambda elements: len(elements) <= 3)
    ends = [UniformMatroid(0, 0), UniformMatroid(3, 0), UniformMatroid(3, 3)]
    return [*FAMILIES.values(), *constructed, *sums, oracle, *ends, Stranger(graph)]


@cache
def objects() -> list[Any]:
    """Right ones, whose methods are called too."""
    found: list[Any] = matroids()
    for make in POLICIES.values():
        policy: Any = make(FAMILIES["uniform"], BASELINES["uniform"], 2)
        first_look(policy)
        played(policy, 1)
        found += [
            policy,
            *(
                part
                for part in vars(policy).values()
                if type(part).__module__.startswith("matroidlab")
            ),
        ]
    rewards = [
        Bernoulli(MEANS),
        Beta(MEANS),
        TruncatedGaussian(MEANS),
        Empirical(np.tile(MEANS, (3, 1))),
    ]
    bounds = Bounds(np.zeros((2, SIZE)), np.ones((2, SIZE)))
    judges = [Constraint(matroid, MEANS, BASELINES[name], 1) for name, matroid in FAMILIES.items()]
    interleavers = [
        Interleaver(matroid, swap_size=1 + i % 2) for i, matroid in enumerate(FAMILIES.values())
    ]
    tables = [tabulate(FAMILIES["graphic"]), tabulate(FAMILIES["uniform"])]
    trackers = [tracked(matroid, np.ones((2, matroid.size))) for matroid in matroids()]
    return [
        *found,
        *rewards,
        *judges,
        *interleavers,
        bounds,
        *tables,
        *trackers,
        *_offers("orderability"),
        *_offers("dynamic"),
    ]


def _offers(name: str) -> list[Any]:
    offers = [getattr(matroid, name)() for matroid in matroids() if hasattr(matroid, name)]
    return [offer for offer in offers if offer is not None]


def arguments(
    function: Callable[..., Any], rng: np.random.Generator, things: list[Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Something for every parameter, and now and then for one that has a default."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return [], {}
    positional = []
    named = {}
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.default is not parameter.empty and rng.random() < 0.6:
            if parameter.kind is parameter.POSITIONAL_ONLY:
                break
            continue
        value = anything(parameter.name, rng, things)
        if parameter.kind is parameter.POSITIONAL_ONLY:
            positional.append(value)
        else:
            named[parameter.name] = value
    return positional, named


def anything(name: str, rng: np.random.Generator, things: list[Any]) -> Any:
    if name in LIKELY and rng.random() < 0.8:
        pool = LIKELY[name]
    elif name in ("matroid", "parent", "first", "second", "part") and rng.random() < 0.9:
        pool = matroids()
    else:
        pool = [SCALARS, ARRAYS, ARRAYS, ARRAYS, things, OTHERS][rng.integers(6)]
    return pool[rng.integers(len(pool))]


def call_often(name: str, find: Callable[[], Callable[..., Any]]) -> None:
    rng = np.random.default_rng(crc32(name.encode()))
    things = objects()
    warnings.simplefilter("ignore")
    for _ in range(CALLS):
        function = find()
        positional, named = arguments(function, rng, things)
        try:
            function(*positional, **named)
        except IndexError as error:
            if str(error) == NUMBAS_WORDS:
                raise
        except Exception:  # noqa: BLE001 - whatever they like
            continue


def method(thing: int, name: str) -> Callable[..., Any]:
    """A method of a fresh object, which has learnt nothing yet."""
    found: Callable[..., Any] = getattr(copy.deepcopy(objects()[thing]), name)
    return found


def public_methods(thing: Any) -> Iterator[str]:
    for name in dir(thing):
        if not name.startswith("_") and callable(inspect.getattr_static(thing, name, None)):
            yield name


def collect() -> None:
    seen: set[int] = set()
    for module in modules():
        for name, value in exported(module):
            if id(value) not in seen and name not in SLOW:
                seen.add(id(value))
                CASES.add(
                    "functions",
                    name,
                    partial(call_often, name, partial(lambda value: value, value)),
                )
    types: set[tuple[type, type, str]] = set()
    for number, thing in enumerate(objects()):
        for name in public_methods(thing):
            own = getattr(thing, "matroid", None)
            if (type(thing), type(own), name) not in types:
                types.add((type(thing), type(own), name))
                full = f"{type(thing).__qualname__}.{name}, {number}"
                CASES.add("methods", full, partial(call_often, full, partial(method, number, name)))


collect()
