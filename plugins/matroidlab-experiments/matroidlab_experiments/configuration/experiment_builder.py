"""Build the problems and policies that an experiment names, with the installed plugins."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from matroidlab.algorithms import as_basis
from matroidlab.errors import ConfigurationError
from matroidlab.hookspecs import Problem
from matroidlab.parameters import Parameters, Record
from matroidlab.protocol import Policy
from matroidlab.registry import FAMILY, KnownRecords, Plugin, PluginManager, known, plugin_manager
from matroidlab.work import versions_with
from matroidlab_experiments.configuration.checking import build_faults, table_faults
from matroidlab_experiments.configuration.experiment import (
    Cell,
    Experiment,
    as_experiment,
    cells,
    read_table,
)

NAMED_BY = {"problem": "name", "matroid": FAMILY, "rewards": "model", "policy": "policy"}
"""For each part of a cell, the key that holds the name of its family, model or policy."""


@dataclass(frozen=True)
class ExperimentBuilder:
    """Builds the problems and policies of experiments, with the plugins of one manager."""

    manager: PluginManager

    @classmethod
    def with_plugins(cls, modules: tuple[str, ...] = ()) -> "ExperimentBuilder":
        """Return a builder with the installed plugins and ``modules``."""
        return cls(plugin_manager(modules))

    @cached_property
    def known(self) -> KnownRecords:
        """The records that the plugins offer, read once."""
        return known(self.manager)

    @cached_property
    def records(self) -> Mapping[str, tuple[str, Mapping[str, Record[object]]]]:
        """For each part of a cell, the key that holds its name, and the records by name."""
        offered = self.known
        tables = (offered.problems, offered.families, offered.reward_models, offered.policies)
        return {
            part: (key, table) for (part, key), table in zip(NAMED_BY.items(), tables, strict=True)
        }

    def read(self, path: Path) -> Experiment:
        """Read and check a TOML file.

        The error lists everything that is wrong with its keys, names and parameters.
        """
        table = read_table(path)
        faults = table_faults(table, self)
        if faults:
            raise ConfigurationError.of(str(path), faults)
        return as_experiment(table, source=str(path))

    def check(self, experiment: Experiment, *, source: str = "experiment") -> list[Cell]:
        """Return the cells of an experiment; the error lists all wrong names and parameters."""
        faults = table_faults(experiment.model_dump(exclude_none=True), self)
        if faults:
            raise ConfigurationError.of(source, faults)
        return cells(experiment)

    def check_builds(self, found: list[Cell], *, lanes: int, source: str = "experiment") -> None:
        """Build every cell once; the error lists everything that cannot be built."""
        faults = build_faults(found, self, lanes=lanes)
        if faults:
            raise ConfigurationError.of(source, faults)

    def problem(self, table: Parameters) -> Problem:
        """Build the problem of a cell."""
        if "problem" in table:
            built: Problem = self._build("problem", table["problem"])
            return built
        matroid = self._build("matroid", table["matroid"])
        rewards = self._build("rewards", table["rewards"])
        baseline: Any = table["baseline"]
        with _naming_key("rewards"):
            if len(rewards.means) != matroid.size:
                raise ValueError(
                    f"must have a mean for each of the {matroid.size:,} items of the matroid, got "
                    f"{len(rewards.means):,}"
                )
        with _naming_key("baseline"):
            return Problem(matroid, rewards, as_basis(matroid, baseline, name="the list"))

    def policy(
        self,
        table: Parameters,
        problem: Problem,
        *,
        lanes: int,
        rng: np.random.Generator,
        place: int | None = None,
    ) -> Policy:
        """Build the policy of a cell for its problem."""
        spec: Any = table["policy"]
        horizon: Any = table["horizon"]
        parameters = {key: value for key, value in spec.items() if key != "policy"}
        with _naming_key("policy" if place is None else f"policies.{place}"):
            family = self.known.policies[spec["policy"]]
            return family.play(
                problem, horizon=horizon, lanes=lanes, rng=rng, parameters=parameters
            )

    def versions(self, table: Parameters) -> dict[str, str]:
        """Return the versions that results depend on: ours, numpy's, and those of plugins."""
        return versions_with(self._plugins_used(table))

    def _build(self, part: str, spec: Any) -> Any:
        key, records = self.records[part]
        with _naming_key(part):
            return records[spec[key]].build(
                **{name: value for name, value in spec.items() if name != key}
            )

    def _plugins_used(self, table: Parameters) -> Iterator[Plugin]:
        for part, (key, records) in self.records.items():
            for spec in _tables(table.get(part), key):
                record = records.get(str(spec[key]))
                if record is not None:
                    yield self.known.plugins[record.kind, record.name]


def _tables(value: object, key: str) -> Iterator[Parameters]:
    """All tables that have this key, at any depth."""
    if isinstance(value, Mapping):
        if key in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            if isinstance(inner, Mapping | list):
                yield from _tables(inner, key)


@contextmanager
def _naming_key(key: str) -> Iterator[None]:
    """Turn an error inside into a ConfigurationError that names the key."""
    try:
        yield
    except MemoryError as error:
        raise ConfigurationError(f"{key}: needs more memory than is available") from error
    except Exception as error:
        raise ConfigurationError(f"{key}: {str(error) or type(error).__name__}") from error
