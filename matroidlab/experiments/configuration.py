"""An experiment as a table of plain data: read, checked as a whole, and cut into cells."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from matroidlab.errors import ConfigurationError
from matroidlab.experiments.sweeps import replaced
from matroidlab.hookspecs import Parameters

Table = dict[str, Any]
Positive = Annotated[int, Field(ge=1)]

Figure: TypeAlias = Literal["curves", "scaling", "price", "comparison"]
"""What a report draws: regret against time, against a swept parameter, against alpha = m/K, or policy by policy."""


class Experiment(BaseModel):
    """What a TOML file says: a problem (or a matroid, rewards and a baseline), policies, and how long to play."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]*$")]
    title: str = ""
    figure: Figure = "curves"
    horizon: Positive
    runs: Positive = 20
    seed: Annotated[int, Field(ge=0)] = 0
    block: Positive = 20
    checkpoints: Positive = 50
    swap_size: Positive = 1
    first_look: bool = True
    problem: Table | None = None
    matroid: Table | None = None
    rewards: Table | None = None
    baseline: list[int] | None = None
    policies: Annotated[list[Table], Field(min_length=1)]
    sweep: dict[str, Annotated[list[Any], Field(min_length=1)]] = {}


@dataclass(frozen=True)
class Cell:
    """One policy on one problem: a point of the sweep, the policy's label, and all that a simulation needs."""

    point: Parameters
    label: str
    table: Parameters
    """Plain data: problem (or matroid, rewards, baseline), policy, horizon, swap_size, checkpoints, first_look."""


def read_experiment(path: Path) -> Experiment:
    """Read and check a TOML file; the error lists everything that is wrong with it."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: no valid TOML: {error}") from error
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be read: {error.strerror}") from error
    return as_experiment(table, source=str(path))


def as_experiment(table: Mapping[str, object], *, source: str = "experiment") -> Experiment:
    """Check the shape of a table; what the names in it mean is checked by `check_names`."""
    try:
        experiment = Experiment.model_validate(dict(table))
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
        raise ConfigurationError.of(source, faults) from None
    given = [name for name in ("matroid", "rewards", "baseline") if getattr(experiment, name) is not None]
    if experiment.problem is not None and given:
        raise ConfigurationError.of(source, [f"{name}: not beside a problem, which has its own" for name in given])
    if experiment.problem is None and len(given) < 3:
        missing = sorted({"matroid", "rewards", "baseline"} - set(given))
        raise ConfigurationError.of(source, [f"{name}: missing; give it, or a [problem]" for name in missing])
    return experiment


def cells(experiment: Experiment) -> list[Cell]:
    """Return every policy at every point of the sweep."""
    return [cell for point in points(experiment) for cell in _cells_at(experiment, point)]


def points(experiment: Experiment) -> Iterator[Parameters]:
    """The combinations of the values that are swept over; one empty one if nothing is."""
    for values in product(*experiment.sweep.values()):
        yield dict(zip(experiment.sweep, values, strict=True))


def _cells_at(experiment: Experiment, point: Parameters) -> Iterator[Cell]:
    table = replaced(experiment.model_dump(exclude={"sweep"}), point)
    as_experiment(table, source=f"{experiment.name} at {dict(point)}")
    shared = {name: table[name] for name in ("horizon", "swap_size", "checkpoints", "first_look")}
    asked = ("problem", "matroid", "rewards", "baseline")
    shared |= {name: table[name] for name in asked if table[name] is not None}
    for policy in table["policies"]:
        label = str(policy.get("label", policy.get("policy")))
        yield Cell(point, label, shared | {"policy": {key: policy[key] for key in policy if key != "label"}})
