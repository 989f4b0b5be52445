"""Families made of matroids: in plain data, a matroid within another is a table with its family.

>>> from matroidlab.registry import families
>>> known = families()
>>> table = {"family": "dual", "parent": {"family": "uniform", "size": 5, "rank": 3}}
>>> pairs = build_matroid(table, known)
>>> pairs
Dual(parent=UniformMatroid(size=5, rank=3))
>>> describe(pairs, known)
{'family': 'dual', 'parent': {'family': 'uniform', 'size': 5, 'rank': 3}}
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from matroidlab.errors import InvalidMatroidError
from matroidlab.hookspecs import Family
from matroidlab.parameters import ByName, Checked, Parameters, named_record_faults
from matroidlab.protocol import Matroid
from matroidlab.registry.faults import blaming_plugin
from matroidlab.registry.plugins import Plugin

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

FAMILY = "family"
"""The key that names the family of a matroid."""

DEPTH = 2
"""The depth to which strategies nest such families."""


@dataclass(frozen=True)
class Nested(Checked):
    """The type of a parameter that is a matroid, or several, as a table or a list of tables."""

    families: Mapping[str, Family] = field(repr=False, compare=False)
    several: bool

    def faults(self, value: object, path: str) -> Iterator[str]:
        """Report the faults of the tables that describe matroids."""
        if not self.several:
            yield from self._faults_of_one(value, path)
        elif isinstance(value, list):
            for i, one in enumerate(value):
                yield from self._faults_of_one(one, f"{path}.{i}")
        else:
            yield f"{path}: must be a list of tables, each with a {FAMILY}, got {value!r}"

    def _faults_of_one(self, value: object, path: str) -> Iterator[str]:
        if isinstance(value, Mapping):
            yield from named_record_faults(value, FAMILY, self.families, path)
        else:
            yield f"{path}: must be a table with a {FAMILY}, got {value!r}"

    def converted(self, value: object) -> object:
        """Build the matroid, or the matroids, that tables describe; matroids stay as they are."""
        return _each(value, self._built) if self.several else self._built(value)

    def _built(self, value: object) -> object:
        return build_matroid(value, self.families) if isinstance(value, Mapping) else value


def nested(family: Family) -> Mapping[str, bool]:
    """Return the parameters of a family that are matroids; true if one is a sequence of them."""
    kinds = {
        Matroid: False,
        Sequence[Matroid]: True,
        list[Matroid]: True,
        tuple[Matroid, ...]: True,
    }
    return {name: kinds[kind] for name, kind in family.types.items() if kind in kinds}


def build_matroid(table: Parameters, families: Mapping[str, Family]) -> Matroid:
    """Build the matroid that a table describes: its family by name, and the parameters of that."""
    if FAMILY not in table:
        raise InvalidMatroidError(
            f"a matroid as plain data must be a table with the key {FAMILY!r}, got {table!r}"
        )
    parameters = {name: value for name, value in table.items() if name != FAMILY}
    return families[str(table[FAMILY])].build(**parameters)


def describe(matroid: Matroid, families: Mapping[str, Family]) -> Parameters:
    """Return the table that `build_matroid` makes an equal matroid of."""
    for name, family in families.items():
        if family.made is type(matroid):
            return {FAMILY: name, **family.parameters(matroid)}
    raise InvalidMatroidError(
        f"{matroid!r:.200} cannot be written as plain data: "
        f"no family builds a {type(matroid).__name__}"
    )


def with_nesting(
    families: Mapping[str, Family], plugins: Mapping[tuple[str, str], Plugin]
) -> Mapping[str, Family]:
    """Return the families as users get them: built from plain data, with errors that name plugins.

    A family that is made of matroids gets types that check and build these, ``parameters`` that
    describe them, and a strategy over all other families. Its own record deals with matroids, and
    knows no other family.
    """
    known = ByName[Family]((), Family.kind)
    for name, family in families.items():
        nesting = _nesting(family, known, families) if nested(family) else family
        known.add(blaming_plugin(nesting, plugins[family.kind, name]))
    return known


def _nesting(family: Family, known: Mapping[str, Family], families: Mapping[str, Family]) -> Family:
    several = nested(family)
    types = {**family.types, **{name: Nested(known, many) for name, many in several.items()}}

    def described(matroid: object) -> Parameters:
        return describe(cast("Matroid", matroid), known)

    def parameters(matroid: Matroid) -> Parameters:
        own = dict(family.parameters(matroid))
        for name, many in several.items():
            own[name] = _each(own[name], described) if many else described(own[name])
        return own

    strategy = family.strategy
    drawn = None if strategy is None else lambda: strategy(_matroids(families))
    return replace(family, parameters=parameters, types=types, strategy=drawn)


def _each(values: object, change: Callable[[object], object]) -> object:
    return [change(one) for one in values] if isinstance(values, list | tuple) else values


def _matroids(families: Mapping[str, Family]) -> "SearchStrategy[Matroid]":
    """Members of all plain families, and of nested families over these, to a small depth."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    plain = [family for family in families.values() if not nested(family)]
    over = [family.strategy for family in families.values() if nested(family) and family.strategy]
    matroids = st.one_of(
        [_members(family) for family in plain if family.strategy or family.examples]
    )
    for _ in range(DEPTH):
        matroids = st.one_of(matroids, st.one_of([strategy(matroids) for strategy in over]))
    return matroids


def _members(family: Family) -> "SearchStrategy[Matroid]":
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    if family.strategy is not None:
        return family.strategy()
    return st.sampled_from(family.examples).map(lambda parameters: family.build(**parameters))
