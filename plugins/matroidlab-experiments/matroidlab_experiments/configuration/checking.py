"""Find everything that is wrong with an experiment before anything is run or written."""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from matroidlab.bandits import as_swap_size
from matroidlab.errors import ConfigurationError
from matroidlab.hookspecs import Problem
from matroidlab.named_files import nested_faults
from matroidlab.parameters import named_record_faults
from matroidlab_experiments.configuration.experiment import (
    Cell,
    Table,
    shape_faults,
    sound_variants,
    where,
)
from matroidlab_experiments.configuration.size_limits import memory_faults

if TYPE_CHECKING:
    from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder


def table_faults(table: Table, builder: "ExperimentBuilder") -> list[str]:
    """List the faults of a table at all points of its sweep, each once; nothing is built."""
    faults = shape_faults(table)
    if any(nested_faults(table)):
        return faults
    known: dict[int, tuple[object, list[str]]] = {}
    found: dict[str, str] = {}
    for point, changed in sound_variants(table):
        for fault in _name_faults(changed, builder, known):
            found.setdefault(fault, where(point))
    return faults + [fault + place for fault, place in found.items()]


def _name_faults(
    table: Table, builder: "ExperimentBuilder", known: dict[int, tuple[object, list[str]]]
) -> Iterator[str]:
    """The faults of names and parameters; parts that several points share are checked once."""
    parts = [(part, part, table.get(part)) for part in ("problem", "matroid", "rewards")]
    policies = table.get("policies")
    if isinstance(policies, list):
        parts += [("policy", f"policies.{i}", policy) for i, policy in enumerate(policies)]
    for part, path, spec in parts:
        if isinstance(spec, Mapping):
            if id(spec) not in known:
                key, records = builder.records[part]
                known[id(spec)] = (
                    spec,
                    list(named_record_faults(spec, key, records, path, ignored=("label",))),
                )
            yield from known[id(spec)][1]


def build_faults(found: Iterable[Cell], builder: "ExperimentBuilder", *, lanes: int) -> list[str]:
    """List the cells that cannot be built, or that need too much memory."""
    faults: dict[str, str] = {}
    parts: list[Any] = []
    problem: Problem | None = None
    for cell in found:
        own = [cell.table.get(name) for name in ("problem", "matroid", "rewards", "baseline")]
        try:
            if problem is None or any(
                one is not other for one, other in zip(own, parts, strict=True)
            ):
                parts = own
                problem = None
                problem = builder.problem(cell.table)
            wrong = list(_policy_faults(cell, problem, builder, lanes))
        except ConfigurationError as error:
            wrong = [str(error)]
        for fault in wrong:
            faults.setdefault(fault, where(cell.point))
    return [fault + where for fault, where in faults.items()]


def _policy_faults(
    cell: Cell, problem: Problem, builder: "ExperimentBuilder", lanes: int
) -> Iterator[str]:
    table: Any = cell.table
    rank = problem.matroid.rank
    size = problem.matroid.size
    spec = table["policy"]
    counted = table.get("swap_size")
    if counted is not None and counted > max(rank, 1):
        yield f"swap_size: must lie in 1..{max(rank, 1)}, the length of a list, got {counted:,}"
    interleaves = "swap_size" in builder.known.policies[spec["policy"]].types
    try:
        m = (
            as_swap_size(spec.get("swap_size", 1), spec.get("alpha"), rank=rank)
            if interleaves
            else max(rank, 1)
        )
        too_large = list(
            memory_faults(
                lanes=lanes,
                steps=table["horizon"],
                checkpoints=table["checkpoints"],
                size=size,
                rank=rank,
                lists=ceil(rank / m),
            )
        )
    except (TypeError, ValueError) as error:
        yield f"policies.{cell.place}: {error}"
        return
    yield from too_large
    if not too_large:
        builder.policy(table, problem, lanes=1, rng=np.random.default_rng(0), place=cell.place)
