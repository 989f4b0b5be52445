"""The hooks that plugins implement, and the small records that they return.

A plugin is a module (or any object) with functions marked by `hookimpl`, named in an entry point of the group
``matroidlab``. Hooks take no argument and receive no callback: they return records.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_type_hints

import numpy as np
import pluggy

from matroidlab.errors import UnknownNameError, did_you_mean
from matroidlab.protocol import Matroid, Policy, RewardModel
from matroidlab.questions import Question
from matroidlab.type_faults import type_faults
from matroidlab.types import Elements

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

PROJECT = "matroidlab"
"""pluggy's project name, and the group of the entry points."""

hookspec: pluggy.HookspecMarker = pluggy.HookspecMarker(PROJECT)
hookimpl: pluggy.HookimplMarker = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of a hook."""

Parameters = Mapping[str, object]
"""Plain data, as it comes out of TOML or JSON: numbers, strings, lists and tables."""

Built_co = TypeVar("Built_co", covariant=True)


def plain(value: object) -> object:
    """Return ``value`` with tuples and arrays as lists, all the way down, as TOML and JSON have them."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def parameters_of(built: object) -> Parameters:
    """Return the fields of a dataclass as plain data: the default inverse of building it."""
    if not is_dataclass(built) or isinstance(built, type):
        raise TypeError(f"{type(built).__name__} is no dataclass: give its record a `parameters` function")
    return {part.name: plain(getattr(built, part.name)) for part in fields(built) if part.init}


@dataclass(frozen=True)
class Record(Generic[Built_co]):
    """What a plugin says of one thing that it can build."""

    name: str
    """What configuration files and the command line call it."""
    build: Callable[..., Built_co]
    """Makes the thing from keyword parameters, checking them."""
    examples: tuple[Parameters, ...] = ()
    """Parameters for `build`, as plain data; documentation shows them, tests build them."""
    parameters: Callable[[Any], Parameters] = parameters_of
    """The inverse of `build`: plain data that builds an equal thing. Dataclasses need none."""
    types: Mapping[str, object] = field(default_factory=dict)
    """The type of each parameter; read from the annotations of `build` if not given."""

    kind: ClassVar[str]

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", self.name):
            raise ValueError(f"a record's name must be lower-case letters, digits, - and _, got {self.name!r}")
        if not callable(self.build):
            raise TypeError(f"a record's `build` must be callable, got {self.build!r}")
        object.__setattr__(self, "examples", tuple(self.examples))
        if not self.types:
            object.__setattr__(self, "types", _annotated(self.build))

    @property
    def required(self) -> tuple[str, ...]:
        """The parameters that `build` has no default for."""
        known = inspect.signature(self.build).parameters
        return tuple(name for name in self.types if name in known and known[name].default is inspect.Parameter.empty)

    @property
    def summary(self) -> str:
        """The first line of what `build` says of itself."""
        return (inspect.getdoc(self.build) or "").partition("\n")[0]

    def faults(self, parameters: Parameters, path: str = "") -> Iterator[str]:
        """Say what is wrong with parameters before anything is built: unknown keys, missing ones, wrong types.

        >>> from matroidlab.registry import families
        >>> for fault in families()["uniform"].faults({"size": 5.5, "rnk": 2}):
        ...     print(fault)
        rnk: not a parameter of 'uniform'; did you mean 'rank'?
        rank: missing
        size: Input should be a valid integer, got a number with a fractional part
        """
        prefix = f"{path}." if path else ""
        for name in parameters:
            if name not in self.types:
                yield f"{prefix}{name}: not a parameter of {self.name!r}{did_you_mean(name, self.types)}"
        yield from (f"{prefix}{name}: missing" for name in self.required if name not in parameters)
        for name, value in parameters.items():
            if name in self.types:
                yield from type_faults(self.types[name], value, f"{prefix}{name}")


def named_faults(
    spec: Parameters, key: str, records: "Mapping[str, Record[object]]", path: str, *, ignored: tuple[str, ...] = ()
) -> Iterator[str]:
    """Say what is wrong with a table that names a record by ``key`` and holds its parameters beside it."""
    if key not in spec:
        yield f"{path}.{key}: missing; known: {', '.join(sorted(records))}"
        return
    try:
        record = records[str(spec[key])]
    except UnknownNameError as error:
        yield f"{path}.{key}: {error}"
        return
    yield from record.faults({name: spec[name] for name in spec if name not in (key, *ignored)}, path)


def _annotated(build: Callable[..., object]) -> Mapping[str, object]:
    # A dataclass has its hints on the class, by the names of its parameters; any other class has them on __init__.
    hints = get_type_hints(build.__init__ if inspect.isclass(build) and not is_dataclass(build) else build)
    return {name: hints.get(name, object) for name in inspect.signature(build).parameters}


@dataclass(frozen=True)
class Family(Record[Matroid]):
    """A family of matroids."""

    strategy: "Callable[..., SearchStrategy[Any]] | None" = None
    """A function that imports hypothesis itself and returns a strategy for members.

    That of a family that is made of matroids, with ``Matroid`` or ``Sequence[Matroid]`` among its types, takes one
    argument: a strategy for those matroids.
    """

    kind = "family"


@dataclass(frozen=True)
class RewardFamily(Record[RewardModel]):
    """A family of reward models."""

    kind = "reward model"


@dataclass(frozen=True)
class Problem:
    """What an experiment is about: where lists come from, what they earn, and the trusted one."""

    matroid: Matroid
    rewards: RewardModel
    baseline: Elements
    labels: tuple[str, ...] = ()
    note: str = ""
    """What a reader of the results must know: that the data are synthetic, say."""


CONTEXT = ("horizon", "lanes", "rng")
"""What a policy may ask of the experiment that it is built for, besides the problem."""


@dataclass(frozen=True)
class PolicyFamily(Record[Policy]):
    """A family of policies: ``build(problem, *, horizon, lanes, rng, **parameters)``.

    A policy asks only for what it needs of horizon, lanes and rng. `play` makes a policy in an experiment.
    """

    context: tuple[str, ...] = ()
    """Which of horizon, lanes and rng it asks for; those named in the signature of `build` if not given."""

    kind = "policy"

    def __post_init__(self) -> None:
        super().__post_init__()
        asked = self.context or tuple(name for name in CONTEXT if name in self.types)
        own = {name: kind for name, kind in self.types.items() if name not in ("problem", *CONTEXT)}
        object.__setattr__(self, "context", asked)
        object.__setattr__(self, "types", own)

    def play(
        self, problem: Problem, *, horizon: int, lanes: int, rng: np.random.Generator, parameters: Parameters
    ) -> Policy:
        """Build the policy for a problem, handing it what it asks for."""
        given = {"horizon": horizon, "lanes": lanes, "rng": rng}
        return self.build(problem, **{name: given[name] for name in self.context}, **parameters)


@dataclass(frozen=True)
class ProblemFamily(Record[Problem]):
    """A family of problems."""

    kind = "problem"


@dataclass(frozen=True)
class QuestionFamily(Record[Question]):
    """A family of yes-or-no questions."""

    closed_under_minors: bool = False
    """Whether a yes is one for all minors too."""

    kind = "question"


@hookspec
def matroidlab_families() -> Iterable[Family]:  # type: ignore[empty-body]
    """Return the families of matroids that this plugin offers."""


@hookspec
def matroidlab_reward_models() -> Iterable[RewardFamily]:  # type: ignore[empty-body]
    """Return the families of reward models that this plugin offers."""


@hookspec
def matroidlab_policies() -> Iterable[PolicyFamily]:  # type: ignore[empty-body]
    """Return the policies that this plugin offers."""


@hookspec
def matroidlab_problems() -> Iterable[ProblemFamily]:  # type: ignore[empty-body]
    """Return the problems (matroid, reward model, baseline, labels) that this plugin offers."""


@hookspec
def matroidlab_questions() -> Iterable[QuestionFamily]:  # type: ignore[empty-body]
    """Return the yes-or-no questions about matroids that this plugin offers."""
