"""From plain data to things: every name looked up among the plugins, every parameter checked against its record."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from pydantic import ConfigDict, TypeAdapter, ValidationError

from matroidlab.algorithms import as_basis
from matroidlab.errors import ConfigurationError, UnknownNameError
from matroidlab.experiments.configuration import Cell, Experiment, cells
from matroidlab.hookspecs import Parameters, Problem, Record
from matroidlab.nesting import FAMILY, Nested
from matroidlab.protocol import Policy
from matroidlab.registry import PluginManager, families, plugin_manager, policies, problems, reward_models


@dataclass(frozen=True)
class Workshop:
    """Builds what an experiment names, with the plugins of one manager."""

    manager: PluginManager

    @classmethod
    def with_plugins(cls, modules: tuple[str, ...] = ()) -> "Workshop":
        """Return a workshop with the installed plugins and ``modules``."""
        return cls(plugin_manager(modules))

    @cached_property
    def _shelves(self) -> Mapping[str, tuple[str, Mapping[str, Record[object]]]]:
        """For each part of an experiment: the key that names what to build, and the records."""
        return {
            "problem": ("name", problems(self.manager)),
            "matroid": (FAMILY, families(self.manager)),
            "rewards": ("model", reward_models(self.manager)),
            "policy": ("policy", policies(self.manager)),
        }

    def check(self, experiment: Experiment, *, source: str = "experiment") -> list[Cell]:
        """Return the cells of an experiment, or list everything that is wrong with them."""
        found = cells(experiment)
        faults = {fault: None for cell in found for fault in self._faults(cell.table)}
        if faults:
            raise ConfigurationError.of(source, list(faults))
        return found

    def problem(self, table: Parameters) -> Problem:
        """Build the problem of a cell."""
        if "problem" in table:
            built: Problem = self._build("problem", table["problem"])
            return built
        matroid, rewards = self._build("matroid", table["matroid"]), self._build("rewards", table["rewards"])
        baseline: Any = table["baseline"]
        return Problem(matroid, rewards, as_basis(matroid, baseline, name="baseline"))

    def policy(self, table: Parameters, problem: Problem, *, lanes: int, rng: np.random.Generator) -> Policy:
        """Build the policy of a cell for its problem."""
        spec: Any = table["policy"]
        horizon: Any = table["horizon"]
        family = policies(self.manager)[spec["policy"]]
        parameters = {key: value for key, value in spec.items() if key != "policy"}
        return family.play(problem, horizon=horizon, lanes=lanes, rng=rng, parameters=parameters)

    def _build(self, part: str, spec: object) -> Any:
        key, shelf = self._shelves[part]
        parameters = dict(spec) if isinstance(spec, Mapping) else {}
        return shelf[parameters.pop(key)].build(**parameters)

    def _faults(self, table: Parameters) -> Iterator[str]:
        for part, (key, shelf) in self._shelves.items():
            spec = table.get(part)
            if isinstance(spec, Mapping):
                yield from _spec_faults(part, key, shelf, spec)


def _spec_faults(part: str, key: str, shelf: Mapping[str, Record[object]], spec: Parameters) -> Iterator[str]:
    if key not in spec:
        yield f"{part}.{key}: missing; known: {', '.join(sorted(shelf))}"
        return
    try:
        record = shelf[str(spec[key])]
    except UnknownNameError as error:
        yield f"{part}.{key}: {error}"
        return
    yield from parameter_faults(record, {name: spec[name] for name in spec if name != key}, path=part)


def parameter_faults(record: Record[object], parameters: Parameters, *, path: str = "") -> Iterator[str]:
    """Say what is wrong with the parameters of a record: unknown keys, missing ones, wrong types.

    >>> from matroidlab.registry import families
    >>> for fault in parameter_faults(families()["uniform"], {"size": 5.5, "rnk": 2}):
    ...     print(fault)
    rnk: not a parameter of 'uniform', which has size, rank
    rank: missing
    size: Input should be a valid integer, got a number with a fractional part
    """
    prefix = f"{path}." if path else ""
    for name in parameters:
        if name not in record.types:
            known = ", ".join(record.types) or "none"
            yield f"{prefix}{name}: not a parameter of {record.name!r}, which has {known}"
    for name in record.required:
        if name not in parameters:
            yield f"{prefix}{name}: missing"
    for name, value in parameters.items():
        kind = record.types.get(name)
        if isinstance(kind, Nested):
            yield from _nested_faults(kind, value, f"{prefix}{name}")
        elif name in record.types:
            for place, message in _type_faults(kind, value):
                yield f"{prefix}{name}{place}: {message}"


def _nested_faults(kind: Nested, value: object, path: str) -> Iterator[str]:
    """What is wrong with a matroid, or several, within the parameters of another."""
    tables: list[tuple[str, object]] = [(path, value)]
    if kind.several:
        if not isinstance(value, list):
            yield f"{path}: must be a list of tables, each with a {FAMILY}, got {value!r}"
            return
        tables = [(f"{path}.{i}", one) for i, one in enumerate(value)]
    for place, table in tables:
        if isinstance(table, Mapping):
            yield from _spec_faults(place, FAMILY, kind.families, table)
        else:
            yield f"{place}: must be a table with a {FAMILY}, got {table!r}"


def _type_faults(kind: Any, value: object) -> Iterator[tuple[str, str]]:
    try:
        TypeAdapter(kind, config=ConfigDict(arbitrary_types_allowed=True)).validate_python(value)
    except ValidationError as error:
        for fault in error.errors():
            yield "".join(f".{step}" for step in fault["loc"] if isinstance(step, int)), fault["msg"]
