"""The keys of an experiment file, and the cells that an experiment consists of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from matroidlab.errors import ConfigurationError, did_you_mean
from matroidlab.named_files import TEXT, nested_faults, text_of, toml_table
from matroidlab.parameters import Parameters
from matroidlab.simulation import Reading
from matroidlab_experiments.configuration.size_limits import size_faults, sweep_fault
from matroidlab_experiments.configuration.sweeps import (
    names_of,
    path_fault,
    points,
    replaced,
    touches,
)

Table = dict[str, Any]
Positive = Annotated[int, Field(ge=1)]

Figure: TypeAlias = Literal["curves", "scaling", "price", "comparison"]
"""The kind of pictures: regret over time, against a swept parameter, against m/K, or by policy."""

MOST_FAULTS = 50
"""At most this many integers and tables that are too large are listed."""

PARTS = ("matroid", "rewards", "baseline")
"""The three keys that are given instead of a problem."""

SHARED = ("horizon", "first_look", "swap_size", "readings", "checkpoints", "problem", *PARTS)
"""The keys that a cell takes over from the experiment; a key that is not given is left out."""


class Experiment(BaseModel):
    """The content of an experiment file: a problem, policies, and how long to play.

    Instead of a problem there may be a matroid, rewards and a baseline.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=100)]
    """The name of the experiment, and of the folder of its results."""
    title: str = ""
    """The title of its table, pictures and page; the name if not given."""
    figure: Figure = "curves"
    """The pictures: regret over time, against a swept parameter, against m/K, or by policy."""
    horizon: Positive
    """The number of lists that a run shows."""
    runs: Positive = 20
    """Independent repetitions of each policy."""
    seed: Annotated[int, Field(ge=0)] = 0
    """The seed of all random numbers: the same seed gives the same bytes."""
    block: Positive = 20
    """Runs that are simulated together: the unit of work."""
    checkpoints: Positive = 50
    """The number of points in time at which results are kept."""
    swap_size: Positive | None = None
    """The m by which violations are counted; if not given, each policy's own m, or 1."""
    readings: Reading | None = None
    """Which readings of the constraint to count; by default both where that costs nothing."""
    first_look: bool = True
    """Whether policies see one draw of all items first, as in the paper."""
    problem: Table | None = None
    """A problem by its `name`, with its parameters; replaces matroid, rewards and baseline."""
    matroid: Table | None = None
    """Which lists are valid: a `family`, with its parameters."""
    rewards: Table | None = None
    """The rewards: a `model`, with its parameters."""
    baseline: Annotated[list[int], Field(fail_fast=True)] | None = None
    """The user's list B_0, a basis of the matroid."""
    policies: Annotated[list[Table], Field(min_length=1, fail_fast=True)]
    """The policies to play: each a `policy` with its parameters, and a `label` for the results."""
    sweep: dict[str, Annotated[list[Any], Field(min_length=1)]] = {}
    """Values to try, by dotted path; `policies.*` means every policy, `policies.LABEL` one."""


@dataclass(frozen=True)
class Cell:
    """One policy on one problem at one point of the sweep."""

    point: Parameters
    """The swept values that apply to this policy."""
    label: str
    """The label of the policy."""
    table: Parameters
    """All that a simulation needs, as plain data: the policy, and the keys in `SHARED`."""
    place: int = 0
    """The index of the policy in the file."""

    @property
    def policy(self) -> Mapping[str, Any]:
        """The name and the parameters of the policy."""
        policy = self.table["policy"]
        assert isinstance(policy, Mapping)
        return policy


def read_table(path: Path) -> Table:
    """Read a TOML file, without checking its keys."""
    try:
        return toml_table(text_of(path, most=TEXT))
    except ValueError as error:
        raise ConfigurationError(f"{path}: not valid TOML: {error}") from error
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be read: {error.strerror or error}") from error


def as_experiment(table: Mapping[str, object], *, source: str = "experiment") -> Experiment:
    """Check the keys, types and sizes of a table; a `ExperimentBuilder` checks the names in it."""
    faults = shape_faults(table)
    if faults:
        raise ConfigurationError.of(source, faults)
    return Experiment.model_validate(dict(table))


def shape_faults(table: Mapping[str, Any]) -> list[str]:
    """List the faults of the keys at all points of the sweep, and everything that is too large."""
    too_large = list(islice(nested_faults(dict(table)), MOST_FAULTS))
    if too_large:
        return too_large
    faults = dict.fromkeys([*_path_faults(table).values(), *plain_faults(table)], "")
    for point, changed in sound_variants(table):
        for fault in plain_faults(changed):
            faults.setdefault(fault, where(point))
    return [fault + place for fault, place in faults.items()]


def _path_faults(table: Mapping[str, Any]) -> dict[str, str]:
    """The keys that cannot be swept over, each with the reason."""
    sweep = table.get("sweep")
    return (
        {path: fault for path in sweep if (fault := path_fault(table, path))}
        if isinstance(sweep, Mapping)
        else {}
    )


def sound_variants(table: Mapping[str, Any]) -> Iterator[tuple[Parameters, Table]]:
    """Return the points of the sweep without its faulty keys; none if there are too many."""
    sweep = table.get("sweep")
    policies = table.get("policies")
    wrong = _path_faults(table)
    given = sweep.items() if isinstance(sweep, Mapping) else ()
    sound = {
        path: values
        for path, values in given
        if isinstance(values, list) and values and path not in wrong
    }
    if sweep_fault(sound, len(policies) if isinstance(policies, list) else 1) is None:
        yield from variants({**table, "sweep": sound})


def where(point: Parameters) -> str:
    """Return the point of a sweep, as a suffix to a message.

    >>> where({"horizon": 0})
    ' (where horizon = 0)'
    """
    shown = ", ".join(f"{path} = {value!r:.40}" for path, value in point.items())
    return f" (where {shown})" if shown else ""


def plain_faults(table: Mapping[str, object]) -> list[str]:
    """List the faults of the keys of an experiment, except those of its sweep."""
    faults = [*_key_faults(table), *_part_faults(table)]
    return faults or list(size_faults(Experiment.model_validate(dict(table))))


def _key_faults(table: Mapping[str, object]) -> Iterator[str]:
    try:
        Experiment.model_validate(dict(table))
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            key = ".".join(map(str, fault["loc"]))
            unknown = fault["type"] == "extra_forbidden"
            nearest = did_you_mean(key, Experiment.model_fields)
            yield f"{key}: " + (f"not a key of an experiment{nearest}" if unknown else fault["msg"])


def _part_faults(table: Mapping[str, object]) -> Iterator[str]:
    given = [name for name in PARTS if table.get(name) is not None]
    if table.get("problem") is not None:
        yield from (
            f"{name}: cannot be given together with a problem, which has its own" for name in given
        )
    else:
        yield from (
            f"{name}: missing; give it, or a [problem]" for name in sorted(set(PARTS) - set(given))
        )


def variants(table: Mapping[str, Any]) -> Iterator[tuple[Parameters, Table]]:
    """Return every point of the sweep with the table at that point."""
    fixed = {key: value for key, value in table.items() if key != "sweep"}
    for point in points(table.get("sweep") or {}):
        yield point, replaced(fixed, point)


def cells(experiment: Experiment) -> list[Cell]:
    """Return every policy at every point of the sweep that changes something for it."""
    table = experiment.model_dump(exclude_none=True)
    found: dict[tuple[object, ...], Cell] = {}
    for point, changed in variants(table):
        for place, policy in enumerate(changed["policies"]):
            names = names_of(place, table["policies"][place]) + names_of(place, policy)
            own = {path: point[path] for path in point if touches(path, names)}
            # Values may be lists or tables, which have no hash. The sweep holds each value
            # once, so its id serves as a key.
            found.setdefault((place, *own, *map(id, own.values())), _cell(own, changed, place))
    return list(found.values())


def _cell(point: Parameters, table: Table, place: int) -> Cell:
    policy = table["policies"][place]
    label = str(policy.get("label", policy.get("policy")))
    shared = {name: table[name] for name in SHARED if table.get(name) is not None}
    return Cell(
        point,
        label,
        shared | {"policy": {key: policy[key] for key in policy if key != "label"}},
        place,
    )
