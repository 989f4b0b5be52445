"""An experiment as a table of plain data: read, checked as a whole, and cut into cells."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from matroidlab.errors import ConfigurationError, did_you_mean
from matroidlab.files import TEXT, nested_faults, toml_table
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
"""What a report draws: regret against time, against a swept parameter, against alpha = m/K, or policy by policy."""

FAULTS = 50
"""So many integers and tables that are too large are named."""

PARTS = ("matroid", "rewards", "baseline")
"""What takes the place of a problem."""

SHARED = ("horizon", "first_look", "swap_size", "readings", "checkpoints", "problem", *PARTS)
"""What a cell has of the experiment, beside its policy; a key that is not given is left out."""


class Experiment(BaseModel):
    """What a TOML file says: a problem (or a matroid, rewards and a baseline), policies, and how long to play."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=100)]
    """The name of the experiment, and of the folder of its results."""
    title: str = ""
    """The title of its table, pictures and page; the name if not given."""
    figure: Figure = "curves"
    """Which pictures a report draws: regret over time, against a swept parameter, against m/K, or policy by policy."""
    horizon: Positive
    """How many lists a run shows."""
    runs: Positive = 20
    """Independent repetitions of each policy."""
    seed: Annotated[int, Field(ge=0)] = 0
    """The seed of all random numbers: the same seed gives the same bytes."""
    block: Positive = 20
    """Runs that are simulated together: the unit of work."""
    checkpoints: Positive = 50
    """How many points in time are kept."""
    swap_size: Positive | None = None
    """The m of the constraint that is counted, for all policies alike; if not given, each policy's own, or 1."""
    readings: Reading | None = None
    """Which readings of the constraint to count; both where that comes for free (uniform and partition matroids)."""
    first_look: bool = True
    """Whether policies see one draw of all items first, as in the paper."""
    problem: Table | None = None
    """A problem by its `name`, with its parameters; it takes the place of matroid, rewards and baseline."""
    matroid: Table | None = None
    """Which lists are valid: a `family`, with its parameters."""
    rewards: Table | None = None
    """Where weights come from: a `model`, with its parameters."""
    baseline: Annotated[list[int], Field(fail_fast=True)] | None = None
    """The user's list B_0, a basis of the matroid."""
    policies: Annotated[list[Table], Field(min_length=1, fail_fast=True)]
    """The policies to play: each a `policy`, with its parameters, and a `label` if results are to call it otherwise."""
    sweep: dict[str, Annotated[list[Any], Field(min_length=1)]] = {}
    """Values to try, by dotted path; `policies.*` means every policy, `policies.LABEL` one."""


@dataclass(frozen=True)
class Cell:
    """One policy on one problem: a point of the sweep, the policy's label, and all that a simulation needs."""

    point: Parameters
    """The swept values that this policy is played with; of those that touch other policies only, none."""
    label: str
    table: Parameters
    """Plain data: the policy, and what is `SHARED`."""
    place: int = 0
    """Which of the policies it is, from 0."""

    @property
    def policy(self) -> Mapping[str, Any]:
        """What the configuration says of the policy."""
        policy = self.table["policy"]
        assert isinstance(policy, Mapping)
        return policy


def read_table(path: Path) -> Table:
    """Read a TOML file; what its keys mean is not looked at."""
    try:
        with path.open("rb") as file:
            return toml_table(file.read(TEXT + 1).decode())
    except ValueError as error:
        raise ConfigurationError(f"{path}: not valid TOML: {error}") from error
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be read: {error.strerror}") from error


def as_experiment(table: Mapping[str, object], *, source: str = "experiment") -> Experiment:
    """Check the shape and the size of a table; what the names in it mean is known to a `Workshop`."""
    faults = shape_faults(table)
    if faults:
        raise ConfigurationError.of(source, faults)
    return Experiment.model_validate(dict(table))


def shape_faults(table: Mapping[str, Any]) -> list[str]:
    """Say all that is wrong with the keys of an experiment at any point of its sweep, or what is too large about it."""
    too_large = list(islice(nested_faults(dict(table)), FAULTS))
    if too_large:
        return too_large
    faults = dict.fromkeys([*_path_faults(table).values(), *plain_faults(table)], "")
    for point, changed in sound_variants(table):
        for fault in plain_faults(changed):
            faults.setdefault(fault, where(point))
    return [fault + place for fault, place in faults.items()]


def _path_faults(table: Mapping[str, Any]) -> dict[str, str]:
    """Which keys of the sweep cannot be swept over, and why."""
    sweep = table.get("sweep")
    return (
        {path: fault for path in sweep if (fault := path_fault(table, path))}
        if isinstance(sweep, Mapping)
        else {}
    )


def sound_variants(table: Mapping[str, Any]) -> Iterator[tuple[Parameters, Table]]:
    """Return the points of what can be swept over, as far as that can be told; none if they are too many."""
    sweep, policies, wrong = table.get("sweep"), table.get("policies"), _path_faults(table)
    given = sweep.items() if isinstance(sweep, Mapping) else ()
    sound = {
        path: values
        for path, values in given
        if isinstance(values, list) and values and path not in wrong
    }
    if sweep_fault(sound, len(policies) if isinstance(policies, list) else 1) is None:
        yield from variants({**table, "sweep": sound})


def where(point: Parameters) -> str:
    """Return where in a sweep a fault is.

    >>> where({"horizon": 0})
    ' (where horizon = 0)'
    """
    shown = ", ".join(f"{path} = {value!r:.40}" for path, value in point.items())
    return f" (where {shown})" if shown else ""


def plain_faults(table: Mapping[str, object]) -> list[str]:
    """Say what is wrong with the keys of an experiment, leaving the paths of its sweep alone."""
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
        yield from (f"{name}: not beside a problem, which has its own" for name in given)
    else:
        yield from (
            f"{name}: missing; give it, or a [problem]" for name in sorted(set(PARTS) - set(given))
        )


def variants(table: Mapping[str, Any]) -> Iterator[tuple[Parameters, Table]]:
    """Return every point of the sweep, and the table there, without a sweep."""
    fixed = {key: value for key, value in table.items() if key != "sweep"}
    for point in points(table.get("sweep") or {}):
        yield point, replaced(fixed, point)


def cells(experiment: Experiment) -> list[Cell]:
    """Return every policy at every point of the sweep; those that differ in nothing that touches a policy, once."""
    table = experiment.model_dump(exclude_none=True)
    found: dict[tuple[object, ...], Cell] = {}
    for point, changed in variants(table):
        for place, policy in enumerate(changed["policies"]):
            names = names_of(place, table["policies"][place]) + names_of(place, policy)
            own = {path: point[path] for path in point if touches(path, names)}
            # The values stand in the lists of the sweep: which of them it is, says where they are.
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
