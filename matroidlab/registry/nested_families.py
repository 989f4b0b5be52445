"""Families made of matroids: as plain data, a matroid within another is a table that names its family.

>>> from matroidlab.registry import families
>>> known = families()
>>> pairs = build_matroid({"family": "dual", "parent": {"family": "uniform", "size": 5, "rank": 3}}, known)
>>> pairs
Dual(parent=UniformMatroid(size=5, rank=3))
>>> describe(pairs, known)
{'family': 'dual', 'parent': {'family': 'uniform', 'size': 5, 'rank': 3}}
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, get_type_hints

from matroidlab.errors import InvalidMatroidError
from matroidlab.hookspecs import Family
from matroidlab.parameters import Parameters, named_faults
from matroidlab.protocol import Matroid

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

FAMILY = "family"
"""The key that names the family of a matroid."""

DEPTH = 2
"""How deep the strategies of nested families nest other nested ones."""


@dataclass(frozen=True)
class Nested:
    """The type of a parameter that is a matroid, or several, as a table or a list of tables."""

    families: Mapping[str, Family] = field(repr=False, compare=False)
    several: bool

    def faults(self, value: object, path: str) -> Iterator[str]:
        """Say what is wrong with a matroid, or several, within the parameters of another."""
        if not self.several:
            yield from self._faults_of_one(value, path)
        elif isinstance(value, list):
            for i, one in enumerate(value):
                yield from self._faults_of_one(one, f"{path}.{i}")
        else:
            yield f"{path}: must be a list of tables, each with a {FAMILY}, got {value!r}"

    def _faults_of_one(self, value: object, path: str) -> Iterator[str]:
        if isinstance(value, Mapping):
            yield from named_faults(value, FAMILY, self.families, path)
        else:
            yield f"{path}: must be a table with a {FAMILY}, got {value!r}"


def nested(family: Family) -> Mapping[str, bool]:
    """Return the parameters of a family that are matroids, each with whether it is a sequence of them."""
    kinds = {Matroid: False, Sequence[Matroid]: True, list[Matroid]: True, tuple[Matroid, ...]: True}
    return {name: kinds[kind] for name, kind in family.types.items() if kind in kinds}


def build_matroid(table: Parameters, families: Mapping[str, Family]) -> Matroid:
    """Build the matroid that a table describes: its family by name, and the parameters of that."""
    if FAMILY not in table:
        raise InvalidMatroidError(f"a matroid as plain data must be a table with the key {FAMILY!r}, got {table!r}")
    parameters = {name: value for name, value in table.items() if name != FAMILY}
    return families[str(table[FAMILY])].build(**parameters)


def describe(matroid: Matroid, families: Mapping[str, Family]) -> Parameters:
    """Return the table that `build_matroid` makes an equal matroid of."""
    for name, family in families.items():
        if _made_by(family) is type(matroid):
            return {FAMILY: name, **family.parameters(matroid)}
    raise InvalidMatroidError(f"no family has {matroid!r} as a member, so it cannot be told as plain data")


def _made_by(family: Family) -> object:
    """The class of the members of a family."""
    build = inspect.unwrap(family.build)
    return build if isinstance(build, type) else get_type_hints(build).get("return")


def with_nesting(families: Mapping[str, Family]) -> dict[str, Family]:
    """Return the families, those made of matroids with parameters that nest and a strategy over all the others.

    Their own ``build`` and ``parameters`` speak of matroids, and their ``strategy`` takes one for matroids: they know
    of no other family.
    """
    known = _Known(families)
    for name, family in families.items():
        parameters = nested(family)
        known[name] = _bound(family, parameters, known, families) if parameters else family
    return known


class _Known(dict[str, Family]):
    """The families by name; of a name that there is not, the mapping they come from says which is the nearest."""

    def __init__(self, families: Mapping[str, Family]) -> None:
        super().__init__()
        self._families = families

    def __missing__(self, name: str) -> Family:
        return self._families[name]


def _bound(
    family: Family, several: Mapping[str, bool], known: Mapping[str, Family], families: Mapping[str, Family]
) -> Family:
    @wraps(family.build, updated=())
    def build(**given: Any) -> Matroid:
        return family.build(**{name: _each(several.get(name), value, built) for name, value in given.items()})

    def built(value: Any) -> Any:
        return build_matroid(value, known) if isinstance(value, Mapping) else value

    def parameters(matroid: Matroid) -> Parameters:
        told = family.parameters(matroid)
        return {name: _each(several.get(name), value, lambda one: describe(one, known)) for name, value in told.items()}

    strategy = family.strategy
    drawn = None if strategy is None else lambda: strategy(_matroids(families))
    types = {**family.types, **{name: Nested(known, many) for name, many in several.items()}}
    return replace(family, build=build, parameters=parameters, types=types, strategy=drawn)


def _each(several: bool | None, value: Any, change: Callable[[Any], Any]) -> Any:
    """Change a matroid, or each of several; leave a parameter that is none as it is."""
    if several is None:
        return value
    return [change(one) for one in value] if several and isinstance(value, list | tuple) else change(value)


def _matroids(families: Mapping[str, Family]) -> "SearchStrategy[Matroid]":
    """Matroids of all families that are made of none, and of the others over these, to a small depth."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    plain = [family for family in families.values() if not nested(family)]
    over = [family.strategy for family in families.values() if nested(family) and family.strategy]
    matroids = st.one_of([_members(family) for family in plain if family.strategy or family.examples])
    for _ in range(DEPTH):
        matroids = st.one_of(matroids, st.one_of([strategy(matroids) for strategy in over]))
    return matroids


def _members(family: Family) -> "SearchStrategy[Matroid]":
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    if family.strategy is not None:
        return family.strategy()
    return st.sampled_from(family.examples).map(lambda parameters: family.build(**parameters))
